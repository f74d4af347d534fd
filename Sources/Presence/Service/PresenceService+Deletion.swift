package import Community

extension PresenceService {
    /// Changes what a person shares, and removes what they no longer want to keep or be counted for; throws as
    /// `People.share` does.
    package func share(
        _ sharing: Sharing, at revision: Int, by person: AccountID, isTaken: (String) async throws -> Bool
    ) async throws {
        let before = try await people.sharing(of: person).sharing, wasCounted = before.countsInStatistics
        try await retention.hold(person) {
            try await people.share(sharing, at: revision, by: person, isTaken: isTaken)
            if !sharing.keepsVisits { try await forgetVisits(of: person) }
        }
        if sharing.retentionDays < before.retentionDays {
            try await offTheLoop { try await removeOld(of: person) }
        }
        if before.keepsVisits && !sharing.keepsVisits || sharing.retentionDays < before.retentionDays {
            await positions.forgetRemoved()
        }
        guard wasCounted, !sharing.countsInStatistics, let key = try await people.key(of: person) else { return }
        try await busyness.forget(person, key)
    }

    /// Removes everything of a person, and their devices.
    package func forget(_ person: AccountID) async throws {
        // Read before it is destroyed. A damaged key does not stop the rest.
        var key: PersonKey?
        do { key = try await people.key(of: person) } catch is DamagedRow {}
        forgetLastReports(of: try await devices.all(of: person).map(\.id))
        try await devices.forget(person)
        try await people.forget(person)
        try await retention.hold(person) {
            try await history.forget(person)
            try await positions.forgetAll(of: person)
        }
        if let key { try await busyness.forget(person, key) }
    }

    /// Removes the devices of a person except `kept`.
    package func removeDevices(of person: AccountID, but kept: Set<DeviceID>) async throws {
        forgetLastReports(of: try await devices.all(of: person).map(\.id).filter { !kept.contains($0) })
        try await devices.removeAll(of: person, but: kept)
    }

    /// Removes all positions and visits of a person. Their devices and what they share stay.
    package func forgetPositions(of person: AccountID) async throws {
        // Loads the published locations, which stay relevant. Damaged positions were not visible.
        do { _ = try await people.published(of: person) } catch is DamagedRow {}
        try await retention.hold(person) {
            try await history.forget(person)
            try await positions.forget(person)
        }
        try await people.forgetWhereabouts(of: person)
        if let key = try await people.key(of: person) { try await busyness.forget(person, key) }
    }

    /// Removes all visits of a person; does not write when there are none.
    func forgetVisits(of person: AccountID) async throws {
        if try await !history.isEmpty(of: person) { try await history.forget(person) }
    }
}

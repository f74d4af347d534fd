package import Community

extension PresenceService {
    /// How far before a span the search for an ongoing stay begins.
    private static let longestLookBack: Milliseconds = 6 * UTCHour.milliseconds
    /// The approximate time to search one position for stays, including the look-up of places.
    static let nanosecondsToSearch = 5_000
    private static let microsecondsToRead = 20_000

    /// The places that a person visited in a span of time, in the order of arrivals.
    package func visits(of person: AccountID, in times: ClosedRange<Timestamp>) async throws -> [Visit] {
        let earlier = max(0, times.lowerBound - Self.longestLookBack)
        return try await readings.hold(person) {
            try await work.inTurn(.readings, costing: Self.microsecondsToRead) {
                let found = try await foundVisits(of: person, in: earlier...times.upperBound)
                let kept = try await history.visits(of: person, in: earlier...times.upperBound)
                return VisitHistory.united(kept, with: found).filter { $0.departure >= times.lowerBound }
            }
        }
    }

    private func foundVisits(of person: AccountID, in times: ClosedRange<Timestamp>) async throws -> [Visit] {
        try await positions.fold(
            StayRule.Search(), of: person, in: times, nanosecondsOfEach: Self.nanosecondsToSearch, searchStays
        ).visits
    }

    /// Searches the next positions of a person for stays.
    var searchStays: @Sendable (inout StayRule.Search, [Positions.Recorded]) -> Void {
        { [places] search, recorded in for one in recorded { search.follow(one.position, places) } }
    }

    /// Returns what a watcher can infer from what a person shares; see `People.exposure`.
    package func exposure(of person: AccountID) async throws -> Exposure {
        try await work.inTurn(.readings, costing: Self.microsecondsToRead) {
            try await people.exposure(of: person)
        }
    }
}

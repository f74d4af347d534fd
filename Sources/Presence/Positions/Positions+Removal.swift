package import Community
import Synchronization

/// Removes positions, and unites the pieces of hours that are over.
extension Positions {
    /// The number of sealed bytes in one removal: a report must not wait longer.
    private static let removedAtOnce = 2 << 20

    /// Makes all records of a person unreadable, here and in every backup, and removes them here. Today's use of their
    /// quotas stays.
    package func forget(_ person: AccountID) async throws {
        try await personLocks.hold(person) {
            _ = recentRecords.withLock { $0.take(person) }
            // Destroys the key first: from then on the rest is unreadable.
            try await keys.destroyKey(of: person, for: .positions)
            try await store.removeHours(of: person, before: .max)
            setKept(0, of: person)
            await store.forgetRemoved()
        }
    }

    /// Removes everything of a person whose account is gone, including the use of their quotas.
    package func forgetAll(of person: AccountID) async throws {
        try await personLocks.hold(person) {
            _ = recentRecords.withLock { $0.take(person) }
            try await keys.destroyKey(of: person, for: .positions)
            try await store.removeAll(of: person)
            _ = counts.withLock { $0.take(person) }
            await store.forgetRemoved()
        }
    }

    /// Forgets what is remembered of a person, or of everybody, whose positions another server has removed.
    func drop(_ person: AccountID?) async {
        guard let person else {
            recentRecords.withLock { $0.removeAll() }
            return counts.withLock { $0.removeAll() }
        }
        await personLocks.hold(person) {
            _ = recentRecords.withLock { $0.take(person) }
            _ = counts.withLock { $0.take(person) }
        }
    }

    /// Removes some of the records before `time`, rounded down to an hour, oldest first. Returns whether it removed the
    /// last of them. Files may hold removed data until `forgetRemoved` returns.
    ///
    /// The server does not remember that a position was removed, because a repeated position is then too old to keep.
    package func removeSome(of person: AccountID, before time: Timestamp) async throws -> Bool {
        let first = UTCHour.number(at: time)
        guard first > 0 else { return true }
        return try await personLocks.hold(person) {
            let hours = 0...first - 1
            guard let part = try await store.part(of: person, in: hours, from: .oldest, bytes: Self.removedAtOnce)
            else {
                return true
            }
            try await store.removeHours(of: person, before: part.upperBound + 1)
            // The person has room for more positions again.
            setKept(try await store.countPositions(of: person), of: person)
            return part.upperBound == hours.upperBound
        }
    }

    /// Returns the hours before that of `now` in which a person's pieces need uniting.
    package func piecedHours(of person: AccountID, now: Timestamp) async throws -> [Int64] {
        try await store.piecedHours(of: person, before: UTCHour.number(at: now))
    }

    /// Unites the pieces of one hour of a person.
    package func unite(_ hour: Int64, of person: AccountID) async throws {
        try await personLocks.hold(person) {
            guard let key = try await keys.key(of: person, for: .positions) else { return }
            try await unite(hour, of: person, Seal(key))
        }
    }

    private func unite(_ hour: Int64, of person: AccountID, _ seal: Seal) async throws {
        let pieces = try await store.hours(of: person, in: hour...hour)
        var records = try await takeRecords(of: person)
        records.lastNumber += 1
        let number = records.lastNumber, piece: SealedHour
        do {
            piece = try await open(pieces) { pieces in
                let positions = Self.united(try pieces.flatMap { try Self.opened($0, of: person, seal) })
                let groups = Dictionary(grouping: positions, by: \.device).sorted { $0.key < $1.key }
                    .map { device, recorded in
                        let positions = recorded.map { ArrivedPosition(position: $0.position, arrival: $0.arrival) }
                        return (device: device, positions: positions)
                    }
                return Self.closed(groups, hour, number, of: person, seal)
            }
        } catch {
            putBack(records, of: person)
            throw error
        }
        try await store.replace(pieces.map(\.number), of: person, by: piece)
        putBack(records, of: person)
    }

    /// Removes deleted data and destroyed keys from all files. Call it once for many people: it takes milliseconds, in
    /// which the server records nothing.
    package func forgetRemoved() async {
        await store.forgetRemoved()
        await keys.forgetDestroyed()
    }

    /// Reorganises storage after many people's hours were united.
    package func makeRoom() async { await store.makeRoom() }
}

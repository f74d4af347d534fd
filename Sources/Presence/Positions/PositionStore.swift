package import Community

/// Positions of one person in one hour, sealed; an hour has as many of these as reports arrived in it, until they are
/// put together.
package struct SealedHour: Sendable, Equatable {
    /// Counted since 1970.
    package let hour: Int64
    /// Grows with each that is added of a person; none has the number of another.
    package let number: Int64
    /// The name of the key that opens it.
    package let key: Int64
    package let sealed: [UInt8]

    package init(hour: Int64, number: Int64, key: Int64, sealed: [UInt8]) {
        self.hour = hour
        self.number = number
        self.key = key
        self.sealed = sealed
    }
}

extension PositionStore {
    package func add(_ pieces: [SealedHour], of person: AccountID) async throws {
        try await add(pieces, of: person, use: nil)
    }
}

extension SealedHour {
    /// How many bytes sealing and the device take, and a position.
    package static let overhead = 46
    package static let bytesOfPosition = 26
}

/// An end of a span of hours.
package enum HourEnd: Sendable {
    case oldest, newest
}

extension HourEnd {
    /// The part of `hours` from this end on that ends where `sizes`, by hour, in order from this end, are `bytes`
    /// together; `nil` without sizes.
    package func part(
        of hours: ClosedRange<Int64>, _ sizes: some Sequence<(hour: Int64, bytes: Int)>, bytes: Int
    ) -> ClosedRange<Int64>? {
        var sum = 0, last: Int64?
        for (hour, size) in sizes {
            if let last, hour != last, sum >= bytes { return part(of: hours, until: last) }
            last = hour
            sum += size
        }
        return last == nil ? nil : hours
    }

    private func part(of hours: ClosedRange<Int64>, until hour: Int64) -> ClosedRange<Int64> {
        self == .oldest ? hours.lowerBound...hour : hour...hours.upperBound
    }

    /// What both parts hold whole; one that is `nil` holds nothing anywhere.
    package func common(_ one: ClosedRange<Int64>?, _ other: ClosedRange<Int64>?) -> ClosedRange<Int64>? {
        guard let one, let other else { return one ?? other }
        return one.clamped(to: other)
    }
}

/// Keeps positions, which it cannot read. What a call has written is on the disk when it returns.
package protocol PositionStore: Sendable {
    /// Adds `pieces` of a person, all of them or none, and keeps `use` with them, if there is one; throws `keyUsed` when
    /// one of the numbers is taken.
    func add(_ pieces: [SealedHour], of person: AccountID, use: PositionUse?) async throws
    /// What was kept of how much of what they may a person has used; `nil` when nothing was.
    func use(of person: AccountID) async throws -> PositionUse?
    /// About how many positions there are of a person, by how long the pieces are.
    func countPositions(of person: AccountID) async throws -> Int
    /// What there is of a person in `hours`, in the order of hours and numbers; what was just put together may be there
    /// in both forms.
    func hours(of person: AccountID, in hours: ClosedRange<Int64>) async throws -> [SealedHour]
    /// The hours from one end of `hours` on that hold as much of a person as makes `bytes`, sealed, or more with the
    /// last hour: nothing of the hours before the other end of the answer is left out. `nil` when there is nothing.
    func part(
        of person: AccountID, in hours: ClosedRange<Int64>, from end: HourEnd, bytes: Int
    ) async throws -> ClosedRange<Int64>?
    /// A number that nothing of a person has a larger one than, and the last hour; `nil` when there is nothing.
    func last(of person: AccountID) async throws -> (number: Int64, hour: Int64)?
    /// Puts `piece` in place of those of its hour with the numbers `old`; throws `notFound` when one of them is not
    /// there any more, and `keyUsed`.
    func replace(_ old: [Int64], of person: AccountID, by piece: SealedHour) async throws
    /// Removes what there is of a person in hours before `hour`; files may hold it until `forgetRemoved` returns.
    func removeHours(of person: AccountID, before hour: Int64) async throws
    /// Removes all that there is of a person, and how much of what they may they have used.
    func removeAll(of person: AccountID) async throws
    /// Leaves nothing in files of what was removed, unless somebody is just reading it.
    func forgetRemoved() async
    /// Makes room for what is added, after hours were put together; what is found does not change by it.
    func makeRoom() async
    /// Hours before `hour` of which a person's pieces are to be put together: all of several pieces, and none of one
    /// that `replace` made.
    func piecedHours(of person: AccountID, before hour: Int64) async throws -> [Int64]
    /// Who there are positions of, in the order of ids, at most `limit` behind `person`.
    func people(after person: AccountID?, limit: Int) async throws -> [AccountID]
}

/// Everything of people's presence that is kept of one tenant, but for their keys.
package typealias PresenceStore = PositionStore & DeviceStore & PeopleStore & FriendStore & CircleStore & HomeGridStore
    & BusynessStore
    & QueueStore & VisitStore

package import Community

/// Sealed positions of one person in one hour. Each report adds one to its hour, until the server unites them.
package struct SealedHour: Sendable, Equatable {
    /// Counted since 1970.
    package let hour: Int64
    /// Grows with each that is added for a person; no two have the same number.
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
    package func lastNumbers(of people: [AccountID]) async throws -> [AccountID: Int64] { [:] }

    package func add(_ pieces: [SealedHour], of person: AccountID) async throws {
        try await add(pieces, of: person, use: nil)
    }
}

extension SealedHour {
    /// The number of bytes for the seal and the device, and for each position.
    package static let overhead = 46
    package static let bytesOfPosition = 26
}

/// One end of a span of hours.
package enum HourEnd: Sendable {
    case oldest, newest
}

extension HourEnd {
    /// Returns the part of `hours` that starts at this end and holds at least `bytes`, or all of `hours`. `sizes` are
    /// in order from this end. Returns `nil` if `sizes` is empty.
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

    /// Returns the hours that both parts hold. A `nil` part holds nothing anywhere.
    package func common(_ one: ClosedRange<Int64>?, _ other: ClosedRange<Int64>?) -> ClosedRange<Int64>? {
        guard let one, let other else { return one ?? other }
        return one.clamped(to: other)
    }
}

/// Stores positions, which it cannot read. A call returns once its changes are on the disk.
package protocol PositionStore: Sendable {
    /// Adds all `pieces` of a person or none, and stores `use` with them, if given. Throws `keyUsed` if a number is
    /// taken.
    func add(_ pieces: [SealedHour], of person: AccountID, use: PositionUse?) async throws
    /// Returns the stored use of a person's quotas; `nil` if nothing is stored.
    func use(of person: AccountID) async throws -> PositionUse?
    /// Returns about how many positions a person has, by the length of their pieces.
    func countPositions(of person: AccountID) async throws -> Int
    /// Returns the pieces of a person in `hours`, in the order of hours and numbers. Pieces that the server has just
    /// united may appear in both forms.
    func hours(of person: AccountID, in hours: ClosedRange<Int64>) async throws -> [SealedHour]
    /// Returns the hours from one end of `hours` on that hold at least `bytes` of sealed data of a person, or all of
    /// `hours`. The answer has whole hours. Returns `nil` if there is no data.
    func part(
        of person: AccountID, in hours: ClosedRange<Int64>, from end: HourEnd, bytes: Int
    ) async throws -> ClosedRange<Int64>?
    /// Returns a number that no piece of a person exceeds, and their last hour, which is -1 if no piece is left; `nil`
    /// if nothing is known of them.
    func last(of person: AccountID) async throws -> (number: Int64, hour: Int64)?
    /// Returns the last numbers of people's pieces, where other servers may add pieces, too; otherwise nothing.
    func lastNumbers(of people: [AccountID]) async throws -> [AccountID: Int64]
    /// Replaces the pieces with the numbers `old` in the hour of `piece` by `piece`. Throws `notFound` if one of them
    /// is gone, and `keyUsed`.
    func replace(_ old: [Int64], of person: AccountID, by piece: SealedHour) async throws
    /// Removes the pieces of a person in hours before `hour`. Files may hold them until `forgetRemoved` returns.
    func removeHours(of person: AccountID, before hour: Int64) async throws
    /// Removes all pieces of a person and the use of their quotas.
    func removeAll(of person: AccountID) async throws
    /// Removes deleted data from all files, unless a read is going on.
    func forgetRemoved() async
    /// Reorganises storage for new data, after hours were united. It does not change any result.
    func makeRoom() async
    /// Returns the hours before `hour` in which a person's pieces need uniting: every hour with several pieces, and
    /// none with a single piece of `replace`.
    func piecedHours(of person: AccountID, before hour: Int64) async throws -> [Int64]
    /// Returns the people who have positions, in the order of ids, at most `limit` after `person`.
    func people(after person: AccountID?, limit: Int) async throws -> [AccountID]
}

/// Stores everything about people's presence, except their keys.
package typealias PresenceStore = PositionStore & DeviceStore & PeopleStore & FriendStore & CircleStore & HomeGridStore
    & BusynessStore
    & QueueStore & VisitStore

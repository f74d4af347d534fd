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

/// Keeps positions, which it cannot read. What a call has written is on the disk when it returns.
package protocol PositionStore: Sendable {
    /// Adds `pieces` of a person, all of them or none; throws `keyUsed` when one of the numbers is taken.
    func add(_ pieces: [SealedHour], of person: AccountID) async throws
    /// What there is of a person in `hours`, in the order of hours and numbers; what was just put together may be there
    /// in both forms.
    func hours(of person: AccountID, in hours: ClosedRange<Int64>) async throws -> [SealedHour]
    /// A number that nothing of a person has a larger one than, and the last hour; `nil` when there is nothing.
    func last(of person: AccountID) async throws -> (number: Int64, hour: Int64)?
    /// Puts `piece` in place of those of its hour with the numbers `old`; throws `notFound` when one of them is not
    /// there any more, and `keyUsed`.
    func replace(_ old: [Int64], of person: AccountID, by piece: SealedHour) async throws
    /// Removes what there is of a person in hours before `hour`; files may hold it until `forgetRemoved` returns.
    func removeHours(of person: AccountID, before hour: Int64) async throws
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

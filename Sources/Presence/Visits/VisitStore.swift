package import Community

/// The visits of one person that began on one day (UTC), sealed.
package struct SealedVisits: Sendable, Equatable {
    /// Counted since 1970.
    package let day: Int64
    /// The name of the key that opens it.
    package let key: Int64
    package let sealed: [UInt8]

    package init(day: Int64, key: Int64, sealed: [UInt8]) {
        (self.day, self.key, self.sealed) = (day, key, sealed)
    }
}

/// Keeps visits, which it cannot read. What a call has written is on the disk when it returns.
package protocol VisitStore: Sendable {
    /// What there is of a person on `days`, in their order.
    func visits(of person: AccountID, in days: ClosedRange<Int64>) async throws -> [SealedVisits]
    /// Keeps `rows` of a person, all of them or none, each in place of what there was of its day.
    func keep(_ rows: [SealedVisits], of person: AccountID) async throws
    /// Removes all there is of a person; files may hold it until `PositionStore.forgetRemoved` returns.
    func removeVisits(of person: AccountID) async throws
}

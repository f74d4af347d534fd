package import Community

/// The sealed visits of one person that began on one UTC day.
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

/// Stores visits, which it cannot read. A call returns once its changes are on the disk.
package protocol VisitStore: Sendable {
    /// Returns the rows of a person on `days`, in the order of days.
    func visits(of person: AccountID, in days: ClosedRange<Int64>) async throws -> [SealedVisits]
    /// Stores all `rows` of a person or none. Each replaces the earlier row of its day.
    func keep(_ rows: [SealedVisits], of person: AccountID) async throws
    /// Removes all rows of a person. Files may hold them until `PositionStore.forgetRemoved` returns.
    func removeVisits(of person: AccountID) async throws
}

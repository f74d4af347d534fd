package import Community

/// Stores what each person shares. A call returns once its changes are on the disk.
package protocol PeopleStore: Sendable {
    /// Returns what a person shares, sealed; `nil` if they have not chosen yet.
    func sharing(of person: AccountID) async throws -> SealedSharing?
    /// Stores what a person shares. Throws `changedMeanwhile` unless it is the revision after the stored one.
    func setSharing(_ sharing: SealedSharing, of person: AccountID) async throws
    /// Returns people who have chosen what they share, in the order of ids, at most `limit` after `person`.
    func sharers(after person: AccountID?, limit: Int) async throws -> [AccountID]
    /// Removes what a person shares. Does nothing if nothing is stored.
    func forgetSharing(of person: AccountID) async throws
}

/// A person's sharing, which only their key opens.
package struct SealedSharing: Sendable, Equatable {
    /// 1 when new, one more with each change.
    package let revision: Int
    /// The name of the key that opens it.
    package let key: Int64
    package let sealed: [UInt8]

    package init(revision: Int, key: Int64, sealed: [UInt8]) {
        self.revision = revision
        self.key = key
        self.sealed = sealed
    }
}

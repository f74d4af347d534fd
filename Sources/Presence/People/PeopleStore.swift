package import Community

/// What is kept of who shares what with whom. What a call has written is on the disk when it returns.
package protocol PeopleStore: Sendable {
    /// What a person shares, sealed; `nil` for one who has said nothing.
    func sharing(of person: AccountID) async throws -> SealedSharing?
    /// Keeps what a person shares; throws `changedMeanwhile` when it is not the revision after the one that is there.
    func setSharing(_ sharing: SealedSharing, of person: AccountID) async throws
    /// Who has said what they share, in the order of ids, at most `limit` behind `person`.
    func sharers(after person: AccountID?, limit: Int) async throws -> [AccountID]
    /// Removes what a person shares; nothing is no fault.
    func forgetSharing(of person: AccountID) async throws
}

/// What a person shares, which only their key opens.
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

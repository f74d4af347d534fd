import GeoCore
package import Gossip

/// What a message of the mesh says about one field of an entry of the guide, or about the order of a list.
package struct GuideChange: Sendable, Equatable {
    package let order: MessageOrder
    /// The entry, or the subject of a list.
    package let subject: GuideID
    /// The number of the field; numbers of later versions are kept, too.
    package let field: UInt8
    /// `nil` where the field is empty.
    package let value: [UInt8]?

    package init(_ order: MessageOrder, of subject: GuideID, field: UInt8, value: [UInt8]?) {
        (self.order, self.subject, self.field) = (order, subject, field)
        self.value = value?.isEmpty == true ? nil : value
    }
}

extension GuideRows {
    /// Notes who ordered the list of an entry.
    package mutating func note(_ orderer: AccountID?, of list: GuideList) throws {
        try set(.local(orderer?.bytes), FieldRegister.orderer, of: list.subject)
    }
}

/// Merges messages of the mesh into the guide. A call returns when its changes are on disk; after an error nothing has
/// changed.
package protocol GuideMergeStore: Sendable {
    /// Makes messages of what curators changed here, then merges a message that the caller has checked. Returns whether
    /// the guide changed. `signer` says who signs for an account; `nil` for one that is no curator of the mesh, and whose
    /// changes stay here until somebody else changes the same entry. Changes at the command line have no account.
    func merge(
        _ change: GuideChange, signer: @escaping @Sendable (AccountID?) -> MessageSigner?, at time: Timestamp
    ) async throws -> Bool
    /// Takes back a message that operators hide: where its field has its value, it gets that of the greatest of `others`,
    /// which are about the same entry or list, or none. Returns whether the guide changed.
    func takeBack(
        _ change: GuideChange, _ others: [GuideChange], signer: @escaping @Sendable (AccountID?) -> MessageSigner?,
        at time: Timestamp
    ) async throws -> Bool
    /// Makes messages of what curators changed here and of embargoes that have ended.
    func tellGuide(signer: @escaping @Sendable (AccountID?) -> MessageSigner?, at time: Timestamp) async throws
}

/// The rows of a store that merging the guide reads and writes, in one transaction.
package protocol GuideRows {
    /// Returns the registers of an entry or a list, by field.
    func registers(of subject: GuideID) throws -> [UInt8: FieldRegister]
    mutating func set(_ register: FieldRegister, _ field: UInt8, of subject: GuideID) throws
    /// Returns the subjects with a value in `field`: with this one, or with any.
    func subjects(of field: GuideField, with value: [UInt8]?) throws -> [GuideID]
    /// Returns an entry, also a deleted one.
    func entry(_ id: GuideID) throws -> GuideEntry?
    /// Returns all entries, also deleted ones.
    func allEntries() throws -> [GuideEntry]
    /// Returns the entries of a list that are not deleted, in their order.
    func entries(of list: GuideList) throws -> [GuideEntry]
    /// Returns the account that changed an entry last.
    func editor(of entry: GuideEntry) throws -> AccountID?
    /// Adds an entry, or writes it, with its version.
    mutating func write(_ entry: GuideEntry, isNew: Bool) throws
    /// Forgets the versions of an entry and the votes for it.
    mutating func forgetHistory(of entry: GuideID) throws
    mutating func setRank(_ rank: Int, of entry: GuideID, at time: HybridTime) throws
    mutating func send(_ draft: MessageDraft, of signer: MessageSigner, about subject: GuideID) throws
    /// A reading of the store's clock.
    mutating func reading() -> HybridTime
}

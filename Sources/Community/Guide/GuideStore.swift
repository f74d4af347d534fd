/// Stores the guide. A call returns when its changes are on disk.
package protocol GuideStore: Sendable {
    /// Adds entries, all or none, each last among its kind and after its venue, for an account or at the command line.
    ///
    /// Throws `notFound` if a venue or the editor's account does not exist, `missingVenue` if a tour includes a missing
    /// venue, `pictureUnavailable`, `pictureBudget` if the new pictures exceed `budget`, and `quotaReached` if the
    /// entries do.
    func add(
        _ entries: [NewGuideEntry], within budget: GuideBudget, by editor: AccountID?, at time: Timestamp
    ) async throws -> [GuideEntry]
    /// Changes an entry that is at `revision`, and returns it. A draft that equals the entry changes nothing. A draft
    /// of `nil` deletes the entry; a draft for a deleted entry restores it.
    ///
    /// Throws `notFound`, `changedMeanwhile`, `pictureUnavailable`, `pictureBudget`, `missingVenue`, `quotaReached` for
    /// a restored entry, and `inTours` for deleting a venue that tours include.
    func change(
        _ id: GuideID, at revision: Int, to draft: GuideDraft?, within budget: GuideBudget, by editor: AccountID?,
        at time: Timestamp
    ) async throws -> GuideEntry
    /// Sets the order of all entries of a kind, or of all works of a venue; throws `orderChanged` if `ids` are not
    /// exactly these.
    func order(_ ids: [GuideID], by editor: AccountID?, at time: Timestamp) async throws
    /// Returns all entries that are not deleted, by kind, venue and rank; works of deleted venues, too.
    func guide() async throws -> [GuideEntry]
    /// Returns an entry, also a deleted one.
    func entry(_ id: GuideID) async throws -> GuideEntry?
    /// Returns the time of the last change; zero if there was none.
    func lastGuideChange() async throws -> HybridTime
    /// Returns at most `limit` changes before `time`, newest first.
    func versions(before time: HybridTime?, limit: Int) async throws -> [GuideVersion]
    func version(_ revision: Int, of id: GuideID) async throws -> GuideVersion?
    /// Removes a picture of the guide from every entry and version, and deletes its record. Current entries with the
    /// picture get a new version without it, by `editor`. Throws `notFound` if the guide has no such picture, or if the
    /// editor's account no longer exists.
    func purge(_ picture: PictureID, by editor: AccountID?, at time: Timestamp) async throws -> PicturePurge
    /// Adds or removes an account's vote for a work, unless `key` did so before: the account may have changed its mind
    /// meanwhile. Throws `notFound`, and `keyUsed` if the key came with other content.
    func setVote(
        _ isFor: Bool, for work: GuideID, by account: AccountID, key: IdempotencyKey?, at time: Timestamp
    ) async throws
    /// Returns the votes for the works of a venue, and which of them `account` cast.
    func votes(in venue: GuideID, by account: AccountID?) async throws -> [GuideID: GuideVotes]
}

/// An entry before the store adds it.
package struct NewGuideEntry: Sendable {
    package let id: GuideID
    package let venue: GuideID?
    package let draft: GuideDraft

    package init(id: GuideID, venue: GuideID?, draft: GuideDraft) {
        self.id = id
        self.venue = venue
        self.draft = draft
    }
}

/// The result of removing a picture from the guide.
package struct PicturePurge: Sendable, Equatable {
    /// The number of entries that showed it until now.
    package let entries: Int
    /// The number of versions in the history that lost it.
    package let versions: Int

    package init(entries: Int, versions: Int) {
        self.entries = entries
        self.versions = versions
    }
}

package struct GuideVotes: Sendable, Equatable {
    package let count: Int
    package let isMine: Bool

    package init(count: Int, isMine: Bool) {
        self.count = count
        self.isMine = isMine
    }
}

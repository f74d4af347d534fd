/// Keeps the guide. What a call has written is on the disk when it returns.
package protocol GuideStore: Sendable {
    /// Adds entries, all or none, each last among its like and behind what it belongs to, for an account or at the
    /// command line; throws `notFound` when a venue, or the editor's account, is not there, `missingVenue` when a tour
    /// leads to none, `pictureNotFree`, and `pictureBudget` and `quotaReached` when pictures that become the guide's, or
    /// the entries, are more than `budget` leaves it.
    func add(
        _ entries: [NewGuideEntry], within budget: GuideBudget, by editor: AccountID?, at milliseconds: Int64
    ) async throws -> [GuideEntry]
    /// Changes an entry that is at `revision`, and returns it; throws `notFound`, `changedMeanwhile`, `pictureNotFree`,
    /// `pictureBudget`, `missingVenue`, and `quotaReached` for one that would come back. A draft that says what the entry says changes nothing. A draft of `nil` deletes
    /// it, which throws `inTours` for a venue that tours lead to; one that was deleted comes back with a draft.
    func change(
        _ id: GuideID, at revision: Int, to draft: GuideDraft?, within budget: GuideBudget, by editor: AccountID?,
        at milliseconds: Int64
    ) async throws -> GuideEntry
    /// Puts all entries of a kind, or all works of a venue, in this order; throws `orderChanged` when these are not all
    /// of them.
    func order(_ ids: [GuideID], at milliseconds: Int64) async throws
    /// Everything that is not deleted, by kind, venue and rank; works of deleted venues too.
    func guide() async throws -> [GuideEntry]
    /// An entry, also a deleted one.
    func entry(_ id: GuideID) async throws -> GuideEntry?
    /// When the guide was last changed; the beginning of time when it never was.
    func lastGuideChange() async throws -> HybridTime
    /// At most `limit` changes before `time`, newest first.
    func versions(before time: HybridTime?, limit: Int) async throws -> [GuideVersion]
    func version(_ revision: Int, of id: GuideID) async throws -> GuideVersion?
    /// Takes a picture of the guide out of every entry and version, and forgets it. What shows it now gets a version
    /// without it, by `editor`. Throws `notFound` when the guide has no such picture, or the editor's account has gone.
    func purge(_ picture: PictureID, by editor: AccountID?, at milliseconds: Int64) async throws -> PicturePurge
    /// Notes that somebody votes for a work, or no longer does; throws `notFound`.
    func setVote(_ isFor: Bool, for work: GuideID, by account: AccountID) async throws
    /// The votes for the works of a venue, and which of them are by `account`.
    func votes(in venue: GuideID, by account: AccountID?) async throws -> [GuideID: GuideVotes]
}

/// An entry that is to be added.
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

/// What was done to take a picture out of the guide.
package struct PicturePurge: Sendable, Equatable {
    /// Entries that showed it until now.
    package let entries: Int
    /// Versions of the history that it was taken out of.
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

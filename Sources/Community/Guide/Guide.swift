/// The rules of the guide: what an entry may hold, who sees and changes which.
package struct Guide: Sendable {
    private let store: any GuideStore
    private let budget: GuideBudget
    /// Milliseconds since 1970.
    private let now: @Sendable () -> Int64

    package init(
        store: some GuideStore, budget: GuideBudget, now: @escaping @Sendable () -> Int64
    ) {
        self.store = store
        self.budget = budget
        self.now = now
    }

    /// The most characters of names, of one-line texts, and of descriptions; the most venues of a tour.
    package static let nameLength = 200
    package static let lineLength = 2000
    package static let descriptionLength = 20_000
    package static let tourLength = 200
    /// The greatest width or height of a work, in its unit; the years that one may be made in.
    package static let maximumLength = 1e6
    package static let years = -100_000...3000

    package var milliseconds: Int64 { now() }

    /// Adds an entry; a work needs a `venue`. Throws `notAllowed`, `notFound`, `invalid`, `pictureNotFree`,
    /// `pictureBudget`, `quotaReached`.
    package func add(
        _ draft: GuideDraft, to venue: GuideID? = nil, by editor: GuideEditor
    ) async throws -> GuideEntry {
        try Self.checkCurator(editor)
        try Self.check(draft)
        let entry = NewGuideEntry(id: newID(), venue: venue, draft: draft)
        guard let added = try await add(checked: [entry], by: editor).first else { throw CommunityFault.notFound }
        return added
    }

    /// Adds entries, which may name each other's ids, all or none; throws what adding one does. Their content was taken
    /// by `check`: of ten thousand that takes a while, which is for another thread than the caller's.
    package func add(checked entries: [NewGuideEntry], by editor: GuideEditor) async throws -> [GuideEntry] {
        try Self.checkCurator(editor)
        return try await store.add(entries, within: budget, by: editor.account?.id, at: now())
    }

    /// Throws `quotaReached` when there is no room for `count` entries beside `known` ones; `add` looks again.
    package func checkRoom(for count: Int, beside known: Int) throws(CommunityFault) {
        try budget.check(count, beside: known)
    }

    /// An id for an entry that is to be added.
    package func newID() -> GuideID {
        var generator = SystemRandomNumberGenerator()
        return GuideID(at: now(), using: &generator)
    }

    /// Changes an entry of the same kind; throws `notAllowed`, `notFound`, `changedMeanwhile`, `invalid`,
    /// `pictureNotFree`, `pictureBudget`. A draft that says what the entry says already leaves it at its revision.
    package func change(
        _ id: GuideID, at revision: Int, to draft: GuideDraft, by editor: GuideEditor
    ) async throws -> GuideEntry {
        try Self.checkCurator(editor)
        try Self.check(draft)
        guard let entry = try await store.entry(id), !entry.isDeleted, entry.content.kind == draft.content.kind else {
            throw CommunityFault.notFound
        }
        return try await store.change(
            id, at: revision, to: draft, within: budget, by: editor.account?.id, at: now())
    }

    /// Deletes an entry of `kind`, a venue with its works; throws `notAllowed`, `notFound`, `changedMeanwhile`, and
    /// `inTours` for a venue that tours lead to.
    package func delete(_ id: GuideID, _ kind: GuideKind, by editor: GuideEditor) async throws {
        try Self.checkCurator(editor)
        guard let entry = try await store.entry(id), !entry.isDeleted, entry.content.kind == kind else {
            throw CommunityFault.notFound
        }
        _ = try await store.change(
            id, at: entry.revision, to: nil, within: budget, by: editor.account?.id, at: now())
    }

    /// Makes an entry what it was before the change that led to `revision`; throws `notAllowed`, `notFound`, and
    /// `changedMeanwhile` when that was not the last one; `inTours` and `missingVenue` when a tour would lead to a
    /// venue that is not there, and `quotaReached` when a deleted one has no room.
    package func undo(_ revision: Int, of id: GuideID, by editor: GuideEditor) async throws {
        try Self.checkCurator(editor)
        guard let entry = try await store.entry(id) else { throw CommunityFault.notFound }
        guard entry.revision == revision else { throw CommunityFault.changedMeanwhile(current: entry.revision) }
        let before = revision == 1 ? nil : try await store.version(revision - 1, of: id)
        let draft = before.flatMap { $0.isDeleted ? nil : $0.draft }
        _ = try await store.change(
            id, at: revision, to: draft, within: budget, by: editor.account?.id, at: now())
    }

    /// Takes a picture out of the guide and its history for good; throws `notAllowed`, `notFound`.
    package func purge(_ picture: PictureID, by editor: GuideEditor) async throws -> PicturePurge {
        try Self.checkCurator(editor)
        return try await store.purge(picture, by: editor.account?.id, at: now())
    }

    /// An entry, also a deleted one.
    package func entry(_ id: GuideID) async throws -> GuideEntry? { try await store.entry(id) }

    /// Puts all entries of a kind, or all works of a venue, in this order; throws `notAllowed` and `orderChanged`.
    package func order(_ ids: [GuideID], by editor: GuideEditor) async throws {
        try Self.checkCurator(editor)
        try await store.order(ids, at: now())
    }

    /// Everything, drafts too; who may see which, `isPublic` tells.
    package func entries() async throws -> [GuideEntry] { try await store.guide() }

    package func lastChange() async throws -> HybridTime { try await store.lastGuideChange() }

    /// At most `limit` changes before `time`, newest first; throws `notAllowed`.
    package func versions(
        before time: HybridTime?, limit: Int, for editor: GuideEditor
    ) async throws -> [GuideVersion] {
        try Self.checkCurator(editor)
        return try await store.versions(before: time, limit: limit)
    }

    package func setVote(_ isFor: Bool, for work: GuideID, by account: Account) async throws {
        try await store.setVote(isFor, for: work, by: account.id)
    }

    package func votes(in venue: GuideID, by account: Account?) async throws -> [GuideID: GuideVotes] {
        try await store.votes(in: venue, by: account?.id)
    }

    /// Whether somebody sees drafts and what is under embargo.
    package static func seesAll(_ viewer: Account?) -> Bool { (viewer?.role ?? .user) >= .curator }

    private static func checkCurator(_ editor: GuideEditor) throws(CommunityFault) {
        guard editor.account.map({ $0.role >= .curator }) ?? true else { throw .notAllowed }
    }

    private static func check(_ draft: GuideDraft) throws(CommunityFault) { try check(draft.content) }

    /// Throws `invalid` when an entry breaks a rule, as far as it can be told without the rest of the guide.
    package static func check(_ content: GuideContent) throws(CommunityFault) {
        switch content {
        case .venue(let venue): try check(venue)
        case .work(let work): try check(work)
        case .tour(let tour): try check(tour)
        }
        if let text = content.picture?.text, !text.isEmpty {
            try Timeline.check(text, "picture.text", maximum: Timeline.pictureTextLength)
        }
    }

    private static func check(_ venue: GuideContent.Venue) throws(CommunityFault) {
        try Timeline.check(venue.name, "name", maximum: nameLength)
        try check(venue.address, "address", maximum: lineLength)
        try check(venue.description, "description", maximum: descriptionLength)
        try check(venue.hours, "hours", maximum: lineLength)
        try check(venue.link, "link", maximum: lineLength)
        if let link = venue.link {
            let scheme = link.prefix { $0 != ":" }.lowercased(), rest = link.dropFirst(scheme.count)
            guard ["http", "https"].contains(scheme), rest.hasPrefix("://"), rest.count > 3,
                !link.contains(where: \.isWhitespace)
            else { throw .invalid(field: "link", reason: "is no address that begins with http:// or https://") }
        }
    }

    private static func check(_ work: GuideContent.Work) throws(CommunityFault) {
        try Timeline.check(work.title, "title", maximum: nameLength)
        try check(work.artist, "artist", maximum: nameLength)
        try check(work.medium, "medium", maximum: nameLength)
        try check(work.description, "description", maximum: descriptionLength)
        for (field, length) in [("width", work.width), ("height", work.height)] {
            guard let length else { continue }
            guard length > 0, length <= maximumLength else {
                throw .invalid(field: field, reason: "is not above 0 and at most \(Int(maximumLength))")
            }
        }
        if let year = work.year, !years.contains(year) {
            throw .invalid(field: "year", reason: "is no year that a work was made in")
        }
    }

    private static func check(_ tour: GuideContent.Tour) throws(CommunityFault) {
        try Timeline.check(tour.name, "name", maximum: nameLength)
        try check(tour.description, "description", maximum: descriptionLength)
        guard (1...tourLength).contains(tour.venues.count), Set(tour.venues).count == tour.venues.count else {
            throw .invalid(field: "venues", reason: "are not 1 to \(tourLength) different venues")
        }
    }

    private static func check(_ text: String?, _ field: String, maximum: Int) throws(CommunityFault) {
        if let text { try Timeline.check(text, field, maximum: maximum) }
    }
}

/// Who changes the guide.
package struct GuideEditor: Sendable {
    /// `nil` at the command line: whoever has the data folder may do everything.
    package let account: Account?

    package init(_ account: Account) { self.account = account }

    private init() { account = nil }

    package static let commandLine = GuideEditor()
}

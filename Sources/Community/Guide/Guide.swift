/// The rules of the guide: the content of entries, and who sees and changes which.
package struct Guide: Sendable {
    private let store: any GuideStore
    private let budget: GuideBudget
    private let now: @Sendable () -> Timestamp

    package init(
        store: some GuideStore, budget: GuideBudget, now: @escaping @Sendable () -> Timestamp
    ) {
        self.store = store
        self.budget = budget
        self.now = now
    }

    /// The maximum number of characters of names, of one-line texts, and of descriptions; the maximum number of venues
    /// of a tour.
    package static let nameLength = 200
    package static let lineLength = 2000
    package static let descriptionLength = 20_000
    package static let tourLength = 200
    /// The maximum width or height of a work, in its unit; the possible years of a work.
    package static let maximumLength = 1e6
    package static let years = -100_000...3000

    package var milliseconds: Timestamp { now() }

    /// Adds an entry; a work needs a `venue`. Throws `notAllowed`, `notFound`, `invalid`, `pictureUnavailable`,
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

    /// Adds entries, all or none; they may refer to each other by id. Throws the faults of a single addition.
    ///
    /// The caller must have passed their content to `check`. For ten thousand entries that takes a while, so it may run
    /// on another thread.
    package func add(checked entries: [NewGuideEntry], by editor: GuideEditor) async throws -> [GuideEntry] {
        try Self.checkCurator(editor)
        return try await store.add(entries, within: budget, by: editor.account?.id, at: now())
    }

    /// Throws `quotaReached` if `count` entries exceed the budget beside `known` ones; `add` checks again.
    package func checkRoom(for count: Int, beside known: Int) throws(CommunityFault) {
        try budget.check(count, beside: known)
    }

    /// Returns an id for a new entry.
    package func newID() -> GuideID {
        var generator = SystemRandomNumberGenerator()
        return GuideID(at: now(), using: &generator)
    }

    /// Changes an entry of the same kind. A draft that equals the entry does not change its revision.
    ///
    /// Throws `notAllowed`, `notFound`, `changedMeanwhile`, `invalid`, `pictureUnavailable`, `pictureBudget`.
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

    /// Deletes an entry of `kind`; a venue goes with its works. Throws `notAllowed`, `notFound`, `changedMeanwhile`,
    /// and `inTours` for a venue that tours include.
    package func delete(_ id: GuideID, _ kind: GuideKind, by editor: GuideEditor) async throws {
        try Self.checkCurator(editor)
        guard let entry = try await store.entry(id), !entry.isDeleted, entry.content.kind == kind else {
            throw CommunityFault.notFound
        }
        _ = try await store.change(
            id, at: entry.revision, to: nil, within: budget, by: editor.account?.id, at: now())
    }

    /// Restores an entry as it was before the change that led to `revision`.
    ///
    /// Throws `notAllowed`, `notFound`, `changedMeanwhile` if that was not the last change, `inTours` and
    /// `missingVenue` if a tour would include a missing venue, and `quotaReached` if the budget has no room for a
    /// deleted entry.
    package func undo(_ revision: Int, of id: GuideID, by editor: GuideEditor) async throws {
        try Self.checkCurator(editor)
        guard let entry = try await store.entry(id) else { throw CommunityFault.notFound }
        guard entry.revision == revision else { throw CommunityFault.changedMeanwhile(current: entry.revision) }
        let before = revision == 1 ? nil : try await store.version(revision - 1, of: id)
        let draft = before.flatMap { $0.isDeleted ? nil : $0.draft }
        _ = try await store.change(
            id, at: revision, to: draft, within: budget, by: editor.account?.id, at: now())
    }

    /// Removes a picture from the guide and its history for good; throws `notAllowed`, `notFound`.
    package func purge(_ picture: PictureID, by editor: GuideEditor) async throws -> PicturePurge {
        try Self.checkCurator(editor)
        return try await store.purge(picture, by: editor.account?.id, at: now())
    }

    /// Returns an entry, also a deleted one.
    package func entry(_ id: GuideID) async throws -> GuideEntry? { try await store.entry(id) }

    /// Sets the order of all entries of a kind, or of all works of a venue; throws `notAllowed` and `orderChanged`.
    package func order(_ ids: [GuideID], by editor: GuideEditor) async throws {
        try Self.checkCurator(editor)
        try await store.order(ids, by: editor.account?.id, at: now())
    }

    /// Returns all entries, drafts too; `isPublic` says who may see which.
    package func entries() async throws -> [GuideEntry] { try await store.guide() }

    package func lastChange() async throws -> HybridTime { try await store.lastGuideChange() }

    /// Returns at most `limit` changes before `time`, newest first; throws `notAllowed`.
    package func versions(
        before time: HybridTime?, limit: Int, for editor: GuideEditor
    ) async throws -> [GuideVersion] {
        try Self.checkCurator(editor)
        return try await store.versions(before: time, limit: limit)
    }

    /// Adds or removes an account's vote for a work, once for each `key`; throws `notFound`, `invalid`, and `keyUsed` if
    /// the key belongs to another request.
    package func setVote(_ isFor: Bool, for work: GuideID, by account: Account, key: String? = nil) async throws {
        let key = try IdempotencyKey.sent(key, by: account.id, for: ["vote", work.text, isFor ? "for" : "back"])
        try await store.setVote(isFor, for: work, by: account.id, key: key, at: now())
    }

    package func votes(in venue: GuideID, by account: Account?) async throws -> [GuideID: GuideVotes] {
        try await store.votes(in: venue, by: account?.id)
    }

    /// Whether a viewer sees drafts and entries under embargo.
    package static func seesAll(_ viewer: Account?) -> Bool { (viewer?.role ?? .user) >= .curator }

    private static func checkCurator(_ editor: GuideEditor) throws(CommunityFault) {
        guard editor.account.map({ $0.role >= .curator }) ?? true else { throw .notAllowed }
    }

    private static func check(_ draft: GuideDraft) throws(CommunityFault) { try check(draft.content) }

    /// Throws `invalid` if an entry breaks a rule that does not depend on the rest of the guide.
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
        try check(venue.detail)
        if let link = venue.link {
            let scheme = link.prefix { $0 != ":" }.lowercased(), rest = link.dropFirst(scheme.count)
            guard ["http", "https"].contains(scheme), rest.hasPrefix("://"), rest.count > 3,
                !link.contains(where: \.isWhitespace)
            else { throw .invalid(field: "link", reason: "must be a web address that begins with http:// or https://") }
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
                throw .invalid(field: field, reason: "must be above 0 and at most \(Int(maximumLength))")
            }
        }
        if let year = work.year, !years.contains(year) {
            throw .invalid(field: "year", reason: "is not a possible year for a work")
        }
    }

    private static func check(_ tour: GuideContent.Tour) throws(CommunityFault) {
        try Timeline.check(tour.name, "name", maximum: nameLength)
        try check(tour.description, "description", maximum: descriptionLength)
        guard (1...tourLength).contains(tour.venues.count), Set(tour.venues).count == tour.venues.count else {
            throw .invalid(field: "venues", reason: "must be 1 to \(tourLength) different venues")
        }
    }

    static func check(_ text: String?, _ field: String, maximum: Int) throws(CommunityFault) {
        if let text { try Timeline.check(text, field, maximum: maximum) }
    }
}

/// The author of a change to the guide.
package struct GuideEditor: Sendable {
    /// The account; `nil` at the command line, where a person with access to the data folder may do everything.
    package let account: Account?

    package init(_ account: Account) { self.account = account }

    private init() { account = nil }

    package static let commandLine = GuideEditor()
}

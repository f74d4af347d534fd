import Community
import Foundation

extension Database {
    func add(
        _ entry: NewGuideEntry, of tenant: Data, _ budget: PictureBudget, _ editor: AccountID?, _ time: HybridTime
    ) throws -> GuideEntry {
        if let venue = entry.venue {
            guard let found = try guideEntry(venue, of: tenant), !found.isDeleted, found.content.kind == .venue else {
                throw CommunityFault.notFound
            }
        }
        let kind = entry.draft.content.kind
        let last = try Row.fetchOne(
            cachedStatement(
                sql: """
                    SELECT rank, id FROM guide_entries WHERE tenant = ? AND kind = ? AND venue IS ?
                    ORDER BY rank DESC LIMIT 1
                    """),
            arguments: [tenant, kind.rawValue, entry.venue?.data]
        ).map { try StoredRow($0, of: "guide_entries", id: 1).count(0) }
        var added = GuideEntry(
            id: entry.id, venue: entry.venue, draft: entry.draft, isDeleted: false, rank: (last ?? -1) + 1,
            revision: 1, created: time, changed: time)
        added.draft.content = try takingPictures(of: entry.draft.content, of: tenant, budget, editor)
        try checkTours(of: added, tenant)
        try insert(added, tenant)
        try keepVersion(of: added, tenant, editor)
        return added
    }

    func insert(_ entry: GuideEntry, _ tenant: Data) throws {
        try cachedStatement(
            sql: """
                INSERT INTO guide_entries (tenant, id, kind, venue, rank, content, published, embargo, deleted, revision,
                    created, changed)
                VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
                """
        ).execute(arguments: [
            tenant, entry.id.data, entry.content.kind.rawValue, entry.venue?.data, entry.rank,
            try StoredGuideContent(entry.content).json, entry.draft.isPublished, entry.draft.embargo,
            entry.isDeleted, entry.revision, entry.created.stored, entry.changed.stored,
        ])
    }

    /// Returns the number of entries that are not deleted.
    func guideCount(of tenant: Data) throws -> Int {
        try Int.fetchOne(
            cachedStatement(sql: "SELECT count(*) FROM guide_entries WHERE tenant = ? AND deleted = 0"),
            arguments: [tenant]) ?? 0
    }

    func guideEntry(_ id: GuideID, of tenant: Data) throws -> GuideEntry? {
        let statement = try cachedStatement(
            sql: "SELECT \(GuideEntry.columns) FROM guide_entries WHERE tenant = ? AND id = ?")
        return try Row.fetchOne(statement, arguments: [tenant, id.data]).map { try GuideEntry($0) }
    }

    /// Throws unless all venues of a tour exist, and no venue is deleted that a tour includes.
    func checkTours(of entry: GuideEntry, _ tenant: Data) throws {
        if case .tour(let tour) = entry.content, !entry.isDeleted {
            for id in tour.venues {
                guard let venue = try guideEntry(id, of: tenant), !venue.isDeleted, venue.content.kind == .venue else {
                    throw CommunityFault.missingVenue
                }
            }
        }
        guard entry.isDeleted, entry.content.kind == .venue else { return }
        let tours = try Row.fetchAll(
            self,
            sql: """
                SELECT \(GuideEntry.columns) FROM guide_entries WHERE tenant = ? AND kind = ? AND deleted = 0 ORDER BY rank
                """, arguments: [tenant, GuideKind.tour.rawValue]
        ).map { try GuideEntry($0) }.filter { $0.content.leads(to: entry.id) }
        guard tours.isEmpty else { throw CommunityFault.inTours(tours.map(\.content.name)) }
    }

    /// Writes the changes of an entry.
    func write(_ entry: GuideEntry, _ tenant: Data) throws {
        try execute(
            sql: """
                UPDATE guide_entries SET content = ?, published = ?, embargo = ?, deleted = ?, revision = ?, changed = ?
                WHERE tenant = ? AND id = ?
                """,
            arguments: [
                try StoredGuideContent(entry.content).json, entry.draft.isPublished, entry.draft.embargo,
                entry.isDeleted, entry.revision, entry.changed.stored, tenant, entry.id.data,
            ])
    }

    func keepVersion(of entry: GuideEntry, _ tenant: Data, _ editor: AccountID?) throws {
        do {
            try execute(
                sql: """
                    INSERT INTO guide_versions (tenant, entry, revision, content, published, embargo, deleted, editor,
                        time)
                    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
                    """,
                arguments: [
                    tenant, entry.id.data, entry.revision, try StoredGuideContent(entry.content).json,
                    entry.draft.isPublished, entry.draft.embargo, entry.isDeleted, editor?.data, entry.changed.stored,
                ])
        } catch ConstraintFault.foreignKey {
            throw CommunityFault.notFound
        }
        let statement = try cachedStatement(
            sql: "INSERT INTO guide_version_pictures (tenant, entry, revision, picture) VALUES (?, ?, ?, ?)")
        for picture in Set(entry.content.pictures.map(\.id)) {
            try statement.execute(arguments: [tenant, entry.id.data, entry.revision, picture.data])
        }
    }

    /// Returns the content with the sizes of its pictures, and makes them the guide's. They are pictures of the editor
    /// that no post shows, or ones that the guide had before. Throws `pictureUnavailable` and `pictureBudget`.
    func takingPictures(
        of content: GuideContent, of tenant: Data, _ budget: PictureBudget, _ editor: AccountID?
    ) throws -> GuideContent {
        // The same picture may be there twice. It becomes the guide's once.
        var taken: [PictureID: ShownPicture] = [:]
        return try content.mapPictures { wanted in
            let picture = try taken[wanted.id] ?? guidePicture(wanted, of: tenant, budget, editor)
            taken[wanted.id] = picture
            return ShownPicture(id: wanted.id, width: picture.width, height: picture.height, text: wanted.text)
        }
    }

    private func guidePicture(
        _ wanted: ShownPicture, of tenant: Data, _ budget: PictureBudget, _ editor: AccountID?
    ) throws -> ShownPicture {
        if try !isInGuide(wanted.id, of: tenant) {
            return try takePicture(wanted, of: tenant, editor, within: budget)
        }
        guard let picture = try picture(wanted.id, of: tenant) else { throw CommunityFault.pictureUnavailable }
        return ShownPicture(id: wanted.id, width: picture.width, height: picture.height, text: wanted.text)
    }

    /// Whether any version of the guide shows a picture.
    func isInGuide(_ picture: PictureID, of tenant: Data) throws -> Bool {
        try Bool.fetchOne(
            self, sql: "SELECT EXISTS (SELECT 1 FROM guide_version_pictures WHERE tenant = ? AND picture = ?)",
            arguments: [tenant, picture.data]) ?? false
    }
}

extension GuideEntry {
    /// The columns that `init(_:)` reads, by position.
    static let columns =
        "id, kind, venue, rank, content, published, embargo, deleted, revision, created, changed"

    init(_ found: Row) throws {
        let row = StoredRow(found, of: "guide_entries")
        self.init(
            id: try row.id(0), venue: try row.optionalID(2), draft: try row.guideDraft(kind: row.word(1), at: 4),
            isDeleted: try row(7), rank: try row.count(3), revision: try row.count(8), created: try row.time(9),
            changed: try row.time(10))
    }
}

extension GuideVersion {
    /// The versions of a tenant; a condition may follow.
    static let query = """
        SELECT entry, guide_versions.revision, kind, guide_versions.content, guide_versions.published,
            guide_versions.embargo, guide_versions.deleted, name, time, editor
        FROM guide_versions
            JOIN guide_entries ON guide_entries.tenant = guide_versions.tenant AND guide_entries.id = entry
            LEFT JOIN accounts ON accounts.tenant = guide_versions.tenant AND accounts.id = editor
        WHERE guide_versions.tenant = ?
        """

    init(_ found: Row) throws {
        let row = StoredRow(found, of: "guide_versions"), entry = StoredRow(found, of: "guide_entries")
        let editor = StoredRow(found, of: "accounts", id: 9)
        self.init(
            entry: try row.id(0), revision: try row.count(1), draft: try row.guideDraft(kind: entry.word(2), at: 3),
            isDeleted: try row(6), editor: try editor(7, as: String?.self) ?? "", time: try row.time(8))
    }
}

extension StoredRow {
    /// Returns content, publication state and embargo from three columns, starting at `column`.
    func guideDraft(kind: GuideKind, at column: Int) throws -> GuideDraft {
        let text = try self(column, as: String.self)
        guard let content = try? StoredGuideContent(json: text).content(kind) else { throw damage }
        return GuideDraft(content: content, isPublished: try self(column + 1), embargo: try self(column + 2))
    }
}

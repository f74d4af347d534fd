package import Community
import Foundation
import GRDB

extension SQLiteStore: GuideStore {
    package func add(
        _ entries: [NewGuideEntry], within budget: GuideBudget, by editor: AccountID?, at milliseconds: Int64
    ) async throws -> [GuideEntry] {
        try await write { [tenant] database, clock in
            try budget.check(entries.count, beside: database.guideCount(of: tenant))
            return try entries.map {
                try database.add($0, of: tenant, budget.pictures, editor, clock.reading(at: milliseconds))
            }
        }
    }

    package func change(
        _ id: GuideID, at revision: Int, to draft: GuideDraft?, within budget: GuideBudget, by editor: AccountID?,
        at milliseconds: Int64
    ) async throws -> GuideEntry {
        try await write { [tenant] database, clock in
            guard var entry = try database.guideEntry(id, of: tenant) else { throw CommunityFault.notFound }
            guard entry.revision == revision else {
                throw CommunityFault.changedMeanwhile(current: entry.revision)
            }
            if var draft {
                if entry.isDeleted { try budget.check(1, beside: database.guideCount(of: tenant)) }
                draft.content.picture = try database.guidePicture(
                    of: draft.content, of: tenant, budget.pictures, editor)
                if draft == entry.draft, !entry.isDeleted { return entry }
                entry.draft = draft
            }
            entry.isDeleted = draft == nil
            entry.revision += 1
            entry.changed = clock.reading(at: milliseconds)
            try database.checkTours(of: entry, tenant)
            try database.write(entry, tenant)
            try database.keepVersion(of: entry, tenant, editor)
            return entry
        }
    }

    package func purge(
        _ picture: PictureID, by editor: AccountID?, at milliseconds: Int64
    ) async throws -> PicturePurge {
        let purge = try await write { [tenant] database, clock in
            let rows = try Row.fetchAll(
                database,
                sql: "SELECT entry, revision, content FROM guide_versions WHERE tenant = ? AND picture = ?",
                arguments: [tenant, picture.data])
            guard !rows.isEmpty else { throw CommunityFault.notFound }
            for found in rows {
                let row = StoredRow(found, of: "guide_versions")
                var content = try StoredGuideContent(json: try row(2))
                content.picture = nil
                try database.execute(
                    sql: """
                        UPDATE guide_versions SET content = ?, picture = NULL
                        WHERE tenant = ? AND entry = ? AND revision = ?
                        """, arguments: [try content.json, tenant, try row(0, as: Data.self), try row(1, as: Int.self)])
            }
            var entries = 0
            for id in Set(try rows.map { try StoredRow($0, of: "guide_versions").id(0) as GuideID }).sorted() {
                guard var entry = try database.guideEntry(id, of: tenant), entry.content.picture?.id == picture else {
                    continue
                }
                entry.draft.content.picture = nil
                if !entry.isDeleted {
                    entries += 1
                    entry.revision += 1
                    entry.changed = clock.reading(at: milliseconds)
                    try database.keepVersion(of: entry, tenant, editor)
                }
                try database.write(entry, tenant)
            }
            try database.execute(
                sql: "DELETE FROM pictures WHERE tenant = ? AND id = ?", arguments: [tenant, picture.data])
            return PicturePurge(entries: entries, versions: rows.count)
        }
        await emptyLog()
        return purge
    }

    package func order(_ ids: [GuideID], at milliseconds: Int64) async throws {
        try await write { [tenant] database, clock in
            guard let first = ids.first, let sample = try database.guideEntry(first, of: tenant) else {
                throw CommunityFault.orderChanged
            }
            let known = try Data.fetchAll(
                database,
                sql: "SELECT id FROM guide_entries WHERE tenant = ? AND kind = ? AND venue IS ? AND deleted = 0",
                arguments: [tenant, sample.content.kind.rawValue, sample.venue?.data])
            guard known.count == ids.count, Set(known) == Set(ids.map(\.data)) else {
                throw CommunityFault.orderChanged
            }
            let time = clock.reading(at: milliseconds).stored
            let statement = try database.cachedStatement(
                sql: "UPDATE guide_entries SET rank = ?, changed = ? WHERE tenant = ? AND id = ?")
            for (rank, id) in ids.enumerated() { try statement.execute(arguments: [rank, time, tenant, id.data]) }
        }
    }

    package func guide() async throws -> [GuideEntry] {
        try await read { [tenant] database in
            try Row.fetchAll(
                database,
                sql: """
                    SELECT \(GuideEntry.columns) FROM guide_entries WHERE tenant = ? AND deleted = 0
                    ORDER BY kind, venue, rank, id
                    """, arguments: [tenant]
            ).map { try GuideEntry($0) }
        }
    }

    package func entry(_ id: GuideID) async throws -> GuideEntry? {
        try await read { [tenant] database in try database.guideEntry(id, of: tenant) }
    }

    package func lastGuideChange() async throws -> HybridTime {
        try await read { [tenant] database in
            let time = try Int64.fetchOne(
                database, sql: "SELECT max(changed) FROM guide_entries WHERE tenant = ?", arguments: [tenant])
            return HybridTime(rawValue: UInt64(max(0, time ?? 0)))
        }
    }

    package func versions(before time: HybridTime?, limit: Int) async throws -> [GuideVersion] {
        try await read { [tenant] database in
            try Row.fetchAll(
                database,
                sql: """
                    \(GuideVersion.query) WHERE guide_versions.tenant = ? AND time < ? ORDER BY time DESC LIMIT ?
                    """, arguments: [tenant, time?.stored ?? .max, limit]
            ).map { try GuideVersion($0) }
        }
    }

    package func version(_ revision: Int, of id: GuideID) async throws -> GuideVersion? {
        try await read { [tenant] database in
            try Row.fetchOne(
                database,
                sql: """
                    \(GuideVersion.query) WHERE guide_versions.tenant = ? AND entry = ? AND guide_versions.revision = ?
                    """, arguments: [tenant, id.data, revision]
            ).map { try GuideVersion($0) }
        }
    }

    package func setVote(_ isFor: Bool, for work: GuideID, by account: AccountID) async throws {
        try await write { [tenant] database, _ in
            guard let entry = try database.guideEntry(work, of: tenant), !entry.isDeleted, entry.content.kind == .work
            else { throw CommunityFault.notFound }
            do {
                try database.execute(
                    sql: isFor
                        ? "INSERT OR IGNORE INTO guide_votes (tenant, work, account) VALUES (?, ?, ?)"
                        : "DELETE FROM guide_votes WHERE tenant = ? AND work = ? AND account = ?",
                    arguments: [tenant, work.data, account.data])
            } catch DatabaseError.SQLITE_CONSTRAINT_FOREIGNKEY {
                throw CommunityFault.notFound
            }
        }
    }

    package func votes(in venue: GuideID, by account: AccountID?) async throws -> [GuideID: GuideVotes] {
        try await read { [tenant] database in
            let rows = try Row.fetchAll(
                database,
                sql: """
                    SELECT work, count(*), max(account IS ?) FROM guide_votes
                    WHERE tenant = ? AND work IN (SELECT id FROM guide_entries WHERE tenant = ? AND venue = ?)
                    GROUP BY work
                    """, arguments: [account?.data, tenant, tenant, venue.data])
            return Dictionary(
                uniqueKeysWithValues: try rows.map { found in
                    let row = StoredRow(found, of: "guide_votes")
                    return (try row.id(0), GuideVotes(count: try row(1), isMine: try account != nil && row(2)))
                })
        }
    }
}

extension Database {
    fileprivate func add(
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
        added.draft.content.picture = try guidePicture(of: entry.draft.content, of: tenant, budget, editor)
        try checkTours(of: added, tenant)
        try cachedStatement(
            sql: """
                INSERT INTO guide_entries (tenant, id, kind, venue, rank, content, published, embargo, deleted, revision,
                    created, changed)
                VALUES (?, ?, ?, ?, ?, ?, ?, ?, 0, 1, ?, ?)
                """
        ).execute(arguments: [
            tenant, added.id.data, kind.rawValue, added.venue?.data, added.rank,
            try StoredGuideContent(added.content).json, added.draft.isPublished, added.draft.embargo, time.stored,
            time.stored,
        ])
        try keepVersion(of: added, tenant, editor)
        return added
    }

    /// Returns the number of entries that are not deleted.
    fileprivate func guideCount(of tenant: Data) throws -> Int {
        try Int.fetchOne(
            cachedStatement(sql: "SELECT count(*) FROM guide_entries WHERE tenant = ? AND deleted = 0"),
            arguments: [tenant]) ?? 0
    }

    fileprivate func guideEntry(_ id: GuideID, of tenant: Data) throws -> GuideEntry? {
        let statement = try cachedStatement(
            sql: "SELECT \(GuideEntry.columns) FROM guide_entries WHERE tenant = ? AND id = ?")
        return try Row.fetchOne(statement, arguments: [tenant, id.data]).map { try GuideEntry($0) }
    }

    /// Throws unless all venues of a tour exist, and no venue is deleted that a tour includes.
    fileprivate func checkTours(of entry: GuideEntry, _ tenant: Data) throws {
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
    fileprivate func write(_ entry: GuideEntry, _ tenant: Data) throws {
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

    fileprivate func keepVersion(of entry: GuideEntry, _ tenant: Data, _ editor: AccountID?) throws {
        do {
            try execute(
                sql: """
                    INSERT INTO guide_versions (tenant, entry, revision, content, picture, published, embargo, deleted, editor,
                        time)
                    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
                    """,
                arguments: [
                    tenant, entry.id.data, entry.revision, try StoredGuideContent(entry.content).json,
                    entry.content.picture?.id.data, entry.draft.isPublished, entry.draft.embargo, entry.isDeleted,
                    editor?.data, entry.changed.stored,
                ])
        } catch DatabaseError.SQLITE_CONSTRAINT_FOREIGNKEY {
            throw CommunityFault.notFound
        }
    }

    /// Returns the picture of `content` with its size, and makes it the guide's. It is a picture of the editor that no
    /// post shows, or one that the guide had before. Throws `pictureNotFree` and `pictureBudget`.
    fileprivate func guidePicture(
        of content: GuideContent, of tenant: Data, _ budget: PictureBudget, _ editor: AccountID?
    ) throws -> ShownPicture? {
        guard let wanted = content.picture else { return nil }
        if try !isInGuide(wanted.id, of: tenant) {
            return try takePicture(wanted, of: tenant, editor, within: budget)
        }
        guard let picture = try picture(wanted.id, of: tenant) else { throw CommunityFault.pictureNotFree }
        return ShownPicture(id: wanted.id, width: picture.width, height: picture.height, text: wanted.text)
    }

    /// Whether any version of the guide shows a picture.
    func isInGuide(_ picture: PictureID, of tenant: Data) throws -> Bool {
        try Bool.fetchOne(
            self, sql: "SELECT EXISTS (SELECT 1 FROM guide_versions WHERE tenant = ? AND picture = ?)",
            arguments: [tenant, picture.data]) ?? false
    }
}

extension GuideEntry {
    /// The columns that `init(_:)` reads, by position.
    fileprivate static let columns =
        "id, kind, venue, rank, content, published, embargo, deleted, revision, created, changed"

    fileprivate init(_ found: Row) throws {
        let row = StoredRow(found, of: "guide_entries")
        self.init(
            id: try row.id(0), venue: try row.optionalID(2), draft: try row.guideDraft(kind: row.word(1), at: 4),
            isDeleted: try row(7), rank: try row.count(3), revision: try row.count(8), created: try row.time(9),
            changed: try row.time(10))
    }
}

extension GuideVersion {
    fileprivate static let query = """
        SELECT entry, guide_versions.revision, kind, guide_versions.content, guide_versions.published,
            guide_versions.embargo, guide_versions.deleted, name, time, editor
        FROM guide_versions
            JOIN guide_entries ON guide_entries.tenant = guide_versions.tenant AND guide_entries.id = entry
            LEFT JOIN accounts ON accounts.tenant = guide_versions.tenant AND accounts.id = editor
        """

    fileprivate init(_ found: Row) throws {
        let row = StoredRow(found, of: "guide_versions"), entry = StoredRow(found, of: "guide_entries")
        let editor = StoredRow(found, of: "accounts", id: 9)
        self.init(
            entry: try row.id(0), revision: try row.count(1), draft: try row.guideDraft(kind: entry.word(2), at: 3),
            isDeleted: try row(6), editor: try editor(7, as: String?.self) ?? "", time: try row.time(8))
    }
}

extension StoredRow {
    /// Returns content, publication state and embargo from three columns, starting at `column`.
    fileprivate func guideDraft(kind: GuideKind, at column: Int) throws -> GuideDraft {
        let text = try self(column, as: String.self)
        guard let content = try? StoredGuideContent(json: text).content(kind) else { throw damage }
        return GuideDraft(content: content, isPublished: try self(column + 1), embargo: try self(column + 2))
    }
}

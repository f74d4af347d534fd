package import Community
import Foundation
import GeoCore

extension SQLiteStore: GuideStore {
    package func add(
        _ entries: [NewGuideEntry], within budget: GuideBudget, by editor: AccountID?, at time: Timestamp
    ) async throws -> [GuideEntry] {
        try await write { [tenant] database, clock in
            try budget.check(entries.count, beside: database.guideCount(of: tenant))
            return try entries.map {
                try database.add($0, of: tenant, budget.pictures, editor, clock.reading(at: time))
            }
        }
    }

    package func change(
        _ id: GuideID, at revision: Int, to draft: GuideDraft?, within budget: GuideBudget, by editor: AccountID?,
        at time: Timestamp
    ) async throws -> GuideEntry {
        try await write { [tenant] database, clock in
            guard var entry = try database.guideEntry(id, of: tenant) else { throw CommunityFault.notFound }
            guard entry.revision == revision else {
                throw CommunityFault.changedMeanwhile(current: entry.revision)
            }
            if var draft {
                if entry.isDeleted { try budget.check(1, beside: database.guideCount(of: tenant)) }
                draft.content = try database.takingPictures(of: draft.content, of: tenant, budget.pictures, editor)
                if draft == entry.draft, !entry.isDeleted { return entry }
                entry.draft = draft
            }
            entry.isDeleted = draft == nil
            entry.revision += 1
            entry.changed = clock.reading(at: time)
            try database.checkTours(of: entry, tenant)
            try database.write(entry, tenant)
            try database.keepVersion(of: entry, tenant, editor)
            return entry
        }
    }

    package func purge(
        _ picture: PictureID, by editor: AccountID?, at time: Timestamp
    ) async throws -> PicturePurge {
        let purge = try await write { [tenant] database, clock in
            let rows = try Row.fetchAll(
                database,
                sql: """
                    SELECT entry, revision, content
                    FROM guide_version_pictures JOIN guide_versions USING (tenant, entry, revision)
                    WHERE tenant = ? AND guide_version_pictures.picture = ?
                    """, arguments: [tenant, picture.data])
            guard !rows.isEmpty else { throw CommunityFault.notFound }
            for found in rows {
                let row = StoredRow(found, of: "guide_versions")
                var content = try StoredGuideContent(json: try row(2))
                content.remove(picture)
                try database.execute(
                    sql: """
                        UPDATE guide_versions SET content = ?
                        WHERE tenant = ? AND entry = ? AND revision = ?
                        """, arguments: [try content.json, tenant, try row(0, as: Data.self), try row(1, as: Int.self)])
            }
            try database.execute(
                sql: "DELETE FROM guide_version_pictures WHERE tenant = ? AND picture = ?",
                arguments: [tenant, picture.data])
            var entries = 0
            for id in Set(try rows.map { try StoredRow($0, of: "guide_versions").id(0) as GuideID }).sorted() {
                guard var entry = try database.guideEntry(id, of: tenant), entry.content.shows(picture) else {
                    continue
                }
                entry.draft.content = entry.content.without(picture)
                if !entry.isDeleted {
                    entries += 1
                    entry.revision += 1
                    entry.changed = clock.reading(at: time)
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

    package func order(_ ids: [GuideID], by editor: AccountID?, at milliseconds: Timestamp) async throws {
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
            var rows = SQLiteGuideRows(database: database, tenant: tenant, time: milliseconds, clock: clock)
            try rows.note(editor, of: GuideList(sample))
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
                sql: "\(GuideVersion.query) AND time < ? ORDER BY time DESC LIMIT ?",
                arguments: [tenant, time?.stored ?? .max, limit]
            ).map { try GuideVersion($0) }
        }
    }

    package func version(_ revision: Int, of id: GuideID) async throws -> GuideVersion? {
        try await read { [tenant] database in
            try Row.fetchOne(
                database,
                sql: "\(GuideVersion.query) AND entry = ? AND guide_versions.revision = ?",
                arguments: [tenant, id.data, revision]
            ).map { try GuideVersion($0) }
        }
    }

    package func setVote(
        _ isFor: Bool, for work: GuideID, by account: AccountID, key: IdempotencyKey?, at time: Timestamp
    ) async throws {
        try await write { [tenant] database, _ in
            if let key, try database.object(of: key, tenant, at: time) != nil { return }
            guard let entry = try database.guideEntry(work, of: tenant), !entry.isDeleted, entry.content.kind == .work
            else { throw CommunityFault.notFound }
            do {
                try database.execute(
                    sql: isFor
                        ? "INSERT INTO guide_votes (tenant, work, account) VALUES (?, ?, ?) ON CONFLICT DO NOTHING"
                        : "DELETE FROM guide_votes WHERE tenant = ? AND work = ? AND account = ?",
                    arguments: [tenant, work.data, account.data])
            } catch ConstraintFault.foreignKey {
                throw CommunityFault.notFound
            }
            if let key { try database.remember(key, for: work.data, of: tenant, at: time) }
        }
    }

    package func votes(in venue: GuideID, by account: AccountID?) async throws -> [GuideID: GuideVotes] {
        try await read { [tenant] database in
            let rows = try Row.fetchAll(
                database,
                sql: """
                    SELECT work, count(*), max(CASE WHEN account IS ? THEN 1 ELSE 0 END) FROM guide_votes
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

package import Community
import Foundation
import GRDB
import GeoCore

extension SQLiteStore: OverlayStore {
    package func overlay() async throws -> Overlay {
        try await read { [tenant] database in try database.overlay(of: tenant) }
    }

    package func setOverlay(
        _ draft: [Overlay.Feature], publishes: Bool, at revision: Int, at time: Timestamp
    ) async throws -> Overlay {
        try await write { [tenant] database, clock in
            let overlay = try database.overlay(of: tenant)
            guard overlay.revision == revision else {
                throw CommunityFault.changedMeanwhile(current: overlay.revision)
            }
            let next = overlay.changing(to: draft, publishes: publishes, at: clock.reading(at: time))
            try database.write(next, of: tenant)
            return next
        }
    }
}

extension Database {
    fileprivate func overlay(of tenant: Data) throws -> Overlay {
        let found = try Row.fetchOne(
            self, sql: "SELECT draft, published, revision, published_revision, changed FROM overlays WHERE tenant = ?",
            arguments: [tenant])
        guard let row = found.map({ StoredRow($0, of: "overlays") }) else { return .empty }
        return Overlay(
            draft: try row.features(0), published: try row.features(1), revision: try row.count(2),
            publishedRevision: try row.count(3), changed: try row.time(4))
    }

    fileprivate func write(_ overlay: Overlay, of tenant: Data) throws {
        try execute(
            sql: """
                INSERT INTO overlays (tenant, draft, published, revision, published_revision, changed) VALUES (?, ?, ?, ?, ?, ?)
                ON CONFLICT (tenant) DO UPDATE SET draft = excluded.draft, published = excluded.published,
                    revision = excluded.revision, published_revision = excluded.published_revision,
                    changed = excluded.changed
                """,
            arguments: [
                tenant, try StoredOverlay(overlay.draft).json, try StoredOverlay(overlay.published).json,
                overlay.revision, overlay.publishedRevision, overlay.changed.stored,
            ])
    }
}

extension StoredRow {
    fileprivate func features(_ column: Int) throws -> [Overlay.Feature] {
        guard let features = try? StoredOverlay(json: try self(column)).content else { throw damage }
        return features
    }
}

package import Community
import Foundation
import GeoCore
package import Gossip

extension SQLiteStore: OverlayStore {
    package func overlay() async throws -> Overlay {
        try await read { [tenant] database in try database.overlay(of: tenant) }
    }

    package func setOverlay(
        _ draft: [Overlay.Feature], publishes: Bool, at revision: Int, by editor: AccountID?, at time: Timestamp
    ) async throws -> Overlay {
        try await write { [tenant] database, clock in
            let overlay = try database.overlay(of: tenant)
            guard overlay.revision == revision else {
                throw CommunityFault.changedMeanwhile(current: overlay.revision)
            }
            let next = overlay.changing(to: draft, publishes: publishes, at: clock.reading(at: time))
            try database.write(next, of: tenant)
            if publishes {
                var rows = SQLiteGuideRows(database: database, tenant: tenant, time: time, clock: clock)
                try rows.set(.local(editor?.bytes), FieldRegister.orderer, of: Overlay.subject)
            }
            return next
        }
    }
}

extension SQLiteStore: OverlayMergeStore {
    package func mergeOverlay(
        _ features: [Overlay.Feature], _ order: MessageOrder,
        signer: @escaping @Sendable (AccountID?) -> MessageSigner?, at time: Timestamp
    ) async throws -> Bool {
        try await write { [tenant] database, clock in
            _ = clock.learn(order.time, at: time)
            return try database.mergingOverlay(of: tenant, &clock, at: time) { merging, clock in
                merging.tell(signer, at: clock.reading(at: time))
                merging.take(features, order, at: clock.reading(at: time))
            }
        }
    }

    package func takeBackOverlay(
        _ order: MessageOrder, _ other: OverlayChange?, signer: @escaping @Sendable (AccountID?) -> MessageSigner?,
        at time: Timestamp
    ) async throws -> Bool {
        try await write { [tenant] database, clock in
            try database.mergingOverlay(of: tenant, &clock, at: time) { merging, clock in
                merging.tell(signer, at: clock.reading(at: time))
                merging.takeBack(order, other, at: clock.reading(at: time))
            }
        }
    }

    package func tellOverlay(
        signer: @escaping @Sendable (AccountID?) -> MessageSigner?, at time: Timestamp
    ) async throws {
        try await write { [tenant] database, clock in
            _ = try database.mergingOverlay(of: tenant, &clock, at: time) { merging, clock in
                merging.tell(signer, at: clock.reading(at: time))
            }
        }
    }
}

extension Database {
    fileprivate func mergingOverlay(
        of tenant: Data, _ clock: inout HybridClock, at time: Timestamp,
        _ body: (inout OverlayMerging, inout HybridClock) -> Void
    ) throws -> Bool {
        var rows = SQLiteGuideRows(database: self, tenant: tenant, time: time, clock: clock)
        let before = try overlay(of: tenant), registers = try rows.registers(of: Overlay.subject)
        var merging = OverlayMerging(before, registers)
        body(&merging, &clock)
        if merging.overlay != before { try write(merging.overlay, of: tenant) }
        for (field, register) in merging.registers where registers[field] != register {
            try rows.set(register, field, of: Overlay.subject)
        }
        if let (draft, signer) = merging.outgoing { try rows.send(draft, of: signer, about: Overlay.subject) }
        return merging.hasChanged
    }

    func overlay(of tenant: Data) throws -> Overlay {
        let found = try Row.fetchOne(
            self, sql: "SELECT draft, published, revision, published_revision, changed FROM overlays WHERE tenant = ?",
            arguments: [tenant])
        guard let row = found.map({ StoredRow($0, of: "overlays") }) else { return .empty }
        return Overlay(
            draft: try row.features(0), published: try row.features(1), revision: try row.count(2),
            publishedRevision: try row.count(3), changed: try row.time(4))
    }

    func write(_ overlay: Overlay, of tenant: Data) throws {
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

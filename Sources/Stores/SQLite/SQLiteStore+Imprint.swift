package import Community
import Foundation
import GeoCore

extension SQLiteStore: ImprintStore {
    package func imprint() async throws -> Imprint {
        try await read { [tenant] database in try database.imprint(of: tenant) }
    }

    package func setImprint(
        _ content: Imprint.Content, at revision: Int, by editor: AccountID, at time: Timestamp
    ) async throws -> Imprint {
        try await write { [tenant] database, clock in
            var imprint = try database.imprint(of: tenant)
            guard imprint.revision == revision else {
                throw CommunityFault.changedMeanwhile(current: imprint.revision)
            }
            let kept = Dictionary(uniqueKeysWithValues: imprint.content.pictures.map { ($0.id, $0) })
            imprint = Imprint(content: content, revision: revision + 1, changed: clock.reading(at: time))
            imprint.content.pictures = try content.pictures.map { wanted in
                guard let same = kept[wanted.id] else {
                    return try database.takePicture(wanted, of: tenant, editor, within: .unlimited)
                }
                return ShownPicture(id: same.id, width: same.width, height: same.height, text: wanted.text)
            }
            try database.write(imprint, of: tenant)
            return imprint
        }
    }
}

extension Database {
    fileprivate func imprint(of tenant: Data) throws -> Imprint {
        let row = try Row.fetchOne(
            self, sql: "SELECT title, text, contact, revision, changed FROM imprints WHERE tenant = ?",
            arguments: [tenant])
        guard let row = row.map({ StoredRow($0, of: "imprints") }) else { return .empty }
        let pictures = try Row.fetchAll(
            self,
            sql: """
                SELECT id, width, height, text FROM imprint_pictures
                    JOIN pictures ON pictures.tenant = imprint_pictures.tenant AND id = picture
                WHERE imprint_pictures.tenant = ? ORDER BY rank
                """, arguments: [tenant]
        ).map { found in
            let row = StoredRow(found, of: "imprint_pictures")
            return ShownPicture(id: try row.id(0), width: try row(1), height: try row(2), text: try row(3))
        }
        return Imprint(
            content: .init(title: try row(0), text: try row(1), contact: try row(2), pictures: pictures),
            revision: try row.count(3), changed: try row.time(4))
    }

    fileprivate func write(_ imprint: Imprint, of tenant: Data) throws {
        let content = imprint.content
        try execute(
            sql: """
                INSERT INTO imprints (tenant, title, text, contact, revision, changed) VALUES (?, ?, ?, ?, ?, ?)
                ON CONFLICT (tenant) DO UPDATE SET title = excluded.title, text = excluded.text,
                    contact = excluded.contact, revision = excluded.revision, changed = excluded.changed
                """,
            arguments: [
                tenant, content.title, content.text, content.contact, imprint.revision, imprint.changed.stored,
            ])
        try execute(sql: "DELETE FROM imprint_pictures WHERE tenant = ?", arguments: [tenant])
        for (rank, picture) in content.pictures.enumerated() {
            try execute(
                sql: "INSERT INTO imprint_pictures (tenant, rank, picture, text) VALUES (?, ?, ?, ?)",
                arguments: [tenant, rank, picture.id.data, picture.text])
        }
    }

    func isInImprint(_ picture: PictureID, of tenant: Data) throws -> Bool {
        try Bool.fetchOne(
            self, sql: "SELECT EXISTS (SELECT 1 FROM imprint_pictures WHERE tenant = ? AND picture = ?)",
            arguments: [tenant, picture.data]) ?? false
    }
}

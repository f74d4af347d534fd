package import Community
import Foundation
import GRDB

extension SQLiteStore: PictureStore {
    package func add(_ picture: Picture, within budget: PictureBudget) async throws {
        try await write { [tenant] database, _ in
            try budget.check(
                picture.bytes, for: picture.share, taken: database.pictureBytes(of: picture.share, tenant),
                byAll: database.pictureBytes(of: nil, tenant))
            do {
                try database.cachedStatement(
                    sql: """
                        INSERT INTO pictures (tenant, id, owner, width, height, bytes, guide, created)
                        VALUES (?, ?, ?, ?, ?, ?, ?, ?)
                        """
                ).execute(arguments: [
                    tenant, picture.id.data, picture.owner?.data, picture.width, picture.height, picture.bytes,
                    picture.isOfGuide, picture.created,
                ])
            } catch DatabaseError.SQLITE_CONSTRAINT_FOREIGNKEY {
                throw CommunityFault.notFound
            }
        }
    }

    package func pictureBytes(of share: PictureShare?) async throws -> Int {
        try await read { [tenant] database in try database.pictureBytes(of: share, tenant) }
    }

    package func picture(_ id: PictureID) async throws -> Picture? {
        try await read { [tenant] database in try database.picture(id, of: tenant) }
    }

    package func post(showing picture: PictureID) async throws -> Post? {
        try await read { [tenant] database in
            let statement = try database.cachedStatement(sql: "SELECT id FROM posts WHERE tenant = ? AND picture = ?")
            let post = try Data.fetchOne(statement, arguments: [tenant, picture.data])
            return try post.flatMap { try database.post($0, of: tenant) }
        }
    }

    package func forgetUnusedPictures(addedBefore milliseconds: Int64) async throws -> [PictureID] {
        try await write { [tenant] database, _ in
            try Data.fetchAll(
                database,
                sql: """
                    DELETE FROM pictures WHERE tenant = ? AND created < ?
                        AND NOT EXISTS (SELECT 1 FROM posts WHERE posts.picture = pictures.id)
                        AND NOT EXISTS (SELECT 1 FROM guide_versions WHERE guide_versions.tenant = pictures.tenant
                            AND guide_versions.picture = pictures.id)
                    RETURNING id
                    """, arguments: [tenant, milliseconds]
            ).map { PictureID($0) }
        }
    }
}

extension Database {
    fileprivate func picture(_ id: PictureID, of tenant: Data) throws -> Picture? {
        let statement = try cachedStatement(
            sql: "SELECT owner, width, height, bytes, guide, created FROM pictures WHERE tenant = ? AND id = ?")
        return try Row.fetchOne(statement, arguments: [tenant, id.data]).map { row in
            Picture(
                id: id, owner: (row[0] as Data?).map { AccountID($0) }, width: row[1], height: row[2], bytes: row[3],
                isOfGuide: row[4], created: row[5])
        }
    }

    fileprivate func pictureBytes(of share: PictureShare?, _ tenant: Data) throws -> Int {
        let (condition, owner): (String, Data?) =
            switch share {
            case nil: ("", nil)
            case .guide: (" AND guide = 1", nil)
            case .guests: (" AND guide = 0 AND owner IS ?", nil)
            case .account(let id): (" AND guide = 0 AND owner IS ?", id.data)
            }
        let statement = try cachedStatement(
            sql: "SELECT coalesce(sum(bytes), 0) FROM pictures WHERE tenant = ?" + condition)
        let arguments: StatementArguments = condition.contains("?") ? [tenant, owner] : [tenant]
        return try Int.fetchOne(statement, arguments: arguments) ?? 0
    }

    /// A picture of `owner` that no post shows yet, for a new post; throws `pictureNotFree`.
    func freePicture(
        _ id: PictureID, of tenant: Data, _ owner: AccountID?, text: String
    ) throws -> ShownPicture {
        let isUsed = try Bool.fetchOne(
            self, sql: "SELECT EXISTS (SELECT 1 FROM posts WHERE picture = ?)", arguments: [id.data])
        guard let picture = try picture(id, of: tenant), picture.owner == owner, isUsed == false,
            try !isInGuide(id, of: tenant)
        else {
            throw CommunityFault.pictureNotFree
        }
        return ShownPicture(id: id, width: picture.width, height: picture.height, text: text)
    }
}

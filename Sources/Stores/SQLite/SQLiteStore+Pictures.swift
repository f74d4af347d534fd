package import Community
import Foundation

extension SQLiteStore: PictureStore {
    package func add(_ picture: Picture, key: IdempotencyKey?, within budget: PictureBudget) async throws -> Picture {
        try await write { [tenant] database, _ in
            if let key, let known = try database.picture(addedWith: key, of: tenant, at: picture.created) {
                return known
            }
            try budget.check(
                picture.bytes, for: picture.share, taken: database.pictureBytes(of: picture.share, tenant),
                byAll: database.pictureBytes(of: nil, tenant))
            do {
                try database.insert(picture, tenant)
            } catch ConstraintFault.foreignKey {
                throw CommunityFault.notFound
            }
            if let key { try database.remember(key, for: picture.id.data, of: tenant, at: picture.created) }
            return picture
        }
    }

    package func picture(addedWith key: IdempotencyKey, at time: Timestamp) async throws -> Picture? {
        try await read { [tenant] database in try database.picture(addedWith: key, of: tenant, at: time) }
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

    package func forgetUnusedPictures(addedBefore time: Timestamp) async throws -> [PictureID] {
        try await write { [tenant] database, _ in
            try Data.fetchAll(
                database,
                sql: """
                    DELETE FROM pictures WHERE tenant = ? AND created < ?
                        AND NOT EXISTS (SELECT 1 FROM posts
                            WHERE posts.tenant = pictures.tenant AND posts.picture = pictures.id)
                        AND NOT EXISTS (SELECT 1 FROM guide_version_pictures
                            WHERE guide_version_pictures.tenant = pictures.tenant
                            AND guide_version_pictures.picture = pictures.id)
                        AND NOT EXISTS (SELECT 1 FROM imprint_pictures
                            WHERE imprint_pictures.tenant = pictures.tenant
                            AND imprint_pictures.picture = pictures.id)
                    RETURNING id
                    """, arguments: [tenant, time]
            ).map { try PictureID($0, of: "pictures") }
        }
    }
}

extension Database {
    func insert(_ picture: Picture, _ tenant: Data) throws {
        try cachedStatement(
            sql: """
                INSERT INTO pictures (tenant, id, owner, width, height, bytes, guide, created)
                VALUES (?, ?, ?, ?, ?, ?, ?, ?)
                """
        ).execute(arguments: [
            tenant, picture.id.data, picture.owner?.data, picture.width, picture.height, picture.bytes,
            picture.isOfGuide, picture.created,
        ])
    }

    func picture(_ id: PictureID, of tenant: Data) throws -> Picture? {
        let statement = try cachedStatement(
            sql: "SELECT id, owner, width, height, bytes, guide, created FROM pictures WHERE tenant = ? AND id = ?")
        return try Row.fetchOne(statement, arguments: [tenant, id.data]).map { found in
            let row = StoredRow(found, of: "pictures")
            return Picture(
                id: id, owner: try row.optionalID(1), width: try row(2), height: try row(3), bytes: try row(4),
                isOfGuide: try row(5), created: try row(6))
        }
    }

    fileprivate func picture(addedWith key: IdempotencyKey, of tenant: Data, at time: Timestamp) throws -> Picture? {
        guard let object = try object(of: key, tenant, at: time), let id = PictureID(bytes: object) else { return nil }
        return try picture(id, of: tenant)
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
            sql: "SELECT CAST(coalesce(sum(bytes), 0) AS bigint) FROM pictures WHERE tenant = ?" + condition)
        let arguments: StatementArguments = condition.contains("?") ? [tenant, owner] : [tenant]
        let all = try Int.fetchOne(statement, arguments: arguments) ?? 0
        return share == .guests ? all - (try comePictureBytes(tenant)) : all
    }

    /// Returns a picture of `owner`, not the guide's, that nothing shows yet, for a new post; throws
    /// `pictureUnavailable`.
    func postPicture(_ id: PictureID, of tenant: Data, _ owner: AccountID?, text: String) throws -> ShownPicture {
        let picture = try freePicture(id, of: tenant, owner)
        // A picture removed from the imprint has no owner, like a guest's picture.
        guard !picture.isOfGuide else { throw CommunityFault.pictureUnavailable }
        return ShownPicture(id: id, width: picture.width, height: picture.height, text: text)
    }

    /// Returns a picture of `owner` that nothing shows yet; throws `pictureUnavailable`.
    private func freePicture(_ id: PictureID, of tenant: Data, _ owner: AccountID?) throws -> Picture {
        let isUsed = try Bool.fetchOne(
            self, sql: "SELECT EXISTS (SELECT 1 FROM posts WHERE tenant = ? AND picture = ?)",
            arguments: [tenant, id.data])
        guard let picture = try picture(id, of: tenant), picture.owner == owner, isUsed == false,
            try !isInGuide(id, of: tenant), try !isInImprint(id, of: tenant)
        else {
            throw CommunityFault.pictureUnavailable
        }
        return picture
    }

    /// Returns the same for the guide or the imprint, which then owns it: it stays when its owner goes. Also throws
    /// `pictureBudget`.
    func takePicture(
        _ wanted: ShownPicture, of tenant: Data, _ owner: AccountID?, within budget: PictureBudget
    ) throws -> ShownPicture {
        let picture = try freePicture(wanted.id, of: tenant, owner)
        if !picture.isOfGuide {
            // The picture is on disk already: all pictures together take no more than before.
            try budget.check(picture.bytes, for: .guide, taken: pictureBytes(of: .guide, tenant), byAll: 0)
        }
        try execute(
            sql: "UPDATE pictures SET owner = NULL, guide = 1 WHERE tenant = ? AND id = ?",
            arguments: [tenant, wanted.id.data])
        return ShownPicture(id: wanted.id, width: picture.width, height: picture.height, text: wanted.text)
    }
}

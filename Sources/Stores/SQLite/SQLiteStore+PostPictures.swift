package import Community
import Foundation
import GeoCore
package import Gossip

extension SQLiteStore: PostPictureStore {
    package func wantsPicture(
        _ order: MessageOrder, of post: PostID, by author: SignerKey
    ) async throws -> Bool {
        try await read { [tenant] in try $0.counts(order, of: post.data, by: author, tenant) }
    }

    package func merge(
        _ message: PostPictureMessage, within most: Int, at time: Timestamp
    ) async throws -> MergedPicture {
        try await write { [tenant] database, clock in
            var merged = MergedPicture()
            let isKnown = try database.picture(message.id, of: tenant) != nil
            guard try database.counts(message.order, of: message.post.data, by: message.author, tenant) else {
                if message.content != nil, !isKnown { merged.removed = [message.id] }
                return merged
            }
            // Of two pictures with one id, for which their author must have searched, the first stays.
            let picture = isKnown ? nil : Picture(message)
            let hasRoom = try database.hasRoom(for: message.order, tenant)
            var mark = PictureMark(message.order, picture, hasRoom: hasRoom)
            try database.set(mark, of: message.post, tenant)
            while try database.comePictureBytes(tenant) > most, let oldest = try database.oldestPicture(tenant) {
                try database.execute(
                    sql: "UPDATE mesh_pictures SET state = ?, bytes = 0 WHERE tenant = ? AND post = ?",
                    arguments: [PictureMark.State.madeRoom.rawValue, tenant, oldest])
                if oldest == message.post.data {
                    mark.state = .madeRoom
                } else {
                    try database.show(nil, in: oldest, tenant, &merged) { clock.reading(at: time) }
                }
            }
            let isShown = mark.state == .came
            if let picture {
                if isShown { try database.insert(picture, tenant) } else { merged.removed.append(picture.id) }
            }
            try database.show(isShown ? ShownPicture(message) : nil, in: message.post.data, tenant, &merged) {
                clock.reading(at: time)
            }
            return merged
        }
    }

    package func takeBackPicture(
        _ order: MessageOrder, of post: PostID, at time: Timestamp
    ) async throws -> MergedPicture {
        try await write { [tenant] database, clock in
            var merged = MergedPicture()
            guard try database.pictureMark(of: post.data, tenant)?.order == order else { return merged }
            try database.set(.takenBack, of: post, tenant)
            try database.show(nil, in: post.data, tenant, &merged) { clock.reading(at: time) }
            return merged
        }
    }

    package func picture(of post: PostID) async throws -> PictureID? {
        try await read { [tenant] in try $0.post(post.data, of: tenant)?.picture?.id }
    }

    package func outgoingPictures(limit: Int) async throws -> [OutgoingPicture] {
        try await read { [tenant] database in
            let rows = try Row.fetchAll(
                database,
                sql: """
                    SELECT post, time FROM mesh_pictures WHERE tenant = ? AND state = ?
                    ORDER BY time, id LIMIT ?
                    """, arguments: [tenant, PictureMark.State.waits.rawValue, limit])
            return try rows.compactMap { found in
                let row = StoredRow(found, of: "mesh_pictures"), id = try row(0, as: Data.self)
                guard let post = try database.post(id, of: tenant), let picture = post.picture,
                    let signer = try database.mark(of: id, tenant)?.signer
                else { return nil }
                return OutgoingPicture(post: post.id, picture: picture, time: try row.time(1), signer: signer)
            }
        }
    }

    package func sentPictures(of posts: [PostID]) async throws {
        try await write { [tenant] database, _ in
            let statement = try database.cachedStatement(
                sql: "UPDATE mesh_pictures SET state = ? WHERE tenant = ? AND post = ? AND state = ?")
            for post in posts {
                try statement.execute(arguments: [
                    PictureMark.State.isTold.rawValue, tenant, post.data, PictureMark.State.waits.rawValue,
                ])
            }
        }
    }
}

extension Database {
    func set(_ mark: PictureMark, of post: PostID, _ tenant: Data) throws {
        try cachedStatement(
            sql: .replacing("mesh_pictures", key: ["tenant", "post"], ["time", "id", "state", "bytes"])
        ).execute(arguments: [
            tenant, post.data, mark.order.time.stored, Data(mark.order.id.digest.bytes), mark.state.rawValue,
            mark.bytes,
        ])
    }

    /// Returns the bytes of all pictures that came.
    func comePictureBytes(_ tenant: Data) throws -> Int {
        let statement = try cachedStatement(
            sql: "SELECT CAST(coalesce(sum(bytes), 0) AS bigint) FROM mesh_pictures WHERE tenant = ? AND state = ?")
        return try Int.fetchOne(statement, arguments: [tenant, PictureMark.State.came.rawValue]) ?? 0
    }

    fileprivate func counts(_ order: MessageOrder, of post: Data, by author: SignerKey, _ tenant: Data) throws -> Bool {
        PostPictureMessage.counts(
            order, by: author, on: try self.post(post, of: tenant), try mark(of: post, tenant),
            try pictureMark(of: post, tenant))
    }

    fileprivate func pictureMark(of post: Data, _ tenant: Data) throws -> PictureMark? {
        let statement = try cachedStatement(
            sql: "SELECT post, time, id, state, bytes FROM mesh_pictures WHERE tenant = ? AND post = ?")
        return try Row.fetchOne(statement, arguments: [tenant, post]).map { found in
            let row = StoredRow(found, of: "mesh_pictures")
            return PictureMark(order: try row.order(1, 2), state: try row.word(3), bytes: try row(4))
        }
    }

    /// Whether no picture that is later than this message had to make room.
    fileprivate func hasRoom(for order: MessageOrder, _ tenant: Data) throws -> Bool {
        let statement = try cachedStatement(
            sql: """
                SELECT EXISTS (SELECT 1 FROM mesh_pictures WHERE tenant = ? AND state = ? AND (time, id) >= (?, ?))
                """)
        let isFull = try Bool.fetchOne(
            statement,
            arguments: [
                tenant, PictureMark.State.madeRoom.rawValue, order.time.stored, Data(order.id.digest.bytes),
            ])
        return isFull == false
    }

    fileprivate func oldestPicture(_ tenant: Data) throws -> Data? {
        let statement = try cachedStatement(
            sql: "SELECT post FROM mesh_pictures WHERE tenant = ? AND state = ? ORDER BY time, id LIMIT 1")
        return try Data.fetchOne(statement, arguments: [tenant, PictureMark.State.came.rawValue])
    }

    /// Gives a post another picture, or none.
    fileprivate func show(
        _ picture: ShownPicture?, in id: Data, _ tenant: Data, _ merged: inout MergedPicture,
        _ reading: () -> HybridTime
    ) throws {
        guard let post = try post(id, of: tenant), post.picture != picture else { return }
        var changed = post.showing(picture)
        changed.revision += 1
        changed.changed = reading()
        try cachedStatement(
            sql: """
                UPDATE posts SET picture = ?, picture_width = ?, picture_height = ?, picture_text = ?, revision = ?,
                    changed = ?
                WHERE tenant = ? AND id = ?
                """
        ).execute(arguments: [
            picture?.id.data, picture?.width, picture?.height, picture?.text, changed.revision, changed.changed.stored,
            tenant, id,
        ])
        if let old = post.picture {
            try execute(sql: "DELETE FROM pictures WHERE tenant = ? AND id = ?", arguments: [tenant, old.id.data])
            merged.removed.append(old.id)
        }
        merged.posts.append(changed)
    }
}

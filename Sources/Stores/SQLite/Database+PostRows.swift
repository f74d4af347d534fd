import Community
import Foundation
import GeoCore

extension Database {
    func insert(_ post: Post, of tenant: Data) throws {
        let place = post.location, picture = post.picture
        try executeLater(
            sql: """
                INSERT INTO posts (tenant, id, author, author_name, message, latitude_e7, longitude_e7,
                    accuracy_metres, place, facing, speed, classic_location, state, revision, created, changed,
                    picture, picture_width, picture_height, picture_text, simulated, written)
                VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
                """,
            arguments: [
                tenant, post.id.data, post.author.account?.data, post.author.name, post.message,
                place?.point.latitudeE7, place?.point.longitudeE7, place?.accuracyMetres, place?.place,
                place?.facing.rawValue, place?.speed.rawValue, post.classicLocation, post.state.rawValue,
                post.revision, post.created.stored, post.changed.stored, picture?.id.data, picture?.width,
                picture?.height, picture?.text, post.isSimulated, post.written,
            ])
    }

    /// Writes what may change of a post that is not deleted.
    func update(_ post: Post, of tenant: Data) throws {
        try cachedStatement(
            sql: """
                UPDATE posts SET author = ?, message = ?, state = ?, revision = ?, changed = ?
                WHERE tenant = ? AND id = ?
                """
        ).execute(arguments: [
            post.author.account?.data, post.message, post.state.rawValue, post.revision, post.changed.stored, tenant,
            post.id.data,
        ])
    }
}

package import Community
import Foundation
import GeoCore

extension SQLiteStore: PostStore {
    package func add(_ post: NewPost, key: IdempotencyKey?, at milliseconds: Timestamp) async throws -> Post {
        try await write { [tenant] database, clock in
            if let key, let known = try database.post(addedWith: key, of: tenant, at: milliseconds) { return known }
            if let account = post.author.account {
                let count = try database.postsOfDay(by: account, of: tenant, at: milliseconds)
                try post.checkQuota(count, at: milliseconds)
                do {
                    try database.cachedStatement(
                        sql: .replacing("post_counts", key: ["tenant", "account"], ["day", "count"])
                    ).execute(arguments: [tenant, account.data, UTCDay.number(at: milliseconds), count + 1])
                } catch ConstraintFault.foreignKey {
                    throw CommunityFault.notFound
                }
            }
            let time = clock.reading(at: milliseconds), message = post.message(at: time)
            let picture = try post.picture.map { id in
                try database.postPicture(id, of: tenant, post.author.account, text: post.pictureText)
            }
            let added = Post(
                id: message.map { PostID(madeBy: $0.mark.text) } ?? post.id, author: post.author,
                message: post.message, location: post.location, picture: picture,
                classicLocation: post.classicLocation, isSimulated: post.isSimulated, state: .shown, revision: 1,
                created: time, written: post.written, changed: time)
            try database.insert(added, of: tenant)
            if let (draft, mark) = message { try database.send(draft, mark, of: added.id, tenant) }
            if message != nil, picture != nil { try database.set(PictureMark(addedAt: time), of: added.id, tenant) }
            if let key { try database.remember(key, for: added.id.data, of: tenant, at: milliseconds) }
            return added
        }
    }

    package func post(addedWith key: IdempotencyKey, at time: Timestamp) async throws -> Post? {
        try await read { [tenant] database in try database.post(addedWith: key, of: tenant, at: time) }
    }

    package func postsOfDay(by account: AccountID, at time: Timestamp) async throws -> Int {
        try await read { [tenant] in try $0.postsOfDay(by: account, of: tenant, at: time) }
    }

    package func posts(before cursor: PostCursor?, limit: Int) async throws -> [Post] {
        try await read { [tenant] database in
            let statement = try database.cachedStatement(
                sql: """
                    SELECT \(Post.columns) FROM posts WHERE tenant = ? AND state = 0 AND (created, id) < (?, ?)
                    ORDER BY created DESC, id DESC LIMIT ?
                    """)
            let created = cursor?.time.stored ?? .max, id = cursor?.id.data ?? Data()
            return try Row.fetchAll(statement, arguments: [tenant, created, id, limit]).map { try Post($0) }
        }
    }

    package func hiddenPosts(
        of author: AccountID?, before cursor: PostCursor?, limit: Int
    ) async throws -> [Post] {
        try await read { [tenant] database in
            let rows = try Row.fetchAll(
                database,
                sql: """
                    SELECT \(Post.columns) FROM posts WHERE tenant = ?1 AND state = 1 AND (changed, id) < (?2, ?3)
                        AND (author = ?4 OR ?4 IS NULL)
                    ORDER BY changed DESC, id DESC LIMIT ?5
                    """,
                arguments: [tenant, cursor?.time.stored ?? .max, cursor?.id.data ?? Data(), author?.data, limit])
            return try rows.map { try Post($0) }
        }
    }

    package func posts(changedAfter time: HybridTime, limit: Int) async throws -> [Post] {
        try await read { [tenant] database in
            let statement = try database.cachedStatement(
                sql: "SELECT \(Post.columns) FROM posts WHERE tenant = ? AND changed > ? ORDER BY changed LIMIT ?")
            return try Row.fetchAll(statement, arguments: [tenant, time.stored, limit]).map { try Post($0) }
        }
    }

    package func lastChange() async throws -> HybridTime {
        try await read { [tenant] database in
            let statement = try database.cachedStatement(sql: "SELECT max(changed) FROM posts WHERE tenant = ?")
            return HybridTime(rawValue: UInt64(max(0, try Int64.fetchOne(statement, arguments: [tenant]) ?? 0)))
        }
    }

    package func post(_ id: PostID) async throws -> Post? {
        try await read { [tenant] database in try database.post(id.data, of: tenant) }
    }

    package func change(
        _ id: PostID, at revision: Int?, _ change: PostChange, at milliseconds: Timestamp
    ) async throws -> Post {
        let changed = try await write { [tenant] database, clock in
            guard var post = try database.post(id.data, of: tenant), post.state != .deleted else {
                throw CommunityFault.notFound
            }
            guard revision == nil || revision == post.revision else {
                throw CommunityFault.changedMeanwhile(current: post.revision)
            }
            let time = clock.reading(at: milliseconds)
            switch change {
            case .message(let message):
                post.message = message
                if var mark = try database.mark(of: id.data, tenant) {
                    let draft = try mark.edit(id, to: message, at: time)
                    try database.send(draft, mark, of: id, tenant)
                }
            case .hide: post.state = .hidden
            case .show: post.state = .shown
            case .delete:
                try database.wipe(id.data, of: tenant, time)
                return try database.post(id.data, of: tenant) ?? post
            }
            if case .message = change {
            } else {
                // Hiding a post, or showing it again, settles the reports about it.
                try database.execute(
                    sql: "DELETE FROM reports WHERE tenant = ? AND post = ?", arguments: [tenant, id.data])
            }
            post.revision += 1
            post.changed = time
            try database.update(post, of: tenant)
            return post
        }
        switch change {
        case .message, .delete: await emptyLog()
        case .hide, .show: break
        }
        return changed
    }
}

extension SQLiteStore: ReportStore {
    package func add(_ report: NewReport, at time: Timestamp) async throws {
        try await write { [tenant] database, clock in
            guard try database.post(report.post.data, of: tenant)?.state == .shown else {
                throw CommunityFault.notFound
            }
            do {
                try database.cachedStatement(
                    sql: """
                        INSERT INTO reports (tenant, post, reporter, id, reason, created) VALUES (?, ?, ?, ?, ?, ?)
                        ON CONFLICT (tenant, post, reporter) DO UPDATE SET id = excluded.id, reason = excluded.reason
                        """
                ).execute(arguments: [
                    tenant, report.post.data, report.reporter.data, report.id.data, report.reason,
                    clock.reading(at: time).stored,
                ])
            } catch ConstraintFault.foreignKey {
                throw CommunityFault.notFound
            }
        }
    }

    package func reportedPosts(before cursor: PostCursor?, limit: Int) async throws -> [ReportedPost] {
        try await read { [tenant] database in
            let rows = try Row.fetchAll(
                database,
                sql: """
                    SELECT post, count(*), max(created) AS last FROM reports WHERE tenant = ? GROUP BY post
                    HAVING (max(created), post) < (?, ?) ORDER BY last DESC, post DESC LIMIT ?
                    """, arguments: [tenant, cursor?.time.stored ?? .max, cursor?.id.data ?? Data(), limit])
            return try rows.compactMap { found in
                let row = StoredRow(found, of: "reports")
                return try database.post(row(0), of: tenant).map { post in
                    ReportedPost(
                        post: post, count: try row(1), lastReported: try row.time(2),
                        reports: try database.reports(of: post.id, tenant))
                }
            }
        }
    }

    package func settleReports(of post: PostID, at time: Timestamp) async throws {
        try await write { [tenant] database, _ in
            try database.execute(
                sql: "DELETE FROM reports WHERE tenant = ? AND post = ?", arguments: [tenant, post.data])
            guard database.changesCount > 0 else { throw CommunityFault.notFound }
        }
    }
}

extension Database {
    /// Returns the newest reports of a post, newest first.
    fileprivate func reports(of post: PostID, _ tenant: Data) throws -> [Report] {
        let statement = try cachedStatement(
            sql: """
                SELECT reports.id, name, reason, reports.created, accounts.id
                FROM reports JOIN accounts ON accounts.tenant = reports.tenant AND accounts.id = reporter
                WHERE reports.tenant = ? AND post = ? ORDER BY reports.created DESC LIMIT ?
                """)
        return try Row.fetchAll(statement, arguments: [tenant, post.data, ReportedPost.maximumReports]).map { found in
            let row = StoredRow(found, of: "reports")
            return Report(
                id: try row.id(0), reporterName: try StoredRow(found, of: "accounts", id: 4)(1), reason: try row(2),
                created: try row.time(3))
        }
    }

    fileprivate func post(addedWith key: IdempotencyKey, of tenant: Data, at time: Timestamp) throws -> Post? {
        guard let id = try object(of: key, tenant, at: time), let known = try post(id, of: tenant) else { return nil }
        guard known.state != .deleted else { throw CommunityFault.notFound }
        return known
    }

    func post(_ id: Data, of tenant: Data) throws -> Post? {
        let statement = try cachedStatement(sql: "SELECT \(Post.columns) FROM posts WHERE tenant = ? AND id = ?")
        return try Row.fetchOne(statement, arguments: [tenant, id]).map { try Post($0) }
    }

    /// Deletes the content of a post and leaves only a mark that it existed. With `tells`, other nodes learn of it, if
    /// this node holds the author's key.
    func wipe(_ post: Data, of tenant: Data, _ time: HybridTime, tells: Bool = true) throws {
        try forgetMark(of: post, tenant, time, tells: tells)
        let picture = try Data.fetchOne(
            self, sql: "SELECT picture FROM posts WHERE tenant = ? AND id = ?", arguments: [tenant, post])
        try execute(
            sql: """
                UPDATE posts SET author = NULL, author_name = '', message = '', latitude_e7 = NULL, longitude_e7 = NULL,
                    accuracy_metres = NULL, place = NULL, facing = NULL, speed = NULL, classic_location = NULL, state = 2,
                    picture = NULL, picture_width = NULL, picture_height = NULL, picture_text = NULL, written = NULL,
                    revision = revision + 1, changed = ?
                WHERE tenant = ? AND id = ?
                """, arguments: [time.stored, tenant, post])
        try execute(sql: "DELETE FROM reports WHERE tenant = ? AND post = ?", arguments: [tenant, post])
        try execute(sql: "DELETE FROM pictures WHERE tenant = ? AND id = ?", arguments: [tenant, picture])
    }
}

extension Post {
    /// The columns that `init(_:)` reads, by position: finding a column by its name takes longer than reading it.
    fileprivate static let columns = """
        id, author, author_name, message, classic_location, state, revision, created, changed,
        latitude_e7, longitude_e7, accuracy_metres, place, facing, speed,
        picture, picture_width, picture_height, picture_text, simulated, written
        """

    fileprivate init(_ found: Row) throws {
        let row = StoredRow(found, of: "posts")
        let written: Timestamp? = try row(20)
        // The years that ISO 8601 can write.
        guard written.map({ (0..<253_402_300_800_000).contains($0) }) ?? true else { throw row.damage }
        self.init(
            id: try row.id(0), author: Author(account: try row.optionalID(1), name: try row(2)), message: try row(3),
            location: try PostLocation(row), picture: try ShownPicture(row), classicLocation: try row(4),
            isSimulated: try row(19), state: try row.word(5), revision: try row.count(6), created: try row.time(7),
            written: written, changed: try row.time(8))
    }
}

extension ShownPicture {
    fileprivate init?(_ row: StoredRow) throws {
        guard let id: PictureID = try row.optionalID(15) else { return nil }
        self.init(id: id, width: try row(16), height: try row(17), text: try row(18))
    }
}

extension PostLocation {
    fileprivate init?(_ row: StoredRow) throws {
        guard let latitude: Int32 = try row(9, as: Int32?.self) else { return nil }
        self.init(
            point: PointE7(latitudeE7: latitude, longitudeE7: try row(10)), accuracyMetres: try row(11),
            place: try row(12), facing: try row.word(13), speed: try row.word(14))
    }
}

extension Database {
    fileprivate func postsOfDay(by account: AccountID, of tenant: Data, at time: Timestamp) throws -> Int {
        let statement = try cachedStatement(
            sql: "SELECT count FROM post_counts WHERE tenant = ? AND account = ? AND day = ?")
        return try Int.fetchOne(
            statement, arguments: [tenant, account.data, UTCDay.number(at: time)]) ?? 0
    }
}

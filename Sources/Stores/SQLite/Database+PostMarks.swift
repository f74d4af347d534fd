import Community
import Foundation
import GeoCore
import Gossip

extension Database {
    /// Returns what messages have said about a post.
    func mark(of post: Data, _ tenant: Data) throws -> PostMark? {
        let statement = try cachedStatement(
            sql: """
                SELECT post, author, first, text_time, text_id, entry, hidden, signer, place FROM mesh_posts
                WHERE tenant = ? AND post = ?
                """)
        return try Row.fetchOne(statement, arguments: [tenant, post]).map { try PostMark($0) }
    }

    func set(_ mark: PostMark, of post: Data, _ tenant: Data) throws {
        try cachedStatement(
            sql: .replacing(
                "mesh_posts", key: ["tenant", "post"],
                ["author", "first", "text_time", "text_id", "entry", "hidden", "signer", "place"])
        ).execute(arguments: [
            tenant, post, mark.author.bytes.data, mark.first.digest.data, mark.text.time.stored,
            mark.text.id.digest.data, mark.entry.map { Int64(bitPattern: $0) }, mark.isHidden, mark.signer?.id.data,
            mark.signer.map { Int64(bitPattern: $0.place.rawValue) },
        ])
    }

    /// Forgets what messages have said about a post, and what other nodes were to learn of it but its deletion.
    func forgetMark(of post: Data, _ tenant: Data, _ time: HybridTime, tells: Bool) throws {
        guard let mark = try mark(of: post, tenant) else { return }
        try execute(sql: "DELETE FROM mesh_outgoing WHERE tenant = ? AND subject = ?", arguments: [tenant, post])
        let id = try PostID(post, of: "mesh_posts")
        if tells, let draft = mark.deletion(of: id, at: time) { try send(draft, mark, of: id, tenant) }
        try execute(sql: "DELETE FROM mesh_posts WHERE tenant = ? AND post = ?", arguments: [tenant, post])
        try execute(sql: "DELETE FROM mesh_pictures WHERE tenant = ? AND post = ?", arguments: [tenant, post])
    }

    /// Keeps what messages have said about a post by now, and one of them for the other nodes, in the place of an
    /// earlier edit.
    func send(_ draft: MessageDraft, _ mark: PostMark, of post: PostID, _ tenant: Data) throws {
        try set(mark, of: post.data, tenant)
        guard let signer = mark.signer else { return }
        try cachedStatement(sql: "DELETE FROM mesh_outgoing WHERE tenant = ? AND subject = ? AND is_first = 0")
            .execute(arguments: [tenant, post.data])
        try send(draft, of: signer, about: post.subject, tenant, isFirst: draft.id == mark.first)
    }

    /// Keeps a message for the other nodes.
    func send(
        _ draft: MessageDraft, of signer: MessageSigner, about subject: SubjectID, _ tenant: Data, isFirst: Bool
    ) throws {
        // No number is used again: a draft that was taken is removed by its number, when another may wait.
        let number = try Int64.fetchOne(
            cachedStatement(
                sql: """
                    INSERT INTO mesh_outgoing_numbers (tenant, last) VALUES (?, 1)
                    ON CONFLICT (tenant) DO UPDATE SET last = mesh_outgoing_numbers.last + 1 RETURNING last
                    """), arguments: [tenant])
        try cachedStatement(
            sql: """
                INSERT INTO mesh_outgoing (tenant, number, subject, is_first, signer, draft) VALUES (?, ?, ?, ?, ?, ?)
                """
        ).execute(arguments: [tenant, number, Data(subject.bytes), isFirst, signer.id.data, Data(draft.bytes)])
    }

    /// Sets when a post was made.
    func date(_ post: Data, of tenant: Data, _ created: HybridTime) throws {
        try execute(
            sql: "UPDATE posts SET created = ? WHERE tenant = ? AND id = ?", arguments: [created.stored, tenant, post])
    }

    /// Keeps a message for its post.
    func wait(_ message: PostMessage, of tenant: Data, at time: Timestamp) throws {
        let register = message.register
        try cachedStatement(
            sql: """
                INSERT INTO mesh_waiting (tenant, post, author, kind, time, id, text) VALUES (?, ?, ?, ?, ?, ?, ?)
                ON CONFLICT (tenant, post, author, kind) DO UPDATE
                SET time = excluded.time, id = excluded.id, text = excluded.text
                WHERE (excluded.time, excluded.id) > (mesh_waiting.time, mesh_waiting.id)
                """
        ).execute(arguments: [
            tenant, message.post.data, register.author.bytes.data, register.kind.rawValue, message.order.time.stored,
            message.order.id.digest.data, message.content.waitingText,
        ])
        let oldest = HybridTime(milliseconds: time - PostMessage.longestWait)
        try cachedStatement(sql: "DELETE FROM mesh_waiting WHERE tenant = ? AND time < ?")
            .execute(arguments: [tenant, oldest.stored])
        try cachedStatement(
            sql: """
                DELETE FROM mesh_waiting WHERE tenant = ?1 AND (post, author, kind) IN (
                    SELECT post, author, kind FROM mesh_waiting WHERE tenant = ?1 ORDER BY time DESC, id DESC
                    LIMIT -1 OFFSET ?2)
                """
        ).execute(arguments: [tenant, PostMessage.mostWaiting])
    }

    /// Removes a message that waited for its post; returns whether it did.
    func removeWaiting(_ message: PostMessage, of tenant: Data) throws -> Bool {
        try cachedStatement(
            sql: "DELETE FROM mesh_waiting WHERE tenant = ? AND post = ? AND author = ? AND kind = ? AND id = ?"
        ).execute(arguments: [
            tenant, message.post.data, message.author.bytes.data, message.register.kind.rawValue,
            message.order.id.digest.data,
        ])
        return changesCount > 0
    }

    /// Takes the messages that waited for a post.
    func takeWaiting(for post: Data, of tenant: Data) throws -> [PostMessage] {
        let statement = try cachedStatement(
            sql: "SELECT post, author, kind, time, id, text FROM mesh_waiting WHERE tenant = ? AND post = ?")
        let waiting = try Row.fetchAll(statement, arguments: [tenant, post]).map { try PostMessage($0) }
        if !waiting.isEmpty {
            try execute(sql: "DELETE FROM mesh_waiting WHERE tenant = ? AND post = ?", arguments: [tenant, post])
        }
        return waiting
    }
}

extension Bytes32 {
    fileprivate var data: Data { Data(bytes) }
}

extension PostMessage.Content {
    fileprivate var waitingText: String? {
        switch self {
        case .text(let text): text
        case .post, .deletion: nil
        }
    }
}

extension StoredRow {
    /// Returns the 32 bytes of a column.
    func bytes32(_ column: Int) throws(DamagedRow) -> Bytes32 {
        guard let bytes = Bytes32(try self(column, as: Data.self)) else { throw damage }
        return bytes
    }

    func order(_ time: Int, _ id: Int) throws(DamagedRow) -> MessageOrder {
        MessageOrder(time: try self.time(time), id: MessageID(try bytes32(id)))
    }
}

extension PostMark {
    fileprivate init(_ found: Row) throws {
        let row = StoredRow(found, of: "mesh_posts")
        let author = SignerKey(try row.bytes32(1))
        var signer: MessageSigner?
        if let id: SignerID = try row.optionalID(7) {
            let place = PlaceCode(rawValue: UInt64(bitPattern: try row(8, as: Int64.self)))
            signer = MessageSigner(id: id, key: author, place: place)
        }
        self.init(
            author: author, first: MessageID(try row.bytes32(2)), text: try row.order(3, 4),
            entry: try row(5, as: Int64?.self).map { UInt64(bitPattern: $0) }, isHidden: try row(6), signer: signer)
    }
}

extension PostMessage {
    fileprivate init(_ found: Row) throws {
        let row = StoredRow(found, of: "mesh_waiting")
        let content: Content
        switch try MessageKind(rawValue: row(2)) {
        case .edit: content = .text(try row(5))
        case .deletion: content = .deletion
        default: throw row.damage
        }
        self.init(try row.order(3, 4), by: SignerKey(try row.bytes32(1)), about: try row.id(0), content)
    }
}

package import Community
import Foundation
import GRDB
import GeoCore
package import Gossip

extension SQLiteStore: PostMergeStore, OutgoingStore {
    package func merge(
        _ message: PostMessage, by account: AccountID?, _ signer: MessageSigner?, at time: Timestamp
    ) async throws -> Post? {
        let merged = try await write { [tenant] database, clock in
            // What is written here from now on is later than the message.
            _ = clock.learn(message.order.time, at: time)
            let id = message.post.data
            var mark = try database.mark(of: id, tenant)
            if let entered = mark?.entered(by: message) {
                mark = entered
                try database.set(entered, of: id, tenant)
            }
            let step = message.step(on: try database.post(id, of: tenant), mark)
            var isChanged = false
            switch step {
            case .waits: try database.wait(message, of: tenant, at: time)
            case .adds(let body):
                let account = try account.flatMap { try database.account($0, of: tenant)?.id }
                let post = Post(message, body, by: account, at: clock.reading(at: time))
                try database.insert(post, of: tenant)
                let mark = PostMark(
                    author: message.author, first: message.order.id, text: message.order, entry: message.entry,
                    signer: signer)
                try database.set(mark, of: id, tenant)
                for later in try database.takeWaiting(for: id, of: tenant) {
                    _ = try database.apply(later, of: tenant) { clock.reading(at: time) }
                }
                isChanged = true
            case .nothing, .dates, .sets, .deletes:
                isChanged = try database.apply(message, of: tenant) { clock.reading(at: time) }
            }
            return isChanged ? (step, try database.post(id, of: tenant)) : nil
        }
        switch merged?.0 {
        case .sets, .deletes: await emptyLog()
        case .nothing, .waits, .adds, .dates, nil: break
        }
        return merged?.1
    }

    package func takeBack(_ edit: PostMessage, _ others: [PostMessage], at time: Timestamp) async throws -> Post? {
        let changed = try await write { [tenant] database, clock -> Post? in
            if try database.removeWaiting(edit, of: tenant) {
                for other in others where other.register == edit.register {
                    try database.wait(other, of: tenant, at: time)
                }
            }
            let id = edit.post.data, post = try database.post(id, of: tenant), mark = try database.mark(of: id, tenant)
            let found = edit.replacement(of: post, mark, others)
            guard let other = found, let text = other.text, var post, var mark else { return nil }
            mark.text = other.order
            post.message = text
            post.revision += 1
            post.changed = clock.reading(at: time)
            try database.update(post, of: tenant)
            try database.set(mark, of: id, tenant)
            return try database.post(id, of: tenant)
        }
        await emptyLog()
        return changed
    }

    package func assign(
        _ account: AccountID?, to author: SignerKey, at time: Timestamp
    ) async throws -> [PostID] {
        try await write { [tenant] database, clock in
            let account = try account.flatMap { try database.account($0, of: tenant)?.id }
            let posts = try Data.fetchAll(
                database, sql: "SELECT post FROM mesh_posts WHERE tenant = ? AND author = ? ORDER BY post",
                arguments: [tenant, Data(author.bytes.bytes)])
            return try posts.compactMap { id in
                guard var post = try database.post(id, of: tenant), post.author.account != account else { return nil }
                post = post.given(to: account)
                post.revision += 1
                post.changed = clock.reading(at: time)
                try database.update(post, of: tenant)
                return post.id
            }
        }
    }

    package func setHidden(
        _ isHidden: Bool, _ post: PostID, overrides: Bool, at time: Timestamp
    ) async throws -> Post? {
        try await write { [tenant] database, clock in
            let id = post.data
            guard var post = try database.post(id, of: tenant), var mark = try database.mark(of: id, tenant),
                mark.isHidden != isHidden || overrides
            else { return nil }
            mark.isHidden = isHidden
            try database.set(mark, of: id, tenant)
            let wanted: Post.State = isHidden ? .hidden : .shown
            guard post.state != wanted else { return nil }
            post.state = wanted
            post.revision += 1
            post.changed = clock.reading(at: time)
            try database.update(post, of: tenant)
            try database.execute(
                sql: "DELETE FROM reports WHERE tenant = ? AND post = ?", arguments: [tenant, id])
            return post
        }
    }

    package func posts(of origin: PostOrigin) async throws -> [PostID] {
        let column: String, value: any DatabaseValueConvertible & Sendable
        switch origin {
        case .message(let id): (column, value) = ("first", Data(id.digest.bytes))
        case .author(let key): (column, value) = ("author", Data(key.bytes.bytes))
        case .node(let beginning): (column, value) = ("entry", Int64(bitPattern: beginning))
        }
        return try await read { [tenant] database in
            try Data.fetchAll(
                database, sql: "SELECT post FROM mesh_posts WHERE tenant = ? AND \(column) = ? ORDER BY post",
                arguments: [tenant, value]
            ).map { try PostID($0, of: "mesh_posts") }
        }
    }

    package func mark(of post: PostID) async throws -> PostMark? {
        try await read { [tenant] database in try database.mark(of: post.data, tenant) }
    }

    package func outgoing(limit: Int) async throws -> [OutgoingMessage] {
        try await read { [tenant] database in
            let rows = try Row.fetchAll(
                database,
                sql:
                    "SELECT number, signer, subject, draft FROM mesh_outgoing WHERE tenant = ? ORDER BY number LIMIT ?",
                arguments: [tenant, limit])
            return try rows.map { found in
                let row = StoredRow(found, of: "mesh_outgoing", id: 2)
                guard let subject = SubjectID(try row(2, as: Data.self)) else { throw row.damage }
                return OutgoingMessage(
                    number: try row(0), signer: try row.id(1), subject: subject,
                    draft: MessageDraft(bytes: Array(try row(3, as: Data.self))))
            }
        }
    }

    package func sent(_ numbers: [Int64]) async throws {
        try await write { [tenant] database, _ in
            let statement = try database.cachedStatement(
                sql: "DELETE FROM mesh_outgoing WHERE tenant = ? AND number = ?")
            for number in numbers { try statement.execute(arguments: [tenant, number]) }
        }
    }
}

extension Database {
    /// Does what a message says to a post that is here; returns whether that changed it.
    fileprivate func apply(_ message: PostMessage, of tenant: Data, _ reading: () -> HybridTime) throws -> Bool {
        let id = message.post.data
        guard var post = try post(id, of: tenant) else { return false }
        var mark = try mark(of: id, tenant)
        switch message.step(on: post, mark) {
        case .nothing, .waits, .adds: return false
        case .dates(let created):
            try date(id, of: tenant, created)
            return false
        case .deletes:
            try date(id, of: tenant, message.created(post))
            try wipe(id, of: tenant, reading(), tells: false)
            return true
        case .sets(let text):
            post.message = text
            mark?.text = message.order
        }
        post.revision += 1
        post.changed = reading()
        try update(post, of: tenant)
        if let mark { try set(mark, of: id, tenant) }
        return true
    }
}

import Community
import Foundation
import GRDB
import Presence
import Stores
import TestSupport
import Testing

@Suite(.checksStatements) struct SQLiteStoreTests {
    private let folder: TemporaryFolder
    private var path: String { folder.file("community.sqlite") }

    init() throws { folder = try TemporaryFolder() }

    @Test func `data is there when the store is opened again, and time goes on`() async throws {
        var store: SQLiteStore? = try SQLiteStore(path: path)
        let post = try await #require(store).add(Made.post("kept", at: Made.location), key: nil, at: 5000)
        store = nil
        let again = try SQLiteStore(path: path)
        #expect(try await again.post(post.id) == post)
        // The machine's clock was set back meanwhile.
        let next = try await again.add(Made.post("next"), key: nil, at: 1000)
        #expect(next.created > post.created)
    }

    @Test func `a key is known when the store is opened again, 26 hours later`() async throws {
        let key = try Made.key(of: nil)
        var store: SQLiteStore? = try SQLiteStore(path: path)
        let post = try await #require(store).add(Made.post("once"), key: key, at: 5000)
        store = nil
        let again = try SQLiteStore(path: path)
        #expect(try await again.add(Made.post("once"), key: key, at: 5000 + 26 * 3_600_000) == post)
    }

    @Test func `a key from before keys were kept for thirty days is kept as long`() async throws {
        let queue = try DatabaseQueue(path: path), key = try Made.key(of: nil), post: PostID = Made.id()
        try SQLiteStore.migrations.migrate(queue, upTo: "14 games of bocce")
        try await queue.write { database in
            let tenant = Data(repeating: 7, count: 16), id = Data(post.bytes)
            try database.execute(sql: "INSERT INTO tenants (id, name) VALUES (?, 'here')", arguments: [tenant])
            try database.execute(
                sql: """
                    INSERT INTO posts (tenant, id, author_name, message, state, revision, created, changed)
                    VALUES (?, ?, 'guest', 'once', 0, 1, 65536, 65536)
                    """, arguments: [tenant, id])
            try database.execute(
                sql: "INSERT INTO post_keys (tenant, account, key, post, expires) VALUES (?, ?, ?, ?, ?)",
                arguments: [tenant, Data(), key.text, id, UTCDay.milliseconds])
        }
        try queue.close()
        let store = try SQLiteStore(path: path)
        #expect(try await store.add(Made.post("once"), key: key, at: IdempotencyKey.memory - 1).id == post)
        #expect(try await store.add(Made.post("once"), key: key, at: IdempotencyKey.memory).id != post)
    }

    @Test func `a command sees which accounts there are while a server has the file open`() async throws {
        let store = try SQLiteStore(path: path)
        _ = try await store.add(Made.account("anna"), at: 1)
        func isThere(_ name: String, tenant: String = "here") throws -> Bool {
            try SQLiteStore.hasAccount(AccountName(name), inDataFolder: folder.path, tenant: tenant)
        }
        #expect(try isThere("Anna") && !isThere("berta") && !isThere("anna", tenant: "there"))
        _ = try await store.add(Made.account("berta"), at: 1)
        #expect(try isThere("berta"))
        try folder.write("elsewhere/community.sqlite", "no database at all, but a text that is long enough".utf8)
        #expect(throws: StoreError.self) {
            try SQLiteStore.hasAccount(AccountName("anna"), inDataFolder: folder.file("elsewhere"))
        }
        withExtendedLifetime(store) {}
    }

    @Test func `only a file that another has open is said to be in use`() throws {
        let store = try SQLiteStore(path: path)
        for (path, isInUse) in [(path, true), (folder.file("missing/community.sqlite"), false)] {
            let fault = #expect(throws: StoreError.self) { _ = try SQLiteStore(path: path) }
            #expect(fault?.isInUse == isInUse && fault?.inLog.contains(path) == true)
        }
        withExtendedLifetime(store) {}
    }

    private let secret = "a-secret-nobody-else-writes"

    private func isSecretInFiles() throws -> Bool {
        try folder.names().contains { try Data(folder.bytes($0)).range(of: Data(secret.utf8)) != nil }
    }

    @Test(arguments: [PostChange.delete, .message("Better words")])
    func `nothing of words that were deleted or changed is left in the files, while the store is open`(
        change: PostChange
    )
        async throws
    {
        let store = try SQLiteStore(path: path)
        let post = try await store.add(Made.post(secret), key: nil, at: 1)
        #expect(try isSecretInFiles())
        _ = try await store.change(post.id, at: nil, change, at: 2)
        #expect(try !isSecretInFiles())
        withExtendedLifetime(store) {}
    }

    @Test func `a write waits for a program that holds the file for a moment`() async throws {
        let store = try SQLiteStore(path: path)
        // As a reader does that finds the log's index half written.
        let other = try DatabaseQueue(path: path)
        let (held, holding) = AsyncStream<Void>.makeStream()
        let holder = Task.detached {
            try other.writeWithoutTransaction { database in
                try database.inTransaction(.immediate) {
                    holding.finish()
                    usleep(50_000)
                    return .rollback
                }
            }
        }
        for await _ in held {}
        let post = try await store.add(Made.post("kept"), key: nil, at: 1)
        #expect(try await store.post(post.id) == post)
        try await holder.value
    }

    @Test func `nothing of removed positions is left in the files, while the store is open`() async throws {
        let store = try SQLitePresenceStore(path: folder.file("presence.sqlite")), anna: AccountID = Made.id()
        let piece = SealedHour(hour: 4, number: 1, key: 1, sealed: Array(secret.utf8))
        try await store.add([piece], of: anna)
        #expect(try isSecretInFiles())
        try await store.removeHours(of: anna, before: 5)
        await store.forgetRemoved()
        #expect(try !isSecretInFiles())
        withExtendedLifetime(store) {}
    }

    @Test func `a key that is destroyed while somebody reads is gone from the files, too`() async throws {
        let store = try SQLiteKeyStore(path: folder.file("keys.sqlite")), anna: AccountID = Made.id()
        let key = try #require(PersonKey(bytes: Array((secret + "-and-longer").utf8.prefix(32))))
        _ = try await store.key(of: anna, for: .positions, orMake: key)
        #expect(try isSecretInFiles())
        let other = try DatabasePool(path: folder.file("keys.sqlite"))
        let (reading, begun) = AsyncStream<Void>.makeStream()
        let reader = Task.detached {
            try other.read { database in
                _ = try Int.fetchOne(database, sql: "SELECT count(*) FROM person_keys")
                begun.finish()
                usleep(100_000)
            }
        }
        for await _ in reading {}
        try await store.destroyKey(of: anna, for: .positions)
        #expect(try !isSecretInFiles())
        try await reader.value
        withExtendedLifetime(store) {}
    }

    @Test func `no data of a removed account is left in the files, once the store is closed`() async throws {
        func store() throws -> SQLiteStore { try SQLiteStore(path: path) }
        let author: AccountID
        do {
            let open = try store()
            let account = try await open.add(Made.account("anna"), at: 1)
            author = account.id
            _ = try await open.add(
                Made.post(secret, by: account), key: nil, at: 2)
        }
        // Without this the search might look in the wrong place and never find anything.
        #expect(try isSecretInFiles())
        do { try await store().remove(author, at: 3) }
        #expect(try !isSecretInFiles())
    }

    @Test func `tenants of one installation do not see each other`() async throws {
        do {
            let store = try SQLiteStore(path: path, tenant: "one")
            _ = try await store.add(Made.post("for one"), key: nil, at: 1)
            _ = try await store.add(Made.account("anna"), at: 1)
        }
        let other = try SQLiteStore(path: path, tenant: "two")
        #expect(try await other.posts(before: nil, limit: 9).isEmpty)
        #expect(try await other.account(named: "anna") == nil)
        _ = try await other.add(Made.account("anna"), at: 1)
    }

    @Test func `a second process gets the error that the file is in use`() throws {
        let store = try SQLiteStore(path: path)
        let fault = #expect(throws: StoreError.self) { try SQLiteStore(path: path) }
        #expect(fault?.description.contains("in use") == true)
        withExtendedLifetime(store) {}
    }

    @Test func `a file that is no database, and a missing folder, are refused by name`() throws {
        try folder.write("community.sqlite", [UInt8](repeating: 0x41, count: 4096))
        let damaged = #expect(throws: StoreError.self) { try SQLiteStore(path: path) }
        #expect(damaged?.description.contains(path) == true)
        #expect(try folder.bytes("community.sqlite") == [UInt8](repeating: 0x41, count: 4096))
        let nowhere = #expect(throws: StoreError.self) { try SQLiteStore(path: folder.file("no/where.sqlite")) }
        #expect(nowhere?.description.contains("where.sqlite") == true)
    }

    @Test func `writes at the same time are all kept, and failing ones take nothing with them`() async throws {
        let store = try SQLiteStore(path: path)
        let account = try await store.add(Made.account("anna"), at: 1)
        let results = await withTaskGroup(of: Bool.self, returning: [Bool].self) { group in
            for number in 0..<600 {
                group.addTask {
                    if number % 3 == 0 {
                        return (try? await store.add(Made.account("ANNA"), at: 1)) == nil
                    }
                    return (try? await store.add(Made.post("\(number)", by: account), key: nil, at: 1)) != nil
                }
            }
            return await group.reduce(into: []) { $0.append($1) }
        }
        #expect(results.allSatisfy { $0 })
        let posts = try await store.posts(before: nil, limit: 1000)
        #expect(Set(posts.map(\.message)).count == 400 && posts.count == 400)
        #expect(Set(posts.map(\.created)).count == 400)
    }

    @Test func `an older file is copied before it is changed, a newer file is refused`() async throws {
        do { _ = try await SQLiteStore(path: path).add(Made.post("old"), key: nil, at: 1) }
        var migrations = SQLiteStore.migrations
        migrations.registerMigration("13 a later idea") {
            try $0.execute(sql: "CREATE TABLE later (id INTEGER) STRICT")
        }
        do {
            let store = try SQLiteStore(path: path, tenant: "here", migrations: migrations)
            #expect(try await store.posts(before: nil, limit: 1).map(\.message) == ["old"])
        }
        let fault = #expect(throws: StoreError.self) { try SQLiteStore(path: path) }
        #expect(fault?.description.contains("newer") == true)
        let copy = try SQLiteStore(path: folder.file("community.sqlite.before-13"))
        #expect(try await copy.posts(before: nil, limit: 1).map(\.message) == ["old"])
    }

    @Test func `posts of the first version's file are readable today, without pictures`() async throws {
        do {
            let queue = try DatabaseQueue(path: path)
            try SQLiteStore.migrations.migrate(queue, upTo: "1 accounts, sessions, posts, reports")
            try await queue.write { database in
                let tenant = Data(repeating: 1, count: 16), post = Data(repeating: 2, count: 16)
                try database.execute(sql: "INSERT INTO tenants VALUES (?, 'here')", arguments: [tenant])
                try database.execute(
                    sql: """
                        INSERT INTO posts (tenant, id, author_name, message, state, revision, created, changed)
                        VALUES (?, ?, 'anna', 'from long ago', 0, 1, 5, 5)
                        """, arguments: [tenant, post])
            }
            try queue.close()
        }
        let store = try SQLiteStore(path: path)
        let posts = try await store.posts(before: nil, limit: 9)
        #expect(posts.map(\.message) == ["from long ago"] && posts[0].picture == nil)
        #expect(FileManager.default.fileExists(atPath: path + ".before-2"))
    }

    @Test func `pictures from before their sizes were noted count by their pixels, those of the guide to its share`()
        async throws
    {
        do {
            let queue = try DatabaseQueue(path: path)
            try SQLiteStore.migrations.migrate(queue, upTo: "4 simulated posts")
            try await queue.write { database in
                let tenant = Data(repeating: 1, count: 16), entry = Data(repeating: 2, count: 16)
                let (mine, guides) = (Data(repeating: 3, count: 16), Data(repeating: 4, count: 16))
                try database.execute(sql: "INSERT INTO tenants VALUES (?, 'here')", arguments: [tenant])
                for (id, width) in [(mine, 100), (guides, 200)] {
                    try database.execute(
                        sql: "INSERT INTO pictures (tenant, id, width, height, created) VALUES (?, ?, ?, 40, 5)",
                        arguments: [tenant, id, width])
                }
                try database.execute(
                    sql: """
                        INSERT INTO guide_entries (tenant, id, kind, rank, content, published, deleted, revision, created, changed)
                        VALUES (?, ?, 0, 0, '{"name": "A"}', 1, 0, 1, 5, 5)
                        """, arguments: [tenant, entry])
                try database.execute(
                    sql: """
                        INSERT INTO guide_versions (tenant, entry, revision, content, picture, published, deleted, time)
                        VALUES (?, ?, 1, '{"name": "A"}', ?, 1, 0, 5)
                        """, arguments: [tenant, entry, guides])
            }
            try queue.close()
        }
        let store = try SQLiteStore(path: path)
        #expect(try await store.pictureBytes(of: .guests) == 1000)
        #expect(try await store.pictureBytes(of: .guide) == 2000)
    }

    @Test func `a migration that fails leaves the file as it was`() async throws {
        do { _ = try await SQLiteStore(path: path).add(Made.post("old"), key: nil, at: 1) }
        var migrations = SQLiteStore.migrations
        migrations.registerMigration("13 broken") { database in
            try database.execute(sql: "DROP TABLE reports")
            try database.execute(sql: "CREATE TABLE accounts (id INTEGER)")
        }
        #expect(throws: StoreError.self) {
            try SQLiteStore(path: path, tenant: "here", migrations: migrations)
        }
        let store = try SQLiteStore(path: path)
        #expect(try await store.posts(before: nil, limit: 1).map(\.message) == ["old"])
        #expect(try await store.reportedPosts(before: nil, limit: 1).isEmpty)
    }
}

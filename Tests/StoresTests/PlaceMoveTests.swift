import Community
import Foundation
import GeoCore
import Presence
import Stores
import TestSupport
import Testing

/// A place moves from files to PostgreSQL and back. The oracle is SQLite's own command line.
@Suite(.enabled(if: EmptyPostgres.address != nil)) struct PlaceMoveTests {
    private static let files = ["community.sqlite", "presence.sqlite", "keys.sqlite"]

    private struct Interruption: Error {}

    /// Moves, and returns the tables that were reported.
    private func tables(_ move: PlaceMove) throws -> [PlaceMove.Table] {
        var tables: [PlaceMove.Table] = []
        try move.run { tables.append($0) }
        return tables
    }

    private func moveIn(_ folder: TemporaryFolder, _ postgres: EmptyPostgres) throws -> [PlaceMove.Table] {
        try tables(PlaceMove(fromFolder: folder.path, to: postgres.server, keys: postgres.keys))
    }

    private func moveOut(_ postgres: EmptyPostgres, _ folder: TemporaryFolder) throws -> [PlaceMove.Table] {
        try tables(PlaceMove(from: postgres.server, keys: postgres.keys, toFolder: folder.path))
    }

    @Test func `every row comes back from PostgreSQL as it went`() async throws {
        let place = try await FilledPlace(), postgres = try EmptyPostgres(), back = try TemporaryFolder()
        let before = try Self.files.map { try SQLite.rows(place.folder.file($0)) }
        let there = try moveIn(place.folder, postgres), here = try moveOut(postgres, back)
        #expect(there == here)
        for (file, rows) in zip(Self.files, before) {
            let after = try SQLite.rows(back.file(file))
            #expect(after.keys.sorted() == rows.keys.sorted())
            for (table, known) in rows {
                #expect(!known.isEmpty, "\(table)")
                #expect(after[table] == known, "\(table)")
                if table != "tenants" { #expect(here.first { $0.name == table }?.rows == known.count, "\(table)") }
            }
            #expect(try SQLite.ask(back.file(file), "PRAGMA integrity_check") == "'ok'\n")
            #expect(try SQLite.ask(back.file(file), "PRAGMA foreign_key_check").isEmpty)
        }
        // Pictures in a bucket, and backups of keys, are the place's with this id.
        for file in ["community.sqlite", "keys.sqlite"] {
            let ids = try [place.folder, back].map { try SQLite.ask($0.file(file), "SELECT hex(id) FROM tenants") }
            #expect(ids[0] == ids[1])
        }
    }

    @Test func `stores answer the same in PostgreSQL, and go on from there`() async throws {
        let place = try await FilledPlace(), postgres = try EmptyPostgres(), anna = place.anna
        func answers(
            _ store: any CommunityStore, _ people: any PresenceStore, _ keys: any PersonKeyStore
        ) async throws -> String {
            var answers: [Any] = [try await store.posts(before: nil, limit: 3000), try await store.guide()]
            answers += [try await store.imprint(), try await store.overlay(), try await store.lastChange()]
            answers.append(try await store.history(of: anna, after: 0))
            answers.append(try await store.reportedPosts(before: nil, limit: 9).map(\.post))
            answers += [try await people.devices(of: anna), try await people.hours(of: anna, in: 0...9)]
            answers += [try await people.last(of: anna) as Any, try await people.friendships(of: anna)]
            answers += [try await people.queueReports(from: 0), try await people.hourCounts(from: 0)]
            answers.append(try await keys.key(of: anna, for: .positions)?.bytes ?? [])
            return answers.map { "\($0)" }.joined(separator: "\n")
        }
        let before = try await {
            try await answers(
                SQLiteStore(path: place.folder.file(Self.files[0])),
                SQLitePresenceStore(path: place.folder.file(Self.files[1])),
                SQLiteKeyStore(path: place.folder.file(Self.files[2])))
        }()
        _ = try moveIn(place.folder, postgres)
        let store = try SQLiteStore(postgres.server), people = try SQLitePresenceStore(postgres.server)
        let after = try await answers(store, people, SQLiteKeyStore(postgres.keys))
        #expect(after == before)
        // A time is later than all that came, whatever the clock says; a number is free after the last one.
        let last = try await store.lastChange()
        #expect(try await store.add(Made.post("next"), key: nil, at: 1).changed > last)
        await #expect(throws: CommunityFault.keyUsed) {
            try await people.add([SealedHour(hour: 6, number: 6, key: 1, sealed: [])], of: anna)
        }
        try await people.add([SealedHour(hour: 6, number: 7, key: 1, sealed: [])], of: anna)
    }

    @Test func `another text changes the sum of its table alone`() async throws {
        let place = try await FilledPlace(), postgres = try [EmptyPostgres(), EmptyPostgres()]
        let first = try moveIn(place.folder, postgres[0])
        let change = "UPDATE posts SET message = 'n' WHERE message = 'm7'; SELECT changes()"
        #expect(try SQLite.ask(place.folder.file(Self.files[0]), change) == "1\n")
        let second = try moveIn(place.folder, postgres[1])
        #expect(zip(first, second).filter { $0 != $1 }.map(\.0.name) == ["posts"])
    }

    @Test func `a move that ended early leaves no place, and can be repeated`() async throws {
        let place = try await FilledPlace(), postgres = try EmptyPostgres(), back = try TemporaryFolder()
        for table in ["accounts", "posts", "positions", "person_keys"] {
            #expect(throws: Interruption.self) {
                try PlaceMove(fromFolder: place.folder.path, to: postgres.server, keys: postgres.keys).run {
                    if $0.name == table { throw Interruption() }
                }
            }
            #expect(throws: StoreError.self) { try SQLiteStore(postgres.server) }
            #expect(throws: StoreError.self) { try SQLiteKeyStore(postgres.keys) }
            #expect(throws: StoreError.self) { try moveOut(postgres, back) }
        }
        let there = try moveIn(place.folder, postgres)
        _ = try SQLiteStore(postgres.server)
        for table in ["accounts", "posts", "positions", "person_keys"] {
            #expect(throws: Interruption.self) {
                try PlaceMove(from: postgres.server, keys: postgres.keys, toFolder: back.path).run {
                    if $0.name == table { throw Interruption() }
                }
            }
            #expect(throws: StoreError.self) { try UnfinishedMove.check(back.path) }
        }
        #expect(try moveOut(postgres, back) == there)
        try UnfinishedMove.check(back.path)
        #expect(try SQLite.rows(back.file("keys.sqlite")) == SQLite.rows(place.folder.file("keys.sqlite")))
    }

    @Test func `a place that is there is not replaced`() async throws {
        let place = try await FilledPlace(), postgres = try EmptyPostgres()
        _ = try moveIn(place.folder, postgres)
        #expect(try #require(refusal { try moveIn(place.folder, postgres) }).contains("has a place already"))
        #expect(try #require(refusal { try moveOut(postgres, place.folder) }).contains("has a place already"))
        // A server made an empty place.
        let other = try EmptyPostgres()
        _ = try SQLiteStore(other.server)
        #expect(try #require(refusal { try moveIn(place.folder, other) }).contains("has a place already"))
    }

    @Test func `who uses the source is named`() async throws {
        let place = try await FilledPlace(), postgres = try EmptyPostgres(), back = try TemporaryFolder()
        do {
            let store = try SQLiteStore(path: place.folder.file("community.sqlite"))
            #expect(try #require(refusal { try moveIn(place.folder, postgres) }).contains("in use by another"))
            withExtendedLifetime(store) {}
        }
        _ = try moveIn(place.folder, postgres)
        let server = try PostgresServer(postgres.data), store = try SQLiteStore(server)
        let membership = try await PostgresMembership(server, version: "7.1")
        #expect(try #require(refusal { try moveOut(postgres, back) }).contains("number 0 (version 7.1)"))
        await membership.close()
        // A server that came after that look, and is gone again.
        let move = try PlaceMove(from: postgres.server, keys: postgres.keys, toFolder: back.path)
        _ = try await store.add(Made.post("late"), key: nil, at: 1)
        #expect(try #require(refusal { try tables(move) }).contains("wrote to the place meanwhile"))
        #expect(throws: StoreError.self) { try UnfinishedMove.check(back.path) }
        server.close()
    }

    @Test func `keys that come back are newer than those that stayed`() async throws {
        let place = try await FilledPlace(), postgres = try EmptyPostgres(), old = try TemporaryFolder()
        let keys = place.folder.file("keys.sqlite"), copying = SQLiteCopying()
        let before = try copying.generation(of: keys)
        _ = try moveIn(place.folder, postgres)
        for file in Self.files { try move(file, from: place.folder, to: old) }
        _ = try moveOut(postgres, place.folder)
        let after = try copying.generation(of: keys)
        #expect(before > 0 && after == before + 1)
        _ = try SQLiteKeyStore(path: keys)
        try move("keys.sqlite", from: place.folder, to: TemporaryFolder())
        try move("keys.sqlite", from: old, to: place.folder)
        #expect(throws: StoreError.self) { try SQLiteKeyStore(path: keys) }
    }

    /// Moves a file of SQLite with its log.
    private func move(_ file: String, from folder: TemporaryFolder, to other: TemporaryFolder) throws {
        for name in ["", "-wal", "-shm"].map({ file + $0 })
        where FileManager.default.fileExists(atPath: folder.file(name)) {
            try FileManager.default.moveItem(atPath: folder.file(name), toPath: other.file(name))
        }
    }

    @Test func `what cannot move is refused before anything is lost`() async throws {
        let place = try await FilledPlace(), postgres = try EmptyPostgres()
        // SQLite's functions end a text at that character.
        let null = "UPDATE posts SET message = 'a' || char(0) || 'b' WHERE message = 'm7'"
        _ = try SQLite.ask(place.folder.file("community.sqlite"), null)
        #expect(try #require(refusal { try moveIn(place.folder, postgres) }).contains("table posts has a text"))
        do {
            let messages = try SQLiteMessageStore(path: place.folder.file("mesh.sqlite"))
            withExtendedLifetime(messages) {}
        }
        let message = """
            INSERT INTO messages (id, time, kind, entry, size) VALUES (zeroblob(32), 1, 1, 1, 1)
            """
        _ = try SQLite.ask(place.folder.file("mesh.sqlite"), message)
        #expect(try #require(refusal { try moveIn(place.folder, postgres) }).contains("mesh.sqlite has 1 messages"))
        #expect(try #require(refusal { try moveOut(EmptyPostgres(), place.folder) }).contains("no place in PostgreSQL"))
    }

    /// Returns the description of the store's error.
    private func refusal(_ body: () throws -> [PlaceMove.Table]) -> String? {
        do {
            _ = try body()
            return nil
        } catch {
            return (error as? StoreError)?.description
        }
    }
}

/// Two new databases of the tests' PostgreSQL server, for a place and for its keys.
struct EmptyPostgres {
    static let address = ProcessInfo.processInfo.environment["HEREABOUTS_TEST_POSTGRES"]

    let data: String
    let server: PostgresServer
    let keys: PostgresKeyCluster

    init() throws {
        let address = try #require(Self.address), name = "move_" + UUID().uuidString.lowercased().filter { $0 != "-" }
        func made(_ suffix: String) throws -> String {
            // `CREATE DATABASE` runs alone, outside any pipeline.
            try Command.run("/usr/bin/psql", ["-XqAt", "-d", address, "-c", "CREATE DATABASE \(name)\(suffix)"])
            return address.replacing("/hereabouts?", with: "/\(name)\(suffix)?")
        }
        data = try made("")
        server = try PostgresServer(data)
        keys = try PostgresKeyCluster(made("_keys"))
    }
}

import Backups
import Community
import Foundation
import GeoCore
import Presence
import Stores
import Synchronization
import TestSupport
import Testing

/// Backups of a place in PostgreSQL. The oracle is SQLite's own command line.
@Suite(.enabled(if: EmptyPostgres.address != nil)) struct PostgresBackupTests {
    private static let files = ["community.sqlite", "presence.sqlite", "keys.sqlite"]

    private struct TakenBack: Error {}

    /// A place in PostgreSQL, a server's data folder, and its backups.
    private struct World {
        let place: FilledPlace
        let postgres: EmptyPostgres
        let folder: TemporaryFolder
        let backups: Backups
        /// The rows of the files that the place came from, by file and table.
        let rows: [[String: [String]]]

        init() async throws {
            place = try await FilledPlace()
            rows = try PostgresBackupTests.files.map { [folder = place.folder] in try SQLite.rows(folder.file($0)) }
            postgres = try EmptyPostgres()
            try PlaceMove(fromFolder: place.folder.path, to: postgres.server, keys: postgres.keys).run { _ in }
            folder = try TemporaryFolder()
            try FileManager.default.createDirectory(
                atPath: folder.file("data/pictures"), withIntermediateDirectories: true)
            try Data("picture".utf8).write(to: URL(filePath: folder.file("data/pictures/one.webp")))
            backups = try Self.backups(in: folder, of: postgres)
        }

        static func backups(in folder: TemporaryFolder, of postgres: EmptyPostgres) throws -> Backups {
            try Backups(
                root: folder.file("backups"),
                parts: DataParts(
                    databases: ["community.sqlite", "presence.sqlite"], files: [], lasting: ["pictures"],
                    secretDatabases: ["keys.sqlite"], secretFolders: []),
                databases: SQLiteCopying(),
                outside: PostgresPlace(of: "here", in: postgres.server, keys: postgres.keys), passphrase: nil,
                program: "1.2.3")
        }

        var data: String { folder.file("data") }

        func make(_ hours: Int64, while check: @escaping () throws -> Void = {}) throws -> Backups.Entry {
            try backups.make(of: data, at: 1_793_534_400 + 3600 * hours, while: check)
        }

        func restored(_ entry: Backups.Entry, _ name: String) throws -> String {
            try backups.restore(entry, to: folder.file(name), replacing: false, at: entry.made)
            return folder.file(name)
        }

        /// What counts as a backup, and the keys that it is opened with.
        var state: [String: Data] {
            get throws {
                var found: [String: Data] = [:]
                for path in try backups.all().map(\.folder) + [folder.file("backups/secret")] {
                    for file in try FileManager.default.contentsOfDirectory(atPath: path) {
                        found["\(path)/\(file)"] = FileManager.default.contents(atPath: "\(path)/\(file)")
                    }
                }
                return found
            }
        }
    }

    @Test func `every row comes back from a backup, while the place is in use`() async throws {
        let world = try await World(), store = try SQLiteStore(world.postgres.server)
        let entry = try world.make(0)
        _ = try await store.add(Made.post("too late"), key: nil, at: 1)
        let restored = try world.restored(entry, "restored")
        for (file, known) in zip(Self.files, world.rows) {
            #expect(try SQLite.rows("\(restored)/\(file)") == known, "\(file)")
            #expect(try SQLite.ask("\(restored)/\(file)", "PRAGMA integrity_check") == "'ok'\n")
        }
        #expect(FileManager.default.contents(atPath: restored + "/pictures/one.webp") == Data("picture".utf8))
        // Nothing unsealed is left in the data folder.
        #expect(!FileManager.default.fileExists(atPath: world.data + "/.backing-up"))
        // A server on files takes it.
        #expect(try await SQLiteStore(path: restored + "/community.sqlite").posts(before: nil, limit: 1).count == 1)
        _ = try SQLiteKeyStore(path: restored + "/keys.sqlite")
    }

    @Test func `a destroyed key leaves all backups, and is counted`() async throws {
        let world = try await World(), keys = try SQLiteKeyStore(world.postgres.keys), anna = world.place.anna
        let key = try #require(await keys.key(of: anna, for: .positions)).bytes
        let before = try await keys.destroyedKeys()
        _ = try world.make(0)
        func files(with bytes: [UInt8]) throws -> [String] {
            try world.state.filter { $0.value.firstRange(of: Data(bytes)) != nil }.map(\.key)
        }
        #expect(try files(with: key) == [world.folder.file("backups/secret/keys.sqlite")])
        var generator = SeededGenerator(seed: 5)
        _ = try await keys.key(of: Made.id(), for: .positions, orMake: PersonKey(using: &generator))
        #expect(try await keys.destroyedKeys() == before)
        try await keys.destroyKey(of: anna, for: .positions)
        try await keys.destroyKey(of: anna, for: .positions)
        #expect(try await keys.destroyedKeys() == before + 1)
        try world.backups.keepSecrets(of: world.data, at: 1_793_535_000)
        #expect(try files(with: key).isEmpty)
        #expect(try files(with: #require(await keys.key(of: anna, for: .sharing)).bytes).count == 1)
        #expect(!FileManager.default.fileExists(atPath: world.data + "/.backing-up"))
    }

    @Test func `a backup that may not go on replaces nothing`() async throws {
        let world = try await World(), keys = try SQLiteKeyStore(world.postgres.keys)
        let asked = Atomic(0)
        _ = try world.make(0) { asked.add(1, ordering: .relaxed) }
        let all = asked.load(ordering: .relaxed), before = try world.state
        // Each page of rows asks, and the end does.
        #expect(all > 40)
        try await keys.destroyKey(of: world.place.anna, for: .positions)
        for last in [0, 1, all / 2, all - 1] {
            asked.store(0, ordering: .relaxed)
            #expect(throws: TakenBack.self) {
                try world.make(6) {
                    if asked.add(1, ordering: .relaxed).oldValue == last { throw TakenBack() }
                }
            }
            #expect(try world.state == before, "\(last) of \(all)")
            let names = try FileManager.default.contentsOfDirectory(atPath: world.folder.file("backups"))
            #expect(names.filter { $0.hasPrefix(".") } == [".lock"])
            #expect(!FileManager.default.fileExists(atPath: world.data + "/.backing-up"))
        }
        #expect(try world.make(6).name != world.backups.all()[1].name)
    }

    @Test func `keys in backups count on, over changes and moves`() async throws {
        let world = try await World(), keys = try SQLiteKeyStore(world.postgres.keys), copying = SQLiteCopying()
        var counts = [try copying.generation(of: world.place.folder.file("keys.sqlite"))]
        counts.append(try copying.generation(of: world.restored(world.make(0), "first") + "/keys.sqlite"))
        try await keys.destroyKey(of: world.place.anna, for: .positions)
        let second = try world.make(6)
        counts.append(try copying.generation(of: world.restored(second, "second") + "/keys.sqlite"))
        var generator = SeededGenerator(seed: 5)
        _ = try await keys.key(of: world.place.anna, for: .positions, orMake: PersonKey(using: &generator))
        let out = try TemporaryFolder()
        try PlaceMove(from: world.postgres.server, keys: world.postgres.keys, toFolder: out.path).run { _ in }
        counts.append(try copying.generation(of: out.file("keys.sqlite")))
        #expect(counts[0] > 0)
        #expect(zip(counts, counts.dropFirst()).allSatisfy { $0 < $1 }, "\(counts)")
        // The keys of the backup are older than those that are there.
        try FileManager.default.copyItem(atPath: out.file("keys.sqlite"), toPath: world.data + "/keys.sqlite")
        #expect(try world.backups.newer(than: second, at: world.data).count == 1)
    }

    @Test func `another place's keys do not replace those of backups`() async throws {
        let world = try await World(), other = try await World()
        _ = try world.make(0)
        let before = try world.state
        let foreign = try World.backups(in: world.folder, of: other.postgres)
        #expect(throws: BackupFault.self) { try foreign.make(of: world.data, at: 1_793_600_000) }
        #expect(throws: BackupFault.self) { try foreign.keepSecrets(of: world.data, at: 1_793_600_000) }
        #expect(try world.state == before)
    }

    @Test func `servers tell each other of the latest backup`() async throws {
        let postgres = try EmptyPostgres(), server = try PostgresServer(postgres.data)
        let store = try SQLiteStore(server), membership = try await PostgresMembership(server, version: "7.1")
        let notes = PostgresBackupNotes(membership, of: store)
        func latest() throws -> BackupNote? { try PostgresBackupNotes.latest(of: "here", at: postgres.data) }
        #expect(try await notes.latest() == nil)
        #expect(try latest() == nil)
        let first = BackupNote(made: 7, machine: "one", folder: "/1")
        let second = BackupNote(made: 8, machine: "two", folder: "/2")
        try await notes.note(second)
        try await notes.note(first)
        #expect(try await notes.latest() == second)
        let third = BackupNote(made: 9, machine: "three", folder: "/3")
        try PostgresBackupNotes.note(third, of: "here", in: server)
        #expect(try latest() == third)
        await membership.close()
        server.close()
    }
}

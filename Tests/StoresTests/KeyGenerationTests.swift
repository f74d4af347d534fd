import Community
import Foundation
import Presence
import Stores
import TestSupport
import Testing

/// An older copy of the keys that somebody puts back by hand.
@Suite(.checksStatements) struct KeyGenerationTests {
    private let folder: TemporaryFolder
    private var path: String { folder.file("keys.sqlite") }

    init() throws { folder = try TemporaryFolder() }

    private func key() -> PersonKey {
        var generator = SystemRandomNumberGenerator()
        return PersonKey(using: &generator)
    }

    /// Puts a copy in the place of the keys.
    private func put(_ copy: String) throws {
        for end in ["", "-wal", "-shm"] where FileManager.default.fileExists(atPath: path + end) {
            try FileManager.default.removeItem(atPath: path + end)
        }
        try FileManager.default.copyItem(atPath: folder.file(copy), toPath: path)
    }

    @Test func `older keys are refused, with what to do, and newer ones are not`() async throws {
        let anna: AccountID = Made.id(), ben: AccountID = Made.id()
        do { _ = try await SQLiteKeyStore(path: path).key(of: anna, for: .positions, orMake: key()) }
        try SQLiteCopying().copy(path, to: folder.file("older"))
        do {
            let store = try SQLiteKeyStore(path: path)
            _ = try await store.key(of: ben, for: .positions, orMake: key())
            try await store.destroyKey(of: anna, for: .positions)
        }
        do { _ = try SQLiteKeyStore(path: path) }
        try SQLiteCopying().copy(path, to: folder.file("newer"))
        try put("older")
        let fault = #expect(throws: StoreError.self) { try SQLiteKeyStore(path: path) }
        #expect(fault?.description.contains("2 changes") == true)
        #expect(fault?.description.contains("keys.sqlite.generation") == true)
        // The newest ones are good, and so are these once somebody says so.
        try put("newer")
        do { _ = try SQLiteKeyStore(path: path) }
        try put("older")
        try FileManager.default.removeItem(atPath: path + ".generation")
        let store = try SQLiteKeyStore(path: path)
        #expect(try await store.key(of: anna, for: .positions) != nil)
    }

    @Test func `asking for a key that is there changes nothing`() async throws {
        let anna: AccountID = Made.id(), store = try SQLiteKeyStore(path: path)
        for _ in 0..<3 { _ = try await store.key(of: anna, for: .positions, orMake: key()) }
        try await store.destroyKey(of: Made.id(), for: .positions)
        #expect(try String(contentsOfFile: path + ".generation", encoding: .utf8) == "1\n")
    }
}

package import Community
import Foundation
package import GRDB
package import Presence
import Synchronization

/// Stores people's keys in an SQLite file or in a PostgreSQL cluster, apart from all data that they seal.
///
/// A class because its users share it.
package final class SQLiteKeyStore: PersonKeyStore {
    private let file: any TenantDatabase
    /// Removes the bytes of destroyed keys.
    private let forget: @Sendable () async -> Void
    /// A file beside the keys with the count of their changes: an older copy of the keys has a smaller count. `nil` for
    /// a cluster, of which nobody puts back a copy.
    private let note: URL?
    private let noted: Mutex<Int64>

    /// Opens or makes the file at `path`, for the place with the name `tenant`; throws `StoreError`, also if it is
    /// older than the file that was last here.
    package init(path: String, tenant name: String = "here") throws {
        let file = try TenantFile(path: path, tenant: name, migrations: Self.migrations)
        let generation = try Self.checkGeneration(of: file, path)
        self.file = file
        note = URL(filePath: path + Self.noteSuffix)
        noted = Mutex(-1)
        forget = { await file.emptyLog(tries: Self.tries) }
        noteGeneration(generation)
    }

    #if Postgres
        /// Opens the tables of a cluster that holds nothing but keys, and makes those that are missing, for the place
        /// with the name `tenant`. Blocks; throws `StoreError`.
        package init(_ cluster: PostgresKeyCluster, tenant name: String = "here") throws {
            file = try PostgresTenant(cluster.server, tenant: name, .keys)
            note = nil
            noted = Mutex(-1)
            forget = { await cluster.forgetDestroyed() }
        }
    #endif

    /// The steps to the current schema.
    package static var migrations: DatabaseMigrator { KeyMigrations.all }

    private static let noteSuffix = ".generation"

    /// Returns the count of key changes that the note beside the file at `path` has; 0 without a note.
    static func notedGeneration(_ path: String) -> Int64 {
        let text = try? String(contentsOf: URL(filePath: path + noteSuffix), encoding: .utf8)
        return text.flatMap { Int64($0.prefix { $0 != "\n" }) } ?? 0
    }

    /// Returns the count of key changes in the file at `path`. Throws `StoreError` if it is smaller than the noted one.
    static func checkGeneration(of file: TenantFile, _ path: String) throws -> Int64 {
        let generation = try file.readNow { try $0.keyGeneration() }, known = notedGeneration(path)
        guard known <= generation else {
            throw StoreError(
                """
                \(path) is an older copy, without \(known - generation) changes that were made since: it may contain \
                destroyed keys again, and newer keys are missing; put the newest keys back, restore a backup as a \
                whole, or, to go on with these, remove \(path + noteSuffix)
                """
            )
        }
        return generation
    }

    /// Records the count of key changes. If the record is missing or late, an older copy passes; nothing else fails.
    private func noteGeneration(_ generation: Int64) {
        noted.withLock { noted in
            guard let note, generation > noted else { return }
            noted = generation
            guard (try? Data("\(generation)\n".utf8).write(to: note, options: .atomic)) != nil else { return }
            try? FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: note.path)
        }
    }

    package func key(
        of person: AccountID, for purpose: KeyPurpose, orMake fresh: PersonKey
    ) async throws -> PersonKey {
        // Most people have a key, and need not wait for a commit.
        if let key = try await key(of: person, for: purpose) { return key }
        let (key, generation) = try await file.write { [tenant = file.tenant] database, _ in
            try database.execute(
                sql:
                    "INSERT INTO person_keys (tenant, person, purpose, key) VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING",
                arguments: [tenant, person.data, purpose.rawValue, Data(fresh.bytes)])
            let generation = try database.countKeyChange(of: tenant)
            return (try database.key(of: person, for: purpose, tenant) ?? fresh, generation)
        }
        noteGeneration(generation)
        return key
    }

    package func key(of person: AccountID, for purpose: KeyPurpose) async throws -> PersonKey? {
        try await file.read { [tenant = file.tenant] database in try database.key(of: person, for: purpose, tenant) }
    }

    package func statisticsKey(orMake fresh: PersonKey) async throws -> PersonKey {
        try await file.write { [tenant = file.tenant] database, _ in
            try database.execute(
                sql: "INSERT INTO statistics_keys (tenant, key) VALUES (?, ?) ON CONFLICT DO NOTHING",
                arguments: [tenant, Data(fresh.bytes)])
            let found = try Row.fetchOne(
                database, sql: "SELECT tenant, key FROM statistics_keys WHERE tenant = ?", arguments: [tenant])
            return try found.map { found in
                let row = StoredRow(found, of: "statistics_keys")
                guard let key = PersonKey(bytes: Array(try row(1, as: Data.self))) else { throw row.damage }
                return key
            } ?? fresh
        }
    }

    package func destroyKey(of person: AccountID, for purpose: KeyPurpose) async throws {
        let generation = try await file.write { [tenant = file.tenant] database, _ in
            try database.execute(
                sql: "DELETE FROM person_keys WHERE tenant = ? AND person = ? AND purpose = ?",
                arguments: [tenant, person.data, purpose.rawValue])
            return try database.countKeyChange(of: tenant, destroys: true)
        }
        noteGeneration(generation)
        await forgetDestroyed()
    }

    package func forgetDestroyed() async { await forget() }

    /// Returns how many keys of the place were destroyed in PostgreSQL, by any of its servers.
    package func destroyedKeys() async throws -> Int64 {
        try await file.read { [tenant = file.tenant] database in try database.destroyedSharedKeys(of: tenant) }
    }

    /// The number of attempts: each key is read in less than a millisecond, so there is a gap between two reads.
    private static let tries = 50
}

extension Database {
    /// Returns how often the keys in the file were changed. SQLite keeps the count in the file's header, so every copy
    /// has it.
    func keyGeneration() throws -> Int64 { try Int64.fetchOne(self, sql: "PRAGMA user_version") ?? 0 }

    /// Counts the changes of the last statement, in the same commit; returns the count, which is 0 outside SQLite.
    fileprivate func countKeyChange(of tenant: Data, destroys: Bool = false) throws -> Int64 {
        let isChanged = changesCount > 0
        guard case .sqlite = engine else {
            if isChanged { try countSharedKeyChange(of: tenant, destroys: destroys) }
            return 0
        }
        let generation = try keyGeneration() + (isChanged ? 1 : 0)
        if isChanged { try execute(sql: "PRAGMA user_version = \(generation)") }
        return generation
    }

    fileprivate func key(of person: AccountID, for purpose: KeyPurpose, _ tenant: Data) throws -> PersonKey? {
        let statement = try cachedStatement(
            sql: "SELECT person, key FROM person_keys WHERE tenant = ? AND person = ? AND purpose = ?")
        return try Row.fetchOne(statement, arguments: [tenant, person.data, purpose.rawValue]).map { found in
            let row = StoredRow(found, of: "person_keys")
            guard let key = PersonKey(bytes: Array(try row(1, as: Data.self))) else { throw row.damage }
            return key
        }
    }
}

package import Community
import Foundation
import GRDB
package import Presence

/// Keeps people's keys in one SQLite file, apart from everything that they seal.
///
/// A class because it is what all its users share.
package final class SQLiteKeyStore: PersonKeyStore {
    private let file: TenantFile

    /// Opens or makes the file at `path`, for the place called `tenant`; throws `StoreError`.
    package init(path: String, tenant name: String = "here") throws {
        file = try TenantFile(path: path, tenant: name, migrations: KeyMigrations.all, lastTime: "SELECT NULL")
    }

    package func key(
        of person: AccountID, for purpose: KeyPurpose, orMake fresh: PersonKey
    ) async throws -> PersonKey {
        // Most have one, and need not wait for a commit.
        if let key = try await key(of: person, for: purpose) { return key }
        return try await file.write { [tenant = file.tenant] database, _ in
            try database.execute(
                sql: "INSERT OR IGNORE INTO person_keys (tenant, person, purpose, key) VALUES (?, ?, ?, ?)",
                arguments: [tenant, person.data, purpose.rawValue, Data(fresh.bytes)])
            return try database.key(of: person, for: purpose, tenant) ?? fresh
        }
    }

    package func key(of person: AccountID, for purpose: KeyPurpose) async throws -> PersonKey? {
        try await file.read { [tenant = file.tenant] database in try database.key(of: person, for: purpose, tenant) }
    }

    package func statisticsKey(orMake fresh: PersonKey) async throws -> PersonKey {
        try await file.write { [tenant = file.tenant] database, _ in
            try database.execute(
                sql: "INSERT OR IGNORE INTO statistics_keys (tenant, key) VALUES (?, ?)",
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
        try await file.write { [tenant = file.tenant] database, _ in
            try database.execute(
                sql: "DELETE FROM person_keys WHERE tenant = ? AND person = ? AND purpose = ?",
                arguments: [tenant, person.data, purpose.rawValue])
        }
        await forgetDestroyed()
    }

    package func forgetDestroyed() async { await file.emptyLog(tries: Self.tries) }

    /// Keys are read in less than a millisecond, one by one: between two of those there is a moment.
    private static let tries = 50
}

extension Database {
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

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

    package func key(of person: AccountID, orMake fresh: PersonKey) async throws -> PersonKey {
        // Most have one, and need not wait for a commit.
        if let key = try await key(of: person) { return key }
        return try await file.write { [tenant = file.tenant] database, _ in
            try database.execute(
                sql: "INSERT OR IGNORE INTO person_keys (tenant, person, key) VALUES (?, ?, ?)",
                arguments: [tenant, person.data, Data(fresh.bytes)])
            return try database.key(of: person, tenant) ?? fresh
        }
    }

    package func key(of person: AccountID) async throws -> PersonKey? {
        try await file.read { [tenant = file.tenant] database in try database.key(of: person, tenant) }
    }

    package func destroyKey(of person: AccountID) async throws {
        try await file.write { [tenant = file.tenant] database, _ in
            try database.execute(
                sql: "DELETE FROM person_keys WHERE tenant = ? AND person = ?", arguments: [tenant, person.data])
        }
        await file.emptyLog()
    }
}

extension Database {
    fileprivate func key(of person: AccountID, _ tenant: Data) throws -> PersonKey? {
        let statement = try cachedStatement(sql: "SELECT person, key FROM person_keys WHERE tenant = ? AND person = ?")
        return try Row.fetchOne(statement, arguments: [tenant, person.data]).map { found in
            let row = StoredRow(found, of: "person_keys")
            guard let key = PersonKey(bytes: Array(try row(1, as: Data.self))) else { throw row.damage }
            return key
        }
    }
}

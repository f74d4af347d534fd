import Community
import Foundation
package import GRDB

/// Stores a community in an SQLite file, or in PostgreSQL.
///
/// A class because its users share it.
package final class SQLiteStore: Sendable {
    private let file: any TenantDatabase
    /// The id of the place whose rows this store reads and writes.
    let tenant: Data

    /// Opens or makes the file at `path`, for the place with the name `tenant`; throws `StoreError`.
    package convenience init(path: String, tenant: String = "here") throws {
        try self.init(path: path, tenant: tenant, migrations: Self.migrations)
    }

    /// The steps to the current schema.
    package static var migrations: DatabaseMigrator { Migrations.all }

    /// Opens a file of another schema, for tests of later versions.
    package init(path: String, tenant name: String, migrations: DatabaseMigrator) throws {
        file = try TenantFile(path: path, tenant: name, migrations: migrations, lastTime: Self.lastTime)
        tenant = file.tenant
    }

    /// SQLite's query for the last time of the place with the id `?1`.
    static let lastTime = """
        SELECT max(time) FROM (SELECT max(changed) AS time FROM posts WHERE tenant = ?1
            UNION ALL SELECT max(changed) FROM accounts WHERE tenant = ?1
            UNION ALL SELECT max(changed) FROM guide_entries WHERE tenant = ?1
            UNION ALL SELECT max(changed) FROM imprints WHERE tenant = ?1
            UNION ALL SELECT max(changed) FROM overlays WHERE tenant = ?1)
        """

    #if Postgres
        /// Opens the tables of PostgreSQL and makes those that are missing, for the place with the name `tenant`. Blocks;
        /// throws `StoreError`.
        package init(_ server: PostgresServer, tenant name: String = "here") throws {
            file = try PostgresTenant(server, tenant: name, .community)
            tenant = file.tenant
        }
    #endif

    /// Runs `body` in the next commit; see `GroupWriter.write`.
    func write<Result: Sendable>(
        _ body: @escaping @Sendable (Database, inout HybridClock) throws -> Result
    ) async throws -> Result { try await file.write(body) }

    func emptyLog() async { await file.emptyLog(tries: 1) }

    /// Runs `body` on a committed snapshot; see `TenantFile.read`.
    func read<Result: Sendable>(_ body: @escaping @Sendable (Database) throws -> Result) async throws -> Result {
        try await file.read(body)
    }
}

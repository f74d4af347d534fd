import Community
import Foundation
package import GRDB

/// Keeps a community in one SQLite file.
///
/// A class because it is what all its users share.
package final class SQLiteStore: Sendable {
    private let file: TenantFile
    /// The id of the place whose rows this store sees.
    let tenant: Data

    /// Opens or makes the file at `path`, for the place called `tenant`; throws `StoreError`.
    package convenience init(path: String, tenant: String = "here") throws {
        try self.init(path: path, tenant: tenant, migrations: Self.migrations)
    }

    /// The steps to today's schema.
    package static var migrations: DatabaseMigrator { Migrations.all }

    /// Opens a file of another schema: for tests of what a later version will do.
    package init(path: String, tenant name: String, migrations: DatabaseMigrator) throws {
        // Of all tenants: there is one clock.
        let last = """
            SELECT max(time) FROM (SELECT max(changed) AS time FROM posts UNION SELECT max(changed) FROM accounts
                UNION SELECT max(changed) FROM guide_entries UNION SELECT max(changed) FROM imprints
                UNION SELECT max(changed) FROM overlays)
            """
        file = try TenantFile(path: path, tenant: name, migrations: migrations, lastTime: last)
        tenant = file.tenant
    }

    /// Runs `body` in the next commit; see `GroupWriter.write`.
    func write<Result: Sendable>(
        _ body: @escaping @Sendable (Database, inout HybridClock) throws -> Result
    ) async throws -> Result { try await file.write(body) }

    func emptyLog() async { await file.emptyLog() }

    /// Runs `body` on a snapshot of what is committed; see `TenantFile.read`.
    func read<Result: Sendable>(_ body: @escaping @Sendable (Database) throws -> Result) async throws -> Result {
        try await file.read(body)
    }
}

import Community
import Dispatch
import Foundation
package import GRDB
import Synchronization

/// Keeps a community in one SQLite file.
///
/// A class because it is what all its users share.
package final class SQLiteStore: Sendable {
    private let file: DatabaseFile
    private let writer: GroupWriter
    private let readers: [DispatchQueue]
    private let nextReader = Atomic(0)
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
        file = try DatabaseFile(path: path, migrations: migrations)
        var generator = SystemRandomNumberGenerator()
        let id = Data(TenantID(at: Int64(Date().timeIntervalSince1970 * 1000), using: &generator).bytes)
        let (tenant, last) = try file.pool.write { database in
            try database.execute(sql: "INSERT OR IGNORE INTO tenants (id, name) VALUES (?, ?)", arguments: [id, name])
            let tenant = try Data.fetchOne(database, sql: "SELECT id FROM tenants WHERE name = ?", arguments: [name])
            // Of all tenants: there is one clock.
            let last = try Int64.fetchOne(
                database,
                sql: """
                    SELECT max(time) FROM (SELECT max(changed) AS time FROM posts UNION SELECT max(changed) FROM accounts
                        UNION SELECT max(changed) FROM guide_entries UNION SELECT max(changed) FROM imprints
                        UNION SELECT max(changed) FROM overlays)
                    """
            )
            return (tenant, last)
        }
        self.tenant = tenant ?? id
        writer = GroupWriter(file.pool, after: HybridTime(rawValue: UInt64(max(0, last ?? 0))))
        readers = (0..<DatabaseFile.readers).map { DispatchQueue(label: "hereabouts.store.reader.\($0)") }
    }

    /// Runs `body` in the next commit; see `GroupWriter.write`.
    func write<Result: Sendable>(
        _ body: @escaping @Sendable (Database, inout HybridClock) throws -> Result
    ) async throws -> Result { try await writer.write(body) }

    /// Leaves nothing of what was deleted in the log, unless somebody is just reading it: then it goes with a later checkpoint.
    func emptyLog() async { try? await writer.emptyLog() }

    /// Runs `body` on a snapshot of what is committed, off the caller's thread.
    func read<Result: Sendable>(_ body: @escaping @Sendable (Database) throws -> Result) async throws -> Result {
        let queue = readers[nextReader.wrappingAdd(1, ordering: .relaxed).oldValue & (readers.count - 1)]
        return try await withCheckedThrowingContinuation { continuation in
            queue.async { continuation.resume(with: Swift.Result { try self.file.pool.read(body) }) }
        }
    }
}

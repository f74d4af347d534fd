package import Community
import Foundation
package import GRDB
package import Presence
import Synchronization

/// Stores sealed positions, which it cannot read, and devices in an SQLite file, or in PostgreSQL.
///
/// A class because its users share it.
package final class SQLitePresenceStore: Sendable {
    private let file: any TenantDatabase
    /// The id of the place whose rows this store reads and writes.
    let tenant: Data
    /// The index of `recent_positions`, a table of SQLite only.
    let recent: Mutex<RecentPieces>
    /// Whether other servers use the tables, too. Pieces then go straight to `positions`, and the tables, not the
    /// index, know which numbers are taken.
    let isShared: Bool

    /// Opens or makes the file at `path`, for the place with the name `tenant`; throws `StoreError`.
    package init(path: String, tenant name: String = "here") throws {
        let file = try TenantFile(path: path, tenant: name, migrations: Self.migrations)
        self.file = file
        tenant = file.tenant
        isShared = false
        do {
            recent = Mutex(try file.readNow { try RecentPieces($0, file.tenant) })
        } catch {
            throw StoreError("\(path) cannot be read (\(error)); restore it from a backup, or move it away")
        }
    }

    #if Postgres
        /// Opens the tables of PostgreSQL and makes those that are missing, for the place with the name `tenant`. Blocks;
        /// throws `StoreError`.
        package init(_ server: PostgresServer, tenant name: String = "here") throws {
            file = try PostgresTenant(server, tenant: name, .presence)
            tenant = file.tenant
            recent = Mutex(RecentPieces())
            isShared = true
        }
    #endif

    /// The steps to the current schema.
    package static var migrations: DatabaseMigrator { PresenceMigrations.all }

    func write<Result: Sendable>(
        _ body: @escaping @Sendable (Database, inout HybridClock) throws -> Result
    ) async throws -> Result { try await file.write(body) }

    func read<Result: Sendable>(_ body: @escaping @Sendable (Database) throws -> Result) async throws -> Result {
        try await file.read(body)
    }

    /// Removes deleted data from the log; see `TenantFile.emptyLog`.
    func emptyLog() async { await file.emptyLog(tries: 1) }
}

extension SQLitePresenceStore: DeviceStore {
    package func add(_ device: Device, atMost limit: Int) async throws {
        try await write { [tenant] database, _ in
            let count = try Int.fetchOne(
                database, sql: "SELECT count(*) FROM devices WHERE tenant = ? AND person = ?",
                arguments: [tenant, device.person.data])
            guard count ?? 0 < limit else { throw Device.tooMany(limit) }
            try database.execute(
                sql:
                    "INSERT INTO devices (tenant, id, person, kind, name, token, created) VALUES (?, ?, ?, ?, ?, ?, ?)",
                arguments: [
                    tenant, device.id.data, device.person.data, device.kind.rawValue, device.name,
                    Data(device.token.bytes), device.created,
                ])
        }
    }

    package func device(_ token: TokenDigest) async throws -> Device? {
        try await read { [tenant] database in
            let statement = try database.cachedStatement(
                sql: "SELECT \(Device.columns) FROM devices WHERE tenant = ? AND token = ?")
            return try Row.fetchOne(statement, arguments: [tenant, Data(token.bytes)]).map { try Device($0) }
        }
    }

    package func devices(of person: AccountID) async throws -> [Device] {
        try await read { [tenant] database in
            let statement = try database.cachedStatement(
                sql: "SELECT \(Device.columns) FROM devices WHERE tenant = ? AND person = ? ORDER BY id")
            return try Row.fetchAll(statement, arguments: [tenant, person.data]).map { try Device($0) }
        }
    }

    package func remove(_ device: DeviceID, of person: AccountID) async throws {
        try await write { [tenant] database, _ in
            try database.execute(
                sql: "DELETE FROM devices WHERE tenant = ? AND person = ? AND id = ?",
                arguments: [tenant, person.data, device.data])
            guard database.changesCount == 1 else { throw CommunityFault.notFound }
            database.announce(.devices(person))
        }
    }

    package func removeDevices(of person: AccountID, but kept: Set<DeviceID>) async throws {
        try await write { [tenant] database, _ in
            let ids = try Data.fetchAll(
                database, sql: "SELECT id FROM devices WHERE tenant = ? AND person = ?",
                arguments: [tenant, person.data])
            for id in ids where !kept.contains(where: { $0.data == id }) {
                try database.execute(sql: "DELETE FROM devices WHERE tenant = ? AND id = ?", arguments: [tenant, id])
            }
            database.announce(.devices(person))
        }
    }

    package func forget(_ person: AccountID) async throws {
        try await write { [tenant] database, _ in
            try database.execute(
                sql: "DELETE FROM devices WHERE tenant = ? AND person = ?", arguments: [tenant, person.data])
            database.announce(.devices(person))
        }
        await emptyLog()
    }
}

extension Device {
    fileprivate static let columns = "id, person, kind, name, token, created"

    fileprivate init(_ found: Row) throws {
        let row = StoredRow(found, of: "devices")
        self.init(
            id: try row.id(0), person: try row.id(1), kind: try row.word(2), name: try row(3),
            token: TokenDigest(bytes: Array(try row(4, as: Data.self))), created: try row(5))
    }
}

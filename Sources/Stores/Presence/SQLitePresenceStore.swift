package import Community
import Foundation
import GRDB
package import Presence

/// Keeps positions, which it cannot read, and devices in one SQLite file.
///
/// A class because it is what all its users share.
package final class SQLitePresenceStore: Sendable {
    private let file: TenantFile
    /// The id of the place whose rows this store sees.
    let tenant: Data

    /// Opens or makes the file at `path`, for the place called `tenant`; throws `StoreError`.
    package init(path: String, tenant name: String = "here") throws {
        file = try TenantFile(
            path: path, tenant: name, migrations: PresenceMigrations.all, lastTime: "SELECT NULL")
        tenant = file.tenant
    }

    func write<Result: Sendable>(
        _ body: @escaping @Sendable (Database, inout HybridClock) throws -> Result
    ) async throws -> Result { try await file.write(body) }

    func read<Result: Sendable>(_ body: @escaping @Sendable (Database) throws -> Result) async throws -> Result {
        try await file.read(body)
    }

    /// Leaves nothing of what was deleted in the log; see `TenantFile.emptyLog`.
    func emptyLog() async { await file.emptyLog() }
}

extension SQLitePresenceStore: PositionStore {
    package func add(_ pieces: [SealedHour], of person: AccountID) async throws {
        try await write { [tenant] database, _ in
            for piece in pieces { try database.insert(piece, of: person, tenant) }
        }
    }

    package func hours(of person: AccountID, in hours: ClosedRange<Int64>) async throws -> [SealedHour] {
        try await read { [tenant] database in
            let statement = try database.cachedStatement(
                sql: """
                    SELECT person, hour, number, key, sealed FROM positions
                    WHERE tenant = ? AND person = ? AND hour BETWEEN ? AND ? ORDER BY hour, number
                    """)
            let found = try Row.fetchAll(
                statement, arguments: [tenant, person.data, hours.lowerBound, hours.upperBound])
            return try found.map { found in
                let row = StoredRow(found, of: "positions")
                return SealedHour(
                    hour: try row(1), number: try row(2), key: try row(3), sealed: Array(try row(4, as: Data.self)))
            }
        }
    }

    package func last(of person: AccountID) async throws -> (number: Int64, hour: Int64)? {
        try await read { [tenant] database in
            let statement = try database.cachedStatement(
                sql:
                    "SELECT person, max(number), max(hour) FROM positions WHERE tenant = ? AND person = ? GROUP BY person"
            )
            return try Row.fetchOne(statement, arguments: [tenant, person.data]).map { found in
                let row = StoredRow(found, of: "positions")
                return (try row(1), try row(2))
            }
        }
    }

    package func replace(_ old: [Int64], of person: AccountID, by piece: SealedHour) async throws {
        try await write { [tenant] database, _ in
            let statement = try database.cachedStatement(
                sql: "DELETE FROM positions WHERE tenant = ? AND person = ? AND hour = ? AND number = ?")
            for number in old {
                try statement.execute(arguments: [tenant, person.data, piece.hour, number])
                guard database.changesCount == 1 else { throw CommunityFault.notFound }
            }
            try database.insert(piece, of: person, tenant)
        }
    }

    package func removeHours(of person: AccountID, before hour: Int64) async throws {
        try await write { [tenant] database, _ in
            try database.cachedStatement(sql: "DELETE FROM positions WHERE tenant = ? AND person = ? AND hour < ?")
                .execute(arguments: [tenant, person.data, hour])
        }
    }

    package func forgetRemoved() async { await emptyLog() }

    package func piecedHours(of person: AccountID, before hour: Int64) async throws -> [Int64] {
        try await read { [tenant] database in
            let statement = try database.cachedStatement(
                sql: """
                    SELECT hour FROM positions WHERE tenant = ? AND person = ? AND hour < ?
                    GROUP BY hour HAVING count(*) > 1 ORDER BY hour
                    """)
            return try Int64.fetchAll(statement, arguments: [tenant, person.data, hour])
        }
    }

    package func people(after person: AccountID?, limit: Int) async throws -> [AccountID] {
        try await read { [tenant] database in
            let found = try Data.fetchAll(
                database,
                sql: """
                    SELECT DISTINCT person FROM positions WHERE tenant = ? AND person > ? ORDER BY person LIMIT ?
                    """, arguments: [tenant, person?.data ?? Data(), limit])
            return try found.map { try AccountID($0, of: "positions") }
        }
    }
}

extension Database {
    fileprivate func insert(_ piece: SealedHour, of person: AccountID, _ tenant: Data) throws {
        do {
            try cachedStatement(
                sql: "INSERT INTO positions (tenant, person, hour, number, key, sealed) VALUES (?, ?, ?, ?, ?, ?)"
            ).execute(arguments: [tenant, person.data, piece.hour, piece.number, piece.key, Data(piece.sealed)])
        } catch DatabaseError.SQLITE_CONSTRAINT_PRIMARYKEY {
            throw CommunityFault.keyUsed
        }
    }
}

extension SQLitePresenceStore: DeviceStore {
    package func add(_ device: Device) async throws {
        try await write { [tenant] database, _ in
            let count = try Int.fetchOne(
                database, sql: "SELECT count(*) FROM devices WHERE tenant = ? AND person = ?",
                arguments: [tenant, device.person.data])
            guard count ?? 0 < Device.maximum else { throw Device.tooMany }
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
        }
    }

    package func forget(_ person: AccountID) async throws {
        try await write { [tenant] database, _ in
            try database.execute(
                sql: "DELETE FROM devices WHERE tenant = ? AND person = ?", arguments: [tenant, person.data])
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

import Community
import Fairness
import Foundation
import GRDB
import GeoCore

/// A database of several places, limited to one of them.
protocol TenantDatabase: Sendable {
    /// The id of the place; its rows carry it.
    var tenant: Data { get }

    /// Runs `body` in the next commit, and returns its result once that is durable. If `body` throws, nothing changes.
    func write<Result: Sendable>(
        _ body: @escaping @Sendable (Database, inout HybridClock) throws -> Result
    ) async throws -> Result

    /// Runs `body` on a committed snapshot.
    func read<Result: Sendable>(_ body: @escaping @Sendable (Database) throws -> Result) async throws -> Result

    /// Removes deleted data from the log, as far as the program can, in up to `tries` attempts.
    func emptyLog(tries: Int) async
}

/// An SQLite database of several places, limited to one of them: one writer, and readers that never wait for it. Networks take
/// turns at both.
///
/// A class because its users share the writer and the readers.
final class TenantFile: TenantDatabase {
    private let file: DatabaseFile
    private let writer: GroupWriter
    private let readers: Workers
    /// The id of the place; its rows carry it.
    let tenant: Data

    /// Opens or makes the file at `path`, for the place with the name `name`; throws `StoreError`. `lastTime` is SQL
    /// for the place's last stored reading of the clock, with the place's id as its parameter.
    init(path: String, tenant name: String, migrations: DatabaseMigrator, lastTime: String? = nil) throws {
        file = try DatabaseFile(path: path, migrations: migrations, watch: StatementWatch.current)
        var generator = SystemRandomNumberGenerator()
        let id = Data(TenantID(at: Timestamp(Date().timeIntervalSince1970 * 1000), using: &generator).bytes)
        let (tenant, last) = try file.pool.write { database in
            try database.execute(
                sql: "INSERT INTO tenants (id, name) VALUES (?, ?) ON CONFLICT DO NOTHING", arguments: [id, name])
            let tenant =
                try Data.fetchOne(database, sql: "SELECT id FROM tenants WHERE name = ?", arguments: [name]) ?? id
            return (tenant, try lastTime.flatMap { try Int64.fetchOne(database, sql: $0, arguments: [tenant]) })
        }
        self.tenant = tenant
        writer = GroupWriter(file.pool, after: HybridTime(rawValue: UInt64(max(0, last ?? 0))))
        readers = Workers(
            threads: DatabaseFile.readers, .init(jobs: 4096, jobsOfBlock: 1024, costOfBlock: 10_000_000))
    }

    /// Runs `body` in the next commit; see `GroupWriter.write`.
    func write<Result: Sendable>(
        _ body: @escaping @Sendable (Database, inout HybridClock) throws -> Result
    ) async throws -> Result { try await writer.write { try body(Database($0), &$1) } }

    /// Removes deleted data from the log. If a reader is active, a later checkpoint removes it.
    ///
    /// Tries up to `tries` times, every 20 milliseconds.
    func emptyLog(tries: Int) async {
        for attempt in 1...tries {
            do {
                return try await writer.emptyLog()
            } catch {
                guard attempt < tries else { return }
                try? await Task.sleep(for: .milliseconds(20))
            }
        }
    }

    /// Runs `body` on a committed snapshot, on the caller's thread, which waits.
    func readNow<Result>(_ body: (Database) throws -> Result) throws -> Result {
        try file.pool.read { try body(Database($0)) }
    }

    private static let reading = Cost(microseconds: 500)

    /// Runs `body` on a committed snapshot, off the caller's thread. Throws the error of `body`, `busy` if too many
    /// reads wait, and `networkLimitReached` if too many of the caller's network do.
    func read<Result: Sendable>(_ body: @escaping @Sendable (Database) throws -> Result) async throws -> Result {
        do {
            // A caller that has disconnected may have begun something that must complete.
            return try await readers.run(costing: Self.reading, beginsAnyway: true) { [file] _ in
                try file.pool.read { try body(Database($0)) }
            }
        } catch let refusal as Workers.Refusal {
            throw CommunityFault(refusal)
        } catch {
            throw GroupWriter.translated(error)
        }
    }
}

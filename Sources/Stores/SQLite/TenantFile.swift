import Community
import Dispatch
import Foundation
import GRDB
import Synchronization

/// A database of several places, seen as one of them: one writer, and readers who never wait for it.
///
/// A class because all its users share the writer and the readers.
final class TenantFile: Sendable {
    private let file: DatabaseFile
    private let writer: GroupWriter
    private let readers: [DispatchQueue]
    private let nextReader = Atomic(0)
    /// The id of the place, whose rows carry it.
    let tenant: Data

    /// Opens or makes the file at `path`, for the place called `name`; throws `StoreError`. `lastTime` is SQL for the
    /// last reading of the clock that is stored, or null.
    init(path: String, tenant name: String, migrations: DatabaseMigrator, lastTime: String) throws {
        file = try DatabaseFile(path: path, migrations: migrations)
        var generator = SystemRandomNumberGenerator()
        let id = Data(TenantID(at: Int64(Date().timeIntervalSince1970 * 1000), using: &generator).bytes)
        let (tenant, last) = try file.pool.write { database in
            try database.execute(sql: "INSERT OR IGNORE INTO tenants (id, name) VALUES (?, ?)", arguments: [id, name])
            let tenant = try Data.fetchOne(database, sql: "SELECT id FROM tenants WHERE name = ?", arguments: [name])
            return (tenant, try Int64.fetchOne(database, sql: lastTime))
        }
        self.tenant = tenant ?? id
        writer = GroupWriter(file.pool, after: HybridTime(rawValue: UInt64(max(0, last ?? 0))))
        readers = (0..<DatabaseFile.readers).map { DispatchQueue(label: "hereabouts.store.reader.\($0)") }
    }

    /// Runs `body` in the next commit; see `GroupWriter.write`.
    func write<Result: Sendable>(
        _ body: @escaping @Sendable (Database, inout HybridClock) throws -> Result
    ) async throws -> Result { try await writer.write(body) }

    /// Leaves nothing of what was deleted in the log, unless somebody is just reading it: then it goes with a later
    /// checkpoint.
    ///
    /// It is tried again so often, every 20 milliseconds.
    func emptyLog(tries: Int = 1) async {
        for attempt in 1...tries {
            do {
                return try await writer.emptyLog()
            } catch {
                guard attempt < tries else { return }
                try? await Task.sleep(for: .milliseconds(20))
            }
        }
    }

    /// Runs `body` on a snapshot of what is committed, on the caller's thread, which waits.
    func readNow<Result>(_ body: (Database) throws -> Result) throws -> Result { try file.pool.read(body) }

    /// Runs `body` on a snapshot of what is committed, off the caller's thread.
    func read<Result: Sendable>(_ body: @escaping @Sendable (Database) throws -> Result) async throws -> Result {
        let queue = readers[nextReader.wrappingAdd(1, ordering: .relaxed).oldValue & (readers.count - 1)]
        return try await withCheckedThrowingContinuation { continuation in
            queue.async {
                let found = Swift.Result { try self.file.pool.read(body) }
                continuation.resume(with: found.mapError { GroupWriter.told($0) })
            }
        }
    }
}

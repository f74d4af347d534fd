import Community
import Foundation
import GRDB
import Glibc

/// An SQLite file with the current schema that only this process has open.
///
/// A class because it holds the lock until its last user releases it.
final class DatabaseFile: Sendable {
    let pool: DatabasePool
    private let lock: FileLock

    /// Opens or makes the file at `path`; throws `StoreError`.
    ///
    /// It copies a file of an older version to `PATH.before-STEP` before it changes it. `watch` gets the SQL of each
    /// statement from then on.
    init(path: String, migrations: DatabaseMigrator, watch: StatementWatch? = nil) throws {
        lock = try FileLock(path)
        // The file is private to this user; SQLite gives its companion files the same permissions.
        close(unsafe open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600))
        do {
            // Readers see a snapshot and never wait for the writer.
            var configuration = Configuration()
            // No other process writes. But a reader that finds a half-written log index takes the writer's lock for a
            // moment to check again.
            configuration.busyMode = .timeout(Self.patience)
            configuration.maximumReaderCount = Self.readers
            configuration.label = "hereabouts.store"
            // SQLite overwrites deleted data in the file, too.
            configuration.prepareDatabase { database in
                try database.execute(sql: "PRAGMA secure_delete = ON")
                if database.configuration.readonly { database.trace(for: watch) }
            }
            pool = try DatabasePool(path: path, configuration: configuration)
            try Self.migrate(pool, path, migrations)
            // The pool opens with NORMAL, which loses the last commits in a power cut.
            let level = try pool.writeWithoutTransaction { database in
                try database.execute(sql: "PRAGMA synchronous = FULL")
                // Each reporting person writes to a different page.
                try database.execute(sql: "PRAGMA cache_size = -\(Self.writerCache)")
                try database.execute(sql: "PRAGMA wal_autocheckpoint = \(Self.logPages)")
                database.trace(for: watch)
                return try Int.fetchOne(database, sql: "PRAGMA synchronous")
            }
            precondition(level == 2, "SQLite accepts the setting for durable commits")
        } catch let error as StoreError {
            throw error
        } catch {
            throw StoreError(
                "\(path) cannot be opened as a database (\(error)); restore it from a backup, or move it away")
        }
    }

    deinit { try? pool.close() }

    /// Whether a process has the file at `path` open, this one included.
    static func isLocked(_ path: String) -> Bool {
        let descriptor = unsafe open(path + ".lock", O_RDWR | O_CLOEXEC)
        // A file that does not exist is not locked.
        guard descriptor >= 0 else { return false }
        defer { close(descriptor) }
        return flock(descriptor, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK
    }

    static let readers = 4
    /// The writer's page cache in kilobytes, and the number of pages in the log before a checkpoint moves them to the
    /// file.
    private static let writerCache = 16_384
    private static let logPages = 4000
    /// The maximum wait of the writer for its lock, in seconds.
    static let patience = 10.0

    private static func migrate(_ pool: DatabasePool, _ path: String, _ migrations: DatabaseMigrator) throws {
        let (done, isNewer) = try pool.read { database in
            (try migrations.appliedIdentifiers(database), try migrations.hasBeenSuperseded(database))
        }
        guard !isNewer else {
            throw StoreError("\(path) was written by a newer hereabouts; use that one, or restore an older backup")
        }
        let missing = migrations.migrations.filter { !done.contains($0) }
        if !done.isEmpty, let next = missing.first { try back(up: pool, to: "\(path).before-\(step(next))") }
        try migrations.migrate(pool)
    }

    /// Returns the number at the beginning of a migration's name.
    private static func step(_ name: String) -> Substring { name.prefix { $0 != " " } }

    /// Copies the database to `path` and checks the copy; removes an older copy once the new copy is valid.
    private static func back(up pool: DatabasePool, to path: String) throws {
        let draft = path + ".partial"
        try? FileManager.default.removeItem(atPath: draft)
        close(unsafe open(draft, O_RDWR | O_CREAT | O_CLOEXEC, 0o600))
        do {
            let copy = try DatabaseQueue(path: draft)
            try pool.backup(to: copy)
            let verdict = try copy.read { try String.fetchOne($0, sql: "PRAGMA integrity_check") }
            try copy.close()
            guard verdict == "ok" else { throw StoreError("\(path) would be damaged: \(verdict ?? "no answer")") }
        }
        guard unsafe rename(draft, path) == 0 else {
            throw StoreError("\(path) cannot be written: \(unsafe String(cString: strerror(errno)))")
        }
    }
}

/// The exclusive right of a process to open a database.
///
/// A class because its last reference releases it, even if its owner's initialiser fails.
private final class FileLock: Sendable {
    private let descriptor: Int32

    /// Locks the file `PATH.lock`; throws if the file cannot be made or another process holds the lock.
    init(_ path: String) throws(StoreError) {
        descriptor = unsafe open(path + ".lock", O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else {
            let cause = unsafe String(cString: strerror(errno))
            throw StoreError("\(path) cannot be made: \(cause); check that its folder exists and may be written to")
        }
        // A process started while the file was open also holds the lock, until it has become another program.
        let deadline = ContinuousClock.now + .milliseconds(500)
        while flock(descriptor, LOCK_EX | LOCK_NB) != 0 {
            if ContinuousClock.now < deadline {
                usleep(5000)
                continue
            }
            throw StoreError("\(path) is in use by another hereabouts; stop that first", isInUse: true)
        }
    }

    deinit { close(descriptor) }
}

/// The reason that a store cannot be opened: the file, the cause and the remedy.
package struct StoreError: LoggableFault {
    package let description: String
    /// Whether another process has the file open.
    package let isInUse: Bool
    /// Whether the same may succeed a little later, because a database could not be reached.
    package let mayPass: Bool

    init(_ description: String, isInUse: Bool = false, mayPass: Bool = false) {
        (self.description, self.isInUse, self.mayPass) = (description, isInUse, mayPass)
    }
}

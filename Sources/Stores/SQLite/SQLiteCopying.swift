import Backups
import Foundation
import GRDB
import Glibc

/// Copies the databases of a data folder, and checks copies for damage.
package struct SQLiteCopying: DatabaseCopying {
    package init() {}

    package func copy(_ path: String, to copy: String) throws {
        do {
            // Readable by this user only, even before it has content.
            let descriptor = unsafe open(copy, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
            guard descriptor >= 0 else {
                throw BackupFault("\(copy) cannot be made; give this user write access to its folder")
            }
            close(descriptor)
            // A reader beside the server's own connections, with a snapshot of one moment.
            let source = try DatabaseQueue(path: path, configuration: Self.configuration)
            let target = try DatabaseQueue(path: copy, configuration: Self.configuration)
            try source.backup(to: target)
            // One file, without companion files.
            try target.writeWithoutTransaction { try $0.execute(sql: "PRAGMA journal_mode = DELETE") }
            try target.close()
            try source.close()
        } catch let error as DatabaseError {
            let remedy = error.resultCode == .SQLITE_FULL ? "make room for \(copy)" : "restore it if it is damaged"
            throw BackupFault(
                "\(path) cannot be copied (SQLite's result \(error.extendedResultCode.rawValue)); \(remedy)")
        }
    }

    package func check(_ path: String) throws -> [String: Int] {
        do {
            var configuration = Self.configuration
            configuration.readonly = true
            let database = try DatabaseQueue(path: path, configuration: configuration)
            let rows = try database.read { database in
                guard try String.fetchAll(database, sql: "PRAGMA integrity_check") == ["ok"],
                    try GRDB.Row.fetchAll(database, sql: "PRAGMA foreign_key_check").isEmpty
                else { throw BackupFault("\(path) is damaged; restore it from an older backup") }
                let tables = try String.fetchAll(
                    database, sql: "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'")
                return try Dictionary(
                    uniqueKeysWithValues: tables.map { table in
                        let count = "SELECT count(*) FROM \(table.quotedDatabaseIdentifier)"
                        return (table, try Int.fetchOne(database, sql: count) ?? 0)
                    })
            }
            try database.close()
            return rows
        } catch let error as DatabaseError {
            throw BackupFault(
                "\(path) is not a complete database (SQLite's result \(error.extendedResultCode.rawValue)); restore it from an older backup"
            )
        }
    }

    package func owner(of path: String) throws -> String {
        do {
            var configuration = Self.configuration
            configuration.readonly = true
            let database = try DatabaseQueue(path: path, configuration: configuration)
            let owner = try database.read { database in
                guard try database.tableExists("tenants") else { return "" }
                return try String.fetchAll(database, sql: "SELECT hex(id) FROM tenants ORDER BY id").joined(
                    separator: " ")
            }
            try database.close()
            return owner
        } catch let error as DatabaseError {
            throw BackupFault(
                "\(path) is not a complete database (SQLite's result \(error.extendedResultCode.rawValue)); restore it")
        }
    }

    package func generation(of path: String) throws -> Int64 {
        do {
            var configuration = Self.configuration
            configuration.readonly = true
            let database = try DatabaseQueue(path: path, configuration: configuration)
            let generation = try database.read { try Database($0).keyGeneration() }
            try database.close()
            return generation
        } catch let error as DatabaseError {
            throw BackupFault(
                "\(path) is not a complete database (SQLite's result \(error.extendedResultCode.rawValue)); restore it")
        }
    }

    package func isInUse(_ path: String) -> Bool {
        guard FileManager.default.fileExists(atPath: path) else { return false }
        return DatabaseFile.isLocked(path)
    }

    private static var configuration: Configuration {
        var configuration = Configuration()
        configuration.label = "hereabouts.backup"
        // Any current write ends in a moment.
        configuration.busyMode = .timeout(10)
        return configuration
    }
}

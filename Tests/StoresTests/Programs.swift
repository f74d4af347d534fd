import Foundation

/// The program `sqlite3`.
enum SQLite {
    /// Returns what it prints for statements, with literals of SQL for values.
    static func ask(_ path: String, _ sql: String) throws -> String {
        try Command.run("/usr/bin/sqlite3", ["-batch", "-quote", path, sql])
    }

    /// Returns the rows of each table of a file, in order, without the tenant: two files name the same place by other
    /// ids. Recent pieces of positions count as rows of `positions`.
    static func rows(_ path: String) throws -> [String: [String]] {
        let names = try ask(
            path,
            """
            SELECT name FROM sqlite_schema WHERE type = 'table'
                AND name NOT LIKE 'sqlite_%' AND name NOT LIKE 'grdb_%'
            """
        ).split(separator: "\n").map { $0.trimmingPrefix("'").dropLast() }
        var rows: [String: [String]] = [:]
        for name in names {
            let columns = try ask(
                path, "SELECT group_concat(name, ', ') FROM pragma_table_info('\(name)') WHERE name != 'tenant'")
            let list = name == "recent_positions" ? "person, hour, number, key, sealed" : columns.filter { $0 != "'" }
            let found = try ask(path, "SELECT \(name == "tenants" ? "name" : list) FROM \(name)")
            rows[name == "recent_positions" ? "positions" : String(name), default: []] +=
                found.split(separator: "\n").map(String.init)
        }
        return rows.mapValues { $0.sorted() }
    }
}

/// Programs that tests run.
enum Command {
    struct Failure: Error {
        let program: String
        let status: Int32
    }

    /// Runs a program and returns what it prints. Throws `Failure`.
    @discardableResult
    static func run(_ program: String, _ arguments: [String]) throws -> String {
        let process = Process(), output = Pipe()
        process.executableURL = URL(filePath: program)
        process.arguments = arguments
        process.standardOutput = output
        try process.run()
        let text = try output.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        guard process.terminationStatus == 0 else {
            throw Failure(program: program, status: process.terminationStatus)
        }
        return String(decoding: text, as: UTF8.self)
    }
}

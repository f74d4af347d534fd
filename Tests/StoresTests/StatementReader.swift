import Foundation
import GRDB
import Stores
import Synchronization
import Testing

/// The files whose tables have a tenant.
enum TenantSchema: String, CaseIterable, CustomTestStringConvertible {
    case community, presence, keys

    var testDescription: String { rawValue }

    var migrations: DatabaseMigrator {
        switch self {
        case .community: SQLiteStore.migrations
        case .presence: SQLitePresenceStore.migrations
        case .keys: SQLiteKeyStore.migrations
        }
    }

    /// Returns an empty database with these tables.
    func make() throws -> DatabaseQueue {
        let queue = try DatabaseQueue()
        try migrations.migrate(queue)
        return queue
    }

    /// The table whose key is SQLite's number of a row, without the tenant; see decision 62.
    static let tableByRow = "recent_positions"
    /// The statement that continues those numbers.
    static let nextRow = "SELECT max(row) + 1 FROM recent_positions"
}

/// Finds in statements what a database that is distributed by tenant would not do.
struct StatementReader {
    private let schemas: [DatabaseQueue]
    /// Making the tables takes longer than most tests.
    static let shared = Result { try StatementReader() }

    private init() throws { schemas = try TenantSchema.allCases.map { try $0.make() } }

    /// Returns what is wrong with a statement. SQLite says in its plan by which columns it finds the rows of each table.
    func faults(in sql: String) throws -> [String] {
        guard sql != TenantSchema.nextRow else { return [] }
        guard let plan = try plan(of: sql) else { return ["no file has its tables"] }
        return Self.faultsOfText(sql) + plan.compactMap { Self.fault(in: $0, of: sql) }
    }

    /// Returns how SQLite finds rows, one line for each table; `nil` if no file has the tables.
    func plan(of sql: String) throws -> [String]? {
        for schema in schemas {
            let lines = try schema.read { database -> [String]? in
                guard let statement = try? database.makeStatement(sql: "EXPLAIN QUERY PLAN \(sql)") else { return nil }
                statement.setUncheckedArguments([])
                return try Row.fetchAll(statement).map { $0["detail"] as String }
            }
            if let lines { return lines.filter { $0.starts(with: /SCAN|SEARCH/) } }
        }
        return nil
    }

    private static func fault(in line: String, of sql: String) -> String? {
        let table = line.split(separator: " ")[1]
        // Rows of a subquery have been found before; `tenants` is small, and whole on each machine.
        if table.hasPrefix("(") || line.hasPrefix("SCAN CONSTANT ROW") || table == "tenants" { return nil }
        if sql.contains(") AS \(table)\n") { return nil }
        if table == TenantSchema.tableByRow, sql.contains("tenant = ?") { return nil }
        return line.contains("(tenant=?") ? nil : "\(line), not by tenant"
    }

    /// Returns what is wrong with the words of a statement, or of a part of one.
    static func faultsOfText(_ sql: String) -> [String] {
        var faults: [String] = []
        let text = sql.replacing(/\s+/, with: " ")
        let volatile = /\brandom(blob)?\(|current_(date|time)|\b(date|time|datetime|julianday|unixepoch|strftime)\(/
        if text.contains(volatile.ignoresCase()) {
            faults.append("a function that returns something else each time")
        }
        if text.contains(/(SELECT|,) \*|\.\*/.ignoresCase()) { faults.append("columns without names") }
        if text.contains(/\b(rowid|oid)\b/.ignoresCase()) { faults.append("SQLite's number of a row") }
        if let set = text.firstMatch(of: /\bSET (.*?)(?: WHERE |$)/), set.1.contains("tenant =") {
            faults.append("a row that goes to another tenant")
        }
        let insert = text.firstMatch(of: /^(?:INSERT|REPLACE)(?: OR [A-Z]+)? INTO ([a-z_]+) \(([a-z_]+)/)
        if let insert, insert.1 != "tenants", insert.2 != "tenant" { faults.append("a new row without its tenant") }
        if text.hasPrefix("INSERT"), insert == nil { faults.append("a new row without names of columns") }
        if !text.contains("tenant"), text != TenantSchema.nextRow { faults.append("no tenant") }
        return faults
    }
}

/// Checks each statement that the stores of a test prepare.
struct StatementChecks: SuiteTrait, TestTrait, TestScoping {
    var isRecursive: Bool { true }

    @concurrent
    func provideScope(
        for test: Test, testCase: Test.Case?, performing function: @concurrent @Sendable () async throws -> Void
    ) async throws {
        let seen = StatementLog()
        try await StatementWatch.$current.withValue(StatementWatch { seen.add($0) }) { try await function() }
        let reader = try StatementReader.shared.get()
        for sql in seen.takeUnchecked() {
            let faults = try reader.faults(in: sql)
            #expect(faults.isEmpty, "\(sql)")
        }
    }
}

extension Trait where Self == StatementChecks {
    static var checksStatements: Self { Self() }
}

/// The statements of a test; those of the library and of schemas are left out.
final class StatementLog: Sendable {
    private let statements = Mutex<Set<String>>([])
    /// The statements that a test of this run has checked.
    private static let checked = Mutex<Set<String>>([])

    func add(_ sql: String) {
        guard sql.starts(with: /\s*(SELECT|INSERT|UPDATE|DELETE|WITH|REPLACE)/), !sql.contains(/grdb_|sqlite_/) else {
            return
        }
        _ = statements.withLock { $0.insert(sql) }
    }

    var all: Set<String> { statements.withLock { $0 } }

    func takeUnchecked() -> Set<String> {
        let all = all
        return Self.checked.withLock { checked in
            defer { checked.formUnion(all) }
            return all.subtracting(checked)
        }
    }
}

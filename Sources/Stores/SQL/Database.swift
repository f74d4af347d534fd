import GRDB
import Presence

/// The parameters of a statement; `nil` is null.
typealias StatementArguments = [(any DatabaseValueConvertible)?]

/// A database inside a read or a write: one of SQLite, or a transaction of PostgreSQL.
///
/// The stores' statements use what both understand; `PostgresDialect` lists the differences that it bridges.
struct Database {
    enum Engine {
        case sqlite(GRDB.Database)
        case remote(any RemoteSession)
    }

    let engine: Engine

    init(_ database: GRDB.Database) { engine = .sqlite(database) }

    init(_ session: any RemoteSession) { engine = .remote(session) }

    /// The number of rows that the last statement inserted, changed or deleted.
    var changesCount: Int {
        switch engine {
        case .sqlite(let database): database.changesCount
        case .remote(let session): session.changesCount
        }
    }

    /// Tells the servers of the place about a change, with the commit. SQLite has one server.
    func announce(_ change: PlaceChange) {
        if case .remote(let session) = engine { session.announce(change) }
    }

    /// Returns a statement that is prepared once.
    func cachedStatement(sql: String) throws -> Statement {
        switch engine {
        case .sqlite(let database): Statement(.sqlite(try database.cachedStatement(sql: sql)))
        case .remote(let session): Statement(.remote(session, sql: sql))
        }
    }

    /// Runs a statement. Throws `ConstraintFault` if the rows of other tables forbid it.
    func execute(sql: String, arguments: StatementArguments = []) throws {
        try cachedStatement(sql: sql).execute(arguments: arguments)
    }

    /// Runs a statement that no rule refuses, and whose changed rows nobody counts. PostgreSQL gets it together with the
    /// next one.
    func executeLater(sql: String, arguments: StatementArguments) throws {
        switch engine {
        case .sqlite: try execute(sql: sql, arguments: arguments)
        case .remote(let session): session.runLater(sql, arguments)
        }
    }
}

/// A transaction in another process, which runs one statement at a time.
protocol RemoteSession: AnyObject {
    /// The number of rows that the last statement inserted, changed or deleted.
    var changesCount: Int { get }

    /// Runs a statement and returns its rows. Throws `ConstraintFault` if the rows of other tables forbid it.
    func run(_ sql: String, _ arguments: StatementArguments) throws -> [[DatabaseValue]]

    /// Runs a statement with the next one. It may not fail, but as its transaction does.
    func runLater(_ sql: String, _ arguments: StatementArguments)

    /// Tells the servers of the place about a change, with the commit.
    func announce(_ change: PlaceChange)
}

/// A statement in one database.
struct Statement {
    fileprivate enum Prepared {
        case sqlite(GRDB.Statement)
        case remote(any RemoteSession, sql: String)
    }

    fileprivate let prepared: Prepared

    fileprivate init(_ prepared: Prepared) { self.prepared = prepared }

    /// Runs the statement. Throws `ConstraintFault` if the rows of other tables forbid it.
    func execute(arguments: StatementArguments = []) throws {
        switch prepared {
        case .sqlite(let statement):
            do { try statement.execute(arguments: .init(arguments)) } catch { throw ConstraintFault.naming(error) }
        case .remote(let session, let sql): _ = try session.run(sql, arguments)
        }
    }

    fileprivate func rows(_ arguments: StatementArguments) throws -> [Row] {
        switch prepared {
        case .sqlite(let statement):
            try GRDB.Row.fetchAll(statement, arguments: .init(arguments)).map { Row(.sqlite($0)) }
        case .remote(let session, let sql): try session.run(sql, arguments).map { Row(.remote($0)) }
        }
    }

    fileprivate func first(_ arguments: StatementArguments) throws -> Row? {
        switch prepared {
        case .sqlite(let statement):
            try GRDB.Row.fetchOne(statement, arguments: .init(arguments)).map { Row(.sqlite($0)) }
        case .remote: try rows(arguments).first
        }
    }

    fileprivate func cursor(_ arguments: StatementArguments) throws -> RowCursor {
        switch prepared {
        case .sqlite(let statement):
            RowCursor(.sqlite(try GRDB.Row.fetchCursor(statement, arguments: .init(arguments))))
        case .remote: RowCursor(.rows(try rows(arguments)))
        }
    }
}

/// The rows of a query, read one by one.
final class RowCursor {
    fileprivate enum Source {
        case sqlite(GRDB.RowCursor)
        case rows([Row])
    }

    private let source: Source
    private var index = 0

    fileprivate init(_ source: Source) { self.source = source }

    /// Returns the next row, which is valid until the next call; `nil` at the end.
    func next() throws -> Row? {
        switch source {
        case .sqlite(let cursor): return try cursor.next().map { Row(.sqlite($0)) }
        case .rows(let rows):
            defer { index += 1 }
            return index < rows.count ? rows[index] : nil
        }
    }
}

/// A row as a query returned it.
struct Row {
    fileprivate enum Source {
        case sqlite(GRDB.Row)
        case remote([DatabaseValue])
    }

    private let source: Source

    fileprivate init(_ source: Source) { self.source = source }

    /// Returns the value of a column; for an optional type it may be null. Throws if it has another type.
    func decode<Value: DatabaseValueConvertible>(_ type: Value.Type, atIndex column: Int) throws -> Value {
        switch source {
        case .sqlite(let row): return try row.decode(type, atIndex: column)
        case .remote(let values):
            guard values.indices.contains(column), let value = Value.fromDatabaseValue(values[column]) else {
                throw UnexpectedValue()
            }
            return value
        }
    }

    /// The values of all columns.
    var values: [DatabaseValue] {
        switch source {
        case .sqlite(let row): Array(row.databaseValues)
        case .remote(let values): values
        }
    }

    /// A column holds another type than the query's reader wants.
    private struct UnexpectedValue: Error {}

    static func fetchAll(_ statement: Statement, arguments: StatementArguments = []) throws -> [Row] {
        try statement.rows(arguments)
    }

    static func fetchAll(_ database: Database, sql: String, arguments: StatementArguments = []) throws -> [Row] {
        try database.cachedStatement(sql: sql).rows(arguments)
    }

    static func fetchOne(_ statement: Statement, arguments: StatementArguments = []) throws -> Row? {
        try statement.first(arguments)
    }

    static func fetchOne(_ database: Database, sql: String, arguments: StatementArguments = []) throws -> Row? {
        try database.cachedStatement(sql: sql).first(arguments)
    }

    static func fetchCursor(_ statement: Statement, arguments: StatementArguments = []) throws -> RowCursor {
        try statement.cursor(arguments)
    }

    static func fetchCursor(
        _ database: Database, sql: String, arguments: StatementArguments = []
    ) throws -> RowCursor {
        try database.cachedStatement(sql: sql).cursor(arguments)
    }
}

extension DatabaseValueConvertible where Self: StatementColumnConvertible {
    /// Returns the first column of the first row; `nil` if there is no row, or null.
    static func fetchOne(_ statement: Statement, arguments: StatementArguments = []) throws -> Self? {
        switch statement.prepared {
        case .sqlite(let statement): try Self.fetchOne(statement, arguments: .init(arguments))
        case .remote: try statement.first(arguments)?.decode(Self?.self, atIndex: 0)
        }
    }

    static func fetchOne(_ database: Database, sql: String, arguments: StatementArguments = []) throws -> Self? {
        try fetchOne(database.cachedStatement(sql: sql), arguments: arguments)
    }

    /// Returns the first column of each row.
    static func fetchAll(_ statement: Statement, arguments: StatementArguments = []) throws -> [Self] {
        switch statement.prepared {
        case .sqlite(let statement): try Self.fetchAll(statement, arguments: .init(arguments))
        case .remote: try statement.rows(arguments).map { try $0.decode(Self.self, atIndex: 0) }
        }
    }

    static func fetchAll(_ database: Database, sql: String, arguments: StatementArguments = []) throws -> [Self] {
        try fetchAll(database.cachedStatement(sql: sql), arguments: arguments)
    }
}

extension String {
    /// Returns the statement that writes a row, in the place of one with the same key. Its parameters are those of `key`,
    /// then those of `columns`.
    static func replacing(_ table: String, key: [String], _ columns: [String]) -> String {
        let all = key + columns
        return """
            INSERT INTO \(table) (\(all.joined(separator: ", ")))
            VALUES (\(all.map { _ in "?" }.joined(separator: ", ")))
            ON CONFLICT (\(key.joined(separator: ", ")))
                DO UPDATE SET \(columns.map { "\($0) = excluded.\($0)" }.joined(separator: ", "))
            """
    }
}

/// The reason that other rows forbid a statement.
enum ConstraintFault: Error {
    /// A row that this one names is not there.
    case foreignKey
    /// A row with the same key is there.
    case unique

    /// Returns the fault that SQLite's error stands for, or the error.
    static func naming(_ error: any Error) -> any Error {
        switch (error as? DatabaseError)?.extendedResultCode {
        case .SQLITE_CONSTRAINT_FOREIGNKEY: Self.foreignKey
        case .SQLITE_CONSTRAINT_UNIQUE, .SQLITE_CONSTRAINT_PRIMARYKEY: Self.unique
        default: error
        }
    }
}

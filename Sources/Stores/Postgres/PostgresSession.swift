#if Postgres
    import Foundation
    import GRDB
    import PostgresLanes
    import Presence

    /// Runs the stores' statements in a transaction of PostgreSQL.
    ///
    /// A class because the count of changes is that of the last statement.
    final class PostgresSession: RemoteSession {
        private enum Transaction {
            case read(Snapshot)
            case write(PostgresLanes.Transaction)
            case connection(Connection, patience: Duration)
        }

        private let transaction: Transaction
        /// The number of rows that the last statement inserted, changed or deleted.
        private(set) var changesCount = 0
        /// What the servers of the place must hear of.
        private(set) var announced = AnnouncedChanges()

        init(_ snapshot: Snapshot) { transaction = .read(snapshot) }

        init(_ transaction: PostgresLanes.Transaction) { self.transaction = .write(transaction) }

        /// Runs statements on a connection of its caller, who begins and ends transactions; each may take so long as
        /// `patience`.
        init(_ connection: Connection, patience: Duration = .seconds(3600)) {
            transaction = .connection(connection, patience: patience)
        }

        /// Runs a statement and returns its rows. Throws `ConstraintFault` and `PostgresFault`.
        func run(_ sql: String, _ arguments: StatementArguments) throws -> [[DatabaseValue]] {
            let statement = PostgresDialect.statement(sql)
            let parameters = arguments.map { Value($0?.databaseValue ?? .null) }
            do {
                return try rows(statement, parameters).map { $0.map(\.stored) }
            } catch PostgresFault.refused(.foreignKeyViolation, _, _) {
                throw ConstraintFault.foreignKey
            } catch PostgresFault.refused(.uniqueViolation, _, _) {
                throw ConstraintFault.unique
            }
        }

        func runLater(_ sql: String, _ arguments: StatementArguments) {
            guard case .write(let transaction) = transaction else { preconditionFailure("a read changes rows") }
            let statement = PostgresDialect.statement(sql)
            transaction.executeLater(statement.sql, arguments.map { Value($0?.databaseValue ?? .null) })
            if let table = statement.table { announced.changed(table) }
        }

        func announce(_ change: PlaceChange) { announced.announce(change) }

        private func rows(_ statement: PostgresDialect.Statement, _ parameters: [Value]) throws -> [[Value]] {
            switch transaction {
            case .read(let snapshot): return try snapshot.rows(statement.sql, parameters)
            case .write(let transaction):
                if statement.isQuery { return try transaction.rows(statement.sql, parameters) }
                let rows = try transaction.execute(statement.sql, parameters)
                changesCount = rows.affected
                if let table = statement.table, changesCount > 0 { announced.changed(table) }
                return rows.rows
            case .connection(let connection, let patience):
                let rows = try connection.run(
                    [PostgresLanes.Statement(statement.sql, parameters)], by: .now + patience)[0]
                changesCount = rows.affected
                return rows.rows
            }
        }
    }

    extension Value {
        /// The value as SQLite keeps it.
        fileprivate init(_ value: DatabaseValue) {
            switch value.storage {
            case .null: self = .null
            case .int64(let number): self = .integer(number)
            case .double(let number): self = .real(number)
            case .string(let text): self = .text(text)
            case .blob(let data): self = .bytes(Array(data))
            }
        }

        fileprivate var stored: DatabaseValue {
            switch self {
            case .null: .null
            case .integer(let number): number.databaseValue
            case .real(let number): number.databaseValue
            case .text(let text): text.databaseValue
            case .bytes(let bytes): Data(bytes).databaseValue
            }
        }
    }
#endif

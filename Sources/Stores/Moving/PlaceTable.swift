#if Postgres
    import Foundation
    import GRDB

    /// A table of a place as a move reads and writes it, the same in SQLite and in PostgreSQL.
    struct PlaceTable {
        let name: String
        /// All columns but the tenant's.
        let columns: [String]
        /// The columns that identify a row of the place, and order its rows. A table with one row for each place has
        /// none.
        let key: [String]
        /// The columns with texts.
        var texts: [String] = []
        /// A column that names another row of this table, which must be there first.
        var parent: String?

        /// The table's rows that SQLite keeps elsewhere: the latest pieces of positions.
        private static let recentPositions = PlaceTable(
            name: "recent_positions", columns: ["person", "hour", "number", "key", "sealed"], key: ["row"])

        /// Returns the tables of a realm, each after those that it refers to.
        static func all(of realm: PostgresTenant.Realm) throws -> [PlaceTable] {
            let tables = realm.tables, model = try DatabaseQueue()
            try tables.migrations.migrate(model)
            return try model.read { database in
                let names = try PostgresSchema.names(of: database, without: tables.without)
                return try names.filter { $0 != "tenants" }.map { try PlaceTable($0, database) }
            }
        }

        private init(_ name: String, _ database: GRDB.Database) throws {
            self.name = name
            let all = try database.columns(in: name).filter { $0.name != Self.tenant }
            columns = all.map(\.name)
            texts = all.filter { $0.type == "TEXT" }.map(\.name)
            key = try database.primaryKey(name).columns.filter { $0 != Self.tenant }
            parent = try database.foreignKeys(on: name).first { $0.destinationTable == name }?.mapping.map(\.origin)
                .first { $0 != Self.tenant }
        }

        private init(name: String, columns: [String], key: [String]) {
            (self.name, self.columns, self.key) = (name, columns, key)
        }

        private static let tenant = "tenant"

        /// The tables that hold this one's rows in a database.
        func parts(in database: Database) -> [PlaceTable] {
            guard case .sqlite = database.engine, name == "positions" else { return [self] }
            return [self, Self.recentPositions]
        }

        /// Whether a row may have a hundred kilobytes.
        private var isLarge: Bool { columns.contains("sealed") || columns.contains("content") }

        /// The number of rows that are read together.
        var rowsOfPage: Int { isLarge ? 200 : 1000 }

        /// The conditions for parts of the rows, in the order in which these can be written.
        private var passes: [String] {
            parent.map { [" AND \($0) IS NULL", " AND \($0) IS NOT NULL"] } ?? [""]
        }

        /// The columns of a query for rows and their keys.
        private var selected: [String] { columns + key.filter { !columns.contains($0) } }

        /// Gives `body` all rows of a place, in pages of `rowsOfPage` at most. A row has the values of `columns`.
        func pages(of tenant: Data, in database: Database, _ body: ([[DatabaseValue]]) throws -> Void) throws {
            for part in parts(in: database) {
                for pass in part.passes { try part.pages(of: tenant, in: database, pass, body) }
            }
        }

        private func pages(
            of tenant: Data, in database: Database, _ condition: String,
            _ body: ([[DatabaseValue]]) throws -> Void
        ) throws {
            let keys = key.joined(separator: ", "), places = key.map { _ in "?" }.joined(separator: ", ")
            let query = "SELECT \(selected.joined(separator: ", ")) FROM \(name) WHERE tenant = ?\(condition)"
            let order = key.isEmpty ? "" : " ORDER BY \(keys) LIMIT \(rowsOfPage)"
            let positions = key.compactMap { selected.firstIndex(of: $0) }
            var last: [DatabaseValue] = []
            while true {
                let after = last.isEmpty ? "" : " AND (\(keys)) > (\(places))"
                let rows = try Row.fetchAll(database, sql: query + after + order, arguments: [tenant] + last)
                    .map(\.values)
                if !rows.isEmpty { try body(rows.map { Array($0.prefix(columns.count)) }) }
                guard rows.count == rowsOfPage, let end = rows.last, !key.isEmpty else { return }
                last = positions.map { end[$0] }
            }
        }

        /// The most rows that one statement inserts.
        private static let insertedTogether = 256

        /// Inserts rows of a place. Few different statements do: for 256, 128, 64 … rows.
        func insert(_ rows: [[DatabaseValue]], of tenant: Data, into database: Database) throws {
            let head = "INSERT INTO \(name) (\(([Self.tenant] + columns).joined(separator: ", "))) VALUES "
            let row = "(" + Array(repeating: "?", count: columns.count + 1).joined(separator: ", ") + ")"
            var rest = rows[...]
            while !rest.isEmpty {
                var count = Self.insertedTogether
                while count > rest.count { count /= 2 }
                let values = rest.prefix(count).flatMap { [tenant.databaseValue] + $0 }
                try database.execute(
                    sql: head + Array(repeating: row, count: count).joined(separator: ", "), arguments: values)
                rest = rest.dropFirst(count)
            }
        }

        /// Whether a text has the character U+0000, after which SQLite's functions end a text.
        func hasNull(of tenant: Data, in database: Database) throws -> Bool {
            guard case .sqlite = database.engine, !texts.isEmpty else { return false }
            let conditions = texts.map { "instr(\($0), char(0)) > 0" }.joined(separator: " OR ")
            let found = try Row.fetchOne(
                database, sql: "SELECT 1 FROM \(name) WHERE tenant = ? AND (\(conditions)) LIMIT 1",
                arguments: [tenant])
            return found != nil
        }
    }
#endif

#if Postgres
    import Foundation
    import GRDB
    import PostgresLanes

    /// Copies a place from the files of a data folder to PostgreSQL, or back. Blocks.
    ///
    /// It copies the tables of community, presence and keys one by one, reads each at the target again, and compares
    /// the numbers of rows and the checksums. Only then the target counts as a place: before, no server takes it, and
    /// another move may begin anew. The source stays as it is.
    package struct PlaceMove {
        /// A table that was copied and compared.
        package struct Table: Equatable, Sendable {
            package let name: String
            package let rows: Int
            /// 32 hexadecimal digits, the same for the same rows in both databases.
            package let checksum: String
        }

        private let source: any PlaceSource
        private let target: any PlaceTarget
        private let realms: [PostgresTenant.Realm]

        /// All that a place has, in the order in which it is copied.
        static let realms: [PostgresTenant.Realm] = [.community, .presence, .keys]

        init(
            from source: any PlaceSource, to target: any PlaceTarget, _ realms: [PostgresTenant.Realm] = Self.realms
        ) {
            (self.source, self.target, self.realms) = (source, target, realms)
        }

        /// Copies the place; calls `report` for each table, which was compared. Throws `StoreError`, also if the target has
        /// a place, or if somebody changes the source; and the error of `report`.
        package func run(report: (Table) throws -> Void) throws {
            try Self.translating("the target") { try target.begin(source) }
            for realm in realms {
                let tenants = (source.tenant(in: realm), target.tenant(in: realm, of: source))
                for table in try PlaceTable.all(of: realm) {
                    try Self.translating("the table \(table.name)") {
                        try source.read(realm) { from in
                            try target.write(realm) { to in
                                try report(Self.copy(table, of: tenants, from, to))
                            }
                        }
                    }
                }
            }
            try Self.translating("the target") {
                try source.checkUnchanged()
                try target.complete(source)
            }
        }

        /// Copies a table and compares both. The place has an id at each end.
        private static func copy(
            _ table: PlaceTable, of tenants: (source: Data, target: Data), _ from: Database, _ to: Database
        ) throws -> Table {
            guard try !table.hasNull(of: tenants.source, in: from) else {
                throw StoreError(
                    "the table \(table.name) has a text with the character U+0000, which PostgreSQL cannot keep; "
                        + "change that text first")
            }
            var sent = TableSum(), kept = TableSum()
            try table.pages(of: tenants.source, in: from) { rows in
                for row in rows { sent.add(row) }
                try to.commit { try table.insert(rows, of: tenants.target, into: to) }
            }
            try table.pages(of: tenants.target, in: to) { rows in for row in rows { kept.add(row) } }
            guard sent == kept else {
                throw StoreError(
                    "the table \(table.name) has \(sent.rows) rows with the checksum \(sent.text), and \(kept.rows) "
                        + "with \(kept.text) after copying; repeat the move, and report this if it comes again")
            }
            return Table(name: table.name, rows: kept.rows, checksum: kept.text)
        }

        /// Names `what` in faults of the databases, without values of rows.
        private static func translating(_ what: String, _ body: () throws -> Void) throws {
            do {
                try body()
            } catch let fault as PostgresFault {
                throw StoreError("\(what) cannot be copied: \(fault)", mayPass: true)
            } catch let error as DatabaseError {
                throw StoreError(
                    "\(what) cannot be copied: SQLite's result is \(error.extendedResultCode.rawValue); make room "
                        + "on the disk")
            } catch let fault as ConstraintFault {
                let reason = fault == .unique ? "a row is there already" : "a row names another that is not there"
                throw StoreError("\(what) cannot be copied: \(reason)")
            }
        }
    }

    extension Database {
        /// Runs `body` in a transaction of its own.
        func commit(_ body: () throws -> Void) throws {
            try execute(sql: "BEGIN")
            do {
                try body()
                try execute(sql: "COMMIT")
            } catch {
                // The first error is the one to report.
                try? execute(sql: "ROLLBACK")
                throw error
            }
        }
    }
#endif

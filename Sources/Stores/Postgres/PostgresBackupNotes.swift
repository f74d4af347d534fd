#if Postgres
    package import Backups
    import PostgresLanes

    /// What the servers of a place tell each other of its backups.
    package struct PostgresBackupNotes: Sendable {
        private let tenant: [UInt8]
        private let housekeeping: Housekeeping

        static let step = Schema.Step(
            "latest backups",
            [
                """
                CREATE TABLE latest_backups (
                    tenant bytea PRIMARY KEY NOT NULL, made bigint NOT NULL, machine text COLLATE "C" NOT NULL,
                    folder text COLLATE "C" NOT NULL
                )
                """,
                "CREATE TABLE backup_marks (tenant bytea PRIMARY KEY NOT NULL, mark bytea NOT NULL)",
            ])

        /// Lets the transaction wait for no standby: backups are made also while none follows.
        private static let waitingForNoStandby = PostgresLanes.Statement(
            "SELECT set_config('synchronous_commit', 'local', true)")

        /// Marks the place with a name at the primary, so that a standby can be asked whether it has come so far.
        static func marking(_ place: String, with mark: Value) -> [PostgresLanes.Statement] {
            let statement = PostgresLanes.Statement(
                """
                INSERT INTO backup_marks (tenant, mark) SELECT id, $2 FROM tenants WHERE name = $1
                ON CONFLICT (tenant) DO UPDATE SET mark = excluded.mark
                """, [.text(place), mark])
            return [waitingForNoStandby, statement]
        }

        /// Asks whether a host has the mark; the answer is 1 then.
        static func isMarked(with mark: Value) -> PostgresLanes.Statement {
            PostgresLanes.Statement("SELECT count(*) FROM backup_marks WHERE mark = $1", [mark])
        }

        /// The notes on the place of `store`, which lies in the database of `membership`.
        package init(_ membership: PostgresMembership, of store: SQLiteStore) {
            (tenant, housekeeping) = (Array(store.tenant), membership.housekeeping)
        }

        /// Notes a backup, unless there is a later one. Throws if the database does not answer.
        package func note(_ backup: BackupNote) async throws {
            _ = try await housekeeping.run(Self.noting(backup, of: .bytes(tenant)))
        }

        /// Notes a backup of the place with a name, unless there is a later one. Blocks. Throws `StoreError`.
        package static func note(_ backup: BackupNote, of place: String, in server: PostgresServer) throws {
            let id = PostgresLanes.Statement("SELECT id FROM tenants WHERE name = $1", [.text(place)])
            do {
                try Schema.make([step], on: server.cluster)
                guard let tenant = try Schema.run([id], on: server.cluster)[0].rows.first?.first else { return }
                try Schema.run(noting(backup, of: tenant), on: server.cluster)
            } catch {
                throw StoreError("PostgreSQL cannot be used: \(error)")
            }
        }

        private static func noting(_ backup: BackupNote, of tenant: Value) -> [PostgresLanes.Statement] {
            let statement = PostgresLanes.Statement(
                """
                INSERT INTO latest_backups (tenant, made, machine, folder) VALUES ($1, $2, $3, $4)
                ON CONFLICT (tenant) DO UPDATE
                SET made = excluded.made, machine = excluded.machine, folder = excluded.folder
                WHERE latest_backups.made <= excluded.made
                """, [tenant, .integer(backup.made), .text(backup.machine), .text(backup.folder)])
            return [waitingForNoStandby, statement]
        }

        /// Returns the latest backup that any server made; `nil` before the first. Throws if the database does not answer.
        package func latest() async throws -> BackupNote? {
            let question = PostgresLanes.Statement(
                "SELECT made, machine, folder FROM latest_backups WHERE tenant = $1", [.bytes(tenant)])
            return try BackupNote(await housekeeping.run([question])[0])
        }

        /// Asks the database at `address` for the latest backup of the place with a name. Blocks. Throws `StoreError`.
        package static func latest(of place: String, at address: String) throws -> BackupNote? {
            let isThere = PostgresLanes.Statement("SELECT to_regclass('latest_backups') IS NOT NULL")
            let question = PostgresLanes.Statement(
                """
                SELECT made, machine, folder FROM latest_backups
                WHERE tenant = (SELECT id FROM tenants WHERE name = $1)
                """, [.text(place)])
            do {
                let cluster = try Cluster(address)
                guard try Schema.run([isThere], on: cluster)[0].rows == [[.integer(1)]] else { return nil }
                return try BackupNote(Schema.run([question], on: cluster)[0])
            } catch {
                throw StoreError("PostgreSQL cannot be asked: \(error)")
            }
        }
    }

    extension BackupNote {
        /// Reads an answer; `nil` if it has no row.
        fileprivate init?(_ answer: Rows) throws(PostgresFault) {
            guard let row = answer.rows.first else { return nil }
            guard row.count == 3, case .integer(let made) = row[0], case .text(let machine) = row[1],
                case .text(let folder) = row[2]
            else { throw .unexpectedRow(reason: "the note of a backup has other columns") }
            self.init(made: made, machine: machine, folder: folder)
        }
    }
#endif

#if Postgres
    package import Backups
    import PostgresLanes

    /// What the servers of a place tell each other of its latest backup.
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
                """
            ])

        /// The notes on the place of `store`, which lies in the database of `membership`.
        package init(_ membership: PostgresMembership, of store: SQLiteStore) {
            (tenant, housekeeping) = (Array(store.tenant), membership.housekeeping)
        }

        /// Notes a backup, unless there is a later one. Throws if the database does not answer.
        package func note(_ backup: BackupNote) async throws {
            _ = try await housekeeping.run([Self.noting(backup, of: .bytes(tenant))])
        }

        /// Notes a backup of the place with a name, unless there is a later one. Blocks. Throws `StoreError`.
        package static func note(_ backup: BackupNote, of place: String, in server: PostgresServer) throws {
            let id = PostgresLanes.Statement("SELECT id FROM tenants WHERE name = $1", [.text(place)])
            do {
                try Schema.make([step], on: server.cluster)
                guard let tenant = try Schema.run([id], on: server.cluster)[0].rows.first?.first else { return }
                try Schema.run([noting(backup, of: tenant)], on: server.cluster)
            } catch {
                throw StoreError("PostgreSQL cannot be used: \(error)")
            }
        }

        private static func noting(_ backup: BackupNote, of tenant: Value) -> PostgresLanes.Statement {
            PostgresLanes.Statement(
                """
                INSERT INTO latest_backups (tenant, made, machine, folder) VALUES ($1, $2, $3, $4)
                ON CONFLICT (tenant) DO UPDATE
                SET made = excluded.made, machine = excluded.machine, folder = excluded.folder
                WHERE latest_backups.made <= excluded.made
                """, [tenant, .integer(backup.made), .text(backup.machine), .text(backup.folder)])
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

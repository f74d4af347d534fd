#if Postgres
    import Community
    import Fairness
    import Foundation
    import GRDB
    import GeoCore
    package import PostgresLanes
    import Presence
    import Synchronization

    /// The connections of a server to PostgreSQL, which the stores of its places share.
    ///
    /// A class because it owns the lanes.
    package final class PostgresServer: Sendable {
        let cluster: Cluster
        let writer: BatchWriter
        let reader: Reader
        private let afterChanges: AfterChanges

        /// What is called after commits that other servers must hear of. A class because the writer has it before it is
        /// set.
        private final class AfterChanges: Sendable {
            let body = Mutex<@Sendable () -> Void>({})
        }

        /// Connects to the hosts of `address`. Throws `StoreError`.
        package init(_ address: String) throws {
            do {
                cluster = try Cluster(address)
            } catch {
                throw StoreError("PostgreSQL cannot be used: \(error)")
            }
            let afterChanges = AfterChanges()
            self.afterChanges = afterChanges
            writer = BatchWriter(to: cluster) { afterChanges.body.withLock { $0 }() }
            reader = Reader(to: cluster)
        }

        /// Calls `body` after each commit that other servers must hear of, from now on; it must return soon.
        func onChanges(_ body: @escaping @Sendable () -> Void) { afterChanges.body.withLock { $0 = body } }

        /// Whether the database has a place with a name. Blocks. Throws `StoreError`.
        package func hasPlace(named name: String) throws -> Bool {
            do {
                let isThere = try Schema.run(
                    [PostgresLanes.Statement("SELECT to_regclass('tenants') IS NOT NULL")], on: cluster)
                guard isThere.last?.rows.first?.first == .integer(1) else { return false }
                let found = PostgresLanes.Statement("SELECT id FROM tenants WHERE name = $1", [.text(name)])
                return try Schema.run([found], on: cluster).last?.rows.isEmpty == false
            } catch {
                throw StoreError("PostgreSQL cannot be used: \(error)")
            }
        }

        /// Commits what waits, and closes the connections; blocks until then.
        package func close() {
            writer.close()
            reader.close()
        }
    }

    /// A PostgreSQL database of several places, limited to one of them and to one of its realms.
    final class PostgresTenant: TenantDatabase {
        /// The rows of a place that have an order of their own.
        enum Realm: Int64 {
            case community = 1
            case presence = 2
            /// In a cluster of its own.
            case keys = 3

            var tables: PostgresSchema.Tables {
                switch self {
                case .community:
                    .init(migrations: Migrations.all, last: "20 the tenant in every key")
                case .presence:
                    .init(
                        migrations: PresenceMigrations.all, last: "8 the tenant in every key",
                        without: ["recent_positions"], own: [Database.sharedNumbersTable])
                case .keys:
                    .init(migrations: KeyMigrations.all, last: "1 keys of people")
                }
            }

            /// The steps after the first one.
            fileprivate var laterSteps: [Schema.Step] {
                switch self {
                case .community: []
                case .presence: [Schema.Step("presence: pauses of queues", Database.sharedPausesTable)]
                case .keys: [KeyChanges.step]
                }
            }
        }

        /// The versions of the tables that this program knows, and what it removes from them.
        static let schema = SchemaVersions(1...1)
        static let removals: [Schema.Removal] = []

        private let server: PostgresServer
        private let turn: BatchWriter.Turn
        let tenant: Data

        /// Makes the tables that are missing, and the place with the name `name`. Blocks. Throws `StoreError`.
        init(_ server: PostgresServer, tenant name: String, _ realm: Realm) throws {
            self.server = server
            do {
                try Self.makeTables(of: [realm], on: server.cluster)
                tenant = try Self.tenant(name, on: server.cluster)
                turn = BatchWriter.Turn(tenant: Array(tenant), realm: realm.rawValue)
                try BatchWriter.prepare([turn], on: server.cluster)
            } catch {
                throw StoreError("PostgreSQL cannot be used: \(error)")
            }
        }

        /// Makes the tables of `realms` that are missing. Blocks.
        static func makeTables(of realms: [Realm], on cluster: Cluster) throws {
            let ofRealms = try realms.flatMap { realm in
                [try PostgresSchema.step(realm.tables, of: "\(realm)")] + realm.laterSteps
            }
            try Schema.make([BatchWriter.step, Change.step] + ofRealms + [MoveMark.step], on: cluster)
        }

        /// Returns the id of the place with the name `name`, which may be new. Throws if a move left it unfinished.
        private static func tenant(_ name: String, on cluster: Cluster) throws -> Data {
            var generator = SystemRandomNumberGenerator()
            let id = TenantID(at: Timestamp(Date().timeIntervalSince1970 * 1000), using: &generator)
            let answers = try Schema.run(
                [
                    PostgresLanes.Statement(
                        "INSERT INTO tenants (id, name) VALUES ($1, $2) ON CONFLICT DO NOTHING",
                        [.bytes(id.bytes), .text(name)]),
                    MoveMark.question(of: name),
                    PostgresLanes.Statement("SELECT id FROM tenants WHERE name = $1", [.text(name)]),
                ], on: cluster)
            guard try MoveMark(answers[1])?.isWhole != false else { throw MoveMark.unfinished }
            guard case .bytes(let bytes)? = answers.last?.rows.first?.first else {
                throw PostgresFault.unexpectedRow(reason: "the place is not there")
            }
            return Data(bytes)
        }

        func write<Result: Sendable>(
            _ body: @escaping @Sendable (Database, inout HybridClock) throws -> Result
        ) async throws -> Result {
            // The leases are in the cluster of the data.
            let lease = turn.realm == Realm.keys.rawValue ? nil : LeasedWork.lease
            return try await translating {
                try await server.writer.write(in: turn) { transaction in
                    try lease?.check(in: transaction)
                    var clock = HybridClock(after: HybridTime(rawValue: UInt64(transaction.last)))
                    let session = PostgresSession(transaction)
                    let result = try body(Database(session), &clock)
                    transaction.last = clock.last.stored
                    for change in session.announced.complete {
                        transaction.note(kind: change.stored.kind, id: change.stored.id)
                    }
                    return result
                }
            }
        }

        func read<Result: Sendable>(_ body: @escaping @Sendable (Database) throws -> Result) async throws -> Result {
            try await translating { try await server.reader.read { try body(Database(PostgresSession($0))) } }
        }

        /// Deleted rows stay in files of the log for a while; who must not read them is the operator's part.
        func emptyLog(tries: Int) async {}

        /// Translates PostgreSQL's faults for callers.
        private func translating<Result: Sendable>(_ body: () async throws -> Result) async throws -> Result {
            do {
                return try await body()
            } catch PostgresFault.laneFull {
                throw CommunityFault.busy
            } catch let fault as PostgresFault {
                throw PostgresStoreFault(fault: fault)
            }
        }
    }

    /// The reason that PostgreSQL failed, for the log.
    struct PostgresStoreFault: LoggableFault {
        let fault: PostgresFault

        var passes: Bool { fault.passes }
        var description: String { "PostgreSQL failed: \(fault)" }
    }
#endif

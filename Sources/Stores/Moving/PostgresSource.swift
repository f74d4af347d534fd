#if Postgres
    import Foundation
    import PostgresLanes

    /// A place in PostgreSQL, as it is in one snapshot of each of its clusters.
    final class PostgresSource: PlaceSource {
        private let cluster: Cluster
        private let clusterOfKeys: Cluster
        private let data: Connection
        private let keys: Connection
        private let tenant: Data
        private let tenantOfKeys: Data
        /// The latest writes to the place and to its keys that the snapshots have.
        private let writes: [[Value]]
        private let writesOfKeys: [[Value]]
        let generation: Int64
        /// SQLite finds it in the tables.
        let lastTime: Int64 = 0

        /// Begins the snapshots. Throws `StoreError` if there is no place, and if servers use it.
        init(_ server: PostgresServer, _ keyCluster: PostgresKeyCluster) throws {
            cluster = server.cluster
            clusterOfKeys = keyCluster.server.cluster
            guard try Self.hasPlace(cluster), try Self.hasPlace(clusterOfKeys) else {
                throw StoreError("there is no place in PostgreSQL to move; check --database and --keys-database")
            }
            try PostgresTenant.makeTables(of: [.community, .presence], on: cluster)
            try PostgresTenant.makeTables(of: [.keys], on: clusterOfKeys)
            try Self.checkServers(cluster)
            (data, tenant, _) = try Self.snapshot(of: cluster)
            let mark: MoveMark?
            (keys, tenantOfKeys, mark) = try Self.snapshot(of: clusterOfKeys)
            generation = try KeyChanges(of: tenantOfKeys, after: mark, on: keys).count
            writes = try data.run([Self.writes(of: tenant)], by: .now + Schema.answerTime)[0].rows
            writesOfKeys = try keys.run([Self.writes(of: tenantOfKeys)], by: .now + Schema.answerTime)[0].rows
        }

        private static func hasPlace(_ cluster: Cluster) throws -> Bool {
            let isThere = PostgresLanes.Statement("SELECT to_regclass('tenants') IS NOT NULL")
            guard try Schema.run([isThere], on: cluster)[0].rows == [[.integer(1)]] else { return false }
            let count = PostgresLanes.Statement(
                "SELECT count(*) FROM tenants WHERE name = $1", [.text(PlaceMove.place)])
            return try Schema.run([count], on: cluster)[0].rows == [[.integer(1)]]
        }

        /// Throws if servers use the database.
        private static func checkServers(_ cluster: Cluster) throws {
            let isThere = PostgresLanes.Statement("SELECT to_regclass('servers') IS NOT NULL")
            guard try Schema.run([isThere], on: cluster)[0].rows == [[.integer(1)]] else { return }
            let live = PostgresLanes.Statement(
                "SELECT number, version FROM servers WHERE seen > now() - interval '15 seconds' ORDER BY number")
            let names = try Schema.run([live], on: cluster)[0].rows.map { row in
                guard row.count == 2, case .integer(let number) = row[0], case .text(let version) = row[1] else {
                    throw PostgresFault.unexpectedRow(reason: "a server has other columns")
                }
                return "number \(number) (version \(version))"
            }
            guard names.isEmpty else {
                throw StoreError(
                    "servers use this place: \(names.joined(separator: ", ")); stop them all, and repeat this, 15 "
                        + "seconds later if one did not end by itself")
            }
        }

        private static func snapshot(
            of cluster: Cluster
        ) throws -> (connection: Connection, tenant: Data, mark: MoveMark?) {
            let connection = try cluster.connection()
            let (tenant, mark) = try PostgresSnapshot.begin(on: connection, PlaceMove.place)
            return (connection, tenant, mark)
        }

        /// The question what was written of late: each transaction of a server leaves its batch, for an hour at least.
        private static func writes(of tenant: Data) -> PostgresLanes.Statement {
            PostgresLanes.Statement(
                """
                SELECT count(*), coalesce((extract(epoch FROM max(made)) * 1000000)::bigint, 0)
                FROM batches WHERE tenant = $1
                """, [.bytes(Array(tenant))])
        }

        func tenant(in realm: PostgresTenant.Realm) -> Data { realm == .keys ? tenantOfKeys : tenant }

        func read(_ realm: PostgresTenant.Realm, _ body: (Database) throws -> Void) throws {
            try body(Database(PostgresSession(realm == .keys ? keys : data)))
        }

        func checkUnchanged() throws {
            guard try Schema.run([Self.writes(of: tenant)], on: cluster)[0].rows == writes,
                try Schema.run([Self.writes(of: tenantOfKeys)], on: clusterOfKeys)[0].rows == writesOfKeys
            else {
                throw StoreError(
                    "a server wrote to the place meanwhile; stop all servers of it, and repeat this")
            }
        }
    }
#endif

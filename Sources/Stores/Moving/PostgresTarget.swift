#if Postgres
    import Foundation
    import PostgresLanes

    /// Two clusters of PostgreSQL that get a place.
    final class PostgresTarget: PlaceTarget {
        private let data: Connection
        private let keys: Connection
        private let id = (0..<16).map { _ in UInt8.random(in: 0...255) }

        /// Connects, and makes tables that are missing. Throws `StoreError`.
        init(_ server: PostgresServer, _ keyCluster: PostgresKeyCluster) throws {
            let cluster = server.cluster, clusterOfKeys = keyCluster.server.cluster
            try PostgresTenant.makeTables(of: [.community, .presence], on: cluster)
            try PostgresTenant.makeTables(of: [.keys], on: clusterOfKeys)
            data = try cluster.connection()
            keys = try clusterOfKeys.connection()
        }

        func begin(_ source: any PlaceSource) throws {
            let (place, mark) = try Self.standing(data), (placeOfKeys, markOfKeys) = try Self.standing(keys)
            // The data are marked as whole first, the keys last.
            let isOfSame = mark != nil && mark?.id == markOfKeys?.id
            let isUnfinished = mark?.isWhole == false || isOfSame && markOfKeys?.isWhole == false
            guard place == nil || isUnfinished else {
                throw StoreError(
                    "the database has a place already; name an empty one, or drop it and create it again")
            }
            guard placeOfKeys == nil || markOfKeys?.isWhole == false else {
                throw StoreError(
                    "the cluster of keys has the keys of a place already; name an empty database there, or drop it and "
                        + "create it again")
            }
            try begin(on: data, of: [.presence, .community], in: place, source.tenant(in: .community), 0)
            try begin(on: keys, of: [.keys], in: placeOfKeys, source.tenant(in: .keys), source.generation)
        }

        private static func standing(_ connection: Connection) throws -> (place: [UInt8]?, mark: MoveMark?) {
            let answers = try connection.run(
                [
                    PostgresLanes.Statement("SELECT id FROM tenants WHERE name = $1", [.text(PlaceMove.place)]),
                    MoveMark.question(of: PlaceMove.place),
                ], by: .now + Schema.answerTime)
            let mark = try MoveMark(answers[1])
            guard case .bytes(let id)? = answers[0].rows.first?.first else { return (nil, mark) }
            return (id, mark)
        }

        /// Removes the rows of `old`, which an unfinished move left, and begins the place with the id `tenant`.
        private func begin(
            on connection: Connection, of realms: [PostgresTenant.Realm], in old: [UInt8]?, _ tenant: Data,
            _ generation: Int64
        ) throws {
            var statements = [PostgresLanes.Statement("BEGIN")]
            if let old {
                var tables = try realms.flatMap { try PlaceTable.all(of: $0).reversed().map(\.name) }
                if realms.contains(.presence) { tables.append("position_numbers") }
                if realms.contains(.keys) { tables.append("key_changes") }
                tables += ["clocks", "moves"]
                statements += tables.map {
                    PostgresLanes.Statement("DELETE FROM \($0) WHERE tenant = $1", [.bytes(old)])
                }
                statements.append(.init("DELETE FROM tenants WHERE id = $1", [.bytes(old)]))
            }
            let place = Value.bytes(Array(tenant))
            statements += [
                .init("INSERT INTO tenants (id, name) VALUES ($1, $2)", [place, .text(PlaceMove.place)]),
                .init(
                    "INSERT INTO moves (tenant, id, is_whole, generation) VALUES ($1, $2, false, $3)",
                    [place, .bytes(id), .integer(generation)]),
                .init("COMMIT"),
            ]
            try connection.run(statements, by: .now + Self.time)
        }

        /// How long the removal of all rows, or the numbers of all pieces, may take.
        private static let time = Duration.seconds(3600)

        /// Community and presence share the table of places.
        func tenant(in realm: PostgresTenant.Realm, of source: any PlaceSource) -> Data {
            source.tenant(in: realm == .keys ? .keys : .community)
        }

        func write(_ realm: PostgresTenant.Realm, _ body: (Database) throws -> Void) throws {
            try body(Database(PostgresSession(realm == .keys ? keys : data)))
        }

        func complete(_ source: any PlaceSource) throws {
            let place = Value.bytes(Array(source.tenant(in: .community)))
            let clock = "INSERT INTO clocks (tenant, realm, last) VALUES ($1, $2, $3)"
            try complete(
                on: data, place,
                [
                    // A server names the numbers of the pieces that it adds.
                    .init(
                        """
                        INSERT INTO position_numbers (tenant, person, last)
                        SELECT tenant, person, max(number) FROM positions WHERE tenant = $1 GROUP BY tenant, person
                        """, [place]),
                    // Times go on from the last one.
                    .init(
                        clock, [place, .integer(PostgresTenant.Realm.community.rawValue), .integer(source.lastTime)]),
                    .init(clock, [place, .integer(PostgresTenant.Realm.presence.rawValue), .integer(0)]),
                ])
            let placeOfKeys = Value.bytes(Array(source.tenant(in: .keys)))
            try complete(
                on: keys, placeOfKeys,
                [.init(clock, [placeOfKeys, .integer(PostgresTenant.Realm.keys.rawValue), .integer(0)])])
        }

        /// Adds what `statements` add, and marks the place as whole.
        private func complete(
            on connection: Connection, _ place: Value, _ statements: [PostgresLanes.Statement]
        ) throws {
            let mark = PostgresLanes.Statement(
                "UPDATE moves SET is_whole = true WHERE tenant = $1 AND id = $2 AND NOT is_whole", [place, .bytes(id)])
            let answers = try connection.run([.init("BEGIN"), mark] + statements, by: .now + Self.time)
            guard answers[1].affected == 1 else {
                throw StoreError("another move to this database began meanwhile; let that one end")
            }
            try connection.run([.init("COMMIT")], by: .now + Self.time)
        }
    }
#endif

#if Postgres
    import Foundation
    import GRDB
    import PostgresLanes
    import Presence

    /// A place in PostgreSQL while servers use it, as it is in one snapshot of one of its clusters.
    final class PostgresSnapshot: PlaceSource {
        private let session: WatchedSession
        private let tenant: Data
        let generation: Int64
        /// SQLite finds it in the tables.
        let lastTime: Int64 = 0

        /// Begins the snapshot of a place on a connection that is not used for anything else. Before each statement it
        /// calls `check`, whose error ends it. Throws `StoreError` if the place is not whole, and `PostgresFault`.
        ///
        /// - Parameter hasKeys: Whether the cluster is that of the keys.
        init(
            of place: String, on connection: Connection, hasKeys: Bool = false,
            while check: @escaping () throws -> Void = {}
        ) throws {
            let (tenant, mark) = try Self.begin(on: connection, place)
            self.tenant = tenant
            generation = hasKeys ? try KeyChanges(of: tenant, after: mark, on: connection).count : 0
            session = WatchedSession(connection, while: check)
        }

        /// Begins a transaction whose reads show one moment. Returns the id of the place there, and the mark of the move
        /// that it came by. Throws `StoreError` if that is unfinished, and `PostgresFault`.
        static func begin(on connection: Connection, _ place: String) throws -> (tenant: Data, mark: MoveMark?) {
            let answers = try connection.run(
                [
                    PostgresLanes.Statement("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY"),
                    PostgresLanes.Statement("SELECT id FROM tenants WHERE name = $1", [.text(place)]),
                    MoveMark.question(of: place),
                ], by: .now + Schema.answerTime)
            guard case .bytes(let tenant)? = answers[1].rows.first?.first else {
                throw PostgresFault.unexpectedRow(reason: "the place is not there")
            }
            let mark = try MoveMark(answers[2])
            guard mark?.isWhole != false else { throw MoveMark.unfinished }
            return (Data(tenant), mark)
        }

        func tenant(in realm: PostgresTenant.Realm) -> Data { tenant }

        func read(_ realm: PostgresTenant.Realm, _ body: (Database) throws -> Void) throws {
            try body(Database(session))
        }

        /// What servers write meanwhile, the snapshot does not have.
        func checkUnchanged() throws {}
    }

    /// The statements of a snapshot, each after a look whether its reader may go on.
    private final class WatchedSession: RemoteSession {
        private let session: PostgresSession
        private let check: () throws -> Void
        /// A page of rows takes less even on a busy host; one that is frozen must not hold up the reader.
        private static let pageTime = Duration.seconds(60)

        init(_ connection: Connection, while check: @escaping () throws -> Void) {
            session = PostgresSession(connection, patience: Self.pageTime)
            self.check = check
        }

        var changesCount: Int { session.changesCount }

        func run(_ sql: String, _ arguments: StatementArguments) throws -> [[DatabaseValue]] {
            try check()
            return try session.run(sql, arguments)
        }

        func runLater(_ sql: String, _ arguments: StatementArguments) { session.runLater(sql, arguments) }

        func announce(_ change: PlaceChange) { session.announce(change) }
    }
#endif

import Foundation

extension HostState {
    /// A question fits into this time even on a busy host.
    private static let answerTime = Duration.seconds(2)

    static let settingNames = [
        "fsync", "full_page_writes", "synchronous_commit", "synchronous_standby_names", "max_connections",
        "data_checksums", "wal_recycle", "wal_keep_size", "archive_mode", "log_statement",
        "log_min_duration_statement", "log_min_duration_sample", "log_parameter_max_length_on_error",
    ]

    private static let introduction = """
        SELECT current_setting('server_version'), pg_is_in_recovery(), pg_backend_pid()::bigint,
            (SELECT rolsuper FROM pg_roles WHERE rolname = current_user),
            pg_has_role(current_user, 'pg_read_all_stats', 'USAGE')
        """
    private static let wallClock = "SELECT (extract(epoch FROM clock_timestamp()) * 1000000)::bigint"
    private static let identity = "SELECT system_identifier FROM pg_control_system()"
    private static let timeline = """
        SELECT CASE WHEN pg_is_in_recovery()
            THEN coalesce(
                (SELECT received_tli FROM pg_stat_wal_receiver), (SELECT timeline_id FROM pg_control_checkpoint()))
            ELSE ('x' || substr(pg_walfile_name(pg_current_wal_lsn()), 1, 8))::bit(32)::bigint END
        """
    private static let settings =
        "SELECT name, setting FROM pg_settings WHERE name IN ("
        + settingNames.map { "'\($0)'" }.joined(separator: ", ") + ")"
    private static let connections = "SELECT count(*) FROM pg_stat_activity WHERE datid IS NOT NULL"
    /// A transaction without a snapshot holds up removal, too, once it has a number.
    private static let snapshot = """
        SELECT seconds, age(oldest)::bigint, holder FROM (
            SELECT extract(epoch FROM now() - xact_start)::float8 AS seconds,
                coalesce(backend_xmin, backend_xid) AS oldest,
                'a transaction of ' || coalesce(nullif(application_name, ''), 'a client') || ' (process ' || pid || ')'
                AS holder
            FROM pg_stat_activity WHERE pid <> pg_backend_pid() AND backend_type = 'client backend'
            UNION ALL SELECT extract(epoch FROM now() - prepared)::float8, transaction,
                'the prepared transaction ' || quote_literal(gid) FROM pg_prepared_xacts
            UNION ALL SELECT NULL, backend_xmin, 'a query at the standby ' || application_name FROM pg_stat_replication
            UNION ALL SELECT NULL, xmin, 'the replication slot ' || slot_name FROM pg_replication_slots
        ) AS held WHERE oldest IS NOT NULL ORDER BY age(oldest) DESC, seconds DESC NULLS LAST LIMIT 1
        """
    private static let standbys = """
        SELECT application_name, sync_state, pg_wal_lsn_diff(pg_current_wal_lsn(), flush_lsn)::float8,
            extract(epoch FROM replay_lag)::float8
        FROM pg_stat_replication WHERE state = 'streaming' ORDER BY application_name
        """
    private static let slots = """
        SELECT slot_name, active, pg_wal_lsn_diff(
            CASE WHEN pg_is_in_recovery() THEN pg_last_wal_replay_lsn() ELSE pg_current_wal_lsn() END, restart_lsn
        )::float8
        FROM pg_replication_slots ORDER BY slot_name
        """
    private static let copies = """
        SELECT coalesce(nullif(application_name, ''), 'a client') || ' (process ' || pid || ')'
        FROM pg_stat_replication
        WHERE state = 'backup' OR application_name IN ('pg_basebackup', 'pg_receivewal') ORDER BY pid
        """
    private static let collations = """
        SELECT collname, collversion, pg_collation_actual_version(oid) FROM pg_collation
        WHERE collversion <> pg_collation_actual_version(oid)
        UNION ALL
        SELECT 'that of the database', datcollversion, pg_database_collation_actual_version(oid) FROM pg_database
        WHERE datname = current_database() AND datcollversion <> pg_database_collation_actual_version(oid)
        """
    private static let servers = """
        SELECT number, version, schema, extract(epoch FROM now() - seen)::float8 FROM servers ORDER BY number
        """

    /// Asks a host. What it refuses to answer stays `nil`; throws `PostgresFault` if the connection ends.
    init(asking connection: Connection) throws(PostgresFault) {
        guard let row = try Self.rows(Self.introduction, connection)?.first, row.count == 5,
            case .text(let version) = row[0]
        else { throw .unexpectedRow(reason: "the host does not introduce itself") }
        self.init()
        self.version = version
        isStandby = row[1] == .integer(1)
        isBehindPooler = row[2] != .integer(connection.processID)
        isSuperuser = row[3] == .integer(1)
        readsAll = row[4] == .integer(1)
        clockOffset = try Self.offset(of: connection)
        identity = try Self.rows(Self.identity, connection)?.first?.first?.number
        timeline = try Self.rows(Self.timeline, connection)?.first?.first?.number
        for row in try Self.rows(Self.settings, connection) ?? [] {
            if let name = row[0].text, let value = row[1].text { settings[name] = value }
        }
        connections = try Self.rows(Self.connections, connection)?.first?.first?.number
        try readReplication(connection)
        collations = try (Self.rows(Self.collations, connection) ?? []).compactMap { row in
            guard let name = row[0].text, let recorded = row[1].text, let actual = row[2].text else { return nil }
            return Collation(name: name, recorded: recorded, actual: actual)
        }
        servers = try Self.rows(Self.servers, connection)?.compactMap { row in
            guard let number = row[0].number, let version = row[1].text, let schema = row[2].text,
                let age = row[3].length
            else { return nil }
            return Server(number: number, version: version, schema: schema, age: age)
        }
    }

    private mutating func readReplication(_ connection: Connection) throws(PostgresFault) {
        if readsAll, let row = try Self.rows(Self.snapshot, connection)?.first, let age = row[1].number {
            snapshot = Snapshot(seconds: row[0].length, transactions: age, holder: row[2].text ?? "somebody")
        }
        slots = try Self.rows(Self.slots, connection)?.compactMap { row in
            guard let name = row[0].text else { return nil }
            return Slot(name: name, isActive: row[1] == .integer(1), keptBytes: row[2].length ?? 0)
        }
        guard readsAll else { return }
        copies = try Self.rows(Self.copies, connection)?.compactMap(\.first?.text)
        guard !isStandby else { return }
        standbys = try Self.rows(Self.standbys, connection)?.compactMap { row in
            guard let name = row[0].text, let state = row[1].text else { return nil }
            return Standby(
                name: name, isSynchronous: state == "sync" || state == "quorum", lagBytes: row[2].length ?? 0,
                lagSeconds: row[3].length)
        }
    }

    private static func offset(of connection: Connection) throws(PostgresFault) -> Double {
        // Prepared by the first try, the second takes one round trip.
        _ = try rows(wallClock, connection)
        let sent = Date.now
        let answer = try rows(wallClock, connection)?.first?.first?.number
        let middle = sent.timeIntervalSince1970 + Date.now.timeIntervalSince(sent) / 2
        guard let answer else { throw .unexpectedRow(reason: "the host does not say its time") }
        return middle - Double(answer) / 1e6
    }

    /// Returns the rows of a question; `nil` if the host refuses it, because of missing rights or a missing table.
    private static func rows(_ sql: String, _ connection: Connection) throws(PostgresFault) -> [[Value]]? {
        do throws(PostgresFault) {
            return try connection.run([Statement(sql)], by: .now + answerTime)[0].rows
        } catch .refused {
            return nil
        }
    }
}

extension Value {
    fileprivate var number: Int64? { if case .integer(let number) = self { number } else { nil } }
    fileprivate var text: String? { if case .text(let text) = self { text } else { nil } }
    fileprivate var length: Double? { if case .real(let length) = self { length } else { nil } }
}

/// A host of an address, and what it says.
package struct ExaminedHost: Sendable {
    /// As `host:port`.
    package let name: String
    /// What the host says, or why it can't be asked. The reason has no password.
    package let state: Result<HostState, PostgresFault>

    package init(name: String, state: Result<HostState, PostgresFault>) {
        (self.name, self.state) = (name, state)
    }
}

extension Cluster {
    /// Asks all hosts of the address, one after the other. Blocks, some seconds for each that does not answer.
    package func examine() -> [ExaminedHost] {
        connections().map { host, connect in
            ExaminedHost(
                name: host,
                state: Result { () throws(PostgresFault) in try HostState(asking: try connect()) })
        }
    }
}

extension Cluster {
    /// Asks the host that takes writes. Blocks; throws `PostgresFault`.
    package func examinePrimary() throws(PostgresFault) -> HostState { try HostState(asking: connect().connection) }
}

extension Housekeeping {
    /// Asks the host that takes writes. Throws what `run(_:)` throws.
    package func examine() async throws -> HostState {
        try await perform { connection throws(PostgresFault) in try HostState(asking: connection) }
    }
}

import PostgresLanes
import Stores
import Testing

/// What the doctor says of PostgreSQL's hosts.
@Suite struct ClusterReviewTests {
    /// A primary with two standbys, as it should be.
    private static func primary(_ change: (inout HostState) -> Void = { _ in }) -> HostState {
        var state = HostState()
        (state.version, state.timeline, state.identity) = ("15.8 (Debian)", 3, 42)
        (state.isSuperuser, state.readsAll, state.connections) = (true, true, 12)
        state.settings = [
            "fsync": "on", "full_page_writes": "on", "synchronous_commit": "on", "max_connections": "100",
            "synchronous_standby_names": "ANY 1 (b, c)", "data_checksums": "on",
            "wal_recycle": "off", "wal_keep_size": "0", "archive_mode": "off", "log_statement": "none",
        ]
        state.slots = []
        state.standbys = ["b", "c"].map { .init(name: $0, isSynchronous: true, lagBytes: 0, lagSeconds: nil) }
        change(&state)
        return state
    }

    private static func standby(_ change: (inout HostState) -> Void = { _ in }) -> HostState {
        primary { state in
            (state.isStandby, state.standbys) = (true, nil)
            change(&state)
        }
    }

    private static func faults(_ states: [HostState], isOfKeys: Bool = false) -> [DatabaseFinding] {
        let hosts = zip(["one:1", "two:2", "three:3"], states).map { ExaminedHost(name: $0, state: .success($1)) }
        return ClusterReview(setting: "database", hosts: hosts, isOfKeys: isOfKeys).findings.filter { $0.remedy != nil }
    }

    @Test(arguments: [false, true]) func `a cluster as it should be has no faults`(isOfKeys: Bool) {
        #expect(Self.faults([Self.primary(), Self.standby(), Self.standby()], isOfKeys: isOfKeys) == [])
    }

    @Test func `what is well is said of each host and server`() {
        let state = Self.primary {
            $0.servers = [
                .init(number: 0, version: "1.2", schema: "1", age: 0.4),
                .init(number: 4, version: "1.1", schema: "1", age: 7300),
            ]
        }
        let hosts = [ExaminedHost(name: "one:1", state: .success(state))]
        let texts = ClusterReview(setting: "database", hosts: hosts).findings.map(\.text)
        #expect(texts.contains("database: one:1 takes writes: PostgreSQL 15.8, timeline 3"))
        #expect(texts.contains("database: one:1 has 12 of 100 connections"))
        #expect(texts.contains("database: commits wait for ANY 1 (b, c); b, c follow"))
        #expect(texts.contains("server 0 has version 1.2 and schema 1, seen 0.4 s ago"))
        #expect(
            texts.contains {
                $0.hasPrefix("server 4 has version 1.1 and schema 1, not seen for 2 h: it ended without leaving")
            })
    }

    struct Case: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let change: @Sendable (inout HostState) -> Void
    }

    /// Each change of the primary, and a part of the one fault that it makes.
    static let cases: [Case] = [
        Case(testDescription: "has fsync = off, so writes") { $0.settings["fsync"] = "off" },
        Case(testDescription: "has full_page_writes = off") { $0.settings["full_page_writes"] = "off" },
        Case(testDescription: "has synchronous_commit = local") { $0.settings["synchronous_commit"] = "local" },
        Case(testDescription: "has no data checksums") { $0.settings["data_checksums"] = "off" },
        Case(testDescription: "answered by something between, such as pgbouncer") { $0.isBehindPooler = true },
        Case(testDescription: "has a clock 7.0 s behind this machine's") { $0.clockOffset = 7 },
        Case(testDescription: "has a clock 61 s ahead of this machine's") { $0.clockOffset = -61 },
        Case(testDescription: "has 81 of 100 connections") { $0.connections = 81 },
        Case(testDescription: "for a transaction of psql (process 7), since 2 h, which slows") {
            $0.snapshot = .init(seconds: 7_300, transactions: 3, holder: "a transaction of psql (process 7)")
        },
        Case(testDescription: "for the replication slot s, since 100001 transactions") {
            $0.snapshot = .init(seconds: nil, transactions: 100_001, holder: "the replication slot s")
        },
        Case(testDescription: "keeps 34 MB of the log for the replication slot s, which nobody reads") {
            $0.slots = [.init(name: "s", isActive: false, keptBytes: 34_000_000)]
        },
        Case(testDescription: "keeps 2.0 GB of the log for the replication slot s, whose reader is behind") {
            $0.slots = [.init(name: "s", isActive: true, keptBytes: 2e9)]
        },
        Case(testDescription: "another version of the collation fi_FI (2.36) than its indexes (2.31)") {
            $0.collations = [.init(name: "fi_FI", recorded: "2.31", actual: "2.36")]
        },
        Case(testDescription: "no commit waits for a standby") { $0.settings["synchronous_standby_names"] = "" },
        Case(testDescription: "no standby of ANY 1 (b, c) follows, so no write is acknowledged") { $0.standbys = [] },
        Case(testDescription: "only b follows, of those for which commits wait") { $0.standbys?.removeLast() },
        Case(testDescription: "the standby b is 65 MB and 0.0 s behind") {
            $0.standbys?[0] = .init(name: "b", isSynchronous: true, lagBytes: 65e6, lagSeconds: nil)
        },
        Case(testDescription: "the standby b is 0 MB and 31 s behind") {
            $0.standbys?[0] = .init(name: "b", isSynchronous: true, lagBytes: 0, lagSeconds: 31)
        },
        Case(testDescription: "servers of the schemas 1, 2 run together") {
            $0.servers = ["1", "2"].map { .init(number: 0, version: "1", schema: $0, age: 1) }
        },
    ]

    @Test(arguments: cases) func `each fault of the primary is named with a remedy`(one: Case) {
        let faults = Self.faults([Self.primary(one.change), Self.standby(), Self.standby()])
        #expect(faults.count == 1 && faults.allSatisfy { $0.text.contains(one.testDescription) }, "\(faults)")
    }

    @Test func `what is short of a limit is no fault`() {
        let state = Self.primary {
            ($0.clockOffset, $0.connections) = (-4.9, 80)
            $0.snapshot = .init(seconds: 299, transactions: 1_000_000, holder: "a transaction")
            $0.slots = [.init(name: "s", isActive: true, keptBytes: 0.9e9)]
            $0.standbys?[0] = .init(name: "b", isSynchronous: true, lagBytes: 63e6, lagSeconds: 29)
        }
        #expect(Self.faults([state]) == [])
    }

    @Test func `the host that was replaced is told apart from the one that took over`() {
        let faults = Self.faults([Self.primary { $0.timeline = 2 }, Self.primary(), Self.standby { $0.timeline = 2 }])
        #expect(
            faults.map(\.text) == [
                "database: one:1 takes writes on the timeline 2, although two:2 took over from it on 3",
                "database: three:3 is a standby on the timeline 2, and two:2 is on 3",
            ])
    }

    @Test func `a host of another cluster is named`() {
        let faults = Self.faults([Self.primary(), Self.standby { $0.identity = 43 }])
        #expect(faults.map(\.text) == ["database: two:2 belongs to another cluster than one:1"])
    }

    @Test func `standbys alone take no writes`() {
        let faults = Self.faults([Self.standby(), Self.standby()])
        #expect(faults.map(\.text) == ["database: no host that answers takes writes"])
    }

    @Test(
        arguments: [
            (#"FATAL:  password authentication failed for user "anna""#, "PGPASSFILE"),
            (#"FATAL:  database "here" does not exist"#, "createdb"),
            ("Connection refused", "start PostgreSQL there"),
        ])
    func `a host that cannot be asked is a fault with its reason`(reason: String, remedy: String) throws {
        let hosts = [ExaminedHost(name: "one:1", state: .failure(.connectionLost(reason: reason)))]
        let findings = ClusterReview(setting: "database", hosts: hosts).findings
        #expect(findings.map(\.text) == ["database: one:1 cannot be asked: \(reason)"])
        #expect(try #require(findings.first?.remedy).contains(remedy))
    }

    @Test func `a host that is frozen is a fault`() {
        let hosts = [ExaminedHost(name: "one:1", state: .failure(.deadlineMissed))]
        let findings = ClusterReview(setting: "database", hosts: hosts).findings
        #expect(findings.map(\.text) == ["database: one:1 does not answer questions: the host did not answer in time"])
    }

    @Test func `settings that keep destroyed keys are faults of the keys' cluster only`() {
        let state = Self.primary {
            $0.settings["wal_recycle"] = "on"
            $0.settings["archive_mode"] = "always"
            $0.isSuperuser = false
        }
        #expect(Self.faults([state]) == [])
        #expect(
            Self.faults([state], isOfKeys: true).map(\.remedy) == [
                "set wal_recycle = off", "set archive_mode = off", "let a superuser of it connect",
            ])
    }

    @Test func `a copy of the keys' cluster is a fault, of the other it is not`() throws {
        let state = Self.standby { $0.copies = ["barman (process 7)"] }
        #expect(Self.faults([Self.primary(), state, Self.standby()]) == [])
        let faults = Self.faults([Self.primary(), state, Self.standby()], isOfKeys: true)
        #expect(try faults.count == 1 && #require(faults.first).text.contains("two:2 is copied by barman (process 7)"))
    }

    @Test func `what may not be read is no fault`() {
        let state = Self.primary { ($0.readsAll, $0.standbys, $0.slots) = (false, nil, nil) }
        let hosts = [ExaminedHost(name: "one:1", state: .success(state))]
        let findings = ClusterReview(setting: "database", hosts: hosts).findings
        #expect(findings.allSatisfy { $0.remedy == nil } && findings.contains { $0.text.contains("GRANT pg_monitor") })
    }

    @Test func `an address that cannot be read is a fault without its password`() {
        let findings = DatabaseExamination(address: "postgresql://anna:secret@one:5432,two/%zz", keys: nil).findings()
        #expect(findings.count == 2 && findings.allSatisfy { $0.remedy != nil && !$0.text.contains("secret") })
        #expect(findings[0].text.hasPrefix("database: the address cannot be used"))
        #expect(findings[1].text == "database is set, and keys-database is not")
    }
}

import Foundation
import PostgresLanes
import Testing

@Suite(.enabled(if: TestCluster.address != nil))
struct HostStateTests {
    private static func examined(_ cluster: Cluster) async throws -> [ExaminedHost] {
        try await TestCluster.onThread { cluster.examine() }
    }

    private static func state(of cluster: Cluster) async throws -> HostState {
        try await TestCluster.onThread { try cluster.examinePrimary() }
    }

    @Test func hostTellsWhatItIs() async throws {
        let cluster = try TestCluster.make()
        let host = try #require(try await Self.examined(cluster).first), state = try host.state.get()
        let rows = try await TestCluster.onThread {
            try Schema.run(
                [
                    Statement("SHOW server_version"), Statement("SHOW max_connections"), Statement("SHOW fsync"),
                ], on: cluster)
        }
        #expect(rows[0].rows == [[.text(state.version)]])
        #expect(rows[1].rows == [[.text(state.settings["max_connections"] ?? "")]])
        #expect(rows[2].rows == [[.text(state.settings["fsync"] ?? "")]])
        #expect(try await TestCluster.onThread { try cluster.identity } == state.identity)
        #expect(!state.isStandby && !state.isBehindPooler && state.isSuperuser && state.readsAll)
        #expect(state.timeline == 1 && abs(state.clockOffset) < 1 && state.weakSettings.isEmpty)
        #expect(try #require(state.connections) >= 1 && state.standbys == [] && state.collations.isEmpty)
    }

    @Test func openTransactionAndSlotAreNamed() async throws {
        let database = try await OwnDatabase(), turn = try TestCluster.turn(on: database.cluster)
        let writer = BatchWriter(to: database.cluster)
        defer { writer.close() }
        let slot = "slot_\(database.name.suffix(8))"
        // A slot reserves the log for itself alone.
        try await TestCluster.onThread {
            try Schema.run(
                [Statement("SELECT slot_name FROM pg_create_physical_replication_slot('\(slot)', true)")],
                on: database.cluster)
        }
        let found = try await writer.write(in: turn) { transaction in
            let statement = transaction.row(1, of: turn)
            try transaction.execute(statement.sql, statement.parameters)
            return try database.cluster.examinePrimary()
        }
        try await TestCluster.onThread {
            try Schema.run([Statement("SELECT pg_drop_replication_slot('\(slot)')")], on: database.cluster)
        }
        // Other tests have transactions, too.
        #expect(found.snapshot?.holder.contains("(process ") == true && found.snapshot?.seconds != nil)
        #expect(found.slots?.first { $0.name == slot }?.isActive == false)
    }

    @Test func weakSettingOfTheConnectionIsNamed() async throws {
        let address = try #require(TestCluster.address), separator = address.contains("?") ? "&" : "?"
        let cluster = try Cluster("\(address)\(separator)options=-csynchronous_commit%3Doff")
        let weak = try await Self.state(of: cluster).weakSettings
        #expect(weak.map(\.name) == ["synchronous_commit"] && weak.map(\.value) == ["off"])
    }

    @Test func registeredServersAreListed() async throws {
        let database = try await OwnDatabase(), lane = Housekeeping(to: database.cluster)
        defer { lane.close() }
        let registry = try await Registry.announce(
            id: TestCluster.randomID(), version: "1.5", schema: .init(7...7), by: lane)
        let servers = try #require(try await Self.state(of: database.cluster).servers)
        #expect(servers.map(\.number) == [0] && servers.map(\.version) == ["1.5"] && servers.map(\.schema) == ["7"])
        #expect(servers.allSatisfy { $0.age < 15 })
        try await registry.leave()
    }

    @Test func deadHostIsListedBesideTheOthersWithoutThePassword() async throws {
        let address = try #require(TestCluster.address), parts = address.split(separator: "@")
        let host = try #require(parts.last?.split(separator: "/").first)
        // Nobody listens at port 1.
        let cluster = try Cluster(
            "postgresql://hereabouts:secret@127.0.0.1:1,\(host)/\(parts[1].split(separator: "/")[1])")
        let hosts = try await Self.examined(cluster)
        #expect(hosts.map(\.name) == ["127.0.0.1:1", String(host)])
        #expect(throws: Never.self) { try hosts[1].state.get() }
        guard case .failure(.connectionLost(let reason)) = hosts[0].state else {
            Issue.record("\(hosts[0].state)")
            return
        }
        #expect(!reason.contains("secret") && reason.contains("refused"))
    }
}

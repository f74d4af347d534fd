import PostgresLanes
import Testing

@Suite(.enabled(if: TestCluster.address != nil))
struct RegistryTests {
    /// Long enough that only the test renews.
    private static let never = Duration.seconds(86_400)

    private static func announce(
        _ version: String = "1", by housekeeping: Housekeeping
    ) async throws -> Registry {
        try await Registry.announce(
            id: TestCluster.randomID(), version: version, schema: .init(8...9), by: housekeeping, every: never)
    }

    @Test func serversThatStartTogetherTakeTheLowestNumbers() async throws {
        let database = try await OwnDatabase(), lanes = (0..<6).map { _ in Housekeeping(to: database.cluster) }
        defer { for lane in lanes { lane.close() } }
        let servers = try await withThrowingTaskGroup(of: Registry.self) { group in
            for (version, lane) in lanes.enumerated() {
                group.addTask { try await Self.announce("\(version)", by: lane) }
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(servers.map(\.standing.number).sorted() == Array(0..<6))
        for server in servers {
            try await server.renew()
            #expect(server.standing.live == 6)
            let others = servers.map(\.standing.number).filter { $0 != server.standing.number }
            #expect(server.standing.others.map(\.number) == others.sorted())
        }
        let versions = Set(servers.flatMap { $0.standing.others.map(\.version) })
        #expect(versions == ["0", "1", "2", "3", "4", "5"])
        #expect(servers.flatMap { $0.standing.others }.allSatisfy { $0.schema == SchemaVersions(8...9) })

        let third = try #require(servers.first { $0.standing.number == 2 })
        try await third.leave()
        let next = try await Self.announce(by: lanes[0])
        #expect(next.standing.number == 2)
        #expect(next.standing.live == 6)
    }

    @Test func numberIsFreeAfterAMinuteOfSilence() async throws {
        let database = try await OwnDatabase(), lane = Housekeeping(to: database.cluster)
        let writer = BatchWriter(to: database.cluster), turn = try TestCluster.turn(on: database.cluster)
        defer { lane.close(); writer.close() }
        let silent = try await Self.announce("silent", by: lane)
        try database.setClock(50)
        let second = try await Self.announce(by: lane)
        #expect(second.standing.number == 1)
        // It keeps its number so far, but counts as dead.
        #expect(second.standing.live == 1)
        try await writer.write(in: turn) { try silent.check(0, in: $0) }

        try database.setClock(70)
        let third = try await Self.announce(by: lane)
        #expect(third.standing.number == 0)
        await #expect(throws: Registry.Forgotten.self) {
            try await writer.write(in: turn) { try silent.check(0, in: $0) }
        }
        try await silent.renew()
        #expect(silent.standing.number == 2)
        #expect(silent.standing.live == 2)
        try await writer.write(in: turn) { try silent.check(2, in: $0) }
    }

    @Test func numberStaysUntilATransactionThatCheckedItEnds() async throws {
        let database = try await OwnDatabase()
        let lane = Housekeeping(to: database.cluster), other = Housekeeping(to: database.cluster)
        let writer = BatchWriter(to: database.cluster), turn = try TestCluster.turn(on: database.cluster)
        defer { lane.close(); other.close(); writer.close() }
        let silent = try await Self.announce(by: lane)
        try await writer.write(in: turn) { transaction in
            try silent.check(0, in: transaction)
            // Renewals are not held up.
            _ = try Schema.run([Statement("UPDATE servers SET seen = now()")], on: database.cluster)
        }
        try database.setClock(70)
        async let next = writer.write(in: turn) { transaction in
            try silent.check(0, in: transaction)
            let announced = Task { try await Self.announce(by: other) }
            try transaction.waitUntilSomebodyWaits()
            return announced
        }
        let announced = try await next.value
        #expect(announced.standing.number == 0)
    }

    @Test func noNumberIsTakenTwiceWhenAllAreTaken() async throws {
        let database = try await OwnDatabase(), lane = Housekeeping(to: database.cluster)
        defer { lane.close() }
        let all = """
            INSERT INTO servers (id, number, version, schema)
            SELECT decode(md5(number::text), 'hex'), number, '', '8' FROM generate_series(0, 1023) AS number
            """
        try Schema.run([Statement(all)], on: database.cluster)
        await #expect(throws: Registry.Full.self) { try await Self.announce(by: lane) }
    }

    @Test func renewalsGoOnByThemselves() async throws {
        let database = try await OwnDatabase(), lane = Housekeeping(to: database.cluster)
        defer { lane.close() }
        let server = try await Registry.announce(
            id: TestCluster.randomID(), version: "1", schema: .init(1...1), by: lane, every: .milliseconds(5))
        let first = server.standing.seen
        #expect(try await eventually { server.standing.seen > first })
        #expect(!server.isCurrent(within: .zero))
        #expect(server.isCurrent(within: Self.never))
        try await server.leave()
        #expect(try Schema.run([Statement("SELECT id FROM servers")], on: database.cluster)[0].rows.isEmpty)
    }
}

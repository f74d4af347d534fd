import PostgresLanes
import Testing

struct SchemaVersionsTests {
    @Test(arguments: [SchemaVersions(1...1), SchemaVersions(2...3), SchemaVersions(9...12)])
    func `the text of versions is read back`(versions: SchemaVersions) {
        #expect(SchemaVersions("\(versions)") == versions)
    }

    @Test(arguments: ["", "one", "1 to", " to 2", "3 to 2", "1 to 2 to 3", "from 1 to 2"])
    func `other texts are refused`(text: String) { #expect(SchemaVersions(text) == nil) }

    /// The table of `SchemaVersions`.
    @Test func `each release runs beside the one before and no earlier one`() {
        let releases = [SchemaVersions(1...1), SchemaVersions(1...2), SchemaVersions(2...3)]
        for (number, release) in releases.enumerated() {
            for (other, earlier) in releases.prefix(number + 1).enumerated() {
                #expect(release.overlap(earlier) == (number - other < 2))
                #expect(earlier.overlap(release) == release.overlap(earlier))
            }
        }
    }
}

/// What programs of earlier versions use is removed after them, and not under them.
@Suite(.enabled(if: TestCluster.address != nil)) struct SchemaRemovalTests {
    private static let second = SchemaVersions(1...2)
    private static let third = SchemaVersions(2...3)
    /// What the third release removes.
    private static let removal = Schema.Removal(
        to: 3, .init("form 1 of rows", ["ALTER TABLE test_rows DROP COLUMN number"]))

    private static func announce(_ schema: SchemaVersions, by housekeeping: Housekeeping) async throws -> Registry {
        try await Registry.announce(
            id: TestCluster.randomID(), version: "program", schema: schema, by: housekeeping, every: .seconds(86_400))
    }

    private static func columns(of database: OwnDatabase) throws -> Int {
        let query = "SELECT column_name::text FROM information_schema.columns WHERE table_name = 'test_rows'"
        return try Schema.run([Statement(query)], on: database.cluster)[0].rows.count
    }

    @Test func `a removal waits until no server needs what it removes`() async throws {
        let database = try await OwnDatabase(), lane = Housekeeping(to: database.cluster)
        defer { lane.close() }
        let old = try await Self.announce(Self.second, by: lane), new = try await Self.announce(Self.third, by: lane)
        let before = try Self.columns(of: database)
        #expect(try await !lane.remove([Self.removal]))
        #expect(try Self.columns(of: database) == before)

        try await old.leave()
        for _ in 0..<2 { #expect(try await lane.remove([Self.removal])) }
        #expect(try Self.columns(of: database) == before - 1)
        await #expect(throws: Registry.Incompatible.self) { try await Self.announce(Self.second, by: lane) }
        try await new.renew()
        #expect(new.standing.others.isEmpty)
        _ = try await Self.announce(Self.third, by: lane)
    }

    @Test func `servers without a version in common do not run side by side`() async throws {
        let database = try await OwnDatabase(), lane = Housekeeping(to: database.cluster)
        defer { lane.close() }
        let first = try await Self.announce(SchemaVersions(1...1), by: lane)
        await #expect(throws: Registry.Incompatible.self) { try await Self.announce(Self.third, by: lane) }
        _ = try await Self.announce(Self.second, by: lane)
        try await first.leave()
        _ = try await Self.announce(Self.third, by: lane)
        await #expect(throws: Registry.Incompatible.self) { try await Self.announce(SchemaVersions(1...1), by: lane) }
    }

    @Test func `a server that was silent for a minute does not come back to what was removed`() async throws {
        let database = try await OwnDatabase(), lane = Housekeeping(to: database.cluster)
        defer { lane.close() }
        let silent = try await Self.announce(Self.second, by: lane)
        try database.setClock(50)
        #expect(try await !lane.remove([Self.removal]))
        try database.setClock(70)
        #expect(try await lane.remove([Self.removal]))
        await #expect(throws: Registry.Incompatible.self) { try await silent.renew() }
    }

    @Test func `a removal that waits for a lock lets writers pass, and is made later`() async throws {
        let database = try await OwnDatabase(), lane = Housekeeping(to: database.cluster)
        let writer = BatchWriter(to: database.cluster), turn = try TestCluster.turn(on: database.cluster)
        defer { lane.close(); writer.close() }
        let hasTried = Shared(false)
        async let written: Void = writer.write(in: turn) { transaction in
            try transaction.execute([transaction.row(1, of: turn)])
            while !hasTried.value { _ = try transaction.rows("SELECT pg_sleep(0.01)") }
        }
        let locks = "SELECT count(*) FROM pg_locks JOIN pg_class ON relation = pg_class.oid WHERE relname = 'test_rows'"
        let isLocked = try await eventually {
            try Schema.run([Statement(locks)], on: database.cluster)[0].rows != [[.integer(0)]]
        }
        #expect(isLocked)
        let isMade = try await lane.remove([Self.removal])
        hasTried.withLock { $0 = true }
        #expect(!isMade)
        try await written
        #expect(try await lane.remove([Self.removal]))
    }

    /// Whichever comes first, the other sees it; both may be refused.
    @Test func `a server that starts during a removal is refused, or the removal waits for it`() async throws {
        let database = try await OwnDatabase(), lanes = (0..<2).map { _ in Housekeeping(to: database.cluster) }
        defer { for lane in lanes { lane.close() } }
        for round in 0..<12 {
            let removal = Schema.Removal(to: Int64(round + 2), .init("round \(round)", []))
            let old = SchemaVersions(1...Int64(round + 1))
            async let removed = lanes[0].remove([removal])
            async let started = try? Self.announce(old, by: lanes[1])
            let isRemoved = try await removed, server = try await started
            #expect(!isRemoved || server == nil)
            try await server?.leave()
            #expect(try await lanes[0].remove([removal]))
        }
    }
}

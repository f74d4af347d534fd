import PostgresLanes
import Testing

/// Making tables while servers use the database.
@Suite(.enabled(if: TestCluster.address != nil)) struct SchemaTests {
    private let table = "made_\(UInt64.random(in: 0...UInt64.max))"

    private func rows(_ cluster: Cluster) throws -> [[Value]] {
        try Schema.run([Statement("SELECT number FROM \(table) ORDER BY number")], on: cluster)[0].rows
    }

    @Test func `a step is made once, whole or not at all`() async throws {
        try await TestCluster.onThread { try makeOnce() }
    }

    private func makeOnce() throws {
        let cluster = try TestCluster.make()
        let first = Schema.Step(
            "first of \(table)",
            ["CREATE TABLE \(table) (number bigint PRIMARY KEY)", "INSERT INTO \(table) VALUES (1)"])
        let faulty = Schema.Step(
            "second of \(table)", ["INSERT INTO \(table) VALUES (2)", "INSERT INTO \(table) VALUES (1)"])
        #expect(throws: PostgresFault.self) { try Schema.make([first, faulty], on: cluster) }
        #expect(try rows(cluster) == [[.integer(1)]])
        let mended = Schema.Step(faulty.name, ["INSERT INTO \(table) VALUES (3)"])
        for _ in 0..<2 { try Schema.make([first, mended], on: cluster) }
        #expect(try rows(cluster) == [[.integer(1)], [.integer(3)]])
        try Schema.run([Statement("DROP TABLE \(table)")], on: cluster)
    }

    @Test func `servers that start together make a step once`() async throws {
        let cluster = try TestCluster.make()
        let steps = [Schema.Step("of \(table)", ["CREATE TABLE \(table) (number bigint PRIMARY KEY)"])]
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<4 { group.addTask { try await TestCluster.onThread { try Schema.make(steps, on: cluster) } } }
            try await group.waitForAll()
        }
        #expect(try rows(cluster).isEmpty)
        try Schema.run([Statement("DROP TABLE \(table)")], on: cluster)
    }

    /// A writer has one table and wants another, in the other order than the step.
    @Test func `a step lets go of its locks and tries again while writers hold them up`() async throws {
        let cluster = try TestCluster.make(), other = "\(table)_other"
        try Schema.run(
            [
                Statement("CREATE TABLE \(table) (number bigint PRIMARY KEY)"),
                Statement("CREATE TABLE \(other) (number bigint PRIMARY KEY)"),
            ], on: cluster)
        let table = table, isOver = Shared(false)
        let step = Schema.Step(
            "columns of \(table)",
            ["ALTER TABLE \(table) ADD COLUMN a bigint", "ALTER TABLE \(other) ADD COLUMN a bigint"])
        async let made: Void = TestCluster.onThread { try Schema.make([step], on: cluster) }
        async let written = TestCluster.onThread { () -> Int in
            let end = ContinuousClock.now + .seconds(20)
            var count = 0
            while !isOver.value, .now < end {
                count += 1
                try Schema.run(
                    [
                        Statement("BEGIN"), Statement("INSERT INTO \(other) (number) VALUES (\(count))"),
                        Statement("SELECT pg_sleep(0.02)"),
                        Statement("INSERT INTO \(table) (number) VALUES (\(count))"), Statement("COMMIT"),
                    ], on: cluster)
            }
            return count
        }
        try await made
        isOver.withLock { $0 = true }
        let count = try await written
        #expect(try rows(cluster).count == count)
        try Schema.run([Statement("DROP TABLE \(table)"), Statement("DROP TABLE \(other)")], on: cluster)
    }
}

import PostgresLanes
import Testing

@Suite(.enabled(if: TestCluster.address != nil))
struct ReaderTests {
    /// The server itself says, as text, what it was sent.
    @Test func valuesArriveAsTheyWereSent() async throws {
        let reader = try Reader(to: TestCluster.make())
        defer { reader.close() }
        let rows = try await reader.read { snapshot in
            try snapshot.rows(
                """
                SELECT $1::bigint, $1::bigint::text, $2::double precision, $2::double precision::text, $3::text,
                    octet_length($3::text)::text, $4::bytea, encode($4::bytea, 'hex'), $5::uuid, $5::uuid::text,
                    $6::bigint IS NULL, $6::bigint, true, 7::integer, 1.5::real
                """,
                [
                    .integer(.min + 1), .real(-0.1), .text("käärme 🐍"), .bytes([0, 255, 16]),
                    .bytes(Array(0..<16)), .null,
                ])
        }
        #expect(
            rows == [
                [
                    .integer(.min + 1), .text("-9223372036854775807"), .real(-0.1), .text("-0.1"), .text("käärme 🐍"),
                    .text("13"), .bytes([0, 255, 16]), .text("00ff10"), .bytes(Array(0..<16)),
                    .text("00010203-0405-0607-0809-0a0b0c0d0e0f"), .integer(1), .null, .integer(1), .integer(7),
                    .real(1.5),
                ]
            ])
    }

    @Test func emptyTextsAndBytesAreNotNull() async throws {
        let reader = try Reader(to: TestCluster.make())
        defer { reader.close() }
        let rows = try await reader.read { snapshot in
            try snapshot.rows("SELECT $1::text, $2::bytea, $3::text", [.text(""), .bytes([]), .null])
        }
        #expect(rows == [[.text(""), .bytes([]), .null]])
    }

    @Test func refusedQueryLeavesTheConnectionUsable() async throws {
        let reader = try Reader(to: TestCluster.make(), connections: 1)
        defer { reader.close() }
        for _ in 0..<3 {
            await #expect(throws: PostgresFault.self) {
                try await reader.read { try $0.rows("SELECT 1 / $1::bigint", [.integer(0)]) }
            }
            await #expect(throws: PostgresFault.self) {
                try await reader.read { try $0.rows("SELECT no_such_column FROM clocks") }
            }
            // A type that no table of ours has.
            await #expect(throws: PostgresFault.self) { try await reader.read { try $0.rows("SELECT 1::numeric") } }
            let rows = try await reader.read { try $0.rows("SELECT 2::bigint") }
            #expect(rows == [[.integer(2)]])
        }
    }

    @Test func severalQueriesSeeOneState() async throws {
        let cluster = try TestCluster.make(), turn = try TestCluster.turn(on: cluster)
        let writer = BatchWriter(to: cluster), reader = Reader(to: cluster, connections: 2)
        defer { writer.close(); reader.close() }
        let count = "SELECT count(*) FROM test_rows WHERE tenant = $1"
        async let written: Void = withThrowingTaskGroup(of: Void.self) { group in
            for number in Int64(0)..<100 {
                group.addTask {
                    try await writer.write(in: turn) { transaction throws(PostgresFault) in
                        [transaction.row(number, of: turn)]
                    } reading: { _ in
                    }
                }
            }
            try await group.waitForAll()
        }
        for _ in 0..<20 {
            let (first, second) = try await reader.read { snapshot in
                let first = try snapshot.rows(count, [.bytes(turn.tenant)])
                return (first, try snapshot.rows(count, [.bytes(turn.tenant)]))
            }
            #expect(first == second)
        }
        try await written
    }

    @Test func snapshotsCannotWrite() async throws {
        let cluster = try TestCluster.make(), turn = try TestCluster.turn(on: cluster)
        let reader = Reader(to: cluster)
        defer { reader.close() }
        await #expect(throws: PostgresFault.self) {
            try await reader.read { snapshot in
                try snapshot.rows(
                    "INSERT INTO test_rows VALUES ($1, 1, 1) RETURNING 1::bigint", [.bytes(turn.tenant)])
            }
        }
    }

    @Test(arguments: 1...3)
    func manyDifferentStatementsStayPrepared(round: Int) async throws {
        let reader = try Reader(to: TestCluster.make(), connections: 1)
        defer { reader.close() }
        for number in 0..<700 {
            let rows = try await reader.read { try $0.rows("SELECT \(number)::bigint") }
            #expect(rows == [[.integer(Int64(number))]])
        }
    }
}

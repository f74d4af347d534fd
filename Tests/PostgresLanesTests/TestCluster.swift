import Foundation
import PostgresLanes
import Testing

/// The PostgreSQL server of a test run. Without one, its suites are skipped; `make test-postgres` starts one.
enum TestCluster {
    static let address = ProcessInfo.processInfo.environment["HEREABOUTS_TEST_POSTGRES"]

    static func make() throws -> Cluster { try Cluster(#require(address)) }

    /// Returns a turn that no other test takes, and makes the tables.
    static func turn(on cluster: Cluster) throws -> BatchWriter.Turn {
        try Schema.make(
            BatchWriter.schema + [
                """
                CREATE TABLE IF NOT EXISTS test_rows (
                    tenant bytea NOT NULL, time bigint NOT NULL, number bigint NOT NULL CHECK (number >= 0),
                    PRIMARY KEY (tenant, time), UNIQUE (tenant, number))
                """
            ], on: cluster)
        let turn = BatchWriter.Turn(tenant: (0..<16).map { _ in UInt8.random(in: 0...255) }, realm: 0)
        try BatchWriter.prepare([turn], on: cluster)
        return turn
    }
}

extension Transaction {
    /// Returns the statement that adds a row with `number` and the next time.
    func row(_ number: Int64, of turn: BatchWriter.Turn) -> Statement {
        Statement(
            "INSERT INTO test_rows (tenant, time, number) VALUES ($1, $2, $3) RETURNING time",
            [.bytes(turn.tenant), .integer(nextTime()), .integer(number)])
    }
}

extension Reader {
    /// Returns the numbers of the rows, by their times.
    func numbers(of turn: BatchWriter.Turn, after time: Int64 = 0) async throws -> [(number: Int64, time: Int64)] {
        try await read { snapshot in
            let rows = try snapshot.rows(
                "SELECT number, time FROM test_rows WHERE tenant = $1 AND time > $2 ORDER BY time",
                [.bytes(turn.tenant), .integer(time)])
            return try rows.map { row in
                guard case .integer(let number) = row[0], case .integer(let time) = row[1] else {
                    throw PostgresFault.unexpectedRow(reason: "a row of the test has other columns")
                }
                return (number, time)
            }
        }
    }
}

import Foundation
import PostgresLanes
import Synchronization
import Testing

/// The PostgreSQL server of a test run. Without one, its suites are skipped; `make test-postgres` starts one.
enum TestCluster {
    static let address = ProcessInfo.processInfo.environment["HEREABOUTS_TEST_POSTGRES"]
    private static let table = """
        CREATE TABLE test_rows (
            tenant bytea NOT NULL, time bigint NOT NULL, number bigint NOT NULL CHECK (number >= 0),
            PRIMARY KEY (tenant, time), UNIQUE (tenant, number))
        """

    static func make() throws -> Cluster { try Cluster(#require(address)) }

    /// Returns a turn that no other test takes, and makes the tables.
    static func turn(on cluster: Cluster) throws -> BatchWriter.Turn {
        try makeTables(on: cluster)
        let turn = BatchWriter.Turn(tenant: randomID(), realm: 0)
        try BatchWriter.prepare([turn], on: cluster)
        return turn
    }

    static func makeTables(on cluster: Cluster) throws {
        let rows = Schema.Step("rows of tests", [table])
        try Schema.make([BatchWriter.step, Change.step, Lease.step, rows] + Registry.steps, on: cluster)
    }

    /// Runs `body`, which blocks, on a thread of its own: one of the tasks' would be missed by the other tests.
    static func onThread<Result: Sendable>(_ body: @escaping @Sendable () throws -> Result) async throws -> Result {
        try await withCheckedThrowingContinuation { continuation in
            Thread.detachNewThread { continuation.resume(with: Swift.Result { try body() }) }
        }
    }

    static func randomID() -> [UInt8] { (0..<16).map { _ in UInt8.random(in: 0...255) } }
}

/// A database of a test's own, whose clock can be set.
struct OwnDatabase: Sendable {
    let cluster: Cluster
    /// As PostgreSQL lists its connections.
    let name = "own_" + TestCluster.randomID().map { String(format: "%02x", $0) }.joined()

    init() async throws {
        let address = try #require(TestCluster.address), separator = address.contains("?") ? "&" : "?"
        // The function is found before the system's.
        cluster = try Cluster(
            "\(address)\(separator)dbname=\(name)&application_name=\(name)&options=-csearch_path%3Dpublic,pg_catalog")
        try await TestCluster.onThread { [self] in try make(by: address) }
    }

    private func make(by address: String) throws {
        try Schema.run([Statement("CREATE DATABASE \(name)")], on: Cluster(address))
        try Schema.run(
            [
                Statement("CREATE TABLE public.clock_shift (shift interval NOT NULL)"),
                Statement("INSERT INTO public.clock_shift VALUES ('0')"),
                Statement(
                    """
                    CREATE FUNCTION public.now() RETURNS timestamptz LANGUAGE sql STABLE
                    AS 'SELECT pg_catalog.now() + shift FROM public.clock_shift'
                    """),
            ], on: cluster)
        try TestCluster.makeTables(on: cluster)
    }

    /// Sets the clock, in seconds from the real one.
    func setClock(_ seconds: Int) throws {
        try Schema.run(
            [Statement("UPDATE clock_shift SET shift = make_interval(secs => \(seconds))")], on: cluster)
    }
}

extension Transaction {
    /// Returns the statement that adds a row with `number` and the next time.
    func row(_ number: Int64, of turn: BatchWriter.Turn) -> Statement {
        Statement(
            "INSERT INTO test_rows (tenant, time, number) VALUES ($1, $2, $3) RETURNING time",
            [.bytes(turn.tenant), .integer(nextTime()), .integer(number)])
    }

    /// Waits until another connection of this database waits for a lock. Throws `NobodyWaits` after a while.
    func waitUntilSomebodyWaits() throws {
        let query = """
            SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'
            """
        for _ in 0..<1000 {
            // Inside of a transaction the view stays as it is.
            _ = try rows("SELECT pg_stat_clear_snapshot()")
            if try rows(query) != [[.integer(0)]] { return }
            Thread.sleep(forTimeInterval: 0.01)
        }
        throw NobodyWaits()
    }
}

struct NobodyWaits: Error {}

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

/// Waits until `condition` holds; false after half a minute.
func eventually(_ condition: () async throws -> Bool) async throws -> Bool {
    let end = ContinuousClock.now + .seconds(30)
    while try await !condition() {
        guard ContinuousClock.now < end else { return false }
        try await Task.sleep(for: .milliseconds(5))
    }
    return true
}

/// A value that several tasks share. A class because closures can't capture a `Mutex` that they outlive.
final class Shared<Value: Sendable>: Sendable {
    private let mutex: Mutex<Value>

    init(_ value: Value) { mutex = Mutex(value) }

    var value: Value { mutex.withLock { $0 } }

    @discardableResult
    func withLock<Result: Sendable>(_ body: (inout Value) -> Result) -> Result { mutex.withLock { body(&$0) } }
}

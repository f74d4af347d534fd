import Foundation
import PostgresLanes
import Testing

@Suite(.enabled(if: TestCluster.address != nil))
struct LeasesTests {
    private static let job = "tidying"

    /// Makes the leases of some server; the caller closes the lane.
    private static func leases(
        on cluster: Cluster, lasting duration: Duration
    ) -> (leases: Leases, lane: Housekeeping) {
        let lane = Housekeeping(to: cluster)
        return (Leases(of: TestCluster.randomID(), by: lane, duration: duration), lane)
    }

    @Test func oneServerAtATimeHoldsALeaseAndTermsGrow() async throws {
        let cluster = try TestCluster.make(), turn = try TestCluster.turn(on: cluster)
        let servers = (0..<3).map { _ in Self.leases(on: cluster, lasting: .seconds(15)) }
        defer { for server in servers { server.lane.close() } }
        let holders = Shared(0), terms = Shared<[Int64]>([])
        try await withThrowingTaskGroup(of: Void.self) { group in
            for server in servers {
                group.addTask {
                    for _ in 0..<2 {
                        try await server.leases.hold(Self.job, of: turn.tenant) { lease in
                            let others = holders.withLock { holders in
                                defer { holders += 1 }
                                return holders
                            }
                            #expect(others == 0)
                            terms.withLock { $0.append(lease.term) }
                            await Task.yield()
                            holders.withLock { $0 -= 1 }
                        }
                    }
                }
            }
            try await group.waitForAll()
        }
        #expect(terms.value == Array(1...6))
    }

    @Test func leaseIsRenewedWhileItsBodyRuns() async throws {
        let cluster = try TestCluster.make(), turn = try TestCluster.turn(on: cluster)
        let first = Self.leases(on: cluster, lasting: .seconds(15))
        let reader = Reader(to: cluster)
        defer { first.lane.close(); reader.close() }
        let until = "SELECT (extract(epoch FROM until) * 1000)::bigint, until > now() FROM leases WHERE tenant = $1"
        try await first.leases.hold(Self.job, of: turn.tenant) { lease in
            let before = try await reader.rows(until, [.bytes(turn.tenant)])
            let isRenewed = try await eventually {
                try await reader.rows(until, [.bytes(turn.tenant)])[0][0] != before[0][0]
            }
            #expect(isRenewed)
        }
        // It ends with the body.
        #expect(try await reader.rows(until, [.bytes(turn.tenant)])[0][1] == .integer(0))
    }

    @Test func bodyOfALostLeaseIsCancelledAndItsWritesChangeNothing() async throws {
        let cluster = try TestCluster.make(), turn = try TestCluster.turn(on: cluster)
        let first = Self.leases(on: cluster, lasting: .milliseconds(300))
        let writer = BatchWriter(to: cluster), reader = Reader(to: cluster)
        defer { first.lane.close(); writer.close(); reader.close() }
        let held = Task {
            try await first.leases.hold(Self.job, of: turn.tenant) { lease in
                try await Self.write(1, under: lease, to: writer, turn)
                #expect(try await Self.writeTogether(2, under: lease, to: writer, turn) == 1)
                try await Self.giveToAnother(turn.tenant, by: first.lane)
                while !Task.isCancelled { try? await Task.sleep(for: .seconds(1)) }
                await #expect(throws: Lease.Lost(job: Self.job)) {
                    try await Self.write(3, under: lease, to: writer, turn)
                }
                #expect(try await Self.writeTogether(4, under: lease, to: writer, turn) == 0)
            }
        }
        await #expect(throws: Lease.Lost(job: Self.job)) { try await held.value }
        #expect(try await reader.numbers(of: turn).map(\.number) == [1, 2])
    }

    @Test func bodyIsCancelledWhenTheRenewalIsNotAnswered() async throws {
        let cluster = try TestCluster.make(), turn = try TestCluster.turn(on: cluster)
        let first = Self.leases(on: cluster, lasting: .milliseconds(300)), writer = BatchWriter(to: cluster)
        defer { first.lane.close(); writer.close() }
        let isCancelled = DispatchSemaphore(value: 0)
        let lock = Task {
            try await writer.write(in: turn) { transaction in
                while try transaction.rows(
                    "SELECT 1 FROM leases WHERE tenant = $1 FOR UPDATE", [.bytes(turn.tenant)]
                ).isEmpty { Thread.sleep(forTimeInterval: 0.001) }
                return isCancelled.wait(timeout: .now() + 8) == .success
            }
        }
        let held = Task {
            try await first.leases.hold(Self.job, of: turn.tenant) { _ in
                while !Task.isCancelled { try? await Task.sleep(for: .seconds(1)) }
                isCancelled.signal()
            }
        }
        await #expect(throws: Lease.Lost.self) { try await held.value }
        #expect(try await lock.value)
    }

    @Test func cancelledHolderGivesItsLeaseBack() async throws {
        let cluster = try TestCluster.make(), turn = try TestCluster.turn(on: cluster)
        let first = Self.leases(on: cluster, lasting: .seconds(15)), reader = Reader(to: cluster)
        defer { first.lane.close(); reader.close() }
        let hasBegun = Shared(false)
        let task = Task {
            try await first.leases.hold(Self.job, of: turn.tenant) { _ in
                hasBegun.withLock { $0 = true }
                try await Task.sleep(for: .seconds(60))
            }
        }
        #expect(try await eventually { hasBegun.value })
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
        let isFree = "SELECT until <= now() FROM leases WHERE tenant = $1"
        #expect(try await reader.rows(isFree, [.bytes(turn.tenant)]) == [[.integer(1)]])
    }

    @Test(arguments: [true, false])
    func nextHolderWaitsForATransactionThatChecked(inSteps: Bool) async throws {
        let database = try await OwnDatabase(), turn = try TestCluster.turn(on: database.cluster)
        let first = Self.leases(on: database.cluster, lasting: .seconds(15)), other = Housekeeping(to: database.cluster)
        let writer = BatchWriter(to: database.cluster)
        defer { first.lane.close(); other.close(); writer.close() }
        try await first.leases.hold(Self.job, of: turn.tenant) { lease in
            let given = try await writer.write(in: turn) { transaction in
                if inSteps {
                    try lease.check(in: transaction)
                } else {
                    let condition = lease.condition(from: 4), row = transaction.row(1, of: turn)
                    try transaction.execute(
                        "INSERT INTO test_rows (tenant, time, number) SELECT $1, $2, $3 WHERE \(condition.sql)",
                        row.parameters + condition.parameters)
                }
                let given = Task { try await Self.giveToAnother(turn.tenant, by: other) }
                try transaction.waitUntilSomebodyWaits()
                return given
            }
            try await given.value
        }
    }

    @Test(arguments: [true, false])
    func checkWaitsForANewHolderThatIsOnItsWay(inSteps: Bool) async throws {
        let database = try await OwnDatabase(), turn = try TestCluster.turn(on: database.cluster)
        let other = try TestCluster.turn(on: database.cluster)
        let first = Self.leases(on: database.cluster, lasting: .seconds(15))
        let writer = BatchWriter(to: database.cluster), newHolder = BatchWriter(to: database.cluster)
        defer { first.lane.close(); writer.close(); newHolder.close() }
        let held = Task {
            try await first.leases.hold(Self.job, of: turn.tenant) { lease in
                let isTaken = Shared(false)
                let taking = Task {
                    try await newHolder.write(in: other) { transaction in
                        let statement = Self.giving(turn.tenant)
                        try transaction.execute(statement.sql, statement.parameters)
                        isTaken.withLock { $0 = true }
                        try transaction.waitUntilSomebodyWaits()
                    }
                }
                #expect(try await eventually { isTaken.value })
                if inSteps {
                    await #expect(throws: Lease.Lost(job: Self.job)) {
                        try await Self.write(1, under: lease, to: writer, turn)
                    }
                } else {
                    #expect(try await Self.writeTogether(1, under: lease, to: writer, turn) == 0)
                }
                try await taking.value
            }
        }
        // By now the other has it, and that may have been noticed or not.
        do { try await held.value } catch is Lease.Lost {}
    }

    private static func write(
        _ number: Int64, under lease: Lease, to writer: BatchWriter, _ turn: BatchWriter.Turn
    ) async throws {
        try await writer.write(in: turn) { transaction in
            try lease.check(in: transaction)
            let statement = transaction.row(number, of: turn)
            try transaction.execute(statement.sql, statement.parameters)
        }
    }

    /// Returns the number of rows that were written.
    private static func writeTogether(
        _ number: Int64, under lease: Lease, to writer: BatchWriter, _ turn: BatchWriter.Turn
    ) async throws -> Int {
        try await writer.write(in: turn) { (transaction) throws(PostgresFault) in
            let condition = lease.condition(from: 4)
            return [
                Statement(
                    "INSERT INTO test_rows (tenant, time, number) SELECT $1, $2, $3 WHERE \(condition.sql)",
                    [.bytes(turn.tenant), .integer(transaction.nextTime()), .integer(number)] + condition.parameters)
            ]
        } reading: {
            $0[0].affected
        }
    }

    private static func giveToAnother(_ tenant: [UInt8], by lane: Housekeeping) async throws {
        _ = try await lane.run([giving(tenant)])
    }

    /// Returns the statement by which another takes the lease, as if it had ended.
    private static func giving(_ tenant: [UInt8]) -> Statement {
        let sql = """
            UPDATE leases SET holder = $2, term = term + 1, until = now() + interval '1 hour' WHERE tenant = $1
            """
        return Statement(sql, [.bytes(tenant), .bytes(TestCluster.randomID())])
    }
}

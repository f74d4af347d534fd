import Foundation
import Glibc
import PostgresLanes
import Testing

/// In processes of their own: a frozen server does nothing, not even renewals.
@Suite(.enabled(if: TestCluster.address != nil))
struct FrozenHolderTests {
    private static let refused: CInt = 77

    @Test func frozenHolderIsReplacedAndItsLateWriteChangesNothing() async throws {
        let cluster = try TestCluster.make(), turn = try TestCluster.turn(on: cluster)
        let lane = Housekeeping(to: cluster), writer = BatchWriter(to: cluster), reader = Reader(to: cluster)
        defer { lane.close(); writer.close(); reader.close() }
        let frozen = Task {
            _ = await #expect(processExitsWith: .exitCode(77)) { [tenant = turn.tenant as [UInt8]] in
                try await FrozenHolderTests.holdAndFreeze(tenant)
            }
        }
        let hasWritten = try await eventually { try await !reader.numbers(of: turn).isEmpty }
        #expect(hasWritten)
        let process = try #require(try await reader.numbers(of: turn).first?.number)
        let leases = Leases(of: TestCluster.randomID(), by: lane)
        let term = try await leases.hold("job", of: turn.tenant) { lease in
            try await Self.write(0, under: lease, to: writer, turn)
            return lease.term
        }
        #expect(term == 2)
        let thawing = Task {
            // Again, in case that it freezes later than it seemed.
            while !Task.isCancelled {
                kill(pid_t(process), SIGCONT)
                try? await Task.sleep(for: .milliseconds(100))
            }
        }
        await frozen.value
        thawing.cancel()
        #expect(try await reader.numbers(of: turn).map(\.number) == [process, 0])
    }

    /// In the other process: takes the lease, writes the own number, freezes, and tries to write once more.
    private static func holdAndFreeze(_ tenant: [UInt8]) async throws {
        let cluster = try TestCluster.make(), turn = BatchWriter.Turn(tenant: tenant, realm: 0)
        let lane = Housekeeping(to: cluster), writer = BatchWriter(to: cluster)
        let leases = Leases(of: TestCluster.randomID(), by: lane, duration: .seconds(1))
        try await leases.hold("job", of: tenant) { lease in
            try await write(Int64(getpid()), under: lease, to: writer, turn)
            // This thread itself must not go on, not even for a moment.
            raise(SIGSTOP)
            do {
                try await write(1, under: lease, to: writer, turn)
            } catch is Lease.Lost {
                _exit(refused)
            }
        }
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
}

import Foundation
import PostgresLanes
import Testing

/// What somebody stopped sharing is told by no server, from the moment that one server confirmed it.
@Suite(.enabled(if: TestCluster.address != nil))
struct CatchUpTests {
    private static let people: UInt8 = 32
    private static let changesOfEach = 313

    /// Nothing but `catchUp` tells the second server anything, and its only lane rests again and again.
    @Test func whatWasConfirmedBeforeTheCallIsTakenInBeforeItReturns() async throws {
        let cluster = try TestCluster.make(), turn = try TestCluster.turn(on: cluster)
        let writer = BatchWriter(to: cluster), reader = Reader(to: cluster, connections: 1)
        // The latest change of each person that the second server knows.
        let known = Shared([Int64](repeating: -1, count: Int(Self.people)))
        let follower = Follower(of: turn, by: reader, every: nil, patience: .seconds(60)) { news in
            try await Task.sleep(for: .microseconds(.random(in: 0...2000)))
            for change in news.changes { known.withLock { $0[Int(change.id[0])] = change.kind } }
        }
        defer { follower.close(); writer.close(); reader.close() }
        _ = try await follower.catchUp()
        let rests = Task {
            while !Task.isCancelled {
                _ = try await reader.read { _ in Thread.sleep(forTimeInterval: .random(in: 0...0.004)) }
            }
        }
        let confirmed = try await withThrowingTaskGroup(of: Int.self) { group in
            for person in 0..<Self.people {
                group.addTask { try await Self.change(person, by: writer, in: turn, follower, known) }
            }
            return try await group.reduce(0, +)
        }
        rests.cancel()
        #expect(confirmed >= 10_000)
        #expect(known.value == Array(repeating: Int64(Self.changesOfEach - 1), count: Int(Self.people)))
    }

    /// Makes changes of a person, one after the other; returns how many were known in time.
    private static func change(
        _ person: UInt8, by writer: BatchWriter, in turn: BatchWriter.Turn, _ follower: Follower,
        _ known: Shared<[Int64]>
    ) async throws -> Int {
        var inTime = 0
        for number in 0..<Int64(changesOfEach) {
            try await writer.write(in: turn) { (transaction) throws(PostgresFault) in
                transaction.note(kind: number, id: [person])
                return [Statement("SELECT 1")]
            } reading: { _ in
            }
            _ = try await follower.catchUp()
            if known.value[Int(person)] == number { inTime += 1 }
        }
        return inTime
    }
}

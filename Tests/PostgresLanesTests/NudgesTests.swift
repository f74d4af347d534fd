import Foundation
import PostgresLanes
import Testing

@Suite(.enabled(if: TestCluster.address != nil))
struct NudgesTests {
    @Test func nudgeReachesAllServers() async throws {
        let database = try await OwnDatabase(), sender = Nudges(on: database.cluster)
        let other = Nudges(on: database.cluster), heard = Shared([0, 0])
        defer { sender.close(); other.close() }
        for (index, nudges) in [sender, other].enumerated() {
            _ = nudges.onNudge { heard.withLock { $0[index] += 1 } }
        }
        #expect(try await eventually { try database.listeners().count == 2 })
        for _ in 0..<5 {
            let before = heard.value
            sender.send()
            #expect(try await eventually { zip(heard.value, before).allSatisfy { $0 > $1 } })
        }
    }

    @Test func manyWishesAreFewNudges() async throws {
        let database = try await OwnDatabase(), interval = Duration.milliseconds(100)
        let sender = Nudges(on: database.cluster, every: interval)
        let heard = Shared<[ContinuousClock.Instant]>([]), isOver = Shared(false)
        defer { sender.close() }
        #expect(try await eventually { try database.listeners().count == 1 })
        _ = sender.onNudge { heard.withLock { $0.append(.now) } }
        Thread.detachNewThread {
            while !isOver.value {
                sender.send()
                Thread.sleep(forTimeInterval: 0.0005)
            }
        }
        #expect(try await eventually { heard.value.count >= 10 })
        isOver.withLock { $0 = true }
        let times = heard.value
        // The first comes at once, and the listener may be told of the new connection, too.
        #expect(times.count <= Int((times[times.count - 1] - times[0]) / interval) + 2)
    }

    @Test func lostConnectionIsMadeAgain() async throws {
        let database = try await OwnDatabase(), nudges = Nudges(on: database.cluster)
        let sender = Nudges(on: database.cluster), heard = Shared(0)
        defer { nudges.close(); sender.close() }
        _ = nudges.onNudge { heard.withLock { $0 += 1 } }
        for _ in 0..<3 {
            #expect(try await eventually { try database.listeners().count == 2 })
            let before = heard.value, lost = try database.listeners()
            try Schema.run(lost.map { Statement("SELECT pg_terminate_backend(\($0))") }, on: database.cluster)
            #expect(
                try await eventually {
                    let now = try database.listeners()
                    return now.count == 2 && Set(now).isDisjoint(with: lost)
                })
            // It may have lost some meanwhile.
            #expect(try await eventually { heard.value > before })
            let again = heard.value
            sender.send()
            #expect(try await eventually { heard.value > again })
        }
    }

    @Test func followersLookAfterNudges() async throws {
        let database = try await OwnDatabase(), turn = try TestCluster.turn(on: database.cluster)
        let sender = Nudges(on: database.cluster), nudges = Nudges(on: database.cluster)
        let writer = BatchWriter(to: database.cluster) { sender.send() }, reader = Reader(to: database.cluster)
        let changes = Shared<[Int64]>([])
        let follower = Follower(of: turn, by: reader, every: nil, patience: .seconds(60)) { news in
            changes.withLock { $0 += news.changes.map(\.kind) }
        }
        _ = nudges.onNudge { follower.look() }
        defer { follower.close(); nudges.close(); sender.close(); writer.close(); reader.close() }
        #expect(try await eventually { try database.listeners().count == 2 })
        _ = try await follower.catchUp()
        for kind in 0..<20 as Range<Int64> {
            try await writer.write(in: turn) { $0.note(kind: kind, id: []) }
            #expect(try await eventually { changes.value.last == kind })
        }
        #expect(changes.value == Array(0..<20))
    }

    @Test func closingEndsTheThreadWithoutADatabase() throws {
        // Nothing listens on this port of the loopback.
        let nudges = try Nudges(on: Cluster("postgresql://user@127.0.0.1:1/database"))
        nudges.send()
        nudges.close()
        nudges.close()
    }
}

extension OwnDatabase {
    /// Returns the processes of the connections that listen.
    fileprivate func listeners() throws -> [Int64] {
        let query = """
            SELECT pid FROM pg_stat_activity WHERE application_name = $1
                AND (query LIKE 'LISTEN%' OR query LIKE 'NOTIFY%') AND state = 'idle'
            """
        return try Schema.run([Statement(query, [.text(name)])], on: cluster)[0].rows.map { row in
            guard case .integer(let process) = row[0] else {
                throw PostgresFault.unexpectedRow(reason: "a process has no number")
            }
            return process
        }
    }
}

import Dispatch
import PostgresLanes
import Testing

@Suite(.enabled(if: TestCluster.address != nil))
struct FollowerTests {
    private struct Rule: Error {}

    /// A server that writes and one that follows, on lanes of their own.
    private struct Servers {
        let turn: BatchWriter.Turn
        let writer: BatchWriter
        let reader: Reader
        let news = Shared<[Follower.News]>([])

        init(on cluster: Cluster) throws {
            turn = try TestCluster.turn(on: cluster)
            writer = BatchWriter(to: cluster)
            reader = Reader(to: cluster, connections: 1)
        }

        /// Makes a follower that keeps the news, and is patient on a busy machine.
        func follower(every interval: Duration? = nil, pageSize: Int = 1000) -> Follower {
            Follower(
                of: turn, by: reader, every: interval, patience: .seconds(60), pageSize: pageSize
            ) { [news] one in
                news.withLock { $0.append(one) }
            }
        }

        func note(_ kind: Int64) async throws {
            try await writer.write(in: turn) { $0.note(kind: kind, id: []) }
        }

        /// The changes that were told, in order.
        var changes: [Change] { news.value.flatMap(\.changes) }

        func close() {
            writer.close()
            reader.close()
        }
    }

    @Test func firstNewsIsEverythingAndThenEachChangeComesOnce() async throws {
        let servers = try Servers(on: TestCluster.make()), follower = servers.follower()
        defer { follower.close(); servers.close() }
        try await servers.note(1)
        #expect(try await follower.catchUp() == servers.reader.last(of: servers.turn))
        #expect(servers.news.value == [.everything])
        for kind in 2...4 as ClosedRange<Int64> {
            try await servers.note(kind)
            #expect(try await follower.catchUp() == servers.reader.last(of: servers.turn))
        }
        _ = try await follower.catchUp()
        #expect(servers.changes.map(\.kind) == [2, 3, 4])
        #expect(follower.takenIn == servers.changes.last?.time)
    }

    /// Pages are small, so most end within a transaction.
    @Test func changesComeInOrderAndTransactionsStayTogether() async throws {
        let cluster = try TestCluster.make(), servers = try Servers(on: cluster)
        let follower = servers.follower(pageSize: 4)
        let writers = [servers.writer, BatchWriter(to: cluster)]
        defer { follower.close(); servers.close(); writers[1].close() }
        _ = try await follower.catchUp()
        let turn = servers.turn
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 0..<200 {
                group.addTask {
                    try await writers[number % 2].write(in: turn) { transaction in
                        for id in 0...UInt8(number % 11) { transaction.note(kind: Int64(number), id: [id]) }
                    }
                }
            }
            group.addTask { for _ in 0..<50 { _ = try await follower.catchUp() } }
            try await group.waitForAll()
        }
        _ = try await follower.catchUp()
        #expect(try await servers.changes == servers.reader.changes(of: turn))
        #expect(servers.changes.count > 1000)
        // No time is in two parts of the news.
        let times = servers.news.value.map { Set($0.changes.map(\.time)) }
        #expect(times.reduce(0) { $0 + $1.count } == times.reduce(into: Set()) { $0.formUnion($1) }.count)
    }

    @Test func changesArriveByPollsAlone() async throws {
        let servers = try Servers(on: TestCluster.make()), follower = servers.follower(every: .milliseconds(20))
        defer { follower.close(); servers.close() }
        #expect(try await eventually { servers.news.value == [.everything] })
        try await servers.note(9)
        #expect(try await eventually { servers.changes.map(\.kind) == [9] })
    }

    @Test func newsThatCouldNotBeTakenInComesAgain() async throws {
        let servers = try Servers(on: TestCluster.make()), failures = Shared(2), news = servers.news
        let follower = Follower(of: servers.turn, by: servers.reader, every: nil, patience: .seconds(60)) { one in
            try failures.withLock { count -> Result<Void, Rule> in
                count -= 1
                return count >= 0 ? .failure(Rule()) : .success(())
            }.get()
            news.withLock { $0.append(one) }
        }
        defer { follower.close(); servers.close() }
        for _ in 0..<2 { await #expect(throws: Rule.self) { try await follower.catchUp() } }
        _ = try await follower.catchUp()
        try await servers.note(5)
        failures.withLock { $0 = 1 }
        await #expect(throws: Rule.self) { try await follower.catchUp() }
        _ = try await follower.catchUp()
        #expect(servers.changes.map(\.kind) == [5])
    }

    @Test func everythingIsNewAfterTheClockWentBack() async throws {
        let cluster = try TestCluster.make(), servers = try Servers(on: cluster), follower = servers.follower()
        defer { follower.close(); servers.close() }
        try await servers.note(1)
        _ = try await follower.catchUp()
        // As after an older copy of the database was put back.
        try Schema.run(
            [Statement("UPDATE clocks SET last = 5 WHERE tenant = $1", [.bytes(servers.turn.tenant)])], on: cluster)
        #expect(try await follower.catchUp() == 5)
        #expect(servers.news.value == [.everything, .everything])
    }

    @Test func everythingIsNewAfterNearlyADayWithoutALook() async throws {
        let database = try await OwnDatabase(), servers = try Servers(on: database.cluster)
        let follower = servers.follower()
        defer { follower.close(); servers.close() }
        _ = try await follower.catchUp()
        try database.setClock(22 * 3600)
        try await servers.note(1)
        _ = try await follower.catchUp()
        #expect(servers.changes.map(\.kind) == [1])
        try database.setClock(46 * 3600)
        _ = try await follower.catchUp()
        #expect(servers.news.value.last == .everything)
    }

    @Test func askingFailsInTimeAndLaterSucceeds() async throws {
        let servers = try Servers(on: TestCluster.make())
        let follower = Follower(of: servers.turn, by: servers.reader, every: nil, patience: .milliseconds(50)) { _ in }
        let patient = Follower(of: servers.turn, by: servers.reader, every: nil, patience: .seconds(60)) { _ in }
        defer { follower.close(); patient.close(); servers.close() }
        let end = DispatchSemaphore(value: 0), hasBegun = Shared(false), reader = servers.reader
        let pause = Task {
            try await reader.read { _ in
                hasBegun.withLock { $0 = true }
                end.wait()
            }
        }
        #expect(try await eventually { hasBegun.value })
        for _ in 0..<3 {
            await #expect(throws: PostgresFault.deadlineMissed) { try await follower.catchUp() }
        }
        async let time = patient.catchUp()
        end.signal()
        try await pause.value
        _ = try await time
        #expect(
            try await eventually {
                do { return try await follower.catchUp() == 0 } catch PostgresFault.deadlineMissed { return false }
            })
    }

    @Test func closedFollowerRefusesThoseWhoWait() async throws {
        let servers = try Servers(on: TestCluster.make())
        defer { servers.close() }
        let end = DispatchSemaphore(value: 0), reader = servers.reader
        let pause = Task { try await reader.read { _ in end.wait() } }
        // Some wait already when it is closed, and some ask later.
        for _ in 0..<20 {
            let follower = servers.follower()
            let waiting = (0..<10).map { _ in Task { try await follower.catchUp() } }
            await Task.yield()
            follower.close()
            for one in waiting { await #expect(throws: PostgresFault.laneClosed) { try await one.value } }
        }
        end.signal()
        try await pause.value
    }

    @Test func nothingIsToldWhileTheServerMayBeOnAnOldHost() async throws {
        let servers = try Servers(on: TestCluster.make()), isCurrent = Shared(false)
        let follower = Follower(
            of: servers.turn, by: servers.reader, every: nil, patience: .seconds(60),
            isCurrent: { isCurrent.value }, { _ in })
        defer { follower.close(); servers.close() }
        await #expect(throws: PostgresFault.deadlineMissed) { try await follower.catchUp() }
        isCurrent.withLock { $0 = true }
        #expect(try await follower.catchUp() == 0)
    }
}

extension Follower.News {
    /// The changes, if it is not everything.
    var changes: [Change] { if case .changes(let changes) = self { changes } else { [] } }
}

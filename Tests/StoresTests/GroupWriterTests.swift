import Community
import Dispatch
import Fairness
import Foundation
import GRDB
import GeoCore
import Stores
import Synchronization
import TestSupport
import Testing

@Suite struct GroupWriterTests {
    private let folder: TemporaryFolder
    private let writer: GroupWriter
    private var log: String { folder.file("group.sqlite-wal") }

    init() async throws {
        folder = try TemporaryFolder()
        let pool = try DatabasePool(path: folder.file("group.sqlite"))
        try await pool.write { try $0.execute(sql: "CREATE TABLE notes (number INTEGER) STRICT") }
        writer = GroupWriter(pool, after: HybridTime(rawValue: 0))
    }

    private static func note(_ number: Int, in database: Database) throws {
        try database.execute(sql: "INSERT INTO notes VALUES (?)", arguments: [number])
    }

    /// Begins a write that ends when `gate` opens, and returns once it is being done.
    private func hold(until gate: DispatchSemaphore) async -> Task<Void, any Error> {
        let (begun, beginning) = AsyncStream<Void>.makeStream()
        let held = Task { [writer] in
            try await writer.write { database, _ in
                beginning.finish()
                gate.wait()
                try Self.note(0, in: database)
            }
        }
        for await _ in begun {}
        return held
    }

    /// Writes again and again until the log is empty, or that was in vain.
    ///
    /// A class because its writes share their observations.
    private final class Chatter: Sendable {
        let rounds = Atomic<Int>(0)
        let sawEmptyLog = Atomic<Bool>(false)
        private let writer: GroupWriter
        private let log: String
        private let end: AsyncStream<Void>.Continuation
        static let maximumRounds = 1000

        init(_ writer: GroupWriter, log: String, end: AsyncStream<Void>.Continuation) {
            self.writer = writer
            self.log = log
            self.end = end
        }

        func write() {
            // It is in the queue when this returns.
            Task.immediate {
                try await writer.write { database, _ in
                    let size = try FileManager.default.attributesOfItem(atPath: self.log)[.size] as? Int
                    let round = self.rounds.add(1, ordering: .relaxed).newValue
                    try GroupWriterTests.note(round, in: database)
                    if size == 0 { self.sawEmptyLog.store(true, ordering: .relaxed) }
                    if size == 0 || round == Self.maximumRounds { self.end.finish() } else { self.write() }
                }
            }
        }
    }

    @Test func `the log is emptied while people write without end`() async throws {
        let gate = DispatchSemaphore(value: 0)
        let held = await hold(until: gate)
        let (ended, end) = AsyncStream<Void>.makeStream()
        let chatter = Chatter(writer, log: log, end: end)
        chatter.write()
        let emptying = Task.immediate { [writer] in try await writer.emptyLog() }
        gate.signal()
        for await _ in ended {}
        let sawEmptyLog = chatter.sawEmptyLog.load(ordering: .relaxed)
        #expect(sawEmptyLog)
        try await held.value
        try await emptying.value
    }

    @Test func `excess writes are refused at once, and the rest is written`() async throws {
        let gate = DispatchSemaphore(value: 0)
        let held = await hold(until: gate)
        let excess = 3
        let results = await withTaskGroup(of: Bool.self, returning: [Bool].self) { group in
            for number in 1...GroupWriter.maximumWaiting + excess {
                group.addTask { [writer] in
                    do {
                        try await writer.write { database, _ in try Self.note(number, in: database) }
                        return true
                    } catch {
                        #expect(error as? CommunityFault == .busy)
                        return false
                    }
                }
            }
            // The gate opens only when these have their answer, so nothing is written before.
            var results: [Bool] = []
            for await result in group {
                results.append(result)
                if results.count == excess { gate.signal() }
            }
            return results
        }
        try await held.value
        #expect(results.prefix(excess).allSatisfy { !$0 } && results.dropFirst(excess).allSatisfy { $0 })
        let count = try await writer.write { database, _ in
            try Int.fetchOne(database, sql: "SELECT count(DISTINCT number) FROM notes")
        }
        #expect(count == GroupWriter.maximumWaiting + 1)
    }

    /// Whose writes were done, in their order.
    private final class Order: Sendable {
        private let networks = Mutex<[Network]>([])
        var all: [Network] { networks.withLock { $0 } }
        func add(_ network: Network) { networks.withLock { $0.append(network) } }
    }

    @Test func `endless writes of one network delay another's write by no more than one commit`() async throws {
        let gate = DispatchSemaphore(value: 0), flood = Network(ipv4: 0xcb00_7101), visitor = Network(ipv4: 0xc633_6401)
        let held = await hold(until: gate), order = Order()
        @Sendable func write(_ network: Network, _ number: Int) async throws {
            try await Requester.$current.withValue(Requester(network)) {
                try await writer.write { database, _ in
                    order.add(network)
                    try Self.note(number, in: database)
                }
            }
        }
        let many = (1...600).map { number in Task { try await write(flood, number) } }
        while writer.waiting < 600 { await Task.yield() }
        let one = Task { try await write(visitor, 1000) }
        while writer.waiting < 601 { await Task.yield() }
        gate.signal()
        for task in [held, one] + many { try await task.value }
        #expect(try #require(order.all.firstIndex(of: visitor)) <= 1)
    }

    @Test func `a commit has few writes of one block, and as many of this machine as wait`() async throws {
        let gate = DispatchSemaphore(value: 0), flood = Network(ipv4: 0xcb00_7101), places = Places()
        let held = await hold(until: gate)
        // Another connection sees only what is committed.
        let outside = try DatabaseQueue(path: folder.file("group.sqlite"))
        let count = "SELECT count(*) FROM notes WHERE number BETWEEN ? AND ?"
        let many = (1...40).map { number in
            Task { [writer] in
                try await Requester.$current.withValue(Requester(number <= 20 ? flood : .local)) {
                    try await writer.write { database, _ in
                        let own: StatementArguments = number <= 20 ? [1, 20] : [21, 40]
                        let written = try Int.fetchOne(database, sql: count, arguments: own) ?? 0
                        let committed = try outside.read { try Int.fetchOne($0, sql: count, arguments: own) ?? 0 }
                        places.add(written - committed, isOfFlood: number <= 20)
                        try Self.note(number, in: database)
                    }
                }
            }
        }
        while writer.waiting < 40 { await Task.yield() }
        gate.signal()
        for task in [held] + many { try await task.value }
        #expect(places.all(isOfFlood: true).max() == GroupWriter.writesOfBlock - 1)
        // How many depends on the time that they take.
        #expect(try #require(places.all(isOfFlood: false).max()) > GroupWriter.writesOfBlock)
    }

    /// The places of writes among those of their network in their commits, from 0.
    private final class Places: Sendable {
        private let places = Mutex<[Bool: [Int]]>([:])
        func all(isOfFlood: Bool) -> [Int] { places.withLock { $0[isOfFlood] ?? [] } }
        func add(_ place: Int, isOfFlood: Bool) { places.withLock { $0[isOfFlood, default: []].append(place) } }
    }

    @Test func `a network with a quarter of all waiting writes learns when to ask again`() async throws {
        let gate = DispatchSemaphore(value: 0), flood = Network(ipv4: 0xcb00_7101)
        let held = await hold(until: gate), most = GroupWriter.maximumWaiting / 4
        let many = (1...most + 1).map { number in
            Task { [writer] in
                await Requester.$current.withValue(Requester(flood)) {
                    do {
                        try await writer.write { database, _ in try Self.note(number, in: database) }
                        return true
                    } catch {
                        #expect(error as? CommunityFault == .networkLimitReached(seconds: 1))
                        return false
                    }
                }
            }
        }
        while writer.waiting < most { await Task.yield() }
        gate.signal()
        try await held.value
        var refused = 0
        for task in many where await !task.value { refused += 1 }
        #expect(refused <= 1)
    }
}

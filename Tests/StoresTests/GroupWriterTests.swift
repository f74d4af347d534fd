import Community
import Dispatch
import Foundation
import GRDB
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
    /// A class because its writes share what they saw.
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

    @Test func `what is too much is refused at once, and the rest is written`() async throws {
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
            // Nothing is written before these are told, which opens the gate.
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
}

import Fairness
import Synchronization
import Testing

@Suite struct WorkersTests {
    private static let flood = Network(ipv4: 0xcb00_7101), visitor = Network(ipv4: 0xc633_6401)

    private func workers(_ threads: Int = 1, jobs: Int = 64, ofBlock: Int = 32) -> Workers {
        Workers(threads: threads, .init(jobs: jobs, jobsOfBlock: ofBlock, costOfBlock: 10_000_000))
    }

    /// Work that lasts until it is let go.
    private final class Gate: Sendable {
        private let (stream, continuation) = AsyncStream.makeStream(of: Void.self)
        private let isOpen = Mutex(false)

        /// Holds a thread; returns when it does.
        func hold(_ workers: Workers) async -> Task<Void, any Error> {
            let task = Task {
                try await workers.run(costing: .usual) {
                    self.continuation.yield()
                    while !self.isOpen.withLock({ $0 }) {}
                }
            }
            for await _ in stream { break }
            return task
        }

        func open() { isOpen.withLock { $0 = true } }
    }

    private final class Counter: Sendable {
        private let count = Mutex(0)
        var value: Int { count.withLock { $0 } }
        func add() { count.withLock { $0 += 1 } }
    }

    private func run(
        _ workers: Workers, for network: Network, departure: Departure? = nil,
        _ work: @escaping @Sendable () -> Void = {}
    ) -> Task<Void, any Error> {
        Task {
            try await Requester.$current.withValue(Requester(network, departure: departure)) {
                try await workers.run(costing: .usual, work)
            }
        }
    }

    private func wait(until isTrue: () -> Bool) async { while !isTrue() { await Task.yield() } }

    @Test func `results and errors come back`() async throws {
        struct Fault: Error {}
        let workers = workers(2)
        let sum = try await withThrowingTaskGroup(of: Int.self) { group in
            for number in 0..<20 { group.addTask { try await workers.run(costing: .usual) { number * number } } }
            return try await group.reduce(0, +)
        }
        #expect(sum == (0..<20).reduce(0) { $0 + $1 * $1 })
        await #expect(throws: Fault.self) { try await workers.run(costing: .usual) { throw Fault() } }
    }

    @Test func `a visitor goes before the waiting jobs of another network`() async throws {
        let workers = workers(), gate = Gate(), order = Mutex<[Network]>([])
        let held = await gate.hold(workers)
        let flood = (0..<10).map { _ in run(workers, for: Self.flood) { order.withLock { $0.append(Self.flood) } } }
        await wait { workers.waiting == 10 }
        let visit = run(workers, for: Self.visitor) { order.withLock { $0.append(Self.visitor) } }
        await wait { workers.waiting == 11 }
        gate.open()
        for task in [held, visit] + flood { try await task.value }
        #expect(order.withLock { $0.firstIndex(of: Self.visitor)! } <= 1)
    }

    @Test func `a block does not have all threads, and nobody waits for a long job of another`() async throws {
        let workers = workers(2), gate = Gate(), isSecondDone = Mutex(false)
        let held = await gate.hold(workers)
        let second = Task {
            try await workers.run(costing: .usual) { isSecondDone.withLock { $0 = true } }
        }
        await wait { workers.waiting == 1 }
        // Both above are this machine's.
        try await run(workers, for: Self.visitor).value
        #expect(workers.waiting == 1 && !isSecondDone.withLock { $0 })
        gate.open()
        for task in [held, second] { try await task.value }
    }

    @Test func `jobs of visitors who leave do not run`() async throws {
        let workers = workers(), gate = Gate(), departure = Departure(), wasDone = Mutex(false)
        let held = await gate.hold(workers)
        let task = run(workers, for: Self.visitor, departure: departure) { wasDone.withLock { $0 = true } }
        await wait { workers.waiting == 1 }
        departure.leave()
        await #expect(throws: Workers.Refusal.requesterLeft) { try await task.value }
        #expect(workers.waiting == 0)
        await #expect(throws: Workers.Refusal.requesterLeft) {
            try await run(workers, for: Self.visitor, departure: departure).value
        }
        gate.open()
        try await held.value
        #expect(!wasDone.withLock { $0 })
    }

    @Test func `jobs beyond the limit are refused, from the longest line`() async throws {
        let workers = workers(jobs: 4, ofBlock: 4), gate = Gate(), refused = Counter()
        let held = await gate.hold(workers)
        let flood = (0..<4).map { _ in
            let task = run(workers, for: Self.flood)
            return Task {
                do { try await task.value } catch Workers.Refusal.full { refused.add() }
            }
        }
        await wait { workers.waiting == 4 }
        await #expect(throws: Workers.Refusal.networkLimitReached(seconds: 1)) {
            try await run(workers, for: Self.flood).value
        }
        let visit = run(workers, for: Self.visitor)
        await wait { refused.value == 1 }
        gate.open()
        for task in flood + [visit, held] { try await task.value }
        #expect(refused.value == 1)
    }
}

/// Work that has begun and must not go on.
@Suite struct WorkLimitTests {
    private static let visitor = Network(ipv4: 0xc633_6401)

    private func ask(
        _ workers: Workers, _ departure: Departure?, _ work: @escaping @Sendable (WorkLimit) throws -> Int
    ) async throws -> Int {
        try await Requester.$current.withValue(Requester(Self.visitor, departure: departure)) {
            try await workers.run(costing: .usual, work)
        }
    }

    @Test func `a job whose client leaves stops at its next check, and its thread is free`()
        async throws
    {
        let workers = Workers(threads: 1, .init(jobs: 8, jobsOfBlock: 8, costOfBlock: .max)), departure = Departure()
        let looks = Mutex(0)
        await #expect(throws: Workers.Refusal.requesterLeft) {
            try await ask(workers, departure) { limit in
                while !limit.mustStop {
                    looks.withLock { $0 += 1 }
                    if looks.withLock({ $0 }) == 5 { departure.leave() }
                }
                return 1
            }
        }
        #expect(looks.withLock { $0 } == 5)
        #expect(try await ask(workers, nil) { $0.mustStop ? 0 : 2 } == 2)
        #expect(workers.ends.stopped == 1 && workers.ends.dropped == 0)
    }

    @Test func `a job that takes too long is stopped, unless nobody waits for it`() async throws {
        let workers = Workers(threads: 1, seconds: 0, .init(jobs: 8, jobsOfBlock: 8, costOfBlock: .max))
        await #expect(throws: Workers.Refusal.tookTooLong(seconds: 0)) {
            try await ask(workers, Departure()) { $0.mustStop ? 0 : 1 }
        }
        #expect(try await ask(workers, nil) { $0.mustStop ? 0 : 1 } == 1)
        // A job that never checks runs to its end.
        #expect(try await ask(workers, Departure()) { _ in 3 } == 3)
        #expect(workers.ends.overlong == 1)
    }
}

/// Slots that are held by work that waits.
@Suite struct SlotsTests {
    private static let flood = Network(ipv4: 0xcb00_7101), visitor = Network(ipv4: 0xc633_6401)

    private func hold(
        _ slots: Slots, for network: Network, departure: Departure? = nil,
        _ body: @escaping @Sendable () async throws -> Void = {}
    ) -> Task<Void, any Error> {
        Task {
            try await Requester.$current.withValue(Requester(network, departure: departure)) {
                try await slots.hold(costing: .usual, body)
            }
        }
    }

    private func wait(until isTrue: () -> Bool) async { while !isTrue() { await Task.yield() } }

    @Test func `a visitor has the next slot; visitors who leave and those of too long a line have none`() async throws {
        let slots = Slots(1, .init(jobs: 8, jobsOfBlock: 4, costOfBlock: .max)), order = Mutex<[Network]>([])
        let isHeld = Mutex(false), isOpen = Mutex(false), departure = Departure()
        let held = hold(slots, for: Self.flood) {
            isHeld.withLock { $0 = true }
            while !isOpen.withLock({ $0 }) { await Task.yield() }
        }
        await wait { isHeld.withLock { $0 } }
        let flood = (0..<4).map { _ in hold(slots, for: Self.flood) { order.withLock { $0.append(Self.flood) } } }
        await wait { slots.waiting == 4 }
        await #expect(throws: Workers.Refusal.networkLimitReached(seconds: 1)) {
            try await hold(slots, for: Self.flood).value
        }
        let gone = hold(slots, for: Self.visitor, departure: departure)
        await wait { slots.waiting == 5 }
        departure.leave()
        await #expect(throws: Workers.Refusal.requesterLeft) { try await gone.value }
        let visit = hold(slots, for: Self.visitor) { order.withLock { $0.append(Self.visitor) } }
        await wait { slots.waiting == 5 }
        isOpen.withLock { $0 = true }
        for task in [held, visit] + flood { try await task.value }
        #expect(order.withLock { $0.first } == Self.visitor)
        #expect(slots.waiting == 0)
    }

    @Test func `a block does not have all of several slots`() async throws {
        let slots = Slots(2, .init(jobs: 8, jobsOfBlock: 4, costOfBlock: .max)), isOpen = Mutex(false)
        let isHeld = Mutex(0)
        let flood = (0..<2).map { _ in
            hold(slots, for: Self.flood) {
                isHeld.withLock { $0 += 1 }
                while !isOpen.withLock({ $0 }) { await Task.yield() }
            }
        }
        await wait { isHeld.withLock { $0 } == 1 && slots.waiting == 1 }
        try await hold(slots, for: Self.visitor).value
        #expect(isHeld.withLock { $0 } == 1)
        isOpen.withLock { $0 = true }
        for task in flood { try await task.value }
        #expect(isHeld.withLock { $0 } == 2)
    }

    @Test func `a slot is free again when its work fails`() async throws {
        struct Fault: Error {}
        let slots = Slots(1, .init(jobs: 8, jobsOfBlock: 4, costOfBlock: .max))
        for _ in 0..<3 {
            await #expect(throws: Fault.self) { try await hold(slots, for: Self.visitor) { throw Fault() }.value }
        }
        try await hold(slots, for: Self.visitor).value
    }
}

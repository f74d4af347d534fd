import Community
import Foundation
import GeoCore
import Presence
import Synchronization
import TestSupport
import Testing

/// Estimates waits from reports of people who waited.
@Suite struct QueuesTests {
    private static let minute: Int64 = 60_000
    /// A Monday, 12:00.
    private static let start: Int64 = (19_723 * 24 + 12) * 60 * minute
    private static let cafe = PlaceKey(rawValue: 7)

    /// A class because rules and test share the clock.
    private final class World: Sendable {
        let store = MemoryPresenceStore()
        private let clock = Mutex(QueuesTests.start)
        private let generator = Mutex(SeededGenerator(seed: 3))

        var minutes: Int64 {
            get { clock.withLock { ($0 - QueuesTests.start) / QueuesTests.minute } }
            set { clock.withLock { $0 = QueuesTests.start + newValue * QueuesTests.minute } }
        }

        func queues() -> Queues {
            Queues(store: store, now: { self.clock.withLock { $0 } }, localMinutes: { $0 / 60_000 })
        }

        func newPerson() -> AccountID { generator.withLock { AccountID(at: 1, using: &$0) } }
    }

    @Test func `the newest reports count most, and none counts after half an hour`() async throws {
        let world = World(), queues = world.queues()
        #expect(try await queues.queue(at: Self.cafe).now == nil)
        for (time, minutes) in [(0, 20), (1, 22), (24, 5), (25, 6)] as [(Int64, Int)] {
            world.minutes = time
            try await queues.report(minutes, at: Self.cafe, by: world.newPerson(), metres: 10)
        }
        world.minutes = 26
        let now = try #require(try await queues.queue(at: Self.cafe).now)
        #expect([5, 6].contains(now.minutes) && now.reports == 4 && now.last == Self.start + 25 * Self.minute)
        world.minutes = 31
        #expect(try await queues.queue(at: Self.cafe).now?.reports == 2)
        world.minutes = 55
        for rules in [queues, world.queues()] {
            #expect(try await rules.queue(at: Self.cafe).now == nil)
            #expect(try await rules.now().isEmpty)
        }
    }

    @Test func `estimates follow a queue that grows and shrinks`() async throws {
        // A wait that swings between 5 and 35 minutes in two hours. A person reports it every third minute, to about a
        // fifth.
        let world = World(), queues = world.queues()
        var generator = SeededGenerator(seed: 8), error = 0.0, count = 0.0
        for time in 0..<480 as Range<Int64> {
            world.minutes = time
            let truth = 20 - 15 * cos(2 * .pi * Double(time) / 120)
            if time % 3 == 0 {
                let reported = Int((truth * Double.random(in: 0.8...1.2, using: &generator)).rounded())
                try await queues.report(reported, at: Self.cafe, by: world.newPerson(), metres: 0)
            }
            guard time > 30, let now = try await queues.queue(at: Self.cafe).now else { continue }
            error += abs(Double(now.minutes) - truth)
            count += 1
        }
        #expect(count == 449 && error / count < 7, "\(error / count) min")
    }

    @Test func `averages are by day of the week and hour`() async throws {
        let world = World(), queues = world.queues()
        for (time, minutes) in [(5, 10), (30, 11), (50, 11), (70, 4), (7 * 1440 + 10, 20)] as [(Int64, Int)] {
            world.minutes = time
            try await queues.report(minutes, at: Self.cafe, by: world.newPerson(), metres: 0)
        }
        for rules in [queues, world.queues()] {
            let usual = try await rules.queue(at: Self.cafe).usual.cells
            #expect(usual[0][12].reports == 4 && usual[0][12].minutes == 13)
            #expect(usual[0][13].reports == 1 && usual[0][13].minutes == 4)
            #expect(usual.flatMap { $0 }.map(\.reports).reduce(0, +) == 5)
        }
        world.minutes = 60 * 1440
        try await queues.tidy()
        #expect(world.store.queueReports(from: 0).count == 1)
    }

    @Test func `nobody reports twice in twenty minutes, from afar, or an impossible wait`() async throws {
        let world = World(), queues = world.queues(), anna = world.newPerson()
        try await queues.report(5, at: Self.cafe, by: anna, metres: 150)
        await #expect(throws: QueueFault.tooSoon(seconds: 1200)) {
            try await queues.report(6, at: Self.cafe, by: anna, metres: 0)
        }
        try await queues.report(6, at: PlaceKey(rawValue: 8), by: anna, metres: 0)
        await #expect(throws: QueueFault.tooFar) {
            try await queues.report(6, at: PlaceKey(rawValue: 9), by: anna, metres: 151)
        }
        try await queues.report(6, at: PlaceKey(rawValue: 9), by: anna, metres: nil)
        for minutes in [-1, 481, .max, .min] {
            await #expect(throws: CommunityFault.self) {
                try await queues.report(minutes, at: Self.cafe, by: world.newPerson(), metres: 0)
            }
        }
        world.minutes = 20
        try await queues.report(0, at: Self.cafe, by: anna, metres: 0)
        #expect(world.store.queueReports(from: 0).count == 4)
        // The longest come first.
        #expect(try await queues.now().map(\.place.rawValue) == [8, 9, 7])
    }

    @Test func `nobody reports on more than twelve places in an hour, and others still can`() async throws {
        let world = World(), queues = world.queues(), anna = world.newPerson()
        let report = { (place: Int64, person: AccountID) in
            _ = try await queues.report(5, at: PlaceKey(rawValue: place), by: person, metres: nil)
        }
        for place in 1...12 as ClosedRange<Int64> {
            try await report(place, anna)
            world.minutes += 1
        }
        await #expect(throws: QueueFault.tooSoon(seconds: 48 * 60)) { try await report(13, anna) }
        try await report(13, world.newPerson())
        world.minutes += 48
        try await report(14, anna)
        await #expect(throws: QueueFault.tooSoon(seconds: 60)) { try await report(15, anna) }
    }

    private static let key = "0123456789abcdef"
    private static let hour = 60 * minute

    @Test func `a report with a key counts once, also after a lost answer, a restart and 26 hours`() async throws {
        let world = World(), anna = world.newPerson()
        let send = { (queues: Queues) in
            try await queues.report(
                7, at: Self.cafe, by: anna, metres: 0, key: Self.key, written: Self.start)
        }
        #expect(try await !send(world.queues()))
        let restarted = world.queues()
        for minutes in [1, 26 * 60] as [Int64] {
            world.minutes = minutes
            #expect(try await send(restarted) == (minutes >= 30))
        }
        #expect(world.store.queueReports(from: 0).map(\.time) == [Self.start])
        // Another report with the key, and the same key of another person.
        await #expect(throws: CommunityFault.keyUsed) {
            try await restarted.report(8, at: Self.cafe, by: anna, metres: 0, key: Self.key, written: Self.start)
        }
        try await restarted.report(8, at: Self.cafe, by: world.newPerson(), metres: 0, key: Self.key)
        #expect(world.store.queueReports(from: 0).count == 2)
        await #expect(throws: CommunityFault.self) {
            try await restarted.report(8, at: Self.cafe, by: world.newPerson(), metres: 0, key: "short")
        }
        world.minutes = 30 * 1440 + 1440
        try await restarted.tidy()
        #expect(try await restarted.report(8, at: Self.cafe, by: anna, metres: 0, key: Self.key) == false)
    }

    @Test func `many requests with one key at once count once`() async throws {
        let world = World(), anna = world.newPerson(), queues = world.queues()
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<20 {
                group.addTask { try await queues.report(7, at: Self.cafe, by: anna, metres: 0, key: Self.key) }
            }
            try await group.waitForAll()
        }
        #expect(world.store.queueReports(from: 0).count == 1)
    }

    @Test func `a report counts at its own time: after half an hour for the usual wait only`() async throws {
        let world = World(), queues = world.queues(), anna = world.newPerson()
        world.minutes = 120
        let now = Self.start + 120 * Self.minute
        // The clock of the last one's device is an hour fast.
        let places: [(place: Int64, written: Int64, isLate: Bool)] = [
            (1, now - Self.hour, true), (2, now - 30 * Self.minute, true), (3, now - 29 * Self.minute, false),
            (4, now + Self.hour, false),
        ]
        for (place, written, isLate) in places {
            let place = PlaceKey(rawValue: place)
            #expect(try await queues.report(9, at: place, by: anna, metres: 0, written: written) == isLate)
            let queue = try await queues.queue(at: place)
            #expect((queue.now == nil) == isLate)
            #expect(queue.usual.cells[0].map(\.reports).reduce(0, +) == 1)
            // The clock says 14:00.
            #expect(queue.usual.cells[0][written < now ? 13 : 14].reports == 1)
        }
        #expect(try await queues.queue(at: PlaceKey(rawValue: 4)).now?.last == now)
        for written in [now - IdempotencyKey.memory - 1, 0, .min] {
            await #expect(throws: CommunityFault.tooOld) {
                try await queues.report(9, at: Self.cafe, by: anna, metres: 0, written: written)
            }
        }
        // Twenty minutes lie between two reports on one place, by their own times.
        await #expect(throws: QueueFault.self) {
            try await queues.report(9, at: PlaceKey(rawValue: 1), by: anna, metres: 0, written: now - 41 * Self.minute)
        }
        try await queues.report(9, at: PlaceKey(rawValue: 1), by: anna, metres: 0, written: now - 40 * Self.minute)
    }

    @Test func `a report whose answer was lost is answered also when its own time is too old by then`() async throws {
        let world = World(), queues = world.queues(), anna = world.newPerson()
        let key = "0123456789abcdef", written = Self.start
        world.minutes += 29 * 24 * 60
        let report = { try await queues.report(9, at: Self.cafe, by: anna, metres: 0, key: key, written: written) }
        #expect(try await report())
        world.minutes += 2 * 24 * 60
        #expect(try await report())
        let queue = try await queues.queue(at: Self.cafe)
        #expect(queue.usual.cells.flatMap { $0 }.map(\.reports).reduce(0, +) == 1)
    }
}

import Community
import GeoCore
import Presence
import Synchronization
import TestSupport
import Testing

/// Changes what people share while the server is busy, and charges the work to the right client.
@Suite struct SharingChangeTests {
    private static let hour: Int64 = 3_600_000
    private static let start: Int64 = 490_000 * hour
    private static let center = PointE7(latitudeE7: 407_934_000, longitudeE7: -778_600_000)
    private static let home = HomeGrid.Cell(TileID(containing: center, zoom: 14)!)!

    private struct Busy: Error {}

    /// Workers that refuse on demand, and record the work that they get.
    private final class TestWork: Work {
        struct Job: Equatable {
            var microseconds: Int
            var isForEverybody: Bool
        }

        @TaskLocal static var isForEverybody = false
        let isBusy = Mutex(false)
        let jobs = Mutex<[Job]>([])
        /// Runs once, before the next work for everybody.
        let act = Mutex<(@Sendable () async throws -> Void)?>(nil)

        func run<Result: Sendable>(
            costing microseconds: Int, _ job: @escaping @Sendable (StopRequest) throws -> Result
        ) async throws -> Result {
            if isBusy.withLock({ $0 }) { throw Busy() }
            jobs.withLock { $0.append(Job(microseconds: microseconds, isForEverybody: Self.isForEverybody)) }
            return try job(.never)
        }

        func inTurn<Result: Sendable>(
            _ queue: WorkQueue, costing microseconds: Int, _ body: () async throws -> Result
        ) async throws -> Result { try await body() }

        func forEverybody<Result: Sendable>(_ body: () async throws -> Result) async rethrows -> Result {
            let act = act.withLock { act in
                defer { act = nil }
                return act
            }
            do { try await act?() } catch { Issue.record(error) }
            return try await Self.$isForEverybody.withValue(true, operation: body)
        }
    }

    /// A class because the rules and the test share it.
    private final class Clock: Sendable {
        private let time = Mutex(SharingChangeTests.start)

        var now: Timestamp {
            get { time.withLock { $0 } }
            set { time.withLock { $0 = newValue } }
        }
    }

    private final class World: Sendable {
        let store = MemoryPresenceStore()
        let work = TestWork()
        let positions: Positions
        let people: People
        let person: AccountID
        let friend: AccountID
        let phone: Device
        let clock = Clock()

        init() {
            var generator = SeededGenerator(seed: 7)
            person = AccountID(at: 1, using: &generator)
            friend = AccountID(at: 2, using: &generator)
            phone = Device(
                id: DeviceID(at: 1, using: &generator), person: person, kind: .program, name: "phone",
                token: Token(text: "t").digest, created: 1)
            _ = store.key(of: person, for: .sharing, orMake: PersonKey(using: &generator))
            positions = Positions(store: store, keys: store, work: work)
            people = People(store: store, keys: store, positions: positions, work: work, now: { [clock] in clock.now })
        }

        var now: Timestamp {
            get { clock.now }
            set { clock.now = newValue }
        }

        func share(_ change: (inout Sharing) -> Void) async throws {
            var (sharing, revision) = try await people.sharing(of: person)
            change(&sharing)
            try await people.share(sharing, at: revision, by: person)
        }

        func befriend() async throws {
            try await people.friends.ask(friend, of: person)
            try await people.friends.ask(person, of: friend)
        }

        /// Reports as a phone does.
        func report(_ point: PointE7, at times: some Sequence<Int64>) async throws {
            let all = times.map { Position(time: SharingChangeTests.start + $0, point: point) }
            now = all.map(\.time).max() ?? now
            let found = try await people.concealed(all, of: person)
            _ = try await positions.record(found, from: phone, at: now)
            people.follow(found, of: person)
        }

        func forgetPositions() async throws {
            try await positions.forget(person)
            try await people.forgetWhereabouts(of: person)
        }

        /// Changes sharing while the workers refuse. The change applies all the same.
        func shareWhileBusy(_ change: (inout Sharing) -> Void) async throws {
            let before = try await people.sharing(of: person).revision
            work.isBusy.withLock { $0 = true }
            try await share(change)
            work.isBusy.withLock { $0 = false }
            #expect(try await people.sharing(of: person).revision == before + 1)
        }

        func seenLater(by viewer: AccountID?) async throws -> Whereabouts? {
            let time = now
            defer { now = time }
            now += SharingChangeTests.hour
            return try await people.seen(by: viewer).first?.whereabouts
        }
    }

    private static func moved(east metres: Int32) -> PointE7 {
        PointE7(latitudeE7: center.latitudeE7, longitudeE7: center.longitudeE7 + metres * 119)
    }

    /// Returns a point just outside the home area.
    private static func outside() throws -> PointE7 {
        try #require((5...90 as ClosedRange<Int32>).map { moved(east: $0 * 100) }.first { !home.isNear($0) })
    }

    private static func expectNoPlace(_ found: Whereabouts?) {
        if case .at(let point, _, _) = found { Issue.record("shown at \(point)") }
    }

    @Test func `the trip from home stays hidden after a change while the server was busy`() async throws {
        let world = World(), outside = try Self.outside()
        try await world.befriend()
        try await world.share { ($0.friends, $0.pseudonym, $0.homes) = (.exact, "Heron", [Self.home]) }
        try await world.report(Self.center, at: [0])
        try await world.report(outside, at: [60_000])
        // Positions recorded from here on do not show that they were at home.
        try await world.forgetPositions()
        try await world.report(outside, at: (0..<300).map { 60_001 + $0 })
        Self.expectNoPlace(try await world.seenLater(by: world.friend))
        try await world.shareWhileBusy { $0.homes = [] }
        Self.expectNoPlace(try await world.seenLater(by: world.friend))
        Self.expectNoPlace(try await world.seenLater(by: nil))
        // A second change, and another one while the server is busy again.
        try await world.shareWhileBusy { $0.countsInStatistics = true }
        try await world.share { $0.countsInStatistics = false }
        try await world.report(outside, at: [62_000])
        Self.expectNoPlace(try await world.seenLater(by: world.friend))
        // Others see them again far away.
        let far = Self.moved(east: 20_000)
        try await world.report(far, at: (0..<20).map { 1_800_000 + $0 * 60_000 })
        guard case .at(far, _, _)? = try await world.seenLater(by: world.friend) else {
            Issue.record("not seen far away")
            return
        }
    }

    @Test func `a change while the server was busy publishes no further squares`() async throws {
        let world = World()
        try await world.share { $0.pseudonym = "Heron" }
        var published: Set<PointE7> = []
        // This is before the day ends.
        for step in 0..<15 as Range<Int64> {
            if step == 10 {
                try await world.forgetPositions()
                let last = 9 * Self.hour / 2 + 1_741_000
                try await world.report(Self.moved(east: 18_000), at: (0..<300).map { last + $0 })
                try await world.shareWhileBusy { $0.countsInStatistics = true }
            }
            let begin = step * Self.hour / 2
            try await world.report(
                Self.moved(east: Int32(step) * 2_000), at: (0..<20).map { begin + $0 * 60_000 })
            // Others look when that is published, and never before a time at which they looked.
            world.now = Self.start + begin + 1_740_000
            if case .at(let point, _, _)? = try await world.people.seen(by: nil).first?.whereabouts {
                published.insert(point)
            }
        }
        #expect(published.count == 10)
    }

    @Test func `a report that arrives while a person is located does not reveal the trip from home`() async throws {
        let world = World(), outside = try Self.outside()
        try await world.befriend()
        try await world.share { ($0.friends, $0.homes) = (.exact, [Self.home]) }
        try await world.report(Self.center, at: [0])
        try await world.forgetPositions()
        world.now += 1_000
        world.work.act.withLock { act in
            act = {
                world.now += 1_000
                let position = Position(time: world.now, point: outside)
                _ = try await world.positions.record([position], from: world.phone, at: world.now)
            }
        }
        try await world.share { $0.homes = [] }
        Self.expectNoPlace(try await world.seenLater(by: world.friend))
    }

    @Test(.timeLimit(.minutes(1)))
    func `nobody waits for a name while the server locates another, and a name has one person`() async throws {
        let world = World()
        try await world.report(Self.center, at: [0])
        world.work.act.withLock { act in
            act = {
                var sharing = Sharing()
                sharing.pseudonym = "HERON"
                await #expect(throws: CommunityFault.nameTaken) {
                    try await world.people.share(sharing, at: 0, by: world.friend)
                }
                await #expect(throws: CommunityFault.nameTaken) { try await world.people.take("heron") {} }
                sharing.pseudonym = "Crane"
                try await world.people.share(sharing, at: 0, by: world.friend)
                try await world.people.take("Stork") {}
            }
        }
        try await world.share { $0.pseudonym = "Heron" }
        #expect(try await world.people.sharing(of: world.friend).sharing.pseudonym == "Crane")
        // A refused change gives its name back.
        await #expect(throws: CommunityFault.self) {
            var sharing = Sharing()
            sharing.pseudonym = "Egret"
            try await world.people.share(sharing, at: 7, by: world.friend)
        }
        try await world.people.take("Egret") {}
    }

    @Test(.timeLimit(.minutes(1)))
    func `nobody waits while another person gets a name, and nobody can take that name meanwhile`() async throws {
        let world = World()
        try await world.people.take("Stork") {
            try await world.people.take("Heron") {}
            await #expect(throws: CommunityFault.nameTaken) { try await world.people.take("STORK") {} }
            var sharing = Sharing()
            sharing.pseudonym = "stork"
            await #expect(throws: CommunityFault.nameTaken) {
                try await world.people.share(sharing, at: 0, by: world.friend)
            }
            sharing.pseudonym = "Crane"
            try await world.people.share(sharing, at: 0, by: world.friend)
        }
        await #expect(throws: CommunityFault.nameTaken) { try await world.people.take("crane") {} }
    }

    private static func stranger() -> AccountID {
        var generator = SystemRandomNumberGenerator()
        return AccountID(at: 3, using: &generator)
    }

    @Test(.timeLimit(.minutes(1)))
    func `nobody waits for a group while the server locates a person who creates another`() async throws {
        let world = World(), ends = world.now + Self.hour
        try await world.report(Self.center, at: [0])
        let group = try await world.people.begin(.group, named: "Lake", .approximate, until: ends, by: world.friend)
        let invitation = try #require(try await world.people.circles.accessCode(of: group))
        let isDone = Mutex(false), others = Self.stranger()
        world.work.act.withLock { act in
            act = {
                let other = try await world.people.begin(
                    .group, named: "Hill", .approximate, until: ends, by: world.friend)
                _ = try await world.people.join(invitation, .approximate, by: others)
                try await world.people.circles.leave(other.id, .group, by: world.friend)
                try await world.people.circles.tidy()
                isDone.withLock { $0 = true }
            }
        }
        _ = try await world.people.join(invitation, .exact, by: world.person)
        #expect(isDone.withLock { $0 })
        #expect(try await world.people.circles.circles(of: world.friend).map(\.members.count) == [3])
    }

    @Test func `only work for all viewers is done for everybody, and its cost is stated`() async throws {
        let world = World()
        try await world.befriend()
        try await world.share { $0.friends = .exact }
        let times = (0..<5_000 as Range<Int64>).map { $0 * 700 }
        try await world.report(Self.center, at: times)
        world.work.jobs.withLock { $0 = [] }
        // The search for stays takes 5 µs a position.
        let count = try await world.positions.fold(
            0, of: world.person, in: 0...Int64.max, nanosecondsOfEach: 5_000
        ) { $0 += $1.count }
        let fold = try #require(world.work.jobs.withLock { $0 }.first)
        #expect(count == 5_000 && !fold.isForEverybody && fold.microseconds >= 25_000)
        // A server that has just started must read the hour, for the client that reports.
        let restarted = Positions(store: world.store, keys: world.store, work: world.work)
        world.work.jobs.withLock { $0 = [] }
        _ = try await restarted.record(
            [Position(time: Self.start + 1, point: Self.center)], from: world.phone, at: world.now)
        #expect(world.work.jobs.withLock { $0.map(\.isForEverybody) } == [false])
        let people = People(
            store: world.store, keys: world.store, positions: restarted, work: world.work,
            now: { [time = world.now] in time })
        world.work.jobs.withLock { $0 = [] }
        _ = try await people.seen(by: world.friend)
        let replay = world.work.jobs.withLock { $0 }
        #expect(!replay.isEmpty && replay.allSatisfy(\.isForEverybody))
    }
}

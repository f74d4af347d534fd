import Community
import GeoCore
import Presence
import Synchronization
import TestSupport
import Testing

/// Limits the positions of one account, in virtual time.
@Suite struct PositionUseTests {
    private static let minute: Int64 = 60_000
    private static let day: Int64 = 86_400_000
    private static let start = 20_000 * day
    private static let point = PointE7(latitudeE7: 601_700_000, longitudeE7: 249_400_000)

    private static func positions(_ times: some Sequence<Int64>) -> [Position] {
        times.map { Position(time: $0, point: point) }
    }

    private static var limits: PositionLimits {
        var limits = PositionLimits()
        (limits.reportedPerDay, limits.reportedPerMinute, limits.addedPerDay, limits.kept) = (1_000, 60, 500, 3_000)
        return limits
    }

    @Test func `a tracker below its quota loses nothing, however late it reports`() throws {
        var use = PositionUse()
        // A day with one position a minute arrives at once, and again the next day.
        for day in 0..<3 as Range<Int64> {
            let times = (0..<900 as Range<Int64>).map { Self.start + day * Self.day + $0 * Self.minute }
            let chosen = try use.choose(
                of: Self.positions(times), from: .device, at: Self.start + (day + 1) * Self.day, kept: 0, Self.limits)
            #expect(chosen == Array(0..<900))
        }
        #expect(use.leftOut == 0 && use.reported == 900)
    }

    @Test func `a tracker with ten reports a second stores its daily quota, then one position a minute`()
        throws
    {
        var use = PositionUse(), kept: [Int64] = [], counts = MinuteCounts()
        for second in 0..<86_400 as Range<Int64> {
            let now = Self.start + second * 1000
            let chosen = try use.choose(
                of: Self.positions((0..<10).map { now + $0 * 100 }), from: .device, at: now, kept: kept.count,
                beside: counts, Self.limits)
            for time in chosen.map({ now + Int64($0) * 100 }) {
                kept.append(time)
                counts.add(1, at: time)
            }
        }
        #expect(use.reported == Self.limits.reportedPerDay)
        #expect(kept.count > 1_000 && kept.count <= 1_000 + 1_440)
        #expect(use.leftOut == 864_000 - kept.count)
        // The line continues to the end of the day, without a gap of more than two minutes.
        #expect(zip(kept, kept.dropFirst()).allSatisfy { $1 - $0 <= 2 * Self.minute })
        #expect(Self.start + Self.day - kept[kept.count - 1] <= 2 * Self.minute)
        // No minute has more positions than a tracker sends.
        #expect(Dictionary(grouping: kept) { $0 / Self.minute }.values.allSatisfy { $0.count <= 60 + 1 })
        // The next day begins with a full quota.
        let next = try use.choose(
            of: Self.positions([Self.start + Self.day]), from: .device, at: Self.start + Self.day, kept: 0, Self.limits)
        #expect(next == [0] && use.reported == 1 && use.leftOut == 0)
    }

    @Test func `a report beyond the daily quota is thinned evenly, and its newest position is stored`() throws {
        var use = PositionUse(day: 20_000, reported: 900, added: 0, leftOut: 0)
        let times = (0..<5_000 as Range<Int64>).map { Self.start + $0 * 2_000 }
        let chosen = try use.choose(
            of: Self.positions(times), from: .device, at: Self.start + 1, kept: 0, Self.limits)
        #expect(chosen.count == 100 && chosen.last == 4_999)
        #expect(zip(chosen, chosen.dropFirst()).allSatisfy { (40...60).contains($1 - $0) })
    }

    /// Hiding the trip from home depends on a position at home.
    @Test func `thinning keeps a stay at home between other positions`() throws {
        var use = PositionUse(day: 20_000, reported: 990, added: 0, leftOut: 0)
        var positions = Self.positions((0..<5_000 as Range<Int64>).map { Self.start + $0 * 2_000 })
        for index in [1_234, 3_210] { positions[index].isAtHome = true }
        let chosen = try use.choose(of: positions, from: .device, at: Self.start + 1, kept: 0, Self.limits)
        #expect(chosen.count == 10 && chosen.contains(1_234) && chosen.contains(3_210))
        // This holds beyond the daily quota too.
        for minute in 1..<4 as Range<Int64> {
            let now = Self.start + minute * Self.minute
            var one = Self.positions([now])
            #expect(try use.choose(of: one, from: .device, at: now, kept: 0, Self.limits) == [0])
            #expect(try use.choose(of: one, from: .device, at: now + 1, kept: 0, Self.limits).isEmpty)
            one[0].isAtHome = true
            #expect(try use.choose(of: one, from: .device, at: now + 2, kept: 0, Self.limits) == [0])
            #expect(try use.choose(of: one, from: .device, at: now + 3, kept: 0, Self.limits).isEmpty)
        }
    }

    @Test func `files have a daily quota of their own, and are refused when it is used up`() throws {
        var use = PositionUse()
        let file = Self.positions((0..<400 as Range<Int64>).map { Self.start - $0 })
        #expect(try use.choose(of: file, from: .file, at: Self.start, kept: 0, Self.limits).count == 400)
        #expect(try use.choose(of: file, from: .file, at: Self.start, kept: 0, Self.limits).count == 100)
        let left = Int(Self.day / 1000 - 3600)
        #expect(throws: CommunityFault.quotaReached(.trackPoints, limit: 500, secondsLeft: left)) {
            try use.choose(of: file, from: .file, at: Self.start + 3_600_000, kept: 0, Self.limits)
        }
        #expect(use.added == 500 && use.leftOut == 300 && use.reported == 0)
        #expect(try use.choose(of: file, from: .file, at: Self.start + Self.day, kept: 0, Self.limits).count == 400)
    }

    @Test func `an account with all its storage used gets no file in, and one position a minute`() throws {
        var use = PositionUse()
        let few = Self.positions((0..<10 as Range<Int64>).map { Self.start + $0 })
        #expect(throws: CommunityFault.quotaReached(.keptPositions, limit: 3_000, secondsLeft: nil)) {
            try use.choose(of: few, from: .file, at: Self.start, kept: 3_000, Self.limits)
        }
        #expect(try use.choose(of: few, from: .file, at: Self.start, kept: 2_995, Self.limits).count == 5)
        #expect(try use.choose(of: few, from: .device, at: Self.start, kept: 3_000, Self.limits) == [9])
        #expect(try use.choose(of: few, from: .device, at: Self.start, kept: 3_000, Self.limits).isEmpty)
    }

    @Test func `a clock set back gives no second quota, and a clock that was days ahead costs none`() throws {
        var use = PositionUse()
        let one = Self.positions([Self.start])
        for _ in 0..<3 {
            _ = try use.choose(of: one, from: .device, at: Self.start, kept: 0, Self.limits)
            _ = try use.choose(of: one, from: .device, at: Self.start - 1, kept: 0, Self.limits)
        }
        #expect(use.reported == 6)
        _ = try use.choose(of: one, from: .device, at: Self.start + 40 * Self.day, kept: 0, Self.limits)
        _ = try use.choose(of: one, from: .device, at: Self.start, kept: 0, Self.limits)
        #expect(use.day == 20_000 && use.reported == 1)
    }

    @Test func `a restart continues the day, and positions that were left out can be sent another day`() async throws {
        var generator = SeededGenerator(seed: 3)
        let store = MemoryPresenceStore(), person = AccountID(at: 1, using: &generator)
        func device(_ kind: Device.Kind) -> Device {
            Device(
                id: DeviceID(at: 1, using: &generator), person: person, kind: kind, name: "phone",
                token: Token(text: "t").digest, created: 1)
        }
        let (phone, files) = (device(.program), device(.files))
        func started() -> Positions { Positions(store: store, keys: store, limits: Self.limits) }
        let times = (0..<900 as Range<Int64>).map { Self.start + $0 * Self.minute }
        _ = try await started().record(Self.positions(times), from: phone, at: Self.start)
        let more = Self.positions(times.map { $0 + 7 })
        let outcome = try await started().record(more, from: phone, at: Self.start)
        // Each start forgets less than a hundred.
        #expect(outcome.added <= 200 && outcome.added + outcome.leftOut.count == 900)
        let again = try await started().record(more, from: phone, at: Self.start + Self.day)
        #expect(again.added == outcome.leftOut.count && again.repeated == outcome.added)
        #expect(try await started().use(of: person, at: Self.start + Self.day).today.reported == again.added)
        // The same holds for files.
        let track = Self.positions(times.map { $0 + 13 })
        #expect(try await started().record(track, from: files, at: Self.start + Self.day).added == 500)
        await #expect(throws: CommunityFault.self) {
            _ = try await started().record(track, from: files, at: Self.start + Self.day)
        }
        #expect(try await started().record(track, from: files, at: Self.start + 2 * Self.day).added == 400)
        // Deletion gives no second day.
        let positions = started()
        try await positions.forget(person)
        await #expect(throws: CommunityFault.self) {
            let other = Self.positions((0..<400 as Range<Int64>).map { Self.start + 999 + $0 })
            for _ in 0..<2 {
                _ = try await positions.record(other.shuffled(), from: files, at: Self.start + 2 * Self.day)
            }
            let last = Self.positions((0..<400 as Range<Int64>).map { Self.start + 99_999 + $0 })
            _ = try await positions.record(last, from: files, at: Self.start + 2 * Self.day)
        }
    }

    /// A person who reports with a phone and with files.
    private struct World {
        let store = MemoryPresenceStore()
        let person: AccountID
        let phone: Device
        let files: Device
        let positions: Positions

        init(_ limits: PositionLimits = PositionUseTests.limits, work: some Work = WorkInPlace()) {
            var generator = SeededGenerator(seed: 3)
            let person = AccountID(at: 1, using: &generator)
            func device(_ kind: Device.Kind) -> Device {
                Device(
                    id: DeviceID(at: 1, using: &generator), person: person, kind: kind, name: "phone",
                    token: Token(text: "t").digest, created: 1)
            }
            (self.person, phone, files) = (person, device(.program), device(.files))
            positions = Positions(store: store, keys: store, limits: limits, work: work)
        }

        func report(_ times: some Sequence<Int64>, at arrival: Int64) async throws -> Positions.Outcome {
            try await positions.record(PositionUseTests.positions(times), from: phone, at: arrival)
        }

        func today(at time: Int64) async throws -> PositionUse {
            try await positions.use(of: person, at: time).today
        }
    }

    /// Workers that refuse on demand.
    private final class BusyWork: Work {
        struct Busy: Error {}

        let isBusy = Mutex(false)

        func run<Result: Sendable>(
            costing microseconds: Int, _ job: @escaping @Sendable (StopRequest) throws -> Result
        ) async throws -> Result {
            if isBusy.withLock({ $0 }) { throw Busy() }
            return try job(.never)
        }

        func inTurn<Result: Sendable>(
            _ queue: WorkQueue, costing microseconds: Int, _ body: () async throws -> Result
        ) async throws -> Result { try await body() }

        func forEverybody<Result: Sendable>(_ body: () async throws -> Result) async rethrows -> Result {
            try await body()
        }
    }

    @Test func `a refused file, a busy server or a deletion does not reset the daily quota`() async throws {
        let work = BusyWork(), world = World(work: work)
        let track = Self.positions((0..<1_500 as Range<Int64>).map { Self.start + $0 * 1_000 })
        _ = try await world.positions.record(track, from: world.files, at: Self.start)
        #expect(
            try await world.report((0..<900).map { Self.start + 7 + $0 * Self.minute }, at: Self.start).added == 900)
        // Fewer than the store needs for a new value.
        for number in 0..<99 as Range<Int64> {
            #expect(try await world.report([Self.start + 11 + number * Self.minute], at: Self.start).added == 1)
        }
        let used = try await world.today(at: Self.start)
        #expect(used.reported == 999 && used.added == 500)
        for _ in 0..<3 {
            await #expect(throws: CommunityFault.self) {
                let more = Self.positions([Self.start + 21])
                _ = try await world.positions.record(more, from: world.files, at: Self.start)
            }
            #expect(try await world.today(at: Self.start) == used)
        }
        // After reads of other hours, the server must read the track's hour again, and no worker has time for that.
        _ = try await world.positions.record(
            Self.positions((2...4).map { Self.start + $0 * 3_600_000 + 5 }), from: world.phone, at: nil)
        work.isBusy.withLock { $0 = true }
        await #expect(throws: BusyWork.Busy.self) {
            _ = try await world.report([Self.start + 1], at: Self.start)
        }
        work.isBusy.withLock { $0 = false }
        #expect(try await world.today(at: Self.start) == used)
        try await world.positions.forget(world.person)
        #expect(try await world.today(at: Self.start) == used)
        #expect(try await world.report([Self.start + 1, Self.start + Self.minute], at: Self.start).added == 1)
        // Beyond the daily quota it is one a minute, also for a person who deletes repeatedly.
        #expect(try await world.report([Self.start + 2], at: Self.start).added == 1)
        for number in 0..<3 as Range<Int64> {
            try await world.positions.forget(world.person)
            #expect(try await world.report([Self.start + 3 + number], at: Self.start).added == 0)
        }
        // A deleted account loses its use of quotas too.
        try await world.positions.forgetAll(of: world.person)
        #expect(world.store.use(of: world.person) == nil && world.store.hours(of: world.person, in: 0...(.max)).isEmpty)
        #expect(try await world.today(at: Self.start).reported == 0)
    }

    @Test func `a minute has its quota, in any order of reports for other minutes`() async throws {
        let world = World()
        #expect(try await world.report((0..<60).map { Self.start + $0 }, at: Self.start).added == 60)
        for round in 1..<5 as Range<Int64> {
            #expect(try await world.report([Self.start + round * Self.minute], at: Self.start).added == 1)
            let more = try await world.report((0..<60).map { Self.start + round * 100 + $0 }, at: Self.start)
            #expect(more.added == 0 && more.leftOut.count == 60)
        }
        let use = try await world.today(at: Self.start)
        #expect(use.reported == 64 && use.leftOut == 240)
    }

    /// Hiding the trip from home depends on those positions.
    @Test func `in a full hour or minute a position at home is still known, and everything is counted`()
        async throws
    {
        var limits = PositionLimits()
        limits.reportedPerMinute = 60
        let world = World(limits)
        let count = Int64(PositionLimits.keptOfHour) + 8_000
        var track = Self.positions((0..<count).map { Self.start + $0 * 40 })
        // It is the first, which thinning would leave out first.
        track[0].isAtHome = true
        track[4].isAtHome = true
        let outcome = try await world.positions.record(track, from: world.files, at: Self.start)
        #expect(outcome.added == PositionLimits.keptOfHour && outcome.leftOut.count == 8_000)
        #expect(outcome.leftOut.count { $0.isAtHome } == 0)
        var use = try await world.today(at: Self.start)
        #expect(use.added == PositionLimits.keptOfHour && use.leftOut == 8_000 && use.reported == 0)
        // The hour is full: one position at home is stored, once a minute of the clock.
        var report = Self.positions((0..<4).map { Self.start + 1_000_003 + $0 })
        report[1].isAtHome = true
        for (number, added) in [1, 0, 1].enumerated() {
            let arrival = Self.start + (number == 2 ? Self.minute : 0)
            let outcome = try await world.positions.record(report, from: world.phone, at: arrival)
            #expect(outcome.added == added && outcome.leftOut.count { $0.isAtHome } == 1 - added)
            for index in report.indices { report[index].time += 10 }
        }
        use = try await world.today(at: Self.start)
        #expect(use.reported == 0 && use.leftOut == 8_000 + 3 + 4 + 3)
        // The same holds for a minute of another hour.
        let next = Self.start + 3_600_000
        #expect(try await world.report((0..<60).map { next + $0 }, at: next).added == 60)
        var last = Self.positions([next + 100, next + 101])
        last[0].isAtHome = true
        let kept = try await world.positions.record(last, from: world.phone, at: next)
        #expect(kept.added == 1 && kept.leftOut.map(\.isAtHome) == [false])
    }

    @Test func `an hour has its quota, for any reports`() async throws {
        var generator = SeededGenerator(seed: 3)
        let store = MemoryPresenceStore(), person = AccountID(at: 1, using: &generator)
        let files = Device(
            id: DeviceID(at: 1, using: &generator), person: person, kind: .files, name: "f",
            token: Token(text: "t").digest, created: 1)
        let positions = Positions(store: store, keys: store)
        let track = Self.positions((0..<100_000 as Range<Int64>).map { Self.start + $0 * 36 })
        let outcome = try await positions.record(track, from: files, at: Self.start)
        #expect(outcome.added == PositionLimits.keptOfHour && outcome.leftOut.count == 28_000)
        let count = try await positions.positions(of: person, in: 0...Int64.max).count
        #expect(count == PositionLimits.keptOfHour)
    }
}

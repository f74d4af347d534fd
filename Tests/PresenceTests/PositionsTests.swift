import Community
import Crypto
import Foundation
import GeoCore
import Presence
import TestSupport
import Testing

/// Stores positions and returns them.
@Suite struct PositionsTests {
    private static let hour: Int64 = 3_600_000
    private static let start: Int64 = 480_000 * hour

    /// A store, the rules over it and one person with a phone and a watch.
    private struct World {
        let store = MemoryPresenceStore()
        let positions: Positions
        let phone: Device
        let watch: Device
        let person: AccountID

        init() {
            var generator = SeededGenerator(seed: 7)
            let person = AccountID(at: 1, using: &generator)
            self.person = person
            positions = Positions(store: store, keys: store)
            let device = { (name: String) in
                Device(
                    id: DeviceID(at: 1, using: &generator), person: person, kind: .program, name: name,
                    token: Token(text: name).digest, created: 1)
            }
            phone = device("phone")
            watch = device("watch")
        }

        /// A server that has just started.
        var restarted: Positions { Positions(store: store, keys: store) }

        func all(_ positions: Positions? = nil) async throws -> [Position] {
            try await (positions ?? self.positions).positions(of: person, in: 0...Int64.max)
        }
    }

    private static func position(_ time: Int64, _ latitude: Int32 = 601_700_000) -> Position {
        Position(time: start + time, point: PointE7(latitudeE7: latitude, longitudeE7: -249_400_000))
    }

    @Test func `all values of a position come back, each at its stored precision`() async throws {
        let world = World()
        var full = Self.position(1)
        full.accuracyMetres = 4.7
        full.altitudeMetres = -430
        full.speed = 33.37
        full.course = 359.99
        full.batteryPercent = 87
        var extreme = Self.position(Self.hour - 1, -900_000_000)
        extreme.accuracyMetres = 0.01
        extreme.altitudeMetres = 1e9
        extreme.speed = 1e9
        extreme.course = 360
        extreme.batteryPercent = 0
        extreme.isAtHome = true
        let bare = Self.position(Self.hour)
        #expect(try await world.positions.record([bare, extreme, full], from: world.phone, at: 1).added == 3)
        extreme.accuracyMetres = 0.1
        extreme.altitudeMetres = 32_767
        extreme.speed = 655.34
        #expect(try await world.all() == [full, extreme, bare])
        #expect(
            try await world.positions.positions(of: world.person, in: Self.start + 2...Self.start + Self.hour - 1)
                == [extreme])
    }

    @Test func `a position counts once for each device, in any order and after any restart`()
        async throws
    {
        let world = World()
        var times = (0..<200).map { Int64($0) * 97_000 }
        var generator = SeededGenerator(seed: 3)
        times.shuffle(using: &generator)
        var added = 0
        for (index, chunk) in stride(from: 0, to: 200, by: 20).enumerated() {
            // Each report repeats a part of the one before.
            let report = times[max(0, chunk - 10)..<chunk + 20].map { Self.position($0) }
            let positions = index % 3 == 2 ? world.restarted : world.positions
            let outcome = try await positions.record(report, from: world.phone, at: 1)
            #expect(outcome.added == 20 && outcome.repeated == report.count - 20)
            added += outcome.added
        }
        #expect(added == 200)
        #expect(try await world.all().map(\.time) == times.sorted().map { Self.start + $0 })
        let twice = try await world.positions.record([Self.position(5), Self.position(5)], from: world.watch, at: 1)
        #expect(twice.added == 1 && twice.repeated == 1)
        let elsewhere = try await world.positions.record([Self.position(0, 601_800_000)], from: world.watch, at: 1)
        #expect(elsewhere.added == 1)
        #expect(try await world.all().count == 202)
    }

    @Test func `a position that one device reported is not added again by a file`() async throws {
        let world = World(), walk = (0..<50).map { Self.position(Int64($0) * 97_000, 601_700_000 + Int32($0) * 1000) }
        _ = try await world.positions.record(walk, from: world.phone, at: 1)
        // Files round to six decimals.
        let rounded = walk.map { position in
            var position = position
            position.point = PointE7(
                latitudeE7: position.point.latitudeE7 / 10 * 10 + 5, longitudeE7: position.point.longitudeE7 - 5)
            position.altitudeMetres = 7
            return position
        }
        for positions in [world.positions, world.restarted] {
            let again = try await positions.record(rounded + [Self.position(500)], from: world.watch, at: 1)
            #expect(again.repeated >= 50 && again.added <= 1)
        }
        #expect(try await world.all().count == 51)
        let recorded = try await world.positions.recorded(of: world.person, in: 0...Int64.max)
        #expect(recorded.filter { $0.device == world.watch.id }.map(\.position.time) == [Self.start + 500])
    }

    @Test func `each position keeps its arrival, also in a united hour, and the arrival may be unknown`()
        async throws
    {
        let world = World(),
            arrivals: [Int64?] = [-3_600_000, nil, 0, 7, 20 * 86_400_000].map { $0.map { Self.start + $0 } }
        for (index, arrival) in arrivals.enumerated() {
            var position = Self.position(Int64(index) * 1000)
            position.isAtHome = index % 2 == 0
            _ = try await world.positions.record([position], from: world.phone, at: arrival)
        }
        for isUnited in [false, true] {
            if isUnited { try await world.positions.tidy(world.person, before: 0, now: Self.start + Self.hour) }
            #expect(world.store.hours(of: world.person, in: 0...Int64.max).count == (isUnited ? 1 : arrivals.count))
            let recorded = try await world.restarted.recorded(of: world.person, in: 0...Int64.max)
            #expect(recorded.map(\.arrival) == arrivals)
            #expect(recorded.map(\.position.isAtHome) == [true, false, true, false, true])
        }
    }

    @Test func `simultaneous reports are recorded one after the other`() async throws {
        let world = World()
        try await withThrowingTaskGroup(of: Positions.Outcome.self) { group in
            for start in 0..<40 {
                group.addTask {
                    try await world.positions.record(
                        (start..<start + 10).map { Self.position(Int64($0) * 1000) }, from: world.phone, at: 1)
                }
            }
            let added = try await group.reduce(0) { $0 + $1.added }
            #expect(added == 49)
        }
        #expect(try await world.all().count == 49)
    }

    @Test func `two servers on one store record a position at most twice, and return it once`() async throws {
        let world = World(), other = world.restarted
        let known = Self.position(0)
        _ = try await world.positions.record([known], from: world.phone, at: 1)
        _ = try await other.record([known], from: world.phone, at: 1)
        // Both servers have a memory now; one learns the other's additions when its number is taken.
        _ = try await world.positions.record([Self.position(1)], from: world.phone, at: 1)
        _ = try await other.record([Self.position(2)], from: world.phone, at: 1)
        _ = try await world.positions.record([Self.position(2), Self.position(3)], from: world.phone, at: 1)
        #expect(try await world.all().map(\.time) == (0...3).map { Self.start + $0 })
    }

    @Test func `past hours are united, old ones are removed, and nothing else changes`() async throws {
        let world = World()
        for minute in 0..<300 {
            _ = try await world.positions.record(
                [Self.position(Int64(minute) * 60_000)], from: minute % 7 == 0 ? world.watch : world.phone,
                at: 1)
        }
        let before = try await world.all()
        #expect(world.store.hours(of: world.person, in: 0...Int64.max).count == 300)
        try await world.positions.tidy(world.person, before: 0, now: Self.start + 4 * Self.hour)
        #expect(world.store.hours(of: world.person, in: 0...Int64.max).count == 4 + 60)
        #expect(try await world.all() == before)
        // This server and the next know the recorded positions as before.
        for positions in [world.positions, world.restarted] {
            let again = try await positions.record(before, from: world.phone, at: 1)
            #expect(again.repeated + again.added == 300)
        }
        try await world.positions.tidy(
            world.person, before: Self.start + 3 * Self.hour, now: Self.start + 5 * Self.hour)
        #expect(try await world.all().allSatisfy { $0.time >= Self.start + 3 * Self.hour })
        #expect(!(try await world.all()).isEmpty)
    }

    @Test func `a deleted person leaves nothing that can be decrypted`() async throws {
        let world = World()
        _ = try await world.positions.record([Self.position(0)], from: world.phone, at: 1)
        let backup = world.store.hours(of: world.person, in: 0...Int64.max)
        try await world.positions.forget(world.person)
        #expect(try await world.all().isEmpty)
        // An older backup brings back the sealed hours, but not their key.
        try world.store.add(backup, of: world.person, use: nil)
        #expect(try await world.all().isEmpty)
        // Unreadable positions neither count as recorded nor block new ones, and the next tidying removes them.
        let restarted = world.restarted
        #expect(try await restarted.record([Self.position(0), Self.position(1)], from: world.phone, at: 1).added == 2)
        #expect(try await world.all().map(\.time) == [Self.start, Self.start + 1])
        try await restarted.tidy(world.person, before: 0, now: Self.start + 2 * Self.hour)
        #expect(try await world.all().map(\.time) == [Self.start, Self.start + 1])
        #expect(world.store.hours(of: world.person, in: 0...Int64.max).count == 1)
    }

    @Test func `sealed positions reveal nothing, and do not open after a change or for another person`()
        async throws
    {
        let world = World()
        let secret = Self.position(0, 123_456_789)
        _ = try await world.positions.record([secret, Self.position(1, 123_456_789)], from: world.phone, at: 1)
        let piece = try #require(world.store.hours(of: world.person, in: 0...Int64.max).first)
        let bytes = withUnsafeBytes(of: Int32(123_456_789).littleEndian) { Array($0) }
        #expect(piece.sealed.firstRange(of: bytes) == nil)
        for index in piece.sealed.indices {
            var damaged = piece.sealed
            damaged[index] ^= 0x10
            try await Self.expectDamage(SealedHour(hour: piece.hour, number: 1, key: piece.key, sealed: damaged), world)
            try await Self.expectDamage(
                SealedHour(hour: piece.hour, number: 1, key: piece.key, sealed: Array(piece.sealed[..<index])), world)
        }
        try await Self.expectDamage(
            SealedHour(hour: piece.hour + 1, number: 1, key: piece.key, sealed: piece.sealed), world)
        var generator = SeededGenerator(seed: 9)
        let other = AccountID(at: 2, using: &generator)
        let keys = MemoryPresenceStore()
        _ = keys.key(
            of: other, for: .positions, orMake: try #require(world.store.key(of: world.person, for: .positions)))
        let store = MemoryPresenceStore()
        try store.add([piece], of: other, use: nil)
        await #expect(throws: DamagedRow.self) {
            _ = try await Positions(store: store, keys: keys).positions(of: other, in: 0...Int64.max)
        }
    }

    private static func expectDamage(_ piece: SealedHour, _ world: World) async throws {
        let store = MemoryPresenceStore()
        try store.add([piece], of: world.person, use: nil)
        let error = await #expect(throws: DamagedRow.self) {
            _ = try await Positions(store: store, keys: world.store).positions(of: world.person, in: 0...Int64.max)
        }
        #expect(error?.table == "positions")
    }
}

/// Decides which reports are positions.
@Suite struct PositionTests {
    private static func report(_ change: (inout PositionReport) -> Void) -> PositionReport {
        var report = PositionReport()
        (report.latitude, report.longitude, report.time) = (60.17, 24.94, 1000)
        change(&report)
        return report
    }

    @Test func `an impossible report is refused with its reason`() throws {
        let refusals: [(PositionFault, (inout PositionReport) -> Void)] = [
            (.noPlace, { $0.latitude = nil }), (.noPlace, { $0.longitude = nil }),
            (.impossiblePlace, { $0.latitude = 90.1 }), (.impossiblePlace, { $0.longitude = -180.1 }),
            (.impossiblePlace, { $0.latitude = .nan }), (.impossiblePlace, { ($0.latitude, $0.longitude) = (0, 0) }),
            (.noTime, { $0.time = nil }), (.noTime, { $0.time = -1 }),
            (.ahead, { $0.time = 5000 + 86_400_001 }),
        ]
        for (fault, change) in refusals {
            let error = #expect(throws: PositionFault.self) { try Position(Self.report(change), now: 5000) }
            #expect(error == fault)
        }
        _ = try Position(Self.report { $0.time = 5000 + 86_400_000 }, now: 5000)
        _ = try Position(Self.report { $0.latitude = 0 }, now: 5000)
    }

    @Test func `an impossible value is unknown`() throws {
        let odd = try Position(
            Self.report {
                ($0.accuracyMetres, $0.speed, $0.course, $0.batteryPercent) = (0, -1, -1, -1)
                $0.altitudeMetres = .infinity
            }, now: 5000)
        #expect(odd == Position(time: 1000, point: PointE7(latitudeE7: 601_700_000, longitudeE7: 249_400_000)))
        let still = try Position(Self.report { ($0.speed, $0.course, $0.altitudeMetres) = (0, 0, 0) }, now: 5000)
        #expect(still.speed == 0 && still.course == 0 && still.altitudeMetres == 0)
    }
}

extension Positions {
    /// Does at once what the server's tidying does in steps.
    fileprivate func tidy(_ person: AccountID, before time: Int64, now: Int64) async throws {
        while try await !removeSome(of: person, before: time) {}
        var fault: (any Error)?
        for hour in try await piecedHours(of: person, now: now) {
            do { try await unite(hour, of: person) } catch { fault = fault ?? error }
        }
        if let fault { throw fault }
    }
}

import Community
import Foundation
import GeoCore
import Presence
import Synchronization
import TestSupport
import Testing

/// Publishes locations, and tests what an attacker infers from them.
@Suite struct PrivacyTests {
    private static let hour: Int64 = 3_600_000
    private static let start: Int64 = 490_000 * hour
    private static let center = PointE7(latitudeE7: 407_934_000, longitudeE7: -778_600_000)
    /// The whole town lies in one area of zoom 14.
    private static let home = HomeGrid.Cell(TileID(containing: center, zoom: 14)!)!

    /// A person who shares, and a friend who looks.
    private final class World: Sendable {
        let store = MemoryPresenceStore()
        let positions: Positions
        let people: People
        let person: AccountID
        let friend: AccountID
        let phone: Device
        /// The current time.
        let clock = Clock()

        init(seed: UInt64 = 7) {
            var generator = SeededGenerator(seed: seed)
            person = AccountID(at: 1, using: &generator)
            friend = AccountID(at: 2, using: &generator)
            phone = Device(
                id: DeviceID(at: 1, using: &generator), person: person, kind: .program, name: "phone",
                token: Token(text: "t").digest, created: 1)
            let store = store
            _ = store.key(of: person, for: .sharing, orMake: PersonKey(using: &generator))
            positions = Positions(store: store, keys: store)
            people = People(store: store, keys: store, positions: positions, now: clock.now)
        }

        /// The server as it is after a restart.
        var restarted: People { People(store: store, keys: store, positions: positions, now: clock.now) }

        func share(_ change: (inout Sharing) -> Void) async throws {
            var (sharing, revision) = try await people.sharing(of: person)
            change(&sharing)
            try await people.share(sharing, at: revision, by: person)
        }

        func befriend() async throws {
            try await people.friends.ask(friend, of: person)
            try await people.friends.ask(person, of: friend)
        }

        /// Reports as a phone does, and records what the server stores.
        func report(_ point: PointE7, at time: Int64) async throws {
            clock.time = PrivacyTests.start + time
            let found = try await people.concealed(
                [Position(time: PrivacyTests.start + time, point: point)], of: person)
            _ = try await positions.record(found, from: phone, at: clock.time)
            people.follow(found, of: person)
        }

        /// Reports from a place for eleven minutes; some minutes pass afterwards. Each step takes 25 minutes.
        func stay(at point: PointE7, from step: Int) async throws {
            for minutes in [0, 11] as [Int64] {
                try await report(point, at: Int64(step) * 1_500_000 + minutes * 60_000)
            }
            clock.time += 600_000
        }

        func seen(by viewer: AccountID?) async throws -> Whereabouts? {
            try await people.seen(by: viewer).first?.whereabouts
        }

        /// Returns what `viewer` sees once everything may be published.
        func seenLater(by viewer: AccountID?) async throws -> Whereabouts? {
            let time = clock.time
            defer { clock.time = time }
            clock.time += PrivacyTests.hour
            return try await seen(by: viewer)
        }
    }

    /// A class because the rules and the test share it.
    private final class Clock: Sendable {
        private let value = Mutex(PrivacyTests.start)

        var time: Int64 {
            get { value.withLock { $0 } }
            set { value.withLock { $0 = newValue } }
        }

        var now: @Sendable () -> Int64 { { self.time } }
    }

    /// Returns the point that many metres east and north of a point.
    private static func moved(_ point: PointE7, east: Double, north: Double) -> PointE7 {
        let degree = 111_195.0, squeeze = cos(Double(point.latitudeE7) / 1e7 * .pi / 180)
        return PointE7(
            latitudeE7: point.latitudeE7 + Int32(north / degree * 1e7),
            longitudeE7: point.longitudeE7 + Int32(east / degree / squeeze * 1e7))
    }

    @Test func `nobody is visible until they choose to share, and then only as they chose`() async throws {
        let world = World()
        try await world.report(Self.center, at: 0)
        #expect(try await world.people.seen(by: nil).isEmpty)
        #expect(try await world.people.seen(by: world.friend).isEmpty)
        try await world.share { $0.friends = .exact }
        // Two people are friends if both want it.
        try await world.people.friends.ask(world.friend, of: world.person)
        #expect(try await world.people.seen(by: world.friend).isEmpty)
        try await world.people.friends.ask(world.person, of: world.friend)
        #expect(try await world.seen(by: world.friend) == .at(Self.center, since: Self.start, last: Self.start))
        #expect(try await world.people.seen(by: nil).isEmpty)
        #expect(try await world.people.seen(by: world.person).isEmpty)
        try await world.share { $0.pseudonym = "Heron" }
        // The public sees where they are once they have stayed, after any switches.
        #expect(try await world.people.seen(by: nil).isEmpty)
        world.clock.time += 2_100_000
        let seen = try #require(try await world.people.seen(by: nil).first)
        #expect(seen.person == nil && seen.pseudonym == "Heron")
        try await world.share { ($0.pseudonym, $0.friends) = (nil, nil) }
        #expect(try await world.people.seen(by: world.friend).isEmpty)
        try await world.share { $0.friends = .exact }
        try await world.people.friends.part(world.friend, from: world.person)
        #expect(try await world.people.seen(by: world.friend).isEmpty)
    }

    @Test func `the switch for being at home works at once, anywhere, and no exact position is stored`() async throws {
        let world = World()
        try await world.befriend()
        try await world.share { $0.friends = .exact }
        try await world.report(Self.center, at: 0)
        try await world.share { ($0.atHomeUntil, $0.homes) = (.max, [Self.home]) }
        #expect(
            try await world.seen(by: world.friend)
                == .atHome(Self.home, sinceHour: Self.start, lastHour: Self.start))
        try await world.report(Self.moved(Self.center, east: 9000, north: 0), at: 3_700_000)
        let kept = try await world.positions.positions(of: world.person, in: Self.start + 1...Int64.max)
        #expect(kept.map(\.point) == [Self.home.middle] && kept[0].isAtHome)
        // Others see their last report, to the hour.
        #expect(
            try await world.seen(by: world.friend)
                == .atHome(Self.home, sinceHour: Self.start, lastHour: Self.start + Self.hour))
    }

    @Test
    func `the switch for being at home affects nothing before it, not even a late report`()
        async throws
    {
        let world = World()
        try await world.befriend()
        try await world.share { ($0.friends, $0.homes) = (.exact, [Self.home]) }
        let outside = Self.moved(Self.center, east: 9000, north: 0)
        for hour in 0..<3 as Range<Int64> { try await world.report(outside, at: hour * Self.hour) }
        world.clock.time = Self.start + 5 * Self.hour + 600_000
        try await world.share { $0.atHomeUntil = .max }
        let late = Position(time: Self.start + 4 * Self.hour, point: outside)
        let kept = try await world.people.concealed([late], of: world.person)
        #expect(kept == [late])
        _ = try await world.positions.record(kept, from: world.phone, at: world.clock.time)
        world.people.follow(kept, of: world.person)
        let sinceThen = Whereabouts.atHome(
            Self.home, sinceHour: Self.start + 5 * Self.hour, lastHour: Self.start + 5 * Self.hour)
        #expect(try await world.seen(by: world.friend) == sinceThen)
        #expect(try await world.restarted.seen(by: world.friend).first?.whereabouts == sinceThen)
        // Switched off again, others see nothing later.
        world.clock.time += Self.hour
        try await world.share { $0.atHomeUntil = 0 }
        for people in [world.people, world.restarted] {
            #expect(try await people.seen(by: world.friend).first?.whereabouts == sinceThen)
        }
    }

    @Test func `the trip from home by the switch is hidden like any other, also after a restart`()
        async throws
    {
        // No phone reports meanwhile: the page sends nothing then.
        let world = World()
        try await world.befriend()
        try await world.share { $0.friends = .exact }
        try await world.report(Self.moved(Self.center, east: 9000, north: 0), at: 0)
        world.clock.time = Self.start + Self.hour
        try await world.share { $0.atHomeUntil = .max }
        world.clock.time = Self.start + 3 * Self.hour
        try await world.share { $0.atHomeUntil = 0 }
        let next = Position(time: Self.start + 3 * Self.hour + 60_000, point: Self.center)
        world.clock.time = next.time
        for people in [world.people, world.restarted] {
            _ = try await people.published(of: world.person)
            people.follow([next], of: world.person)
            let seen = try #require(try await people.seen(by: world.friend).first).whereabouts
            #expect(
                seen == .atHome(nil, sinceHour: Self.start + Self.hour, lastHour: Self.start + Self.hour), "\(seen)")
        }
    }

    @Test(arguments: [-120_000, 120_000] as [Int64])
    func `the switch hides later reports of a phone whose clock is minutes behind or ahead`(
        lead: Int64
    ) async throws {
        let world = World()
        try await world.share { ($0.friends, $0.atHomeUntil) = (.exact, .max) }
        let reported = Position(time: world.clock.time + 60_000 + lead, point: Self.center)
        for people in [world.people, world.restarted] {
            let kept = try await people.concealed([reported], of: world.person)
            #expect(kept.allSatisfy { $0.isAtHome && $0.point != Self.center })
        }
        world.clock.time += Self.hour
        try await world.share { $0.atHomeUntil = 0 }
        let late = try await world.people.concealed([reported], of: world.person)
        #expect(late.allSatisfy { $0.isAtHome })
    }

    @Test func `a thousand looks reveal no more of a place than one`() async throws {
        let world = World()
        try await world.share { $0.pseudonym = "Heron" }
        var published: Set<PointE7> = []
        var generator = SeededGenerator(seed: 1)
        for index in 0..<1000 {
            // A receiver that does not move, at a corner of squares, and now and then far off.
            let reach = index % 40 == 39 ? 400.0 : 20
            let jitter = { Double.random(in: -reach...reach, using: &generator) }
            try await world.report(
                Self.moved(Self.corner, east: jitter(), north: jitter()), at: Int64(index) * 30_000)
            if case .at(let point, _, let last) = try await world.seen(by: nil) {
                published.insert(point)
                #expect(last % 300_000 == 0)
            }
        }
        #expect(published.count == 1)
    }

    /// Where four squares of 500 m meet, near `center`.
    private static let corner: PointE7 = {
        let degree = Coordinate.earthRadiusInMetres * .pi / 180, width = 500.0
        let band = (Coordinate(center).latitude * degree / width).rounded()
        let stretch = 1 / cos((band + 0.5) * width / degree * .pi / 180)
        let column = (Coordinate(center).longitude * degree / width / stretch).rounded()
        return PointE7(
            latitudeE7: Int32(band * width / degree * 1e7), longitudeE7: Int32(column * width / degree * stretch * 1e7))
    }()

    @Test func `location noise has its stated size`() async throws {
        var distances: [Double] = []
        for seed in 0..<400 {
            let world = World(seed: UInt64(seed))
            try await world.share { $0.pseudonym = "Heron" }
            try await world.report(Self.center, at: 0)
            guard case .at(let point, _, _) = try await world.seenLater(by: nil) else { continue }
            distances.append(point.distance(inMetresTo: Self.center))
        }
        distances.sort()
        #expect(distances.count == 400)
        // ε = ln 4 / 200 m: the mean is 2/ε = 289 m from the middle of the square, which is 191 m from a point of it on
        // average.
        let mean = distances.reduce(0, +) / 400
        #expect((270...390).contains(mean), "\(mean)")
        #expect(distances[360] > 480, "\(distances[360])")
    }

    @Test
    func `nineteen of twenty people are in the published circle, which is no larger than needed`()
        async throws
    {
        var generator = SeededGenerator(seed: 19), distances: [Double] = []
        for seed in 0..<600 {
            let world = World(seed: UInt64(seed))
            try await world.share { $0.pseudonym = "Heron" }
            let place = Self.moved(
                Self.center, east: .random(in: 0...2000, using: &generator),
                north: .random(in: 0...2000, using: &generator))
            try await world.report(place, at: 0)
            world.clock.time += Self.hour
            let seen = try #require(try await world.people.seen(by: nil).first)
            guard case .at(let point, _, _) = seen.whereabouts else { continue }
            #expect(seen.radiusInMetres == 800)
            distances.append(point.distance(inMetresTo: place))
        }
        #expect(distances.count == 600)
        // A separate simulation gives 96.1 % within 800 m; three standard deviations of 600 draws are 2.4 %.
        let share = Double(distances.filter { $0 <= 800 }.count) / 600
        #expect((0.935...0.985).contains(share), "\(share)")
    }

    @Test func `a person reads when others first see an area, whether they stay or go`() async throws {
        let world = World(), minute: Int64 = 60_000
        try await world.share { $0.pseudonym = "Heron" }
        let due = { try await world.people.due(of: world.person)[.approximate].map { ($0 - Self.start) / minute } }
        #expect(try await due() == nil)
        try await world.report(Self.center, at: 2 * minute)
        #expect(try await due() == 15)
        #expect(try await world.people.due(of: world.person)[.exact] == nil)
        // A person who moves on starts anew.
        try await world.report(Self.moved(Self.center, east: 3000, north: 0), at: 7 * minute)
        #expect(try await due() == 20)
        // A phone that reports nothing is no evidence of a stay, so it takes longer.
        world.clock.time = Self.start + 25 * minute
        #expect(try await due() == 40)
        #expect(try await world.seen(by: nil) == nil)
        world.clock.time = Self.start + 40 * minute
        #expect(try await due() == nil)
        #expect(try await world.seen(by: nil) != nil)
    }

    @Test func `a person who stays and reports becomes visible at the stated time`() async throws {
        let world = World(), minute: Int64 = 60_000
        try await world.share { $0.pseudonym = "Heron" }
        for minutes in [2, 12] as [Int64] { try await world.report(Self.center, at: minutes * minute) }
        world.clock.time = Self.start + 15 * minute - 1
        #expect(try await world.seen(by: nil) == nil)
        world.clock.time += 1
        #expect(try await world.seen(by: nil) != nil)
    }

    @Test func `a day publishes at most ten squares`() async throws {
        let world = World()
        try await world.share { $0.pseudonym = "Heron" }
        var published: Set<PointE7> = []
        for step in 0..<18 {
            try await world.stay(at: Self.moved(Self.center, east: Double(step) * 1000, north: 0), from: step)
            if case .at(let point, _, _) = try await world.seen(by: nil) { published.insert(point) }
        }
        #expect(published.count == 10)
    }

    @Test func `a late report from a time at home by the switch is hidden, also after a restart`()
        async throws
    {
        let world = World()
        try await world.share { ($0.friends, $0.atHomeUntil) = (.exact, .max) }
        world.clock.time = Self.start + 10 * Self.hour
        // The page sends that they are no longer at home, or another change, and no times at home.
        for _ in 0..<2 {
            let revision = try await world.people.sharing(of: world.person).revision
            var sharing = Sharing()
            sharing.friends = .exact
            try await world.people.share(sharing, at: revision, by: world.person)
        }
        for people in [world.people, world.restarted] {
            let late = try await people.concealed(
                [-1, 1, 9, 11].map { Position(time: Self.start + $0 * Self.hour, point: Self.center) },
                of: world.person)
            #expect(late.map(\.isAtHome) == [false, true, true, false])
            #expect(late.filter { $0.isAtHome }.allSatisfy { $0.point != Self.center })
        }
    }

    @Test func `times at home are kept as long as positions, and merge when there are many`()
        async throws
    {
        let world = World()
        for turn in 0..<200 {
            world.clock.time = Self.start + Int64(turn) * Self.hour
            try await world.share { $0.atHomeUntil = turn % 2 == 0 ? .max : 0 }
        }
        let times = try await world.people.sharing(of: world.person).sharing.atHomeTimes
        #expect(times.count <= 50 && times.first?.lowerBound == Self.start)
        world.clock.time += 40 * 24 * Self.hour
        try await world.share { $0.friends = .approximate }
        #expect(try await world.people.sharing(of: world.person).sharing.atHomeTimes.isEmpty)
    }

    @Test func `no other area is published for a removed one`() async throws {
        let world = World(), other = HomeGrid.Cell(TileID(zoom: 14, x: 4000, y: 6000)!)!
        try await world.befriend()
        try await world.share { ($0.friends, $0.homes) = (.exact, [Self.home, other]) }
        try await world.report(Self.center, at: 0)
        try await world.share { $0.homes = [other] }
        let seen = try await world.seenLater(by: world.friend)
        #expect(seen == .atHome(nil, sinceHour: Self.start, lastHour: Self.start))
    }

    @Test func `the trip from home stays hidden after its beginning is deleted`() async throws {
        let world = World()
        try await world.befriend()
        try await world.share { ($0.friends, $0.homes) = (.exact, [Self.home]) }
        try await world.report(Self.center, at: 0)
        let outside = try #require(
            stride(from: 500.0, to: 9000, by: 100).map { Self.moved(Self.center, east: $0, north: 0) }
                .first { !Self.home.isNear($0) })
        // Once they have left, or are about to.
        for hasLeft in [true, false] {
            if hasLeft { try await world.report(outside, at: 60_000) }
            try await world.positions.forget(world.person)
            try await world.people.forgetWhereabouts(of: world.person)
            try await world.share { $0.pseudonym = "Heron" }
            try await world.report(outside, at: 120_000)
            #expect(try await world.seenLater(by: world.friend) == nil)
            try await world.report(Self.center, at: 180_000)
        }
    }

    @Test func `a person who deletes their positions still publishes at most ten squares a day`() async throws {
        let world = World()
        try await world.share { $0.pseudonym = "Heron" }
        var published: Set<PointE7> = []
        for step in 0..<18 {
            if step % 7 == 6 {
                try await world.positions.forget(world.person)
                try await world.people.forgetWhereabouts(of: world.person)
                try await world.share { $0.countsInStatistics.toggle() }
            }
            try await world.stay(at: Self.moved(Self.center, east: Double(step) * 1000, north: 0), from: step)
            if case .at(let point, _, _) = try await world.seen(by: nil) { published.insert(point) }
        }
        #expect(published.count == 10)
    }

    @Test func `a square counts among the ten even if the next report is from home`() async throws {
        let world = World()
        try await world.share { ($0.pseudonym, $0.homes) = ("Heron", [Self.home]) }
        var published: Set<PointE7> = []
        for trip in 0..<13 {
            // Out of home and past the hidden part to another place on each trip, and back.
            let place = Self.moved(Self.center, east: 9000 + Double(trip) * 1000, north: 0)
            let begin = Int64(trip) * 2_000_000
            try await world.report(Self.center, at: begin)
            for minute in [1, 12, 23, 32] as [Int64] {
                try await world.report(
                    minute == 1 ? Self.moved(place, east: 0, north: 3000) : place, at: begin + minute * 60_000)
                if case .at(let point, _, _) = try await world.seen(by: nil) { published.insert(point) }
            }
        }
        #expect(published.count == 10)
    }

    @Test func `a viewer of an approximate location sees stays, and no square of the trip between them`()
        async throws
    {
        let world = World()
        try await world.befriend()
        try await world.share { ($0.friends, $0.pseudonym) = (.exact, "Heron") }
        var published: [PointE7] = [], ways: Set<PointE7> = []
        // A kilometre in ten minutes with a report each minute, ten times, and then half an hour at the end.
        for step in 0..<130 {
            let east = Double(min(step, 100)) * 100
            try await world.report(Self.moved(Self.center, east: east, north: 0), at: Int64(step) * 60_000)
            if case .at(let point, _, _) = try await world.seen(by: nil), published.last != point {
                published.append(point)
            }
            if case .at(let point, _, _) = try await world.seen(by: world.friend) { ways.insert(point) }
        }
        #expect(published.count == 1 && ways.count > 50)
        #expect(try await world.restarted.seen(by: nil).first?.whereabouts == world.seen(by: nil))
    }

    @Test func `an attacker who averages trips, or fits circles to their ends, finds a home no better than its area`()
        async throws
    {
        // Residents of one area. For ten days an attacker sees what a friend with exact precision sees.
        let middle = Self.home.middle
        var fitted = 0.0, blind = 0.0, count = 0.0
        for seed in 0..<40 {
            var generator = SeededGenerator(seed: UInt64(100 + seed))
            let world = World(seed: UInt64(seed))
            let span = middle.distance(inMetresTo: Self.home.corners.northEast) / 2.0.squareRoot() * 0.95
            let lives = Self.moved(
                middle, east: .random(in: -span...span, using: &generator),
                north: .random(in: -span...span, using: &generator))
            try await world.befriend()
            try await world.share { ($0.friends, $0.homes) = (.exact, [Self.home]) }
            var crossings: [PointE7] = [], wasHome = true
            for day in 0..<10 {
                let bearing = Double.random(in: 0..<2 * .pi, using: &generator)
                for step in 0..<60 {
                    // Out and back on a straight line, at 1.4 m/s and a report a minute.
                    let metres = Double(min(step, 59 - step)) * 84 * 3
                    let point = Self.moved(lives, east: metres * sin(bearing), north: metres * cos(bearing))
                    try await world.report(point, at: (Int64(day) * 60 + Int64(step)) * 60_000)
                    guard let seen = try await world.seenLater(by: world.friend) else { continue }
                    if case .at(let point, _, _) = seen {
                        #expect(!Self.home.isNear(point))
                        if wasHome { crossings.append(point) }
                        wasHome = false
                    } else {
                        if case .atHome(let cell, let hour, let last) = seen {
                            #expect(cell == Self.home)
                            #expect(hour % Self.hour == 0)
                            #expect(last % Self.hour == 0)
                        }
                        wasHome = true
                    }
                }
            }
            // The circle attack: the middle of the points where they become visible.
            guard !crossings.isEmpty else { continue }
            let north = crossings.map { Double($0.latitudeE7) }.reduce(0, +) / Double(crossings.count)
            let east = crossings.map { Double($0.longitudeE7) }.reduce(0, +) / Double(crossings.count)
            fitted += PointE7(latitudeE7: Int32(north), longitudeE7: Int32(east)).distance(inMetresTo: lives)
            blind += middle.distance(inMetresTo: lives)
            count += 1
        }
        #expect(count > 30)
        #expect(fitted / count > blind / count, "\(fitted / count) m, blind \(blind / count) m")
    }

    @Test func `the moment at which an answer changes reveals no more than the times in it`() async throws {
        // A viewer asks every ten seconds while a person comes to a place, moves on, and comes home.
        var changes: Set<Int64> = [], homecomings: Set<Int64> = []
        for seed in 0..<20 {
            var generator = SeededGenerator(seed: UInt64(seed)), last: Whereabouts?
            let world = World(seed: UInt64(seed)), turn = Int64.random(in: 60..<600, using: &generator)
            try await world.befriend()
            try await world.share { ($0.friends, $0.pseudonym, $0.homes) = (.exact, "Heron", [Self.home]) }
            var lastSeen: Whereabouts?
            for step in 0..<900 as Range<Int64> {
                let place = step < turn ? 9000 + Double(step / 120) * 600 : 0
                try await world.report(Self.moved(Self.center, east: place, north: 0), at: step * 10_000)
                let published = try await world.seen(by: nil), seen = try await world.seen(by: world.friend)
                if published != last { changes.insert(world.clock.time) }
                if case .atHome = seen, case .at = lastSeen { homecomings.insert(world.clock.time) }
                (last, lastSeen) = (published, seen)
            }
        }
        #expect(changes.count > 5 && changes.allSatisfy { $0 % 300_000 == 0 })
        #expect(!homecomings.isEmpty && homecomings.allSatisfy { $0 % Self.hour == 0 })
    }

    @Test func `a person who deletes their positions disappears, still shares, and has the same noise`()
        async throws
    {
        let world = World()
        try await world.share { $0.pseudonym = "Heron" }
        try await world.report(Self.center, at: 0)
        guard case .at(let before, _, _) = try await world.seenLater(by: nil) else {
            Issue.record("they are not seen")
            return
        }
        try await world.positions.forget(world.person)
        try await world.people.forgetWhereabouts(of: world.person)
        for people in [world.people, world.restarted] {
            #expect(try await people.seen(by: nil).isEmpty)
            #expect(try await people.sharing(of: world.person).sharing.pseudonym == "Heron")
        }
        // A watcher could average away noise that is drawn anew after each deletion.
        try await world.report(Self.center, at: 60_000)
        guard case .at(let after, _, _) = try await world.seenLater(by: nil) else {
            Issue.record("they are not seen again")
            return
        }
        #expect(after == before)
    }

    @Test func `groups and links survive a restart, and each shows one person under another mark`()
        async throws
    {
        let world = World(), ends = Self.start + 10 * Self.hour
        let groups = [
            try await world.people.begin(.group, named: "One", .exact, until: ends, by: world.person),
            try await world.people.begin(.group, named: "Two", .exact, until: ends, by: world.person),
        ]
        let link = try await world.people.begin(.link, .exact, until: ends, by: world.person)
        try await world.report(Self.center, at: 0)
        var generator = SeededGenerator(seed: 9), marks: Set<UInt64> = []
        for group in groups {
            let member = AccountID(at: 3, using: &generator)
            let invitation = try #require(try await world.people.circles.accessCode(of: group))
            _ = try await world.people.join(invitation, .approximate, by: member)
            let (before, after) = (try await world.people.seen(by: member), try await world.restarted.seen(by: member))
            #expect(before.count == 1 && before == after && before[0].isExact)
            marks.formUnion(before.map(\.mark))
        }
        marks.formUnion([try #require(try await world.restarted.seen(through: link)).mark])
        #expect(marks.count == 3)
        #expect(try await world.people.seen(by: nil).isEmpty)
        #expect(try await world.people.seen(by: world.friend).isEmpty)
    }

    @Test func `a group has a maximum number of members`() async throws {
        let world = World()
        let group = try await world.people.begin(
            .group, named: "Full", .approximate, until: Self.start + Self.hour, by: world.person)
        let invitation = try #require(try await world.people.circles.accessCode(of: group))
        var generator = SeededGenerator(seed: 3)
        for _ in 1..<Circle.maximumMembers {
            _ = try await world.people.join(invitation, .approximate, by: AccountID(at: 2, using: &generator))
        }
        let late = AccountID(at: 2, using: &generator)
        await #expect(throws: Circle.full) { try await world.people.join(invitation, .approximate, by: late) }
        // The server stores nothing of a refused person.
        #expect(try await world.people.sharing(of: late).revision == 0)
    }

    /// Makes a person who was elsewhere for an hour and comes home. Their phone reports it only at `arrival`, in
    /// milliseconds since the start; `isKnown` says whether the store has the arrival.
    private static func lateWorld(arriving arrival: Int64, isKnown: Bool = true) async throws -> World {
        let world = World()
        try await world.befriend()
        try await world.share { ($0.friends, $0.pseudonym, $0.homes) = (.exact, "Heron", [home]) }
        let outside = moved(center, east: 9000, north: 0)
        for minute in [0, 12, 40] as [Int64] { try await world.report(outside, at: minute * 60_000) }
        world.clock.time = start + arrival
        let late = (6...12).map { Position(time: start + $0 * 600_000, point: center) }
        let kept = try await world.people.concealed(late, of: world.person)
        _ = try await world.positions.record(kept, from: world.phone, at: isKnown ? world.clock.time : nil)
        world.people.follow(kept, of: world.person)
        return world
    }

    @Test func `a late report is held back by its arrival, also over a restart and a change of sharing`()
        async throws
    {
        let world = try await Self.lateWorld(arriving: 3 * Self.hour + 60_000)
        let guest = try await world.seen(by: nil), friend = try await world.seen(by: world.friend)
        // Others see them at home only from the next full hour on, so nobody learns when their phone reported.
        for minutes in [2, 20, 59] as [Int64] {
            world.clock.time = Self.start + 3 * Self.hour + minutes * 60_000
            if minutes == 20 { try await world.share { $0.countsInStatistics.toggle() } }
            for people in [world.people, world.restarted] {
                #expect(try await people.seen(by: nil).first?.whereabouts == guest)
                #expect(try await people.seen(by: world.friend).first?.whereabouts == friend)
            }
        }
        world.clock.time = Self.start + 4 * Self.hour
        let home = Whereabouts.atHome(
            Self.home, sinceHour: Self.start + Self.hour, lastHour: Self.start + 2 * Self.hour)
        for people in [world.people, world.restarted] {
            #expect(try await people.seen(by: world.friend).first?.whereabouts == home)
        }
    }

    @Test func `positions of unknown arrival count as arrived at the restart`() async throws {
        let world = try await Self.lateWorld(arriving: 3 * Self.hour + 60_000, isKnown: false)
        world.clock.time += 60_000
        let restarted = world.restarted
        for time in [world.clock.time, Self.start + 4 * Self.hour - 1] {
            world.clock.time = time
            #expect(try await restarted.seen(by: nil).isEmpty)
            let seen = try await restarted.seen(by: world.friend).first?.whereabouts
            if case .atHome = seen { Issue.record("they are seen at home before the hour is full") }
        }
        world.clock.time += 1
        #expect(try await restarted.seen(by: nil).first != nil)
    }

    @Test func `an expired switch for being at home hides late reports after the next change too`()
        async throws
    {
        let world = World()
        try await world.share { ($0.friends, $0.atHomeUntil) = (.exact, Self.start + 2 * Self.hour) }
        world.clock.time = Self.start + 3 * Self.hour
        try await world.share { $0.atHomeUntil = 0 }
        try await world.share { $0.pseudonym = "Heron" }
        let late = try await world.people.concealed(
            [1, 3].map { Position(time: Self.start + $0 * Self.hour, point: Self.center) }, of: world.person)
        #expect(late.map(\.isAtHome) == [true, false])
    }

    @Test(arguments: 0..<30 as Range<UInt64>)
    func `after a restart others see the same as before, however late any phone reports`(seed: UInt64) async throws {
        var generator = SeededGenerator(seed: seed)
        let world = World(seed: seed)
        try await world.befriend()
        try await world.share { ($0.friends, $0.pseudonym, $0.homes) = (.exact, "Heron", [Self.home]) }
        var waiting: [Position] = [], places = [Self.center]
        for east in [3000.0, 9000, 9600, 15_000] { places.append(Self.moved(Self.center, east: east, north: 0)) }
        var place = 0, isOffline = false
        for step in 0..<300 as Range<Int64> {
            let time = Self.start + step * 120_000 + Int64.random(in: 0..<60_000, using: &generator)
            world.clock.time = time
            if Int.random(in: 0..<12, using: &generator) == 0 { place = .random(in: 0..<5, using: &generator) }
            if Int.random(in: 0..<15, using: &generator) == 0 { isOffline.toggle() }
            // The phone's clock is up to a minute off.
            let lead = Int64.random(in: -60_000...60_000, using: &generator)
            waiting.append(Position(time: time + lead, point: places[place]))
            if !isOffline {
                // Some arrive again, or in another order, like those of a second phone.
                let part = waiting.shuffled(using: &generator).prefix(.random(in: 1...40, using: &generator))
                waiting.removeAll { part.contains($0) }
                let kept = try await world.people.concealed(Array(part), of: world.person)
                _ = try await world.positions.record(kept, from: world.phone, at: time)
                world.people.follow(kept, of: world.person)
            }
            guard step % 10 == 0 else { continue }
            let restarted = world.restarted
            for minutes in [0, 4, 35, 61] as [Int64] {
                world.clock.time = time + minutes * 60_000
                for viewer in [nil, world.friend] {
                    let (seen, now) = (try await restarted.seen(by: viewer), try await world.people.seen(by: viewer))
                    #expect(seen == now)
                }
            }
        }
    }

    @Test func `the published locations are the same after a restart`() async throws {
        let world = World()
        try await world.befriend()
        try await world.share { ($0.friends, $0.pseudonym, $0.homes) = (.approximate, "Heron", [Self.home]) }
        for step in 0..<80 {
            try await world.report(
                Self.moved(Self.center, east: Double(min(step, 40)) * 200, north: 0), at: Int64(step) * 60_000)
        }
        let restarted = world.restarted
        #expect(try await restarted.seen(by: nil) == world.people.seen(by: nil))
        #expect(try await restarted.seen(by: world.friend) == world.people.seen(by: world.friend))
        // Friends with approximate precision learn nothing from a comparison with the public view.
        let friend = try await world.seen(by: world.friend), other = try await world.seen(by: nil)
        #expect(friend == other && friend != nil)
    }
}

/// Divides the map into home areas.
@Suite struct HomeGridTests {
    private static let middle = PointE7(latitudeE7: 601_700_000, longitudeE7: 249_400_000)

    /// Returns a town of houses on a grid 40 m apart.
    private static func houses(across: Int) -> [PointE7] {
        (0..<across * across).map { index in
            PointE7(
                latitudeE7: middle.latitudeE7 + Int32(index / across) * 3600,
                longitudeE7: middle.longitudeE7 + Int32(index % across) * 7200)
        }
    }

    @Test func `every area has enough houses and enough land`() throws {
        let houses = Self.houses(across: 150), grid = HomeGrid(addresses: houses, streets: [])
        var counts: [HomeGrid.Cell: Int] = [:]
        for house in houses { counts[try #require(grid.cell(of: house)), default: 0] += 1 }
        #expect(counts.count > 8)
        for (cell, count) in counts {
            #expect(count >= HomeGrid.leastAddresses, "\(cell)")
            let (southWest, northEast) = cell.corners
            let corner = PointE7(latitudeE7: southWest.latitudeE7, longitudeE7: northEast.longitudeE7)
            let area = southWest.distance(inMetresTo: corner) * corner.distance(inMetresTo: northEast)
            #expect(area > HomeGrid.leastArea * 0.99, "\(cell)")
            // The area holds its own middle, and the person could be anywhere in it.
            #expect(grid.cell(of: cell.middle) == cell)
        }
    }

    @Test func `the areas of a square are those of its places, each once`() throws {
        let houses = Self.houses(across: 150), grid = HomeGrid(addresses: houses, streets: [])
        let square = try #require(TileID(containing: Self.middle, zoom: HomeGrid.baseZoom))
        let cells = grid.cells(in: square)
        #expect(Set(cells).count == cells.count && cells.count > 8)
        for cell in cells { #expect(grid.cell(of: cell.middle) == cell) }
        for house in houses where TileID(containing: house, zoom: square.zoom) == square {
            #expect(cells.contains(try #require(grid.cell(of: house))))
        }
        // The part of the square in each quarter, in powers of two.
        let whole = cells.reduce(0.0) { sum, cell in
            sum + Double(cell.quarters.nonzeroBitCount) / Double(1 << (2 * (cell.tile.zoom + 1 - square.zoom)))
        }
        #expect(whole == 1)
    }

    @Test func `the middle of an area is in it, whichever quarters it has`() throws {
        for tile in [
            try #require(TileID(containing: Self.middle, zoom: 13)), try #require(TileID(zoom: 10, x: 0, y: 3)),
        ] {
            for quarters in 1...15 as ClosedRange<UInt8> {
                let middle = try #require(HomeGrid.Cell(tile, quarters: quarters)).middle
                let quarter = try #require(TileID(containing: middle, zoom: tile.zoom + 1))
                let bit = UInt8(1) << UInt8(quarter.x & 1 + 2 * (quarter.y & 1))
                #expect(quarter.x >> 1 == tile.x && quarter.y >> 1 == tile.y && quarters & bit != 0, "\(quarters)")
            }
        }
    }

    @Test func `a few houses beside many share an area with some of the many`() throws {
        // A village of three houses, a quarter's width west of the town.
        let houses = Self.houses(across: 60)
        let village = (0..<3).map {
            PointE7(latitudeE7: Self.middle.latitudeE7, longitudeE7: Self.middle.longitudeE7 - 600_000 - 3000 * $0)
        }
        let grid = HomeGrid(addresses: houses + village, streets: [])
        for house in village {
            let cell = try #require(grid.cell(of: house))
            let others = (houses + village).filter { grid.cell(of: $0) == cell }
            #expect(others.count >= HomeGrid.leastAddresses)
        }
    }

    @Test func `where nothing is known areas are large, and streets count where addresses are not mapped`() throws {
        let empty = HomeGrid(addresses: [], streets: [])
        #expect(empty.divided.isEmpty && empty.cell(of: Self.middle)?.tile.zoom == HomeGrid.baseZoom)
        let streets = Self.houses(across: 150).map { (middle: $0, metres: 400.0) }
        #expect(HomeGrid(addresses: [], streets: streets).divided.count > 4)
    }

    @Test func `a square and its neighbours are near, also around the antimeridian, and nothing beyond`() throws {
        let size = 1 << 10
        let cell = { (x: Int, y: Int) in
            let tile = try #require(TileID(zoom: 10, x: (x + size) % size, y: y))
            return try #require(HomeGrid.Cell(tile))
        }
        let first = try cell(0, 500)
        for x in [-2, -1, 0, 1, 2] {
            for y in 498...502 {
                let middle = try cell(x, y).middle
                #expect(first.isNear(middle) == (abs(x) <= 1 && (499...501).contains(y)), "\(x) \(y)")
            }
        }
        // For some quarters, nearness reaches a quarter's width.
        let west = try #require(HomeGrid.Cell(first.tile, quarters: 5))
        let east = try cell(1, 500).middle
        #expect(west.isNear(first.middle) && !west.isNear(east))
    }
}

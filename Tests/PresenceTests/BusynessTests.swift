import Community
import Foundation
import GeoCore
import Presence
import Synchronization
import TestSupport
import Testing

/// Places on a grid, 120 m apart; each reaches 30 m.
private struct PlaceGrid: PlaceFinding {
    static let middle = PointE7(latitudeE7: 407_934_000, longitudeE7: -778_600_000)
    static let step = 120.0
    private static let metre = 1e7 / 111_195.0
    private static let squeeze = cos(40.7934 * Double.pi / 180)

    static func point(_ east: Double, _ north: Double) -> PointE7 {
        PointE7(
            latitudeE7: middle.latitudeE7 + Int32(north * metre),
            longitudeE7: middle.longitudeE7 + Int32(east * metre / squeeze))
    }

    static func point(of place: PlaceKey) -> PointE7 {
        point(Double(place.rawValue % 100) * step, Double(place.rawValue / 100) * step)
    }

    func place(at point: PointE7) -> PlaceKey? {
        let north = Double(point.latitudeE7 - Self.middle.latitudeE7) / Self.metre
        let east = Double(point.longitudeE7 - Self.middle.longitudeE7) / Self.metre * Self.squeeze
        let key = PlaceKey(rawValue: Int64((east / Self.step).rounded()) + 100 * Int64((north / Self.step).rounded()))
        return Self.point(of: key).distance(inMetresTo: point) <= 30 ? key : nil
    }
}

extension RandomNumberGenerator {
    /// A number of the normal distribution (Box and Muller, 1958).
    fileprivate mutating func normal(_ deviation: Double) -> Double {
        let (one, other) = (Double.random(in: 0x1p-53...1, using: &self), Double.random(in: 0..<1, using: &self))
        return deviation * (-2 * log(one)).squareRoot() * cos(2 * .pi * other)
    }

    /// Returns a device's position, off by a random error of `error` metres in each direction.
    fileprivate mutating func fix(_ point: PointE7, at time: Int64, error: Double = 8) -> Position {
        let metre = 1e7 / 111_195.0
        var position = Position(
            time: time,
            point: PointE7(
                latitudeE7: point.latitudeE7 + Int32(normal(error) * metre),
                longitudeE7: point.longitudeE7 + Int32(normal(error) * metre / cos(40.7934 * .pi / 180))))
        position.accuracyMetres = 1.5 * error
        return position
    }
}

/// Finds stays in positions.
@Suite struct StayTests {
    private static let minute: Int64 = 60_000

    /// Returns the last known version of each stay in positions.
    private static func visits(_ positions: [Position]) -> [Visit] { StayRule.visits(positions, PlaceGrid()) }

    @Test func `a stay is found with its times despite an error and a silence`() throws {
        var generator = SeededGenerator(seed: 1), positions: [Position] = []
        let cafe = PlaceKey(rawValue: 305), point = PlaceGrid.point(of: cafe)
        for minute in stride(from: 0, through: 20, by: 5) as StrideThrough<Int64> {
            positions.append(generator.fix(PlaceGrid.point(0, Double(minute) * 15), at: minute * Self.minute))
        }
        for minute in [25, 30, 35, 80, 85] as [Int64] {
            positions.append(generator.fix(point, at: minute * Self.minute))
            if minute == 30 {
                positions.append(generator.fix(PlaceGrid.point(900, 900), at: 31 * Self.minute))
            }
        }
        for minute in [95, 100] as [Int64] {
            positions.append(generator.fix(PlaceGrid.point(3000, Double(minute) * 100), at: minute * Self.minute))
        }
        let visits = Self.visits(positions)
        #expect(visits.map(\.place) == [cafe])
        #expect(visits.first?.arrival == 25 * Self.minute && visits.first?.departure == 85 * Self.minute)
    }

    @Test func `a phone that does not move and reports nothing stays until it must have left`() throws {
        let cafe = PlaceKey(rawValue: 305), point = PlaceGrid.point(of: cafe)
        let away = PlaceGrid.point(of: PlaceKey(rawValue: 312))
        let positions = [(0, point), (40, away), (41, away)].map { Position(time: $0 * Self.minute, point: $1) }
        let visit = try #require(Self.visits(positions).first)
        // 840 m at 1.4 m/s take ten minutes.
        #expect(visit.place == cafe && abs(visit.departure - 30 * Self.minute) < 10_000)
        // Nobody reports for more than an hour.
        let late = [(0, point), (90, away), (91, away)].map { Position(time: $0 * Self.minute, point: $1) }
        #expect(Self.visits(late).isEmpty)
    }

    @Test func `a person who is found elsewhere has left, unless that position was an error`() {
        let cafe = PlaceKey(rawValue: 305), point = PlaceGrid.point(of: cafe), away = PlaceGrid.point(3000, 0)
        var rule = StayRule()
        let published = [(0, point), (10, point), (60, away), (65, point), (70, away), (71, away)].map {
            minute, point in
            rule.follow(Position(time: minute * Self.minute, point: point), PlaceGrid())
        }
        #expect(published.allSatisfy { $0.count <= 1 } && published[5].first == published[4].first)
        #expect(
            published.map { $0.first?.arrival } == [nil, 0, 0, 0, 0, 0]
                && published.joined().allSatisfy { $0.place == cafe })
        // 2,427 m at 1.4 m/s take 28.9 minutes.
        let departures = published.dropFirst().compactMap { $0.first?.departure }
        #expect(departures[0] == 10 * Self.minute && (31 * Self.minute..<32 * Self.minute).contains(departures[1]))
        #expect(departures[2...] == [65, 65, 65].map { $0 * Self.minute }[...])
    }

    @Test func `a stay continues across the antimeridian and at the poles`() throws {
        struct Everywhere: PlaceFinding {
            func place(at point: PointE7) -> PlaceKey? { PlaceKey(rawValue: Int64(point.longitudeE7)) }
        }
        let ends: [(Int32, Int32)] = [
            (10_000_000, 1_799_999_900), (900_000_000, 1_700_000_000), (-900_000_000, -1_800_000_000),
        ]
        for (latitude, longitude) in ends {
            var rule = StayRule(), visit: Visit?
            for minute in 0..<20 as Range<Int64> {
                let east = minute % 2 == 0 ? longitude : -longitude
                visit =
                    rule.follow(
                        Position(time: minute * Self.minute, point: PointE7(latitudeE7: latitude, longitudeE7: east)),
                        Everywhere()
                    ).last ?? visit
            }
            let place = try #require(visit?.place.rawValue)
            #expect((-1_800_000_000...1_800_000_000).contains(place))
        }
    }

    @Test(arguments: [1, 10, 60, 300] as [Int64])
    func `a person who walks by has no stay, however often they report`(seconds: Int64) {
        var generator = SeededGenerator(seed: UInt64(seconds))
        let positions = stride(from: 0 as Int64, to: 3600, by: Int64.Stride(seconds)).map { second in
            generator.fix(PlaceGrid.point(Double(second) * 1.4, 0), at: second * 1000)
        }
        #expect(Self.visits(positions).isEmpty)
    }

    @Test(arguments: [30, 300] as [Int64])
    func `nine of ten visits are found with place and time, and nine of ten found visits are true`(interval: Int64) {
        var made = 0, found = 0, right = 0
        for seed in 0..<200 {
            var generator = SeededGenerator(seed: UInt64(seed)), positions: [Position] = []
            var truth: [(place: PlaceKey, from: Int64, until: Int64)] = [], time: Int64 = 8 * 60 * Self.minute
            var place = PlaceKey(rawValue: .random(in: 0..<400, using: &generator))
            while time < 20 * 60 * Self.minute {
                let stay = Int64.random(in: 12...90, using: &generator) * Self.minute
                truth.append((place, time, time + stay))
                let next = PlaceKey(rawValue: .random(in: 0..<400, using: &generator))
                let (from, to) = (PlaceGrid.point(of: place), PlaceGrid.point(of: next))
                let walk = Int64(from.distance(inMetresTo: to) / 1.4 * 1000)
                var moment = time
                while moment < time + stay + walk {
                    let share = max(0, Double(moment - time - stay) / Double(max(1, walk)))
                    let point = PointE7(
                        latitudeE7: from.latitudeE7 + Int32(Double(to.latitudeE7 - from.latitudeE7) * share),
                        longitudeE7: from.longitudeE7 + Int32(Double(to.longitudeE7 - from.longitudeE7) * share))
                    // One in twenty is lost; one in fifty is far off.
                    let isLost = Int.random(in: 0..<20, using: &generator) == 0
                    let isOff = Int.random(in: 0..<50, using: &generator) == 0
                    if !isLost { positions.append(generator.fix(point, at: moment, error: isOff ? 60 : 8)) }
                    moment += interval * 1000
                }
                time += stay + walk
                place = next
            }
            let visits = Self.visits(positions)
            made += truth.count
            found += visits.count
            for visit in visits {
                let overlap = { (one: (place: PlaceKey, from: Int64, until: Int64)) in
                    one.place == visit.place
                        && min(one.until, visit.departure) - max(one.from, visit.arrival)
                            >= (one.until - one.from) / 2
                }
                if truth.contains(where: overlap) { right += 1 }
            }
        }
        #expect(Double(right) / Double(made) >= 0.9, "recall \(right) of \(made)")
        #expect(Double(right) / Double(found) >= 0.9, "precision \(right) of \(found)")
    }
}

/// Publishes how busy places are.
@Suite struct BusynessTests {
    private static let hour: Int64 = 3_600_000
    /// A Monday, 00:00.
    private static let start: Int64 = 19_723 * 24 * hour

    /// A class because rules and test share the clock.
    private final class World: Sendable {
        let store = MemoryPresenceStore()
        private let clock = Mutex(BusynessTests.start)
        private let made = Mutex<Busyness?>(nil)

        var time: Int64 {
            get { clock.withLock { $0 } }
            set { clock.withLock { $0 = newValue } }
        }

        /// Returns the rules as after a start.
        func busyness(_ places: some PlaceFinding = PlaceGrid(), atLeast least: Double = 20) -> Busyness {
            Busyness(
                store: store, keys: store, places: places, leastContributors: least, now: { self.time },
                localMinutes: { $0 / 60_000 })
        }

        /// Counts `people` at a place in an hour since the start.
        func add(_ people: Int, _ place: PlaceKey, hour: Int) {
            let first = BusynessTests.start / BusynessTests.hour + Int64(hour)
            let all = (0..<people).map { person in
                let token = withUnsafeBytes(of: (Int64(person), first * 1000 + place.rawValue)) { Array($0) }
                return Contribution(place: place, hour: first, token: token)
            }
            _ = store.replace([], by: all)
        }
    }

    private static func person(_ seed: UInt64) -> (id: AccountID, key: PersonKey) {
        var generator = SeededGenerator(seed: seed)
        return (AccountID(at: 1, using: &generator), PersonKey(using: &generator))
    }

    /// Lets a person stay at places, at hours since the start, and report every five minutes.
    private static func stay(
        _ person: (id: AccountID, key: PersonKey), _ place: PlaceKey, _ hours: ClosedRange<Double>, _ world: World,
        _ busyness: Busyness
    ) async throws {
        for minute in stride(from: Int64(hours.lowerBound * 60), through: Int64(hours.upperBound * 60), by: 5) {
            world.time = start + minute * 60_000
            let position = Position(time: world.time, point: PlaceGrid.point(of: place))
            try await busyness.follow([position], of: person.id, person.key) { _ in [] }
        }
    }

    @Test func `a person counts once in an hour, at most four times a day, and never in a closed hour`() async throws {
        let world = World(), busyness = world.busyness(), anna = Self.person(1)
        let places = (0..<7).map { PlaceKey(rawValue: Int64($0)) }
        try await Self.stay(anna, places[0], 8...9.9, world, busyness)
        try await Self.stay(anna, places[1], 10...10.5, world, busyness)
        try await Self.stay(anna, places[0], 10.6...10.98, world, busyness)
        try await Self.stay(anna, places[2], 12...12.5, world, busyness)
        let day = world.store.hourCounts(from: 0)
        let first = Self.start / Self.hour
        #expect(
            Set(day.map { [$0.hour - first, $0.place.rawValue, Int64($0.people)] }) == [
                [8, 0, 1], [9, 0, 1], [10, 1, 1], [10, 0, 1],
            ])
        // The next day has another token, and late reports count nowhere.
        let late = (0...12).map {
            Position(time: Self.start + 32 * Self.hour + $0 * 300_000, point: PlaceGrid.point(of: places[3]))
        }
        world.time = Self.start + 34 * Self.hour
        try await busyness.follow(late, of: anna.id, anna.key) { _ in [] }
        #expect(world.store.hourCounts(from: 0).count == 4)
        try await Self.stay(anna, places[4], 35...35.5, world, busyness)
        #expect(world.store.hourCounts(from: 0).count == 5)
        // A watcher cannot link two days of one person.
        #expect(Set(world.store.hourCounts(from: 0).map(\.people)) == [1])
    }

    @Test func `a server publishes the people whom another one counted`() async throws {
        let world = World(), place = PlaceKey(rawValue: 3), days = 42
        for day in 0..<days { for hour in 9...17 { world.add(60, place, hour: day * 24 + hour) } }
        world.time = Self.start + Int64(days * 24 + 10) * Self.hour + Self.hour / 2
        let server = world.busyness()
        _ = try await server.present(at: place)
        // Another server counts, while the hour is open.
        world.add(60, place, hour: days * 24 + 10)
        for _ in 0..<3 {
            world.time += Self.hour
            let fresh = try await world.busyness().present(at: place)
            #expect(try await "\(String(describing: server.present(at: place)))" == "\(String(describing: fresh))")
        }
        world.time = Self.start + Int64(days * 24 + 11) * Self.hour + Self.hour / 2
        #expect(try await world.busyness().present(at: place) != nil)
        // Of the day that is over, too.
        world.add(60, place, hour: days * 24 + 23)
        world.time = Self.start + Int64(days * 24 + 25) * Self.hour
        let pattern = try await world.busyness().pattern(of: place)
        #expect(try await "\(String(describing: server.pattern(of: place)))" == "\(String(describing: pattern))")
    }

    /// A person who takes part and has named no home area.
    private final class Life {
        let world = World(), person = BusynessTests.person(1)
        private var busyness: Busyness, recorded: [Position] = []

        init() { busyness = world.busyness() }

        func restart() { busyness = world.busyness() }

        /// Reports from a place at an hour since the start, `metres` beside it, with a random error.
        func report(
            _ place: PlaceKey, _ hours: some Sequence<Double>, metres: Double = 0, accuracy: Double? = nil
        ) async throws {
            for hour in hours {
                world.time = BusynessTests.start + Int64((hour * 60).rounded()) * 60_000
                let point = LocalPlane(around: PlaceGrid.point(of: place)).point(at: PlanePoint(x: metres, y: 0))
                try await report(Position(time: world.time, point: point), accuracy)
            }
        }

        func report(_ position: Position, _ accuracy: Double? = nil) async throws {
            var position = position
            position.accuracyMetres = accuracy
            try await busyness.follow([position], of: person.id, person.key) { [recorded] times in
                recorded.filter { times.contains($0.time) }
            }
            recorded.append(position)
        }

        /// Returns the hours since the start in which they counted at a place, in order.
        func hours(at place: PlaceKey) -> [Int64] {
            world.store.hourCounts(from: 0).filter { $0.place == place }
                .map { $0.hour - BusynessTests.start / BusynessTests.hour }.sorted()
        }
    }

    private static func everyFiveMinutes(_ hours: ClosedRange<Double>) -> StrideThrough<Double> {
        stride(from: hours.lowerBound, through: hours.upperBound, by: 1.0 / 12)
    }

    /// The behaviour of a phone at night.
    enum Night: CaseIterable {
        case reports, liesStill, speaksOnTheWay
    }

    @Test(arguments: Night.allCases)
    func `a person who lives above a café without a home area does not count there after the first night or a restart`(
        night: Night
    ) async throws {
        let life = Life(), cafe = PlaceKey(rawValue: 3), office = PlaceKey(rawValue: 205)
        for day in 0..<4 {
            let evening = Double(day) * 24 + 18
            switch night {
            case .reports: try await life.report(cafe, Self.everyFiveMinutes(evening...evening + 13))
            case .liesStill:
                try await life.report(cafe, Self.everyFiveMinutes(evening...evening + 4))
                try await life.report(cafe, Self.everyFiveMinutes(evening + 13...evening + 13.1))
            case .speaksOnTheWay:
                try await life.report(cafe, Self.everyFiveMinutes(evening...evening + 4))
                try await life.report(cafe, [evening + 13], metres: 150)
            }
            try await life.report(office, Self.everyFiveMinutes(evening + 14...evening + 16.5))
            if day == 1 { life.restart() }
        }
        // On the first evening, and until four at night, nobody can know.
        #expect(life.hours(at: cafe).allSatisfy { $0 < 28 })
        #expect(life.hours(at: cafe).contains(18))
        // They count each day at their workplace.
        #expect(Set(life.hours(at: office).map { $0 / 24 }) == [1, 2, 3, 4])
    }

    @Test
    func `a person who is in a bar until late and next reports at home counts in the bar the next evening too`()
        async throws
    {
        let bar = PlaceKey(rawValue: 3), home = PlaceGrid.point(5000, 5000)
        for morning in [25.6, 28.2, 31.0] {
            for accuracy in [nil, 500.0] {
                let life = Life()
                try await life.report(bar, Self.everyFiveMinutes(20...25.5))
                life.world.time = Self.start + Int64(morning * 60) * 60_000
                // Their first position may be useless.
                try await life.report(Position(time: life.world.time, point: home), accuracy)
                life.world.time = Self.start + 34 * Self.hour
                try await life.report(Position(time: life.world.time, point: home))
                try await life.report(bar, Self.everyFiveMinutes(44...46))
                #expect(life.hours(at: bar).contains(44), "\(morning) \(accuracy ?? 0)")
            }
        }
    }

    @Test func `late reports of yesterday do not turn a workplace into a home`() async throws {
        let life = Life(), office = PlaceKey(rawValue: 205)
        try await life.report(office, Self.everyFiveMinutes(32...33.5))
        try await life.report(Position(time: Self.start + 20 * Self.hour, point: PlaceGrid.point(900, 900)))
        try await life.report(office, Self.everyFiveMinutes(33.6...35))
        #expect(life.hours(at: office) == [32, 33, 34])
    }

    @Test func `a person with a home area counts where they dance until morning`() async throws {
        let world = World(), busyness = world.busyness(), anna = Self.person(1), club = PlaceKey(rawValue: 3)
        for minute in stride(from: 26 * 60 as Int64, through: 29 * 60, by: 5) {
            world.time = Self.start + minute * 60_000
            let position = Position(time: world.time, point: PlaceGrid.point(of: club))
            try await busyness.follow([position], of: anna.id, anna.key, namedHome: true) { _ in [] }
        }
        #expect(world.store.hourCounts(from: 0).count == 3)
    }

    /// Adjoining houses, ten metres wide each.
    private struct Row: PlaceFinding {
        static func point(_ house: Double) -> PointE7 { PlaceGrid.point(house * 10, 0) }

        func place(at point: PointE7) -> PlaceKey? {
            let metre = (Self.point(1000).longitudeE7 - PlaceGrid.middle.longitudeE7) / 10_000
            return PlaceKey(rawValue: Int64((point.longitudeE7 - PlaceGrid.middle.longitudeE7) / metre / 10))
        }
    }

    @Test(arguments: [1, 12])
    func `a person counts at the place that later positions show, unless the hour is published`(
        together: Int
    ) async throws {
        let world = World(), busyness = world.busyness(Row()), anna = Self.person(1)
        // In the first hour they seem to be at 2, then in some positions at 3, and more and more clearly at 4.
        let houses =
            Array(repeating: 2.5, count: 11) + Array(repeating: 3.5, count: 3) + Array(repeating: 4.5, count: 34)
        let positions = houses.enumerated().map { index, house in
            Position(time: Self.start + 8 * Self.hour + Int64(index) * 300_000, point: Row.point(house))
        }
        for start in stride(from: 0, to: positions.count, by: together) {
            let batch = positions[start..<min(positions.count, start + together)]
            world.time = batch.last?.time ?? 0
            try await busyness.follow(Array(batch), of: anna.id, anna.key) { _ in [] }
        }
        let first = Self.start / Self.hour
        let counts = world.store.hourCounts(from: 0).sorted { ($0.hour, $0.place) < ($1.hour, $1.place) }
        #expect(
            counts.map { [$0.hour - first, $0.place.rawValue, Int64($0.people)] } == [
                [8, 2, 1], [9, 3, 1], [10, 4, 1], [11, 4, 1],
            ])
    }

    @Test func `noise has its stated size, no bias, and the same value each time`()
        async throws
    {
        let world = World()
        var generator = SeededGenerator(seed: 5)
        _ = world.store.statisticsKey(orMake: PersonKey(using: &generator))
        // The published present of many places in the hours of the last eight weeks, with 100 people each.
        var published: [Double] = []
        for place in 0..<60 as Range<Int64> {
            for hour in 0..<29 * 24 { world.add(hour % 24 == 12 ? 100 : 0, PlaceKey(rawValue: place), hour: hour) }
        }
        world.time = Self.start + 28 * 24 * Self.hour + 13 * Self.hour + 20 * 60_000
        let one = world.busyness(), other = world.busyness()
        for place in 0..<60 as Range<Int64> {
            let now = try #require(try await one.present(at: PlaceKey(rawValue: place)))
            #expect(try await other.present(at: PlaceKey(rawValue: place)) == now)
            #expect(now.comparison == .usual || now.level >= 4)
            published.append(Double(now.level))
        }
        #expect(published.allSatisfy { $0 >= 4 })
    }

    @Test func `the formula for sums of noise agrees with samples`() {
        var generator = SeededGenerator(seed: 17)
        for count in [1, 4, 8] {
            let sums = (0..<200_000).map { _ in
                (0..<count).reduce(0.0) { sum, _ in
                    let uniform = Double.random(in: -0.5..<0.5, using: &generator)
                    return sum + (uniform < 0 ? -1 : 1) * -log(max(0x1p-53, 1 - 2 * abs(uniform)))
                }
            }
            for x in [1.0, 3, 6] {
                let drawn = Double(sums.count { $0 > x }) / 200_000
                let published = ReleaseRule.tail(of: count, beyond: x)
                #expect(
                    abs(drawn - published) < 5 * (published / 200_000).squareRoot() + 1e-6,
                    "\(count) \(x) \(drawn) \(published)")
            }
        }
        // For a single number, as in any textbook.
        #expect(abs(ReleaseRule.tail(of: 1, beyond: 2) - exp(-2) / 2) < 1e-15)
    }

    @Test func `an hour with few people, or with less than four weeks of counts, is not published`() async throws {
        for seed in 0..<20 {
            let world = World()
            var generator = SeededGenerator(seed: UInt64(seed))
            _ = world.store.statisticsKey(orMake: PersonKey(using: &generator))
            for week in 0..<4 {
                for day in 0..<5 {
                    world.add(1, PlaceKey(rawValue: 1), hour: (week * 7 + day) * 24 + 12)
                    world.add(40, PlaceKey(rawValue: 2), hour: (week * 7 + day) * 24 + 12)
                }
            }
            world.time = Self.start + 28 * 24 * Self.hour + 30 * 60_000
            let few = try await world.busyness().pattern(of: PlaceKey(rawValue: 1))
            // One person in each week: an answer about them has probability δ at most.
            #expect(few == nil, "\(seed)")
            let many = try #require(try await world.busyness().pattern(of: PlaceKey(rawValue: 2)))
            #expect((0..<5).allSatisfy { many.levels[$0][12] >= 4 } && many.weeks == 4)
            #expect(try await world.busyness().pattern(of: PlaceKey(rawValue: 3)) == nil)
            world.time = Self.start + 20 * 24 * Self.hour
            #expect(try await world.busyness().pattern(of: PlaceKey(rawValue: 2)) == nil)
        }
    }

    @Test func `files contain less than answers, and neither contains what the operator excludes`()
        async throws
    {
        let world = World(), (few, many) = (PlaceKey(rawValue: 1), PlaceKey(rawValue: 2))
        var generator = SeededGenerator(seed: 3)
        _ = world.store.statisticsKey(orMake: PersonKey(using: &generator))
        // 80 people on four days of one weekday, and 240.
        for day in 0..<28 {
            world.add(20, few, hour: day * 24 + 12)
            world.add(60, many, hour: day * 24 + 12)
        }
        world.time = Self.start + 28 * 24 * Self.hour + 30 * 60_000
        for (least, published) in [(20.0, [few: true, many: true]), (160, [few: false, many: true])] {
            let busyness = world.busyness(atLeast: least)
            for (place, isPublished) in published {
                #expect(try await (busyness.pattern(of: place) != nil) == isPublished)
            }
            let pattern = try #require(try await busyness.pattern(of: many))
            #expect(pattern.levelsInFiles == pattern.levels)
        }
        let pattern = try #require(try await world.busyness().pattern(of: few))
        #expect(pattern.levels.joined().contains { $0 > 0 } && pattern.levelsInFiles.joined().allSatisfy { $0 == 0 })
        #expect(ReleaseRule.threshold(weeks: 4, atLeast: 1) == ReleaseRule.threshold(weeks: 4))
    }

    @Test func `an hour is published sixteen minutes after it ends, when nothing counts in it any more`()
        async throws
    {
        let world = World(), place = PlaceKey(rawValue: 2), first = 28 * 24 + 12
        var generator = SeededGenerator(seed: 3)
        _ = world.store.statisticsKey(orMake: PersonKey(using: &generator))
        for day in 0..<29 { world.add(60, place, hour: day * 24 + 12) }
        let end = Self.start + Int64(first + 1) * Self.hour
        let busyness = world.busyness()
        for (minutes, isPublished) in [(14, false), (15, false), (16, true), (75, true)] as [(Int64, Bool)] {
            world.time = end + minutes * 60_000
            let now = try await busyness.present(at: place)
            #expect((now?.hour == Self.start / Self.hour + Int64(first)) == isPublished, "\(minutes)")
        }
    }

    /// Records the hours that were unlinked.
    private struct Unlinking: BusynessStore {
        let store: MemoryPresenceStore
        let unlinked = Noted()

        final class Noted: Sendable {
            private let noted = Mutex<[Int64]>([])

            func append(_ hour: Int64) { noted.withLock { $0.append(hour) } }
            func take() -> [Int64] {
                noted.withLock { noted in
                    defer { noted = [] }; return noted
                }
            }
        }

        func replace(
            _ withdrawn: [Contribution], by contributions: [Contribution]
        ) async throws -> (removed: [Contribution], added: [Contribution]) {
            store.replace(withdrawn, by: contributions)
        }

        func unlinkContributions(in hour: Int64) { unlinked.append(hour) }
        func hourCounts(from hour: Int64) -> [HourCount] { store.hourCounts(from: hour) }
        func removeContributions(before hour: Int64) { store.removeContributions(before: hour) }
        func removeContributions(of tokens: [[UInt8]], from hour: Int64) -> [Contribution] {
            store.removeContributions(of: tokens, from: hour)
        }
    }

    @Test func `once a day is over, its contributions can no longer be linked`() async throws {
        let world = World(), store = Unlinking(store: world.store)
        let busyness = Busyness(
            store: store, keys: world.store, places: PlaceGrid(), now: { world.time }, localMinutes: { $0 / 60_000 })
        let today = Self.start / Self.hour + 240
        world.time = (today + 14) * Self.hour
        try await busyness.tidy()
        // After a start it does all hours that were not done before.
        let first = store.unlinked.take()
        #expect(first.last == today - 1 && first == Array(first[0]..<today) && first.count > 49 * 24)
        world.time = (today + 24) * Self.hour + 14 * 60_000
        try await busyness.tidy()
        // Until a quarter of an hour into the next day a person may count in this one.
        #expect(store.unlinked.take().isEmpty)
        world.time += 60_000
        try await busyness.tidy()
        #expect(store.unlinked.take() == Array(today..<today + 24))
    }

    @Test func `two simultaneous reports of one person are counted one after the other`() async throws {
        let world = World(), busyness = world.busyness(), anna = Self.person(1), place = PlaceKey(rawValue: 3)
        // Two positions span five minutes, and all of them fifteen.
        let fixes = (0...3).map {
            Position(time: Self.start + 8 * Self.hour + $0 * 300_000, point: PlaceGrid.point(of: place))
        }
        world.time = fixes[3].time
        let (opened, open) = AsyncStream<Void>.makeStream(), (asked, ask) = AsyncStream<Void>.makeStream()
        let slow = Task {
            // A slow disk returns the earlier positions.
            try await busyness.follow(Array(fixes[..<2]), of: anna.id, anna.key) { _ in
                ask.finish()
                for await _ in opened {}
                return []
            }
        }
        for await _ in asked {}
        // Runs here until it waits.
        let quick = Task.immediate {
            try await busyness.follow(Array(fixes[2...]), of: anna.id, anna.key) { _ in
                Issue.record("it overtook the other")
                return []
            }
        }
        open.finish()
        try await slow.value
        try await quick.value
        #expect(world.store.hourCounts(from: 0).map(\.people) == [1])
    }

    @Test func `published levels correlate with the truth where the busiest hour has sixty people`() async throws {
        var generator = SeededGenerator(seed: 11)
        let world = World()
        _ = world.store.statisticsKey(orMake: PersonKey(using: &generator))
        var truth: [PlaceKey: [[Double]]] = [:]
        for number in 0..<10 as Range<Int64> {
            let place = PlaceKey(rawValue: number), peak = Double.random(in: 60...120, using: &generator)
            let (noon, width) = (
                Double.random(in: 10...19, using: &generator), Double.random(in: 2...4, using: &generator)
            )
            var sums = Array(repeating: Array(repeating: 0.0, count: 24), count: 7)
            for day in 0..<28 {
                for hour in 0..<24 {
                    let usual =
                        peak * exp(-pow((Double(hour) - noon) / width, 2)) * (day % 7 > 4 ? 0.6 : 1)
                    let people = max(0, Int((usual + generator.normal(usual.squareRoot())).rounded()))
                    world.add(people, place, hour: day * 24 + hour)
                    sums[day % 7][hour] += Double(people)
                }
            }
            truth[place] = sums
        }
        world.time = Self.start + 28 * 24 * Self.hour + 30 * 60_000
        let busyness = world.busyness()
        var correlations: [Double] = []
        for (place, sums) in truth {
            let pattern = try #require(try await busyness.pattern(of: place))
            var pairs: [(Double, Double)] = []
            for day in 0..<7 {
                for hour in 0..<24 { pairs.append((Double(pattern.levels[day][hour]), sums[day][hour])) }
            }
            correlations.append(Self.correlation(pairs))
        }
        // 168 hours each, with 0 for those that are not published.
        let mean = correlations.reduce(0, +) / Double(correlations.count)
        #expect(mean >= 0.95, "\(mean) \(correlations)")
    }

    /// Pearson's correlation.
    private static func correlation(_ pairs: [(Double, Double)]) -> Double {
        let count = Double(pairs.count)
        let (x, y) = (pairs.map(\.0).reduce(0, +) / count, pairs.map(\.1).reduce(0, +) / count)
        var (xy, xx, yy) = (0.0, 0.0, 0.0)
        for (one, other) in pairs {
            xy += (one - x) * (other - y)
            xx += (one - x) * (one - x)
            yy += (other - y) * (other - y)
        }
        return xy / (xx * yy).squareRoot()
    }

    @Test func `a person who leaves changes nothing published, and no longer counts in open hours`() async throws {
        let world = World(), busyness = world.busyness(), anna = Self.person(1), place = PlaceKey(rawValue: 5)
        for day in 0..<28 { world.add(60, place, hour: day * 24 + 12) }
        try await Self.stay(anna, place, Double(27 * 24) + 12...Double(27 * 24) + 12.8, world, busyness)
        world.time = Self.start + 28 * 24 * Self.hour + 30 * 60_000
        let before = try await busyness.pattern(of: place)
        try await Self.stay(anna, place, Double(28 * 24) + 12...Double(28 * 24) + 12.8, world, busyness)
        let all = world.store.hourCounts(from: 0).map(\.people).reduce(0, +)
        try await busyness.forget(anna.id, anna.key)
        #expect(world.store.hourCounts(from: 0).map(\.people).reduce(0, +) == all - 1)
        for rules in [busyness, world.busyness()] { #expect(try await rules.pattern(of: place) == before) }
    }

    @Test func `contributions that are too old to be published are removed`() async throws {
        let world = World(), busyness = world.busyness(), place = PlaceKey(rawValue: 5)
        for day in 0..<70 { world.add(30, place, hour: day * 24 + 12) }
        world.time = Self.start + 70 * 24 * Self.hour + 30 * 60_000
        let before = try await busyness.pattern(of: place)
        try await busyness.tidy()
        #expect(world.store.hourCounts(from: 0).count == 56)
        for rules in [busyness, world.busyness()] { #expect(try await rules.pattern(of: place) == before) }
        #expect(before?.weeks == 8)
    }
}

import Atlas
import Crowd
import GeoCore
import HereaboutsAPI
import Presence
import Search
import Server

/// A day of simulated people: where they are, how long they wait, and how busy they make places.
struct SimulatedScene: Sendable {
    /// The identity of the people's atlas.
    let atlas: String
    /// Days since 1970 by the local calendar.
    let day: Int
    private let crowd: Crowd
    /// The people who share their location; the others only visit places and wait there.
    private let shown: Range<Int>
    private let days: [Day]
    private let waiting: Waiting
    private let places: [MapObject]
    private let spots: [String: Int]
    /// By spot: the number of people in each hour of the week before, Monday 00:00 first, and in each hour of this day.
    private let people: [Int: [Int]]
    private let here: [Int: [Int]]
    /// By spot: the waits of a minute or more, in the order of their ends.
    private let turns: [Int: [Waiting.Turn]]

    /// The largest distance of homes from the middle of the map, in metres.
    private static let reach = 2500.0
    /// The number of people for each person who shares a location, since most people do not, and the most people
    /// without a location. With more, making a day would take too long.
    private static let livePerShown = 4
    private static let mostHidden = 1200
    /// The least arrivals in half an hour at a place with a queue.
    private static let leastQueue = 2
    /// The least people in a place's busiest hour for which it has busyness: one person at work would make an office
    /// "very busy".
    private static let leastPeople = 3
    /// More reports than a place has in half an hour.
    private static let mostReports = 50

    /// Makes a day with `count` people who share their location. More people live through the week before `day`, so
    /// that places are as busy as usual. Takes a second or two.
    init(_ atlas: AtlasGeneration, day: Int, people count: Int) {
        let circle = Town.Circle(around: atlas.center, metres: Self.reach)
        let living = max(count, min(count * Self.livePerShown, Self.mostHidden))
        let crowd = Crowd(living, atlas.search, atlas.routes, within: circle, seed: 1)
        var workspace = crowd.workspace(), people: [Int: [Int]] = [:], ordinary: [Day] = []
        func days(_ number: Int) -> [Day] { crowd.residents.indices.map { crowd.day(number, of: $0, &workspace) } }
        for number in day - 7..<day {
            let lived = days(number)
            if CivilDay(number: number).weekday == Self.ordinaryWeekday { ordinary = lived }
            for (hour, spot) in lived.flatMap({ $0.hours(\.spot) }) {
                people[spot, default: Array(repeating: 0, count: 168)][Self.hourOfWeek(number, hour)] += 1
            }
        }
        let services = Waiting.Services(crowd, ordinary: ordinary, least: Self.leastQueue, staff: .byDemand)
        self.days = days(day)
        waiting = Waiting(crowd, self.days, number: day, services)
        let table = atlas.search.places, spots = crowd.town.spots
        turns = Dictionary(
            grouping: waiting.turns.filter { $0.seconds >= 60 && table.hasQueue(spots[$0.spot].place) }, by: \.spot)
        var here: [Int: [Int]] = [:]
        for (hour, spot) in self.days.flatMap({ $0.hours(\.spot) }) {
            here[spot, default: Array(repeating: 0, count: 24)][hour] += 1
        }
        self.here = here
        let places = spots.map { spot in
            table.mapObject(PlaceKey(spot.reference)) ?? MapObject(id: "", name: "", point: Coordinate(spot.point))
        }
        self.places = places
        self.spots = Dictionary(places.indices.map { (places[$0].id, $0) }) { first, _ in first }
        (self.atlas, self.day, self.crowd) = (atlas.identity, day, crowd)
        self.people = people.filter { ($0.value.max() ?? 0) >= Self.leastPeople }
        shown = 0..<min(count, crowd.residents.count)
    }

    private static let ordinaryWeekday = 2
    /// The number of weeks that the levels rest on.
    private static let weeks = 1

    private static func hourOfWeek(_ day: Int, _ hour: Int) -> Int { CivilDay(number: day).weekday * 24 + hour }

    /// Returns the people who are out at a moment.
    func people(at moment: SimulatedTime) -> [SeenPerson] {
        shown.compactMap { number -> SeenPerson? in
            let (point, stay, _) = days[number].position(at: moment.second)
            if let stay, stay.spot == nil { return nil }
            let here = Coordinate(point), left = days[number].stays.last { $0.until <= moment.second }?.until
            let since = moment.passed(stay?.from ?? left ?? moment.second)
            return SeenPerson(
                id: "simulated-\(number)", name: crowd.residents[number].name, isFriend: false, isExact: true,
                lat: here.latitude, lon: here.longitude, area: nil, isAtHome: false,
                since: WireTime.text(since), last: WireTime.text(max(since, moment.now - moment.now % 300_000)),
                isSimulated: true)
        }
    }

    /// Returns a person and their position at a moment, preferably a person who is out; `nil` without people.
    func somebody(at moment: SimulatedTime) -> (name: String, point: PointE7, speed: Double)? {
        let out = shown.filter { number in
            days[number].position(at: moment.second).stay.map { $0.spot != nil } ?? true
        }
        guard let number = out.randomElement() ?? shown.randomElement() else { return nil }
        let (point, _, speed) = days[number].position(at: moment.second)
        return (crowd.residents[number].name, point, speed)
    }

    /// Returns the queues at a moment, the longest first.
    func queues(at moment: SimulatedTime) -> [QueueAtPlace] {
        let queues = waiting.spots.compactMap { spot -> QueueAtPlace? in
            let place = places[spot]
            guard !place.id.isEmpty, let now = queue(at: spot, moment) else { return nil }
            return QueueAtPlace(
                id: place.id, name: place.name, lat: place.point.latitude, lon: place.point.longitude, now: now,
                isSimulated: true)
        }
        return queues.sorted { ($1.now.minutes, $0.id) < ($0.now.minutes, $1.id) }
    }

    /// Returns the queue at a place; `nil` when there is none.
    func queue(at id: String, _ moment: SimulatedTime) -> PlaceQueue? {
        guard let spot = spots[id], let now = queue(at: spot, moment) else { return nil }
        return PlaceQueue(id: id, now: now, usually: nil, usual: [], isSimulated: true)
    }

    private func queue(at spot: Int, _ moment: SimulatedTime) -> QueueState? {
        let reports = (turns[spot] ?? []).prefix { $0.end <= moment.second }.suffix(Self.mostReports).map { turn in
            QueueReport(
                place: PlaceKey(crowd.town.spots[spot].reference), time: moment.milliseconds(at: turn.end),
                minutes: turn.minutes)
        }
        return QueueEstimate(reports, at: moment.now).map { QueueState($0) }
    }

    /// Returns the busy places at a moment.
    func busy(at moment: SimulatedTime) -> [BusyPlace] {
        people.keys.sorted().compactMap { spot -> BusyPlace? in
            let place = places[spot]
            guard !place.id.isEmpty, let now = now(at: spot, moment) else { return nil }
            return BusyPlace(
                id: place.id, name: place.name, lat: place.point.latitude, lon: place.point.longitude, now: now,
                isSimulated: true)
        }
    }

    /// Returns the levels by day of the week and hour, and the state at a moment; `nil` for a place without visitors.
    func busyness(of id: String, at moment: SimulatedTime) -> SourceBusyness? {
        guard let spot = spots[id], let people = people[spot], let most = people.max(), most > 0 else { return nil }
        let levels = people.map { Self.level($0, of: most) }
        return SourceBusyness(
            levels: (0..<7).map { Array(levels[$0 * 24..<$0 * 24 + 24]) }, weeks: Self.weeks, now: now(at: spot, moment)
        )
    }

    private func now(at spot: Int, _ moment: SimulatedTime) -> BusynessState? {
        let hour = moment.second / 3600
        let here = self.here[spot]?[hour] ?? 0
        guard here > 0, let people = people[spot], let most = people.max(), most > 0 else { return nil }
        let usual = people[Self.hourOfWeek(day, hour)], margin = 1 + usual / 4
        let compared: BusynessState.Compared =
            here > usual + margin ? .busier : here < usual - margin ? .quieter : .usual
        // By the simulated clock: by the real one it may be night.
        return BusynessState(
            level: max(1, Self.level(here, of: most)), compared: compared,
            hour: LocalTime(minutes: day * 1440 + hour * 60)?.text ?? "")
    }

    private static func level(_ people: Int, of most: Int) -> Int { min(5, (5 * people + most - 1) / most) }
}

import Atlas
import Crowd
import GeoCore
import HereaboutsAPI
import Presence
import Search

/// A day of people who do not exist: where they are, how long they wait, and how busy that makes places.
struct SimulatedScene: Sendable {
    /// The atlas that they live in.
    let atlas: String
    /// Counted since 1970 by the calendar of the place.
    let day: Int
    private let crowd: Crowd
    /// How many of the crowd show where they are; the others only go to places and wait there.
    private let shown: Range<Int>
    private let days: [Day]
    private let waiting: Waiting
    private let places: [ToldPlace]
    private let spots: [String: Int]
    /// By spot: people in each hour of the week before, Monday 00:00 first, and in each hour of this day.
    private let people: [Int: [Int]]
    private let here: [Int: [Int]]
    /// By spot: those who wait for a minute or more, in the order of the ends of that.
    private let turns: [Int: [Waiting.Turn]]

    /// They live within so many metres of the middle of the map.
    private static let reach = 2500.0
    /// Most people show nobody where they are. For each who does so many live here, but no more than `mostHidden` on
    /// account of that: a day of theirs would take too long to make.
    private static let livePerShown = 4
    private static let mostHidden = 1200
    /// A queue is told of where two come in half an hour.
    private static let leastQueue = 2
    /// How busy a place is says nothing where fewer people than this are in its busiest hour: one at a desk would make
    /// an office "very busy".
    private static let leastPeople = 3
    /// More than are told of in half an hour.
    private static let mostReports = 50

    /// Lets so many be seen, and more live through the week before `day`, by which places are as busy as they usually
    /// are; takes a second or two.
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
            table.told(PlaceKey(spot.reference)) ?? ToldPlace(id: "", name: "", point: Coordinate(spot.point))
        }
        self.places = places
        self.spots = Dictionary(places.indices.map { (places[$0].id, $0) }) { first, _ in first }
        (self.atlas, self.day, self.crowd) = (atlas.identity, day, crowd)
        self.people = people.filter { ($0.value.max() ?? 0) >= Self.leastPeople }
        shown = 0..<min(count, crowd.residents.count)
    }

    private static let ordinaryWeekday = 2
    /// How many weeks the levels rest on.
    static let weeks = 1

    private static func hourOfWeek(_ day: Int, _ hour: Int) -> Int { CivilDay(number: day).weekday * 24 + hour }

    /// Those who are out at a moment.
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

    /// Somebody, and where they are at a moment: somebody who is out, if anybody is; `nil` where nobody lives.
    func somebody(at moment: SimulatedTime) -> (name: String, point: PointE7, speed: Double)? {
        let out = shown.filter { number in
            days[number].position(at: moment.second).stay.map { $0.spot != nil } ?? true
        }
        guard let number = out.randomElement() ?? shown.randomElement() else { return nil }
        let (point, _, speed) = days[number].position(at: moment.second)
        return (crowd.residents[number].name, point, speed)
    }

    /// The queues that there are at a moment, the longest first.
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

    /// The queue at a place; `nil` where there is none.
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

    /// How busy places are at a moment.
    func busy(at moment: SimulatedTime) -> [BusyPlace] {
        people.keys.sorted().compactMap { spot -> BusyPlace? in
            let place = places[spot]
            guard !place.id.isEmpty, let now = now(at: spot, moment) else { return nil }
            return BusyPlace(
                id: place.id, name: place.name, lat: place.point.latitude, lon: place.point.longitude, now: now,
                isSimulated: true)
        }
    }

    /// By day of the week and hour, and at a moment; `nil` where nobody goes.
    func busyness(of id: String, at moment: SimulatedTime) -> (levels: [[Int]], now: BusynessState?)? {
        guard let spot = spots[id], let people = people[spot], let most = people.max(), most > 0 else { return nil }
        let levels = people.map { Self.level($0, of: most) }
        return ((0..<7).map { Array(levels[$0 * 24..<$0 * 24 + 24]) }, now(at: spot, moment))
    }

    private func now(at spot: Int, _ moment: SimulatedTime) -> BusynessState? {
        let hour = moment.second / 3600
        let here = self.here[spot]?[hour] ?? 0
        guard here > 0, let people = people[spot], let most = people.max(), most > 0 else { return nil }
        let usual = people[Self.hourOfWeek(day, hour)], margin = 1 + usual / 4
        let compared: BusynessState.Compared =
            here > usual + margin ? .busier : here < usual - margin ? .quieter : .usual
        // By their clock: by ours it may be night.
        return BusynessState(
            level: max(1, Self.level(here, of: most)), compared: compared,
            hour: LocalTime(minutes: day * 1440 + hour * 60)?.text ?? "")
    }

    private static func level(_ people: Int, of most: Int) -> Int { min(5, (5 * people + most - 1) / most) }
}

/// A moment of simulated life: nobody looks at a demonstration to see people at home or at their desks, so that
/// evenings, nights and mornings are as the days that they follow: from 11:00, when people begin to wait, to 17:30.
struct SimulatedTime: Sendable {
    /// Milliseconds since 1970.
    let now: Int64
    let day: Int
    /// Of the simulated day.
    let second: Int
    /// So many of those seconds go by in one of ours.
    private let speed: Int64

    /// The moment at which `crowd`, which began to live at `begin`, is at `now`, both in milliseconds since 1970.
    init(_ now: Int64, _ crowd: SimulatedCrowd, begin: Int64) {
        self.now = now
        speed = Int64(crowd.speed)
        if let hour = crowd.hour {
            day = Int(PlaceClock.minutes(at: begin) / 1440)
            let passed = max(0, now / 1000 - begin / 1000)
            second = (hour * 3600 + Int(passed) * crowd.speed) % 86_400
            return
        }
        let minutes = PlaceClock.minutes(at: now)
        day = Int(minutes / 1440)
        let ofDay = Int(minutes % 1440)
        let (begin, end) = (11 * 60, 17 * 60 + 30), over = (ofDay - end + 1440) % 1440
        let shown = (begin..<end).contains(ofDay) ? ofDay : begin + over % (end - begin)
        second = shown * 60 + Int(now / 1000 % 60)
    }

    /// When it was that second of the simulated day by our clock, however fast theirs goes: a full second, in
    /// milliseconds since 1970.
    func passed(_ second: Int) -> Int64 { now / 1000 * 1000 + Int64(second - self.second) * 1000 / speed }

    /// When it was or will be that second of the simulated day by their clock, in milliseconds since 1970, now being as
    /// it is by ours.
    func milliseconds(at second: Int) -> Int64 { now + Int64(second - self.second) * 1000 }
}

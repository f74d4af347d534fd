import Community
import Crowd
import GeoCore
import HereaboutsAPI
import Server

/// What the server told after a rehearsal, beside what was so.
struct RehearsalReport {
    var people = 0
    var days = 0
    var told = Rehearsal.Told()
    /// How what is told goes with how many went there, and with how many were there by the map.
    var went = Likeness(), were = Likeness()
    /// Of which anything is told, and of those where nobody was.
    var places = 0
    var placesWithoutAnybody = 0
    /// Hours of the week that are told, and those of them in which fewer sat there than must be counted, over all weeks
    /// together: others were found there who sat next door.
    var hours = 0
    var hoursBelow = 0
    /// Stays there were, those that were found, and what of both is one: at the same place, and within 30 m of it.
    var stays = 0
    var visits = 0
    var found = Match(), right = Match()

    /// How levels go with counts, of places whose busiest hour has enough people. An hour that is not told is level 0,
    /// and counts are divided by the place's highest, as levels are.
    struct Likeness {
        private var told: [Double] = []
        private var counts: [Double] = []
        /// Of each place by itself.
        private(set) var ofPlaces: [Double] = []

        /// Of all places together.
        var ofAll: Double { correlation(told, counts) }

        mutating func add(_ levels: [Double], _ people: [Double]) {
            guard let most = people.max(), most > 0 else { return }
            told += levels
            counts += people.map { $0 / most }
            ofPlaces.append(correlation(levels, people))
        }
    }

    struct Match {
        var same = 0
        var near = 0
    }

    /// Estimates of queues, and the sum of how many minutes they were off.
    var estimates = 0
    var minutesOff = 0.0

    /// Every place of which it was told at any time how busy it is.
    private var toldPlaces: Set<String> = []

    /// Places with so many in their busiest hour are compared.
    static let enough = 60.0
    /// Fewer than this may not be counted in what is told.
    private static let least = 20.0

    var lines: [String] {
        var lines = [
            "\(people) people lived \(days) days: \(told.positions) positions, \(told.waits) waits and \(told.posts) posts reported"
        ]
        for (words, likeness) in [("by where they sat", were), ("by where they went", went)] {
            let sorted = likeness.ofPlaces.sorted()
            guard let least = sorted.first else { continue }
            let mean = sorted.reduce(0, +) / Double(sorted.count)
            lines.append(
                "busyness \(words): \(sorted.count) places with \(Int(Self.enough)) people or more in their busiest hour; correlation "
                    + "\(rounded(likeness.ofAll)) of all their hours, by place \(rounded(mean)) on average, median \(rounded(sorted[sorted.count / 2])), least \(rounded(least)), \(sorted.count { $0 >= 0.95 }) of 0.95 or more"
            )
        }
        lines.append(
            "told: \(places) places, \(placesWithoutAnybody) of them without anybody; \(hours) hours of the week, \(hoursBelow) of them with fewer than \(Int(Self.least)) who sat there by the map"
        )
        if stays > 0 && visits > 0 {
            for (words, right, found) in [
                ("within \(Int(Self.reach)) m", right.near, found.near), ("at the very place", right.same, found.same),
            ] {
                lines.append(
                    "visits \(words): \(rounded(Double(right) / Double(visits))) of \(visits) that were found were made (precision), "
                        + "\(rounded(Double(found) / Double(stays))) of \(stays) that were made were found (recall)")
            }
        }
        if estimates > 0 {
            lines.append(
                "queues: \(estimates) estimates, off by \(rounded(minutesOff / Double(estimates))) min on average")
        }
        return lines
    }

    private func rounded(_ number: Double) -> String { "\((number * 1000).rounded() / 1000)" }

    /// Compares the visits that people are told of themselves with where they stayed, but for what lies in their home
    /// areas.
    mutating func compare(_ truth: RehearsalTruth, _ town: Town, _ members: [Rehearsal.Member]) async throws {
        for (member, made) in zip(members, truth.visits) {
            guard let first = made.first, let last = made.last else { continue }
            let request = MyVisitsRequest(
                from: WireTime.text(first.arrival), until: WireTime.text(last.departure + UTCHour.milliseconds))
            let stays = made.filter { !member.isAtHome($0.point) }
            _ = try await member.client.confirm(password: member.password)
            let visits = try await member.client.myVisits(request).visits
            self.stays += stays.count
            self.visits += visits.count
            for stay in stays {
                let those = visits.filter { Self.isSameTime(stay, $0) }
                if those.contains(where: { $0.id == town.spots[stay.spot].id }) { found.same += 1 }
                if those.contains(where: { Self.isNear(stay, $0, town) }) { found.near += 1 }
            }
            for visit in visits {
                let those = made.filter { Self.isSameTime($0, visit) }
                if those.contains(where: { visit.id == town.spots[$0.spot].id }) { right.same += 1 }
                if those.contains(where: { Self.isNear($0, visit, town) }) { right.near += 1 }
            }
        }
    }

    /// As near as visits are matched to places, in metres.
    private static let reach = 30.0

    /// Whether half of a stay or more was found to be a visit.
    private static func isSameTime(_ stay: RehearsalTruth.Visit, _ visit: PlaceVisit) -> Bool {
        guard let arrival = DateTime.read(visit.arrival), let departure = DateTime.read(visit.departure) else {
            return false
        }
        let both = min(stay.departure, departure) - max(stay.arrival, arrival)
        return 2 * both >= stay.departure - stay.arrival
    }

    /// Whether a visit was found where somebody stayed: at that place, or at one as near.
    private static func isNear(_ stay: RehearsalTruth.Visit, _ visit: PlaceVisit, _ town: Town) -> Bool {
        let spot = town.spots[stay.spot]
        guard visit.id != spot.id, let point = Coordinate(latitude: visit.lat, longitude: visit.lon) else {
            return true
        }
        return min(
            point.distance(inMetresTo: Coordinate(spot.point)), point.distance(inMetresTo: Coordinate(stay.point)))
            <= reach
    }

    /// Compares the queues that are told at a moment with how long somebody waits who comes then.
    mutating func compare(_ queues: QueueList, _ town: Town, _ waiting: Waiting, second: Int) {
        let spots = Dictionary(waiting.spots.map { (town.spots[$0].id, $0) }) { first, _ in first }
        for queue in queues.queues {
            guard let spot = spots[queue.id] else { continue }
            estimates += 1
            minutesOff += abs(Double(queue.now.minutes) - Double(waiting.seconds(at: spot, second)) / 60)
        }
    }

    /// Takes up of which places it is told at a moment how busy they are.
    mutating func note(_ places: BusyPlaces) { toldPlaces.formUnion(places.places.map(\.id)) }

    /// Compares how busy each place is told to be with how busy it was: each that people have gone to or that anything
    /// was told of.
    mutating func compare(_ truth: RehearsalTruth, _ client: HereaboutsClient) async throws {
        let weeks = Double(truth.days) / 7, nobody = Array(repeating: 0.0, count: 168)
        let table = String(decoding: try await client.busynessTable(), as: UTF8.self)
        // The first line says what the columns are, the first column which place it is.
        for row in table.split(separator: "\n").dropFirst() { toldPlaces.insert(String(row.prefix { $0 != "\t" })) }
        for id in Set(truth.went.keys).union(truth.were.keys).union(truth.ids).union(toldPlaces).sorted() {
            let levels = try await client.busyness(ofPlace: id).levels?.flatMap { $0 }
            let (visitors, sitters) = (truth.went[id] ?? nobody, truth.were[id] ?? nobody)
            let all = (levels ?? Array(repeating: 0, count: 168)).map(Double.init)
            if (visitors.max() ?? 0) / weeks >= Self.enough { went.add(all, visitors) }
            if (sitters.max() ?? 0) / weeks >= Self.enough { were.add(all, sitters) }
            guard levels != nil else { continue }
            places += 1
            if sitters.allSatisfy({ $0 == 0 }) { placesWithoutAnybody += 1 }
            for (level, count) in zip(all, sitters) where level > 0 {
                hours += 1
                if count < Self.least { hoursBelow += 1 }
            }
        }
    }
}

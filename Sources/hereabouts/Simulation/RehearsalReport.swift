import Community
import Crowd
import GeoCore
import HereaboutsAPI
import Server

/// Compares the server's published statistics after a rehearsal with the truth.
struct RehearsalReport {
    var people = 0
    var days = 0
    var reported = Rehearsal.Reported()
    /// The correlation of published levels with the people who went to each place, and with those whose position on the
    /// map was there.
    var byDestination = Correlation(), byPosition = Correlation()
    /// The number of published places, and of those among them where nobody was.
    var places = 0
    var placesWithoutAnybody = 0
    /// The number of published hours of the week, and of those in which fewer people were there by position than the
    /// server's minimum, all weeks together. The server then counted people who were next door.
    var hours = 0
    var hoursBelow = 0
    /// The number of true stays and of detected visits; of the stays, those that were detected (for recall); of the
    /// visits, those that match a stay (for precision).
    var stays = 0
    var visits = 0
    var recalled = Match(), precise = Match()

    /// The correlation of levels with counts, over places with enough people in their busiest hour.
    ///
    /// An unpublished hour is level 0. Counts are divided by the place's highest count, as levels are.
    struct Correlation {
        private var levels: [Double] = []
        private var counts: [Double] = []
        /// The correlation of each place alone.
        private(set) var byPlace: [Double] = []

        /// The correlation over the hours of all places.
        var overall: Double { correlation(levels, counts) }

        mutating func add(_ levels: [Double], _ people: [Double]) {
            guard let most = people.max(), most > 0 else { return }
            self.levels += levels
            counts += people.map { $0 / most }
            byPlace.append(correlation(levels, people))
        }
    }

    /// Matches at the same place, and within `reach` of it.
    struct Match {
        var same = 0
        var near = 0
    }

    /// The number of queue estimates, and the sum of their errors in minutes.
    var estimates = 0
    var minutesOff = 0.0

    /// The places whose busyness was published at any time.
    private var publishedPlaces: Set<String> = []

    /// The minimum number of people in the busiest hour of a compared place.
    static let enough = 60.0
    /// The minimum number of people in a published hour.
    private static let least = 20.0

    var lines: [String] {
        var lines = [
            "\(people) people lived \(days) days: \(reported.positions) positions, \(reported.waits) waits and \(reported.posts) posts reported"
        ]
        for (words, correlation) in [("by position", byPosition), ("by destination", byDestination)] {
            let sorted = correlation.byPlace.sorted()
            guard let least = sorted.first else { continue }
            let mean = sorted.reduce(0, +) / Double(sorted.count)
            lines.append(
                "busyness \(words): \(sorted.count) places with \(Int(Self.enough)) people or more in their busiest hour; correlation "
                    + "\(rounded(correlation.overall)) of all their hours, by place \(rounded(mean)) on average, "
                    + "median \(rounded(sorted[sorted.count / 2])), least \(rounded(least)), "
                    + "\(sorted.count { $0 >= 0.95 }) of 0.95 or more"
            )
        }
        lines.append(
            """
            published: \(places) places, \(placesWithoutAnybody) of them without anybody; \(hours) hours of the week, \
            \(hoursBelow) of them with fewer than \(Int(Self.least)) people by position
            """
        )
        if stays > 0 && visits > 0 {
            for (words, precise, recalled) in [
                ("within \(Int(Self.reach)) m", precise.near, recalled.near),
                ("at the same place", precise.same, recalled.same),
            ] {
                lines.append(
                    "visits \(words): \(rounded(Double(precise) / Double(visits))) of \(visits) detected visits are true (precision), "
                        + "\(rounded(Double(recalled) / Double(stays))) of \(stays) true stays are detected (recall)")
            }
        }
        if estimates > 0 {
            lines.append(
                "queues: \(estimates) estimates, off by \(rounded(minutesOff / Double(estimates))) min on average")
        }
        return lines
    }

    private func rounded(_ number: Double) -> String { "\((number * 1000).rounded() / 1000)" }

    /// Compares people's detected visits with their true stays, except for stays in their home areas.
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
                if those.contains(where: { $0.id == town.spots[stay.spot].id }) { recalled.same += 1 }
                if those.contains(where: { Self.isNear(stay, $0, town) }) { recalled.near += 1 }
            }
            for visit in visits {
                let those = made.filter { Self.isSameTime($0, visit) }
                if those.contains(where: { visit.id == town.spots[$0.spot].id }) { precise.same += 1 }
                if those.contains(where: { Self.isNear($0, visit, town) }) { precise.near += 1 }
            }
        }
    }

    /// The distance within which the server matches visits to places, in metres.
    private static let reach = 30.0

    /// Whether a visit covers half of a stay or more.
    private static func isSameTime(_ stay: RehearsalTruth.Visit, _ visit: PlaceVisit) -> Bool {
        guard let arrival = DateTime.read(visit.arrival), let departure = DateTime.read(visit.departure) else {
            return false
        }
        let both = min(stay.departure, departure) - max(stay.arrival, arrival)
        return 2 * both >= stay.departure - stay.arrival
    }

    /// Whether a visit is at the place of a stay, or at a place within `reach` of it.
    private static func isNear(_ stay: RehearsalTruth.Visit, _ visit: PlaceVisit, _ town: Town) -> Bool {
        let spot = town.spots[stay.spot]
        guard visit.id != spot.id, let point = Coordinate(latitude: visit.lat, longitude: visit.lon) else {
            return true
        }
        return min(
            point.distance(inMetresTo: Coordinate(spot.point)), point.distance(inMetresTo: Coordinate(stay.point)))
            <= reach
    }

    /// Compares the published queues at a second of the day with the true wait of a person who arrives then.
    mutating func compare(_ queues: QueueList, _ town: Town, _ waiting: Waiting, second: Int) {
        let spots = Dictionary(waiting.spots.map { (town.spots[$0].id, $0) }) { first, _ in first }
        for queue in queues.queues {
            guard let spot = spots[queue.id] else { continue }
            estimates += 1
            minutesOff += abs(Double(queue.now.minutes) - Double(waiting.seconds(at: spot, second)) / 60)
        }
    }

    /// Records the places whose busyness is published now.
    mutating func note(_ places: BusyPlaces) { publishedPlaces.formUnion(places.places.map(\.id)) }

    /// Compares the published busyness with the truth, for each place that people visited or that was published.
    mutating func compare(_ truth: RehearsalTruth, _ client: HereaboutsClient) async throws {
        let weeks = Double(truth.days) / 7, nobody = Array(repeating: 0.0, count: 168)
        let table = String(decoding: try await client.busynessTable(), as: UTF8.self)
        // The first line is the header, and the first column is the place's id.
        for row in table.split(separator: "\n").dropFirst() {
            publishedPlaces.insert(String(row.prefix { $0 != "\t" }))
        }
        for id in Set(truth.byDestination.keys).union(truth.byPosition.keys).union(truth.ids).union(publishedPlaces)
            .sorted()
        {
            let levels = try await client.busyness(ofPlace: id).levels?.flatMap { $0 }
            let (visitors, sitters) = (truth.byDestination[id] ?? nobody, truth.byPosition[id] ?? nobody)
            let all = (levels ?? Array(repeating: 0, count: 168)).map(Double.init)
            if (visitors.max() ?? 0) / weeks >= Self.enough { byDestination.add(all, visitors) }
            if (sitters.max() ?? 0) / weeks >= Self.enough { byPosition.add(all, sitters) }
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

package import Community
import GeoCore

/// Finds the stays in one person's positions, which come in the order of times: a person stays while their positions
/// are near the middle of the earlier ones.
///
/// A single position elsewhere is as likely an error as a departure, and phones report nothing while they do not move.
/// A stay continues through both.
package struct StayRule: Sendable, Equatable {
    fileprivate struct Stay: Sendable, Equatable {
        let arrival: Timestamp
        private(set) var last: Timestamp
        /// The number of positions in the stay.
        private(set) var count = 0
        private(set) var median: GeometricMedian
        /// The place of the stay, and the middle at the time of the look-up.
        var place: PlaceKey?
        var lookupPoint: PointE7?
        /// The earliest time at which the person may have been here, with silences that are too long for a stay.
        var since: Timestamp

        /// `arrival` is the earliest time at which they may have come.
        init(_ position: Position, arrival: Timestamp? = nil) {
            (self.arrival, last) = (min(arrival ?? position.time, position.time), position.time)
            since = self.arrival
            median = GeometricMedian(around: position.point)
            add(position)
        }

        /// The time and place of the last position.
        var position: (time: Timestamp, point: PointE7) { (last, median.middle) }

        mutating func add(_ position: Position) {
            count += 1
            median.add(position.point, accuracyMetres: position.accuracyMetres ?? StayRule.usualAccuracy)
            last = position.time
        }
    }

    /// A person within this many metres of the middle, plus half the error that their device expects, is still there.
    private static let reach = 35.0
    /// Positions with larger errors do not count towards stays, in metres.
    private static let worstAccuracy = 100.0
    private static let usualAccuracy = 15.0
    /// A shorter stay is a person who passes by.
    package static let leastDwell: Milliseconds = 600_000
    /// A person at the same place after a longer silence than this may have been elsewhere …
    private static let longestRest: Milliseconds = 3 * UTCHour.milliseconds
    /// … but hardly after a night in which the phone lay still, even if it reports only on the way to the next place.
    private static let longestNight: Milliseconds = 10 * UTCHour.milliseconds
    private static let longestFirstWalk: Milliseconds = 360_000
    /// A person who is elsewhere after a longer silence was not at the place all that time.
    package static let longestSilence: Milliseconds = UTCHour.milliseconds
    /// The rule looks up the place again when the middle has moved this far, in metres.
    private static let step = 1.5
    /// In metres a second.
    private static let walkingSpeed = 1.4

    /// A place where a person may have been from one moment to another. Silences count, however long.
    package struct Rest: Sendable, Equatable {
        package let place: PlaceKey
        package let since: Timestamp
        package let until: Timestamp

        fileprivate init?(_ stay: Stay, until: Timestamp? = nil) {
            guard let place = stay.place else { return nil }
            (self.place, since, self.until) = (place, stay.since, until ?? stay.position.time)
        }
    }

    private var stay: Stay?
    private var outside: Position?
    private var last: Timestamp = .min
    /// The person's place in the silence that has just ended, if it differs from the current place.
    private var silence: Rest?

    package init() {}

    /// Where the person rests, or rested until they were on their way; `nil` while no place is known.
    package var rest: Rest? { silence ?? stay.flatMap { Rest($0) } }

    /// Returns the stays in `positions`, which are in the order of times.
    package static func visits(_ positions: [Position], _ places: some PlaceFinding) -> [Visit] {
        var search = Search()
        for position in positions { search.follow(position, places) }
        return search.visits
    }

    /// Finds stays in positions that come one by one, in the order of times.
    package struct Search: Sendable {
        private var rule = StayRule()
        /// The last known version of each stay, in the order of arrivals.
        package private(set) var visits: [Visit] = []

        package init() {}

        package mutating func follow(_ position: Position, _ places: some PlaceFinding) {
            for visit in rule.follow(position, places) {
                if visits.last?.arrival == visit.arrival { visits.removeLast() }
                visits.append(visit)
            }
        }
    }

    /// Follows the next position. Returns the stays that continue or have just ended, if they are long enough.
    package mutating func follow(_ position: Position, _ places: some PlaceFinding) -> [Visit] {
        guard position.time > last else { return [] }
        last = position.time
        silence = nil
        let accuracy = position.accuracyMetres ?? Self.usualAccuracy
        guard position.isAtHome || accuracy <= Self.worstAccuracy else { return [] }
        guard var stay else {
            if !position.isAtHome { self.stay = Stay(position) }
            return []
        }
        // After hours of silence, or at home, there is nothing to wait for.
        guard !position.isAtHome, position.time - stay.last <= Self.longestRest else {
            let visit = outside.flatMap { Self.visit(&stay, until: Self.departure(of: stay, to: $0), places) }
            let mayHaveStayed = !position.isAtHome && position.time - stay.last <= Self.longestNight
            let left = position.time - Self.milliseconds(from: stay.median.middle, to: position.point)
            let isBack = Self.isHere(position, stay)
            if mayHaveStayed, !isBack, outside == nil, position.time - left <= Self.longestFirstWalk {
                silence = Rest(stay, until: left)
            }
            (self.stay, outside) = (position.isAtHome ? nil : Stay(position), nil)
            if mayHaveStayed, isBack {
                self.stay?.since = stay.since
                self.stay?.place = stay.place
            }
            return visit.map { [$0] } ?? []
        }
        if Self.isHere(position, stay) {
            stay.add(position)
            outside = nil
            let visit = Self.visit(&stay, until: stay.last, places)
            self.stay = stay
            return visit.map { [$0] } ?? []
        }
        guard let first = outside else {
            outside = position
            // If the position is an error, this is a part of the stay that continues.
            let visit = Self.visit(&stay, until: Self.departure(of: stay, to: position), places)
            self.stay = stay
            return visit.map { [$0] } ?? []
        }
        outside = nil
        let visit = Self.visit(&stay, until: Self.departure(of: stay, to: first), places)
        // A person who only passed their earlier position may have come here at once. A person who stayed there left as
        // late as possible.
        var next = Stay(first, arrival: stay.count == 1 ? Self.arrival(at: first, from: stay.position) : first.time)
        if first.point.distance(inMetresTo: position.point) <= Self.reach {
            next.add(position)
            self.stay = next
            return visit.map { [$0] } ?? []
        }
        // A short stay is one position between two that are farther apart in time than their distance takes.
        let between = Self.visit(&next, until: Self.departure(of: next, to: position), places)
        self.stay = Stay(position, arrival: Self.arrival(at: position, from: next.position))
        return [visit, between].compactMap { $0 }
    }

    private static func isHere(_ position: Position, _ stay: Stay) -> Bool {
        let accuracy = position.accuracyMetres ?? usualAccuracy
        return stay.median.middle.distance(inMetresTo: position.point) <= reach + accuracy / 2
    }

    /// Returns when a person left who was elsewhere afterwards: as late as they could and still walk there.
    private static func departure(of stay: Stay, to next: Position) -> Timestamp {
        guard next.time - stay.last <= longestSilence else { return stay.last }
        return max(stay.last, next.time - milliseconds(from: stay.median.middle, to: next.point))
    }

    /// Returns when a person came who was elsewhere before: as early as they could walk here.
    private static func arrival(at position: Position, from previous: (time: Timestamp, point: PointE7)) -> Timestamp {
        guard position.time - previous.time <= longestSilence else { return position.time }
        return min(position.time, previous.time + milliseconds(from: previous.point, to: position.point))
    }

    private static func milliseconds(from start: PointE7, to end: PointE7) -> Milliseconds {
        Milliseconds(start.distance(inMetresTo: end) / walkingSpeed * 1000)
    }

    private static func visit(_ stay: inout Stay, until departure: Timestamp, _ places: some PlaceFinding) -> Visit? {
        guard departure - stay.arrival >= leastDwell else { return nil }
        let middle = stay.median.middle
        if stay.lookupPoint.map({ $0.distance(inMetresTo: middle) >= step }) ?? true {
            stay.place = places.place(at: middle)
            stay.lookupPoint = middle
        }
        return stay.place.map { Visit(place: $0, arrival: stay.arrival, departure: departure) }
    }
}

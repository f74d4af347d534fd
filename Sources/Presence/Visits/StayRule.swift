import GeoCore

/// Finds the stays in one person's positions, which come in the order of times: as long as somebody is found near the
/// middle of where they were, they stay.
///
/// One position elsewhere is as likely an error as a departure, and phones say nothing while they lie still: a stay
/// goes on through both.
package struct StayRule: Sendable, Equatable {
    fileprivate struct Stay: Sendable, Equatable {
        let arrival: Int64
        private(set) var last: Int64
        /// Positions that were found here.
        private(set) var count = 0
        private(set) var spread: GeometricMedian
        /// Where they are, and what was the middle when that was looked at.
        var place: PlaceKey?
        var lookedAt: PointE7?
        /// Since when they may have been here, silences that are too long for a stay and all.
        var since: Int64

        /// `arrival` is when they may have come, in milliseconds since 1970.
        init(_ position: Position, arrival: Int64? = nil) {
            (self.arrival, last) = (min(arrival ?? position.time, position.time), position.time)
            since = self.arrival
            spread = GeometricMedian(around: position.point)
            add(position)
        }

        /// When and where they were found last.
        var position: (time: Int64, point: PointE7) { (last, spread.middle) }

        mutating func add(_ position: Position) {
            count += 1
            spread.add(position.point, accuracyMetres: position.accuracyMetres ?? StayRule.usualAccuracy)
            last = position.time
        }
    }

    /// Who is within so many metres of the middle, and of the error that their device expects, is still there.
    private static let reach = 35.0
    /// Positions with larger errors tell nothing of stays, in metres.
    private static let worstAccuracy = 100.0
    private static let usualAccuracy = 15.0
    /// Shorter stays are passing by, in milliseconds.
    package static let leastDwell: Int64 = 600_000
    /// Who is found at the same place after a longer silence may have been elsewhere, …
    private static let longestRest: Int64 = 3 * 3_600_000
    /// … but hardly when that was a night in which the phone lay still, also when it says so only on the way to
    /// somewhere else, …
    private static let longestNight: Int64 = 10 * 3_600_000
    private static let longestFirstWalk: Int64 = 360_000
    /// … and who is found elsewhere after this was not at the place all that time.
    package static let longestSilence: Int64 = 3_600_000
    /// Where it is looked again when the middle has moved by so many metres.
    private static let step = 1.5
    /// How fast people go, in metres a second.
    private static let walkingSpeed = 1.4

    /// A place that somebody may have been at all the time between two moments, in milliseconds since 1970: silences
    /// count, however long.
    package struct Rest: Sendable, Equatable {
        package let place: PlaceKey
        package let since: Int64
        package let until: Int64

        fileprivate init?(_ stay: Stay, until: Int64? = nil) {
            guard let place = stay.place else { return nil }
            (self.place, since, self.until) = (place, stay.since, until ?? stay.position.time)
        }
    }

    private var stay: Stay?
    private var outside: Position?
    private var last: Int64 = .min
    /// Where they were in the silence that has just ended, if that was elsewhere.
    private var silence: Rest?

    package init() {}

    /// Where somebody rests, or did until they were found on their way; `nil` while no place is known.
    package var rest: Rest? { silence ?? stay.flatMap { Rest($0) } }

    /// The stays that are found in positions, which come in the order of times.
    package static func visits(_ positions: [Position], _ places: some PlaceFinding) -> [Visit] {
        var search = Search()
        for position in positions { search.follow(position, places) }
        return search.visits
    }

    /// Finds stays in positions that come one after the other, in the order of times.
    package struct Search: Sendable {
        private var rule = StayRule()
        /// Each as it is known last, in the order of arrivals.
        package private(set) var visits: [Visit] = []

        package init() {}

        package mutating func follow(_ position: Position, _ places: some PlaceFinding) {
            for visit in rule.follow(position, places) {
                if visits.last?.arrival == visit.arrival { visits.removeLast() }
                visits.append(visit)
            }
        }
    }

    /// Learns of the next position; returns the stays that go on or just ended, once they are some.
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
        // With nothing known for hours before it, or where they are, there is nothing to wait for.
        guard !position.isAtHome, position.time - stay.last <= Self.longestRest else {
            let visit = outside.flatMap { Self.visit(&stay, until: Self.departure(of: stay, to: $0), places) }
            let mayHaveStayed = !position.isAtHome && position.time - stay.last <= Self.longestNight
            let left = position.time - Self.milliseconds(from: stay.spread.middle, to: position.point)
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
            // Should it be an error, this is a part of what goes on.
            let visit = Self.visit(&stay, until: Self.departure(of: stay, to: position), places)
            self.stay = stay
            return visit.map { [$0] } ?? []
        }
        outside = nil
        let visit = Self.visit(&stay, until: Self.departure(of: stay, to: first), places)
        // Who only passed by where they were before may have come here at once; who stayed there left as late as they
        // could.
        var next = Stay(first, arrival: stay.count == 1 ? Self.arrival(at: first, from: stay.position) : first.time)
        if first.point.distance(inMetresTo: position.point) <= Self.reach {
            next.add(position)
            self.stay = next
            return visit.map { [$0] } ?? []
        }
        // A short stay is one position, between two that are too far in time for their distance.
        let between = Self.visit(&next, until: Self.departure(of: next, to: position), places)
        self.stay = Stay(position, arrival: Self.arrival(at: position, from: next.position))
        return [visit, between].compactMap { $0 }
    }

    private static func isHere(_ position: Position, _ stay: Stay) -> Bool {
        let accuracy = position.accuracyMetres ?? usualAccuracy
        return stay.spread.middle.distance(inMetresTo: position.point) <= reach + accuracy / 2
    }

    /// When somebody left who was found elsewhere afterwards: late enough to walk there.
    private static func departure(of stay: Stay, to next: Position) -> Int64 {
        guard next.time - stay.last <= longestSilence else { return stay.last }
        return max(stay.last, next.time - milliseconds(from: stay.spread.middle, to: next.point))
    }

    /// When somebody came who was found elsewhere before: as early as they could walk here.
    private static func arrival(at position: Position, from previous: (time: Int64, point: PointE7)) -> Int64 {
        guard position.time - previous.time <= longestSilence else { return position.time }
        return min(position.time, previous.time + milliseconds(from: previous.point, to: position.point))
    }

    private static func milliseconds(from start: PointE7, to end: PointE7) -> Int64 {
        Int64(start.distance(inMetresTo: end) / walkingSpeed * 1000)
    }

    private static func visit(_ stay: inout Stay, until departure: Int64, _ places: some PlaceFinding) -> Visit? {
        guard departure - stay.arrival >= leastDwell else { return nil }
        let middle = stay.spread.middle
        if stay.lookedAt.map({ $0.distance(inMetresTo: middle) >= step }) ?? true {
            stay.place = places.place(at: middle)
            stay.lookedAt = middle
        }
        return stay.place.map { Visit(place: $0, arrival: stay.arrival, departure: departure) }
    }
}

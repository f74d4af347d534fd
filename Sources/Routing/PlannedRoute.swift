package import Atlas
package import GeoCore

/// An answer: the route through all points of a request.
package struct PlannedRoute: Sendable {
    package var profile: Profile
    /// The requested language of instructions.
    package var language: Language
    /// The line from the first to the last point on streets.
    ///
    /// It has at least two points for each leg, which coincide for a leg without length, and a point for each node of
    /// the streets, even if two nodes coincide.
    package var geometry: [PointE7]
    package var legs: [RouteLeg]
    /// One for each point of the request, on the street that it was moved to.
    package var waypoints: [Waypoint]
    /// Notices for users; empty for most routes.
    package var notices: [Notice]
    /// The label that distinguishes it from its alternatives; `nil` without alternatives.
    package var label: RouteLabel?
    /// The additional time over the quickest route, in milliseconds, if another was requested; otherwise `nil`.
    package var extraMillis: Int64?
    /// The same in minutes, as the difference of the two displayed times; at least 1.
    package var extraMinutes: Int {
        func shown(_ millis: Int64) -> Int { max(1, Int((millis + 30_000) / 60_000)) }
        return shown(timeMillis) - shown(timeMillis - (extraMillis ?? 0))
    }
    /// The wheelchair report; `nil` for other profiles, and unless requested.
    package var wheelchair: WheelchairReport?

    package var lengthMillimetres: Int64 { legs.reduce(0) { $0 + $1.lengthMillimetres } }
    package var timeMillis: Int64 { legs.reduce(0) { $0 + $1.timeMillis } }
    package var distanceInMetres: Double { Double(lengthMillimetres) / 1000 }
    package var durationInSeconds: Double { Double(timeMillis) / 1000 }

    /// Whether the edge of the map may have changed the answer.
    package var touchesMapEdge: Bool {
        notices.contains(.nearestStreetMayBeBeyond) || notices.contains(.shorterRouteMayBeBeyond)
    }

    /// Returns the line of a leg of this route.
    func line(of leg: RouteLeg) -> ArraySlice<PointE7> {
        geometry[leg.spans[0].firstPoint...leg.spans[leg.spans.count - 1].lastPoint]
    }

    /// A reason that an answer may be unexpected.
    package enum Notice: Sendable, Equatable {
        /// A point lies nearer to the edge of the map than to its street: the nearest street may be missing.
        case nearestStreetMayBeBeyond
        /// A shorter route may exist outside the map, because streets were cut off there.
        case shorterRouteMayBeBeyond
        /// The street nearest to a point, counted from 0, is an island; the route uses another street at the given
        /// distance.
        case leftIsland(point: Int, metres: Int)
        /// This share of a round walk is walked twice, in percent, and there is no better walk.
        case repeatsStreets(percent: Int)
        /// The route avoids crowds, and takes this many minutes more, rounded.
        case avoidsCrowds(minutes: Int)
        /// The quickest route has no known crowds, or there is no worthwhile route around them.
        case noQuieterRoute
    }
}

/// The route from one stop to the next.
package struct RouteLeg: Sendable {
    package let steps: [RouteStep]
    /// Its spans; empty if the request wants only length and time.
    package let spans: [RouteSpan]
    package let lengthMillimetres: Int64
    package let timeMillis: Int64

    init(steps: [RouteStep], spans: [RouteSpan]) {
        self.steps = steps
        self.spans = spans
        lengthMillimetres = spans.reduce(0) { $0 + Int64($1.lengthMillimetres) }
        timeMillis = spans.reduce(0) { $0 + Int64($1.timeMillis) }
    }

    init(lengthMillimetres: Int64, timeMillis: Int64) {
        steps = []
        spans = []
        self.lengthMillimetres = lengthMillimetres
        self.timeMillis = timeMillis
    }

    package var distanceInMetres: Double { Double(lengthMillimetres) / 1000 }
    package var durationInSeconds: Double { Double(timeMillis) / 1000 }
}

extension RouteLeg {
    /// Returns the indices of a step's spans; empty for a step without length.
    func spans(of step: RouteStep) -> Range<Int> {
        // Binary search: spans are in the order of their points.
        var low = 0, high = spans.count
        while low < high {
            let middle = (low + high) / 2
            if spans[middle].firstPoint < step.firstPoint { low = middle + 1 } else { high = middle }
        }
        var end = low
        while end < spans.count, spans[end].firstPoint < step.lastPoint, spans[end].lastPoint <= step.lastPoint {
            end += 1
        }
        return low..<end
    }
}

/// A part of a route along one arc, or along a part of an arc.
package struct RouteSpan: Sendable {
    package var arc: ArcID
    package var lengthMillimetres: UInt32
    /// The time, including the turn into the arc.
    package var timeMillis: UInt32
    /// The indices in the route's geometry where the span begins and ends.
    package var firstPoint: Int
    package var lastPoint: Int
    /// The index among the arc's points, in its direction, of the point at the beginning of the span, or of the next
    /// one.
    package var firstNode: Int
}

/// A maneuver and the stretch after it, up to the next maneuver.
package struct RouteStep: Sendable {
    package var maneuver: Maneuver
    /// The street of the stretch.
    package var road: RoadName
    package var lengthMillimetres: Int64
    package var timeMillis: Int64
    /// The indices in the route's geometry of this maneuver and of the next.
    package var firstPoint: Int
    package var lastPoint: Int
    /// Whether the stretch leads over a bridge or through a tunnel that is long enough to mention.
    package var passesBridge: Bool
    package var passesTunnel: Bool
    /// The level change of stairs or a lift.
    package var climb: LevelChange?

    package var distanceInMetres: Double { Double(lengthMillimetres) / 1000 }
    package var durationInSeconds: Double { Double(timeMillis) / 1000 }
    /// The level of the building that the stretch leads along, or to; `nil` if unknown, as on streets.
    package var level: Level? { climb?.level ?? road.level }
    /// What the signs call that level; empty if unknown.
    package var sign: StringID {
        if let climb, climb.level != nil { return climb.sign }
        return road.sign
    }
}

/// A change from one level of a building to another, as far as the data has it.
package struct LevelChange: Equatable, Sendable {
    /// Whether it is a lift at a junction, which is not a street of its own.
    package var isLift = false
    package var isUp: Bool?
    /// The level after the change.
    package var level: Level?
    /// What the signs call it; empty if unknown.
    package var sign = StringID.empty
    /// Whether it is the level before, too: a few steps, or a way through a stairwell.
    package var isLevel = false
}

/// A point of the request on the street that it was moved to.
package struct Waypoint: Sendable {
    package var position: SnappedPosition
    package var road: RoadName
}

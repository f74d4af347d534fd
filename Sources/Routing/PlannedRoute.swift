package import GeoCore

/// An answer: the way through all points of a question.
package struct PlannedRoute: Sendable {
    package var profile: Profile
    /// The language its instructions were asked for in.
    package var language: Language
    /// The line from the first to the last point on streets; at least two points for each leg, which are equal when
    /// there is nothing to travel, and a point for each node of the streets, also where two are in one place.
    package var geometry: [PointE7]
    package var legs: [RouteLeg]
    /// One for each point of the question, where it was moved to.
    package var waypoints: [Waypoint]
    /// What people should know about the answer; empty for most.
    package var notices: [Notice]
    /// What tells it from the others that are offered with it; `nil` where it is the only one.
    package var label: RouteLabel?
    /// How much longer it takes than the quickest way, in milliseconds, where another was asked for; else `nil`.
    package var extraMillis: Int64?
    /// The same in minutes: what is between both times as people are shown them, in whole minutes and at least one.
    package var extraMinutes: Int {
        func shown(_ millis: Int64) -> Int { max(1, Int((millis + 30_000) / 60_000)) }
        return shown(timeMillis) - shown(timeMillis - (extraMillis ?? 0))
    }
    /// What somebody in a wheelchair meets on it; `nil` for others, and unless asked for.
    package var wheelchair: WheelchairReport?

    package var lengthMillimetres: Int64 { legs.reduce(0) { $0 + $1.lengthMillimetres } }
    package var timeMillis: Int64 { legs.reduce(0) { $0 + $1.timeMillis } }
    package var distanceInMetres: Double { Double(lengthMillimetres) / 1000 }
    package var durationInSeconds: Double { Double(timeMillis) / 1000 }

    /// Whether the edge of the map may have changed the answer.
    package var touchesMapEdge: Bool {
        notices.contains(.nearestStreetMayBeBeyond) || notices.contains(.shorterWayMayBeBeyond)
    }

    /// The part of the line that a leg of this route goes along.
    func line(of leg: RouteLeg) -> ArraySlice<PointE7> {
        geometry[leg.pieces[0].firstPoint...leg.pieces[leg.pieces.count - 1].lastPoint]
    }

    /// Why an answer may not be the one expected.
    package enum Notice: Sendable, Equatable {
        /// A point lies nearer to the edge of the map than to the street it was moved to: the nearest street may be
        /// missing.
        case nearestStreetMayBeBeyond
        /// Streets that were cut off could be joined by a shorter way outside the map.
        case shorterWayMayBeBeyond
        /// The street nearest to a point, counted from 0, is an island; the route uses one farther off, at the given
        /// distance.
        case leftIsland(point: Int, metres: Int)
        /// So much of a round walk leads back by the way that it came, in percent, and there is no better one.
        case walksBack(percent: Int)
        /// The way leaves out what is crowded, and takes so many minutes more for it, rounded.
        case leavesOutCrowds(minutes: Int)
        /// Nothing is crowded on the quickest way, as far as is known, or there is no way around it that is worth it.
        case noQuieterWay
    }
}

/// The way from one point of the question to the next.
package struct RouteLeg: Sendable {
    package let steps: [RouteStep]
    /// None where a question for one route wants no more than lengths and times.
    package let pieces: [RoutePiece]
    package let lengthMillimetres: Int64
    package let timeMillis: Int64

    init(steps: [RouteStep], pieces: [RoutePiece]) {
        self.steps = steps
        self.pieces = pieces
        lengthMillimetres = pieces.reduce(0) { $0 + Int64($1.lengthMillimetres) }
        timeMillis = pieces.reduce(0) { $0 + Int64($1.timeMillis) }
    }

    init(lengthMillimetres: Int64, timeMillis: Int64) {
        steps = []
        pieces = []
        self.lengthMillimetres = lengthMillimetres
        self.timeMillis = timeMillis
    }

    package var distanceInMetres: Double { Double(lengthMillimetres) / 1000 }
    package var durationInSeconds: Double { Double(timeMillis) / 1000 }
}

extension RouteLeg {
    /// The pieces that a step goes along; none for one that goes nowhere.
    func pieces(of step: RouteStep) -> Range<Int> {
        // Pieces are in the order of their points.
        var low = 0, high = pieces.count
        while low < high {
            let middle = (low + high) / 2
            if pieces[middle].firstPoint < step.firstPoint { low = middle + 1 } else { high = middle }
        }
        var end = low
        while end < pieces.count, pieces[end].firstPoint < step.lastPoint, pieces[end].lastPoint <= step.lastPoint {
            end += 1
        }
        return low..<end
    }
}

/// A stretch of a route along one arc, or part of one.
package struct RoutePiece: Sendable {
    package var arc: ArcID
    package var lengthMillimetres: UInt32
    /// With the turn into the arc.
    package var timeMillis: UInt32
    /// Positions in the route's geometry: where the piece begins and where it ends.
    package var firstPoint: Int
    package var lastPoint: Int
    /// Position among the arc's points, in its direction, of the one at which the piece begins, or of the one behind.
    package var firstNode: Int
}

/// A maneuver and the stretch that follows it, up to the next.
package struct RouteStep: Sendable {
    package var maneuver: Maneuver
    /// The street the stretch follows.
    package var road: RoadName
    package var lengthMillimetres: Int64
    package var timeMillis: Int64
    /// Positions in the route's geometry: from the maneuver to the next one.
    package var firstPoint: Int
    package var lastPoint: Int
    /// Whether the stretch leads over a bridge or through a tunnel long enough to notice.
    package var passesBridge: Bool
    package var passesTunnel: Bool
    /// Where stairs or a lift lead.
    package var climb: LevelChange?

    package var distanceInMetres: Double { Double(lengthMillimetres) / 1000 }
    package var durationInSeconds: Double { Double(timeMillis) / 1000 }
}

/// Going from one level of a building to another, as far as the data say.
package struct LevelChange: Equatable, Sendable {
    /// Whether by a lift at a junction, which is no street of its own.
    package var isLift = false
    package var isUp: Bool?
    /// The one come to.
    package var level: Int?
}

/// A point of the question, moved to the network.
package struct Waypoint: Sendable {
    package var position: SnappedPosition
    package var road: RoadName
}

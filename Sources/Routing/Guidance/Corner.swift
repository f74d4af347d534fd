import Atlas
import GeoCore

/// A junction as someone on the way meets it: from which side they come, where they go, what else they could do.
struct Corner {
    /// A street at the corner, seen from it.
    struct Arm {
        /// The arc that leaves the corner.
        let arc: ArcID
        /// Degrees clockwise from north, away from the corner.
        let bearing: Double
        let canEnter: Bool
    }

    let location: PointE7
    /// Directions of travel, degrees clockwise from north.
    let bearingBefore: Double
    let bearingAfter: Double
    /// The planned change of direction in degrees, clockwise, −180 ... 180.
    ///
    /// Its side is that of the corner itself: on a hairpin the directions some metres before and after it tell how far one
    /// turns, and not which way round.
    let turn: Double
    /// All streets the profile may use in one direction at least, by bearing.
    let arms: [Arm]
    /// What one could do instead of going on as planned or back: the turn in degrees, clockwise, −180 ... 180.
    let otherTurns: [Double]
    let intersection: Maneuver.Intersection

    init(arriving before: ArcID, leaving after: ArcID, in network: RoadNetwork, _ profile: Profile) {
        let node = network.head(of: before)
        location = network.points[node]
        bearingBefore = Corner.opposite(network.bearing(leaving: before.reversed))
        bearingAfter = network.bearing(leaving: after)
        let nearBefore = Corner.opposite(network.bearing(leaving: before.reversed, over: RoadNetwork.kerb))
        let nearAfter = network.bearing(leaving: after, over: RoadNetwork.kerb)
        let bends = [(bearingBefore, nearBefore), (nearBefore, nearAfter), (nearAfter, bearingAfter)]
        turn = Corner.bounded(bends.reduce(0) { $0 + Corner.difference(from: $1.0, to: $1.1) })
        arms = Corner.arms(at: node, in: network, profile)
        otherTurns = arms.filter { $0.canEnter && $0.arc != after && $0.arc != before.reversed }
            .map { [bearingBefore] in Corner.difference(from: bearingBefore, to: $0.bearing) }
        intersection = Maneuver.Intersection(
            bearings: arms.map { Corner.whole($0.bearing) }, entries: arms.map { $0.canEnter },
            from: arms.firstIndex { $0.arc == before.reversed }, to: arms.firstIndex { $0.arc == after })
    }

    /// How far the straightest alternative is from straight on; 180 without any.
    var straightestOther: Double { otherTurns.reduce(180) { min($0, $1.magnitude) } }

    private static func arms(at node: UInt32, in network: RoadNetwork, _ profile: Profile) -> [Arm] {
        let times = network.layer(profile).times
        var arms: [Arm] = []
        for slot in network.arcs(leaving: node) {
            let arc = ArcID(network.outArcs[slot])
            let canEnter = times[arc.rawValue] != .max
            guard canEnter || times[arc.reversed.rawValue] != .max else { continue }
            arms.append(Arm(arc: arc, bearing: network.bearing(leaving: arc), canEnter: canEnter))
        }
        arms.sort { ($0.bearing, $0.arc.rawValue) < ($1.bearing, $1.arc.rawValue) }
        return arms
    }

    /// The signed angle between two directions, clockwise, above −180 and up to 180.
    static func difference(from: Double, to: Double) -> Double {
        let turn = to - from
        return turn > 180 ? turn - 360 : turn <= -180 ? turn + 360 : turn
    }

    /// A change of direction along a line, which may go beyond the half circle: as sharp as can be, and still to its side.
    static func bounded(_ turn: Double) -> Double { turn > 180 ? 179 : turn < -180 ? -179 : turn }

    static func opposite(_ bearing: Double) -> Double { bearing < 180 ? bearing + 180 : bearing - 180 }

    /// A bearing in whole degrees, `0..<360`.
    static func whole(_ bearing: Double) -> Int {
        let rounded = Int(bearing.rounded(.toNearestOrEven))
        return rounded == 360 ? 0 : rounded
    }
}

extension RoadNetwork {
    /// How far along a street its direction at a corner is judged, in metres: past kerbs and little kinks.
    fileprivate static let lookAhead = 12.0
    /// The same for the corner itself.
    fileprivate static let kerb = 2.0

    /// Returns the direction in which `arc` leaves its tail, judged by the point `distance` metres along it, in degrees clockwise from
    /// north; 0 for an arc without length.
    func bearing(leaving arc: ArcID, over distance: Double = lookAhead) -> Double {
        var points = points(of: arc.edge)
        if arc.isBackward { points.reverse() }
        let origin = Coordinate(points[0])
        var rest = distance, target = points[0]
        for point in points.dropFirst() {
            let length = target.distance(inMetresTo: point)
            if length >= rest {
                target = length > 0 ? target.interpolated(to: point, by: rest / length) : point
                break
            }
            rest -= length
            target = point
        }
        return origin.bearing(to: Coordinate(target)) ?? 0
    }
}

extension PointE7 {
    /// The point that lies a share of the way to another, on the straight line in latitude and longitude.
    fileprivate func interpolated(to other: PointE7, by share: Double) -> PointE7 {
        func between(_ from: Int32, _ to: Int32) -> Int32 {
            from + Int32((share * Double(Int64(to) - Int64(from))).rounded(.toNearestOrEven))
        }
        return PointE7(
            latitudeE7: between(latitudeE7, other.latitudeE7), longitudeE7: between(longitudeE7, other.longitudeE7))
    }
}

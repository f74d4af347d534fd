import Atlas
import GeoCore

/// A junction on a route: the direction of arrival, the direction of departure, and the other streets.
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
    /// Directions of travel before and after it, in degrees clockwise from north.
    let bearingBefore: Double
    let bearingAfter: Double
    /// The change of direction of the route in degrees, clockwise, −180 ... 180.
    ///
    /// Its side is that of the corner itself: on a hairpin, the directions some metres before and after it give the
    /// size of the turn but not its side.
    let turn: Double
    /// All streets that the profile may use in at least one direction, by bearing.
    let arms: [Arm]
    /// The arcs of arrival and departure.
    private let before: ArcID
    private let after: ArcID

    // Borrowed: all workers share the network, and its reference count would move between their caches.
    init(arriving before: ArcID, leaving after: ArcID, in network: borrowing RoadNetwork, _ profile: Profile) {
        let node = network.head(of: before)
        location = network.points[node]
        bearingBefore = Corner.opposite(network.bearing(leaving: before.reversed))
        bearingAfter = network.bearing(leaving: after)
        turn = Corner.turn(from: bearingBefore, to: bearingAfter, before, after, network)
        arms = Corner.arms(at: node, in: network, profile)
        self.before = before
        self.after = after
    }

    var intersection: Maneuver.Intersection {
        Maneuver.Intersection(arms, from: before, to: after)
    }

    /// Returns the change of direction. If the directions are too far apart to give its side, the directions at the
    /// corner itself give it.
    private static func turn(
        from bearingBefore: Double, to bearingAfter: Double, _ before: ArcID, _ after: ArcID, _ network: RoadNetwork
    ) -> Double {
        let direct = difference(from: bearingBefore, to: bearingAfter)
        guard direct.magnitude > unmistakable else { return direct }
        func near(_ arc: ArcID) -> Double {
            let points = network.points(of: arc.edge)
            return EdgeBearing.degrees(along: arc.isBackward ? points.reversed() : points, over: kerb)
        }
        let nearBefore = opposite(near(before.reversed)), nearAfter = near(after)
        let bends = [(bearingBefore, nearBefore), (nearBefore, nearAfter), (nearAfter, bearingAfter)]
        return bounded(bends.reduce(0) { $0 + difference(from: $1.0, to: $1.1) })
    }

    /// A turn below this, in degrees, has an unmistakable side.
    private static let unmistakable = 120.0
    /// The distance over which a street's direction at the corner itself is measured, in metres.
    private static let kerb = 2.0

    /// Whether there is another street than the route's two, such that `isMeant` accepts the turn into it, in degrees,
    /// clockwise, −180 ... 180.
    func hasOther(where isMeant: (Double) -> Bool = { _ in true }) -> Bool {
        arms.contains { isOther($0) && isMeant(Corner.difference(from: bearingBefore, to: $0.bearing)) }
    }

    /// The deviation of the straightest alternative from straight on, in degrees; 180 if there is none.
    var straightestOther: Double {
        arms.reduce(180) { straightest, arm in
            isOther(arm)
                ? min(straightest, Corner.difference(from: bearingBefore, to: arm.bearing).magnitude) : straightest
        }
    }

    private func isOther(_ arm: Arm) -> Bool { arm.canEnter && arm.arc != after && arm.arc != before.reversed }

    /// Returns the streets at a junction, by bearing.
    static func arms(at node: UInt32, in network: RoadNetwork, _ profile: Profile) -> [Arm] {
        let times = network.layer(profile).times
        let slots = network.arcs(leaving: node)
        var arms: [Arm] = []
        arms.reserveCapacity(slots.count)
        for slot in slots {
            let arc = ArcID(network.outArcs[slot])
            let canEnter = times[arc.rawValue] != .max
            guard canEnter || times[arc.reversed.rawValue] != .max else { continue }
            let arm = Arm(arc: arc, bearing: network.bearing(leaving: arc), canEnter: canEnter)
            // There are few: insertion sort.
            var place = arms.count
            arms.append(arm)
            while place > 0, (arm.bearing, arc.rawValue) < (arms[place - 1].bearing, arms[place - 1].arc.rawValue) {
                arms[place] = arms[place - 1]
                place -= 1
            }
            arms[place] = arm
        }
        return arms
    }

    /// Whether there is an exit before the ring, on entering a roundabout by `ring`: on the side to which the ring
    /// leads.
    func hasExit(before ring: ArcID, in network: RoadNetwork) -> Bool {
        func turn(_ arm: Arm) -> Double { Self.difference(from: bearingBefore, to: arm.bearing) }
        let others = arms.filter { $0.arc != before.reversed && $0.arc != ring }
        let isRing = others.map { network.way(of: $0.arc.edge).has(.roundabout) }
        guard let ahead = arms.first(where: { $0.arc == ring }).map(turn) else { return false }
        // The ring also returns to its entry; counterclockwise, from the left.
        let back = isRing.firstIndex(of: true).map { turn(others[$0]) } ?? 0
        return zip(others, isRing).contains { other, isRing in
            other.canEnter && !isRing && (back < ahead ? turn(other) > ahead : turn(other) < ahead)
        }
    }

    /// Returns the signed angle between two directions, clockwise, above −180 and up to 180.
    static func difference(from: Double, to: Double) -> Double {
        let turn = to - from
        return turn > 180 ? turn - 360 : turn <= -180 ? turn + 360 : turn
    }

    /// Bounds a change of direction along a line, which may exceed a half circle: the result is as sharp as possible
    /// and keeps its side.
    static func bounded(_ turn: Double) -> Double { turn > 180 ? 179 : turn < -180 ? -179 : turn }

    static func opposite(_ bearing: Double) -> Double { bearing < 180 ? bearing + 180 : bearing - 180 }

    /// Returns a bearing in whole degrees, `0..<360`.
    static func whole(_ bearing: Double) -> Int {
        let rounded = Int(bearing.rounded(.toNearestOrEven))
        return rounded == 360 ? 0 : rounded
    }
}

extension Maneuver.Intersection {
    /// Makes the corner between two arcs of a route.
    init(_ arms: [Corner.Arm], from before: ArcID, to after: ArcID) {
        self.init(
            streets: arms.map { Street(bearing: Corner.whole($0.bearing), canEnter: $0.canEnter) },
            from: arms.firstIndex { $0.arc == before.reversed }, to: arms.firstIndex { $0.arc == after })
    }
}

import Atlas
import GeoCore

/// Finds where on the network a coordinate is: the nearest point of the nearest edge that a profile may use.
struct Snapper {
    let network: RoadNetwork
    private let parts: Packed<UInt32>
    private let times: Packed<UInt32>
    private let profile: Profile

    init(_ graph: TravelGraph) {
        network = graph.network
        profile = graph.profile
        parts = network.layer(profile).components
        times = graph.times
    }

    /// What was found around a coordinate.
    struct Found {
        /// Nearest of all; more than one when edges share that very point.
        var nearest: [SnappedPosition] = []
        /// Nearest among the edges of the big component: `nearest` itself when that belongs to it.
        var connected: [SnappedPosition] = []
    }

    /// Returns the nearest positions within `limit` metres, by great-circle distance.
    ///
    /// Exact: edges are looked at in the order of a lower bound of their distance until no nearer one can follow. Who points at a
    /// map means the surface: a tunnel counts as `undergroundHandicap` farther off than it is.
    /// Between two points of its geometry an edge is a straight line in latitude and longitude (RFC 7946, 3.1.1).
    func positions(
        near coordinate: Coordinate, withinMetres limit: Double, _ wish: EndWish = .none
    ) -> Found {
        if let found = hinted(coordinate, withinMetres: limit, wish) { return found }
        let ruler = NearestRuler(coordinate)
        let farthest = NearestRuler.haversine(ofMetres: limit)
        var all = Nearest(), connected = Nearest()
        network.boxes.forEachNearest(bound: { ruler.lowerBound($0) }) { index, bound in
            if bound > min(connected.felt, farthest) { return false }
            let edge = EdgeID(UInt32(index))
            guard isUsable(edge, wish) else { return true }
            let isConnected = self.isConnected(edge)
            guard bound <= all.felt || isConnected else { return true }
            let (found, distance) = ruler.project(on: edge, of: network)
            guard distance <= farthest, let position = narrowed(found, coordinate, wish) else { return true }
            let isTunnel = network.way(of: edge).has(.tunnel)
            all.keep(position, distance, isTunnel: isTunnel)
            if isConnected { connected.keep(position, distance, isTunnel: isTunnel) }
            return true
        }
        var found = Found(nearest: all.positions, connected: connected.positions)
        // At a junction of the big component, streets that only lead out of it are ways on as well.
        if found.connected.first?.point == found.nearest.first?.point { found.connected = found.nearest }
        return found
    }

    /// Returns the nearest positions on up to `count` edges within `limit` metres, nearest first; ties in the order of
    /// edges.
    func nearest(
        _ count: Int, to coordinate: Coordinate, withinMetres limit: Double, _ wish: EndWish = .none
    ) -> [SnappedPosition] {
        let ruler = NearestRuler(coordinate)
        var kept: [(position: SnappedPosition, distance: Double)] = []
        var farthest = NearestRuler.haversine(ofMetres: limit)
        network.boxes.forEachNearest(bound: { ruler.lowerBound($0) }) { index, bound in
            if bound > farthest || count < 1 { return false }
            let edge = EdgeID(UInt32(index))
            guard isUsable(edge, wish) else { return true }
            let (found, distance) = ruler.project(on: edge, of: network)
            guard distance <= farthest, let position = narrowed(found, coordinate, wish) else { return true }
            let place = kept.firstIndex { $0.distance > distance } ?? kept.count
            kept.insert((position, distance), at: place)
            if kept.count > count { kept.removeLast() }
            if kept.count == count { farthest = kept[count - 1].distance }
            return true
        }
        return kept.map { $0.position }
    }

    /// Whether routes of the profile may begin or end in the middle of the edge.
    private func isUsable(_ edge: EdgeID, _ wish: EndWish) -> Bool {
        guard times[edge.forward.rawValue] != .max || times[edge.backward.rawValue] != .max else {
            return false
        }
        return wish.mayLieAnywhere || !network.way(of: edge).has(.boardedAtEnds)
    }

    /// Where the wish's hint says that the coordinate is, if that is so. At junctions all their streets count, which a hint does not know.
    private func hinted(_ coordinate: Coordinate, withinMetres limit: Double, _ wish: EndWish) -> Found? {
        guard let found = wish.hint?.position(of: coordinate, on: network), isUsable(found.edge, wish),
            found.distanceInMetres <= limit, found.fraction > 0, found.fraction < .max,
            let position = narrowed(found, coordinate, wish)
        else { return nil }
        return Found(nearest: [position], connected: isConnected(position.edge) ? [position] : [])
    }

    /// The position with the directions that the wish leaves; `nil` when the profile may go in none of them.
    private func narrowed(
        _ position: SnappedPosition, _ coordinate: Coordinate, _ wish: EndWish
    ) -> SnappedPosition? {
        guard wish.narrowsDirections else { return position }
        let points = network.points(of: position.edge)
        let heading = Coordinate(points[position.segment]).bearing(to: Coordinate(points[position.segment + 1])) ?? 0
        var forward = times[position.edge.forward.rawValue] != .max
        var backward = times[position.edge.backward.rawValue] != .max
        if wish.stopsAtCurb, profile.isVehicle, forward, backward,
            let isRight = isRight(coordinate, of: position, heading: heading)
        {
            forward = isRight
            backward = !isRight
        }
        if let bearings = wish.bearings {
            forward = forward && bearings.contains(heading)
            backward = backward && bearings.contains(heading < 180 ? heading + 180 : heading - 180)
        }
        return forward || backward ? position.narrowed(forward: forward, backward: backward) : nil
    }

    /// Whether the coordinate lies on the right of the street as it is drawn; `nil` on the street itself.
    private func isRight(_ coordinate: Coordinate, of position: SnappedPosition, heading: Double) -> Bool? {
        guard position.distanceInMetres >= 1, let bearing = Coordinate(position.point).bearing(to: coordinate) else {
            return nil
        }
        let turn = bearing - heading
        return (turn < 0 ? turn + 360 : turn) < 180
    }

    /// Whether one can go from the edge to all of the big component, and come back.
    func isConnected(_ edge: EdgeID) -> Bool { components(of: edge).contains { $0 == 0 } }

    /// The components that can be both left for and come from: none, one or two.
    func components(of edge: EdgeID) -> [UInt32] {
        let record = network.edges[edge.rawValue]
        let forward = times[edge.forward.rawValue] != .max, backward = times[edge.backward.rawValue] != .max
        let tail = parts[record.tail], head = parts[record.head]
        let passesTail = !network.isBlocked(record.tail, for: profile)
        let passesHead = !network.isBlocked(record.head, for: profile)
        var both: [UInt32] = []
        // Left by the head and entered by the tail, or the other way round; or left and entered by the same end.
        for (component, leaves, enters) in [
            (tail, backward && passesTail, forward && passesTail),
            (head, forward && passesHead, backward && passesHead),
        ] where component != .max && leaves && enters {
            both.append(component)
        }
        if both.isEmpty, tail == head, tail != .max, passesTail, passesHead { both.append(tail) }
        return both
    }

    /// Whether one component holds a position of each group.
    func shareComponent(_ groups: [[SnappedPosition]]) -> Bool {
        guard let first = groups.first else { return false }
        let candidates = first.flatMap { components(of: $0.edge) }
        return candidates.contains { candidate in
            groups.allSatisfy { group in group.contains { components(of: $0.edge).contains(candidate) } }
        }
    }
}

/// The nearest positions above the ground and below it, those that share one point together.
private struct Nearest {
    private var above = Level()
    private var below = Level()

    private struct Level {
        var positions: [SnappedPosition] = []
        var distance = Double.infinity
    }

    /// Metres: as wide as a large square, under which service tunnels run.
    private static let undergroundHandicap = 60.0
    /// More streets than share one point in reality: ends are combined with each other, which must stay cheap.
    private static let maximumSharing = 64

    /// Keeps the position when it is nearer than those of its level before, or beside them when it is the same point.
    mutating func keep(_ position: SnappedPosition, _ distance: Double, isTunnel: Bool) {
        if isTunnel { Self.keep(position, distance, &below) } else { Self.keep(position, distance, &above) }
    }

    private static func keep(_ position: SnappedPosition, _ distance: Double, _ level: inout Level) {
        if distance < level.distance {
            level.distance = distance
            level.positions = [position]
        } else if let first = level.positions.first, first.point == position.point,
            level.positions.count < maximumSharing
        {
            level.positions.append(position)
        }
    }

    /// How far the nearest is: as a haversine, below the ground with the handicap. Infinite where there is none.
    var felt: Double { min(above.distance, feltBelow) }

    private var feltBelow: Double {
        guard let first = below.positions.first else { return .infinity }
        return NearestRuler.haversine(ofMetres: first.distanceInMetres + Self.undergroundHandicap)
    }

    var positions: [SnappedPosition] {
        // At the mouth of a tunnel it is a way on like others.
        if let one = above.positions.first, let other = below.positions.first, one.point == other.point {
            return above.positions + below.positions
        }
        return feltBelow < above.distance ? below.positions : above.positions
    }
}

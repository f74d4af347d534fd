import Atlas
import GeoCore

/// Finds the position of a coordinate on the network: the nearest point of the nearest edge that a profile may use.
struct Snapper {
    let network: RoadNetwork
    private let parts: Packed<UInt16>
    private let times: ArcTimes
    private let profile: Profile

    init(_ graph: TravelGraph) {
        network = graph.network
        profile = graph.profile
        parts = network.layer(profile).components
        times = graph.times
    }

    /// Returns the nearest positions within `limit` metres, by great-circle distance: several if edges share that
    /// point. With `onlyConnected`, only on edges of the largest component.
    ///
    /// The result is exact: near edges come first, until no nearer edge can follow. A point on a map means the surface:
    /// a tunnel counts as `undergroundHandicap` farther than it is, and other floors count only if nothing else is
    /// within the limit. At a junction with a ferry, a route may come
    /// ashore. Between two points of its geometry an edge is a straight line in latitude and longitude (RFC 7946,
    /// 3.1.1).
    func positions(
        near coordinate: Coordinate, withinMetres limit: Double, _ options: SnapOptions = .none,
        onlyConnected: Bool = false
    ) -> [SnappedPosition] {
        guard options.level == nil else {
            return positions(onLevelNear: coordinate, withinMetres: limit, options, onlyConnected)
        }
        if let found = hinted(coordinate, withinMetres: limit, options), !onlyConnected || isConnected(found.edge) {
            return [found]
        }
        let ruler = NearestRuler(coordinate)
        if limit > Self.closeInMetres {
            let found = look(ruler, coordinate, withinMetres: Self.closeInMetres, options, onlyConnected)
            if found.isSettled { return found.positions }
        }
        let found = look(ruler, coordinate, withinMetres: limit, options, onlyConnected).positions
        guard found.isEmpty, let others = options.offGround else { return found }
        return positions(near: coordinate, withinMetres: limit, others, onlyConnected: onlyConnected)
    }

    /// Most points are near a street: a search within this distance in metres comes first, where a cheap test excludes
    /// most boxes.
    private static let closeInMetres = 100.0

    /// Searches within a limit; the result is final if nothing beyond the limit could be preferred.
    func look(
        _ ruler: NearestRuler, _ coordinate: Coordinate, withinMetres limit: Double, _ options: SnapOptions,
        _ onlyConnected: Bool
    ) -> (positions: [SnappedPosition], isSettled: Bool) {
        let farthest = NearestRuler.haversine(ofMetres: limit)
        var nearest = Nearest(), piers: [NearestRuler.Projection] = []
        // More edges are marked than connected: some edges at the largest component lead only to it or only from it.
        let marks = onlyConnected ? network.layer(profile).mainMarks : nil, window = ruler.window(withinMetres: limit)
        network.boxes.forEachNearest(
            within: farthest, marks: marks, bound: { ruler.lowerBound($0, in: window) }
        ) { index, _ in
            let edge = EdgeID(UInt32(index)), further = min(nearest.felt, farthest)
            guard isOpen(edge), allows(options, edge), !onlyConnected || isConnected(edge),
                let found = ruler.project(on: edge, of: network, within: further), found.haversine <= farthest,
                let place = narrowed(found, coordinate, options)
            else { return further }
            guard isUsable(edge, options) else {
                if isAtEnd(place) { piers.append(place) }
                return further
            }
            nearest.keep(place, isTunnel: network.way(of: edge).has(.tunnel))
            return min(nearest.felt, farthest)
        }
        let places = nearest.places
        let positions = (places + piers.filter { $0.point == places.first?.point }).sorted { $0.precedes($1) }
            .map { SnappedPosition($0, network) }
        return (positions, nearest.felt <= farthest)
    }

    /// Returns the nearest positions on up to `count` edges within `limit` metres, nearest first; ties in the order of
    /// edges.
    func nearest(
        _ count: Int, to coordinate: Coordinate, withinMetres limit: Double, _ options: SnapOptions = .none
    ) -> [SnappedPosition] {
        let ruler = NearestRuler(coordinate)
        if limit > Self.closeInMetres {
            let found = look(for: count, ruler, coordinate, withinMetres: Self.closeInMetres, options)
            if found.count >= count { return found }
        }
        let found = look(for: count, ruler, coordinate, withinMetres: limit, options)
        guard found.isEmpty, let others = options.offGround else { return found }
        return nearest(count, to: coordinate, withinMetres: limit, others)
    }

    private func look(
        for count: Int, _ ruler: NearestRuler, _ coordinate: Coordinate, withinMetres limit: Double,
        _ options: SnapOptions
    ) -> [SnappedPosition] {
        var kept: [NearestRuler.Projection] = []
        var farthest = count < 1 ? -.infinity : NearestRuler.haversine(ofMetres: limit)
        let window = ruler.window(withinMetres: limit)
        network.boxes.forEachNearest(within: farthest, bound: { ruler.lowerBound($0, in: window) }) { index, _ in
            let edge = EdgeID(UInt32(index))
            guard isUsable(edge, options) else { return farthest }
            guard let found = ruler.project(on: edge, of: network, within: farthest), found.haversine <= farthest,
                let place = narrowed(found, coordinate, options)
            else { return farthest }
            kept.insert(place, at: kept.firstIndex { place.precedes($0) } ?? kept.count)
            if kept.count > count { kept.removeLast() }
            if kept.count == count { farthest = kept[count - 1].haversine }
            return farthest
        }
        return kept.map { SnappedPosition($0, network) }
    }

    /// Whether the profile may use the edge.
    func isOpen(_ edge: EdgeID) -> Bool {
        times[edge.forward.rawValue] != .max || times[edge.backward.rawValue] != .max
    }

    /// Whether routes of the profile may begin or end in the middle of the edge.
    private func isUsable(_ edge: EdgeID, _ options: SnapOptions) -> Bool {
        isOpen(edge) && allows(options, edge)
            && (options.mayLieAnywhere || !network.way(of: edge).has(.boardedAtEnds))
    }

    private func isAtEnd(_ place: NearestRuler.Projection) -> Bool {
        let edge = network.edges[place.edge.rawValue]
        return place.point == network.points[edge.tail] || place.point == network.points[edge.head]
    }

    /// Returns the hint's position of the coordinate, if the hint fits. At a junction all streets count, which a hint
    /// does not know.
    private func hinted(_ coordinate: Coordinate, withinMetres limit: Double, _ options: SnapOptions)
        -> SnappedPosition?
    {
        guard let found = options.hint?.place(of: coordinate, on: network), isUsable(found.edge, options),
            found.distanceInMetres <= limit, let place = narrowed(found, coordinate, options)
        else { return nil }
        let position = SnappedPosition(place, network)
        return position.fraction > 0 && position.fraction < .max ? position : nil
    }

    /// Returns the position with the directions that the requirements allow; `nil` if the profile may use none of them.
    private func narrowed(
        _ place: NearestRuler.Projection, _ coordinate: Coordinate, _ options: SnapOptions
    ) -> NearestRuler.Projection? {
        guard options.narrowsDirections else { return place }
        let points = network.points(of: place.edge)
        let heading = Coordinate(points[place.segment]).bearing(to: Coordinate(points[place.segment + 1])) ?? 0
        var forward = times[place.edge.forward.rawValue] != .max
        var backward = times[place.edge.backward.rawValue] != .max
        if let approach = options.approach, profile.isVehicle, forward, backward,
            let isRight = isRight(coordinate, of: place, heading: heading)
        {
            let isBesideForward = isRight != network.way(of: place.edge).has(.drivesOnLeft)
            forward = isBesideForward == (approach == .curb)
            backward = !forward
        }
        if let bearings = options.bearings {
            forward = forward && bearings.contains(heading)
            backward = backward && bearings.contains(heading < 180 ? heading + 180 : heading - 180)
        }
        guard forward || backward else { return nil }
        var narrowed = place
        (narrowed.allowsForward, narrowed.allowsBackward) = (forward, backward)
        return narrowed
    }

    /// Whether the coordinate lies on the right of the street in the drawing's direction; `nil` on the street itself.
    private func isRight(_ coordinate: Coordinate, of place: NearestRuler.Projection, heading: Double) -> Bool? {
        guard place.distanceInMetres >= 1, let bearing = Coordinate(place.point).bearing(to: coordinate) else {
            return nil
        }
        let turn = bearing - heading
        return (turn < 0 ? turn + 360 : turn) < 180
    }

    /// Whether the edge can be reached from the largest component, and reaches it.
    func isConnected(_ edge: EdgeID) -> Bool {
        var isConnected = false
        forEachComponent(of: edge) { if $0 == 0 { isConnected = true } }
        return isConnected
    }

    /// Returns the components that the edge both reaches and can be reached from: none, one or two.
    private func components(of edge: EdgeID) -> [UInt16] {
        var both: [UInt16] = []
        forEachComponent(of: edge) { both.append($0) }
        return both
    }

    private func forEachComponent(of edge: EdgeID, _ visit: (UInt16) -> Void) {
        let record = network.edges[edge.rawValue]
        let forward = times[edge.forward.rawValue] != .max, backward = times[edge.backward.rawValue] != .max
        let tail = parts[record.tail], head = parts[record.head]
        let passesTail = !network.isBlocked(record.tail, for: profile)
        let passesHead = !network.isBlocked(record.head, for: profile)
        // Left by the head and entered by the tail, or the other way round; or left and entered by the same end.
        let isThroughTail = tail != .max && passesTail && forward && backward
        let isThroughHead = head != .max && passesHead && forward && backward
        if isThroughTail { visit(tail) }
        if isThroughHead { visit(head) }
        if !isThroughTail, !isThroughHead, tail == head, tail != .max, passesTail, passesHead { visit(tail) }
    }

    /// Whether one component has a position of each group.
    func shareComponent(_ groups: [[SnappedPosition]]) -> Bool {
        guard let first = groups.first else { return false }
        if groups.allSatisfy({ group in group.contains { isConnected($0.edge) } }) { return true }
        let candidates = first.flatMap { components(of: $0.edge) }
        return candidates.contains { candidate in
            groups.allSatisfy { group in group.contains { components(of: $0.edge).contains(candidate) } }
        }
    }
}

/// The nearest positions above and below the ground, with all that share a point.
private struct Nearest {
    private var above = Layer()
    private var below = Layer()

    private struct Layer {
        var places: [NearestRuler.Projection] = []
        /// As a haversine.
        var distance = Double.infinity
    }

    /// In metres: the width of a large square, under which service tunnels run.
    private static let undergroundHandicap = 60.0
    /// The maximum number of streets that share a point: ends are combined with each other, which must stay cheap.
    private static let maximumSharing = 64

    /// Keeps the position if it is nearer than those of its level so far, or at the same point.
    mutating func keep(_ place: NearestRuler.Projection, isTunnel: Bool) {
        if isTunnel { Self.keep(place, &below) } else { Self.keep(place, &above) }
    }

    private static func keep(_ place: NearestRuler.Projection, _ level: inout Layer) {
        if place.haversine < level.distance {
            level.distance = place.haversine
            level.places = [place]
        } else if let first = level.places.first, first.point == place.point, level.places.count < maximumSharing {
            level.places.append(place)
        }
    }

    /// The effective distance of the nearest position: a haversine, with the handicap below the ground. Infinite if
    /// there is none.
    var felt: Double { min(above.distance, feltBelow) }

    private var feltBelow: Double {
        guard let first = below.places.first else { return .infinity }
        return NearestRuler.haversine(ofMetres: first.distanceInMetres + Self.undergroundHandicap)
    }

    var places: [NearestRuler.Projection] {
        // At its mouth, a tunnel is an ordinary street.
        if let one = above.places.first, let other = below.places.first, one.point == other.point {
            return above.places + below.places
        }
        return feltBelow < above.distance ? below.places : above.places
    }
}

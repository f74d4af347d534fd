import Atlas
import GeoCore

/// The times of a profile's arcs while changes hold.
struct ChangedTimes {
    private let network: RoadNetwork
    /// By arc: milliseconds, `UInt32.max` where nobody may go.
    private(set) var times: [UInt32]
    private(set) var differ = false

    init(_ graph: TravelGraph) {
        network = graph.network
        times = graph.times.indices.map { graph.times[$0] }
    }

    mutating func apply(_ change: StreetChange) {
        switch change.place {
        case .ways(let ways):
            for edge in ways.compactMap({ network.edges(ofWay: $0) }).joined() {
                apply(change.effect, EdgeID(edge), .along)
            }
        case .area(let corners):
            guard let ring = DrawnLine(corners, isRing: true) else { return }
            forEachStreet(around: corners) { edge, street in
                if case .fence(let openings) = change.effect {
                    guard ring.isCrossed(by: street, awayFrom: openings, metres: StreetChange.openingInMetres) else {
                        return
                    }
                } else {
                    guard ring.encloses(partOf: street) else { return }
                }
                apply(change.effect, edge, .along)
            }
        case .line(let points):
            guard let line = DrawnLine(points) else { return }
            forEachStreet(around: points) { edge, street in
                if case .fence(let openings) = change.effect {
                    guard line.isCrossed(by: street, awayFrom: openings, metres: StreetChange.openingInMetres) else {
                        return
                    }
                    apply(change.effect, edge, .along)
                } else if let direction = line.direction(of: street) {
                    apply(change.effect, edge, direction)
                }
            }
        }
    }

    /// Closes every way that belongs to one of the classes.
    mutating func close(_ classes: StreetClasses) {
        for way in network.ways.indices where !StreetClasses(of: network.ways[way]).isDisjoint(with: classes) {
            for edge in network.edges(ofWayAt: UInt32(way)) { apply(.closed, EdgeID(edge), .along) }
        }
    }

    /// Calls `visit` with the streets near what is drawn, and their points.
    private func forEachStreet(around points: [PointE7], _ visit: (EdgeID, [PointE7]) -> Void) {
        var box = IntBox.empty
        for point in points { box.include(point) }
        guard !box.isEmpty else { return }
        // More than the tolerance in metres, in E7 units of latitude; of longitude too, but near the poles.
        let margin = Int32(DrawnLine.tolerance * 1000)
        box = IntBox(
            minX: box.minX - margin, minY: box.minY - margin, maxX: box.maxX + margin, maxY: box.maxY + margin)
        network.boxes.forEach(in: box) { index in
            let edge = EdgeID(UInt32(index))
            if !network.way(of: edge).has(.tunnel) { visit(edge, network.points(of: edge)) }
        }
    }

    private mutating func apply(_ effect: StreetChange.Effect, _ edge: EdgeID, _ direction: DrawnLine.Direction) {
        switch effect {
        case .closed, .fence:
            close(edge.forward)
            close(edge.backward)
        case .oneWay: close(direction == .along ? edge.backward : edge.forward)
        case .slower(let factor):
            slow(edge.forward, factor)
            slow(edge.backward, factor)
        }
    }

    private mutating func close(_ arc: ArcID) {
        differ = differ || times[Int(arc.rawValue)] != .max
        times[Int(arc.rawValue)] = .max
    }

    private mutating func slow(_ arc: ArcID, _ factor: Double) {
        let millis = times[Int(arc.rawValue)]
        guard millis < HierarchyWeights.unreachable, factor > 1 else { return }
        let slower = (Double(millis) * factor).rounded(.up)
        times[Int(arc.rawValue)] = UInt32(min(slower, Double(HierarchyWeights.unreachable - 1)))
        differ = differ || times[Int(arc.rawValue)] != millis
    }
}

import Atlas

/// The times of a profile's arcs while changes apply.
struct ChangedTimes {
    private let network: RoadNetwork
    /// By arc: milliseconds, `UInt32.max` if closed.
    private(set) var times: [UInt32]
    private(set) var differ = false

    init(_ graph: TravelGraph) {
        network = graph.network
        times = graph.times.indices.map { graph.times[$0] }
    }

    /// Closes every way that belongs to any of the classes.
    mutating func close(_ classes: StreetClasses) {
        for way in network.ways.indices where !StreetClasses(of: network.ways[way]).isDisjoint(with: classes) {
            for edge in network.edges(ofWayAt: UInt32(way)) { apply(.closed, EdgeID(edge), .along) }
        }
    }

    /// Applies a change to its edges, each with its direction relative to the drawn line.
    mutating func apply(_ effect: StreetChange.Effect, to streets: [(EdgeID, DrawnLine.Direction)]) {
        for (edge, direction) in streets { apply(effect, edge, direction) }
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

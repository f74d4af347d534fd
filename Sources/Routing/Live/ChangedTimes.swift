import Atlas

/// A copy of one profile's travel times, to which changes of streets are applied.
///
/// An edge is the part of a street between two junctions, and an arc is one direction of an edge.
struct ChangedTimes {
    private let network: RoadNetwork
    /// By arc: milliseconds. `UInt32.max` if the arc is closed, or if the profile may never use it.
    private(set) var times: [UInt32]
    /// Whether any time has changed since the copy was made.
    private(set) var differ = false

    /// Copies the times of a graph, with the changes that it has already.
    init(_ graph: TravelGraph) {
        network = graph.network
        times = graph.times.indices.map { graph.times[$0] }
    }

    /// Closes both directions of every way that belongs to any of the classes.
    mutating func close(_ classes: StreetClasses) {
        for way in network.ways.indices where !StreetClasses(of: network.ways[way]).isDisjoint(with: classes) {
            for edge in network.edges(ofWayAt: UInt32(way)) { apply(.closed, EdgeID(edge), .along) }
        }
    }

    /// Applies a change to its edges, each with its direction relative to the drawn line. Only `oneWay` uses the
    /// direction.
    mutating func apply(_ effect: StreetChange.Effect, to streets: [(EdgeID, DrawnLine.Direction)]) {
        for (edge, direction) in streets { apply(effect, edge, direction) }
    }

    private mutating func apply(_ effect: StreetChange.Effect, _ edge: EdgeID, _ direction: DrawnLine.Direction) {
        switch effect {
        // The edges of a fence are those that cross it away from its openings: nobody passes there.
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

    /// Multiplies an arc's time by `factor`. A factor of 1 or less changes nothing: the hierarchy needs times that are
    /// never shorter than before.
    private mutating func slow(_ arc: ArcID, _ factor: Double) {
        let millis = times[Int(arc.rawValue)]
        guard millis < HierarchyWeights.unreachable, factor > 1 else { return }
        // An arc that was open stays open, so its time stays below the value that means that there is no path.
        let slower = (Double(millis) * factor).rounded(.up)
        times[Int(arc.rawValue)] = UInt32(min(slower, Double(HierarchyWeights.unreachable - 1)))
        differ = differ || times[Int(arc.rawValue)] != millis
    }
}

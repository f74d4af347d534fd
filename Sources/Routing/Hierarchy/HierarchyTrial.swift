import Atlas
package import GeoCore

/// A profile's hierarchy alone, without positions, lines or words, for comparing its speed with other libraries.
package struct HierarchyTrial: ~Copyable {
    private let metric: Metric
    private let shape: HierarchyShape
    private let lower: HierarchyShape.LowerArcs
    private let steps: HierarchyWeights
    private var search = HierarchySearch()

    /// Contracts the profile's graph again, as live changes do.
    package init(_ engine: RouteEngine, _ profile: Profile) {
        metric = engine.metric(profile)
        let order = metric.hierarchy.order
        guard let shape = HierarchyShape(of: [metric.graph], order.ranks, nodeCount: order.nodeCount) else {
            preconditionFailure("a graph that was contracted before is not too interwoven")
        }
        self.shape = shape
        lower = HierarchyShape.LowerArcs(shape)
        steps = HierarchyWeights(shape, metric.graph, order.ranks)
    }

    /// The number of nodes, which are identified by rank.
    package var nodeCount: Int { metric.hierarchy.nodeCount }

    /// Returns the point of the junction of a node.
    package func point(of rank: UInt32) -> PointE7 {
        metric.graph.network.points[metric.graph.junction(of: metric.hierarchy.order.states[rank])]
    }

    /// Calls `visit` with the two nodes of each step, and its milliseconds.
    package func forEachStep(_ visit: (UInt32, UInt32, UInt32) -> Void) {
        let order = metric.hierarchy.order
        for rank in 0..<UInt32(nodeCount) {
            metric.graph.forEachStep(from: order.states[rank]) { next, millis, _ in
                visit(rank, order.ranks[Int(next)], millis)
            }
        }
    }

    /// Returns the milliseconds from one node to another; `nil` if there is no path.
    package mutating func distance(from start: UInt32, to end: UInt32) -> UInt32? {
        search.weight(
            in: metric.hierarchy, from: [Seed(rank: start, weight: 0)], to: [Seed(rank: end, weight: 0)])
    }

    /// Returns the nodes of the path; empty if there is none.
    package mutating func path(from start: UInt32, to end: UInt32) -> [UInt32] {
        let found = search.path(
            in: metric.hierarchy, from: [Seed(rank: start, weight: 0)], to: [Seed(rank: end, weight: 0)])
        return found?.ranks ?? []
    }

    /// Computes the weights of all arcs from those of the steps; returns a number that depends on them.
    package func customize() -> UInt32 {
        var weights = steps
        weights.customize(shape, lower)
        return weights.up.last ?? 0
    }
}

import Atlas
import GeoCore
import Routing

/// Builds the contraction hierarchies of an atlas: the `hier.*` sections.
enum HierarchyBuilding {
    /// An order, and the hierarchies of its profiles.
    struct Made: Sendable {
        fileprivate let order: HierarchySections.Order
        fileprivate let states: [UInt32]
        fileprivate let depths: [UInt16]
        fileprivate let hierarchies: [HierarchyTables]
    }

    /// Makes the hierarchies of all orders; throws if the streets are more interwoven than any town's.
    static func make(_ network: RoadNetwork) throws(AtlasError) -> [Made] {
        try network.checkOutArcs()
        let orders = HierarchySections.Order.allCases
        return try Parallel.map(orders.count, workspace: {}) { (_, index) throws(AtlasError) in
            try make(orders[index], network)
        }
    }

    /// Adds the sections.
    static func add(_ orders: [Made], to writer: inout AtlasWriter) {
        for made in orders {
            HierarchySections.add(made.order, states: made.states, depths: made.depths, made.hierarchies, to: &writer)
        }
    }

    private static func make(
        _ order: HierarchySections.Order, _ network: RoadNetwork
    ) throws(AtlasError) -> Made {
        let graphs = order.profiles.map { TravelGraph(network, $0) }
        let (states, arcCount) = try states(network, graphs, order)
        let shape = try shape(of: states, graphs, order, expectedArcs: arcCount)
        guard let depths = shape.depths else { throw order.tooInterwoven }
        let ranks = HierarchyOrder.ranks(of: states, graphs)
        let hierarchies = try graphs.map { graph throws(AtlasError) in
            guard
                let tables = HierarchyTables(
                    shape, depths: depths, steps: HierarchyWeights(shape, graph, ranks), hasBoth: order.hasBoth)
            else { throw order.tooInterwoven }
            return tables
        }
        return Made(order: order, states: states, depths: depths, hierarchies: hierarchies)
    }

    /// Returns the states that the graphs use, in a post-order of contraction, and the number of arcs that contracting
    /// them gives.
    private static func states(
        _ network: RoadNetwork, _ graphs: [TravelGraph], _ order: HierarchySections.Order
    ) throws(AtlasError) -> (states: [UInt32], arcCount: Int) {
        let first = order == .walk ? junctions(network, graphs) : statesAlongEdges(network, graphs[0])
        let shape = try shape(of: first, graphs, order)
        return (shape.postOrder.map { first[Int($0)] }, shape.arcCount)
    }

    /// Contracts the states in their order, for all graphs together.
    private static func shape(
        of states: [UInt32], _ graphs: [TravelGraph], _ order: HierarchySections.Order, expectedArcs: Int = 0
    ) throws(AtlasError) -> HierarchyShape {
        let ranks = HierarchyOrder.ranks(of: states, graphs)
        guard
            let shape = HierarchyShape(of: graphs, ranks, nodeCount: states.count, expectedArcs: expectedArcs)
        else { throw order.tooInterwoven }
        return shape
    }

    /// Returns the junctions that any of the graphs uses, in the order of contraction.
    private static func junctions(_ network: RoadNetwork, _ graphs: [TravelGraph]) -> [UInt32] {
        let used = (0..<UInt32(network.points.count)).filter { node in graphs.contains { $0.isUsed(node) } }
        let graph = plane(network, of: graphs, used)
        return NestedDissection.nodes(graph).map { used[Int($0)] }
    }

    /// Returns the states of a graph whose states are arcs, in the order of contraction.
    private static func statesAlongEdges(_ network: RoadNetwork, _ graph: TravelGraph) -> [UInt32] {
        var positions: [NodePair: Int] = [:]
        let order = NestedDissection.edges(plane(network, of: [graph], Array(0..<UInt32(network.points.count))))
        for (position, pair) in order.enumerated() { positions[pair] = position }
        // States along one edge, and edges between the same junctions, keep their own order; loops separate nothing.
        let keys = (0..<UInt32(graph.stateCount)).compactMap { state -> UInt64? in
            guard graph.isUsed(state), let arc = graph.arc(of: state) else { return nil }
            let pair = NodePair(network.tail(of: arc), network.head(of: arc))
            return UInt64(positions[pair].map { $0 + 1 } ?? 0) << 32 | UInt64(state)
        }
        return keys.sorted().map { UInt32(truncatingIfNeeded: $0) }
    }

    /// Returns the streets between `nodes` that any of the graphs may use in any direction; nodes are numbered by their
    /// index in the list.
    private static func plane(_ network: RoadNetwork, of graphs: [TravelGraph], _ nodes: [UInt32]) -> PlaneGraph {
        var number = [UInt32](repeating: .max, count: network.points.count)
        for (index, node) in nodes.enumerated() { number[Int(node)] = UInt32(index) }
        let edges = network.edges.indices.lazy.filter { edge in
            graphs.contains { $0.times[edge * 2] != .max || $0.times[edge * 2 + 1] != .max }
        }
        return PlaneGraph(
            points: nodes.map { network.points[$0] },
            edges: edges.map { (number[Int(network.edges[$0].tail)], number[Int(network.edges[$0].head)]) })
    }
}

extension TravelGraph {
    /// Calls `visit` with the ranks of the ends of each step, and its milliseconds; `ranks` are the ranks of the
    /// states.
    fileprivate func forEachStep(_ ranks: [UInt32], _ visit: (UInt32, UInt32, UInt32) -> Void) {
        for state in ranks.indices where ranks[state] != .max {
            forEachStep(from: UInt32(state)) { next, millis, _ in visit(ranks[state], ranks[Int(next)], millis) }
        }
    }
}

extension HierarchyShape {
    /// Contracts the states of graphs in the order of their ranks, for all graphs together; `nil` if they are too
    /// interwoven.
    package init?(of graphs: [TravelGraph], _ ranks: [UInt32], nodeCount: Int, expectedArcs: Int = 0) {
        self.init(HigherNeighbours(of: graphs, ranks, nodeCount: nodeCount), expectedArcs: expectedArcs)
    }
}

extension HigherNeighbours {
    /// Collects the steps of graphs.
    fileprivate init(of graphs: [TravelGraph], _ ranks: [UInt32], nodeCount: Int) {
        var edges: [(UInt32, UInt32)] = []
        for graph in graphs {
            graph.forEachStep(ranks) { tail, head, _ in edges.append((tail, head)) }
        }
        self.init(nodeCount: nodeCount, edges)
    }
}

extension HierarchyWeights {
    /// Collects the steps of a graph that `shape` contains.
    package init(_ shape: HierarchyShape, _ graph: TravelGraph, _ ranks: [UInt32]) {
        self.init(shape)
        graph.forEachStep(ranks) { add(from: $0, to: $1, weight: $2, shape) }
    }
}

package import Atlas

/// The contraction order of a graph's states, and its elimination tree.
///
/// Nodes are identified by rank. Ranks are a post-order of the tree: a node comes right after all its descendants. So
/// the depth of each node determines its ancestors. A class because all hierarchies of an order share it.
package final class HierarchyOrder: Sendable {
    /// The state of each rank.
    package let states: Packed<UInt32>
    /// The depth of each rank: the number of its ancestors; a root has depth 0.
    package let depths: Packed<UInt16>
    /// The rank of each state, `UInt32.max` if the graph never uses it.
    package let ranks: [UInt32]
    /// The parent of each rank in the elimination tree, `UInt32.max` at a root.
    package let parents: [UInt32]

    package var nodeCount: Int { states.count }

    /// Throws if a state is not the graph's or occurs twice, or if no tree has these depths.
    package init(
        states: Packed<UInt32>, depths: Packed<UInt16>, stateCount: Int, _ names: (states: SectionID, depths: SectionID)
    ) throws(AtlasError) {
        self.states = states
        self.depths = depths
        var ranks = [UInt32](repeating: .max, count: stateCount)
        for (rank, index) in states.indices.enumerated() {
            let state = states[index]
            guard state < UInt32(stateCount), ranks[Int(state)] == .max else {
                throw .invalid(
                    names.states, index: Int64(rank), rule: "no state of the graph, or one that is there already")
            }
            ranks[Int(state)] = UInt32(rank)
        }
        self.ranks = ranks
        guard let parents = Self.parents(depths) else {
            throw .invalid(names.depths, index: 0, rule: "not the depths of a tree in post-order")
        }
        self.parents = parents
    }

    /// Returns the rank of each state of the graphs for a contraction order, `UInt32.max` for unused states.
    package static func ranks(of states: [UInt32], _ graphs: [TravelGraph]) -> [UInt32] {
        var ranks = [UInt32](repeating: .max, count: graphs[0].stateCount)
        for (rank, state) in states.enumerated() { ranks[Int(state)] = UInt32(rank) }
        return ranks
    }

    /// Computes parents from the last node to the first: each is a root, or a child of the node after it or of an
    /// ancestor of that node.
    private static func parents(_ depths: Packed<UInt16>) -> [UInt32]? {
        var parents = [UInt32](repeating: .max, count: depths.count), above: [UInt32] = []
        for rank in depths.indices.reversed() {
            let depth = Int(depths[rank])
            guard depth <= above.count else { return nil }
            above.removeLast(above.count - depth)
            parents[rank] = above.last ?? .max
            above.append(UInt32(rank))
        }
        return parents
    }
}

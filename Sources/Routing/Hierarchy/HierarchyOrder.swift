package import Atlas

/// The order in which the states of a graph are contracted, and the tree that searches climb.
///
/// Nodes are known by rank. Ranks are a post-order of the tree: a node comes right behind all that lie below it. So how
/// many nodes are above each says which ones. A class because all hierarchies of an order hold it.
package final class HierarchyOrder: Sendable {
    /// The state of each rank.
    package let states: Packed<UInt32>
    /// How many nodes are above each rank: its ancestors, at depths from 0, the root's, up to its own.
    package let depths: Packed<UInt16>
    /// The rank of each state, `UInt32.max` where the graph never uses it.
    package let ranks: [UInt32]
    /// The node that a search climbs to from each rank, `UInt32.max` at a root.
    package let parents: [UInt32]

    package var nodeCount: Int { states.count }

    /// Throws when a state is not the graph's, or there twice, or the depths are those of no tree.
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

    /// The rank of each state of the graphs, `UInt32.max` where there is none, when their states are contracted in an
    /// order.
    package static func ranks(of states: [UInt32], _ graphs: [TravelGraph]) -> [UInt32] {
        var ranks = [UInt32](repeating: .max, count: graphs[0].stateCount)
        for (rank, state) in states.enumerated() { ranks[Int(state)] = UInt32(rank) }
        return ranks
    }

    /// From the last node to the first, each is a child of one of those above the node before it, or a root.
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

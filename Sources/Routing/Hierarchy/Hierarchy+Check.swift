import Atlas

extension Hierarchy {
    /// Verifies order, arcs and weights against the graph. Afterwards no search can trap, loop or leave the streets.
    ///
    /// Arcs are valid if single steps are steps of the graph, with their weight, and the weights of all others add up.
    /// O(size of the sections, times the streets that meet at a junction).
    func check(_ profile: Profile, _ graph: TravelGraph) throws(AtlasError) {
        let ranks = order.ranks
        for state in ranks.indices where ranks[state] == .max && graph.isUsed(UInt32(state)) {
            throw .invalid(
                HierarchySections.Order(profile).states, index: Int64(state),
                rule: "a state of the graph without a rank")
        }
        let names = HierarchySections.Names(profile)
        try list.check(names, order)
        try checkWays(names, graph)
    }

    /// Verifies that single steps are steps of the graph, that the paths of other arcs add up, and that none has more
    /// nodes than there are.
    private func checkWays(_ names: HierarchySections.Names, _ graph: TravelGraph) throws(AtlasError) {
        // The number of steps in each unpacked arc. Middle nodes are lower, so their arcs come earlier.
        var upSteps = [UInt32](repeating: 0, count: up.arcs.count)
        var downSteps = [UInt32](repeating: 0, count: down.arcs.count)
        let sizes = order.sizes
        var ancestors: [UInt32] = []
        for rank in 0..<UInt32(nodeCount) {
            order.listAncestors(of: rank, in: &ancestors)
            for index in up.range(of: Int(rank)) where up.weight(index) < HierarchyWeights.unreachable {
                let head = ancestors[Int(up.arcs[index].depth)]
                guard let steps = steps(of: index, up, rank, head, upSteps, downSteps, sizes, graph) else {
                    throw .invalid(names.arcs, index: Int64(index), rule: "not a way of the graph")
                }
                upSteps[index] = steps
            }
            for index in down.range(of: Int(rank)) where down.weight(index) < HierarchyWeights.unreachable {
                let tail = ancestors[Int(down.arcs[index].depth)]
                guard let steps = steps(of: index, down, tail, rank, upSteps, downSteps, sizes, graph) else {
                    throw .invalid(names.arcs, index: Int64(index), rule: "not a way of the graph")
                }
                downSteps[index] = steps
            }
        }
    }

    /// Returns the number of steps of one arc from `tail` to `head`; `nil` if it is not valid.
    private func steps(
        of index: Int, _ arcs: Arcs, _ tail: UInt32, _ head: UInt32, _ upSteps: [UInt32], _ downSteps: [UInt32],
        _ sizes: [UInt32], _ graph: TravelGraph
    ) -> UInt32? {
        let lower = min(tail, head), weight = arcs.weight(index)
        guard let middle = arcs.middle(of: index, lower) else {
            var isStep = false
            graph.forEachStep(from: order.states[tail]) { next, millis, _ in
                if next == order.states[head], millis == weight { isStep = true }
            }
            return isStep ? 1 : nil
        }
        guard middle < lower, let first = down.index(of: middle, depth: order.depths[tail]),
            let second = up.index(of: middle, depth: order.depths[head]),
            // In a post-order, the descendants of a node come right before it.
            tail - middle < sizes[Int(tail)], head - middle < sizes[Int(head)],
            down.weight(first) &+ up.weight(second) == weight
        else { return nil }
        let steps = UInt64(downSteps[first]) + UInt64(upSteps[second])
        return steps <= UInt64(nodeCount) ? UInt32(steps) : nil
    }
}

extension ArcList {
    /// Verifies that every arc leads to an ancestor, the nearest first, and that the arcs with a middle node far below
    /// are listed in order.
    fileprivate func check(_ names: HierarchySections.Names, _ order: HierarchyOrder) throws(AtlasError) {
        try starts.check(names.starts, spanning: arcs.count)
        let hasBoth = starts.count == order.nodeCount
        var listed = 0
        for part in 0..<starts.count {
            var lowest = order.depths[hasBoth ? part : part / 2]
            for index in starts[part] {
                let arc = arcs[index], isPair = hasBoth && index > starts[part].lowerBound && arc.depth == lowest
                // If both directions share a part, an upward and a downward arc may lead to the same node.
                guard arc.depth < lowest || isPair else {
                    throw .invalid(names.arcs, index: Int64(index), rule: "not a node above, nearest first")
                }
                lowest = arc.depth
                guard arc.below == HierarchyArc.isFar else { continue }
                guard listed < far.count, far[listed].arc == UInt32(index) else {
                    throw .invalid(names.far, index: Int64(listed), rule: "not the arcs that pass nodes far below")
                }
                listed += 1
            }
        }
        guard listed == far.count else {
            throw .invalid(names.far, index: Int64(listed), rule: "more than the arcs that pass nodes far below")
        }
    }
}

extension HierarchyOrder {
    /// Writes the ancestors of a rank into `list`, the root at 0.
    fileprivate func listAncestors(of rank: UInt32, in list: inout [UInt32]) {
        list.removeAll(keepingCapacity: true)
        var node = parents[Int(rank)]
        while node != .max {
            list.append(node)
            node = parents[Int(node)]
        }
        list.reverse()
    }

    /// Returns the size of each node's subtree, with the node itself.
    fileprivate var sizes: [UInt32] {
        var sizes = [UInt32](repeating: 1, count: nodeCount)
        for rank in parents.indices where parents[rank] != .max { sizes[Int(parents[rank])] += sizes[rank] }
        return sizes
    }
}

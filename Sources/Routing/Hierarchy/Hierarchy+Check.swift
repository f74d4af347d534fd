import Atlas

extension Hierarchy {
    /// Verifies order, arcs and weights against the graph: afterwards no search can trap, loop or lead off the streets.
    ///
    /// Arcs are sound when single steps are steps of the graph, with their weight, and ways around add up. O(size of
    /// the sections, times the streets that meet at a junction).
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

    /// Single steps are those of the graph, and the ways of other arcs add up; none passes more nodes than there are.
    private func checkWays(_ names: HierarchySections.Names, _ graph: TravelGraph) throws(AtlasError) {
        // How many steps each arc unpacks to. Middles are lower, so their arcs were looked at before.
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

    /// The steps of one arc from `tail` to `head`; `nil` when it is none.
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
            // In a post-order the nodes below one come right before it.
            tail - middle < sizes[Int(tail)], head - middle < sizes[Int(head)],
            down.weight(first) &+ up.weight(second) == weight
        else { return nil }
        let steps = UInt64(downSteps[first]) + UInt64(upSteps[second])
        return steps <= UInt64(nodeCount) ? UInt32(steps) : nil
    }
}

extension ArcList {
    /// Every arc leads to a node on the way to the root, the nearest first; those that pass nodes far below are listed,
    /// in their order.
    fileprivate func check(_ names: HierarchySections.Names, _ order: HierarchyOrder) throws(AtlasError) {
        try starts.check(names.starts, spanning: arcs.count)
        let hasBoth = starts.count == order.nodeCount
        var listed = 0
        for part in 0..<starts.count {
            var lowest = order.depths[hasBoth ? part : part / 2]
            for index in starts[part] {
                let arc = arcs[index], isPair = hasBoth && index > starts[part].lowerBound && arc.depth == lowest
                // Where both directions share a part, an arc up and an arc down may lead to the same node.
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
    /// Puts the nodes above a rank into `list`, the root's at 0.
    fileprivate func listAncestors(of rank: UInt32, in list: inout [UInt32]) {
        list.removeAll(keepingCapacity: true)
        var node = parents[Int(rank)]
        while node != .max {
            list.append(node)
            node = parents[Int(node)]
        }
        list.reverse()
    }

    /// How many nodes each has below it, and itself.
    fileprivate var sizes: [UInt32] {
        var sizes = [UInt32](repeating: 1, count: nodeCount)
        for rank in parents.indices where parents[rank] != .max { sizes[Int(parents[rank])] += sizes[rank] }
        return sizes
    }
}

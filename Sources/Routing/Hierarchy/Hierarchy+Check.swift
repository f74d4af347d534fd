import Atlas

extension Hierarchy {
    /// Verifies ranks, tree, arcs and weights against the graph: afterwards no search can trap, loop or lead off the streets.
    ///
    /// Arcs are sound when single steps are steps of the graph, with their weight, and ways around add up. O(size of the
    /// sections, times the streets that meet at a junction).
    func check(_ profile: Profile, _ graph: TravelGraph) throws(AtlasError) {
        try checkRanks(HierarchySections.Order(profile), graph)
        let tree = try EliminationTree(parents, HierarchySections.Order(profile).parents)
        let names = (up: HierarchySections.Names(up: profile), down: HierarchySections.Names(down: profile))
        for (arcs, names) in [(up, names.up), (down, names.down)] { try arcs.check(names, tree) }
        try checkWays(names.up, names.down, graph)
    }

    private func checkRanks(_ order: HierarchySections.Order, _ graph: TravelGraph) throws(AtlasError) {
        var used = 0
        for state in ranks.indices where ranks[state] != .max {
            used += 1
            guard ranks[state] < UInt32(nodeCount), states[ranks[state]] == UInt32(state) else {
                throw .invalid(order.ranks, index: Int64(state), rule: "not the rank of its state")
            }
        }
        // As many as there are nodes, and each with another.
        guard used == nodeCount else { throw .invalid(order.states, index: Int64(used), rule: "states without a rank") }
        for state in ranks.indices where ranks[state] == .max && graph.isUsed(UInt32(state)) {
            throw .invalid(order.ranks, index: Int64(state), rule: "a state of the graph without a rank")
        }
    }

    /// Single steps are those of the graph, and the ways of other arcs add up; none passes more nodes than there are.
    private func checkWays(
        _ upNames: HierarchySections.Names, _ downNames: HierarchySections.Names, _ graph: TravelGraph
    ) throws(AtlasError) {
        // How many steps each arc unpacks to. Middles are lower, so their arcs were looked at before.
        var upSteps = [UInt32](repeating: 0, count: up.arcs.count)
        var downSteps = [UInt32](repeating: 0, count: down.arcs.count)
        for rank in 0..<UInt32(nodeCount) {
            for index in up.range(of: Int(rank)) {
                guard let steps = steps(of: index, up, rank, up.arcs[index].node, upSteps, downSteps, graph) else {
                    throw .invalid(upNames.arcs, index: Int64(index), rule: "not a way of the graph")
                }
                upSteps[index] = steps
            }
            for index in down.range(of: Int(rank)) {
                guard let steps = steps(of: index, down, down.arcs[index].node, rank, upSteps, downSteps, graph) else {
                    throw .invalid(downNames.arcs, index: Int64(index), rule: "not a way of the graph")
                }
                downSteps[index] = steps
            }
        }
    }

    /// The steps of one arc from `tail` to `head`; `nil` when it is none.
    private func steps(
        of index: Int, _ arcs: Arcs, _ tail: UInt32, _ head: UInt32, _ upSteps: [UInt32], _ downSteps: [UInt32],
        _ graph: TravelGraph
    ) -> UInt32? {
        let middle = arcs.middles[index], weight = arcs.arcs[index].weight
        guard middle != .max else {
            var isStep = false
            graph.forEachStep(from: states[tail]) { next, millis, _ in
                if next == states[head], millis == weight { isStep = true }
            }
            return isStep ? 1 : nil
        }
        guard middle < min(tail, head), let first = down.index(of: middle, tail),
            let second = up.index(of: middle, head),
            down.arcs[first].weight &+ up.arcs[second].weight == weight
        else { return nil }
        let steps = UInt64(downSteps[first]) + UInt64(upSteps[second])
        return steps <= UInt64(nodeCount) ? UInt32(steps) : nil
    }
}

extension Hierarchy.Arcs {
    /// Every arc leads to a node on the way to the root, in ascending order, and weighs less than no way at all.
    fileprivate func check(_ names: HierarchySections.Names, _ tree: EliminationTree) throws(AtlasError) {
        try first.checkStarts(names.first, spanning: arcs.count)
        for rank in 0..<(first.count - 1) {
            var previous = UInt32(rank)
            for index in range(of: rank) {
                let arc = arcs[index]
                guard arc.node > previous, tree.isAncestor(arc.node, of: rank) else {
                    throw .invalid(names.arcs, index: Int64(index), rule: "not a node above, ascending")
                }
                guard arc.weight < HierarchyWeights.unreachable else {
                    throw .invalid(names.arcs, index: Int64(index), rule: "as heavy as no way")
                }
                previous = arc.node
            }
        }
    }
}

/// Answers which node lies on which one's way to the root.
private struct EliminationTree {
    /// The number of each node when parents are counted before their children, and of the last node below it.
    private var number: [UInt32]
    private var last: [UInt32]

    init(_ parents: Packed<UInt32>, _ section: SectionID) throws(AtlasError) {
        var size = [UInt32](repeating: 1, count: parents.count)
        for rank in parents.indices where parents[rank] != .max {
            guard parents[rank] > UInt32(rank), parents[rank] < UInt32(parents.count) else {
                throw .invalid(section, index: Int64(rank), rule: "not a higher node")
            }
            size[Int(parents[rank])] += size[rank]
        }
        number = [UInt32](repeating: 0, count: parents.count)
        last = number
        // The next number for a child of each node, and for a root.
        var next = number, root: UInt32 = 0
        for rank in parents.indices.reversed() {
            let parent = parents[rank]
            let own = parent == .max ? root : next[Int(parent)]
            if parent == .max { root += size[rank] } else { next[Int(parent)] += size[rank] }
            number[rank] = own
            last[rank] = own + size[rank] - 1
            next[rank] = own + 1
        }
    }

    func isAncestor(_ node: UInt32, of rank: Int) -> Bool {
        guard node < UInt32(number.count) else { return false }
        return number[Int(node)] <= number[rank] && number[rank] <= last[Int(node)]
    }
}

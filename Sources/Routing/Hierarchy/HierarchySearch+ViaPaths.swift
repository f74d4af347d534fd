import Atlas

/// A path between the ends of a query through a via node.
struct ViaPath {
    /// Milliseconds.
    var weight: UInt32
    /// The ranks of its nodes, from a seed to a seed.
    var ranks: [UInt32]
    /// The index of its via node: the path to it is a quickest one, and so is the path after it.
    var via: Int
}

extension HierarchySearch {
    /// Returns paths that take up to `share` longer than the quickest, quickest first and at most `count`; the first is
    /// the quickest.
    ///
    /// Each is the quickest path through a node in the search space of one side or of both (via nodes: Abraham,
    /// Delling, Goldberg and Werneck, *Alternative Routes in Road Networks*, ACM JEA 18, 2013, where it must be in
    /// both).
    mutating func viaPaths(
        in hierarchy: Hierarchy, from starts: [Seed], to ends: [Seed], upTo share: Double, count: Int
    ) -> [ViaPath] {
        guard let best = meet(hierarchy, starts, ends, slack: share) else { return [] }
        let nodes = ViaNodes(near, far, hierarchy), limit = Self.longest(best.weight, slack: share)
        var paths: [ViaPath] = []
        for node in nodes.within(limit) where paths.count < count {
            // A node on a known path of the same weight gives the same path.
            let (weight, rank) = (nodes.weight(node), nodes.rank(node))
            guard !paths.contains(where: { $0.weight == weight && $0.ranks.contains(rank) }) else { continue }
            paths.append(nodes.path(through: node, near, far, hierarchy))
        }
        return paths
    }
}

/// The nodes in either search space, with the quickest paths to each from the start, and from each to the end.
///
/// The upward searches find the paths that only go up. In a downward pass, each node then inherits the paths of its
/// ancestors.
private struct ViaNodes {
    private struct Node {
        var rank: UInt32
        /// The indices of its ancestors by depth: `above[chain + depth]`.
        var chain: Int
        /// Its slots in the search spaces of the two ends.
        var near: Int?
        var far: Int?
        /// Milliseconds from the start, and to the end.
        var before = HierarchyWeights.unreachable
        var behind = HierarchyWeights.unreachable
        /// The ancestor from which the path comes down, or to which it goes up; `nil` if it only goes up from its end.
        var from: Int?
        var onTo: Int?

        /// The weight of the path through it.
        var weight: UInt32 { before &+ behind }
    }

    /// Ancestors come before their descendants.
    private var nodes: [Node] = []
    private var above: [Int] = []

    init(_ near: borrowing SearchSpace, _ far: borrowing SearchSpace, _ hierarchy: Hierarchy) {
        add(near)
        add(far, beside: near, hierarchy.order)
        for index in nodes.indices {
            if let slot = nodes[index].near { nodes[index].before = near.label(slot).weight }
            if let slot = nodes[index].far { nodes[index].behind = far.label(slot).weight }
            comeDown(to: index, hierarchy)
        }
    }

    private mutating func add(_ near: borrowing SearchSpace) {
        above = [Int](repeating: 0, count: near.slotCount)
        forEachSlot(of: near, from: 0) { nodes, slot, chain in
            nodes.append(Node(rank: near.rank(slot), chain: chain, near: slot))
            return nodes.count - 1
        }
    }

    private mutating func add(_ far: borrowing SearchSpace, beside near: borrowing SearchSpace, _ order: HierarchyOrder)
    {
        let first = above.count
        above += [Int](repeating: 0, count: far.slotCount)
        forEachSlot(of: far, from: first) { [above] nodes, slot, chain in
            guard let both = near.slot(of: far.rank(slot), order) else {
                nodes.append(Node(rank: far.rank(slot), chain: chain, far: slot))
                return nodes.count - 1
            }
            nodes[above[both]].far = slot
            return above[both]
        }
    }

    /// Calls `add` with each slot that is a path's own, ancestors first, and the base of its ancestors' indices.
    private mutating func forEachSlot(
        of space: borrowing SearchSpace, from first: Int, _ add: (inout [Node], Int, Int) -> Int
    ) {
        for path in space.paths {
            let chain = first + path.base
            if let meets = path.meets {
                for depth in 0..<path.firstOwn { above[chain + depth] = above[first + space.paths[meets].base + depth] }
            }
            for depth in path.firstOwn...path.depth { above[chain + depth] = add(&nodes, path.base + depth, chain) }
        }
    }

    private mutating func comeDown(to index: Int, _ hierarchy: Hierarchy) {
        let rank = Int(nodes[index].rank), chain = nodes[index].chain
        for arc in hierarchy.down.range(of: rank) {
            let other = above[chain + Int(hierarchy.down.arcs[arc].depth)]
            let weight = nodes[other].before &+ hierarchy.down.weight(arc)
            if weight < nodes[index].before { (nodes[index].before, nodes[index].from) = (weight, other) }
        }
        for arc in hierarchy.up.range(of: rank) {
            let other = above[chain + Int(hierarchy.up.arcs[arc].depth)]
            let weight = nodes[other].behind &+ hierarchy.up.weight(arc)
            if weight < nodes[index].behind { (nodes[index].behind, nodes[index].onTo) = (weight, other) }
        }
    }

    /// Returns the nodes whose path takes at most `limit`, quickest first.
    func within(_ limit: UInt32) -> [Int] {
        var found = nodes.indices.filter { nodes[$0].weight <= limit }
        found.sort { (nodes[$0].weight, nodes[$0].rank) < (nodes[$1].weight, nodes[$1].rank) }
        return found
    }

    func rank(_ node: Int) -> UInt32 { nodes[node].rank }

    func weight(_ node: Int) -> UInt32 { nodes[node].weight }

    /// Returns the quickest path through a node.
    func path(
        through node: Int, _ near: borrowing SearchSpace, _ far: borrowing SearchSpace, _ hierarchy: Hierarchy
    ) -> ViaPath {
        var down = [node], up = [node]
        while let before = nodes[down[down.count - 1]].from { down.append(before) }
        while let next = nodes[up[up.count - 1]].onTo { up.append(next) }
        var hops = nodes[down[down.count - 1]].near.map { near.path(to: $0) } ?? []
        hops += down.dropLast().reversed().map { nodes[$0].rank }
        let middle = hops.count - 1
        hops += up.dropFirst().map { nodes[$0].rank }
        if let last = nodes[up[up.count - 1]].far { hops += far.path(to: last).reversed().dropFirst() }
        let before = hierarchy.unpack(along: Array(hops[...middle]))
        let behind = hierarchy.unpack(along: Array(hops[middle...]))
        return ViaPath(weight: nodes[node].weight, ranks: before + behind.dropFirst(), via: before.count - 1)
    }
}

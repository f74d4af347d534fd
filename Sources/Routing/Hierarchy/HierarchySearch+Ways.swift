import Atlas

/// A way between the ends of a question over some node in between.
struct ViaWay {
    /// Milliseconds.
    var weight: UInt32
    /// The nodes that it passes, from a seed to a seed.
    var ranks: [UInt32]
    /// Position of the node for which it was found: the way there is a quickest one, and so is the way on.
    var via: Int
}

extension HierarchySearch {
    /// Returns ways that take up to `share` longer than the quickest, quickest first and no more than `count`; the
    /// first is the quickest.
    ///
    /// Each is the quickest over some node that one of the sides climbs to, or both do (via nodes: Abraham, Delling,
    /// Goldberg and Werneck, *Alternative Routes in Road Networks*, ACM JEA 18, 2013, where both must).
    mutating func ways(
        in hierarchy: Hierarchy, from starts: [Seed], to ends: [Seed], upTo share: Double, count: Int
    ) -> [ViaWay] {
        guard let best = meet(hierarchy, starts, ends, slack: share) else { return [] }
        let nodes = ViaNodes(near, far, hierarchy), limit = Self.longest(best.weight, slack: share)
        var ways: [ViaWay] = []
        for node in nodes.within(limit) where ways.count < count {
            // A node that a way of the same weight passes leads to the same way.
            let (weight, rank) = (nodes.weight(node), nodes.rank(node))
            guard !ways.contains(where: { $0.weight == weight && $0.ranks.contains(rank) }) else { continue }
            ways.append(nodes.way(over: node, near, far, hierarchy))
        }
        return ways
    }
}

/// The nodes above either end of a question, and the quickest ways to each from the start, and on from each to the end.
///
/// Climbing from an end knows the ways that only climb. Going down again, each node takes what those above it know.
private struct ViaNodes {
    private struct Node {
        var rank: UInt32
        /// Positions of those above it by depth: `above[chain + depth]`.
        var chain: Int
        /// Slots in the climbs of the ends that climb to it.
        var near: Int?
        var far: Int?
        /// Milliseconds from the start, and on to the end.
        var before = HierarchyWeights.unreachable
        var behind = HierarchyWeights.unreachable
        /// The node above from which the way comes down, or to which it goes up; `nil` where it only climbs from its
        /// end.
        var from: Int?
        var onTo: Int?

        /// That of the way over it.
        var weight: UInt32 { before &+ behind }
    }

    /// Those above come before those below.
    private var nodes: [Node] = []
    private var above: [Int] = []

    init(_ near: borrowing Climb, _ far: borrowing Climb, _ hierarchy: Hierarchy) {
        add(near)
        add(far, beside: near, hierarchy.order)
        for index in nodes.indices {
            if let slot = nodes[index].near { nodes[index].before = near.label(slot).weight }
            if let slot = nodes[index].far { nodes[index].behind = far.label(slot).weight }
            comeDown(to: index, hierarchy)
        }
    }

    private mutating func add(_ near: borrowing Climb) {
        above = [Int](repeating: 0, count: near.slotCount)
        forEachSlot(of: near, from: 0) { nodes, slot, chain in
            nodes.append(Node(rank: near.rank(slot), chain: chain, near: slot))
            return nodes.count - 1
        }
    }

    private mutating func add(_ far: borrowing Climb, beside near: borrowing Climb, _ order: HierarchyOrder) {
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

    /// Calls `add` with each slot that is a lane's own, those above first, and the place where those above it stand
    /// from now on.
    private mutating func forEachSlot(
        of climb: borrowing Climb, from first: Int, _ add: (inout [Node], Int, Int) -> Int
    ) {
        for lane in climb.lanes {
            let chain = first + lane.base
            if let meets = lane.meets {
                for depth in 0..<lane.firstOwn { above[chain + depth] = above[first + climb.lanes[meets].base + depth] }
            }
            for depth in lane.firstOwn...lane.depth { above[chain + depth] = add(&nodes, lane.base + depth, chain) }
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

    /// The nodes over which a way takes no longer than `limit`, quickest first.
    func within(_ limit: UInt32) -> [Int] {
        var found = nodes.indices.filter { nodes[$0].weight <= limit }
        found.sort { (nodes[$0].weight, nodes[$0].rank) < (nodes[$1].weight, nodes[$1].rank) }
        return found
    }

    func rank(_ node: Int) -> UInt32 { nodes[node].rank }

    func weight(_ node: Int) -> UInt32 { nodes[node].weight }

    /// The quickest way over a node.
    func way(
        over node: Int, _ near: borrowing Climb, _ far: borrowing Climb, _ hierarchy: Hierarchy
    ) -> ViaWay {
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
        return ViaWay(weight: nodes[node].weight, ranks: before + behind.dropFirst(), via: before.count - 1)
    }
}

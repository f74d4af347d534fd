import GeoCore

/// Finds cheap cuts of a graph into two large sides: the minimum cut between the outermost nodes of a direction (Schild
/// and Sommer, *On Balanced Separators in Road Networks*, SEA 2015).
struct InertialFlow {
    private let graph: PlaneGraph
    /// For each arc slot of the graph, the slot of the reverse arc.
    private let twin: [UInt32]

    /// The share of the nodes that is fixed on each side.
    private static let outerShare = 0.25
    /// The directions to try, as weights of longitude and latitude.
    static let directions: [(x: Double, y: Double)] = [(1, 0), (0, 1), (1, 1), (1, -1)]

    init(_ graph: PlaneGraph) {
        self.graph = graph
        // The neighbours of each node ascend, so visiting the nodes in order also visits each node's reverse arcs in
        // order.
        var next = graph.firstOut, twin = [UInt32](repeating: 0, count: graph.heads.count)
        for node in 0..<graph.nodeCount {
            for slot in graph.slots(of: node) {
                let head = Int(graph.heads[slot])
                twin[slot] = next[head]
                next[head] += 1
            }
        }
        self.twin = twin
    }

    /// A cut: the nodes on the near side, and the number of edges across.
    struct Cut: Sendable {
        var isNear: [Bool]
        var edgeCount: Int

        /// The quality, lower is better: edges for each node of the smaller side.
        var cost: Double {
            let near = isNear.count { $0 }
            return Double(edgeCount) / Double(max(1, min(near, isNear.count - near)))
        }
    }

    /// Returns the minimum cut across one direction; `nil` if it has more than `limit` edges.
    func cut(_ direction: (x: Double, y: Double), noMoreThan limit: Int) -> Cut? {
        let count = graph.nodeCount, outer = max(1, Int(Double(count) * Self.outerShare))
        // At the middle latitude, a degree of longitude is shorter than a degree of latitude.
        let scale = Elementary.cosine(Double(graph.points[count / 2].latitudeE7) * 1e-7 * .pi / 180)
        let keys = graph.points.map {
            direction.x * Double($0.longitudeE7) * scale + direction.y * Double($0.latitudeE7)
        }
        let order = (0..<count).sorted { (keys[$0], $0) < (keys[$1], $1) }
        var flow = UnitFlow(graph, twin: twin, sources: order.prefix(outer), targets: order.suffix(outer))
        return flow.maximize(limit: limit).map { Cut(isNear: flow.reachable, edgeCount: $0) }
    }
}

extension InertialFlow.Cut {
    /// Returns the edges across.
    func edges(of graph: PlaneGraph) -> [NodePair] {
        var edges: [NodePair] = []
        for node in 0..<graph.nodeCount where isNear[node] {
            for slot in graph.slots(of: node) where !isNear[Int(graph.heads[slot])] {
                edges.append(NodePair(UInt32(node), graph.heads[slot]))
            }
        }
        return edges
    }

    /// Returns a minimum set of nodes that touches every edge across: by Kőnig's theorem as many as edges without a
    /// common end.
    func nodes(of graph: PlaneGraph) -> [UInt32] {
        var partners: [UInt32: [UInt32]] = [:]
        for edge in edges(of: graph) {
            let (near, far) = isNear[Int(edge.one)] ? (edge.one, edge.other) : (edge.other, edge.one)
            partners[near, default: []].append(far)
        }
        return BipartiteCover(partners).nodes
    }
}

/// The maximum flow between two sets of nodes with unit capacities, by shortest augmenting paths (Dinitz).
private struct UnitFlow {
    private let graph: PlaneGraph
    private let twin: [UInt32]
    private var flow: [Int8]
    private var isTarget: [Bool]
    private let sources: [UInt32]
    private var level: [UInt32]
    private var nextSlot: [UInt32]
    private var queue: [UInt32] = []

    init(_ graph: PlaneGraph, twin: [UInt32], sources: ArraySlice<Int>, targets: ArraySlice<Int>) {
        self.graph = graph
        self.twin = twin
        self.sources = sources.map { UInt32($0) }
        flow = [Int8](repeating: 0, count: graph.heads.count)
        isTarget = [Bool](repeating: false, count: graph.nodeCount)
        level = [UInt32](repeating: .max, count: graph.nodeCount)
        nextSlot = graph.firstOut
        for node in targets { isTarget[node] = true }
    }

    /// Computes the maximum flow; `nil` if it exceeds `limit`.
    mutating func maximize(limit: Int) -> Int? {
        var sent = 0
        while findLevels() {
            nextSlot = graph.firstOut
            for source in sources {
                while augment(from: source) {
                    sent += 1
                    if sent > limit { return nil }
                }
            }
        }
        return sent
    }

    /// After `maximize`, whether each node can be reached from the sources over edges with remaining capacity.
    var reachable: [Bool] { level.map { $0 != .max } }

    /// Numbers the nodes by their distance from the sources; returns whether a target is among them.
    private mutating func findLevels() -> Bool {
        for index in level.indices { level[index] = .max }
        queue.removeAll(keepingCapacity: true)
        for source in sources {
            level[Int(source)] = 0
            queue.append(source)
        }
        var next = 0, isFound = false
        while next < queue.count {
            let node = Int(queue[next])
            next += 1
            for slot in graph.slots(of: node) where flow[slot] < 1 {
                let head = Int(graph.heads[slot])
                guard level[head] == .max else { continue }
                level[head] = level[node] + 1
                if isTarget[head] { isFound = true } else { queue.append(UInt32(head)) }
            }
        }
        return isFound
    }

    /// Sends one unit from `source` along a shortest path, with an explicit stack: paths are as long as towns.
    private mutating func augment(from source: UInt32) -> Bool {
        var path: [Int] = [], node = Int(source)
        while true {
            if isTarget[node] {
                for slot in path {
                    flow[slot] += 1
                    flow[Int(twin[slot])] -= 1
                }
                return true
            }
            var isStuck = true
            while nextSlot[node] < graph.firstOut[node + 1] {
                let slot = Int(nextSlot[node]), head = Int(graph.heads[slot])
                if flow[slot] < 1, level[head] == level[node] + 1 {
                    path.append(slot)
                    node = head
                    isStuck = false
                    break
                }
                nextSlot[node] += 1
            }
            guard isStuck else { continue }
            guard let last = path.popLast() else { return false }
            node = Int(graph.heads[Int(twin[last])])
            nextSlot[node] += 1
        }
    }
}

/// A minimum set of nodes that touches all edges between two sides.
private struct BipartiteCover {
    private let partners: [UInt32: [UInt32]]
    /// The near node that each matched far node belongs to.
    private var match: [UInt32: UInt32] = [:]

    init(_ partners: [UInt32: [UInt32]]) {
        self.partners = partners
        for near in partners.keys.sorted() {
            var seen: Set<UInt32> = []
            _ = tryMatch(near, &seen)
        }
    }

    private mutating func tryMatch(_ near: UInt32, _ seen: inout Set<UInt32>) -> Bool {
        for far in partners[near] ?? [] where seen.insert(far).inserted {
            if let other = match[far], !tryMatch(other, &seen) { continue }
            match[far] = near
            return true
        }
        return false
    }

    /// Kőnig: the near nodes that no alternating path from an unmatched node reaches, and the far nodes that one does.
    var nodes: [UInt32] {
        let matched = Set(match.values)
        var near: Set<UInt32> = [], far: Set<UInt32> = []
        var queue = partners.keys.filter { !matched.contains($0) }
        while let node = queue.popLast() {
            guard near.insert(node).inserted else { continue }
            for other in partners[node] ?? [] where far.insert(other).inserted {
                if let back = match[other] { queue.append(back) }
            }
        }
        return (partners.keys.filter { !near.contains($0) } + far).sorted()
    }
}

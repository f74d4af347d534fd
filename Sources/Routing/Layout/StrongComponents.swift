/// The strongly connected components of one profile's network: each node of a component can reach every other one and
/// return. A node that the profile cannot pass is its own component.
package struct StrongComponents: Sendable {
    /// The component of each node by size, the largest 0; `UInt16.max` if no arc of the profile begins or ends there.
    ///
    /// All components from `smallest` on share one number: they are a few junctions each, and no caller distinguishes
    /// them.
    package let ofNode: [UInt16]

    static let smallest = UInt16.max - 1

    /// Whether an edge between nodes of two components begins or ends in the largest.
    static func isMain(_ tail: UInt16, _ head: UInt16) -> Bool { tail == 0 || head == 0 }

    /// Finds the components from travel times by arc (`UInt32.max`: closed) and the nodes that cannot be passed.
    ///
    /// Tarjan's algorithm (SIAM Journal on Computing 1, 1972) with an explicit stack. Components are numbered by size,
    /// then by their first node, so that the numbers depend only on the network.
    package init(outArcs: OutArcs, times: [UInt32], isBlocked: (Int) -> Bool) {
        let nodeCount = outArcs.firstOut.count - 1
        var search = TarjanSearch(nodeCount: nodeCount)
        let blocked = (0..<nodeCount).map(isBlocked)
        var isUsed = [Bool](repeating: false, count: nodeCount)
        for node in 0..<nodeCount {
            for slot in Int(outArcs.firstOut[node])..<Int(outArcs.firstOut[node + 1]) {
                let arc = Int(outArcs.arcs[slot])
                if times[arc] != .max || times[arc ^ 1] != .max { isUsed[node] = true }
            }
        }
        for node in 0..<nodeCount where isUsed[node] {
            search.visit(from: node, outArcs: outArcs, times: times, blocked: blocked)
        }
        ofNode = Self.numberedBySize(search.component, count: Int(search.count))
    }

    private static func numberedBySize(_ component: [UInt32], count: Int) -> [UInt16] {
        var size = [UInt32](repeating: 0, count: count), first = [Int](repeating: 0, count: count)
        for node in component.indices.reversed() where component[node] != .max {
            size[Int(component[node])] += 1
            first[Int(component[node])] = node
        }
        let order = (0..<count).sorted { size[$0] != size[$1] ? size[$0] > size[$1] : first[$0] < first[$1] }
        var number = [UInt16](repeating: smallest, count: count)
        for (place, old) in order.prefix(Int(smallest)).enumerated() { number[old] = UInt16(place) }
        return component.map { $0 == .max ? .max : number[Int($0)] }
    }
}

private struct TarjanSearch {
    var component: [UInt32]
    var count: UInt32 = 0
    /// Order of discovery, from 1; 0 is undiscovered.
    private var discovered: [UInt32]
    private var lowLink: [UInt32]
    private var time: UInt32 = 0
    /// Nodes whose component is not known yet.
    private var open: [Int] = []
    /// The path under exploration: a node, and its next arc.
    private var path: [(node: Int, slot: Int)] = []

    init(nodeCount: Int) {
        component = [UInt32](repeating: .max, count: nodeCount)
        discovered = [UInt32](repeating: 0, count: nodeCount)
        lowLink = discovered
    }

    mutating func visit(from root: Int, outArcs: OutArcs, times: [UInt32], blocked: [Bool]) {
        guard discovered[root] == 0 else { return }
        enter(root, outArcs)
        while let (node, slot) = path.last {
            if slot < Int(outArcs.firstOut[node + 1]), !blocked[node] {
                path[path.count - 1].slot += 1
                let head = Int(outArcs.heads[slot])
                guard times[Int(outArcs.arcs[slot])] != .max else { continue }
                if discovered[head] == 0 {
                    enter(head, outArcs)
                } else if component[head] == .max {
                    lowLink[node] = min(lowLink[node], discovered[head])
                }
            } else {
                path.removeLast()
                if let (parent, _) = path.last { lowLink[parent] = min(lowLink[parent], lowLink[node]) }
                if lowLink[node] == discovered[node] { close(node) }
            }
        }
    }

    private mutating func enter(_ node: Int, _ outArcs: OutArcs) {
        time += 1
        discovered[node] = time
        lowLink[node] = time
        open.append(node)
        path.append((node, Int(outArcs.firstOut[node])))
    }

    private mutating func close(_ root: Int) {
        while let node = open.popLast() {
            component[node] = count
            if node == root { break }
        }
        count += 1
    }
}

/// The strongly connected components of one profile's network: from each node of a component one can go to each other
/// one and back. A node that the profile cannot pass is a component of its own.
package struct StrongComponents: Sendable {
    /// Component of each node, `UInt32.max` where no arc of the profile begins or ends. Component 0 is the largest.
    package private(set) var ofNode: [UInt32]
    /// Number of nodes of each component, descending.
    package private(set) var sizes: [UInt32] = []

    private static let unvisited = UInt32.max

    /// Finds the components from travel times by arc (`UInt32.max`: impassable) and the nodes that cannot be passed.
    ///
    /// Tarjan's algorithm (SIAM Journal on Computing 1, 1972) with an explicit stack. Components are numbered by size,
    /// then by their first node, so that the numbers depend on the network alone.
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
        ofNode = search.component
        renumberBySize(count: Int(search.count))
    }

    private mutating func renumberBySize(count: Int) {
        var size = [UInt32](repeating: 0, count: count), first = [Int](repeating: 0, count: count)
        for node in ofNode.indices.reversed() where ofNode[node] != Self.unvisited {
            size[Int(ofNode[node])] += 1
            first[Int(ofNode[node])] = node
        }
        let order = (0..<count).sorted { size[$0] != size[$1] ? size[$0] > size[$1] : first[$0] < first[$1] }
        var newNumber = [UInt32](repeating: 0, count: count)
        for (number, old) in order.enumerated() { newNumber[old] = UInt32(number) }
        for node in ofNode.indices where ofNode[node] != Self.unvisited {
            ofNode[node] = newNumber[Int(ofNode[node])]
        }
        sizes = order.map { size[$0] }
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
    /// The path being explored: a node, and its next arc to look at.
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

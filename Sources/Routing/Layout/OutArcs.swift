/// The arcs of a network by their tail: compressed sparse rows.
package struct OutArcs: Sendable {
    package private(set) var firstOut: [UInt32]
    package private(set) var arcs: [UInt32]
    package private(set) var heads: [UInt32]

    /// Sorts both arcs of each edge by tail (counting sort).
    package init(nodeCount: Int, edges: [RoadEdge]) {
        firstOut = [UInt32](repeating: 0, count: nodeCount + 1)
        for edge in edges {
            firstOut[Int(edge.tail) + 1] += 1
            firstOut[Int(edge.head) + 1] += 1
        }
        for node in 0..<nodeCount { firstOut[node + 1] += firstOut[node] }
        var next = firstOut
        arcs = [UInt32](repeating: 0, count: edges.count * 2)
        heads = arcs
        for (index, edge) in edges.enumerated() {
            for (arc, tail, head) in [
                (EdgeID(UInt32(index)).forward, edge.tail, edge.head),
                (EdgeID(UInt32(index)).backward, edge.head, edge.tail),
            ] {
                let slot = Int(next[Int(tail)])
                next[Int(tail)] += 1
                arcs[slot] = arc.rawValue
                heads[slot] = head
            }
        }
    }
}

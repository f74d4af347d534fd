import GeoCore

/// An undirected graph whose nodes have positions, for computing orders. No loops, no parallel edges.
struct PlaneGraph: Sendable {
    private(set) var points: [PointE7]
    /// The neighbours of node v are `heads[firstOut[v] ..< firstOut[v + 1]]`, ascending.
    private(set) var firstOut: [UInt32]
    private(set) var heads: [UInt32]

    var nodeCount: Int { points.count }

    /// Makes a graph of edges in any order; skips loops and duplicate edges.
    init(points: [PointE7], edges: some Sequence<(UInt32, UInt32)>) {
        self.points = points
        var arcs: [UInt64] = []
        for (one, other) in edges where one != other {
            arcs.append(UInt64(one) << 32 | UInt64(other))
            arcs.append(UInt64(other) << 32 | UInt64(one))
        }
        arcs.sort()
        firstOut = [UInt32](repeating: 0, count: points.count + 1)
        heads = []
        heads.reserveCapacity(arcs.count)
        var last: UInt64?
        for arc in arcs where arc != last {
            last = arc
            firstOut[Int(arc >> 32) + 1] += 1
            heads.append(UInt32(truncatingIfNeeded: arc))
        }
        for node in points.indices { firstOut[node + 1] += firstOut[node] }
    }

    private init(points: [PointE7], firstOut: [UInt32], heads: [UInt32]) {
        self.points = points
        self.firstOut = firstOut
        self.heads = heads
    }

    /// Returns the positions in `heads` of a node's neighbours.
    func slots(of node: Int) -> Range<Int> { Int(firstOut[node])..<Int(firstOut[node + 1]) }

    /// A connected part of a graph, and the original numbers of its nodes.
    typealias Part = (graph: PlaneGraph, nodes: [UInt32])

    /// The label of nodes that `parts` leaves out.
    static let leftOut = UInt8.max

    /// Splits the graph into its connected parts: neighbours with the same label stay together, and nodes labelled
    /// `leftOut` are in no part. With `skipsSingles`, nor are nodes without such a neighbour.
    func parts(by label: [UInt8], skipsSingles: Bool = false) -> [Part] {
        var number = [UInt32](repeating: .max, count: nodeCount), parts: [Part] = []
        for root in 0..<nodeCount where number[root] == .max && label[root] != Self.leftOut {
            // A new array for each part: a reused one would be as large as the largest part so far.
            var queue = [UInt32(root)]
            number[root] = 0
            var next = 0
            while next < queue.count {
                for slot in slots(of: Int(queue[next])) {
                    let head = Int(heads[slot])
                    guard number[head] == .max, label[head] == label[root] else { continue }
                    number[head] = 0
                    queue.append(heads[slot])
                }
                next += 1
            }
            if skipsSingles, queue.count == 1 { continue }
            // In their original order, which follows a curve: neighbours stay near each other in memory.
            queue.sort()
            for (index, node) in queue.enumerated() { number[Int(node)] = UInt32(index) }
            parts.append((part(of: queue, number, label), queue))
        }
        return parts
    }

    private func part(of nodes: [UInt32], _ number: [UInt32], _ label: [UInt8]) -> PlaneGraph {
        var firstOut: [UInt32] = [0], heads: [UInt32] = []
        firstOut.reserveCapacity(nodes.count + 1)
        for node in nodes {
            for slot in slots(of: Int(node)) where label[Int(self.heads[slot])] == label[Int(node)] {
                heads.append(number[Int(self.heads[slot])])
            }
            firstOut.append(UInt32(heads.count))
        }
        return PlaneGraph(points: nodes.map { points[Int($0)] }, firstOut: firstOut, heads: heads)
    }
}

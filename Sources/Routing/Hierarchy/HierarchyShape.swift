import Atlas

/// The arcs of a contraction hierarchy, independent of the metric: each node is joined to all remaining neighbours when
/// it is contracted.
///
/// Nodes are identified by rank, their contraction order. Of two joined nodes, one node is an ancestor of the other. So
/// a search only goes up: from a node to its parent, the lowest of its higher neighbours (Dibbelt, Strasser and Wagner,
/// *Customizable Contraction Hierarchies*, ACM JEA 21, 2016).
package struct HierarchyShape: Sendable {
    /// The upward arcs of rank r are `heads[firstUp[r] ..< firstUp[r + 1]]`, ascending.
    package private(set) var firstUp: [UInt32] = [0]
    package private(set) var heads: [UInt32] = []

    package var nodeCount: Int { firstUp.count - 1 }
    package var arcCount: Int { heads.count }

    /// Contracts a graph. `nil` if it is so interwoven that contraction adds many times more arcs than in any town.
    ///
    /// With about the number of arcs, if it is known, it takes no more memory than they do.
    init?(_ graph: HigherNeighbours, expectedArcs: Int = 0) {
        heads.reserveCapacity(expectedArcs)
        firstUp.reserveCapacity(graph.nodeCount + 1)
        guard eliminate(graph) else { return nil }
    }

    /// Towns need fewer than ten arcs a node.
    private static func maximumArcs(_ nodeCount: Int) -> Int { nodeCount * 100 + 1 << 20 }

    /// Contraction joins a node's higher neighbours to each other. It is enough to pass them to the lowest of them,
    /// which does the same later.
    private mutating func eliminate(_ graph: HigherNeighbours) -> Bool {
        let count = graph.nodeCount
        // Linked lists of the ranks with this parent: the first of each, then the next of each.
        var firstChild = [UInt32](repeating: .max, count: count), sibling = firstChild, seenBy = firstChild
        for rank in 0..<count {
            let start = heads.count, here = UInt32(rank)
            func add(_ head: UInt32) {
                guard head > here, seenBy[Int(head)] != here else { return }
                seenBy[Int(head)] = here
                heads.append(head)
            }
            for slot in Int(graph.first[rank])..<Int(graph.first[rank + 1]) { add(graph.heads[slot]) }
            var child = firstChild[rank]
            while child != .max {
                for slot in Int(firstUp[Int(child)])..<Int(firstUp[Int(child) + 1]) { add(heads[slot]) }
                child = sibling[Int(child)]
            }
            heads[start...].sort()
            firstUp.append(UInt32(heads.count))
            guard heads.count <= Self.maximumArcs(count) else { return false }
            guard start < heads.count else { continue }
            let parent = Int(heads[start])
            sibling[rank] = firstChild[parent]
            firstChild[parent] = here
        }
        return true
    }

    /// Returns the positions in `heads` of the upward arcs.
    @inline(__always)
    package func arcs(of rank: Int) -> Range<Int> { Int(firstUp[rank])..<Int(firstUp[rank + 1]) }

    /// Returns the arc that joins two nodes; `nil` if there is none.
    package func arc(from lower: UInt32, to higher: UInt32) -> Int? {
        arcs(of: Int(lower)).first { heads[$0] == higher }
    }

    /// Whether `PackedStarts` can represent the start of each node's arcs, even if few are removed; in one part or in
    /// two.
    var canBePacked: Bool {
        stride(from: 0, to: nodeCount, by: PackedStarts.blockSize).allSatisfy { rank in
            (firstUp[min(rank + PackedStarts.blockSize, nodeCount)] - firstUp[rank]) * 2 <= UInt32(UInt16.max)
        }
    }

    /// The parent of each node in the elimination tree: its lowest higher neighbour, `UInt32.max` at a root.
    private var parents: [UInt32] {
        (0..<nodeCount).map { rank in
            let arcs = arcs(of: rank)
            return arcs.isEmpty ? .max : heads[arcs.lowerBound]
        }
    }

    /// The depth of each node; `nil` if a depth needs more than 16 bits.
    package var depths: [UInt16]? {
        let parents = parents
        var depths = [UInt16](repeating: 0, count: nodeCount)
        for rank in parents.indices.reversed() where parents[rank] != .max {
            let above = depths[Int(parents[rank])]
            guard above < .max else { return nil }
            depths[rank] = above + 1
        }
        return depths
    }

    /// The ranks in a post-order of the tree: each node right after its descendants. Contraction in that order gives
    /// the same arcs.
    package var postOrder: [UInt32] {
        let parents = parents
        var size = [UInt32](repeating: 1, count: nodeCount)
        for rank in parents.indices where parents[rank] != .max { size[Int(parents[rank])] += size[rank] }
        // The end of the free part of each node's children, and of the roots.
        var end = size, rootsEnd = UInt32(nodeCount), order = [UInt32](repeating: 0, count: nodeCount)
        for rank in parents.indices.reversed() {
            let position: UInt32
            if parents[rank] == .max {
                position = rootsEnd - 1
                rootsEnd -= size[rank]
            } else {
                position = end[Int(parents[rank])] - 1
                end[Int(parents[rank])] -= size[rank]
            }
            order[Int(position)] = UInt32(rank)
            end[rank] = position
        }
        return order
    }
}

extension HierarchyShape {
    /// The arcs of a shape by their higher node. Only customizing needs them.
    package struct LowerArcs: Sendable {
        /// The arcs from lower nodes to rank r are `arcs[first[r] ..< first[r + 1]]`; `tails` are their tails, ascending.
        private let first: [UInt32]
        let tails: [UInt32]
        let arcs: [UInt32]

        package init(_ shape: HierarchyShape) {
            var first = [UInt32](repeating: 0, count: shape.firstUp.count)
            for head in shape.heads { first[Int(head) + 1] += 1 }
            for rank in 0..<shape.nodeCount { first[rank + 1] += first[rank] }
            var next = first
            var tails = [UInt32](repeating: 0, count: shape.arcCount), arcs = tails
            for rank in 0..<shape.nodeCount {
                for arc in shape.arcs(of: rank) {
                    let head = Int(shape.heads[arc]), slot = Int(next[head])
                    next[head] += 1
                    tails[slot] = UInt32(rank)
                    arcs[slot] = UInt32(arc)
                }
            }
            self.first = first
            self.tails = tails
            self.arcs = arcs
        }

        /// Returns the positions in `arcs` of the arcs to a rank.
        @inline(__always)
        func slots(of rank: Int) -> Range<Int> { Int(first[rank])..<Int(first[rank + 1]) }
    }
}

/// The edges of a graph by their lower end, as compressed sparse rows.
struct HigherNeighbours {
    private(set) var first: [UInt32]
    private(set) var heads: [UInt32]

    var nodeCount: Int { first.count - 1 }

    /// Edges are pairs of ranks below `nodeCount` in any order, possibly repeated.
    init(nodeCount: Int, _ edges: [(UInt32, UInt32)]) {
        first = [UInt32](repeating: 0, count: nodeCount + 1)
        for (one, other) in edges { first[Int(min(one, other)) + 1] += 1 }
        for rank in 0..<nodeCount { first[rank + 1] += first[rank] }
        var next = first
        heads = [UInt32](repeating: 0, count: edges.count)
        for (one, other) in edges {
            let slot = Int(next[Int(min(one, other))])
            next[Int(min(one, other))] += 1
            heads[slot] = max(one, other)
        }
    }
}

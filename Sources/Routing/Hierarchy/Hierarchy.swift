package import Atlas

/// One arc of a hierarchy, seen from its lower node: 8 bytes.
package struct HierarchyArc: Equatable, BitwiseCopyable, Sendable {
    /// The higher node.
    package var node: UInt32
    /// Milliseconds, below `HierarchyWeights.unreachable`.
    package var weight: UInt32
}

extension HierarchyArc: PackedElement {}

/// A contraction hierarchy under one metric, as searches read it: of each direction the arcs that searches have a use for.
package struct Hierarchy: Sendable {
    /// The rank of each state of its graph, `UInt32.max` where the graph never uses it.
    package let ranks: Packed<UInt32>
    /// The state of each rank.
    package let states: Packed<UInt32>
    /// The node that a search climbs to from each rank, `UInt32.max` at a root.
    package let parents: Packed<UInt32>
    /// From lower nodes to higher ones, and from higher ones to lower ones.
    package let up: Arcs
    package let down: Arcs

    /// The arcs of one direction.
    package struct Arcs: Sendable {
        /// Those of rank r are `arcs[first[r] ..< first[r + 1]]`, by node.
        package let first: Packed<UInt32>
        package let arcs: Packed<HierarchyArc>
        /// By arc: a node below both ends that the way passes, `UInt32.max` for a single step.
        package let middles: Packed<UInt32>

        @inline(__always)
        package func range(of rank: Int) -> Range<Int> {
            let start = Int(first[rank])
            return start..<max(start, Int(first[rank + 1]))
        }

        /// The position of the arc between a node and a higher one; `nil` when there is none.
        func index(of rank: UInt32, _ higher: UInt32) -> Int? {
            range(of: Int(rank)).first { arcs[$0].node == higher }
        }
    }

    package var nodeCount: Int { parents.count }

    /// Appends the ranks of the quickest way behind `tail`, which leads over the arc between it and `head`.
    func unpack(from tail: UInt32, to head: UInt32, into ranks: inout [UInt32]) {
        // Ways around are nested as deep as a hierarchy is high: a stack of our own.
        var open = [(tail: tail, head: head)]
        while let (tail, head) = open.popLast() {
            let isUp = tail < head, arcs = isUp ? up : down
            guard let arc = arcs.index(of: min(tail, head), max(tail, head)), case let middle = arcs.middles[arc],
                middle != .max
            else {
                ranks.append(head)
                continue
            }
            open.append((middle, head))
            open.append((tail, middle))
        }
    }
}

/// The arrays of a hierarchy, as they are made and stored.
package struct HierarchyTables: Sendable {
    package private(set) var parents: [UInt32]
    package private(set) var up: Arcs
    package private(set) var down: Arcs

    package struct Arcs: Sendable {
        package var first: [UInt32] = [0]
        package var arcs: [HierarchyArc] = []
        package var middles: [UInt32] = []

        /// Keeps the arcs that lead somewhere.
        init(_ shape: HierarchyShape, weights: [UInt32], middles: [UInt32]) {
            first.reserveCapacity(shape.nodeCount + 1)
            for rank in 0..<shape.nodeCount {
                for arc in shape.arcs(of: rank) where weights[arc] < HierarchyWeights.unreachable {
                    arcs.append(HierarchyArc(node: shape.heads[arc], weight: weights[arc]))
                    self.middles.append(middles[arc])
                }
                first.append(UInt32(arcs.count))
            }
        }
    }

    /// Customizes a shape with the steps of a metric and leaves out what no quickest way needs.
    package init(_ shape: HierarchyShape, steps: HierarchyWeights) {
        var weights = steps
        weights.customize(shape)
        let middles = weights.middles(shape, steps: steps)
        weights.prune(shape)
        parents = shape.parents
        up = Arcs(shape, weights: weights.up, middles: middles.up)
        down = Arcs(shape, weights: weights.down, middles: middles.down)
    }
}

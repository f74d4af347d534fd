/// The weights of a hierarchy's arcs under one metric, in both directions.
package struct HierarchyWeights: Sendable {
    /// Means that there is no path, and exceeds all weights: 298 hours. It leaves room for the marks of `HierarchyArc`,
    /// and two of them add up without overflow.
    package static let unreachable: UInt32 = 1 << 30 - 1

    /// By arc of the shape: from the lower node to the higher, and back.
    package private(set) var up: [UInt32]
    package private(set) var down: [UInt32]

    /// Makes weights with every arc unreachable.
    package init(_ shape: HierarchyShape) {
        up = [UInt32](repeating: Self.unreachable, count: shape.arcCount)
        down = up
    }

    /// Adds a step from one node to another, which must be joined in `shape`; of parallel steps, the quickest counts.
    package mutating func add(from tail: UInt32, to head: UInt32, weight: UInt32, _ shape: HierarchyShape) {
        guard tail != head, weight < Self.unreachable else { return }
        guard let arc = shape.arc(from: min(tail, head), to: max(tail, head)) else {
            preconditionFailure("a hierarchy joins what steps join")
        }
        if tail < head { up[arc] = min(up[arc], weight) } else { down[arc] = min(down[arc], weight) }
    }

    /// Makes each arc as quick as the best path through lower nodes, from the lowest node to the highest (basic
    /// customization: Dibbelt, Strasser and Wagner 2016, section 5).
    package mutating func customize(_ shape: HierarchyShape, _ lower: HierarchyShape.LowerArcs) {
        forEachLowerTriangle(of: shape, lower) { arc, side, third, _, weights in
            weights.up[arc] = min(weights.up[arc], weights.down[side] + weights.up[third])
            weights.down[arc] = min(weights.down[arc], weights.down[third] + weights.up[side])
        }
    }

    /// The middle node of each arc, for both directions; `UInt32.max` for a single step.
    struct Middles {
        fileprivate(set) var up: [UInt32]
        fileprivate(set) var down: [UInt32]
    }

    /// Customizes, and returns the middle node of each arc; of equally quick paths, that of the highest.
    mutating func customizeFindingMiddles(_ shape: HierarchyShape) -> Middles {
        let none = [UInt32](repeating: .max, count: shape.arcCount)
        var middles = Middles(up: none, down: none)
        // Both arcs from a lowest node have their final weights before its higher neighbours are visited.
        forEachLowerTriangle(of: shape, HierarchyShape.LowerArcs(shape)) { arc, side, third, lowest, weights in
            Self.relax(&weights.up[arc], weights.down[side] + weights.up[third], &middles.up[arc], lowest)
            Self.relax(&weights.down[arc], weights.down[third] + weights.up[side], &middles.down[arc], lowest)
        }
        return middles
    }

    @inline(__always)
    private static func relax(_ weight: inout UInt32, _ other: UInt32, _ middle: inout UInt32, _ lowest: UInt32) {
        if other < weight {
            weight = other
            middle = lowest
        } else if other == weight, middle != .max {
            middle = lowest
        }
    }

    /// Calls `visit` with the three arcs of each triangle, by its middle node: first the arc between its lower and
    /// higher ends, then the arcs from its lowest node to each of them, then that node. Skips triangles without a path.
    @inline(__always)
    private mutating func forEachLowerTriangle(
        of shape: HierarchyShape, _ lower: HierarchyShape.LowerArcs,
        _ visit: (Int, Int, Int, UInt32, inout HierarchyWeights) -> Void
    ) {
        var slot = [UInt32](repeating: 0, count: shape.nodeCount)
        for rank in 0..<shape.nodeCount {
            for arc in shape.arcs(of: rank) { slot[Int(shape.heads[arc])] = UInt32(arc) }
            for below in lower.slots(of: rank) {
                let side = Int(lower.arcs[below])
                if down[side] == Self.unreachable, up[side] == Self.unreachable { continue }
                let lowest = lower.tails[below]
                // The lower node's neighbours above this one.
                for third in (side + 1)..<Int(shape.firstUp[Int(lowest) + 1]) {
                    visit(Int(slot[Int(shape.heads[third])]), side, third, lowest, &self)
                }
            }
        }
    }

    /// In `prune`, the mark of weights that a quicker path replaced; the other bits are the path's weight.
    private static let replaced: UInt32 = 1 << 31

    @inline(__always)
    private static func replace(_ weight: inout UInt32, by other: UInt32) {
        if other < weight & ~replaced { weight = other | replaced }
    }

    /// Removes each arc between whose ends a quicker path through higher nodes exists: searches do not need it (perfect
    /// customization, section 5). Call it after customizing.
    package mutating func prune(_ shape: HierarchyShape) {
        var slot = [UInt32](repeating: 0, count: shape.nodeCount)
        let mask = ~Self.replaced
        for rank in (0..<shape.nodeCount).reversed() {
            let arcs = shape.arcs(of: rank)
            for arc in arcs { slot[Int(shape.heads[arc])] = UInt32(arc) }
            for first in arcs {
                for third in shape.arcs(of: Int(shape.heads[first])) {
                    let far = shape.heads[third], second = Int(slot[Int(far)])
                    // This node need not be joined to every neighbour of its neighbour.
                    guard arcs.contains(second), shape.heads[second] == far else { continue }
                    let toFar = up[third] & mask, fromFar = down[third] & mask
                    Self.replace(&up[first], by: (up[second] & mask) + fromFar)
                    Self.replace(&up[second], by: (up[first] & mask) + toFar)
                    Self.replace(&down[first], by: toFar + (down[second] & mask))
                    Self.replace(&down[second], by: fromFar + (down[first] & mask))
                }
            }
        }
        for arc in up.indices {
            if up[arc] & Self.replaced != 0 { up[arc] = Self.unreachable }
            if down[arc] & Self.replaced != 0 { down[arc] = Self.unreachable }
        }
    }
}

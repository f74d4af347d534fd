package import Atlas

/// One arc of a hierarchy, seen from its lower node: 8 bytes.
package struct HierarchyArc: Equatable, BitwiseCopyable, Sendable {
    /// Milliseconds, below `HierarchyWeights.unreachable`, and the marks `notUp` and `notDown`.
    package var bits: UInt32
    /// How many nodes lie above the higher node, which is one of those above the lower.
    package var depth: UInt16
    /// How far below the lower node's rank that of the node is which the way passes: 0 for a single step, `isFar` where it is listed apart.
    package var below: UInt16

    /// Marks of an arc that leads in one direction only, where both have one list. What a search adds up with the mark of its own
    /// direction weighs more than any way.
    static let notUp: UInt32 = 1 << 31
    static let notDown: UInt32 = 1 << 30
    static let isFar = UInt16.max
}

extension HierarchyArc: PackedElement {}

/// The node that an arc's way passes, where it is too far below to say so in the arc.
package struct FarMiddle: Equatable, BitwiseCopyable, Sendable {
    package var arc: UInt32
    package var rank: UInt32
}

extension FarMiddle: PackedElement {}

/// A contraction hierarchy under one metric, as searches read it: of each direction the arcs that searches have a use for.
package struct Hierarchy: Sendable {
    package let order: HierarchyOrder
    /// From lower nodes to higher ones, and from higher ones to lower ones.
    package let up: Arcs
    package let down: Arcs

    /// The arcs of one direction; both may have one list.
    package struct Arcs: Sendable {
        /// Those of rank r are `arcs[first[r] ..< first[r + 1]]`, by depth, deepest first.
        package let first: Packed<UInt32>
        package let arcs: Packed<HierarchyArc>
        /// By arc.
        package let far: Packed<FarMiddle>
        /// What is left of an arc's bits: all but the other direction's mark.
        let mask: UInt32
        /// Keeps the arrays where they are no atlas's.
        private var memory: ArcMemory?

        init(first: Packed<UInt32>, arcs: Packed<HierarchyArc>, far: Packed<FarMiddle>, mask: UInt32) {
            (self.first, self.arcs, self.far, self.mask) = (first, arcs, far, mask)
        }

        /// Arcs that were made, not read.
        init(_ tables: HierarchyTables.Arcs, mask: UInt32) {
            let memory = ArcMemory(tables)
            self.init(first: memory.first.packed, arcs: memory.arcs.packed, far: memory.far.packed, mask: mask)
            self.memory = memory
        }

        @inline(__always)
        package func range(of rank: Int) -> Range<Int> {
            let start = Int(first[rank])
            return start..<max(start, Int(first[rank + 1]))
        }

        /// The milliseconds of an arc; at least `HierarchyWeights.unreachable` when it does not lead in this direction.
        @inline(__always)
        func weight(_ index: Int) -> UInt32 { arcs[index].bits & mask }

        /// The position of the arc between a node and the one above it at `depth`; `nil` when there is none.
        func index(of rank: UInt32, depth: UInt16) -> Int? {
            range(of: Int(rank)).first { arcs[$0].depth == depth && weight($0) < HierarchyWeights.unreachable }
        }

        /// The node below both ends of an arc of `rank` that its way passes; `nil` for a single step. Out of range only where a file
        /// is damaged.
        func middle(of index: Int, _ rank: UInt32) -> UInt32? {
            switch arcs[index].below {
            case 0: return nil
            case HierarchyArc.isFar:
                let slot = far.partitionPoint { $0.arc < UInt32(index) }
                return slot < far.count && far[slot].arc == UInt32(index) ? far[slot].rank : .max
            case let below: return rank &- UInt32(below)
            }
        }
    }

    package var nodeCount: Int { order.nodeCount }

    /// Appends the ranks of the quickest way behind `tail`, which leads over the arc between it and `head`.
    func unpack(from tail: UInt32, to head: UInt32, into ranks: inout [UInt32]) {
        // Ways around are nested as deep as a hierarchy is high: a stack of our own.
        var open = [(tail: tail, head: head)]
        while let (tail, head) = open.popLast() {
            let isUp = tail < head, arcs = isUp ? up : down, lower = min(tail, head)
            guard let arc = arcs.index(of: lower, depth: order.depths[max(tail, head)]),
                let middle = arcs.middle(of: arc, lower)
            else {
                ranks.append(head)
                continue
            }
            open.append((middle, head))
            open.append((tail, middle))
        }
    }
}

/// Owns the arcs of one direction of a hierarchy that was made.
private struct ArcMemory: Sendable {
    let first: PackedMemory<UInt32>
    let arcs: PackedMemory<HierarchyArc>
    let far: PackedMemory<FarMiddle>

    init(_ tables: HierarchyTables.Arcs) {
        first = PackedMemory(tables.first)
        arcs = PackedMemory(tables.arcs)
        far = PackedMemory(tables.far)
    }
}

/// The arrays of a hierarchy, as they are made and stored.
package struct HierarchyTables: Sendable {
    package private(set) var up: Arcs
    /// Empty where `up` has both directions.
    package private(set) var down: Arcs

    package struct Arcs: Sendable {
        package var first: [UInt32] = [0]
        package var arcs: [HierarchyArc] = []
        package var far: [FarMiddle] = []

        fileprivate mutating func append(from rank: Int, _ bits: UInt32, _ depth: UInt16, _ middle: UInt32) {
            var below: UInt16 = 0
            if middle != .max {
                below = UInt16(clamping: rank - Int(middle))
                if below == HierarchyArc.isFar { far.append(FarMiddle(arc: UInt32(arcs.count), rank: middle)) }
            }
            arcs.append(HierarchyArc(bits: bits, depth: depth, below: below))
        }
    }

    /// Customizes a shape with the steps of a metric and leaves out what no quickest way needs. `depths` are those of its ranks. One list for
    /// both directions is shorter when most arcs weigh the same in both.
    package init(_ shape: HierarchyShape, depths: [UInt16], steps: HierarchyWeights, isOneList: Bool) {
        var weights = steps
        weights.customize(shape)
        let middles = weights.middles(shape, steps: steps)
        weights.prune(shape)
        up = Arcs()
        down = Arcs()
        for rank in 0..<shape.nodeCount {
            for arc in shape.arcs(of: rank) {
                let depth = depths[Int(shape.heads[arc])]
                let isSame = weights.up[arc] == weights.down[arc] && middles.up[arc] == middles.down[arc]
                if weights.up[arc] < HierarchyWeights.unreachable {
                    let mark = isOneList && !isSame ? HierarchyArc.notDown : 0
                    up.append(from: rank, weights.up[arc] | mark, depth, middles.up[arc])
                }
                guard weights.down[arc] < HierarchyWeights.unreachable, !(isOneList && isSame) else { continue }
                if isOneList {
                    up.append(from: rank, weights.down[arc] | HierarchyArc.notUp, depth, middles.down[arc])
                } else {
                    down.append(from: rank, weights.down[arc], depth, middles.down[arc])
                }
            }
            up.first.append(UInt32(up.arcs.count))
            down.first.append(UInt32(down.arcs.count))
        }
    }
}

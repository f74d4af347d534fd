package import Atlas

/// One arc of a hierarchy, seen from its lower node: 8 bytes.
package struct HierarchyArc: Equatable, BitwiseCopyable, Sendable {
    /// Milliseconds, below `HierarchyWeights.unreachable`, and the marks `notUp` and `notDown`.
    package var bits: UInt32
    /// How many nodes lie above the higher node, which is one of those above the lower.
    package var depth: UInt16
    /// How far below the lower node's rank that of the node is which the way passes: 0 for a single step, `isFar` where
    /// it is listed apart.
    package var below: UInt16

    /// Marks of an arc that leads in one direction only, where both have one list. What a search adds up with the mark
    /// of its own direction weighs more than any way.
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

/// A contraction hierarchy under one metric, as searches read it: of each direction the arcs that searches have a use
/// for.
package final class Hierarchy: Sendable {
    package let order: HierarchyOrder
    /// From lower nodes to higher ones, and from higher ones to lower ones.
    package let up: Arcs
    package let down: Arcs
    let list: ArcList

    /// `hasBoth` says that one part of the list has a node's arcs of both directions, marked where they lead in one.
    init(order: HierarchyOrder, _ list: ArcList, hasBoth: Bool) {
        self.order = order
        self.list = list
        up = Arcs(list, isUp: true, hasBoth: hasBoth)
        down = Arcs(list, isUp: false, hasBoth: hasBoth)
    }

    /// The arcs of one direction, for as long as their hierarchy is there: searches hand them about, which counts
    /// nothing.
    package struct Arcs: Sendable {
        private let starts: PackedStarts
        package let arcs: Packed<HierarchyArc>
        private let far: Packed<FarMiddle>
        /// Those of rank r are part `r << shift | part` of all, by depth, deepest first.
        private let shift: Int
        private let part: Int
        /// What is left of an arc's bits: all but the other direction's mark.
        let mask: UInt32

        fileprivate init(_ list: ArcList, isUp: Bool, hasBoth: Bool) {
            (starts, arcs, far) = (list.starts, list.arcs, list.far)
            shift = hasBoth ? 0 : 1
            part = hasBoth || isUp ? 0 : 1
            mask = isUp ? ~HierarchyArc.notDown : ~HierarchyArc.notUp
        }

        @inline(__always)
        package func range(of rank: Int) -> Range<Int> { starts[rank << shift | part] }

        /// The milliseconds of an arc; at least `HierarchyWeights.unreachable` when it does not lead in this direction.
        @inline(__always)
        func weight(_ index: Int) -> UInt32 { arcs[index].bits & mask }

        /// The position of the arc between a node and the one above it at `depth`; `nil` when there is none.
        func index(of rank: UInt32, depth: UInt16) -> Int? {
            let range = range(of: Int(rank))
            return unsafe arcs.withElements(in: range) { found in
                for index in unsafe found.indices {
                    let arc = unsafe found[index]
                    if arc.depth == depth, arc.bits & mask < HierarchyWeights.unreachable {
                        return range.lowerBound + index
                    }
                }
                return nil
            }
        }

        /// The node below both ends of an arc of `rank` that its way passes; `nil` for a single step. Out of range only
        /// where a file is damaged.
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

    /// The arc between two nodes, of which one lies above the other.
    private struct Hop {
        var lower: UInt32
        var higher: UInt32
        var lowerDepth: UInt16
        var higherDepth: UInt16
        /// Whether it leads from the lower one to the higher.
        var isUp: Bool
    }

    /// The ranks of the quickest way over nodes of which each is joined to the next by an arc: the first of them, and
    /// all that follow.
    func unpack(along nodes: [UInt32]) -> [UInt32] {
        var ranks = [nodes[0]]
        ranks.reserveCapacity(nodes.count * 4)
        // Ways around are nested as deep as a hierarchy is high: a stack of our own.
        var open: [Hop] = []
        open.reserveCapacity(64)
        var tailDepth = order.depths[nodes[0]]
        for index in 1..<max(1, nodes.count) {
            let tail = nodes[index - 1], head = nodes[index], headDepth = order.depths[head]
            open.append(
                tail < head
                    ? Hop(lower: tail, higher: head, lowerDepth: tailDepth, higherDepth: headDepth, isUp: true)
                    : Hop(lower: head, higher: tail, lowerDepth: headDepth, higherDepth: tailDepth, isUp: false))
            tailDepth = headDepth
            while let hop = open.popLast() {
                let arcs = hop.isUp ? up : down
                guard let arc = arcs.index(of: hop.lower, depth: hop.higherDepth),
                    let middle = arcs.middle(of: arc, hop.lower)
                else {
                    ranks.append(hop.isUp ? hop.higher : hop.lower)
                    continue
                }
                let depth = order.depths[middle]
                let toHigher = Hop(
                    lower: middle, higher: hop.higher, lowerDepth: depth, higherDepth: hop.higherDepth, isUp: hop.isUp)
                let toLower = Hop(
                    lower: middle, higher: hop.lower, lowerDepth: depth, higherDepth: hop.lowerDepth, isUp: !hop.isUp)
                // The last one is travelled first.
                open.append(hop.isUp ? toHigher : toLower)
                open.append(hop.isUp ? toLower : toHigher)
            }
        }
        return ranks
    }
}

/// All arcs of a hierarchy, by their lower node: those of both directions in one part, or those up and those down in
/// one each.
///
/// A class because it owns arrays that no atlas holds.
package final class ArcList: Sendable {
    package let starts: PackedStarts
    package let arcs: Packed<HierarchyArc>
    /// By arc.
    package let far: Packed<FarMiddle>
    /// Keeps the arrays where they are no atlas's.
    private let memory: Memory?

    private struct Memory: Sendable {
        let starts: PackedMemory<UInt16>
        let arcs: PackedMemory<HierarchyArc>
        let far: PackedMemory<FarMiddle>
    }

    init(starts: PackedStarts, arcs: Packed<HierarchyArc>, far: Packed<FarMiddle>) {
        (self.starts, self.arcs, self.far) = (starts, arcs, far)
        memory = nil
    }

    /// Arcs that were made, not read.
    init(_ tables: HierarchyTables) {
        let memory = Memory(
            starts: PackedMemory(tables.starts), arcs: PackedMemory(tables.arcs), far: PackedMemory(tables.far))
        starts = PackedStarts(memory.starts, count: tables.partCount)
        arcs = memory.arcs.packed
        far = memory.far.packed
        self.memory = memory
    }
}

/// The arrays of a hierarchy, as they are made and stored.
package struct HierarchyTables: Sendable {
    /// The words of `PackedStarts` over `partCount` parts.
    package let starts: [UInt16]
    package let partCount: Int
    package let arcs: [HierarchyArc]
    package let far: [FarMiddle]

    /// Customizes a shape with the steps of a metric and leaves out what no quickest way needs; `nil` where more arcs
    /// meet than in any town.
    ///
    /// `depths` are those of its ranks. One part for both directions is shorter where most arcs weigh the same in both.
    package init?(_ shape: HierarchyShape, depths: [UInt16], steps: HierarchyWeights, hasBoth: Bool) {
        guard shape.canBePacked else { return nil }
        var weights = steps
        weights.customize(shape)
        let middles = weights.middles(shape, steps: steps)
        weights.prune(shape)
        var starts: [UInt32] = [0], arcs: [HierarchyArc] = [], far: [FarMiddle] = []
        func append(from rank: Int, _ bits: UInt32, _ depth: UInt16, _ middle: UInt32) {
            var below: UInt16 = 0
            if middle != .max {
                below = UInt16(clamping: rank - Int(middle))
                if below == HierarchyArc.isFar { far.append(FarMiddle(arc: UInt32(arcs.count), rank: middle)) }
            }
            arcs.append(HierarchyArc(bits: bits, depth: depth, below: below))
        }
        for rank in 0..<shape.nodeCount {
            for arc in shape.arcs(of: rank) {
                let depth = depths[Int(shape.heads[arc])], up = weights.up[arc], down = weights.down[arc]
                let isSame = up == down && middles.up[arc] == middles.down[arc]
                if up < HierarchyWeights.unreachable {
                    append(from: rank, up | (hasBoth && !isSame ? HierarchyArc.notDown : 0), depth, middles.up[arc])
                }
                if hasBoth, !isSame, down < HierarchyWeights.unreachable {
                    append(from: rank, down | HierarchyArc.notUp, depth, middles.down[arc])
                }
            }
            starts.append(UInt32(arcs.count))
            guard !hasBoth else { continue }
            for arc in shape.arcs(of: rank) where weights.down[arc] < HierarchyWeights.unreachable {
                append(from: rank, weights.down[arc], depths[Int(shape.heads[arc])], middles.down[arc])
            }
            starts.append(UInt32(arcs.count))
        }
        guard let words = PackedStarts.words(starts) else {
            preconditionFailure("what can be packed with all arcs can be with fewer")
        }
        self.starts = words
        partCount = starts.count - 1
        (self.arcs, self.far) = (arcs, far)
    }
}

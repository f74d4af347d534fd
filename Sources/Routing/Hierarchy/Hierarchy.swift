package import Atlas

/// One arc of a hierarchy, stored at its lower node: 8 bytes.
package struct HierarchyArc: Equatable, BitwiseCopyable, Sendable {
    /// Milliseconds, below `HierarchyWeights.unreachable`, with the marks `notUp` and `notDown`.
    package var bits: UInt32
    /// The depth of the higher node, which is an ancestor of the lower node.
    package var depth: UInt16
    /// The lower node's rank minus that of the middle node: 0 for a single step, `isFar` if the middle node is listed
    /// separately.
    package var below: UInt16

    /// Marks of an arc with one direction only, in a list of both directions. A sum that includes the mark of the other
    /// direction exceeds the weight of every path.
    static let notUp: UInt32 = 1 << 31
    static let notDown: UInt32 = 1 << 30
    static let isFar = UInt16.max
}

extension HierarchyArc: PackedElement {}

/// The middle node of an arc if its rank is too far below for the arc's own field.
package struct FarMiddle: Equatable, BitwiseCopyable, Sendable {
    package var arc: UInt32
    package var rank: UInt32
}

extension FarMiddle: PackedElement {}

/// A contraction hierarchy under one metric, as searches read it: for each direction, the arcs that searches need.
package final class Hierarchy: Sendable {
    package let order: HierarchyOrder
    /// The arcs from lower to higher nodes, and from higher to lower nodes.
    package let up: Arcs
    package let down: Arcs
    let list: ArcList

    /// Makes the hierarchy; with `hasBoth`, one part of the list has a node's arcs of both directions, marked if they
    /// have only one.
    init(order: HierarchyOrder, _ list: ArcList, hasBoth: Bool) {
        self.order = order
        self.list = list
        up = Arcs(list, isUp: true, hasBoth: hasBoth)
        down = Arcs(list, isUp: false, hasBoth: hasBoth)
    }

    /// The arcs of one direction. Valid while their hierarchy exists: copies do not touch its reference count.
    package struct Arcs: Sendable {
        private let starts: PackedStarts
        package let arcs: Packed<HierarchyArc>
        private let far: Packed<FarMiddle>
        /// The arcs of rank r are part `r << shift | part` of all, by depth, deepest first.
        private let shift: Int
        private let part: Int
        /// Removes the other direction's mark from an arc's bits.
        let mask: UInt32

        fileprivate init(_ list: ArcList, isUp: Bool, hasBoth: Bool) {
            (starts, arcs, far) = (list.starts, list.arcs, list.far)
            shift = hasBoth ? 0 : 1
            part = hasBoth || isUp ? 0 : 1
            mask = isUp ? ~HierarchyArc.notDown : ~HierarchyArc.notUp
        }

        @inline(__always)
        package func range(of rank: Int) -> Range<Int> { starts[rank << shift | part] }

        /// Returns the milliseconds of an arc; at least `HierarchyWeights.unreachable` if it does not lead in this
        /// direction.
        @inline(__always)
        func weight(_ index: Int) -> UInt32 { arcs[index].bits & mask }

        /// Returns the position of the arc between a node and its ancestor at `depth`; `nil` if there is none.
        func index(of rank: UInt32, depth: UInt16) -> Int? {
            let range = range(of: Int(rank))
            return unsafe arcs.withElements(in: range) { found in
                for index in found.indices {
                    let arc = unsafe found[index]
                    if arc.depth == depth, arc.bits & mask < HierarchyWeights.unreachable {
                        return range.lowerBound + index
                    }
                }
                return nil
            }
        }

        /// Returns the middle node of an arc of `rank`, which is below both of its ends; `nil` for a single step. It is
        /// out of range only if a file is damaged.
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

    /// An arc between two nodes, in either direction; one node is an ancestor of the other.
    private struct Hop {
        var lower: UInt32
        var higher: UInt32
        var lowerDepth: UInt16
        var higherDepth: UInt16
        /// Whether it leads from the lower node to the higher.
        var isUp: Bool
    }

    /// Returns the ranks of the quickest path along nodes that arcs join: the first node, and all that follow.
    func unpack(along nodes: [UInt32]) -> [UInt32] {
        var ranks = [nodes[0]]
        ranks.reserveCapacity(nodes.count * 4)
        // Arcs nest as deeply as the hierarchy is high, so this uses an explicit stack.
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
                // The last arc on the stack is travelled first.
                open.append(hop.isUp ? toHigher : toLower)
                open.append(hop.isUp ? toLower : toHigher)
            }
        }
        return ranks
    }
}

/// All arcs of a hierarchy, by their lower node: those of both directions in one part, or upward and downward arcs in
/// separate parts.
///
/// A class because it may own arrays that are not an atlas's.
package final class ArcList: Sendable {
    package let starts: PackedStarts
    package let arcs: Packed<HierarchyArc>
    /// By arc.
    package let far: Packed<FarMiddle>
    /// Owns the arrays if they are not an atlas's.
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

    /// Makes a list of new arcs.
    init(_ tables: HierarchyTables) {
        let memory = Memory(
            starts: PackedMemory(tables.starts), arcs: PackedMemory(tables.arcs), far: PackedMemory(tables.far))
        starts = PackedStarts(memory.starts, count: tables.partCount)
        arcs = memory.arcs.packed
        far = memory.far.packed
        self.memory = memory
    }
}

/// The arrays of a hierarchy before they are stored.
package struct HierarchyTables: Sendable {
    /// The words of `PackedStarts` over `partCount` parts.
    package let starts: [UInt16]
    package let partCount: Int
    package let arcs: [HierarchyArc]
    package let far: [FarMiddle]

    /// Customizes a shape with the steps of a metric and removes all arcs that no quickest path needs. `nil` if more
    /// arcs meet than in any town.
    ///
    /// `depths` are those of its ranks. One part for both directions is shorter if most arcs weigh the same in both.
    package init?(_ shape: HierarchyShape, depths: [UInt16], steps: consuming HierarchyWeights, hasBoth: Bool) {
        guard shape.canBePacked else { return nil }
        var weights = steps
        let middles = weights.customizeFindingMiddles(shape)
        weights.prune(shape)
        func isSame(_ arc: Int) -> Bool {
            hasBoth && weights.up[arc] == weights.down[arc] && middles.up[arc] == middles.down[arc]
        }
        // Counted first: while a list grows, there are two of it.
        var count = 0
        for arc in 0..<shape.arcCount {
            if weights.up[arc] < HierarchyWeights.unreachable { count += 1 }
            if weights.down[arc] < HierarchyWeights.unreachable, !isSame(arc) { count += 1 }
        }
        var starts: [UInt32] = [0], arcs: [HierarchyArc] = [], far: [FarMiddle] = []
        starts.reserveCapacity(shape.nodeCount * (hasBoth ? 1 : 2) + 1)
        arcs.reserveCapacity(count)
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
                let isSame = isSame(arc)
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
        precondition(arcs.count == count, "the arcs that were counted")
        guard let words = PackedStarts.words(starts) else {
            preconditionFailure("what can be packed with all arcs can be with fewer")
        }
        self.starts = words
        partCount = starts.count - 1
        (self.arcs, self.far) = (arcs, far)
    }
}

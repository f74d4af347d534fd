import Atlas

/// A start node of a search, and the cost of being there.
struct Seed: Equatable {
    var rank: UInt32
    var weight: UInt32
}

/// The search space of one side: all ancestors of its seeds in the elimination tree, each with its cost.
///
/// Each seed has a path to the root with a label for each depth, contiguous in memory. A path ends where it meets an
/// earlier path; the labels above that move to the earlier path once all of its own nodes are relaxed. Memory is kept
/// between searches, and grows.
@usableFromInline
@safe
struct SearchSpace: ~Copyable {
    /// The search's knowledge of a node.
    @usableFromInline
    struct Label: BitwiseCopyable, Sendable {
        /// Milliseconds; `HierarchyWeights.unreachable` if no path was found.
        var weight: UInt32
        /// The slot that it was reached from; its own slot at a seed.
        var from: UInt32
    }

    /// A path to the root. The label of depth d is at `base + d`, from the root's to that of the path's lowest node.
    struct RootPath {
        var base: Int
        /// The depth of its lowest node.
        var depth: Int
        /// Nodes at this depth and deeper are its own; those above also belong to the path that it meets.
        var firstOwn: Int
        /// The index of the path that it meets; `nil` if it reaches a root by itself.
        var meets: Int?
    }

    @usableFromInline var labels: UnsafeMutablePointer<Label>
    /// The node of each slot, for nodes that are a path's own.
    @usableFromInline var ranks: UnsafeMutablePointer<UInt32>
    private var capacity = 1
    private(set) var paths: [RootPath] = []

    private static let blank = Label(weight: HierarchyWeights.unreachable, from: .max)

    init() {
        unsafe labels = .allocate(capacity: 1)
        unsafe ranks = .allocate(capacity: 1)
    }

    @inlinable deinit {
        unsafe labels.deallocate()
        unsafe ranks.deallocate()
    }

    // MARK: Paths

    /// Discards the last search and lays out the paths from `seeds` to the root.
    mutating func begin(_ seeds: [Seed], _ order: HierarchyOrder) {
        paths.removeAll(keepingCapacity: true)
        for seed in seeds where seed.weight < HierarchyWeights.unreachable {
            precondition(Int(seed.rank) < order.nodeCount, "a seed is a node of the hierarchy")
            let slot = slot(of: seed.rank, order) ?? addPath(above: seed.rank, order)
            if unsafe seed.weight < labels[slot].weight {
                unsafe labels[slot] = Label(weight: seed.weight, from: UInt32(slot))
            }
        }
    }

    /// Returns the slot of a node on the path that owns it.
    func slot(of rank: UInt32, _ order: HierarchyOrder) -> Int? {
        path(of: rank, depth: Int(order.depths[rank])).map { paths[$0].base + Int(order.depths[rank]) }
    }

    private func path(of rank: UInt32, depth: Int) -> Int? {
        paths.firstIndex { path in
            // Inside: own slots were written.
            unsafe path.firstOwn <= depth && depth <= path.depth && ranks[path.base + depth] == rank
        }
    }

    /// Adds the path of a node that is on no path, and returns the node's slot.
    private mutating func addPath(above rank: UInt32, _ order: HierarchyOrder) -> Int {
        let depth = Int(order.depths[rank])
        var path = RootPath(base: paths.last.map { $0.base + $0.depth + 1 } ?? 0, depth: depth, firstOwn: 0, meets: nil)
        grow(to: path.base + depth + 1)
        unsafe (labels + path.base).update(repeating: Self.blank, count: depth + 1)
        var node = rank, left = depth
        while true {
            unsafe ranks[path.base + left] = node
            guard left > 0 else { break }
            left -= 1
            node = order.parents[Int(node)]
            if let met = self.path(of: node, depth: left) {
                path.meets = met
                path.firstOwn = left + 1
                break
            }
        }
        paths.append(path)
        return path.base + depth
    }

    private mutating func grow(to count: Int) {
        guard count > capacity else { return }
        let size = max(count, capacity * 2)
        let more: UnsafeMutablePointer<Label> = .allocate(capacity: size)
        let moreRanks: UnsafeMutablePointer<UInt32> = .allocate(capacity: size)
        unsafe more.initialize(repeating: Self.blank, count: size)
        unsafe moreRanks.initialize(repeating: .max, count: size)
        unsafe more.update(from: labels, count: capacity)
        unsafe moreRanks.update(from: ranks, count: capacity)
        unsafe labels.deallocate()
        unsafe ranks.deallocate()
        unsafe labels = more
        unsafe ranks = moreRanks
        capacity = size
    }

    /// The number of slots of all paths.
    var slotCount: Int { paths.last.map { $0.base + $0.depth + 1 } ?? 0 }

    // MARK: Labels

    /// Returns the node of a slot that is a path's own.
    func rank(_ slot: Int) -> UInt32 {
        precondition(slot < capacity, "a slot of a path")
        return unsafe ranks[slot]
    }

    @inline(__always)
    func label(_ slot: Int) -> Label {
        precondition(slot < capacity, "a slot of a path")
        return unsafe labels[slot]
    }

    /// Relaxes all paths but the first, which the others may meet, from their lowest nodes to their ends.
    mutating func relaxSidePaths(_ arcs: Hierarchy.Arcs) {
        for index in paths.indices.dropFirst().reversed() {
            let path = paths[index]
            for depth in (path.firstOwn...path.depth).reversed() {
                relax(path, depth, arcs, within: HierarchyWeights.unreachable)
            }
            guard let meets = path.meets else { continue }
            let other = paths[meets].base
            for depth in 0..<path.firstOwn {
                let label = unsafe labels[path.base + depth]
                if unsafe label.weight < labels[other + depth].weight { unsafe labels[other + depth] = label }
            }
        }
    }

    /// Relaxes the arcs of a node, if its weight is below `limit`.
    @inline(__always)
    mutating func relax(_ path: RootPath, _ depth: Int, _ arcs: Hierarchy.Arcs, within limit: UInt32) {
        // Inside: a path has a slot for each depth up to its own, and arcs lead to smaller depths, as the check of the
        // hierarchy has verified.
        let slot = path.base + depth, here = unsafe labels + path.base
        let weight = unsafe labels[slot].weight
        guard weight < limit else { return }
        let mask = arcs.mask
        unsafe arcs.arcs.withElements(in: arcs.range(of: Int(ranks[slot]))) { found in
            for index in found.indices {
                let arc = unsafe found[index], reached = weight &+ (arc.bits & mask)
                if unsafe reached < here[Int(arc.depth)].weight {
                    unsafe here[Int(arc.depth)] = Label(weight: reached, from: UInt32(truncatingIfNeeded: slot))
                }
            }
        }
    }

    /// Returns the nodes of the path found to a slot's node, from the seed.
    func path(to slot: Int) -> [UInt32] {
        var slot = slot, path = [rank(slot)]
        while case let before = Int(label(slot).from), before != slot {
            slot = before
            path.append(rank(slot))
        }
        path.reverse()
        return path
    }
}

import Atlas

/// A node that a search begins at, and what it costs to be there.
struct Seed: Equatable {
    var rank: UInt32
    var weight: UInt32
}

/// One side of a search: the nodes above its seeds, and what it costs to be at each.
///
/// What is above one seed is a lane: a label for each depth, side by side in memory. A lane ends where it meets one
/// before it; its labels above that are handed over when all of its own nodes are done. Memory is kept between climbs,
/// and grown.
@usableFromInline
@safe
struct Climb: ~Copyable {
    /// What is known of a node.
    @usableFromInline
    struct Label: BitwiseCopyable, Sendable {
        /// Milliseconds, `HierarchyWeights.unreachable` where no way was found.
        var weight: UInt32
        /// The slot that it was reached from; its own at a seed.
        var from: UInt32
    }

    /// The labels of one lane are at `base + depth`, from the root's to that of the lane's lowest node.
    struct Lane {
        var base: Int
        /// That of its lowest node.
        var depth: Int
        /// Nodes at this depth and deeper are its own; those above are also the lane's that it meets.
        var firstOwn: Int
        /// The lane that it meets; `nil` when it reaches a root of its own.
        var meets: Int?
    }

    @usableFromInline var labels: UnsafeMutablePointer<Label>
    /// The node of each slot that is a lane's own.
    @usableFromInline var ranks: UnsafeMutablePointer<UInt32>
    private var capacity = 1
    private(set) var lanes: [Lane] = []

    private static let blank = Label(weight: HierarchyWeights.unreachable, from: .max)

    init() {
        unsafe labels = .allocate(capacity: 1)
        unsafe ranks = .allocate(capacity: 1)
    }

    @inlinable deinit {
        unsafe labels.deallocate()
        unsafe ranks.deallocate()
    }

    // MARK: Lanes

    /// Forgets the last climb and lays out the lanes above `seeds`.
    mutating func begin(_ seeds: [Seed], _ order: HierarchyOrder) {
        lanes.removeAll(keepingCapacity: true)
        for seed in seeds where seed.weight < HierarchyWeights.unreachable {
            precondition(Int(seed.rank) < order.nodeCount, "a seed is a node of the hierarchy")
            let slot = slot(of: seed.rank, order) ?? addLane(above: seed.rank, order)
            if unsafe seed.weight < labels[slot].weight {
                unsafe labels[slot] = Label(weight: seed.weight, from: UInt32(slot))
            }
        }
    }

    /// The slot of a node in the lane whose own it is.
    func slot(of rank: UInt32, _ order: HierarchyOrder) -> Int? {
        lane(of: rank, depth: Int(order.depths[rank])).map { lanes[$0].base + Int(order.depths[rank]) }
    }

    private func lane(of rank: UInt32, depth: Int) -> Int? {
        lanes.firstIndex { lane in
            // Inside: own slots were written.
            unsafe lane.firstOwn <= depth && depth <= lane.depth && ranks[lane.base + depth] == rank
        }
    }

    /// Adds the lane of a node that is in none, and returns the node's slot.
    private mutating func addLane(above rank: UInt32, _ order: HierarchyOrder) -> Int {
        let depth = Int(order.depths[rank])
        var lane = Lane(base: lanes.last.map { $0.base + $0.depth + 1 } ?? 0, depth: depth, firstOwn: 0, meets: nil)
        grow(to: lane.base + depth + 1)
        unsafe (labels + lane.base).update(repeating: Self.blank, count: depth + 1)
        var node = rank, left = depth
        while true {
            unsafe ranks[lane.base + left] = node
            guard left > 0 else { break }
            left -= 1
            node = order.parents[Int(node)]
            if let met = self.lane(of: node, depth: left) {
                lane.meets = met
                lane.firstOwn = left + 1
                break
            }
        }
        lanes.append(lane)
        return lane.base + depth
    }

    private mutating func grow(to count: Int) {
        guard count > capacity else { return }
        let size = max(count, capacity * 2)
        let more: UnsafeMutablePointer<Label> = unsafe .allocate(capacity: size)
        let moreRanks: UnsafeMutablePointer<UInt32> = unsafe .allocate(capacity: size)
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

    /// The slots of all lanes.
    var slotCount: Int { lanes.last.map { $0.base + $0.depth + 1 } ?? 0 }

    // MARK: Labels

    /// The node of a slot that is a lane's own, and what is known of it.
    func rank(_ slot: Int) -> UInt32 {
        precondition(slot < capacity, "a slot of a lane")
        return unsafe ranks[slot]
    }

    @inline(__always)
    func label(_ slot: Int) -> Label {
        precondition(slot < capacity, "a slot of a lane")
        return unsafe labels[slot]
    }

    /// Does all lanes but the first, which others may meet, from their lowest nodes to where they end.
    mutating func relaxSideLanes(_ arcs: Hierarchy.Arcs) {
        for index in lanes.indices.dropFirst().reversed() {
            let lane = lanes[index]
            for depth in (lane.firstOwn...lane.depth).reversed() {
                relax(lane, depth, arcs, within: HierarchyWeights.unreachable)
            }
            guard let meets = lane.meets else { continue }
            let other = lanes[meets].base
            for depth in 0..<lane.firstOwn {
                let label = unsafe labels[lane.base + depth]
                if unsafe label.weight < labels[other + depth].weight { unsafe labels[other + depth] = label }
            }
        }
    }

    /// Labels what is above a node, when that takes less than `limit`.
    @inline(__always)
    mutating func relax(_ lane: Lane, _ depth: Int, _ arcs: Hierarchy.Arcs, within limit: UInt32) {
        // Inside: a lane has a slot for each depth up to its own, and arcs lead to smaller depths, as the hierarchy was
        // checked.
        let slot = lane.base + depth, here = unsafe labels + lane.base
        let weight = unsafe labels[slot].weight
        guard weight < limit else { return }
        let mask = arcs.mask
        unsafe arcs.arcs.withElements(in: arcs.range(of: Int(ranks[slot]))) { found in
            for index in unsafe found.indices {
                let arc = unsafe found[index], reached = weight &+ (arc.bits & mask)
                if unsafe reached < here[Int(arc.depth)].weight {
                    unsafe here[Int(arc.depth)] = Label(weight: reached, from: UInt32(truncatingIfNeeded: slot))
                }
            }
        }
    }

    /// The nodes that the way to a slot's node passes, from the seed to it.
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

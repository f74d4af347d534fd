import Atlas

/// A node that a search begins at, and what it costs to be there.
struct Seed: Equatable {
    var rank: UInt32
    var weight: UInt32
}

/// Finds quickest ways in a hierarchy by climbing from both ends to the root (elimination tree query, Dibbelt, Strasser and
/// Wagner 2016, section 6).
///
/// Its memory is kept between queries, grown to the largest hierarchy it meets; a query leaves it as it found it.
@usableFromInline
@safe
struct HierarchySearch: ~Copyable {
    /// What one side knows of a node.
    @usableFromInline
    struct Label: BitwiseCopyable, Sendable {
        var weight: UInt32
        /// The node that it was reached from: at a seed the node itself, `UInt32.max` where no side has been.
        var from: UInt32
    }

    private static let blank = Label(weight: HierarchyWeights.unreachable, from: .max)
    private var nodeCount = 0
    @usableFromInline var near: UnsafeMutablePointer<Label>
    @usableFromInline var far: UnsafeMutablePointer<Label>
    /// The nodes that each side climbs over, ascending.
    private var nearPath: [UInt32] = []
    private var farPath: [UInt32] = []

    init() {
        unsafe near = .allocate(capacity: 1)
        unsafe far = .allocate(capacity: 1)
    }

    @inlinable deinit {
        unsafe near.deallocate()
        unsafe far.deallocate()
    }

    /// Returns the weight of the quickest way from any seed of one side to any of the other; `nil` when there is none.
    mutating func weight(in hierarchy: Hierarchy, from starts: [Seed], to ends: [Seed]) -> UInt32? {
        grow(to: hierarchy.nodeCount)
        let found = meet(hierarchy, starts, ends)
        clear()
        return found?.weight
    }

    /// Returns the weight of the quickest way and the ranks that it passes, from a seed to a seed.
    mutating func path(in hierarchy: Hierarchy, from starts: [Seed], to ends: [Seed]) -> (
        weight: UInt32, ranks: [UInt32]
    )? {
        grow(to: hierarchy.nodeCount)
        defer { clear() }
        guard let found = meet(hierarchy, starts, ends) else { return nil }
        return (found.weight, unpack(found.node, hierarchy))
    }

    /// Returns ways that take up to `share` longer than the quickest, each the quickest over some node that both sides climb
    /// to, quickest first and no more than `count` (via nodes: Abraham, Delling, Goldberg and Werneck, *Alternative Routes in Road
    /// Networks*, ACM JEA 18, 2013).
    mutating func ways(
        in hierarchy: Hierarchy, from starts: [Seed], to ends: [Seed], upTo share: Double, count: Int
    ) -> [(weight: UInt32, ranks: [UInt32])] {
        grow(to: hierarchy.nodeCount)
        defer { clear() }
        guard let best = meet(hierarchy, starts, ends, slack: share) else { return [] }
        let limit = Self.longest(best.weight, slack: share)
        var meetings: [(weight: UInt32, node: UInt32)] = []
        for rank in nearPath {
            let weight = unsafe near[Int(rank)].weight &+ far[Int(rank)].weight
            if weight <= limit { meetings.append((weight, rank)) }
        }
        meetings.sort { ($0.weight, $0.node) < ($1.weight, $1.node) }
        var ways: [(weight: UInt32, ranks: [UInt32])] = []
        for meeting in meetings where ways.count < count {
            let ranks = unpack(meeting.node, hierarchy)
            if !ways.contains(where: { $0.weight == meeting.weight && $0.ranks == ranks }) {
                ways.append((meeting.weight, ranks))
            }
        }
        return ways
    }

    /// What is still looked at when the best way so far weighs `weight`.
    private static func longest(_ weight: UInt32, slack: Double) -> UInt32 {
        guard weight < HierarchyWeights.unreachable else { return weight }
        return UInt32(min(Double(HierarchyWeights.unreachable - 1), Double(weight) * (1 + slack)))
    }

    /// What a climb over one direction of a hierarchy's arcs found at a node.
    struct Above {
        var rank: UInt32
        var weight: UInt32
        /// The node below that it was reached from; a seed itself.
        var from: UInt32
    }

    /// Returns what can be reached by climbing from any of the seeds, lowest first: over `hierarchy.up` the ways from them, over
    /// `hierarchy.down` those to them.
    mutating func above(_ seeds: [Seed], in hierarchy: Hierarchy, _ arcs: Hierarchy.Arcs) -> [Above] {
        grow(to: hierarchy.nodeCount)
        unsafe Self.climb(seeds, hierarchy, near, &nearPath)
        var found: [Above] = []
        found.reserveCapacity(nearPath.count)
        for rank in nearPath {
            unsafe Self.relax(near, rank, arcs, within: HierarchyWeights.unreachable)
            let label = unsafe near[Int(rank)]
            if label.weight < HierarchyWeights.unreachable {
                found.append(Above(rank: rank, weight: label.weight, from: label.from))
            }
            unsafe near[Int(rank)] = Self.blank
        }
        nearPath.removeAll(keepingCapacity: true)
        return found
    }

    private mutating func grow(to count: Int) {
        guard count > nodeCount else { return }
        unsafe near.deallocate()
        unsafe far.deallocate()
        nodeCount = count
        unsafe near = .allocate(capacity: count)
        unsafe far = .allocate(capacity: count)
        unsafe near.initialize(repeating: Self.blank, count: count)
        unsafe far.initialize(repeating: Self.blank, count: count)
    }

    /// Labels the seeds and lists all nodes above them in `path`.
    private static func climb(
        _ seeds: [Seed], _ hierarchy: Hierarchy, _ labels: UnsafeMutablePointer<Label>, _ path: inout [UInt32]
    ) {
        path.removeAll(keepingCapacity: true)
        var isSorted = true
        for seed in seeds where seed.weight < HierarchyWeights.unreachable {
            var rank = seed.rank
            precondition(Int(rank) < hierarchy.nodeCount, "a seed is a node of the hierarchy")
            if !path.isEmpty, unsafe labels[Int(rank)].from == .max { isSorted = false }
            // Inside: parents are nodes, as the hierarchy was checked; and each is above its child, so the climb ends.
            while rank != .max, unsafe labels[Int(rank)].from == .max {
                unsafe labels[Int(rank)].from = rank
                path.append(rank)
                rank = hierarchy.parents[rank]
            }
            if unsafe seed.weight < labels[Int(seed.rank)].weight {
                unsafe labels[Int(seed.rank)].weight = seed.weight
            }
        }
        if !isSorted { path.sort() }
    }

    /// Relaxes the arcs of all nodes above the seeds, lowest first, and finds the best node above both sides; looks
    /// past it for ways that are longer by a share.
    private mutating func meet(
        _ hierarchy: Hierarchy, _ starts: [Seed], _ ends: [Seed], slack: Double = 0
    ) -> (weight: UInt32, node: UInt32)? {
        unsafe Self.climb(starts, hierarchy, near, &nearPath)
        unsafe Self.climb(ends, hierarchy, far, &farPath)
        var best = (weight: HierarchyWeights.unreachable, node: UInt32.max), one = 0, other = 0
        var limit = best.weight
        while one < nearPath.count || other < farPath.count {
            let ahead = one < nearPath.count ? nearPath[one] : .max
            let behind = other < farPath.count ? farPath[other] : .max
            let rank = min(ahead, behind)
            if ahead == behind {
                let total = unsafe near[Int(rank)].weight + far[Int(rank)].weight
                if total < best.weight {
                    best = (total, rank)
                    limit = slack > 0 ? Self.longest(total, slack: slack) : total
                }
            }
            if ahead == rank {
                unsafe Self.relax(near, rank, hierarchy.up, within: limit)
                one += 1
            }
            if behind == rank {
                unsafe Self.relax(far, rank, hierarchy.down, within: limit)
                other += 1
            }
        }
        return best.node == .max ? nil : best
    }

    @inline(__always)
    private static func relax(
        _ labels: UnsafeMutablePointer<Label>, _ rank: UInt32, _ arcs: Hierarchy.Arcs, within limit: UInt32
    ) {
        let weight = unsafe labels[Int(rank)].weight
        guard weight < limit else { return }
        for index in arcs.range(of: Int(rank)) {
            let arc = arcs.arcs[index], reached = weight &+ arc.weight
            // Inside: higher nodes lie on the way to the root, which `climb` looked at.
            if unsafe reached < labels[Int(arc.node)].weight {
                unsafe labels[Int(arc.node)] = Label(weight: reached, from: rank)
            }
        }
    }

    /// The nodes of the way through `meeting`.
    private func unpack(_ meeting: UInt32, _ hierarchy: Hierarchy) -> [UInt32] {
        var climbed = [meeting]
        while let last = climbed.last, case let before = unsafe near[Int(last)].from, before != last {
            climbed.append(before)
        }
        var ranks = [climbed[climbed.count - 1]]
        for index in stride(from: climbed.count - 1, to: 0, by: -1) {
            hierarchy.unpack(from: climbed[index], to: climbed[index - 1], into: &ranks)
        }
        var node = meeting
        while case let next = unsafe far[Int(node)].from, next != node {
            hierarchy.unpack(from: node, to: next, into: &ranks)
            node = next
        }
        return ranks
    }

    /// Forgets the labels of both paths, which are all that there are.
    private mutating func clear() {
        for rank in nearPath { unsafe near[Int(rank)] = Self.blank }
        for rank in farPath { unsafe far[Int(rank)] = Self.blank }
    }
}

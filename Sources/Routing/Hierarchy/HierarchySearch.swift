import Atlas

/// Finds quickest paths in a hierarchy by upward searches from both ends to the root (elimination tree query, Dibbelt,
/// Strasser and Wagner 2016, section 6).
///
/// Its memory is kept between queries.
@usableFromInline
struct HierarchySearch: ~Copyable {
    private(set) var near = SearchSpace()
    private(set) var far = SearchSpace()

    @usableFromInline init() {}

    /// A node in both search spaces: the weight of the path through it, and its slots on both sides.
    struct Meeting {
        var weight: UInt32
        var near: Int
        var far: Int
    }

    /// Returns the weight of the quickest path from any seed of one side to any of the other; `nil` if there is none.
    mutating func weight(in hierarchy: Hierarchy, from starts: [Seed], to ends: [Seed]) -> UInt32? {
        meet(hierarchy, starts, ends)?.weight
    }

    /// Returns the weight of the quickest path and its ranks, from a seed to a seed.
    mutating func path(in hierarchy: Hierarchy, from starts: [Seed], to ends: [Seed]) -> (
        weight: UInt32, ranks: [UInt32]
    )? {
        meet(hierarchy, starts, ends).map { ($0.weight, unpack($0, hierarchy)) }
    }

    /// Returns the largest weight that a search still explores when the best path so far weighs `weight`.
    static func longest(_ weight: UInt32, slack: Double) -> UInt32 {
        guard slack > 0, weight < HierarchyWeights.unreachable else { return weight }
        return UInt32(min(Double(HierarchyWeights.unreachable - 1), Double(weight) * (1 + slack)))
    }

    /// A node of a search space, with its cost.
    struct ReachedNode {
        var rank: UInt32
        var weight: UInt32
        /// The node below from which it was reached; a seed has its own rank.
        var from: UInt32
    }

    /// Returns the search space of the seeds, lowest rank first: over `hierarchy.up` the paths from them, over
    /// `hierarchy.down` the paths to them.
    mutating func searchSpace(_ seeds: [Seed], in hierarchy: Hierarchy, _ arcs: Hierarchy.Arcs) -> [ReachedNode] {
        near.begin(seeds, hierarchy.order)
        near.relaxSidePaths(arcs)
        guard let first = near.paths.first else { return [] }
        for depth in (0...first.depth).reversed() {
            near.relax(first, depth, arcs, within: HierarchyWeights.unreachable)
        }
        var found: [ReachedNode] = []
        for path in near.paths {
            for slot in (path.base + path.firstOwn...path.base + path.depth).reversed() {
                let label = near.label(slot)
                guard label.weight < HierarchyWeights.unreachable else { continue }
                found.append(ReachedNode(rank: near.rank(slot), weight: label.weight, from: near.rank(Int(label.from))))
            }
        }
        if near.paths.count > 1 { found.sort { $0.rank < $1.rank } }
        return found
    }

    /// Relaxes the arcs of both search spaces, lowest nodes first, and returns the best common node. With `slack`, also
    /// explores paths that are longer by that share.
    mutating func meet(
        _ hierarchy: Hierarchy, _ starts: [Seed], _ ends: [Seed], slack: Double = 0
    ) -> Meeting? {
        near.begin(starts, hierarchy.order)
        far.begin(ends, hierarchy.order)
        guard let ahead = near.paths.first, let behind = far.paths.first else { return nil }
        near.relaxSidePaths(hierarchy.up)
        far.relaxSidePaths(hierarchy.down)
        // The best path meets in a common ancestor. Below those, there is nothing to compare yet.
        let shared = sharedPart(ahead, behind)
        for depth in (shared.depths.upperBound..<(ahead.depth + 1)).reversed() {
            near.relax(ahead, depth, hierarchy.up, within: HierarchyWeights.unreachable)
        }
        for depth in (shared.depths.upperBound..<(behind.depth + 1)).reversed() {
            far.relax(behind, depth, hierarchy.down, within: HierarchyWeights.unreachable)
        }
        var best: Meeting?, limit = HierarchyWeights.unreachable
        for depth in shared.depths.reversed() {
            let meeting = meeting(shared, depth)
            if meeting.weight < best?.weight ?? HierarchyWeights.unreachable {
                best = meeting
                limit = Self.longest(meeting.weight, slack: slack)
            }
            near.relax(ahead, depth, hierarchy.up, within: limit)
            far.relax(behind, depth, hierarchy.down, within: limit)
        }
        guard near.paths.count > 1 || far.paths.count > 1 else { return best }
        forEachSharedPart { shared in
            for depth in shared.depths.reversed() {
                let meeting = meeting(shared, depth)
                if meeting.weight < best?.weight ?? HierarchyWeights.unreachable { best = meeting }
            }
        }
        return best
    }

    /// The depths at which a path of each side own the same nodes.
    private struct SharedPart {
        var near: SearchSpace.RootPath
        var far: SearchSpace.RootPath
        var depths: Range<Int>
    }

    private func sharedPart(_ one: SearchSpace.RootPath, _ other: SearchSpace.RootPath) -> SharedPart {
        let first = max(one.firstOwn, other.firstOwn)
        var depth = first
        while depth <= min(one.depth, other.depth), near.rank(one.base + depth) == far.rank(other.base + depth) {
            depth += 1
        }
        return SharedPart(near: one, far: other, depths: first..<depth)
    }

    private func forEachSharedPart(_ visit: (SharedPart) -> Void) {
        for one in near.paths {
            for other in far.paths { visit(sharedPart(one, other)) }
        }
    }

    @inline(__always)
    private func meeting(_ shared: SharedPart, _ depth: Int) -> Meeting {
        let (one, other) = (shared.near.base + depth, shared.far.base + depth)
        return Meeting(weight: near.label(one).weight &+ far.label(other).weight, near: one, far: other)
    }

    /// Returns the nodes of the path through a meeting node.
    private func unpack(_ meeting: Meeting, _ hierarchy: Hierarchy) -> [UInt32] {
        hierarchy.unpack(along: near.path(to: meeting.near) + far.path(to: meeting.far).reversed().dropFirst())
    }
}

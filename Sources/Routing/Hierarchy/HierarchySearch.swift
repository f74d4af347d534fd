import Atlas

/// Finds quickest ways in a hierarchy by climbing from both ends to the root (elimination tree query, Dibbelt, Strasser
/// and Wagner 2016, section 6).
///
/// Its memory is kept between queries.
@usableFromInline
struct HierarchySearch: ~Copyable {
    private(set) var near = Climb()
    private(set) var far = Climb()

    @usableFromInline init() {}

    /// A node above both ends: the weight of the way over it, and its slots on both sides.
    struct Meeting {
        var weight: UInt32
        var near: Int
        var far: Int
    }

    /// Returns the weight of the quickest way from any seed of one side to any of the other; `nil` when there is none.
    mutating func weight(in hierarchy: Hierarchy, from starts: [Seed], to ends: [Seed]) -> UInt32? {
        meet(hierarchy, starts, ends)?.weight
    }

    /// Returns the weight of the quickest way and the ranks that it passes, from a seed to a seed.
    mutating func path(in hierarchy: Hierarchy, from starts: [Seed], to ends: [Seed]) -> (
        weight: UInt32, ranks: [UInt32]
    )? {
        meet(hierarchy, starts, ends).map { ($0.weight, unpack($0, hierarchy)) }
    }

    /// What is still looked at when the best way so far weighs `weight`.
    static func longest(_ weight: UInt32, slack: Double) -> UInt32 {
        guard slack > 0, weight < HierarchyWeights.unreachable else { return weight }
        return UInt32(min(Double(HierarchyWeights.unreachable - 1), Double(weight) * (1 + slack)))
    }

    /// What a climb over one direction of a hierarchy's arcs found at a node.
    struct Above {
        var rank: UInt32
        var weight: UInt32
        /// The node below that it was reached from; a seed itself.
        var from: UInt32
    }

    /// Returns what can be reached by climbing from any of the seeds, lowest first: over `hierarchy.up` the ways from
    /// them, over `hierarchy.down` those to them.
    mutating func above(_ seeds: [Seed], in hierarchy: Hierarchy, _ arcs: Hierarchy.Arcs) -> [Above] {
        near.begin(seeds, hierarchy.order)
        near.relaxSideLanes(arcs)
        guard let first = near.lanes.first else { return [] }
        for depth in (0...first.depth).reversed() {
            near.relax(first, depth, arcs, within: HierarchyWeights.unreachable)
        }
        var found: [Above] = []
        for lane in near.lanes {
            for slot in (lane.base + lane.firstOwn...lane.base + lane.depth).reversed() {
                let label = near.label(slot)
                guard label.weight < HierarchyWeights.unreachable else { continue }
                found.append(Above(rank: near.rank(slot), weight: label.weight, from: near.rank(Int(label.from))))
            }
        }
        if near.lanes.count > 1 { found.sort { $0.rank < $1.rank } }
        return found
    }

    /// Relaxes the arcs of all nodes above the seeds, lowest first, and finds the best node above both sides; looks
    /// past it for ways that are longer by a share.
    mutating func meet(
        _ hierarchy: Hierarchy, _ starts: [Seed], _ ends: [Seed], slack: Double = 0
    ) -> Meeting? {
        near.begin(starts, hierarchy.order)
        far.begin(ends, hierarchy.order)
        guard let ahead = near.lanes.first, let behind = far.lanes.first else { return nil }
        near.relaxSideLanes(hierarchy.up)
        far.relaxSideLanes(hierarchy.down)
        // Only what is above both can be where the best way meets. Below that there is nothing to compare with yet.
        let run = commonRun(ahead, behind)
        for depth in (run.depths.upperBound..<(ahead.depth + 1)).reversed() {
            near.relax(ahead, depth, hierarchy.up, within: HierarchyWeights.unreachable)
        }
        for depth in (run.depths.upperBound..<(behind.depth + 1)).reversed() {
            far.relax(behind, depth, hierarchy.down, within: HierarchyWeights.unreachable)
        }
        var best: Meeting?, limit = HierarchyWeights.unreachable
        for depth in run.depths.reversed() {
            let meeting = meeting(run, depth)
            if meeting.weight < best?.weight ?? HierarchyWeights.unreachable {
                best = meeting
                limit = Self.longest(meeting.weight, slack: slack)
            }
            near.relax(ahead, depth, hierarchy.up, within: limit)
            far.relax(behind, depth, hierarchy.down, within: limit)
        }
        guard near.lanes.count > 1 || far.lanes.count > 1 else { return best }
        forEachCommonRun { run in
            for depth in run.depths.reversed() {
                let meeting = meeting(run, depth)
                if meeting.weight < best?.weight ?? HierarchyWeights.unreachable { best = meeting }
            }
        }
        return best
    }

    /// Depths at which a lane of each side have the same nodes of their own.
    private struct CommonRun {
        var near: Climb.Lane
        var far: Climb.Lane
        var depths: Range<Int>
    }

    private func commonRun(_ one: Climb.Lane, _ other: Climb.Lane) -> CommonRun {
        let first = max(one.firstOwn, other.firstOwn)
        var depth = first
        while depth <= min(one.depth, other.depth), near.rank(one.base + depth) == far.rank(other.base + depth) {
            depth += 1
        }
        return CommonRun(near: one, far: other, depths: first..<depth)
    }

    private func forEachCommonRun(_ visit: (CommonRun) -> Void) {
        for one in near.lanes {
            for other in far.lanes { visit(commonRun(one, other)) }
        }
    }

    @inline(__always)
    private func meeting(_ run: CommonRun, _ depth: Int) -> Meeting {
        let (one, other) = (run.near.base + depth, run.far.base + depth)
        return Meeting(weight: near.label(one).weight &+ far.label(other).weight, near: one, far: other)
    }

    /// The nodes of the way over a meeting.
    private func unpack(_ meeting: Meeting, _ hierarchy: Hierarchy) -> [UInt32] {
        hierarchy.unpack(along: near.path(to: meeting.near) + far.path(to: meeting.far).reversed().dropFirst())
    }
}

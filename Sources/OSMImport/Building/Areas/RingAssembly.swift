import GeoCore

/// Assembles closed rings from the ways of a multipolygon.
///
/// It works on single segments, as libosmium's assembler does. A segment listed twice is an inner border between two
/// touching members, and disappears; the rest is walked into rings. That needs no roles, which are often wrong: they
/// serve only to recognise holes whose outer ring is missing.
struct RingAssembly {
    /// A closed ring, and whether every way in it has the role `inner`.
    struct Ring {
        var nodes: Area.Ring
        var isInner: Bool
    }

    private struct Segment {
        var from: UInt32
        var to: UInt32
        var isInner: Bool

        /// The same for both directions.
        var key: UInt64 { UInt64(min(from, to)) << 32 | UInt64(max(from, to)) }

        func other(_ node: UInt32) -> UInt32 { from == node ? to : from }
    }

    private(set) var rings: [Ring] = []
    /// Whether some segment could not become part of a ring.
    private(set) var hasOpenEnds = false

    private let data: OSMData
    private var segments: [Segment] = []
    private var isUsed: [Bool] = []
    /// Whether the extract may have nodes on the antimeridian.
    private let reachesAntimeridian: Bool
    /// By side and parallel, the node on the antimeridian that represents all nodes there.
    private var onAntimeridian: [AntimeridianPlace: UInt32] = [:]
    /// The distinct nodes, ascending, and for each its segments: `incident[starts[i]..<starts[i + 1]]`.
    private var nodes: [UInt32] = []
    private var starts: [Int] = []
    private var incident: [Int] = []
    /// The number of unused segments at each node, and where in `incident` the search for the first of them begins.
    private var degrees: [Int] = []
    private var cursors: [Int] = []

    /// At a node with more segments, the walk takes any: sorting them by direction at each visit would be quadratic.
    private static let maximumSortedDegree = 64

    init(_ data: OSMData) {
        self.data = data
        reachesAntimeridian = data.extent.isOverAntimeridian || data.extent.longitudeSpan == 3_600_000_000
    }

    /// Adds a member way's nodes; skips segments next to a missing node.
    mutating func add(_ refs: ArraySlice<UInt32>, isInner: Bool) {
        var previous = OSMData.missing
        for (index, ref) in zip(refs.indices, refs) {
            let node = reachesAntimeridian ? representative(of: ref) : ref
            if node == OSMData.missing {
                if !data.isAntimeridian(refs, at: index) { hasOpenEnds = true }
            } else if previous != OSMData.missing, node != previous {
                segments.append(Segment(from: previous, to: node, isInner: isInner))
            }
            previous = node
        }
    }

    /// Walks all rings. Call it once, after the last `add`.
    mutating func assemble() {
        closeAtAntimeridian()
        removePairs()
        indexNodes()
        removeDanglingEnds()
        // From west to east, so that each walk begins on the outline of the remaining segments.
        let order = nodes.indices.map { index -> (PointE7, Int) in (data.nodes.points[Int(nodes[index])], index) }
            .sorted { a, b in
                (a.0.longitudeE7, a.0.latitudeE7, a.1) < (b.0.longitudeE7, b.0.latitudeE7, b.1)
            }
        for (_, index) in order {
            while let first = lowestUnusedSegment(at: index) { walk(from: nodes[index], along: first) }
        }
    }

    /// Returns the first known node on the same side of the antimeridian and the same parallel; any other node itself.
    private mutating func representative(of node: UInt32) -> UInt32 {
        guard let place = AntimeridianPlace(node, in: data) else { return node }
        if let known = onAntimeridian[place] { return known }
        onAntimeridian[place] = node
        return node
    }

    /// Closes outlines that continue beyond the antimeridian. Along either side, the surface lies between the first and
    /// the second crossing, the third and the fourth, and so on. With an odd number, a ring encloses a pole and stays
    /// open.
    ///
    /// An outline crosses where it stops on both sides of one parallel, whether the import cut a way there or the
    /// mapper drew two.
    private mutating func closeAtAntimeridian() {
        guard !onAntimeridian.isEmpty else { return }
        // Segments that occur twice, on an inner border, leave a crossing even.
        var isOdd: [AntimeridianPlace: Bool] = [:]
        for segment in segments {
            for node in [segment.from, segment.to] {
                if let place = AntimeridianPlace(node, in: data) { isOdd[place, default: false].toggle() }
            }
        }
        let crossings = isOdd.keys.filter { $0.isWest && isOdd[$0] == true && isOdd[$0.twin] == true }
            .sorted { $0.latitudeE7 < $1.latitudeE7 }
        for first in stride(from: 0, to: crossings.count - 1, by: 2) {
            for (from, to) in [
                (crossings[first], crossings[first + 1]), (crossings[first].twin, crossings[first + 1].twin),
            ] {
                guard let from = onAntimeridian[from], let to = onAntimeridian[to] else { continue }
                segments.append(Segment(from: from, to: to, isInner: false))
            }
        }
    }

    /// Drops segments that occur an even number of times and keeps one of the others.
    private mutating func removePairs() {
        let order = segments.indices.sorted { (segments[$0].key, $0) < (segments[$1].key, $1) }
        var kept: [Int] = [], position = 0
        while position < order.count {
            var end = position + 1
            while end < order.count, segments[order[end]].key == segments[order[position]].key { end += 1 }
            if (end - position) % 2 == 1 { kept.append(order[position]) }
            position = end
        }
        kept.sort()
        segments = kept.map { segments[$0] }
        isUsed = Array(repeating: false, count: segments.count)
    }

    private mutating func indexNodes() {
        var ends: [UInt64] = []
        ends.reserveCapacity(2 * segments.count)
        for (index, segment) in segments.enumerated() {
            ends.append(UInt64(segment.from) << 32 | UInt64(index))
            ends.append(UInt64(segment.to) << 32 | UInt64(index))
        }
        ends.sort()
        for end in ends {
            let node = UInt32(end >> 32)
            if nodes.last != node {
                nodes.append(node)
                starts.append(incident.count)
            }
            incident.append(Int(end & 0xffff_ffff))
        }
        starts.append(incident.count)
        cursors = starts
        degrees = nodes.indices.map { starts[$0 + 1] - starts[$0] }
    }

    private mutating func use(_ segment: Int) {
        isUsed[segment] = true
        degrees[position(of: segments[segment].from)] -= 1
        degrees[position(of: segments[segment].to)] -= 1
    }

    private func position(of node: UInt32) -> Int {
        var low = 0, high = nodes.count
        while low < high {
            let middle = (low + high) / 2
            if nodes[middle] < node { low = middle + 1 } else { high = middle }
        }
        return low
    }

    private mutating func firstUnusedSegment(at position: Int) -> Int? {
        guard degrees[position] > 0 else { return nil }
        while isUsed[incident[cursors[position]]] { cursors[position] += 1 }
        return incident[cursors[position]]
    }

    /// Returns the unused segments at a node; none if there are too many, or if only one continues.
    private func branches(at position: Int) -> [Int] {
        guard degrees[position] > 1, starts[position + 1] - starts[position] <= Self.maximumSortedDegree else {
            return []
        }
        return incident[starts[position]..<starts[position + 1]].filter { !isUsed[$0] }
    }

    /// Removes chains that end in nothing, so that a walk cannot follow them.
    private mutating func removeDanglingEnds() {
        for start in nodes.indices {
            var position = start
            while degrees[position] == 1, let segment = firstUnusedSegment(at: position) {
                hasOpenEnds = true
                use(segment)
                position = self.position(of: segments[segment].other(nodes[position]))
            }
        }
    }

    /// Returns the direction of `segment` seen from `node`, in radians counterclockwise from east.
    private func direction(of segment: Int, from node: UInt32) -> Double {
        let a = data.nodes.points[Int(node)], b = data.nodes.points[Int(segments[segment].other(node))]
        return Elementary.arcTangent(
            y: Double(b.latitudeE7) - Double(a.latitudeE7), x: Double(b.longitudeE7) - Double(a.longitudeE7))
    }

    /// Returns the segment that points lowest: at the westernmost remaining node, the counterclockwise outline leaves
    /// by it.
    private mutating func lowestUnusedSegment(at position: Int) -> Int? {
        let node = nodes[position]
        return branches(at: position).min { direction(of: $0, from: node) < direction(of: $1, from: node) }
            ?? firstUnusedSegment(at: position)
    }

    /// Returns the segment that borders the same surface as `arriving`: where rings touch, the next one clockwise.
    private mutating func successor(of arriving: Int, at node: UInt32) -> Int? {
        let position = position(of: node), branches = branches(at: position)
        guard branches.count > 1 else { return firstUnusedSegment(at: position) }
        let back = direction(of: arriving, from: node)
        return branches.min {
            clockwiseTurn(from: back, to: $0, at: node) < clockwiseTurn(from: back, to: $1, at: node)
        }
    }

    private func clockwiseTurn(from back: Double, to segment: Int, at node: UInt32) -> Double {
        let turn = back - direction(of: segment, from: node)
        return turn > 0 ? turn : turn + 2 * .pi
    }

    /// Follows segments until the walk is back at its start, and cuts off a ring wherever it meets itself.
    private mutating func walk(from start: UInt32, along first: Int) {
        var path = [start], taken: [Int] = [], placeOnPath = [start: 0], next: Int? = first
        while let segment = next {
            use(segment)
            taken.append(segment)
            let node = segments[segment].other(path[path.count - 1])
            if let place = placeOnPath[node] {
                finish(path[place...], taken[place...])
                for left in path[(place + 1)...] { placeOnPath[left] = nil }
                path.removeSubrange((place + 1)...)
                taken.removeSubrange(place...)
            } else {
                placeOnPath[node] = path.count
                path.append(node)
            }
            guard let arriving = taken.last else { return }
            next = successor(of: arriving, at: path[path.count - 1])
        }
        hasOpenEnds = true
    }

    private mutating func finish(_ path: ArraySlice<UInt32>, _ taken: ArraySlice<Int>) {
        guard path.count >= 3 else { return }
        rings.append(Ring(nodes: Array(path), isInner: taken.allSatisfy { segments[$0].isInner }))
    }
}

/// A position on the antimeridian, seen from one of its sides.
private struct AntimeridianPlace: Hashable {
    /// Whether this is 180°, which is west of the antimeridian, and not −180°.
    let isWest: Bool
    let latitudeE7: Int32

    /// Returns `nil` for a node elsewhere, or for a missing node.
    init?(_ node: UInt32, in data: OSMData) {
        guard node != OSMData.missing else { return nil }
        let point = data.nodes.points[Int(node)]
        guard point.longitudeE7.magnitude == 1_800_000_000 else { return nil }
        self.init(isWest: point.longitudeE7 > 0, latitudeE7: point.latitudeE7)
    }

    private init(isWest: Bool, latitudeE7: Int32) {
        self.isWest = isWest
        self.latitudeE7 = latitudeE7
    }

    /// The same position seen from the other side.
    var twin: AntimeridianPlace { AntimeridianPlace(isWest: !isWest, latitudeE7: latitudeE7) }
}

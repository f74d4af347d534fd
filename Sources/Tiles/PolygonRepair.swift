/// Makes valid polygons of any rings on an integer grid.
///
/// It splits edges so that they meet only at their ends, by snap rounding (Hobby, Computational Geometry 13, 1999). The
/// grid point nearest to a crossing becomes an end, and every edge within half a unit of an end passes through it. Of
/// the faces between the edges, it keeps those inside: more outer rings than holes wind around them. Their borders,
/// split where they touch themselves, are the new rings. All arithmetic is exact in 64 bits, except for the position of
/// a crossing on lines longer than a tile.
struct PolygonRepair: Sendable {
    /// A part of the rings' lines from one grid point to a later one in sweeping order.
    struct Edge {
        var from: GridPoint
        var to: GridPoint
        /// The change in the number of clockwise outer rings from the area before the edge to the area beyond it,
        /// toward growing y.
        var outer: Int32
        /// The same for holes.
        var hole: Int32

        var fromKey: UInt64 { sweepKey(from.x, from.y) }
        var toKey: UInt64 { sweepKey(to.x, to.y) }
    }

    private struct Split {
        let edge: Int
        let along: Int64
        let point: GridPoint
    }

    /// The maximum number of rounds. After snapping, edges cross only if a crossing was misplaced; these are split
    /// again.
    private static let mostRounds = 64
    /// The maximum number of comparisons for each edge on average: a bound for hostile rings.
    private static let mostComparisons: Int64 = 2_048
    /// Before snapping, several crossings may lie at one grid point and count as one after it.
    private static let mostCrossingsAtPoint = 4

    private(set) var edges: [Edge] = []
    private var splits: [Split] = []
    private var spots: [GridPoint] = []
    /// Whether edges cross, apart from touching at an end.
    private var haveCrossed = false
    private var active: [Int] = []
    /// Comparisons of the latest repair: of edges with each other, and with grid points.
    private(set) var comparisonCount: Int64 = 0

    /// Replaces `rings` by valid polygons that cover the same area; by nothing if there is no area. Returns `false`,
    /// and leaves nothing, if the lines cross more often than on any real map.
    mutating func repair(_ rings: inout PolygonRings) -> Bool {
        gather(rings)
        rings.removeAll()
        let edgeLimit = 8 * edges.count + 1_024, mostComparisons = Self.mostComparisons * Int64(edges.count + 64)
        var comparisons = mostComparisons
        defer { comparisonCount = mostComparisons - comparisons }
        for round in 0..<Self.mostRounds {
            merge()
            // Beyond that, the rings are refused: more splits would only take time and memory.
            let limit = Self.mostCrossingsAtPoint * edgeLimit
            findSplits(&comparisons, atMost: limit)
            guard splits.count <= limit else { return false }
            if round == 0, haveCrossed { snap(&comparisons) }
            guard comparisons > 0, edges.count + splits.count <= edgeLimit else { return false }
            guard !splits.isEmpty else {
                var faces = FaceWalk(edges)
                faces.collect(into: &rings)
                return true
            }
            split()
        }
        return false
    }

    private mutating func gather(_ rings: borrowing PolygonRings) {
        edges.removeAll(keepingCapacity: true)
        for ring in 0..<rings.count {
            let range = rings.range(of: ring), isHole = rings.isHole(ring)
            guard var last = range.last else { continue }
            for index in range {
                let from = rings.points[last]
                let to = rings.points[index]
                last = index
                guard from != to else { continue }
                let isForward = sweepKey(from.x, from.y) < sweepKey(to.x, to.y), weight: Int32 = isForward ? 1 : -1
                edges.append(
                    Edge(
                        from: isForward ? from : to, to: isForward ? to : from, outer: isHole ? 0 : weight,
                        hole: isHole ? weight : 0))
            }
        }
    }

    /// Sorts edges in sweeping order and merges those with the same ends; lines walked there and back disappear.
    private mutating func merge() {
        edges.sort { $0.fromKey == $1.fromKey ? $0.toKey < $1.toKey : $0.fromKey < $1.fromKey }
        var kept = 0
        for edge in edges {
            if kept > 0, edges[kept - 1].from == edge.from, edges[kept - 1].to == edge.to {
                edges[kept - 1].outer += edge.outer
                edges[kept - 1].hole += edge.hole
            } else {
                dropVoid(&kept)
                edges[kept] = edge
                kept += 1
            }
        }
        dropVoid(&kept)
        edges.removeLast(edges.count - kept)
    }

    private func dropVoid(_ kept: inout Int) {
        if kept > 0, edges[kept - 1].outer == 0, edges[kept - 1].hole == 0 { kept -= 1 }
    }

    /// Finds where edges meet elsewhere than at their ends; stops beyond `limit` splits.
    private mutating func findSplits(_ comparisons: inout Int64, atMost limit: Int) {
        splits.removeAll(keepingCapacity: true)
        haveCrossed = false
        active.removeAll(keepingCapacity: true)
        for index in edges.indices {
            let edge = edges[index], low = min(edge.from.y, edge.to.y), high = max(edge.from.y, edge.to.y)
            comparisons -= Int64(active.count)
            guard comparisons > 0, splits.count <= limit else { return }
            var kept = 0
            for place in active.indices {
                let other = edges[active[place]]
                guard other.to.x >= edge.from.x else { continue }
                active[kept] = active[place]
                kept += 1
                if min(other.from.y, other.to.y) <= high, max(other.from.y, other.to.y) >= low {
                    meet(active[place], index)
                }
            }
            active.removeLast(active.count - kept)
            active.append(index)
        }
    }

    private mutating func meet(_ first: Int, _ second: Int) {
        let a = edges[first].from, b = edges[first].to, c = edges[second].from, d = edges[second].to
        let sideC = turn(a, b, c), sideD = turn(a, b, d), sideA = turn(c, d, a), sideB = turn(c, d, b)
        if sideC == 0 { split(first, at: c) }
        if sideD == 0 { split(first, at: d) }
        if sideA == 0 { split(second, at: a) }
        if sideB == 0 { split(second, at: b) }
        guard sideA != 0, sideB != 0, sideC != 0, sideD != 0, (sideA < 0) != (sideB < 0), (sideC < 0) != (sideD < 0)
        else { return }
        // Halved until the product with a side of the grid fits; the position is rounded to a unit anyway.
        var part = sideA.magnitude, whole = sideA.magnitude + sideB.magnitude
        let excess = 64 - whole.leadingZeroBitCount - 34
        if excess > 0 {
            part >>= UInt64(excess)
            whole >>= UInt64(excess)
        }
        let crossing = GridPoint(x: Self.between(a.x, b.x, part, whole), y: Self.between(a.y, b.y, part, whole))
        haveCrossed = true
        split(first, at: crossing)
        split(second, at: crossing)
    }

    /// Returns the coordinate at `part` of `whole` between two others, rounded to the nearest unit, halves up.
    private static func between(_ from: Int32, _ to: Int32, _ part: UInt64, _ whole: UInt64) -> Int32 {
        let doubled = 2 * (Int64(to) - Int64(from)) * Int64(part) + Int64(whole), unit = 2 * Int64(whole)
        let quotient = doubled / unit
        return Int32(truncatingIfNeeded: Int64(from) + (doubled % unit < 0 ? quotient - 1 : quotient))
    }

    /// Replaces the splits by all ends and crossings whose unit square an edge crosses.
    private mutating func snap(_ comparisons: inout Int64) {
        spots.removeAll(keepingCapacity: true)
        for edge in edges {
            spots.append(edge.from)
            spots.append(edge.to)
        }
        for split in splits { spots.append(split.point) }
        spots.sort { sweepKey($0.x, $0.y) < sweepKey($1.x, $1.y) }
        splits.removeAll(keepingCapacity: true)
        for index in edges.indices {
            let edge = edges[index]
            var low = 0, high = spots.count
            while low < high {
                let middle = (low + high) / 2
                if spots[middle].x < edge.from.x { low = middle + 1 } else { high = middle }
            }
            var last: GridPoint?
            while low < spots.count, spots[low].x <= edge.to.x {
                let spot = spots[low]
                low += 1
                comparisons -= 1
                guard spot != last else { continue }
                last = spot
                if Self.runs(edge, through: spot) { split(index, at: spot) }
            }
            guard comparisons > 0 else { return }
        }
    }

    /// Whether an edge's line meets the unit square around a point; the square includes its sides toward smaller x and
    /// y.
    private static func runs(_ edge: Edge, through spot: GridPoint) -> Bool {
        let reach = Int64(edge.to.x) - Int64(edge.from.x) + abs(Int64(edge.to.y) - Int64(edge.from.y))
        let doubled = 2 * turn(edge.from, edge.to, spot)
        return -reach < doubled && (doubled < reach || (doubled == reach && edge.to.y < edge.from.y))
    }

    /// Records that an edge must be split at a point, unless the point lies beyond it or is one of its ends.
    private mutating func split(_ index: Int, at point: GridPoint) {
        let edge = edges[index]
        guard point != edge.from, Self.isBetween(point, edge.from, edge.to) else { return }
        let alongX = (Int64(edge.to.x) - Int64(edge.from.x)) * (Int64(point.x) - Int64(edge.from.x))
        let alongY = (Int64(edge.to.y) - Int64(edge.from.y)) * (Int64(point.y) - Int64(edge.from.y))
        splits.append(Split(edge: index, along: alongX + alongY, point: point))
    }

    private mutating func split() {
        splits.sort {
            $0.edge != $1.edge
                ? $0.edge < $1.edge
                : $0.along != $1.along
                    ? $0.along < $1.along : sweepKey($0.point.x, $0.point.y) < sweepKey($1.point.x, $1.point.y)
        }
        var next = 0
        while next < splits.count {
            let edge = splits[next].edge, whole = edges[edge]
            var from = whole.from, place: Int? = edge
            while next < splits.count, splits[next].edge == edge {
                let to = splits[next].point
                next += 1
                // The parts lead to the end without going back, so together they are never longer than the edge in x
                // and y, which ends the rounds. A point off that path is found again if it still matters.
                guard to != from, Self.isBetween(to, from, whole.to) else { continue }
                put(whole, from, to, at: place)
                place = nil
                from = to
            }
            put(whole, from, whole.to, at: place)
        }
    }

    private static func isBetween(_ point: GridPoint, _ from: GridPoint, _ to: GridPoint) -> Bool {
        point != to && min(from.x, to.x) <= point.x && point.x <= max(from.x, to.x)
            && min(from.y, to.y) <= point.y && point.y <= max(from.y, to.y)
    }

    /// Writes the part of an edge between two points over the edge, or after all others.
    private mutating func put(_ whole: Edge, _ from: GridPoint, _ to: GridPoint, at place: Int?) {
        let isForward = sweepKey(from.x, from.y) < sweepKey(to.x, to.y)
        let piece = Edge(
            from: isForward ? from : to, to: isForward ? to : from, outer: isForward ? whole.outer : -whole.outer,
            hole: isForward ? whole.hole : -whole.hole)
        if let place { edges[place] = piece } else { edges.append(piece) }
    }
}

/// Returns a positive number if `c` lies on the side of growing y of the line from `a` to a later `b` in sweeping
/// order.
@inline(__always)
func turn(_ a: GridPoint, _ b: GridPoint, _ c: GridPoint) -> Int64 {
    (Int64(b.x) - Int64(a.x)) * (Int64(c.y) - Int64(a.y)) - (Int64(b.y) - Int64(a.y)) * (Int64(c.x) - Int64(a.x))
}

/// Proves that rings make valid polygons: no ring meets itself or another, and each outer ring contains only its own
/// holes.
///
/// A line sweeps from west to east and tests only edges that become neighbours on it (Shamos and Hoey, FOCS 1976). The
/// answer is conservative: rings that touch at a point are not proven, although a hole may touch its outer ring.
struct RingSweep: Sendable {
    private struct Event {
        /// The position in sweeping order: x, then y.
        let key: UInt64
        let point: Int32
    }

    private var events: [Event] = []
    /// All arrays below are in sweeping order. The edge `v` runs from the point `v` to `next[v]`.
    private var x: [Int64] = []
    private var y: [Int64] = []
    private var next: [Int32] = []
    private var previous: [Int32] = []
    /// The number of the outer ring that the point's ring belongs to.
    private var polygon: [Int32] = []
    private var rank: [Int32] = []
    /// The edges that the line crosses, smallest y first.
    private var active: [Int32] = []

    /// Whether the rings are proven valid, each with at least three points and the orientation of its kind.
    mutating func proves(_ rings: borrowing PolygonRings) -> Bool {
        guard sort(rings) else { return false }
        active.removeAll(keepingCapacity: true)
        for point in x.indices {
            let before = Int(previous[point]), after = Int(next[point])
            let isWell: Bool
            if before > point && after > point {
                isWell = begin(at: point)
            } else if before < point && after < point {
                isWell = end(at: point)
            } else {
                isWell = pass(before < point ? before : point, to: before < point ? point : before)
            }
            guard isWell else { return false }
        }
        return true
    }

    /// Sorts the points in sweeping order; returns `false` if two coincide.
    private mutating func sort(_ rings: borrowing PolygonRings) -> Bool {
        let count = rings.points.count
        events.removeAll(keepingCapacity: true)
        for point in 0..<count {
            events.append(Event(key: sweepKey(rings.points[point].x, rings.points[point].y), point: Int32(point)))
        }
        events.sort { $0.key < $1.key }
        x.removeAll(keepingCapacity: true)
        y.removeAll(keepingCapacity: true)
        // The arrays only grow: entries beyond the current points are never read.
        if rank.count < count {
            rank = [Int32](repeating: 0, count: count)
            next = rank
            previous = rank
            polygon = rank
        }
        for index in 0..<count {
            let event = events[index]
            if index > 0, events[index - 1].key == event.key { return false }
            rank[Int(event.point)] = Int32(index)
            x.append(Int64(rings.points[Int(event.point)].x))
            y.append(Int64(rings.points[Int(event.point)].y))
        }
        var outer: Int32 = -1
        for ring in 0..<rings.count {
            let range = rings.range(of: ring)
            if !rings.isHole(ring) { outer += 1 }
            guard var from = range.last else { continue }
            for to in range {
                next[Int(rank[from])] = rank[to]
                previous[Int(rank[to])] = rank[from]
                polygon[Int(rank[to])] = outer
                from = to
            }
        }
        return true
    }

    /// Two edges begin: the ring begins or returns.
    private mutating func begin(at point: Int) -> Bool {
        var low = 0, high = active.count
        while low < high {
            let middle = (low + high) / 2, side = turn(left(active[middle]), right(active[middle]), point)
            if side == 0 { return false }
            if side > 0 { low = middle + 1 } else { high = middle }
        }
        let before = previous[point], spread = turn(point, Int(before), Int(next[point]))
        guard spread != 0 else { return false }
        let lower = spread > 0 ? before : Int32(point), upper = spread > 0 ? Int32(point) : before
        // The area between the two edges is the other side of the area around them. Inside a polygon, only a hole of
        // the same polygon may begin.
        let isInside = low > 0 && isInteriorAbove(active[low - 1])
        guard isInteriorAbove(lower) != isInside else { return false }
        guard !isInside || polygon[Int(active[low - 1])] == polygon[point] else { return false }
        active.insert(upper, at: low)
        active.insert(lower, at: low)
        return areApart(low - 1, low) && areApart(low + 1, low + 2)
    }

    /// Two edges end, which must be neighbours.
    private mutating func end(at point: Int) -> Bool {
        let one = previous[point], other = Int32(point)
        guard var place = active.firstIndex(where: { $0 == one || $0 == other }), place + 1 < active.count else {
            return false
        }
        let second = active[place + 1]
        guard second == one || second == other else { return false }
        active.removeSubrange(place...(place + 1))
        place -= 1
        return areApart(place, place + 1)
    }

    /// One edge ends and another begins.
    private mutating func pass(_ old: Int, to new: Int) -> Bool {
        let old = Int32(old)
        guard let place = active.firstIndex(where: { $0 == old }) else { return false }
        active[place] = Int32(new)
        return areApart(place - 1, place) && areApart(place, place + 1)
    }

    private func left(_ edge: Int32) -> Int { Int(min(edge, next[Int(edge)])) }
    private func right(_ edge: Int32) -> Int { Int(max(edge, next[Int(edge)])) }

    /// Whether the inside is above an edge. Outer rings run clockwise and holes the other way, so the inside is on the
    /// right of every edge: toward growing y if it runs eastward.
    private func isInteriorAbove(_ edge: Int32) -> Bool { edge < next[Int(edge)] }

    /// Returns a positive number if `c` lies on the side of growing y of the line from `a` eastward to `b`.
    @inline(__always)
    private func turn(_ a: Int, _ b: Int, _ c: Int) -> Int64 {
        (x[b] - x[a]) * (y[c] - y[a]) - (y[b] - y[a]) * (x[c] - x[a])
    }

    /// Whether neighbours on the line share at most an end.
    private func areApart(_ lower: Int, _ upper: Int) -> Bool {
        guard lower >= 0, upper < active.count else { return true }
        let a = left(active[lower]), b = right(active[lower]), c = left(active[upper]), d = right(active[upper])
        if a == c || b == d || max(y[a], y[b]) < min(y[c], y[d]) { return true }
        let sideA = turn(c, d, a), sideB = turn(c, d, b), sideC = turn(a, b, c), sideD = turn(a, b, d)
        let isSplit = sideA == 0 || sideB == 0 || (sideA < 0) != (sideB < 0)
        return !(isSplit && (sideC == 0 || sideD == 0 || (sideC < 0) != (sideD < 0)))
    }
}

/// Returns a position as a number that grows with x, then with y.
@inline(__always)
func sweepKey(_ x: Int32, _ y: Int32) -> UInt64 {
    UInt64(UInt32(bitPattern: x) ^ 1 << 31) << 32 | UInt64(UInt32(bitPattern: y) ^ 1 << 31)
}

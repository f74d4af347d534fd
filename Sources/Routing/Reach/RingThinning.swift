/// Removes points of outlines where the straight line stays within a tolerance, and on the right side of other levels'
/// outlines.
///
/// A line that replaces points crosses the same sides of cells in the same order, each within a span around the removed
/// point. The spans of two levels share at most a point. Within a cell, which is convex, the two lines then cannot
/// cross: an outline stays around that of a shorter time, exactly.
struct RingThinning {
    /// The maximum number of cell sides that a line crosses; it bounds its length and the work.
    private static let longestLine = 256

    let grid: ReachGrid
    /// In E7 units.
    private let tolerance: (x: Double, y: Double)
    /// Its reciprocal.
    private let inverse: (x: Double, y: Double)
    /// The crossings of the outline of the next longer time, as drawn.
    let around: GateTable
    /// The crossings of the outline of the next shorter time, before thinning.
    let within: GateTable

    init(_ grid: ReachGrid, toleranceInMetres: Double, around: GateTable, within: GateTable) {
        self.grid = grid
        tolerance = grid.toleranceE7(inMetres: toleranceInMetres)
        inverse = (1 / tolerance.x, 1 / tolerance.y)
        self.around = around
        self.within = within
    }

    /// Returns the remaining points, and records in `drawn` where the lines between them cross the sides of cells.
    func thinned(_ ring: ReachRing, noting drawn: inout GateTable) -> [E7Vector] {
        let gates = ring.gates, points = gates.map { $0.point(grid, reach: $0.reach) }
        let spans = gates.indices.map { span(of: $0, gates, points) }
        var kept: [E7Vector] = [], anchor = 0
        while anchor < gates.count {
            let end = farthest(from: anchor, gates, points, spans)
            kept.append(points[anchor])
            drawn.note(gates[anchor].key(columns: grid.cornerColumns), gates[anchor].reach)
            if drawn.isWanted { note(between: anchor, and: end, gates, &drawn) }
            anchor = end
        }
        return kept
    }

    /// Returns the last point that a straight line from a point can reach; the number of gates stands for the first
    /// point.
    private func farthest(
        from anchor: Int, _ gates: [Gate], _ points: [E7Vector], _ spans: [ClosedRange<Int32>]
    ) -> Int {
        let start = points[anchor]
        var reached = anchor + 1, next = reached
        var left = E7Vector(x: 0, y: 0), right = left
        while next < min(gates.count, anchor + Self.longestLine) {
            // A line may end in the point itself if it crosses all sides before it.
            let span = spans[next]
            let newLeft = gates[next].point(grid, reach: span.lowerBound) - start
            let newRight = gates[next].point(grid, reach: span.upperBound) - start
            if next == anchor + 1 {
                left = newLeft
                right = newRight
            } else {
                guard newRight.cross(newLeft) >= 0, right.cross(newLeft) >= 0, newRight.cross(left) >= 0 else { break }
                if newLeft.cross(left) > 0 { left = newLeft }
                if right.cross(newRight) > 0 { right = newRight }
            }
            next += 1
            let goal = points[next < points.count ? next : 0] - start
            if right.cross(goal) >= 0, goal.cross(left) >= 0 { reached = next }
        }
        return reached
    }

    /// Returns how far from the corner within a line may cross instead of at the point.
    private func span(of index: Int, _ gates: [Gate], _ points: [E7Vector]) -> ClosedRange<Int32> {
        let gate = gates[index], length = gate.length(grid), key = gate.key(columns: grid.cornerColumns)
        let before = points[index > 0 ? index - 1 : points.count - 1]
        let after = points[index + 1 < points.count ? index + 1 : 0]
        let along = after - before
        let x = Double(along.x) * inverse.x, y = Double(along.y) * inverse.y
        // The flatter an outline crosses a side, the larger is the tolerance along the side.
        let across = (gate.east == 0 ? x : y).magnitude, whole = (x * x + y * y).squareRoot()
        let slant = across * 4 > whole ? whole / across : 4
        // Rounded down, to stay within it.
        let room = Int32(min((gate.east == 0 ? tolerance.y : tolerance.x) * slant, Double(length)))
        let least = max(1, gate.reach - room, within[key] ?? 1)
        let most = min(length - 1, gate.reach + room, around[key] ?? length)
        return min(least, gate.reach)...max(most, gate.reach)
    }

    /// Records where the line between two points crosses the sides of cells between them.
    private func note(between anchor: Int, and end: Int, _ gates: [Gate], _ drawn: inout GateTable) {
        let start = gates[anchor].point(grid, reach: gates[anchor].reach), last = gates[end % gates.count]
        let way = last.point(grid, reach: last.reach) - start
        for index in (anchor + 1)..<max(end, anchor + 1) {
            let gate = gates[index], corner = gate.point(grid, reach: 0) - start
            // The line meets the side where the cross product is 0: rounded to a whole number, toward the corner
            // within.
            let side = E7Vector(x: Int64(gate.east), y: Int64(gate.north))
            let slope = way.cross(side), offset = -way.cross(corner)
            let reach = slope == 0 ? Int64(gate.reach) : offset / slope
            drawn.note(gate.key(columns: grid.cornerColumns), Int32(max(0, min(Int64(gate.length(grid)), reach))))
        }
    }
}

/// The crossings of outlines with the sides of cells: a hash table with open addressing and without removal.
struct GateTable {
    /// Whether any caller needs it; otherwise the table records nothing.
    let isWanted: Bool
    private var keys: [Int32]
    private var reaches: [Int32]
    private let mask: Int

    init(capacity: Int, isWanted: Bool = true) {
        self.isWanted = isWanted
        var size = 16
        while isWanted, size < capacity * 2 { size *= 2 }
        keys = [Int32](repeating: -1, count: isWanted ? size : 0)
        reaches = keys
        mask = size - 1
    }

    /// Makes the table of all crossings of some rings.
    init(_ rings: [ReachRing], _ grid: ReachGrid) {
        self.init(capacity: rings.reduce(0) { $0 + $1.gates.count })
        for ring in rings { for gate in ring.gates { note(gate.key(columns: grid.cornerColumns), gate.reach) } }
    }

    /// A table without crossings.
    static var none: GateTable { GateTable(capacity: 0, isWanted: false) }

    subscript(key: Int) -> Int32? {
        guard isWanted else { return nil }
        let slot = slot(of: key)
        return keys[slot] < 0 ? nil : reaches[slot]
    }

    mutating func note(_ key: Int, _ reach: Int32) {
        guard isWanted else { return }
        let slot = slot(of: key)
        keys[slot] = Int32(key)
        reaches[slot] = reach
    }

    /// Returns the slot of a key, or where it belongs; at least half of the slots are free.
    private func slot(of key: Int) -> Int {
        // Fibonacci hashing (Knuth, The Art of Computer Programming 3, 6.4).
        var slot = Int(truncatingIfNeeded: UInt64(key) &* 0x9E37_79B9_7F4A_7C15 >> 32) & mask
        while keys[slot] >= 0, keys[slot] != Int32(key) { slot = (slot + 1) & mask }
        return slot
    }
}

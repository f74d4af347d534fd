/// The rings of one polygon feature on an integer grid, x eastward, y southward.
///
/// Outer rings run clockwise on the screen, holes the other way; a hole belongs to the last outer ring before it. No ring
/// repeats its first point.
package struct PolygonRings: Sendable {
    private(set) var points = Vertices()
    private var ends: [Int] = []
    private var holes: [Bool] = []

    package init() {}

    package var count: Int { ends.count }

    package mutating func removeAll() {
        points.removeAll()
        ends.removeAll(keepingCapacity: true)
        holes.removeAll(keepingCapacity: true)
    }

    package mutating func add(_ ring: some Collection<GridPoint>, isHole: Bool) {
        for point in ring { points.begin(point.x, point.y) }
        endRing(isHole: isHole)
    }

    mutating func add(_ ring: borrowing Vertices, isHole: Bool) {
        for index in 0..<ring.count { points.begin(ring.x[index], ring.y[index]) }
        endRing(isHole: isHole)
    }

    /// Adds a ring of others as it is.
    mutating func add(_ rings: borrowing PolygonRings, _ ring: Int) {
        for index in rings.range(of: ring) { points.begin(rings.points.x[index], rings.points.y[index]) }
        endRing(isHole: rings.isHole(ring))
    }

    /// Whether a ring winds around a point, by the edges that a ray toward growing x crosses; on a line either answer.
    func covers(_ x: Int32, _ y: Int32, ring: Int) -> Bool {
        let range = range(of: ring)
        guard var from = range.last else { return false }
        var isCovered = false
        for to in range {
            if (points.y[from] > y) != (points.y[to] > y) {
                let height = Int64(points.y[to]) - Int64(points.y[from])
                let side =
                    (Int64(x) - Int64(points.x[from])) * height
                    - (Int64(points.x[to]) - Int64(points.x[from])) * (Int64(y) - Int64(points.y[from]))
                if (side < 0) == (height > 0) { isCovered.toggle() }
            }
            from = to
        }
        return isCovered
    }

    private mutating func endRing(isHole: Bool) {
        ends.append(points.count)
        holes.append(isHole)
    }

    func isHole(_ ring: Int) -> Bool { holes[ring] }

    /// Where the points of a ring lie in `points`.
    func range(of ring: Int) -> Range<Int> { (ring == 0 ? 0 : ends[ring - 1])..<ends[ring] }

    /// The points of a ring, and whether it is a hole.
    package subscript(ring: Int) -> (points: [GridPoint], isHole: Bool) {
        (range(of: ring).map { GridPoint(x: points.x[$0], y: points.y[$0]) }, holes[ring])
    }

    /// The sum of the rings' signed areas, twice, in square units: holes count negative.
    package var doubledArea: Int64 {
        var sum: Int64 = 0
        for ring in 0..<count {
            let range = range(of: ring)
            guard var from = range.last else { continue }
            for to in range {
                sum += Int64(points.x[from]) * Int64(points.y[to]) - Int64(points.x[to]) * Int64(points.y[from])
                from = to
            }
        }
        return sum
    }
}

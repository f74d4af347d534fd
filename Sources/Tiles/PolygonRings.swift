/// The rings of one polygon feature on an integer grid, x eastward, y southward.
///
/// Outer rings run clockwise on the screen, holes the other way; a hole belongs to the last outer ring before it. No
/// ring repeats its first point.
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
        for point in ring { points.begin(point) }
        endRing(isHole: isHole)
    }

    mutating func add(_ ring: borrowing Vertices, isHole: Bool) {
        points.append(contentsOf: ring)
        endRing(isHole: isHole)
    }

    /// Adds a ring of other rings unchanged.
    mutating func add(_ rings: borrowing PolygonRings, _ ring: Int) {
        points.append(contentsOf: rings.range(of: ring), of: rings.points)
        endRing(isHole: rings.isHole(ring))
    }

    /// Whether a ring winds around the middle between two points, by the edges that a ray toward growing x crosses;
    /// `nil` if the middle lies on it.
    func covers(middleOf a: GridPoint, _ b: GridPoint, ring: Int) -> Bool? {
        let x = Int64(a.x) + Int64(b.x), y = Int64(a.y) + Int64(b.y), range = range(of: ring)
        guard let last = range.last else { return false }
        var isCovered = false, fromX = 2 * Int64(points[last].x) - x, fromY = 2 * Int64(points[last].y) - y
        for index in range {
            let toX = 2 * Int64(points[index].x) - x, toY = 2 * Int64(points[index].y) - y
            let side = fromX * toY - fromY * toX
            if side == 0, fromX * toX <= 0, fromY * toY <= 0 { return nil }
            if (fromY > 0) != (toY > 0), (side > 0) == (toY > fromY) { isCovered.toggle() }
            (fromX, fromY) = (toX, toY)
        }
        return isCovered
    }

    private mutating func endRing(isHole: Bool) {
        ends.append(points.count)
        holes.append(isHole)
    }

    func isHole(_ ring: Int) -> Bool { holes[ring] }

    /// Returns the range of a ring's points in `points`.
    func range(of ring: Int) -> Range<Int> { (ring == 0 ? 0 : ends[ring - 1])..<ends[ring] }

    /// Returns the points of a ring, and whether it is a hole.
    package subscript(ring: Int) -> (points: [GridPoint], isHole: Bool) {
        (Array(points.points[range(of: ring)]), holes[ring])
    }

    /// Twice the sum of the rings' signed areas, in square units; holes are negative.
    package var doubledArea: Int64 {
        var sum: Int64 = 0
        for ring in 0..<count {
            let range = range(of: ring)
            guard var from = range.last else { continue }
            for to in range {
                sum += Int64(points[from].x) * Int64(points[to].y) - Int64(points[to].x) * Int64(points[from].y)
                from = to
            }
        }
        return sum
    }
}

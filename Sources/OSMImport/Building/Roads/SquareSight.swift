package import GeoCore

/// The lines of sight across a square: straight lines between corners that stay on it.
///
/// Longitude is x and latitude y: visibility does not depend on the stretching of the axes. All tests are exact in
/// integers.
package struct SquareSight {
    private struct Point {
        let x: Int64
        let y: Int64
    }

    /// All corners, ring after ring: the outer one counterclockwise, holes clockwise, so that the square lies on the
    /// left.
    private let corners: [Point]
    private let before: [Int]
    private let after: [Int]

    /// The maximum width of a square, in E7 degrees: differences of coordinates then multiply without overflow.
    private static let widest: Int64 = 1_000_000
    /// More corners than any square has.
    static let mostCorners = 4096

    /// Takes the rings of an `Area.Polygon`, the outer one first; `nil` if it is too large, or if it touches itself.
    package init?(_ rings: [[PointE7]]) {
        guard let origin = rings.first?.first, rings.reduce(0, { $0 + $1.count }) <= Self.mostCorners else {
            return nil
        }
        var corners: [Point] = [], before: [Int] = [], after: [Int] = []
        for ring in rings {
            let first = corners.count
            for (index, point) in ring.enumerated() {
                let x = Int64(point.longitudeE7) - Int64(origin.longitudeE7)
                let y = Int64(point.latitudeE7) - Int64(origin.latitudeE7)
                guard x.magnitude <= Self.widest, y.magnitude <= Self.widest else { return nil }
                // Doubled, so that the middle between two corners is a whole number.
                corners.append(Point(x: 2 * x, y: 2 * y))
                before.append(first + (index + ring.count - 1) % ring.count)
                after.append(first + (index + 1) % ring.count)
            }
        }
        guard Set(corners.map { [$0.x, $0.y] }).count == corners.count else { return nil }
        self.corners = corners
        self.before = before
        self.after = after
    }

    /// Whether the square's border bends around this corner: shortest paths turn only there.
    package func isReflex(_ corner: Int) -> Bool { side(before[corner], corner, after[corner]) < 0 }

    /// Whether the straight line between two corners stays on the square, touches no other corner, and is not part of
    /// the border.
    package func sees(_ one: Int, _ other: Int) -> Bool {
        guard one != other, after[one] != other, before[one] != other else { return false }
        let a = corners[one], b = corners[other]
        for corner in corners.indices where isHit(a, b, corner, one, other) { return false }
        return isInside(Point(x: (a.x + b.x) / 2, y: (a.y + b.y) / 2))
    }

    /// Whether a line from `corner` to `other` has both borders of the corner on one side: a shortest path that bends
    /// there continues so.
    package func isTangent(at corner: Int, toward other: Int) -> Bool {
        let first = side(other, corner, before[corner]), second = side(other, corner, after[corner])
        return first >= 0 && second >= 0 || first <= 0 && second <= 0
    }

    /// Returns the lines between `portals`, each joined to all that it sees, and the corners where paths bend;
    /// ascending pairs.
    ///
    /// With more than `most` points, each keeps the nearest visible one in each of 16 directions: paths become a few
    /// percent longer (Yao, SIAM J. Comput. 11, 1982: at most 1 / (1 - 2 sin(π/16)) in the plane).
    package func lines(portals: [Int], most: Int = 64) -> [(Int, Int)] {
        let isPortal = Set(portals), points = corners.indices.filter { isPortal.contains($0) || isReflex($0) }
        guard points.count <= Self.mostPoints else { return [] }
        var lines: [(Int, Int)] = []
        for (index, one) in points.enumerated() {
            for other in points[(index + 1)...] {
                guard isPortal.contains(one) || isTangent(at: one, toward: other),
                    isPortal.contains(other) || isTangent(at: other, toward: one), sees(one, other)
                else { continue }
                lines.append((one, other))
            }
        }
        return points.count > most ? thinned(lines) : lines
    }

    /// In squares with more points, walkers keep to the border.
    private static let mostPoints = 512

    private func thinned(_ lines: [(Int, Int)]) -> [(Int, Int)] {
        // By corner and direction, the nearest.
        var nearest: [[Int?]] = Array(repeating: Array(repeating: nil, count: 16), count: corners.count)
        func length(_ line: Int) -> Int64 {
            let (a, b) = (corners[lines[line].0], corners[lines[line].1])
            return (a.x - b.x) * (a.x - b.x) + (a.y - b.y) * (a.y - b.y)
        }
        for line in lines.indices {
            for (from, to) in [lines[line], (lines[line].1, lines[line].0)] {
                let direction = self.direction(from, to)
                if let known = nearest[from][direction], length(known) <= length(line) { continue }
                nearest[from][direction] = line
            }
        }
        return Set(nearest.joined().compactMap { $0 }).sorted().map { lines[$0] }
    }

    /// Returns one of 16 directions.
    private func direction(_ from: Int, _ to: Int) -> Int {
        let y = Double(corners[to].y - corners[from].y), x = Double(corners[to].x - corners[from].x)
        return Int((Elementary.arcTangent(y: y, x: x) / (2 * .pi) + 1) * 16) % 16
    }

    /// Whether the border from a corner to the next one meets the line from a to b elsewhere than in a or b.
    private func isHit(_ a: Point, _ b: Point, _ corner: Int, _ one: Int, _ other: Int) -> Bool {
        let next = after[corner], u = corners[corner], v = corners[next]
        let startsAtEnd = corner == one || corner == other, endsAtEnd = next == one || next == other
        if startsAtEnd || endsAtEnd {
            // They share a point, so only a border along the line meets it again.
            if startsAtEnd && endsAtEnd { return false }
            let far = startsAtEnd ? v : u
            return side(a, b, far) == 0 && isBetween(a, b, far)
        }
        let first = side(a, b, u), second = side(a, b, v), third = side(u, v, a), fourth = side(u, v, b)
        if first == 0, second == 0 { return isBetween(a, b, u) || isBetween(a, b, v) || isBetween(u, v, a) }
        return first.signum() * second.signum() <= 0 && third.signum() * fourth.signum() <= 0
    }

    /// Returns twice the area of a triangle; positive if it is counterclockwise.
    private func side(_ a: Point, _ b: Point, _ c: Point) -> Int64 {
        (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x)
    }

    private func side(_ a: Int, _ b: Int, _ c: Int) -> Int64 { side(corners[a], corners[b], corners[c]) }

    /// Whether a point on the line through a and b lies between them.
    private func isBetween(_ a: Point, _ b: Point, _ point: Point) -> Bool {
        point.x >= min(a.x, b.x) && point.x <= max(a.x, b.x) && point.y >= min(a.y, b.y) && point.y <= max(a.y, b.y)
    }

    /// Counts the borders that a ray to the east crosses (Shimrat, CACM 5, 1962).
    private func isInside(_ point: Point) -> Bool {
        var isInside = false
        for corner in corners.indices {
            let u = corners[corner], v = corners[after[corner]]
            guard (u.y > point.y) != (v.y > point.y) else { continue }
            let turn = side(u, v, point)
            if v.y > u.y ? turn > 0 : turn < 0 { isInside.toggle() }
        }
        return isInside
    }
}

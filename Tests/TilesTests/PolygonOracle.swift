import TestSupport
import Tiles

/// Judges polygons the slow way: every pair of edges, every ring against every other.
struct PolygonOracle {
    private let rings: [(points: [GridPoint], isHole: Bool)]

    init(_ rings: PolygonRings) { self.rings = (0..<rings.count).map { rings[$0] } }

    /// The polygons of a tile's feature: outer rings run clockwise on the screen, holes the other way.
    init(_ feature: DecodedTile.Feature) {
        rings = feature.parts.map { part in
            let points = part.map { GridPoint(x: Int32($0.x), y: Int32($0.y)) }
            return (points, Self.doubledArea(points) < 0)
        }
    }

    /// The reason that the rings are not valid polygons; `nil` when they are. Rings may touch at points.
    var fault: String? {
        for (points, isHole) in rings {
            if points.count < 3 { return "a ring of \(points.count) points" }
            if Set(points).count < points.count { return "a ring that comes through a point again" }
            if (Self.doubledArea(points) > 0) == isHole { return "a ring that runs the wrong way" }
        }
        return crossing ?? nesting
    }

    private var crossing: String? {
        let edges = rings.indices.flatMap { ring in
            let points = rings[ring].points
            return points.indices.map { (ring, points[$0], points[($0 + 1) % points.count]) }
        }
        for (index, (ring, a, b)) in edges.enumerated() {
            for (otherRing, c, d) in edges[(index + 1)...] {
                let sides = [turn(a, b, c), turn(a, b, d), turn(c, d, a), turn(c, d, b)]
                if sides[0] * sides[1] < 0, sides[2] * sides[3] < 0 { return "edges that cross" }
                if sides == [0, 0, 0, 0], overlap(a, b, c, d) { return "edges that run along each other" }
                // A ring must not touch itself with a point in the middle of an edge either.
                guard ring == otherRing else { continue }
                for (point, from, to) in [(c, a, b), (d, a, b), (a, c, d), (b, c, d)]
                where point != from && point != to && turn(from, to, point) == 0 && isBetween(point, from, to) {
                    return "a ring that touches itself"
                }
            }
        }
        return nil
    }

    /// A hole lies inside its outer ring and in no other hole of it; no outer ring lies inside a polygon.
    private var nesting: String? {
        var outer = -1
        for (index, (points, isHole)) in rings.enumerated() {
            if !isHole { outer = index }
            for (other, ring) in rings.enumerated() where other != index {
                let isInside = side(of: points, in: ring.points)
                if isHole, other == outer, isInside == false { return "a hole outside its ring" }
                if isHole, ring.isHole, polygon(of: other) == outer, isInside == true { return "a hole in a hole" }
                if !isHole, !ring.isHole, isInside == true, !isInHole(points, of: other) { return "a ring in another" }
            }
        }
        return nil
    }

    private func polygon(of ring: Int) -> Int { rings[...ring].lastIndex { !$0.isHole } ?? -1 }

    private func isInHole(_ points: [GridPoint], of outer: Int) -> Bool {
        rings.indices.contains {
            rings[$0].isHole && polygon(of: $0) == outer && side(of: points, in: rings[$0].points) != false
        }
    }

    /// Whether the first middle of an edge that is not on `ring` lies inside it.
    private func side(of points: [GridPoint], in ring: [GridPoint]) -> Bool? {
        for index in points.indices {
            let a = points[index], b = points[(index + 1) % points.count]
            let x = Int(a.x) + Int(b.x), y = Int(a.y) + Int(b.y)
            if let isInside = Self.winding(ring, doubledX: x, doubledY: y) { return isInside != 0 }
        }
        return nil
    }

    /// Whether a point of the grid, given by twice its coordinates, is covered; `nil` on a line.
    func covers(doubledX x: Int, doubledY y: Int) -> Bool? {
        var outer = 0, hole = 0
        for (points, isHole) in rings {
            guard let winding = Self.winding(points, doubledX: x, doubledY: y) else { return nil }
            if isHole { hole += winding } else { outer += winding }
        }
        return outer.magnitude > hole.magnitude
    }

    /// How often a ring winds around a point; `nil` when it runs through it.
    private static func winding(_ ring: [GridPoint], doubledX x: Int, doubledY y: Int) -> Int? {
        var winding = 0
        for index in ring.indices {
            let a = ring[index], b = ring[(index + 1) % ring.count]
            let ax = 2 * Int(a.x) - x, ay = 2 * Int(a.y) - y, bx = 2 * Int(b.x) - x, by = 2 * Int(b.y) - y
            let cross = ax * by - ay * bx
            if cross == 0, min(ax, bx) <= 0, max(ax, bx) >= 0, min(ay, by) <= 0, max(ay, by) >= 0 { return nil }
            if ay <= 0, by > 0, cross > 0 { winding += 1 }
            if ay > 0, by <= 0, cross < 0 { winding -= 1 }
        }
        return winding
    }

    private static func doubledArea(_ ring: [GridPoint]) -> Int {
        ring.indices.reduce(0) { sum, index in
            let a = ring[index], b = ring[(index + 1) % ring.count]
            return sum + Int(a.x) * Int(b.y) - Int(b.x) * Int(a.y)
        }
    }

    private func turn(_ a: GridPoint, _ b: GridPoint, _ c: GridPoint) -> Int {
        let cross = (Int(b.x) - Int(a.x)) * (Int(c.y) - Int(a.y)) - (Int(b.y) - Int(a.y)) * (Int(c.x) - Int(a.x))
        return cross.signum()
    }

    private func isBetween(_ point: GridPoint, _ a: GridPoint, _ b: GridPoint) -> Bool {
        min(a.x, b.x) <= point.x && point.x <= max(a.x, b.x) && min(a.y, b.y) <= point.y && point.y <= max(a.y, b.y)
    }

    private func overlap(_ a: GridPoint, _ b: GridPoint, _ c: GridPoint, _ d: GridPoint) -> Bool {
        let shared = Set([a, b, c, d].filter { isBetween($0, a, b) && isBetween($0, c, d) })
        return shared.count > 1
    }
}

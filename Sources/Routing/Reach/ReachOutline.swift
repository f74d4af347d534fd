package import GeoCore

/// The area around reachable streets: polygons with holes.
package struct ReachOutline: Sendable {
    package var polygons: [Polygon]

    /// Rings of at least three points that do not repeat their first point: the outer one counterclockwise, holes
    /// clockwise (RFC 7946, 3.1.6).
    package struct Polygon: Sendable {
        package var outer: [PointE7]
        package var holes: [[PointE7]]
    }

    /// Draws the outline of each level of the streets. No outline crosses another; each lies within those of longer
    /// times.
    ///
    /// Compared with the true buffer, with c as a cell's side (10 m for a buffer of 25 m), the outline is at most 0.15
    /// c and the tolerance inside. That is the error of a chord over a cell's diagonal and of a straight line along its
    /// side, for a circle of 2.5 c. It is at most 0.8 c and the tolerance outside, and that only in notches and gaps
    /// hardly wider than a cell. In State College and Porto, 97 % of it is within 1 m.
    ///
    /// A reach of more than 262 144 blocks of two by two cells (10 km by 10 km for a buffer of 25 m) is drawn as
    /// coarsely as a screen that shows all of it. It has larger cells, a buffer of 2.5 of them, and a tolerance and a
    /// smallest hole that grow with them. So has a reach of more than `mostPoints` points. Longitudes across the
    /// antimeridian continue beyond ±180°.
    ///
    /// On a stop request it ends early, with unusable outlines.
    ///
    /// - Complexity: O(points and length of the streets in cells, plus area in blocks / 64).
    package static func drawing(
        _ streets: ReachedStreets, style: ReachStyle = ReachStyle(), until stop: StopRequest = .never
    ) -> [ReachOutline] {
        var blocks = ReachGrid.usualBlocks
        while true {
            let outlines = drawing(streets, style, upTo: blocks, until: stop)
            // No outline of a thousand blocks has that many points.
            if blocks <= 1 << 10 || outlines.reduce(0, { $0 + $1.pointCount }) <= mostPoints { return outlines }
            blocks /= 4
        }
    }

    /// The maximum number of points of all levels' outlines: more than a screen shows, and 3.5 MB of JSON.
    package static let mostPoints = 140_000

    private var pointCount: Int {
        polygons.reduce(0) { $0 + $1.outer.count + $1.holes.reduce(0) { $0 + $1.count } }
    }

    private static func drawing(
        _ streets: ReachedStreets, _ style: ReachStyle, upTo blocks: Int, until stop: StopRequest
    ) -> [ReachOutline] {
        let empty = [ReachOutline](repeating: ReachOutline(polygons: []), count: streets.levelEnds.count)
        guard let grid = ReachGrid(streets.points, bufferInMetres: style.bufferInMetres, upTo: blocks) else {
            return empty
        }
        let stretches = Stretches(streets, grid)
        let smallestHole = style.smallestHoleInSquareMetres * grid.coarseness * grid.coarseness
        let levels = stretches.levelEnds.map { end in
            let field = ReachField(
                stretches.all[..<end], grid: grid, smallestHoleInSquareMetres: smallestHole, until: stop)
            return ReachArea(RingTracing.rings(of: field, until: stop), grid)
        }
        if stop.isMade { return empty }
        var outlines = empty, around = GateTable.none
        for level in levels.indices.reversed() where !stop.isMade {
            let within = level > 0 ? GateTable(levels[level - 1].rings, grid) : .none
            let thinning = RingThinning(
                grid, toleranceInMetres: style.toleranceInMetres * grid.coarseness, around: around, within: within)
            var drawn = GateTable(capacity: levels[level].crossings, isWanted: level > 0)
            outlines[level] = ReachOutline(
                polygons: levels[level].polygons.map { polygon in
                    Polygon(
                        outer: grid.points(thinning.thinned(polygon.outer, noting: &drawn)),
                        holes: polygon.holes.map { grid.points(thinning.thinned($0, noting: &drawn)) })
                })
            around = drawn
        }
        return outlines
    }
}

/// The rings of a level.
private struct ReachArea {
    private(set) var polygons: [(outer: ReachRing, holes: [ReachRing])] = []

    var rings: [ReachRing] { polygons.flatMap { [$0.outer] + $0.holes } }
    var crossings: Int { rings.reduce(0) { $0 + $1.gates.count } }

    /// Assigns each hole to its area.
    init(_ rings: [ReachRing], _ grid: ReachGrid) {
        var areas: [(ring: ReachRing, doubledArea: Int64)] = [], holes = areas
        for ring in rings {
            let area = ring.doubledArea(grid)
            if area > 0 { areas.append((ring, area)) } else { holes.append((ring, -area)) }
        }
        // Innermost first: a hole's own area is the smallest that encloses it.
        areas.sort { $0.doubledArea < $1.doubledArea }
        polygons = areas.map { ($0.ring, []) }
        for hole in holes {
            let point = hole.ring.first(grid)
            let owner =
                areas.count == 1
                ? 0 : areas.firstIndex { $0.doubledArea > hole.doubledArea && $0.ring.encloses(point, grid) }
            if let owner { polygons[owner].holes.append(hole.ring) }
        }
    }
}

extension ReachRing {
    fileprivate func first(_ grid: ReachGrid) -> E7Vector { gates[0].point(grid, reach: gates[0].reach) }
}

extension ReachGrid {
    fileprivate func points(_ vectors: [E7Vector]) -> [PointE7] {
        // No reach extends 34° beyond the antimeridian, so the longitudes fit.
        vectors.map {
            PointE7(
                latitudeE7: Int32(truncatingIfNeeded: originY + $0.y),
                longitudeE7: Int32(truncatingIfNeeded: originX + $0.x))
        }
    }
}

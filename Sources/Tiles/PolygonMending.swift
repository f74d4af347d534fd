import GeoCore

/// Makes polygons valid on the grid on which they are shown (Vector Tile Specification 2.1, section 4.3.4.4).
///
/// Rounding, simplifying and cutting move points, after which rings may cross themselves, each other, or leave their
/// outer ring. A polygon that is valid already costs one look over its edges. Keep one of these per worker.
package struct PolygonMending: Sendable {
    package enum Outcome: Sendable {
        case valid
        /// Other rings cover the same.
        case mended
        /// No surface is left.
        case vanished
        /// The rings cross each other too often; nothing is left.
        case refused
    }

    /// Edges of a ring on the sides of a box that are compared with all others, one by one.
    private static let mostCutEdges = 32

    private var sweep = RingSweep()
    private var repair = PolygonRepair()
    private var linking = CutLinking()
    private var cut = PolygonRings()
    private var line = Vertices()
    private var spare = Vertices()

    package init() {}

    /// Makes rings valid that were cut at `box`.
    mutating func mend(_ rings: inout PolygonRings, cutAt box: IntBox) {
        // What cutting did not touch is as it was, and valid.
        if hasCleanCut(rings, box) { return }
        cut = rings
        if linking.link(&cut, in: box),
            cut.count == 0 || !linking.hasJoined && hasCleanCut(cut, box) || sweep.proves(cut)
        {
            swap(&rings, &cut)
        } else {
            _ = mend(&rings)
        }
    }

    /// Whether no edge that begins or ends on a side of the box meets another or comes near another ring, which it might
    /// have left on its wrong side when it was rounded. More such edges than a few are for the sweep.
    private func hasCleanCut(_ rings: borrowing PolygonRings, _ box: IntBox) -> Bool {
        var others = Self.mostCutEdges
        for ring in 0..<rings.count {
            let range = rings.range(of: ring)
            guard var from = range.last else { continue }
            for to in range {
                let edge = from
                from = to
                guard
                    box.hasOnSide(rings.points.x[edge], rings.points.y[edge])
                        || box.hasOnSide(rings.points.x[to], rings.points.y[to])
                else { continue }
                others -= 1
                guard others >= 0 else { return false }
                for other in 0..<rings.count {
                    guard isApart(edge, to, from: rings.range(of: other), isOwn: other == ring, in: rings.points) else {
                        return false
                    }
                }
            }
        }
        return true
    }

    /// Whether the edge from point `a` to `b` has nothing in common with the edges of a ring but, on its own, its ends.
    private func isApart(
        _ a: Int, _ b: Int, from ring: Range<Int>, isOwn: Bool, in points: borrowing Vertices
    ) -> Bool {
        let start = GridPoint(x: points.x[a], y: points.y[a]), end = GridPoint(x: points.x[b], y: points.y[b])
        let lowX = min(start.x, end.x) - 1, highX = max(start.x, end.x) + 1, lowY = min(start.y, end.y) - 1
        let highY = max(start.y, end.y) + 1
        let near = Int64(highX - lowX) + Int64(highY - lowY)
        guard var last = ring.last else { return true }
        for index in ring {
            let before = last
            last = index
            guard min(points.x[before], points.x[index]) <= highX, max(points.x[before], points.x[index]) >= lowX,
                min(points.y[before], points.y[index]) <= highY, max(points.y[before], points.y[index]) >= lowY
            else { continue }
            if isOwn, before == a || before == b || index == a { continue }
            let one = GridPoint(x: points.x[before], y: points.y[before])
            let other = GridPoint(x: points.x[index], y: points.y[index])
            let sideC = turn(start, end, one), sideD = turn(start, end, other)
            if !isOwn {
                let isOneNear = lowX <= one.x && one.x <= highX && lowY <= one.y && one.y <= highY
                if isOneNear, sideC.magnitude <= near.magnitude { return false }
            }
            let sideA = turn(one, other, start), sideB = turn(one, other, end)
            let isSplit = sideA == 0 || sideB == 0 || (sideA < 0) != (sideB < 0)
            if isSplit, sideC == 0 || sideD == 0 || (sideC < 0) != (sideD < 0) { return false }
        }
        return true
    }

    /// Makes `rings` valid.
    package mutating func mend(_ rings: inout PolygonRings) -> Outcome {
        if rings.count == 0 { return .vanished }
        if sweep.proves(rings) { return .valid }
        guard repair.repair(&rings) else { return .refused }
        var whole = PolygonRings()
        for ring in 0..<rings.count {
            line.removeAll()
            for index in rings.range(of: ring) { line.append(rings.points.x[index], rings.points.y[index]) }
            RingClipping.clean(line, into: &spare)
            whole.add(spare, isHole: rings.isHole(ring))
        }
        rings = whole
        return rings.count == 0 ? .vanished : .mended
    }

    /// Returns the rings that tiles show when they drop the last `shift` bits of the grid, on their coarser grid.
    package mutating func coarsened(_ rings: borrowing PolygonRings, by shift: Int32) -> PolygonRings {
        var coarse = PolygonRings(), hasOuterRing = false
        for ring in 0..<rings.count where hasOuterRing || !rings.isHole(ring) {
            line.removeAll()
            for index in rings.range(of: ring) {
                line.append(
                    TileFrame.coarsened(rings.points.x[index], by: shift),
                    TileFrame.coarsened(rings.points.y[index], by: shift))
            }
            RingClipping.clean(line, into: &spare)
            let isHole = rings.isHole(ring), isWell = RingClipping.hasSurface(spare, isHole: isHole)
            if !isHole { hasOuterRing = isWell }
            if isWell { coarse.add(spare, isHole: isHole) }
        }
        return coarse
    }
}

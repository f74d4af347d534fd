import GeoCore

/// Makes polygons valid on their display grid (Vector Tile Specification 2.1, section 4.3.4.4).
///
/// Rounding, simplification and clipping move points. Rings may then cross themselves or each other, or leave their
/// outer ring. A valid polygon costs one pass over its edges. Keep one of these values for each worker.
package struct PolygonMending: Sendable {
    package enum Outcome: Sendable {
        case valid
        /// Other rings cover the same area.
        case mended
        /// No area is left.
        case vanished
        /// The rings cross too often; nothing is left.
        case refused
    }

    private var sweep = RingSweep()
    private var repair = PolygonRepair()
    private var linking = CutLinking()
    private var edges = CutEdges()
    private var cut = PolygonRings()
    private var line = Vertices()
    private var spare = Vertices()

    package init() {}

    /// The comparisons that the latest repair of invalid rings took; a measure of its time.
    package var comparisonCount: Int64 { repair.comparisonCount }

    /// Makes rings valid that were clipped at `box`. `areApart` says that no two rings touched before.
    mutating func mend(_ rings: inout PolygonRings, cutAt box: IntBox, _ areApart: Bool) {
        // Parts that clipping did not touch are still valid.
        edges.gather(rings, cutAt: box)
        cut.removeAll()
        switch linking.link(rings, edges, in: box, into: &cut) {
        case .kept:
            if edges.areApart(in: rings, cutAt: box, parted: false) { return }
        case .linked:
            // Rings that touched may now be one ring that touches itself.
            let canTouch = linking.hasJoined && !areApart
            if cut.count == 0 || !canTouch && isApart(cut, box) || sweep.proves(cut) { return swap(&rings, &cut) }
        case .failed: break
        }
        _ = mend(&rings)
    }

    private mutating func isApart(_ rings: borrowing PolygonRings, _ box: IntBox) -> Bool {
        edges.gather(rings, cutAt: box)
        return edges.areApart(in: rings, cutAt: box, parted: linking.hasParted)
    }

    /// Makes `rings` valid.
    package mutating func mend(_ rings: inout PolygonRings) -> Outcome {
        if rings.count == 0 { return .vanished }
        if sweep.proves(rings) { return .valid }
        guard repair.repair(&rings) else { return .refused }
        var whole = PolygonRings()
        for ring in 0..<rings.count {
            line.removeAll()
            for index in rings.range(of: ring) { line.append(rings.points[index]) }
            _ = RingClipping.clean(line, into: &spare)
            whole.add(spare, isHole: rings.isHole(ring))
        }
        rings = whole
        return rings.count == 0 ? .vanished : .mended
    }

    /// Returns the rings as tiles show them without the last `shift` bits, on the coarser grid.
    package mutating func coarsened(_ rings: borrowing PolygonRings, by shift: Int32) -> PolygonRings {
        var coarse = PolygonRings(), hasOuterRing = false
        for ring in 0..<rings.count where hasOuterRing || !rings.isHole(ring) {
            line.removeAll()
            for index in rings.range(of: ring) {
                let point = rings.points[index]
                line.append(
                    GridPoint(
                        x: TileFrame.coarsened(point.x, by: shift), y: TileFrame.coarsened(point.y, by: shift)))
            }
            let doubledArea = RingClipping.clean(line, into: &spare), isHole = rings.isHole(ring)
            let isWell = isHole ? doubledArea < 0 : doubledArea > 0
            if !isHole { hasOuterRing = isWell }
            if isWell { coarse.add(spare, isHole: isHole) }
        }
        return coarse
    }
}

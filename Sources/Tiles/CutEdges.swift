import GeoCore

/// The points where the rings of a clipped polygon reach the sides of the clipping box, and whether its cut edges meet
/// others.
///
/// Boxes around groups of edges reduce the number of comparisons: a single pass over the points is enough.
struct CutEdges: Sendable {
    /// The number of edges in a box.
    private static let blockSize = 16
    /// With more cut edges than this, `RingSweep` decides.
    private static let mostEdges = 64

    /// The points on the sides, ring by ring, and where those of each ring end.
    private(set) var contacts: [Int] = []
    private var contactEnds: [Int] = []
    /// Boxes around the edges that end at 16 consecutive points, ring by ring, and where those of each ring begin.
    private var blocks: [IntBox] = []
    private var blockStarts: [Int] = []

    /// Examines the rings of a polygon clipped at `box`.
    mutating func gather(_ rings: borrowing PolygonRings, cutAt box: IntBox) {
        contacts.removeAll(keepingCapacity: true)
        contactEnds.removeAll(keepingCapacity: true)
        blocks.removeAll(keepingCapacity: true)
        blockStarts.removeAll(keepingCapacity: true)
        let points = rings.points.points.span
        for ring in 0..<rings.count {
            let range = rings.range(of: ring)
            blockStarts.append(blocks.count)
            guard var from = rings.points.points[range].last else { continue }
            var first = range.lowerBound
            while first < range.upperBound {
                let end = min(first + Self.blockSize, range.upperBound)
                var block = IntBox(minX: from.x, minY: from.y, maxX: from.x, maxY: from.y)
                for index in first..<end {
                    let to = points[index]
                    block.include(x: to.x, y: to.y)
                    if box.hasOnSide(to) { contacts.append(index) }
                    from = to
                }
                blocks.append(block)
                first = end
            }
            contactEnds.append(contacts.count)
        }
    }

    /// Returns the range in `contacts` of the points of a ring that lie on the sides.
    func contacts(of ring: Int) -> Range<Int> { (ring == 0 ? 0 : contactEnds[ring - 1])..<contactEnds[ring] }

    /// Whether all edges that lead away from a side are apart from the others.
    ///
    /// Such an edge must neither meet another edge nor come near another ring, which rounding might have left on its
    /// wrong side. With `parted`, an end may also have moved by a unit. Returns `false` if there are too many edges to
    /// test.
    func areApart(in rings: borrowing PolygonRings, cutAt box: IntBox, parted: Bool) -> Bool {
        // Half a unit to a whole one, in a corner twice.
        let move: UInt64 = parted ? 2 : 1
        var others = Self.mostEdges
        for ring in 0..<rings.count {
            let range = rings.range(of: ring)
            for contact in contacts(of: ring) {
                let index = contacts[contact]
                let before = index == range.lowerBound ? range.upperBound - 1 : index - 1
                let after = index + 1 == range.upperBound ? range.lowerBound : index + 1
                // An edge from side to side is tested once, at its end.
                let leads = !box.hasOnSide(rings.points[after])
                let comes = !box.isAlongSide(rings.points[before], rings.points[index])
                others -= (leads ? 1 : 0) + (comes ? 1 : 0)
                guard others >= 0,
                    !comes || isApart(CutEdge(index, before, rings.points, box, move: move), of: ring, in: rings),
                    !leads || isApart(CutEdge(index, after, rings.points, box, move: move), of: ring, in: rings)
                else { return false }
            }
        }
        return true
    }

    /// Whether an edge of `ring` is apart from all edges.
    private func isApart(_ edge: CutEdge, of ring: Int, in rings: borrowing PolygonRings) -> Bool {
        for other in 0..<rings.count {
            let range = rings.range(of: other)
            var block = blockStarts[other], first = range.lowerBound
            while first < range.upperBound {
                let end = min(first + Self.blockSize, range.upperBound)
                if edge.near.intersects(blocks[block]),
                    !edge.isApart(from: first..<end, of: range, isOwn: other == ring, in: rings.points)
                {
                    return false
                }
                block += 1
                first = end
            }
        }
        return true
    }
}

/// An edge from a side of the box inward. Its beginning was moved along the side to a whole unit.
private struct CutEdge {
    private let first: Int
    private let last: Int
    private let start: GridPoint
    private let end: GridPoint
    private let box: IntBox
    /// The maximum distance that the beginning was moved.
    private let move: UInt64
    /// The box around all its possible positions before the move.
    let near: IntBox

    init(_ first: Int, _ last: Int, _ points: borrowing Vertices, _ box: IntBox, move: UInt64) {
        (self.first, self.last, self.box, self.move) = (first, last, box, move)
        (start, end) = (points[first], points[last])
        near = IntBox(
            minX: min(start.x, end.x) - 2, minY: min(start.y, end.y) - 2, maxX: max(start.x, end.x) + 2,
            maxY: max(start.y, end.y) + 2)
    }

    /// Whether it shares nothing with the edges that end at some points of a ring, except its ends with its own ring.
    func isApart(from indices: Range<Int>, of ring: Range<Int>, isOwn: Bool, in points: borrowing Vertices) -> Bool {
        let points = points.points.span
        var index = indices.lowerBound == ring.lowerBound ? ring.upperBound - 1 : indices.lowerBound - 1
        var to = points[index]
        for next in indices {
            let before = index, from = to
            index = next
            to = points[index]
            guard min(from.x, to.x) <= near.maxX, max(from.x, to.x) >= near.minX, min(from.y, to.y) <= near.maxY,
                max(from.y, to.y) >= near.minY
            else { continue }
            if isOwn {
                if before == first || before == last || index == first || index == last { continue }
            } else if from == end || to == end {
                // Rings that touch there may continue to do so.
                guard isOnItsSide(from == end ? to : from) else { return false }
                continue
            } else if near.contains(x: from.x, y: from.y), !box.hasOnSide(from), !isOnItsSide(from) {
                return false
            }
            if meets(from, to) { return false }
        }
        return true
    }

    private func meets(_ from: GridPoint, _ to: GridPoint) -> Bool {
        let sideStart = turn(from, to, start), sideEnd = turn(from, to, end)
        guard sideStart == 0 || sideEnd == 0 || (sideStart < 0) != (sideEnd < 0) else { return false }
        let sideFrom = turn(start, end, from), sideTo = turn(start, end, to)
        return sideFrom == 0 || sideTo == 0 || (sideFrom < 0) != (sideTo < 0)
    }

    /// Whether a point has certainly stayed on its side of the edge. Moving the beginning changes `turn` by at most the
    /// move times the distance from the point to the other end, beyond which nothing moved.
    private func isOnItsSide(_ point: GridPoint) -> Bool {
        let isMoved = box.hasOnSide(end), fixed = isMoved ? start : point
        let x = Int64(fixed.x) - Int64(end.x), y = Int64(fixed.y) - Int64(end.y), way = x.magnitude + y.magnitude
        if !isMoved, x * (Int64(start.x) - Int64(end.x)) + y * (Int64(start.y) - Int64(end.y)) <= 0 { return true }
        return turn(start, end, point).magnitude > move * way
    }
}

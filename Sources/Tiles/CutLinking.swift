import GeoCore

/// Links the pieces of clipped polygons along the sides of the clipping box.
///
/// Clipping ring by ring leaves bays that are joined by lines there and back along a side, and holes that touch the
/// side beside their ring. The rings are split into their pieces between the sides, and each piece's end is linked to
/// the next beginning clockwise (Weiler and Atherton, SIGGRAPH 1977). Nearly all results are valid; `PolygonMending`
/// tests them.
struct CutLinking: Sendable {
    enum Outcome {
        /// The rings already follow the sides correctly.
        case kept
        /// Other rings cover the same area.
        case linked
        /// The pieces do not fit together.
        case failed
    }

    /// A part of a ring between two points on the sides, as indices of points. It may wrap around the ring's last
    /// point.
    private struct Piece {
        let ring: Int
        let first: Int
        let last: Int
        /// The index of the next piece of the ring.
        var next: Int
    }

    private struct End {
        /// The position along the sides, clockwise on the screen from the north-west corner.
        var position: Int32
        let piece: Int32
        let isBeginning: Bool
    }

    private var pieces: [Piece] = []
    private var ends: [End] = []
    /// Whether ends were moved apart.
    private(set) var hasParted = false
    /// For each piece, the index in `ends` of its end.
    private var exits: [Int] = []
    private var isDone: [Bool] = []
    /// Rings that reach no side: outer rings, and holes in rings that do.
    private var whole = PolygonRings()
    private var holes = PolygonRings()
    private var owners: [Int] = []
    private var linked = PolygonRings()
    /// Whether a ring was made of pieces of several rings.
    private(set) var hasJoined = false
    private var line = Vertices()
    private var cleaned = Vertices()

    /// Links `rings`, clipped at `box`, into `result`; `edges` has their points on the sides.
    mutating func link(
        _ rings: borrowing PolygonRings, _ edges: borrowing CutEdges, in box: IntBox, into result: inout PolygonRings
    ) -> Outcome {
        guard takeApart(rings, edges, box) else { return .failed }
        if pieces.isEmpty { return uncut(rings, edges, into: &result) }
        guard sortEnds() else { return .failed }
        if isAsItWas { return .kept }
        gatherWhole(rings, edges)
        guard follow(rings, box) else { return .failed }
        guard addHoles(to: &result) else { return .failed }
        for ring in 0..<whole.count { result.add(whole, ring) }
        return .linked
    }

    /// Splits rings where they run along the sides; returns `false` if a hole reaches beyond its outer ring.
    private mutating func takeApart(_ rings: borrowing PolygonRings, _ edges: borrowing CutEdges, _ box: IntBox) -> Bool
    {
        pieces.removeAll(keepingCapacity: true)
        ends.removeAll(keepingCapacity: true)
        var isOuterCut = false
        for ring in 0..<rings.count {
            let range = rings.range(of: ring), contacts = edges.contacts(of: ring)
            if !rings.isHole(ring) { isOuterCut = !contacts.isEmpty }
            guard isOuterCut || contacts.isEmpty else { return false }
            let firstPiece = pieces.count
            for contact in contacts {
                let first = edges.contacts[contact]
                let last = edges.contacts[contact + 1 < contacts.upperBound ? contact + 1 : contacts.lowerBound]
                let isEdge = last == first + 1 || first + 1 == range.upperBound && last == range.lowerBound
                if isEdge, box.isAlongSide(rings.points[first], rings.points[last]) { continue }
                let piece = Int32(truncatingIfNeeded: pieces.count)
                let begin = box.position(onSides: rings.points[first]), end = box.position(onSides: rings.points[last])
                ends.append(End(position: begin, piece: piece, isBeginning: true))
                ends.append(End(position: end, piece: piece, isBeginning: false))
                pieces.append(Piece(ring: ring, first: first, last: last, next: pieces.count + 1))
            }
            guard pieces.count > firstPiece else { continue }
            pieces[pieces.count - 1].next = firstPiece
        }
        return true
    }

    /// Returns the result if no ring leads from side to side: a ring around the whole box, unless a hole covers it.
    private func uncut(
        _ rings: borrowing PolygonRings, _ edges: borrowing CutEdges, into result: inout PolygonRings
    ) -> Outcome {
        var surfaces = 0, hasHole = false
        for ring in 0..<rings.count where !edges.contacts(of: ring).isEmpty {
            if rings.isHole(ring) { hasHole = true }
            surfaces += rings.isHole(ring) ? -1 : 1
        }
        if !hasHole, surfaces <= 1 { return .kept }
        guard surfaces == 0 else { return .failed }
        var isOuterCut = false
        for ring in 0..<rings.count {
            if !rings.isHole(ring) { isOuterCut = !edges.contacts(of: ring).isEmpty }
            if !isOuterCut { result.add(rings, ring) }
        }
        return .linked
    }

    /// Sorts the ends along the sides; returns `false` if beginnings and ends do not alternate.
    private mutating func sortEnds() -> Bool {
        hasParted = false
        if pieces.count == 1 { return true }
        ends.sort {
            $0.position != $1.position
                ? $0.position < $1.position
                : $0.isBeginning != $1.isBeginning ? $1.isBeginning : $0.piece < $1.piece
        }
        for index in 1..<ends.count where ends[index].isBeginning == ends[index - 1].isBeginning {
            guard part(index) else { return false }
        }
        return ends[0].isBeginning != ends[ends.count - 1].isBeginning
    }

    /// Puts a beginning before an end at the same position and moves one of them a unit, so that the rings do not
    /// touch: the gap between them is narrower than a unit. Returns `false` if that is impossible.
    private mutating func part(_ index: Int) -> Bool {
        guard index + 1 < ends.count, ends[index + 1].isBeginning, !ends[index].isBeginning,
            ends[index].position == ends[index + 1].position
        else { return false }
        ends.swapAt(index, index + 1)
        if ends[index - 1].position + 1 < ends[index].position {
            ends[index].position -= 1
        } else if index + 2 < ends.count, ends[index + 1].position + 1 < ends[index + 2].position {
            ends[index + 1].position += 1
        } else {
            return false
        }
        hasParted = true
        return true
    }

    /// Whether each piece's end is already followed by the beginning of the next piece of its ring.
    private var isAsItWas: Bool {
        if hasParted { return false }
        if pieces.count == 1 { return true }
        for index in ends.indices where !ends[index].isBeginning {
            let next = ends[index + 1 < ends.count ? index + 1 : 0]
            guard pieces[Int(ends[index].piece)].next == Int(next.piece) else { return false }
        }
        return true
    }

    private mutating func gatherWhole(_ rings: borrowing PolygonRings, _ edges: borrowing CutEdges) {
        whole.removeAll()
        holes.removeAll()
        var isOuterCut = false
        for ring in 0..<rings.count {
            let isCut = !edges.contacts(of: ring).isEmpty
            if !rings.isHole(ring) { isOuterCut = isCut }
            if isCut { continue }
            if isOuterCut { holes.add(rings, ring) } else { whole.add(rings, ring) }
        }
    }

    /// Follows pieces and sides around each ring.
    private mutating func follow(_ rings: borrowing PolygonRings, _ box: IntBox) -> Bool {
        hasJoined = false
        linked.removeAll()
        isDone.removeAll(keepingCapacity: true)
        exits.removeAll(keepingCapacity: true)
        for _ in pieces {
            isDone.append(false)
            exits.append(0)
        }
        for index in ends.indices where !ends[index].isBeginning { exits[Int(ends[index].piece)] = index }
        for first in ends.indices where ends[first].isBeginning && !isDone[Int(ends[first].piece)] {
            line.removeAll()
            var entry = first, piece = Int(ends[first].piece)
            repeat {
                isDone[piece] = true
                add(pieces[piece], of: rings, from: ends[entry].position, to: ends[exits[piece]].position, box)
                let exit = exits[piece], ring = pieces[piece].ring
                entry = exit + 1 < ends.count ? exit + 1 : 0
                addCorners(from: ends[exit].position, to: ends[entry].position, box)
                piece = Int(ends[entry].piece)
                if pieces[piece].ring != ring { hasJoined = true }
            } while !isDone[piece]
            let doubledArea = RingClipping.clean(line, into: &cleaned)
            guard cleaned.count > 0 else { continue }
            guard doubledArea > 0 else { return false }
            linked.add(cleaned, isHole: false)
        }
        return true
    }

    /// Adds a piece to the line, from one position on the sides to another.
    private mutating func add(
        _ piece: Piece, of rings: borrowing PolygonRings, from start: Int32, to end: Int32, _ box: IntBox
    ) {
        let range = rings.range(of: piece.ring)
        line.append(box.point(onSidesAt: start))
        if piece.first < piece.last {
            line.append(contentsOf: (piece.first + 1)..<piece.last, of: rings.points)
        } else {
            line.append(contentsOf: (piece.first + 1)..<range.upperBound, of: rings.points)
            line.append(contentsOf: range.lowerBound..<piece.last, of: rings.points)
        }
        line.append(box.point(onSidesAt: end))
    }

    private mutating func addCorners(from start: Int32, to end: Int32, _ box: IntBox) {
        let last = end >= start ? end : end + box.around
        let corners = box.corners
        for number in 0..<(2 * corners.count) {
            let corner = corners[number % corners.count]
            let position = number < corners.count ? corner : corner + box.around
            if position > start, position < last { line.append(box.point(onSidesAt: corner)) }
        }
    }

    /// Adds the linked rings, each with the holes that reach no side and lie in it; returns `false` if a hole lies in
    /// none.
    private mutating func addHoles(to result: inout PolygonRings) -> Bool {
        owners.removeAll(keepingCapacity: true)
        for hole in 0..<holes.count {
            guard let owner = owner(ofHole: hole) else { return false }
            owners.append(owner)
        }
        for outer in 0..<linked.count {
            result.add(linked, outer)
            for hole in 0..<holes.count where owners[hole] == outer { result.add(holes, hole) }
        }
        return true
    }

    /// Returns the linked ring that contains a hole. It tests the middle of an edge, because points may be on rings
    /// that the hole touches.
    private func owner(ofHole hole: Int) -> Int? {
        if linked.count == 1 { return 0 }
        edges: for index in holes.range(of: hole).dropFirst() {
            var owner: Int?
            for ring in 0..<linked.count {
                let isCovered = linked.covers(middleOf: holes.points[index - 1], holes.points[index], ring: ring)
                guard let isCovered else { continue edges }
                if isCovered { owner = ring }
            }
            return owner
        }
        return nil
    }
}

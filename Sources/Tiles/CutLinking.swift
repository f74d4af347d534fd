import GeoCore

/// Links the pieces of cut polygons along the sides of the box they were cut at.
///
/// Cutting ring by ring leaves bays joined by lines there and back along a side, and holes that touch the side beside
/// their ring. Taken apart into the pieces between the sides and linked anew, each piece's end to the next beginning
/// clockwise (Weiler and Atherton, SIGGRAPH 1977), all but a few are valid. `PolygonMending` judges the result.
struct CutLinking: Sendable {
    private struct End {
        /// How far along the sides, clockwise on the screen from the north-west corner.
        let position: Int32
        let piece: Int32
        let isBeginning: Bool
    }

    private var pieces = Vertices()
    private var pieceEnds: [Int] = []
    private var ends: [End] = []
    /// For each piece the number of the end it leaves by in `ends`.
    private var exits: [Int] = []
    private var isDone: [Bool] = []
    /// Whether the last pieces were of several rings. Rings that touched may then be one that touches itself.
    private(set) var hasJoined = false
    private var line = Vertices()
    private var cleaned = Vertices()

    /// Replaces `rings`, cut at `box`, by linked ones; `false` and unchanged where the pieces do not fit together.
    mutating func link(_ rings: inout PolygonRings, in box: IntBox) -> Bool {
        pieces.removeAll()
        pieceEnds.removeAll(keepingCapacity: true)
        ends.removeAll(keepingCapacity: true)
        var whole = PolygonRings(), holes = PolygonRings(), linked = PolygonRings(), isOuterCut = false
        var cutRings = 0
        for ring in 0..<rings.count {
            let isCut = takeApart(rings, ring, box)
            if !rings.isHole(ring) { isOuterCut = isCut }
            guard !isCut else {
                cutRings += 1
                continue
            }
            if isOuterCut { holes.add(rings, ring) } else { whole.add(rings, ring) }
        }
        hasJoined = cutRings > 1
        guard !pieceEnds.isEmpty else { return false }
        ends.sort {
            $0.position != $1.position
                ? $0.position < $1.position
                : $0.isBeginning != $1.isBeginning ? $1.isBeginning : $0.piece < $1.piece
        }
        for index in ends.indices
        where ends[index].isBeginning == ends[index == 0 ? ends.count - 1 : index - 1].isBeginning {
            return false
        }
        guard follow(box, into: &linked), holes.count == 0 || add(holes, to: &linked) else { return false }
        for ring in 0..<whole.count { linked.add(whole, ring) }
        rings = linked
        return true
    }

    /// Takes a ring apart where it runs along the sides; `false` when it nowhere reaches them.
    private mutating func takeApart(_ rings: borrowing PolygonRings, _ ring: Int, _ box: IntBox) -> Bool {
        let range = rings.range(of: ring), count = range.count
        func isOnSide(_ index: Int) -> Bool {
            box.hasOnSide(rings.points.x[range.lowerBound + index], rings.points.y[range.lowerBound + index])
        }
        guard let first = (0..<count).first(where: isOnSide) else { return false }
        var begin: Int?
        for step in 0...count {
            let index = (first + step) % count, x = rings.points.x[range.lowerBound + index]
            let y = rings.points.y[range.lowerBound + index]
            guard isOnSide(index) else {
                pieces.begin(x, y)
                continue
            }
            if let start = begin {
                pieces.begin(x, y)
                let last = pieces.count - 1
                // Two points on one side with nothing between are a line along it.
                let isAlong =
                    last == start + 1
                    && (pieces.x[start] == x && (x == box.minX || x == box.maxX)
                        || pieces.y[start] == y && (y == box.minY || y == box.maxY))
                if isAlong {
                    pieces.removeLast()
                    pieces.removeLast()
                } else {
                    let piece = Int32(truncatingIfNeeded: pieceEnds.count)
                    let entry = Self.position(pieces.x[start], pieces.y[start], box)
                    ends.append(End(position: entry, piece: piece, isBeginning: true))
                    ends.append(End(position: Self.position(x, y, box), piece: piece, isBeginning: false))
                    pieceEnds.append(pieces.count)
                }
            }
            begin = pieces.count
            pieces.begin(x, y)
        }
        pieces.removeLast()
        return true
    }

    /// Follows pieces and sides around each ring.
    private mutating func follow(_ box: IntBox, into rings: inout PolygonRings) -> Bool {
        exits.removeAll(keepingCapacity: true)
        isDone.removeAll(keepingCapacity: true)
        for _ in pieceEnds {
            exits.append(0)
            isDone.append(false)
        }
        for index in ends.indices where !ends[index].isBeginning { exits[Int(ends[index].piece)] = index }
        for first in pieceEnds.indices where !isDone[first] {
            line.removeAll()
            var piece = first
            while !isDone[piece] {
                isDone[piece] = true
                for index in (piece == 0 ? 0 : pieceEnds[piece - 1])..<pieceEnds[piece] {
                    line.append(pieces.x[index], pieces.y[index])
                }
                let exit = exits[piece], next = exit + 1 < ends.count ? exit + 1 : 0
                addCorners(from: ends[exit].position, to: ends[next].position, box)
                piece = Int(ends[next].piece)
            }
            RingClipping.clean(line, into: &cleaned)
            guard cleaned.count > 0 else { continue }
            guard RingClipping.hasSurface(cleaned, isHole: false) else { return false }
            rings.add(cleaned, isHole: false)
        }
        return true
    }

    private mutating func addCorners(from start: Int32, to end: Int32, _ box: IntBox) {
        let width = box.maxX - box.minX, height = box.maxY - box.minY, around = 2 * (width + height)
        let last = end >= start ? end : end + around
        for lap in [0, around] {
            for (position, x, y) in [
                (0, box.minX, box.minY), (width, box.maxX, box.minY), (width + height, box.maxX, box.maxY),
                (2 * width + height, box.minX, box.maxY),
            ] where position + lap > start && position + lap < last {
                line.append(x, y)
            }
        }
    }

    /// Adds holes that reach no side to the linked ring that they lie in.
    private func add(_ holes: borrowing PolygonRings, to rings: inout PolygonRings) -> Bool {
        var owners: [Int] = [], result = PolygonRings()
        for hole in 0..<holes.count {
            let first = holes.range(of: hole).lowerBound, x = holes.points.x[first], y = holes.points.y[first]
            let owner = rings.count == 1 ? 0 : (0..<rings.count).first { rings.covers(x, y, ring: $0) }
            guard let owner else { return false }
            owners.append(owner)
        }
        for outer in 0..<rings.count {
            result.add(rings, outer)
            for hole in 0..<holes.count where owners[hole] == outer { result.add(holes, hole) }
        }
        rings = result
        return true
    }

    private static func position(_ x: Int32, _ y: Int32, _ box: IntBox) -> Int32 {
        let width = box.maxX - box.minX, height = box.maxY - box.minY
        if y == box.minY { return x - box.minX }
        if x == box.maxX { return width + y - box.minY }
        if y == box.maxY { return width + height + box.maxX - x }
        return 2 * width + height + box.maxY - y
    }
}

extension IntBox {
    /// Whether a point that is not outside lies on one of the sides.
    func hasOnSide(_ x: Int32, _ y: Int32) -> Bool { x == minX || x == maxX || y == minY || y == maxY }
}

import GeoCore

/// Clips lines at the sides of a box, in whole units.
enum LineClipping {
    /// Replaces `output` by the parts of `line` inside `box`, and `counts` by the number of points of each part.
    static func clip(_ line: borrowing Vertices, to box: IntBox, into output: inout Vertices, counts: inout [Int]) {
        counts.removeAll(keepingCapacity: true)
        // At most two points for each segment.
        output.refill(capacity: 2 * line.count) { output in
            let points = line.points.span
            guard var from = line.points.first else { return }
            var fromSides = box.sides(beyondWhich: from), begin = 0
            if fromSides.isEmpty { output.append(from) }
            for index in 1..<points.count {
                let to = points[index], toSides = box.sides(beyondWhich: to)
                if fromSides.isEmpty && toSides.isEmpty {
                    output.append(to)
                } else if let piece = clip(from, fromSides, to, toSides, box) {
                    if !fromSides.isEmpty {
                        close(&begin, &output, &counts)
                        output.append(piece.from)
                    }
                    if piece.to != output.last { output.append(piece.to) }
                }
                from = to
                fromSides = toSides
            }
            close(&begin, &output, &counts)
        }
    }

    /// Ends a part. A single point is not a part.
    private static func close(_ begin: inout Int, _ output: inout OutputSpan<GridPoint>, _ counts: inout [Int]) {
        if output.count - begin >= 2 {
            counts.append(output.count - begin)
        } else if output.count > begin {
            _ = output.removeLast()
        }
        begin = output.count
    }

    /// Returns the part of a segment inside the box, after Cohen and Sutherland; `nil` if there is none.
    private static func clip(
        _ from: GridPoint, _ fromSides: Sides, _ to: GridPoint, _ toSides: Sides, _ box: IntBox
    ) -> (from: GridPoint, to: GridPoint)? {
        var piece = (from: from, to: to), fromSides = fromSides, toSides = toSides
        // Each round moves one end onto a side; four sides, two ends.
        for _ in 0..<8 {
            if fromSides.isEmpty && toSides.isEmpty { return piece }
            if !fromSides.isDisjoint(with: toSides) { return nil }
            if !fromSides.isEmpty {
                piece.from = crossing(from, to, fromSides, box)
                fromSides = box.sides(beyondWhich: piece.from)
            } else {
                piece.to = crossing(from, to, toSides, box)
                toSides = box.sides(beyondWhich: piece.to)
            }
        }
        return nil
    }

    /// Returns where the original segment, rather than its remaining part, meets one of the sides it crosses.
    private static func crossing(_ from: GridPoint, _ to: GridPoint, _ sides: Sides, _ box: IntBox) -> GridPoint {
        guard sides.isDisjoint(with: [.top, .bottom]) else {
            let side = sides.contains(.top) ? box.minY : box.maxY
            return GridPoint(x: interpolate(at: side, from.y, from.x, to.y, to.x), y: side)
        }
        let side = sides.contains(.left) ? box.minX : box.maxX
        return GridPoint(x: side, y: interpolate(at: side, from.x, from.y, to.x, to.y))
    }

    /// Returns the second coordinate where the first is `position`, rounded to the nearest unit.
    ///
    /// It orders the end points, so that a border shared by two polygons, walked in both directions, is cut at the same
    /// point.
    static func interpolate(at position: Int32, _ fromA: Int32, _ fromB: Int32, _ toA: Int32, _ toB: Int32) -> Int32 {
        let isForward = fromA < toA
        let a = Int64(isForward ? fromA : toA), b = Int64(isForward ? fromB : toB)
        let width = Int64(isForward ? toA : fromA) - a, height = Int64(isForward ? toB : fromB) - b
        guard width > 0 else { return Int32(truncatingIfNeeded: b) }
        let doubled = 2 * (Int64(position) - a) * height + width
        // This division rounds toward minus infinity, so that halves round the same way on either side of zero.
        let quotient = doubled / (2 * width)
        return Int32(truncatingIfNeeded: b + (doubled % (2 * width) < 0 ? quotient - 1 : quotient))
    }
}

import GeoCore

/// Cuts lines at the sides of a box, in whole units.
enum LineClipping {
    /// Appends the parts of `line` inside `box` to `output` and the number of points of each part to `counts`.
    static func clip(_ line: borrowing Vertices, to box: IntBox, into output: inout Vertices, counts: inout [Int]) {
        var begin = output.count
        func close() {
            if output.count - begin >= 2 {
                counts.append(output.count - begin)
            } else if output.count > begin {
                output.removeLast()
            }
            begin = output.count
        }
        for index in stride(from: 1, to: line.count, by: 1) {
            let whole = Piece(
                fromX: line.x[index - 1], fromY: line.y[index - 1], toX: line.x[index], toY: line.y[index])
            guard let piece = clip(whole, to: box) else {
                close()
                continue
            }
            if output.count == begin || piece.isEntering {
                close()
                output.begin(piece.fromX, piece.fromY)
            }
            output.append(piece.toX, piece.toY)
        }
        close()
    }

    private struct Piece {
        var fromX: Int32
        var fromY: Int32
        var toX: Int32
        var toY: Int32
        /// Whether the beginning was cut off.
        var isEntering = false
    }

    /// The part of one segment inside the box, after Cohen and Sutherland; `nil` when there is none.
    private static func clip(_ whole: Piece, to box: IntBox) -> Piece? {
        var piece = whole
        var from = outcode(whole.fromX, whole.fromY, box), to = outcode(whole.toX, whole.toY, box)
        // Each round moves one end onto a side; four sides, two ends.
        for _ in 0..<8 {
            if from | to == 0 { return piece }
            if from & to != 0 { return nil }
            if from != 0 {
                (piece.fromX, piece.fromY) = crossing(whole, code: from, box)
                piece.isEntering = true
                from = outcode(piece.fromX, piece.fromY, box)
            } else {
                (piece.toX, piece.toY) = crossing(whole, code: to, box)
                to = outcode(piece.toX, piece.toY, box)
            }
        }
        return nil
    }

    private static let left: UInt8 = 1
    private static let right: UInt8 = 2
    private static let top: UInt8 = 4
    private static let bottom: UInt8 = 8

    private static func outcode(_ x: Int32, _ y: Int32, _ box: IntBox) -> UInt8 {
        (x < box.minX ? left : x > box.maxX ? right : 0) | (y < box.minY ? top : y > box.maxY ? bottom : 0)
    }

    /// Where the whole segment, not what is left of it, meets one of the sides it lies beyond.
    private static func crossing(_ whole: Piece, code: UInt8, _ box: IntBox) -> (Int32, Int32) {
        guard code & (top | bottom) == 0 else {
            let side = code & top != 0 ? box.minY : box.maxY
            return (interpolate(at: side, whole.fromY, whole.fromX, whole.toY, whole.toX), side)
        }
        let side = code & left != 0 ? box.minX : box.maxX
        return (side, interpolate(at: side, whole.fromX, whole.fromY, whole.toX, whole.toY))
    }

    /// The second coordinate where the first is `position`, rounded to the nearest unit.
    ///
    /// The end points are put in a fixed order, so that a border shared by two polygons, walked in both directions, is
    /// cut at the same point.
    static func interpolate(at position: Int32, _ fromA: Int32, _ fromB: Int32, _ toA: Int32, _ toB: Int32) -> Int32 {
        let isForward = fromA < toA
        let a = Int64(isForward ? fromA : toA), b = Int64(isForward ? fromB : toB)
        let width = Int64(isForward ? toA : fromA) - a, height = Int64(isForward ? toB : fromB) - b
        guard width > 0 else { return Int32(truncatingIfNeeded: b) }
        let doubled = 2 * (Int64(position) - a) * height + width
        // Division that rounds toward minus infinity, so that halves go the same way on either side of zero.
        let quotient = doubled / (2 * width)
        return Int32(truncatingIfNeeded: b + (doubled % (2 * width) < 0 ? quotient - 1 : quotient))
    }
}

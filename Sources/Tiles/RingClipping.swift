import GeoCore

/// Clips rings at the sides of a box and cleans the result, in whole units.
enum RingClipping {
    /// Replaces `ring` by its part inside `box`, one side after the other (Sutherland and Hodgman, CACM 17, 1974).
    ///
    /// `sides` are those that the ring has points beyond; the others do not change it. A ring that leaves and returns
    /// stays one ring, joined along the side: that is in the buffer, and invisible.
    static func clip(_ ring: inout Vertices, to box: IntBox, at sides: Sides, spare: inout Vertices) {
        if sides.contains(.left) { clip(&ring, at: box.minX, .left, &spare) }
        if sides.contains(.right) { clip(&ring, at: box.maxX, .right, &spare) }
        if sides.contains(.top) { clip(&ring, at: box.minY, .top, &spare) }
        if sides.contains(.bottom) { clip(&ring, at: box.maxY, .bottom, &spare) }
    }

    @inline(__always)
    private static func clip(_ ring: inout Vertices, at side: Int32, _ edge: Sides, _ output: inout Vertices) {
        output.refill(capacity: 2 * ring.count) { output in
            let points = ring.points.span
            guard var from = ring.points.last else { return }
            var wasInside = isInside(from, side, edge)
            for index in points.indices {
                let to = points[index], isInside = isInside(to, side, edge)
                if isInside != wasInside {
                    let crossing =
                        edge == .left || edge == .right
                        ? GridPoint(x: side, y: LineClipping.interpolate(at: side, from.x, from.y, to.x, to.y))
                        : GridPoint(x: LineClipping.interpolate(at: side, from.y, from.x, to.y, to.x), y: side)
                    output.append(crossing)
                }
                if isInside { output.append(to) }
                from = to
                wasInside = isInside
            }
        }
        swap(&ring, &output)
    }

    @inline(__always)
    private static func isInside(_ point: GridPoint, _ side: Int32, _ edge: Sides) -> Bool {
        switch edge {
        case .left: point.x >= side
        case .right: point.x <= side
        case .top: point.y >= side
        default: point.y <= side
        }
    }

    /// Replaces `output` by `ring` without repeated points, spikes, and points in the middle of a straight edge.
    /// Returns twice its signed area in square units: positive for a clockwise ring on the screen, where y points down.
    static func clean(_ ring: borrowing Vertices, into output: inout Vertices) -> Int64 {
        var doubledArea: Int64 = 0, first = 0
        output.refill(capacity: ring.count) { output in
            let points = ring.points.span
            guard var from = ring.points.last else { return }
            for index in points.indices {
                let point = points[index]
                doubledArea &+= Int64(from.x) * Int64(point.y) - Int64(point.x) * Int64(from.y)
                from = point
                append(point, to: &output)
            }
            first = closeSeam(of: &output)
        }
        if first > 0 { output.removeFirst(first) }
        return doubledArea
    }

    /// Appends a point to a ring; first removes points at its end that would lie on a straight line.
    @inline(__always)
    private static func append(_ point: GridPoint, to output: inout OutputSpan<GridPoint>) {
        while output.count >= 2, isStraight(output[output.count - 2], output.last, point) { _ = output.removeLast() }
        if output.isEmpty || output.last != point { output.append(point) }
    }

    /// Does the same where the end meets the beginning. Returns how many points at the beginning must go, too.
    private static func closeSeam(of output: inout OutputSpan<GridPoint>) -> Int {
        var first = 0
        while output.count - first >= 3 {
            let last = output.count - 1
            if output[last] == output[first] || isStraight(output[last - 1], output[last], output[first]) {
                _ = output.removeLast()
            } else if isStraight(output[last], output[first], output[first + 1]) {
                first += 1
            } else {
                return first
            }
        }
        output.removeAll()
        return 0
    }

    /// Whether the path from point `a` through point `b` to `c` is straight, forward or back.
    @inline(__always)
    private static func isStraight(_ a: GridPoint, _ b: GridPoint, _ c: GridPoint) -> Bool {
        Int64(b.x &- a.x) * Int64(c.y &- b.y) == Int64(b.y &- a.y) * Int64(c.x &- b.x)
    }
}

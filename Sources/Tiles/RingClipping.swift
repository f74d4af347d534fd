import GeoCore

/// Cuts rings at the sides of a box and cleans what is left, in whole units.
enum RingClipping {
    private enum Edge { case left, right, top, bottom }

    /// Replaces `ring` by its part inside `box`, one side after the other (Sutherland and Hodgman, CACM 17, 1974).
    ///
    /// A ring that leaves and comes back stays one ring, joined along the side: that lies in the buffer, out of sight.
    static func clip(_ ring: inout Vertices, to box: IntBox, spare: inout Vertices) {
        clip(ring, at: box.minX, .left, into: &spare)
        clip(spare, at: box.maxX, .right, into: &ring)
        clip(ring, at: box.minY, .top, into: &spare)
        clip(spare, at: box.maxY, .bottom, into: &ring)
    }

    private static func clip(
        _ ring: borrowing Vertices, at side: Int32, _ edge: Edge, into output: inout Vertices
    ) {
        output.removeAll()
        let last = ring.count - 1
        guard last >= 0 else { return }
        var fromX = ring.x[last], fromY = ring.y[last], wasInside = isInside(fromX, fromY, side, edge)
        for index in 0...last {
            let toX = ring.x[index], toY = ring.y[index], isInside = isInside(toX, toY, side, edge)
            if isInside != wasInside {
                switch edge {
                case .left, .right:
                    output.append(side, LineClipping.interpolate(at: side, fromX, fromY, toX, toY))
                case .top, .bottom:
                    output.append(LineClipping.interpolate(at: side, fromY, fromX, toY, toX), side)
                }
            }
            if isInside { output.append(toX, toY) }
            fromX = toX
            fromY = toY
            wasInside = isInside
        }
    }

    @inline(__always)
    private static func isInside(_ x: Int32, _ y: Int32, _ side: Int32, _ edge: Edge) -> Bool {
        switch edge {
        case .left: x >= side
        case .right: x <= side
        case .top: y >= side
        case .bottom: y <= side
        }
    }

    /// Replaces `ring` by the same ring without repeated points, spikes, and points in the middle of a straight edge.
    static func clean(_ ring: borrowing Vertices, into output: inout Vertices) {
        output.removeAll()
        for index in 0..<ring.count {
            let x = ring.x[index], y = ring.y[index]
            while output.count >= 2, isStraight(output, output.count - 2, output.count - 1, x, y) {
                output.removeLast()
            }
            output.append(x, y)
        }
        // The seam: the same again where the end meets the beginning.
        var first = 0
        while output.count - first >= 3 {
            let last = output.count - 1
            if output.x[last] == output.x[first] && output.y[last] == output.y[first]
                || isStraight(output, last - 1, last, output.x[first], output.y[first])
            {
                output.removeLast()
            } else if isStraight(output, last, first, output.x[first + 1], output.y[first + 1]) {
                first += 1
            } else {
                break
            }
        }
        if output.count - first < 3 { output.removeAll() } else if first > 0 { output.removeFirst(first) }
    }

    /// Whether going from point a over point b to (x, y) makes no turn but straight on or straight back.
    @inline(__always)
    private static func isStraight(_ ring: borrowing Vertices, _ a: Int, _ b: Int, _ x: Int32, _ y: Int32) -> Bool {
        let inX = Int64(ring.x[b] &- ring.x[a]), inY = Int64(ring.y[b] &- ring.y[a])
        let outX = Int64(x &- ring.x[b]), outY = Int64(y &- ring.y[b])
        return inX * outY == inY * outX
    }

    /// Whether a ring has a surface, turned as its kind requires. Rounding can turn a sliver inside out; there is
    /// nothing of it to show either way.
    static func hasSurface(_ ring: borrowing Vertices, isHole: Bool) -> Bool {
        let area = doubledArea(ring)
        return isHole ? area < 0 : area > 0
    }

    /// Twice the signed area in square units: positive for a ring that runs clockwise on the screen, where y points
    /// down.
    static func doubledArea(_ ring: borrowing Vertices) -> Int64 {
        guard ring.count >= 3 else { return 0 }
        var sum: Int64 = 0, fromX = Int64(ring.x[ring.count - 1]), fromY = Int64(ring.y[ring.count - 1])
        for index in 0..<ring.count {
            let toX = Int64(ring.x[index]), toY = Int64(ring.y[index])
            sum += fromX * toY - toX * fromY
            fromX = toX
            fromY = toY
        }
        return sum
    }
}

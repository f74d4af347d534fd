import GeoCore

/// Follows the outlines between corners within and corners outside (marching squares: Lorensen and Cline, SIGGRAPH
/// 1987, in the plane).
///
/// If a cell's corners alternate, those within are joined: so a larger outline always includes a smaller one.
enum RingTracing {
    static func rings(of field: ReachField, until stop: StopRequest) -> [ReachRing] {
        let corners = field.corners
        var rings: [ReachRing] = [], seen = BitPlane(width: corners.width, height: corners.height)
        for y in 0..<corners.height where !stop.isMade {
            corners.forEachChange(inRow: y) { x in
                guard !seen[x, y] else { return }
                rings.append(ring(through: x, y, field, &seen))
            }
        }
        return rings
    }

    /// Follows the outline that passes between a corner and the corner east of it.
    private static func ring(through x: Int, _ y: Int, _ field: ReachField, _ seen: inout BitPlane) -> ReachRing {
        let corners = field.corners, isWithin = corners[x, y]
        // The corner within is on the left, the corner outside on the right.
        var leftX = isWithin ? x : x + 1, leftY = y, rightX = isWithin ? x + 1 : x, rightY = y
        let startX = leftX, start = rightX
        var ring = ReachRing(gates: [])
        ring.gates.reserveCapacity(64)
        repeat {
            let east = rightX - leftX, north = rightY - leftY
            if north == 0 { seen.set(min(leftX, rightX), leftY) }
            ring.gates.append(gate(leftX, leftY, east, north, field))
            // Ahead is a quarter turn left of the direction to the outside.
            let aheadX = -north, aheadY = east
            if corners[rightX + aheadX, rightY + aheadY] {
                leftX = rightX + aheadX
                leftY = rightY + aheadY
            } else if corners[leftX + aheadX, leftY + aheadY] {
                leftX += aheadX
                leftY += aheadY
                rightX += aheadX
                rightY += aheadY
            } else {
                rightX = leftX + aheadX
                rightY = leftY + aheadY
            }
        } while leftX != startX || rightX != start || leftY != y || rightY != y
        return ring
    }

    private static func gate(_ x: Int, _ y: Int, _ east: Int, _ north: Int, _ field: ReachField) -> Gate {
        let length = Int(east == 0 ? field.grid.cellY : field.grid.cellX)
        let share = field.reach(from: x, y, east: east, north: north)
        let reach = Int(Double(share) * Double(length) + 0.5)
        return Gate(
            x: Int32(x), y: Int32(y), east: Int8(east), north: Int8(north), reach: Int32(max(1, min(length - 1, reach)))
        )
    }
}

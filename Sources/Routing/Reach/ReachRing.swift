import GeoCore

/// A side of a cell that an outline crosses, from the corner within to the corner outside.
struct Gate {
    /// The corner within, in cells.
    let x: Int32
    let y: Int32
    /// The direction of the corner outside: one of the two is ±1, the other 0.
    let east: Int8
    let north: Int8
    /// The distance of the crossing from the corner within, in E7 units; at least 1 from either end.
    var reach: Int32

    /// Returns a number that is unique for each side of a cell.
    func key(columns: Int) -> Int {
        let lowX = Int(x) + min(0, Int(east)), lowY = Int(y) + min(0, Int(north))
        return (lowY * columns + lowX) << 1 | (east == 0 ? 1 : 0)
    }

    /// Returns the crossing, or another point of the side, from the grid's origin in E7 units.
    func point(_ grid: ReachGrid, reach: Int32) -> E7Vector {
        // Fits: the grid is not wider than two Earths.
        E7Vector(
            x: Int64(x) &* grid.cellX &+ Int64(east) &* Int64(reach),
            y: Int64(y) &* grid.cellY &+ Int64(north) &* Int64(reach))
    }

    /// Returns the length of the side in E7 units.
    func length(_ grid: ReachGrid) -> Int32 { Int32(east == 0 ? grid.cellY : grid.cellX) }
}

/// A difference of positions in E7 units.
struct E7Vector: Equatable {
    var x: Int64
    var y: Int64

    static func - (one: E7Vector, two: E7Vector) -> E7Vector { E7Vector(x: one.x &- two.x, y: one.y &- two.y) }

    /// Returns the cross product: positive if `other` points to the left.
    func cross(_ other: E7Vector) -> Int64 { x &* other.y &- y &* other.x }
}

/// A closed outline with the reached area on its left: counterclockwise around an area, clockwise around a hole.
struct ReachRing {
    var gates: [Gate]

    /// Returns twice the enclosed area, in square E7 units; negative for a hole.
    ///
    /// Intermediate sums may wrap; the result is exact.
    func doubledArea(_ grid: ReachGrid) -> Int64 {
        var sum: Int64 = 0, previous = gates[gates.count - 1].point(grid, reach: gates[gates.count - 1].reach)
        for gate in gates {
            let point = gate.point(grid, reach: gate.reach)
            sum &+= previous.cross(point)
            previous = point
        }
        return sum
    }

    /// Whether a point lies inside, by the number of crossings of the ray to the east.
    func encloses(_ point: E7Vector, _ grid: ReachGrid) -> Bool {
        var isInside = false, previous = gates[gates.count - 1].point(grid, reach: gates[gates.count - 1].reach)
        for gate in gates {
            let next = gate.point(grid, reach: gate.reach)
            if (previous.y > point.y) != (next.y > point.y) {
                let side = (next - previous).cross(point - previous)
                if (side > 0) == (next.y > previous.y) { isInside.toggle() }
            }
            previous = next
        }
        return isInside
    }
}

import GeoCore

/// The sides of a box that points lie beyond.
struct Sides: OptionSet {
    let rawValue: UInt8

    static var left: Sides { Sides(rawValue: 1) }
    static var right: Sides { Sides(rawValue: 2) }
    static var top: Sides { Sides(rawValue: 4) }
    static var bottom: Sides { Sides(rawValue: 8) }
    static var all: Sides { Sides(rawValue: 15) }
}

extension IntBox {
    /// Makes the sides that a point lies beyond, after Cohen and Sutherland.
    @inline(__always)
    func sides(beyondWhich point: GridPoint) -> Sides {
        Sides(
            rawValue: (point.x < minX ? 1 : 0) | (point.x > maxX ? 2 : 0) | (point.y < minY ? 4 : 0)
                | (point.y > maxY ? 8 : 0))
    }

    /// Whether a point that is not outside lies on one of the sides.
    @inline(__always)
    func hasOnSide(_ point: GridPoint) -> Bool {
        point.x == minX || point.x == maxX || point.y == minY || point.y == maxY
    }

    /// Whether two points lie on the same side.
    func isAlongSide(_ a: GridPoint, _ b: GridPoint) -> Bool {
        a.x == b.x && (a.x == minX || a.x == maxX) || a.y == b.y && (a.y == minY || a.y == maxY)
    }

    /// Returns how far along the sides a point on them lies, clockwise on the screen from the north-west corner.
    func position(onSides point: GridPoint) -> Int32 {
        let width = maxX - minX, height = maxY - minY
        if point.y == minY { return point.x - minX }
        if point.x == maxX { return width + point.y - minY }
        if point.y == maxY { return width + height + maxX - point.x }
        return 2 * width + height + maxY - point.y
    }

    /// Returns the point at a position along the sides.
    func point(onSidesAt position: Int32) -> GridPoint {
        let width = maxX - minX, height = maxY - minY
        if position <= width { return GridPoint(x: minX + position, y: minY) }
        if position <= width + height { return GridPoint(x: maxX, y: minY + position - width) }
        if position <= 2 * width + height { return GridPoint(x: maxX - (position - width - height), y: maxY) }
        return GridPoint(x: minX, y: maxY - (position - 2 * width - height))
    }

    /// The positions of the corners along the sides.
    var corners: [4 of Int32] {
        let width = maxX - minX, height = maxY - minY
        return [0, width, width + height, 2 * width + height]
    }

    /// The total length of the sides.
    var around: Int32 { 2 * (maxX - minX + maxY - minY) }
}

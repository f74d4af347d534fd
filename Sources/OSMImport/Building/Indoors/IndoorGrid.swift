import GeoCore
import Tiles

/// The grid of indoor tiles: that of zoom 19, its origin in the middle of the world. A unit is 2 cm at the equator.
enum IndoorGrid {
    private static let side = Double(Int64(1) << 31)

    static func project(_ point: PointE7) -> GridPoint {
        let fraction = Mercator.worldFraction(Coordinate(point))
        func position(_ part: Double) -> Int32 { Int32(((part - 0.5) * side).rounded(.toNearestOrEven)) }
        return GridPoint(x: position(fraction.x), y: position(fraction.y))
    }
}

/// Differences of longitude in E7 units: Earth is round, so that the way across the antimeridian may be the shorter
/// one.
@usableFromInline
package enum Longitude {
    /// 360° in E7 units.
    @usableFromInline static let fullTurn = 3.6e9

    /// Returns the whole turn, or none, that brings the difference of two longitudes into −180° ... 180°.
    ///
    /// For a line that goes less than half the way round ask about its middle, lest its ends be torn apart.
    @inlinable
    package static func turn(bringing difference: Double) -> Double {
        difference > fullTurn / 2 ? -fullTurn : difference < -fullTurn / 2 ? fullTurn : 0
    }

    /// Returns the smallest difference between `longitude` and any of the box, 0 when one of them is the same.
    @inlinable
    package static func gap(from longitude: Double, to box: IntBox) -> Double {
        let west = Double(box.minX) - longitude, east = longitude - Double(box.maxX)
        // The nearer side, or the farther one when approached the other way round.
        return max(0, min(max(west, east), fullTurn + min(west, east)))
    }
}

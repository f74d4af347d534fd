/// Differences of longitude in E7 units: Earth is round, so that the way across the antimeridian may be the shorter
/// one.
@usableFromInline
package enum Longitude {
    /// 180° in E7 units.
    @inlinable package static var halfTurnE7: Int64 { 1_800_000_000 }
    /// 360° in E7 units.
    @inlinable package static var fullTurnE7: Int64 { 3_600_000_000 }
    /// The same for arithmetic in fractions.
    @usableFromInline static let fullTurn = 3.6e9

    /// Returns the whole turn, or none, that brings the difference of two longitudes into −180° ... 180°.
    ///
    /// For a line that goes less than half the way round, pass its middle; otherwise its ends may be separated.
    @inlinable
    package static func turn(bringing difference: Double) -> Double {
        difference > fullTurn / 2 ? -fullTurn : difference < -fullTurn / 2 ? fullTurn : 0
    }

    /// Returns the longitude on Earth for a sum that may lie beyond ±180°. The sum must lie within ±540°; traps for
    /// much more.
    package static func onEarth(_ longitudeE7: Int64) -> Int32 {
        Int32(
            longitudeE7 > halfTurnE7
                ? longitudeE7 - fullTurnE7 : longitudeE7 < -halfTurnE7 ? longitudeE7 + fullTurnE7 : longitudeE7)
    }

    /// Returns the longitude of a line's next point so that the line goes on without a break over the antimeridian,
    /// there beyond ±180°.
    ///
    /// 32 bits hold up to ±214.7°. Beyond that it returns the longitude as it stands, and the line breaks.
    package static func continued(from previousE7: Int32, to nextE7: Int32) -> Int32 {
        let difference = Int64(nextE7) - Int64(previousE7)
        guard abs(difference) > halfTurnE7 else { return nextE7 }
        let turns = (difference + (difference > 0 ? halfTurnE7 : -halfTurnE7)) / fullTurnE7
        return Int32(exactly: Int64(nextE7) - turns * fullTurnE7) ?? nextE7
    }

    /// Returns the smallest difference between `longitude` and the longitudes of the box, 0 inside the box.
    @inlinable
    package static func gap(from longitude: Double, to box: IntBox) -> Double {
        let west = Double(box.minX) - longitude, east = longitude - Double(box.maxX)
        // The nearer side, or the farther one when approached the other way round.
        return max(0, min(max(west, east), fullTurn + min(west, east)))
    }
}

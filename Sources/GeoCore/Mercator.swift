/// The spherical Mercator projection of web maps (EPSG:3857), onto integer grids.
///
/// A grid of `bits` covers the world square with 2^bits × 2^bits units, x eastward from 180° W, y southward from the
/// north edge at 85.0511° N. With `bits = zoom + 12` one unit is one tile unit of a tile with extent 4096.
package enum Mercator {
    /// The latitude at which the world becomes a square: atan(sinh π), in degrees.
    package static let maximumLatitude = 85.05112877980659

    /// Returns `point` on the grid of `bits` ≤ 30, rounded to the nearest unit; latitudes beyond the square go to its
    /// edge.
    package static func project(_ point: PointE7, bits: Int) -> (x: Int32, y: Int32) {
        let size = Double(Int64(1) << Int64(bits)), fraction = worldFraction(Coordinate(point))
        let last = size - 1
        return (
            Int32(min(last, max(0, (fraction.x * size).rounded(.toNearestOrEven)))),
            Int32(min(last, max(0, (fraction.y * size).rounded(.toNearestOrEven))))
        )
    }

    /// Returns the position of `coordinate` in the world square, both in 0 ... 1, y southward.
    package static func worldFraction(_ coordinate: Coordinate) -> (x: Double, y: Double) {
        let latitude = min(maximumLatitude, max(-maximumLatitude, coordinate.latitude))
        let sine = Elementary.sine(latitude * Elementary.radiansPerDegree)
        // asinh(tan φ) = ½ ln((1 + sin φ) / (1 − sin φ)): one logarithm, no tangent near the pole.
        let y = 0.5 - Elementary.logarithm((1 + sine) / (1 - sine)) / (4 * .pi)
        return (coordinate.longitude / 360 + 0.5, min(1, max(0, y)))
    }

    /// Returns the coordinate at a position of the world square, both in 0 ... 1, y southward.
    package static func coordinate(atX x: Double, y: Double) -> PointE7 {
        // Gudermannian: φ = 2 atan(eᵗ) − π/2.
        let t = (1 - 2 * y) * .pi
        let latitude = 2 * Elementary.arcTangent(y: Elementary.exponential(t), x: 1) - .pi / 2
        return PointE7(
            latitudeE7: Int32((latitude / Elementary.radiansPerDegree * 1e7).rounded(.toNearestOrEven)),
            longitudeE7: Int32(((x - 0.5) * 3.6e9).rounded(.toNearestOrEven)))
    }
}

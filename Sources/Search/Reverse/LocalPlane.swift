package import GeoCore

/// A flat map around one point, in metres: exact enough for what is near, and cheap.
///
/// Equirectangular: within 0.1 % of the sphere for distances up to 10 km outside the polar regions.
package struct LocalPlane: Sendable {
    package let origin: PointE7
    private let metresPerX: Double
    private let metresPerY: Double

    package init(around origin: PointE7) {
        self.origin = origin
        // π / 180 · 10⁻⁷, the mean Earth radius: metres in one E7 unit of latitude.
        metresPerY = Coordinate.earthRadiusInMetres * 0x1.1df46a2529d39p-6 / 1e7
        metresPerX = metresPerY * Elementary.cosine(Double(origin.latitudeE7) / 1e7 * 0x1.1df46a2529d39p-6)
    }

    private func x(_ point: PointE7) -> Double {
        (Double(point.longitudeE7) - Double(origin.longitudeE7)) * metresPerX
    }
    private func y(_ point: PointE7) -> Double {
        (Double(point.latitudeE7) - Double(origin.latitudeE7)) * metresPerY
    }

    /// Metres from the origin to `point`.
    package func distance(to point: PointE7) -> Double {
        let x = x(point), y = y(point)
        return (x * x + y * y).squareRoot()
    }

    /// Metres from the origin to the nearest point of `box`; 0 inside.
    package func distance(to box: IntBox) -> Double {
        let nearest = PointE7(
            latitudeE7: min(box.maxY, max(box.minY, origin.latitudeE7)),
            longitudeE7: min(box.maxX, max(box.minX, origin.longitudeE7)))
        return distance(to: nearest)
    }

    /// Metres from the origin to the nearest point of the segment between two points.
    package func distance(toSegmentFrom start: PointE7, to end: PointE7) -> Double {
        let startX = x(start), startY = y(start), share = nearestShare(start, end)
        let nearX = startX + share * (x(end) - startX), nearY = startY + share * (y(end) - startY)
        return (nearX * nearX + nearY * nearY).squareRoot()
    }

    /// The point of the segment between two points that is nearest to the origin.
    func nearestPoint(onSegmentFrom start: PointE7, to end: PointE7) -> PointE7 {
        let share = nearestShare(start, end)
        func mix(_ a: Int32, _ b: Int32) -> Int32 {
            let step: Double = (Double(b) - Double(a)) * share
            return Int32((Double(a) + step).rounded(.toNearestOrEven))
        }
        return PointE7(
            latitudeE7: mix(start.latitudeE7, end.latitudeE7), longitudeE7: mix(start.longitudeE7, end.longitudeE7))
    }

    /// How far along a segment its point nearest to the origin is, 0 ... 1.
    private func nearestShare(_ start: PointE7, _ end: PointE7) -> Double {
        let startX = x(start), startY = y(start), stepX = x(end) - startX, stepY = y(end) - startY
        let squared = stepX * stepX + stepY * stepY
        return squared > 0 ? min(1, max(0, -(startX * stepX + startY * stepY) / squared)) : 0
    }
}

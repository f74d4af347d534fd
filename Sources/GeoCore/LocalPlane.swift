/// A flat map around one point, in metres: exact enough for near points, and cheap.
///
/// Equirectangular: up to 10 km away and 70° of latitude, within 0.1 % of the distance on the sphere. Points beyond
/// the antimeridian are as near as they are on Earth.
@frozen
@usableFromInline
package struct LocalPlane: Sendable {
    @usableFromInline package let origin: PointE7
    @usableFromInline let metresPerX: Double
    @usableFromInline let metresPerY: Double

    package init(around origin: PointE7) {
        self.origin = origin
        // Metres in one E7 unit of latitude.
        metresPerY = Coordinate.earthRadiusInMetres * Elementary.radiansPerDegree / 1e7
        metresPerX = metresPerY * Elementary.cosine(Double(origin.latitudeE7) / 1e7 * Elementary.radiansPerDegree)
    }

    /// The position of a point, in metres east and north of the origin.
    @inlinable
    package func position(of point: PointE7) -> PlanePoint {
        let east = Double(point.longitudeE7) - Double(origin.longitudeE7)
        return PlanePoint(x: (east + Longitude.turn(bringing: east)) * metresPerX, y: north(point) * metresPerY)
    }

    /// The point at a distance east and north of the origin, in metres; the nearest point on Earth.
    package func point(at position: PlanePoint) -> PointE7 {
        let latitude = Double(origin.latitudeE7) + position.y / metresPerY
        // At the poles no metre leads east.
        let east = metresPerX > 0 ? position.x / metresPerX : 0
        let longitude = (Double(origin.longitudeE7) + east + 1.8e9).truncatingRemainder(dividingBy: 3.6e9)
        return PointE7(
            latitudeE7: Int32(max(-9e8, min(9e8, latitude)).rounded(.toNearestOrEven)),
            longitudeE7: Int32((longitude < 0 ? longitude + 1.8e9 : longitude - 1.8e9).rounded(.toNearestOrEven)))
    }

    /// Metres from the origin to `point`.
    @inlinable
    package func distance(to point: PointE7) -> Double {
        let east = Double(point.longitudeE7) - Double(origin.longitudeE7)
        return distance(east: east + Longitude.turn(bringing: east), north: north(point))
    }

    /// Metres from the origin to the nearest point of `box`; 0 inside.
    @inlinable
    package func distance(to box: IntBox) -> Double {
        let latitude = min(box.maxY, max(box.minY, origin.latitudeE7))
        let east = Longitude.gap(from: Double(origin.longitudeE7), to: box)
        return distance(east: east, north: Double(latitude) - Double(origin.latitudeE7))
    }

    /// Metres from the origin to the nearest point of the straight line between two points.
    @inline(__always)
    @inlinable
    package func distance(toSegmentFrom start: PointE7, to end: PointE7) -> Double {
        let segment = segment(start, end)
        return segment.squaredDistance(at: segment.nearestShare).squareRoot()
    }

    /// The point of the straight line between two points that is nearest to the origin.
    package func nearestPoint(onSegmentFrom start: PointE7, to end: PointE7) -> PointE7 {
        PointE7(from: start, to: end, share: segment(start, end).nearestShare)
    }

    @inline(__always)
    @inlinable
    func segment(_ start: PointE7, _ end: PointE7) -> PlaneSegment {
        let difference = Double(end.longitudeE7) - Double(start.longitudeE7)
        let step = difference + Longitude.turn(bringing: difference)
        let east = Double(start.longitudeE7) - Double(origin.longitudeE7)
        return PlaneSegment(
            startX: (east + Longitude.turn(bringing: east + step / 2)) * metresPerX, startY: north(start) * metresPerY,
            stepX: step * metresPerX, stepY: (Double(end.latitudeE7) - Double(start.latitudeE7)) * metresPerY)
    }

    /// Of a difference in E7 units.
    @inlinable
    func distance(east: Double, north: Double) -> Double {
        let x = east * metresPerX, y = north * metresPerY
        return (x * x + y * y).squareRoot()
    }

    @inlinable
    func north(_ point: PointE7) -> Double { Double(point.latitudeE7) - Double(origin.latitudeE7) }
}

/// A point of a flat map.
@frozen
@usableFromInline
package struct PlanePoint: Equatable, Sendable {
    @usableFromInline package var x: Double
    @usableFromInline package var y: Double

    @inlinable
    package init(x: Double, y: Double) {
        self.x = x
        self.y = y
    }
}

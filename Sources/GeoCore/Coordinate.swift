/// A place on Earth: WGS 84 latitude and longitude in degrees.
///
/// Both are finite, latitude in −90 ... 90 and longitude in −180 ... 180: nothing else can be made.
public struct Coordinate: Equatable, Hashable, Sendable {
    public let latitude: Double
    public let longitude: Double

    /// Makes a coordinate, or `nil` when a value is not finite or out of range.
    public init?(latitude: Double, longitude: Double) {
        guard latitude >= -90, latitude <= 90, longitude >= -180, longitude <= 180 else { return nil }
        self.latitude = latitude
        self.longitude = longitude
    }

    /// The coordinate of a stored point.
    package init(_ point: PointE7) {
        latitude = Double(point.latitudeE7) / 1e7
        longitude = Double(point.longitudeE7) / 1e7
    }

    /// The mean Earth radius R₁ = (2a + b) / 3 of WGS 84 in metres (Moritz, Geodetic Reference System 1980, 2000).
    package static let earthRadiusInMetres = 6_371_008.8

    /// Returns the great-circle distance to `other` in metres, on the sphere of the mean Earth radius.
    ///
    /// Haversine formula (Sinnott, Sky and Telescope 68, 1984): well conditioned for short distances. Within 0.6 % of
    /// the WGS 84 geodesic.
    public func distance(inMetresTo other: Coordinate) -> Double {
        Self.metres(ofHaversine: haversine(to: other, cosine: cosineOfLatitude))
    }

    var cosineOfLatitude: Double { Elementary.cosine(latitude * Elementary.radiansPerDegree) }

    /// sin² of half the angle to `other` at the Earth's centre, where `cosine` is that of the latitude.
    package func haversine(to other: Coordinate, cosine: Double) -> Double {
        haversine(to: other, cosines: cosine * other.cosineOfLatitude)
    }

    /// The same with the product of both latitudes' cosines.
    func haversine(to other: Coordinate, cosines: Double) -> Double {
        let halfDegree = Elementary.radiansPerDegree / 2
        let halfLatitude = (other.latitude - latitude) * halfDegree
        let halfLongitude = (other.longitude - longitude) * halfDegree
        let s = Elementary.sine(halfLatitude), t = Elementary.sine(halfLongitude)
        return s * s + cosines * t * t
    }

    /// The distance along the great circle whose haversine that is.
    package static func metres(ofHaversine haversine: Double) -> Double {
        2 * earthRadiusInMetres * Elementary.arcSine(haversine.squareRoot())
    }

    /// Returns the initial bearing of the great circle to `target`, in degrees clockwise from true north, in `0..<360`.
    ///
    /// Returns `nil` when the coordinates coincide: every direction is then correct.
    public func bearing(to target: Coordinate) -> Double? {
        guard self != target else { return nil }
        let from = Elementary.sineAndCosine(latitude * Elementary.radiansPerDegree)
        let to = Elementary.sineAndCosine(target.latitude * Elementary.radiansPerDegree)
        let turn = Elementary.sineAndCosine((target.longitude - longitude) * Elementary.radiansPerDegree)
        let y = turn.sine * to.cosine
        let x = from.cosine * to.sine - from.sine * to.cosine * turn.cosine
        let degrees = Elementary.arcTangent(y: y, x: x) / Elementary.radiansPerDegree
        let positive = degrees < 0 ? degrees + 360 : degrees
        return positive < 360 ? positive : 0
    }

}

/// A stored coordinate: degrees × 10⁷ as integers, about a centimetre on the ground.
///
/// Eight bytes, latitude first. Values read from a file may be out of range until its checker has run.
@frozen
@usableFromInline
package struct PointE7: Equatable, Hashable, Sendable, BitwiseCopyable {
    @usableFromInline package var latitudeE7: Int32
    @usableFromInline package var longitudeE7: Int32

    @inlinable
    package init(latitudeE7: Int32, longitudeE7: Int32) {
        self.latitudeE7 = latitudeE7
        self.longitudeE7 = longitudeE7
    }

    /// The nearest stored point, ties to even.
    package init(_ coordinate: Coordinate) {
        latitudeE7 = Int32((coordinate.latitude * 1e7).rounded(.toNearestOrEven))
        longitudeE7 = Int32((coordinate.longitude * 1e7).rounded(.toNearestOrEven))
    }

    /// The point at a share, 0 ... 1, of the straight line between two others, ties to even. The line leads
    /// over the antimeridian where that is the shorter way.
    package init(from start: PointE7, to end: PointE7, share: Double) {
        let north = (Double(end.latitudeE7) - Double(start.latitudeE7)) * share
        let step = Double(end.longitudeE7) - Double(start.longitudeE7)
        let longitude = Double(start.longitudeE7) + (step + Longitude.turn(bringing: step)) * share
        // Between two stored numbers, so they fit again.
        latitudeE7 = Int32((Double(start.latitudeE7) + north).rounded(.toNearestOrEven))
        longitudeE7 = Int32((longitude + Longitude.turn(bringing: longitude)).rounded(.toNearestOrEven))
    }

    /// The point itself; on the antimeridian, as 180° or −180°, whichever lies on the side of `neighbour`.
    package func onSide(of neighbour: PointE7) -> PointE7 {
        guard longitudeE7.magnitude == 1_800_000_000, (longitudeE7 < 0) != (neighbour.longitudeE7 < 0) else {
            return self
        }
        return PointE7(latitudeE7: latitudeE7, longitudeE7: -longitudeE7)
    }

    /// Whether the point lies on Earth: latitude within ±90°, longitude within ±180°.
    @inlinable package var isOnEarth: Bool {
        latitudeE7.magnitude <= 900_000_000 && longitudeE7.magnitude <= 1_800_000_000
    }

    /// Returns the great-circle distance to `other` in metres.
    package func distance(inMetresTo other: PointE7) -> Double {
        Coordinate(self).distance(inMetresTo: Coordinate(other))
    }
}

import Atlas
import GeoCore

/// Measures distances from one coordinate as haversines: sin² of half the angle at the Earth's centre.
struct NearestRuler {
    private let origin: Coordinate
    private let latitude: Double
    private let longitude: Double
    private let cosine: Double

    /// The maximum rounding error in the square of a distance that is a twentieth longer, in E7 units: 14 cm.
    private static let roundedSquare = 200.0
    private static let radiansPerE7 = 1e-7 * Elementary.radiansPerDegree

    init(_ origin: Coordinate) {
        self.origin = origin
        latitude = origin.latitude * 1e7
        longitude = origin.longitude * 1e7
        cosine = max(0, Elementary.cosine(origin.latitude * Elementary.radiansPerDegree))
    }

    static func haversine(ofMetres metres: Double) -> Double {
        let half = Elementary.sine(min(.pi, metres / Coordinate.earthRadiusInMetres) / 2)
        return half * half
    }

    /// Returns a lower bound for the haversine of the distance to any point of the box.
    ///
    /// It uses the smallest differences of latitude and longitude and the smallest cosine in the box: sin²(x/2) ≥ x²/4
    /// − x⁴/48 (its alternating series), which ascends up to 2.4, and cos changes no faster than its argument.
    func lowerBound(_ box: IntBox) -> Double {
        let south = Double(box.minY) - latitude, north = latitude - Double(box.maxY)
        let parallel = Self.radiansPerE7 * max(south.magnitude, north.magnitude)
        let turn = Self.radians(Longitude.gap(from: longitude, to: box))
        let cosines = cosine * max(0, cosine - parallel)
        return Self.halfSquare(Self.radians(max(south, north))) + cosines * Self.halfSquare(turn)
    }

    /// Returns the lower bound for a box, infinite if it does not meet the window: a cheap test that is usually enough.
    func lowerBound(_ box: IntBox, in window: IntBox?) -> Double {
        if let window, !window.intersects(box) { return .infinity }
        return lowerBound(box)
    }

    /// Returns a box with every point within a distance; `nil` if that is many kilometres, or reaches near a pole or
    /// across the antimeridian.
    ///
    /// With d the angle of the distance, latitudes differ by d at most and longitudes by l, where sin(l/2) ≤ sin(d/2) /
    /// cos(|φ| + d), by the haversine formula.
    func window(withinMetres metres: Double) -> IntBox? {
        let angle = metres / Coordinate.earthRadiusInMetres
        guard angle < 0.01 else { return nil }
        let leastCosine = Elementary.cosine(latitude.magnitude * Self.radiansPerE7 + angle)
        guard leastCosine > 0.05 else { return nil }
        // Arc sines up to 0.1 exceed their argument by less than a hundredth.
        let north = angle / Self.radiansPerE7 + 1, east = north / leastCosine * 1.01
        guard longitude.magnitude + east < 1.8e9 else { return nil }
        return IntBox(
            minX: Int32((longitude - east).rounded(.down)), minY: Int32((latitude - north).rounded(.down)),
            maxX: Int32((longitude + east).rounded(.up)), maxY: Int32((latitude + north).rounded(.up)))
    }

    /// Returns a difference in radians, slightly reduced: a rounded coordinate must not lie outside the box it spans.
    private static func radians(_ e7: Double) -> Double { radiansPerE7 * max(0, e7 - 1e-5) }

    private static func halfSquare(_ angle: Double) -> Double {
        let capped = min(2.4, angle), square = capped * capped
        return square / 4 - square * square / 48
    }

    /// The nearest point on an edge, before its position along the edge is computed.
    struct Projection {
        let edge: EdgeID
        /// The segment of the edge's geometry, and the share along it, 0 ... 1.
        let segment: Int
        let share: Double
        let point: PointE7
        let haversine: Double
        /// Whether the caller allows travel there along the drawing, and against it.
        var allowsForward = true
        var allowsBackward = true

        /// Whether it is nearer than another, or as near and on an earlier edge.
        func precedes(_ other: Projection) -> Bool {
            haversine == other.haversine ? edge.rawValue < other.edge.rawValue : haversine < other.haversine
        }

        /// The distance along the great circle.
        var distanceInMetres: Double { Coordinate.metres(ofHaversine: haversine) }
    }

    /// Returns the nearest point on the edge; `nil` if a cheap test in the plane shows that it lies beyond `farthest`,
    /// a haversine.
    func project(on edge: EdgeID, of network: RoadNetwork, within farthest: Double = .infinity) -> Projection? {
        var best = (square: Double.infinity, segment: 0, share: 0.0),
            point = network.points[network.edges[edge.rawValue].tail]
        var previous: PointE7?, segment = 0
        network.forEachPoint(of: edge) { next in
            guard let from = previous else {
                previous = next
                return
            }
            let candidate = nearest(from, next)
            if candidate.square < best.square {
                best = (candidate.square, segment, candidate.share)
                point = PointE7(from: from, to: next, share: candidate.share)
            }
            previous = next
            segment += 1
        }
        // For haversines this small, the plane's differ by less than a twentieth, except near the poles; and stored
        // points are rounded.
        let inPlane = (best.square - Self.roundedSquare) * (Self.radiansPerE7 * Self.radiansPerE7 / 4)
        guard inPlane <= farthest * 1.05 || inPlane > 1e-6 || cosine < 0.05 else { return nil }
        return Projection(
            edge: edge, segment: best.segment, share: best.share, point: point,
            haversine: origin.haversine(to: Coordinate(point), cosine: cosine))
    }

    /// Returns the position of the nearest point along the segment, 0 ... 1, and the square of its distance, on the
    /// plane that touches the origin's parallel.
    private func nearest(_ from: PointE7, _ to: PointE7) -> (share: Double, square: Double) {
        let difference = Double(to.longitudeE7) - Double(from.longitudeE7)
        let step = difference + Longitude.turn(bringing: difference), east = Double(from.longitudeE7) - longitude
        let segment = PlaneSegment(
            startX: (east + Longitude.turn(bringing: east + step / 2)) * cosine,
            startY: Double(from.latitudeE7) - latitude, stepX: step * cosine,
            stepY: Double(to.latitudeE7) - Double(from.latitudeE7))
        let share = segment.nearestShare
        return (share, segment.squaredDistance(at: share))
    }
}

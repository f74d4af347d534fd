import GeoCore

/// How likely it is that a person who is found at a point visits a place near it.
///
/// People are anywhere in a place with an outline, and around a place that is drawn as a point as in a normal
/// distribution. So a café in a department store counts for the people near it, and the store for the people elsewhere
/// in it.
package enum VisitLikelihood {
    /// The distance between a place's point and a person's position has this standard deviation to each side, in metres.
    private static let deviation = 6.0

    /// The probability density of being found there when visiting a place that is a point, for each square metre.
    package static func ofPoint(atDistanceInMetres distance: Double) -> Double {
        fading(distance) / (2 * .pi * variance)
    }

    /// The same for a place with an outline; the distance is 0 inside of it.
    package static func ofOutline(areaInSquareMetres area: Double, atDistanceInMetres distance: Double) -> Double {
        fading(distance) / max(area, variance)
    }

    private static let variance = deviation * deviation

    private static func fading(_ metres: Double) -> Double {
        Elementary.exponential(-metres * metres / (2 * variance))
    }
}

import GeoCore

/// Estimates how likely a person at a point visits a place near it.
///
/// Positions are uniform inside a place with an outline, and normally distributed around a place that is a point. So a
/// café in a department store wins for people near it, and the store for people elsewhere in it.
package enum VisitLikelihood {
    /// The standard deviation of a position from its place, in each direction, in metres.
    private static let deviation = 6.0

    /// The probability density of a person's position while they visit a place that is a point, per square metre.
    package static func ofPoint(atDistanceInMetres distance: Double) -> Double {
        fading(distance) / (2 * .pi * variance)
    }

    /// The same for a place with an outline; the distance is 0 inside it.
    package static func ofOutline(areaInSquareMetres area: Double, atDistanceInMetres distance: Double) -> Double {
        fading(distance) / max(area, variance)
    }

    private static let variance = deviation * deviation

    private static func fading(_ metres: Double) -> Double {
        Elementary.exponential(-metres * metres / (2 * variance))
    }
}

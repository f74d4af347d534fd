import GeoCore

/// Angles in degrees on the circle.
package enum Degrees {
    /// The same direction in 0..<360; NaN for a number that is not finite.
    package static func positive(_ degrees: Double) -> Double {
        let rest = degrees - 360 * (degrees / 360).rounded(.down)
        // A small negative number is rounded to 360, and a huge one leaves a rest of any size.
        return rest >= 0 && rest < 360 ? rest : rest.isNaN ? .nan : 0
    }

    /// The same turn in −180..<180.
    package static func signed(_ degrees: Double) -> Double { positive(degrees + 180) - 180 }

    static func sineAndCosine(_ degrees: Double) -> (sine: Double, cosine: Double) {
        Elementary.sineAndCosine(degrees * Elementary.radiansPerDegree)
    }

    /// The angle of the vector (x, y), in −180...180.
    static func arcTangent(y: Double, x: Double) -> Double {
        Elementary.arcTangent(y: y, x: x) / Elementary.radiansPerDegree
    }

    static func arcSine(_ ratio: Double) -> Double { Elementary.arcSine(ratio) / Elementary.radiansPerDegree }
}

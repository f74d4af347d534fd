package import GeoCore

/// The Earth's magnetic field at a point, by the World Magnetic Model of 2025.
///
/// NOAA NCEI and the British Geological Survey, doi 10.25921/aqfd-sd83. The model holds from 2025.0 to 2030.0; a time
/// outside is taken as the nearer end.
package struct MagneticField: Equatable, Sendable {
    /// The components in nanotesla.
    package let north: Double
    package let east: Double
    package let down: Double

    /// The decimal years for which the model was made.
    package static let years: ClosedRange<Double> = 2025...2030
    /// Below this strength of the horizontal part, in nanotesla, a compass is unreliable (the model's caution zone).
    package static let weak = 6_000.0

    /// The strength of the horizontal part, in nanotesla.
    package var horizontal: Double { (north * north + east * east).squareRoot() }

    /// The angle from true to magnetic north, in degrees, east positive.
    package var declinationInDegrees: Double { Degrees.arcTangent(y: east, x: north) }

    /// The standard error of the declination in degrees, by the model's error model: it grows where the needle is weak.
    package var declinationErrorInDegrees: Double {
        let weakness = 5_417 / max(horizontal, 60)
        return (0.26 * 0.26 + weakness * weakness).squareRoot()
    }

    /// Computes the field at a place, `height` kilometres above the ellipsoid of WGS 84, at a decimal year.
    ///
    /// Geodetic to spherical coordinates, a sum of spherical harmonics to degree 12, and back: the technical report of
    /// the model, section 1.2. At the poles, where east is no direction, the field is that of a point 1 m away.
    package init(at place: Coordinate, height: Double = 0, year: Double) {
        let radius = 6378.137, flattening = 0.00669437999014
        let latitude = min(max(place.latitude, -89.99999), 89.99999)
        let geodetic = Degrees.sineAndCosine(latitude)
        let across = radius / (1 - flattening * geodetic.sine * geodetic.sine).squareRoot()
        let fromAxis = (across + height) * geodetic.cosine
        let fromEquator = (across * (1 - flattening) + height) * geodetic.sine
        let distance = (fromAxis * fromAxis + fromEquator * fromEquator).squareRoot()
        let sine = fromEquator / distance, cosine = fromAxis / distance
        let sum = HarmonicSum(
            sine: sine, cosine: cosine, longitude: place.longitude, distance: distance,
            years: min(max(year, Self.years.lowerBound), Self.years.upperBound) - Self.years.lowerBound)
        // The turn from the spherical to the geodetic vertical, φ′ − φ.
        let turnSine = sine * geodetic.cosine - cosine * geodetic.sine
        let turnCosine = cosine * geodetic.cosine + sine * geodetic.sine
        north = sum.north * turnCosine - sum.down * turnSine
        east = sum.east
        down = sum.north * turnSine + sum.down * turnCosine
    }

    /// The decimal year of a point in time, in seconds since 1970.
    package static func year(secondsSince1970: Double) -> Double {
        guard secondsSince1970.magnitude < 1e11 else { return years.lowerBound }
        let days = secondsSince1970 / 86_400
        let year = CivilDay(number: Int(days.rounded(.down))).year
        let start = CivilDay.number(year: year, month: 1, day: 1)
        let length = CivilDay.number(year: year + 1, month: 1, day: 1) - start
        return Double(year) + (days - Double(start)) / Double(length)
    }
}

/// The sum of spherical harmonics, in nanotesla along the axes of the sphere.
private struct HarmonicSum {
    var north = 0.0
    var east = 0.0
    var down = 0.0

    /// Sums over orders and, within each, over degrees, with the Schmidt semi-normalised functions P and their
    /// derivatives by recursion.
    init(sine: Double, cosine: Double, longitude: Double, distance: Double, years: Double) {
        let ratio = 6371.2 / distance
        // P(m, m), its derivative by colatitude, and ratio^(m + 2).
        var diagonal = 1.0, diagonalSlope = 0.0, power = ratio * ratio
        for order in 0...MagneticModel.degree {
            if order > 0 {
                let scale = order == 1 ? 1 : (Double(2 * order - 1) / Double(2 * order)).squareRoot()
                diagonalSlope = scale * (cosine * diagonalSlope + sine * diagonal)
                diagonal *= scale * cosine
                power *= ratio
            }
            let turn = Degrees.sineAndCosine(Double(order) * longitude)
            var p = diagonal, slope = diagonalSlope, before = 0.0, slopeBefore = 0.0, strength = power
            for degree in order...MagneticModel.degree {
                if degree > order {
                    let n = Double(degree), m = Double(order)
                    let own = 1 / (n * n - m * m).squareRoot()
                    let other = ((n - 1) * (n - 1) - m * m).squareRoot()
                    let next = own * ((2 * n - 1) * sine * p - other * before)
                    let nextSlope = own * ((2 * n - 1) * (sine * slope - cosine * p) - other * slopeBefore)
                    (before, slopeBefore) = (p, slope)
                    (p, slope) = (next, nextSlope)
                    strength *= ratio
                }
                guard degree > 0 else { continue }
                let (g, h) = MagneticModel.coefficients(degree: degree, order: order, years: years)
                let along = g * turn.cosine + h * turn.sine
                north += strength * along * slope
                east += strength * Double(order) * (g * turn.sine - h * turn.cosine) * p
                down -= strength * Double(degree + 1) * along * p
            }
        }
        east /= cosine
    }
}

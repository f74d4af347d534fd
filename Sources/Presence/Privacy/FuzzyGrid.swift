import GeoCore

/// Where somebody is told to be who does not want to be told exactly: somewhere around, and at the same spot each time.
///
/// A position becomes the middle of the square of 500 m that it is in, and that is moved by planar Laplace noise
/// (Andrés and others, *Geo-Indistinguishability*, CCS 2013), drawn once for each person and square by the person's key
/// and kept for ever (Wu and Hu, PoPETs 2016(4): what is drawn anew at each look is averaged away). Two positions in
/// one square are told alike, to everybody; `WhereaboutsRule` also counts as in a square who has been there and is a
/// little beside it.
struct FuzzyGrid: Sendable {
    /// The square that a position is in: bands of latitude, and what makes them squares.
    struct Square: Hashable, Sendable {
        let band: Int32
        let column: Int32
    }

    /// How wide squares are, in metres.
    static let width = 500.0
    /// The level of privacy, ln 4, within 200 m: positions that near are told alike but for a factor of 4 in
    /// probability.
    static let epsilon = 1.386_294_361_119_890_6 / 200
    /// What is told is rounded to so many metres.
    static let rounding = 50.0

    /// The radius, in metres, of the circle around what is told that holds the true position in 19 of 20 cases: the
    /// noise, the square, the margin beside it and the rounding together (a test draws them).
    static let radius = 800.0

    private let draw: KeyedDraw

    init(_ key: PersonKey) { draw = KeyedDraw(key, for: "fuzzy squares 1") }

    /// Degrees of latitude in a metre.
    private static let degreesPerMetre = 1 / (Coordinate.earthRadiusInMetres * Elementary.radiansPerDegree)

    static func square(of point: PointE7) -> Square {
        let band = row(of: point).rounded(.down)
        return Square(band: Int32(band), column: Int32(column(of: point, inBand: band).rounded(.down)))
    }

    /// Whether a position is in a square or less than so many metres beside it.
    static func isIn(_ square: Square, _ point: PointE7, orWithin metres: Double) -> Bool {
        let band = Double(square.band), left = Double(square.column), margin = metres / width
        return (band - margin...band + 1 + margin).contains(row(of: point))
            && (left - margin...left + 1 + margin).contains(column(of: point, inBand: band))
    }

    /// How many squares a position is north of the equator, and east of Greenwich.
    private static func row(of point: PointE7) -> Double { Coordinate(point).latitude / (width * degreesPerMetre) }

    private static func column(of point: PointE7, inBand band: Double) -> Double {
        Coordinate(point).longitude / (width * degreesPerMetre * stretch(ofBand: band))
    }

    /// How many degrees of longitude are as long as one of latitude, in the middle of a band.
    private static func stretch(ofBand band: Double) -> Double {
        let middle = (band + 0.5) * width * degreesPerMetre
        return 1 / max(0.01, Elementary.cosine(min(89, max(-89, middle)) * Elementary.radiansPerDegree))
    }

    /// Where this person is told to be when they are in `square`.
    func point(for square: Square) -> PointE7 {
        let (first, second, turn) = draw.three([Int64(square.band), Int64(square.column)])
        // The distance is the sum of two exponential ones: the density r·e^(−εr) of the planar Laplace distribution.
        let distance = -(Self.logarithm(first) + Self.logarithm(second)) / Self.epsilon
        let direction = Elementary.sineAndCosine(turn * 2 * .pi)
        let stretch = Self.stretch(ofBand: Double(square.band)), side = Self.width
        let north = (Double(square.band) + 0.5) * side + distance * direction.cosine
        let east = (Double(square.column) + 0.5) * side + distance * direction.sine
        let latitude = Self.rounded(north) * Self.degreesPerMetre
        let longitude = Self.rounded(east) * Self.degreesPerMetre * stretch
        return Self.onEarth(latitude, longitude)
    }

    /// Of a number in 0 ..< 1, where 0 counts as the next one above it.
    private static func logarithm(_ number: Double) -> Double { Elementary.logarithm(max(number, 0x1p-53)) }

    private static func rounded(_ metres: Double) -> Double {
        (metres / rounding).rounded(.toNearestOrEven) * rounding
    }

    /// The nearest point on Earth, around it where longitudes end.
    private static func onEarth(_ latitude: Double, _ longitude: Double) -> PointE7 {
        var east = longitude.truncatingRemainder(dividingBy: 360)
        if east > 180 { east -= 360 }
        if east < -180 { east += 360 }
        let north = min(90, max(-90, latitude))
        return PointE7(
            latitudeE7: Int32((north * 1e7).rounded(.toNearestOrEven)),
            longitudeE7: Int32((east * 1e7).rounded(.toNearestOrEven)))
    }
}

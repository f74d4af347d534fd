import GeoCore

/// Computes a person's approximate location: a point nearby, the same each time.
///
/// A position becomes the middle of its square of 500 m, moved by planar Laplace noise (Andrés and others,
/// *Geo-Indistinguishability*, CCS 2013). The noise is drawn from the person's key once for each square and never
/// changes: a watcher could average away noise that is drawn anew (Wu and Hu, PoPETs 2016(4)). All positions in a
/// square have the same approximate location, for every viewer. `WhereaboutsRule` also keeps a person in their square
/// while they are a little beside it.
struct ApproximateGrid: Sendable {
    /// A square of the grid: a band of latitude, and a column in that band.
    struct Square: Hashable, Sendable {
        let band: Int32
        let column: Int32
    }

    /// The width of a square, in metres.
    static let width = 500.0
    /// The privacy level, ln 4 within 200 m: two positions at that distance have the same approximate location with
    /// probabilities that differ by a factor of 4 at most.
    static let epsilon = 1.386_294_361_119_890_6 / 200
    /// The step to which the location is rounded, in metres.
    static let rounding = 50.0

    /// The radius, in metres, of the circle around an approximate location that holds the true position in 19 of 20
    /// cases. It covers noise, square, margin and rounding; a test draws samples.
    static let radius = 800.0

    private let draw: KeyedDraw

    init(_ key: PersonKey) { draw = KeyedDraw(key, for: "fuzzy squares 1") }

    /// Degrees of latitude in a metre.
    private static let degreesPerMetre = 1 / (Coordinate.earthRadiusInMetres * Elementary.radiansPerDegree)

    static func square(of point: PointE7) -> Square {
        let band = row(of: point).rounded(.down)
        return Square(band: Int32(band), column: Int32(column(of: point, inBand: band).rounded(.down)))
    }

    /// Returns whether a position is in a square or less than `metres` beside it.
    static func isIn(_ square: Square, _ point: PointE7, orWithin metres: Double) -> Bool {
        let band = Double(square.band), left = Double(square.column), margin = metres / width
        return (band - margin...band + 1 + margin).contains(row(of: point))
            && (left - margin...left + 1 + margin).contains(column(of: point, inBand: band))
    }

    /// The number of squares north of the equator, and east of Greenwich.
    private static func row(of point: PointE7) -> Double { Coordinate(point).latitude / (width * degreesPerMetre) }

    private static func column(of point: PointE7, inBand band: Double) -> Double {
        Coordinate(point).longitude / (width * degreesPerMetre * stretch(ofBand: band))
    }

    /// Returns the number of degrees of longitude that are as long as one of latitude, in the middle of a band.
    private static func stretch(ofBand band: Double) -> Double {
        let middle = (band + 0.5) * width * degreesPerMetre
        return 1 / max(0.01, Elementary.cosine(min(89, max(-89, middle)) * Elementary.radiansPerDegree))
    }

    /// Returns this person's approximate location in `square`.
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

    /// Takes a number in 0 ..< 1, and replaces 0 by the smallest one that can be drawn.
    private static func logarithm(_ number: Double) -> Double { Elementary.logarithm(max(number, 0x1p-53)) }

    private static func rounded(_ metres: Double) -> Double {
        (metres / rounding).rounded(.toNearestOrEven) * rounding
    }

    /// Returns the nearest point on Earth, with longitudes wrapped.
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

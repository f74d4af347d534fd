import Foundation
import GeoCore
import TestSupport
import Testing

/// Two places with what a source says about the way between them.
struct GreatCircle: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let from: Coordinate
    let to: Coordinate
    let distance: Double
    let bearing: Double?
}

@Suite struct CoordinateTests {
    /// A coordinate of numbers known to be in range.
    static func at(_ latitude: Double, _ longitude: Double) -> Coordinate {
        Coordinate(latitude: latitude, longitude: longitude)!
    }

    static func degrees(_ whole: Double, _ minutes: Double, _ seconds: Double = 0) -> Double {
        whole < 0 ? whole - minutes / 60 - seconds / 3600 : whole + minutes / 60 + seconds / 3600
    }

    static func randomPlaces(count: Int) -> [Coordinate] {
        var generator = SeededGenerator(seed: 11)
        return (0..<count).map { _ in
            at(generator.uniform(in: -90...90), generator.uniform(in: -180...180))
        }
    }

    @Test(arguments: [
        (90.000001, 0), (-91, 0), (0, 180.000001), (0, -181), (Double.nan, 0), (0, .nan), (.infinity, 0),
        (0, -.infinity),
    ])
    func `a coordinate off the Earth cannot be made`(latitude: Double, longitude: Double) {
        #expect(Coordinate(latitude: latitude, longitude: longitude) == nil)
    }

    @Test(arguments: [(90.0, 180.0), (-90, -180), (0, 0), (-0.0, 180)])
    func `the edges of the Earth are coordinates`(latitude: Double, longitude: Double) {
        #expect(Coordinate(latitude: latitude, longitude: longitude) != nil)
    }

    /// Published spherical examples. Distances as arcs in radians, so that no radius enters.
    static let spherical = [
        // Ed Williams, Aviation Formulary 1.47: 0.623585 radians, course 1.150035 radians.
        GreatCircle(
            testDescription: "Los Angeles to New York", from: at(degrees(33, 57), degrees(-118, 24)),
            to: at(degrees(40, 38), degrees(-73, 47)), distance: 0.623585, bearing: 65.892),
        // Wikipedia, Great-circle navigation: 168.56° of arc, course −94.41°.
        GreatCircle(
            testDescription: "Valparaíso to Shanghai", from: at(-33, -71.6), to: at(31.4, 121.8),
            distance: 168.56 * .pi / 180, bearing: 360 - 94.41),
        // Chris Veness, movable-type.co.uk/scripts/latlong.html: 968.9 km with 6 371 km, 009°07′11″.
        GreatCircle(
            testDescription: "Land's End to John o' Groats", from: at(degrees(50, 3, 59), degrees(-5, 42, 53)),
            to: at(degrees(58, 38, 38), degrees(-3, 4, 12)), distance: 968.9 / 6371, bearing: degrees(9, 7, 11)),
        // A quarter of a meridian and of the equator, by definition.
        GreatCircle(
            testDescription: "equator to pole", from: at(0, 25), to: at(90, 0), distance: .pi / 2, bearing: 0),
        GreatCircle(
            testDescription: "along the equator", from: at(0, 170), to: at(0, -100), distance: .pi / 2, bearing: 90),
    ]

    @Test(arguments: spherical)
    func `distances and bearings are the published ones`(way: GreatCircle) throws {
        // Half a unit of the last digit that the sources print: 0.05 km, 0.005°.
        let arc = way.from.distance(inMetresTo: way.to) / Coordinate.earthRadiusInMetres
        #expect((arc - way.distance).magnitude < 1e-4)
        let bearing = try #require(way.from.bearing(to: way.to))
        #expect((bearing - (way.bearing ?? .nan)).magnitude < 0.005)
    }

    /// Published geodesics of the ellipsoid, in metres.
    static let ellipsoidal = [
        // GeodSolve(1), GeographicLib: JFK to LHR.
        GreatCircle(
            testDescription: "New York to London", from: at(40.6, -73.8), to: at(51.6, -0.5), distance: 5_551_759.400,
            bearing: nil),
        // Geoscience Australia, GDA technical manual: Flinders Peak to Buninyong.
        GreatCircle(
            testDescription: "Flinders Peak to Buninyong",
            from: at(degrees(-37, 57, 3.7203), degrees(144, 25, 29.5244)),
            to: at(degrees(-37, 39, 10.1561), degrees(143, 55, 35.3839)), distance: 54_972.271, bearing: nil),
        // WGS 84: half the circumference of the ellipse through the poles, and a degree of the equator.
        GreatCircle(
            testDescription: "pole to pole", from: at(90, 0), to: at(-90, 0), distance: 2 * 10_001_965.729,
            bearing: nil),
        GreatCircle(
            testDescription: "one degree of the equator", from: at(0, 0), to: at(0, 1), distance: 111_319.491,
            bearing: nil),
    ]

    @Test(arguments: ellipsoidal)
    func `distances stay within 0.6 % of the ellipsoid`(way: GreatCircle) {
        let ours = way.from.distance(inMetresTo: way.to)
        #expect((ours / way.distance - 1).magnitude < 0.006)
    }

    @Test func `a distance is the same both ways and never longer over a third place`() {
        let places = Self.randomPlaces(count: 900)
        for index in stride(from: 0, to: 900, by: 3) {
            let (a, b, c) = (places[index], places[index + 1], places[index + 2])
            let ab = a.distance(inMetresTo: b), bc = b.distance(inMetresTo: c), ac = a.distance(inMetresTo: c)
            #expect((ab - b.distance(inMetresTo: a)).magnitude <= 1e-9 * ab)
            // The arc sine near a half circle turns one rounding (2⁻⁵³) into √2⁻⁵² radians: a decimetre.
            #expect(ac <= ab + bc + 0.1)
            #expect(ab <= .pi * Coordinate.earthRadiusInMetres)
        }
    }

    @Test func `short distances keep their precision`() {
        // 1e-7 degrees of a meridian are R·π/180·1e-7 metres; the stored resolution must not drown in rounding.
        let step = Coordinate.earthRadiusInMetres * .pi / 180 * 1e-7
        let from = PointE7(latitudeE7: 601_699_000, longitudeE7: 249_384_000)
        let to = PointE7(latitudeE7: 601_699_001, longitudeE7: 249_384_000)
        #expect((from.distance(inMetresTo: to) / step - 1).magnitude < 1e-6)
        #expect(from.distance(inMetresTo: from) == 0)
    }

    @Test func `the antimeridian is no wall`() throws {
        let west = Self.at(10, 179.999), east = Self.at(10, -179.999)
        let inland = Self.at(10, 0.001), other = Self.at(10, -0.001)
        #expect((west.distance(inMetresTo: east) - inland.distance(inMetresTo: other)).magnitude < 1e-3)
        #expect((try #require(west.bearing(to: east)) - 90).magnitude < 0.001)
        #expect((try #require(east.bearing(to: west)) - 270).magnitude < 0.001)
    }

    @Test func `at a pole every longitude is the same place`() {
        #expect(Self.at(90, 20).distance(inMetresTo: Self.at(90, -130)) < 1e-6)
        #expect(Self.at(-90, 20).distance(inMetresTo: Self.at(-90, 160)) < 1e-6)
    }

    @Test func `antipodes are half a great circle apart`() {
        for place in Self.randomPlaces(count: 200) {
            let longitude = place.longitude > 0 ? place.longitude - 180 : place.longitude + 180
            let half = place.distance(inMetresTo: Self.at(-place.latitude, longitude))
            #expect((half - .pi * Coordinate.earthRadiusInMetres).magnitude < 0.2)
        }
    }

    @Test func `bearings agree with the vector form`() throws {
        // An independent derivation: the direction to the target, projected on north and east of the tangent plane.
        let places = Self.randomPlaces(count: 600)
        for index in stride(from: 0, to: 600, by: 2) {
            let (a, b) = (places[index], places[index + 1])
            let (φ, λ, ψ, μ) = (
                a.latitude * .pi / 180, a.longitude * .pi / 180, b.latitude * .pi / 180, b.longitude * .pi / 180
            )
            let target = [cos(ψ) * cos(μ), cos(ψ) * sin(μ), sin(ψ)]
            let north = [-sin(φ) * cos(λ), -sin(φ) * sin(λ), cos(φ)], east = [-sin(λ), cos(λ), 0]
            let dot = { (u: [Double], v: [Double]) in zip(u, v).map(*).reduce(0, +) }
            let truth = atan2(dot(target, east), dot(target, north)) * 180 / .pi
            let ours = try #require(a.bearing(to: b))
            let difference = (ours - truth).truncatingRemainder(dividingBy: 360).magnitude
            #expect(min(difference, 360 - difference) < 1e-9)
            #expect((0..<360).contains(ours))
        }
    }

    @Test func `there is no bearing from a point to itself`() {
        #expect(Self.at(60, 25).bearing(to: Self.at(60, 25)) == nil)
    }

    @Test func `a stored point comes back as it was`() {
        var generator = SeededGenerator(seed: 3)
        for _ in 0..<10_000 {
            let point = PointE7(
                latitudeE7: .random(in: -900_000_000...900_000_000, using: &generator),
                longitudeE7: .random(in: -1_800_000_000...1_800_000_000, using: &generator))
            #expect(PointE7(Coordinate(point)) == point)
        }
    }

    @Test func `a coordinate is stored at the nearest point`() {
        for place in Self.randomPlaces(count: 1000) {
            let stored = PointE7(place)
            #expect(stored.isOnEarth)
            #expect((Double(stored.latitudeE7) - place.latitude * 1e7).magnitude <= 0.5)
            #expect((Double(stored.longitudeE7) - place.longitude * 1e7).magnitude <= 0.5)
        }
        #expect(PointE7(Self.at(90, -180)) == PointE7(latitudeE7: 900_000_000, longitudeE7: -1_800_000_000))
    }

    @Test func `points of a damaged file are distinguished from points on Earth`() {
        #expect(!PointE7(latitudeE7: 900_000_001, longitudeE7: 0).isOnEarth)
        #expect(!PointE7(latitudeE7: .min, longitudeE7: 0).isOnEarth)
        #expect(!PointE7(latitudeE7: 0, longitudeE7: 1_800_000_001).isOnEarth)
        #expect(!PointE7(latitudeE7: 0, longitudeE7: .min).isOnEarth)
        #expect(PointE7(latitudeE7: -900_000_000, longitudeE7: 1_800_000_000).isOnEarth)
    }
}

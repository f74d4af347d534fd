import Foundation
import GeoCore
import TestSupport
import Testing

@Suite struct MercatorTests {
    @Test func `a published projected point is met`() throws {
        // IOGP Guidance Note 7-2, Popular Visualisation Pseudo Mercator: 24°22′54.433″ N 100°20′00.000″ W
        // is at E −11 169 055.58 m, N 2 800 000.00 m, with the radius 6 378 137 m.
        let place = try #require(
            Coordinate(latitude: 24 + 22.0 / 60 + 54.433 / 3600, longitude: -(100 + 20.0 / 60)))
        let world = Mercator.worldFraction(place), circumference = 2 * .pi * 6_378_137.0
        // The last printed digit of the latitude is worth 3 cm, of the easting 1 cm.
        #expect(((world.x - 0.5) * circumference + 11_169_055.58).magnitude < 0.01)
        #expect(((0.5 - world.y) * circumference - 2_800_000.00).magnitude < 0.03)
    }

    @Test func `the projection agrees with its definition`() throws {
        var generator = SeededGenerator(seed: 5)
        for _ in 0..<5000 {
            let place = try #require(
                Coordinate(latitude: generator.uniform(in: -85...85), longitude: generator.uniform(in: -180...180)))
            let world = Mercator.worldFraction(place)
            let truth = 0.5 - asinh(tan(place.latitude * .pi / 180)) / (2 * .pi)
            #expect((world.y - truth).magnitude < 2e-15 * 8)
            #expect((world.x - (place.longitude + 180) / 360).magnitude < 2e-16)
        }
    }

    @Test func `the world's corners and middle are where they belong`() throws {
        let middle = Mercator.worldFraction(try #require(Coordinate(latitude: 0, longitude: 0)))
        #expect(middle == (0.5, 0.5))
        let northWest = Mercator.worldFraction(try #require(Coordinate(latitude: 90, longitude: -180)))
        #expect(northWest.x == 0)
        #expect(northWest.y < 1e-15)
        let southEast = Mercator.worldFraction(try #require(Coordinate(latitude: -90, longitude: 180)))
        #expect(southEast.x == 1)
        #expect(southEast.y > 1 - 1e-15)
    }

    @Test(arguments: [0, 1, 12, 26, 30])
    func `no point leaves the grid`(bits: Int) {
        let last = Int32((Int64(1) << Int64(bits)) - 1)
        for latitude: Int32 in [-900_000_000, -850_511_288, 0, 850_511_288, 900_000_000] {
            for longitude: Int32 in [-1_800_000_000, 0, 1_800_000_000] {
                let cell = Mercator.project(PointE7(latitudeE7: latitude, longitudeE7: longitude), bits: bits)
                #expect((0...last).contains(cell.x))
                #expect((0...last).contains(cell.y))
            }
        }
    }

    @Test func `a stored point survives the way to the world square and back`() {
        var generator = SeededGenerator(seed: 9)
        for _ in 0..<10_000 {
            let point = PointE7(
                latitudeE7: .random(in: -850_000_000...850_000_000, using: &generator),
                longitudeE7: .random(in: -1_800_000_000...1_800_000_000, using: &generator))
            let world = Mercator.worldFraction(Coordinate(point))
            #expect(Mercator.coordinate(atX: world.x, y: world.y) == point)
        }
    }

    @Test func `projecting onto a grid and back moves a point by half a cell at most`() {
        var generator = SeededGenerator(seed: 10)
        let size = Double(1 << 30)
        for _ in 0..<10_000 {
            let point = PointE7(
                latitudeE7: .random(in: -850_000_000...850_000_000, using: &generator),
                longitudeE7: .random(in: -1_799_999_990...1_799_999_990, using: &generator))
            let cell = Mercator.project(point, bits: 30)
            let back = Mercator.coordinate(atX: Double(cell.x) / size, y: Double(cell.y) / size)
            // Half of 360° / 2³⁰ are 1.68 units of 1e-7°, and half a unit is rounded away.
            #expect((Int64(back.longitudeE7) - Int64(point.longitudeE7)).magnitude <= 2)
            #expect((Int64(back.latitudeE7) - Int64(point.latitudeE7)).magnitude <= 2)
        }
    }
}

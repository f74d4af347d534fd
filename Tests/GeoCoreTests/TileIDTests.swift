import Foundation
import GeoCore
import TestSupport
import Testing

/// A published address: a place and the tile that holds it.
struct KnownTile: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let latitude: Double
    let longitude: Double
    let zoom: Int
    let x: Int
    let y: Int

    static let all = [
        // OpenStreetMap wiki, Slippy map tilenames: the example of the article.
        KnownTile(
            testDescription: "Tokyo", latitude: 35.659_069_9, longitude: 139.700_679_3, zoom: 18, x: 232_798, y: 103_246
        ),
        // mercantile's documentation: mercantile.tile(20.6852, 40.1222, 9).
        KnownTile(testDescription: "Albania", latitude: 40.1222, longitude: 20.6852, zoom: 9, x: 285, y: 193),
        // mercantile's tests: the upper left corner of 10/486/332 is −9.140625, 53.330872983.
        KnownTile(testDescription: "Galway", latitude: 53.3308, longitude: -9.1406, zoom: 10, x: 486, y: 332),
        KnownTile(testDescription: "the world", latitude: -33.9, longitude: 151.2, zoom: 0, x: 0, y: 0),
        KnownTile(testDescription: "north pole", latitude: 90, longitude: 0, zoom: 3, x: 4, y: 0),
        KnownTile(testDescription: "south pole, date line", latitude: -90, longitude: 180, zoom: 3, x: 7, y: 7),
    ]
}

@Suite struct TileIDTests {
    @Test(arguments: KnownTile.all)
    func `a place is in its published tile`(known: KnownTile) throws {
        let place = try #require(Coordinate(latitude: known.latitude, longitude: known.longitude))
        let tile = try #require(TileID(containing: PointE7(place), zoom: known.zoom))
        #expect(tile == TileID(zoom: known.zoom, x: known.x, y: known.y))
    }

    @Test func `tiles agree with the formula of the OpenStreetMap wiki`() throws {
        var generator = SeededGenerator(seed: 21)
        for _ in 0..<5000 {
            let point = PointE7(
                latitudeE7: .random(in: -850_000_000...850_000_000, using: &generator),
                longitudeE7: .random(in: -1_799_999_999...1_799_999_999, using: &generator))
            let zoom = Int.random(in: 0...20, using: &generator)
            let n = Double(1 << zoom), latitude = Coordinate(point).latitude * .pi / 180
            let x = Int(floor((Coordinate(point).longitude + 180) / 360 * n))
            let y = Int(floor((1 - asinh(tan(latitude)) / .pi) / 2 * n))
            #expect(TileID(containing: point, zoom: zoom) == TileID(zoom: zoom, x: x, y: y))
        }
    }

    @Test func `an address outside its zoom's square is refused`() {
        #expect(TileID(zoom: 3, x: 7, y: 7) != nil)
        #expect(TileID(zoom: 24, x: 16_777_215, y: 0) != nil)
        for (zoom, x, y) in [
            (3, 8, 0), (3, 0, 8), (3, -1, 0), (3, 0, -1), (-1, 0, 0), (25, 0, 0), (Int.min, 0, 0), (Int.max, 0, 0),
            (0, .max, 0), (0, 0, .max),
        ] {
            #expect(TileID(zoom: zoom, x: x, y: y) == nil)
        }
        #expect(TileID(containing: PointE7(latitudeE7: 0, longitudeE7: 0), zoom: 25) == nil)
    }
}

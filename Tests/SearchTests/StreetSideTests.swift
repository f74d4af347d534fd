import Atlas
import GeoCore
import Search
import TestSupport
import Testing

/// Main Street goes east in two ways and turns north at its end; Short Lane goes north from its beginning.
private var corner: HandMade {
    var map = HandMade()
    map.node(1, 60, 25)
    map.node(2, 60, 25.01)
    map.node(3, 60, 25.02)
    map.node(4, 60.01, 25.02)
    map.way(1, [1, 2], ["highway": "residential", "name": "Main Street"])
    map.way(2, [2, 3, 4], ["highway": "residential", "name": "Main Street"])
    return map
}

@Suite struct StreetSideTests {
    @Test(arguments: [
        (60.0002, 25.005, CompassPoint.north), (59.9998, 25.005, .south), (60.0002, 25.015, .north),
        (60.005, 25.0202, .east), (60.005, 25.0198, .west),
        // Where the two ways join, and outside the bend.
        (60.0002, 25.01, .north), (59.9998, 25.01, .south), (59.9998, 25.0204, .southEast),
    ])
    func `a point lies on one side of a street, for either direction of drawing`(
        latitude: Double, longitude: Double, side: CompassPoint
    ) throws {
        let position = try #require(Coordinate(latitude: latitude, longitude: longitude))
        #expect(try SearchWorld(corner).engine.address(at: position)?.side == side)
        var turned = HandMade()
        for node in corner.nodes {
            turned.node(node.id, Double(node.latitudeE7) / 1e7, Double(node.longitudeE7) / 1e7)
        }
        for way in corner.ways { turned.way(way.id, Array(way.refs.reversed()), way.tags) }
        #expect(try SearchWorld(turned).engine.address(at: position)?.side == side)
    }

    @Test(arguments: [(60.0, 25.005), (60.0, 24.9995), (60.0001, 24.9995), (60.0103, 25.02)])
    func `on a street and beyond its end there is no side`(latitude: Double, longitude: Double) throws {
        let position = try #require(Coordinate(latitude: latitude, longitude: longitude))
        let answer = try #require(try SearchWorld(corner).engine.address(at: position))
        #expect(answer.street != nil && answer.side == nil)
    }

    @Test func `a smaller zoom returns less`() throws {
        let world = try SearchWorld(HandMade.town),
            here = try #require(Coordinate(latitude: 60.1001, longitude: 25.1011))
        func answer(_ zoom: Int) throws -> [String: Any] {
            try JSONSyntax.object(world.engine.addressJSON(at: here, zoom: zoom))
        }
        let house = try #require(try answer(18)["address"] as? [String: Any])
        #expect(house["housenumber"] as? String == "50" && house["neighbourhood"] as? String == "Ydin")
        #expect(try answer(16)["street"] is [String: Any] && answer(16)["place"] is [String: Any] == false)
        let area = try #require(try answer(14)["address"] as? [String: Any])
        #expect(try answer(14)["street"] is [String: Any] == false && area["housenumber"] == nil)
        #expect(area["neighbourhood"] as? String == "Ydin" && area["label"] as? String == "Kotikaupunki")
        #expect(try (answer(13)["address"] as? [String: Any])?["neighbourhood"] == nil)
        #expect(try (answer(10)["address"] as? [String: Any])?["city"] as? String == "Kotikaupunki")
        #expect(try (answer(9)["address"] as? [String: Any])?["city"] == nil)
    }

    @Test func `the areas around a point are listed, the country first`() throws {
        var map = HandMade()
        for (index, (level, name, reach)) in [("8", "Town", 0.1), ("2", "Country", 1.0), ("4", "State", 0.5)]
            .enumerated()
        {
            let first = Int64(index * 4 + 1)
            for (corner, (y, x)) in [(-1.0, -1.0), (-1, 1), (1, 1), (1, -1)].enumerated() {
                map.node(first + Int64(corner), 60 + y * reach, 25 + x * reach)
            }
            map.way(
                Int64(index + 1), [first, first + 1, first + 2, first + 3, first],
                ["boundary": "administrative", "admin_level": level, "name": name])
        }
        let world = try SearchWorld(map), here = try #require(Coordinate(latitude: 60, longitude: 25))
        func levels(_ zoom: Int) throws -> [String] {
            let answer = try JSONSyntax.object(world.engine.addressJSON(at: here, zoom: zoom))
            let areas = try #require(answer["areas"] as? [[String: Any]])
            return areas.map { "\($0["level"] ?? 0) \($0["name"] ?? "") \($0["id"] ?? "")" }
        }
        #expect(try levels(18) == ["2 Country w2", "4 State w3", "8 Town w1"])
        #expect(try levels(5) == ["2 Country w2", "4 State w3"])
        #expect(try levels(3) == ["2 Country w2"])
    }
}

import Atlas
import GeoCore
import OSMImport
import Search
import TestSupport
import Testing

/// Places over the antimeridian.
@Suite struct AntimeridianTests {
    @Test func `house numbers along a line over the antimeridian are spread along it`() throws {
        var map = HandMade()
        map.node(1, -16.8, 179.9984)
        map.node(2, -16.8, -179.9984)
        map.way(10, [1, 2], ["highway": "residential", "name": "Line Road"])
        map.node(3, -16.8001, 179.9984, ["addr:street": "Line Road", "addr:housenumber": "2"])
        map.node(4, -16.8001, -179.9984, ["addr:street": "Line Road", "addr:housenumber": "10"])
        map.way(11, [3, 4], ["addr:interpolation": "even"])
        let world = try SearchWorld(map)
        for (number, longitude) in [("4", 179.9992), ("6", 180), ("8", -179.9992)] {
            let hit = try #require(world.hits("Line Road \(number)").first), found = Coordinate(hit.point)
            #expect(world.name(hit) == "Line Road \(number)")
            let apart = (found.longitude - longitude).magnitude
            #expect(min(apart, 360 - apart) < 1e-6, "\(number): \(found.longitude)")
        }
    }

    @Test func `a place at 180° lies in the town around it`() throws {
        var map = HandMade()
        for (id, (latitude, longitude)) in [(-16.9, 179.9), (-16.9, -179.9), (-16.7, -179.9), (-16.7, 179.9)]
            .enumerated()
        {
            map.node(Int64(id) + 1, latitude, longitude)
        }
        map.way(10, [1, 2, 3, 4, 1])
        map.relation(
            20, [HandMade.Member(.way, 10, "outer")],
            ["type": "boundary", "boundary": "administrative", "admin_level": "8", "name": "Dateville"])
        for (id, longitude) in [(31, 180.0), (32, -180), (33, 179.95), (34, -179.95)] {
            map.node(Int64(id), -16.8, longitude, ["amenity": "cafe", "name": "Bar \(id)"])
        }
        let world = try SearchWorld(map)
        for id in 31...34 {
            let place = try world.place("n\(id)")
            #expect(world.city(place) == "Dateville", "\(id)")
            let around = world.engine.areas(around: Coordinate(world.engine.places.point(place)))
            #expect(try around.city.place == world.place("r20"), "\(id)")
        }
    }
}

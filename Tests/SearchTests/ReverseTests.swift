import Atlas
import GeoCore
import OSMImport
import Search
import TestSupport
import Testing

private func position(_ latitude: Double, _ longitude: Double) throws -> Coordinate {
    try #require(Coordinate(latitude: latitude, longitude: longitude))
}

/// A grid of streets with houses here and there, from a seed.
private func randomTown(seed: UInt64) -> HandMade {
    var random = SeededGenerator(seed: seed), map = HandMade()
    for index in 0..<400 {
        map.node(
            Int64(index + 1), random.uniform(in: 60.10...60.12), random.uniform(in: 25.10...25.14),
            ["addr:street": "Katu \(index % 20)", "addr:housenumber": "\(index)"])
    }
    for index in 0..<60 {
        let ids = (0..<3).map { Int64(1000 + index * 3 + $0) }
        for id in ids { map.node(id, random.uniform(in: 60.10...60.12), random.uniform(in: 25.10...25.14)) }
        map.way(Int64(index + 1), ids, ["highway": "residential", "name": "Katu \(index % 20)"])
    }
    for index in 0..<80 {
        map.node(
            Int64(5000 + index), random.uniform(in: 60.10...60.12), random.uniform(in: 25.10...25.14),
            ["amenity": "cafe", "name": "Kahvila \(index)"])
    }
    return map
}

private func randomPoints(_ count: Int, seed: UInt64) -> [Coordinate] {
    var random = SeededGenerator(seed: seed)
    return (0..<count).map { _ in
        Coordinate(
            latitude: random.uniform(in: 60.099...60.121), longitude: random.uniform(in: 25.098...25.142))!
    }
}

@Test func `the nearest house is that of a full scan`() throws {
    let map = randomTown(seed: 1), world = try SearchWorld(map)
    let houses = map.nodes.filter { $0.tags.contains { $0.key == "addr:housenumber" } }
    for point in randomPoints(300, seed: 2) {
        let distances = houses.map { house in
            point.distance(
                inMetresTo: Coordinate(
                    PointE7(latitudeE7: Int32(house.latitudeE7), longitudeE7: Int32(house.longitudeE7))))
        }
        let least = distances.min()!, found = world.engine.address(at: point)?.house
        if least < 49.9 {
            let house = try #require(found)
            // The flat map around the point and the sphere differ by a few centimetres at this distance.
            #expect(abs(house.distanceInMetres - least) < 0.1)
        } else if least > 50.1 {
            #expect(found == nil)
        }
    }
}

@Test func `the nearest street is that of a full scan`() throws {
    let map = randomTown(seed: 3), world = try SearchWorld(map)
    let points = Dictionary(uniqueKeysWithValues: map.nodes.map { ($0.id, $0) })
    for point in randomPoints(200, seed: 4) {
        var least = Double.infinity
        for way in map.ways {
            let nodes = way.refs.map { points[$0]! }
            for (a, b) in zip(nodes, nodes.dropFirst()) {
                // Finely chopped: no formula shared with the engine.
                for step in 0...2000 {
                    let share = Double(step) / 2000
                    let there = Coordinate(
                        latitude: (Double(a.latitudeE7) * (1 - share) + Double(b.latitudeE7) * share) / 1e7,
                        longitude: (Double(a.longitudeE7) * (1 - share) + Double(b.longitudeE7) * share) / 1e7)!
                    least = min(least, point.distance(inMetresTo: there))
                }
            }
        }
        guard least < 490 else { continue }
        let street = try #require(world.engine.address(at: point)?.street)
        // Pieces are at most 2.5 km / 2000 long; lines are stored to 11 cm.
        #expect(abs(street.distanceInMetres - least) < 1.5)
    }
}

@Test func `the nearest place is that of a full scan`() throws {
    let map = randomTown(seed: 5), world = try SearchWorld(map)
    let places = map.nodes.filter { $0.tags.contains { $0.key == "amenity" } }
    for point in randomPoints(200, seed: 6) {
        let least = places.map { place in
            point.distance(
                inMetresTo: Coordinate(
                    PointE7(latitudeE7: Int32(place.latitudeE7), longitudeE7: Int32(place.longitudeE7))))
        }.min()!
        guard least < 249 else { continue }
        let found = try #require(world.engine.address(at: point)?.place)
        #expect(abs(found.distanceInMetres - least) < 0.5)
    }
}

@Test func `inside a building its number counts, beside it the nearest`() throws {
    let world = try SearchWorld(HandMade.town)
    func number(_ latitude: Double, _ longitude: Double) throws -> String? {
        world.engine.address(at: try position(latitude, longitude))?.house.map {
            world.houseNumber($0.place)
        }
    }
    #expect(try number(60.10010, 25.10502) == "54", "a corner inside")
    #expect(try number(60.10018, 25.10560) == "54", "11 m east of the wall")
    #expect(try number(60.1001, 25.1010) == "50")
    #expect(try number(60.1001, 25.10328) == "52b", "between 52 and 52b, nearer to the second")
    #expect(try number(60.1050, 25.1010) == nil)
}

@Test func `a house number's own node goes before the building around it`() throws {
    var map = HandMade.town
    map.node(90, 60.10020, 25.10520, ["addr:street": "Aleksanterinkatu", "addr:housenumber": "54 C"])
    let world = try SearchWorld(map)
    let point = try position(60.10020, 25.10520)
    #expect(world.engine.address(at: point).flatMap { $0.house.map { world.houseNumber($0.place) } } == "54 C")
}

@Test func `the cross street is the nearest that meets the street`() throws {
    let world = try SearchWorld(HandMade.town)
    let answer = try #require(
        world.engine.address(at: try position(60.1001, 25.1030)))
    #expect(answer.street?.place == (try world.place("w100")))
    #expect(answer.crossStreet?.place == (try world.place("w102")))
}

@Test func `inside a large place the answer is the small place next to the point`() throws {
    var map = HandMade()
    for (id, (y, x)) in [(0.0, 0.0), (0, 0.02), (0.02, 0.02), (0.02, 0.0)].enumerated() {
        map.node(Int64(id) + 1, 60.1 + y, 25.1 + x)
    }
    map.way(1, [1, 2, 3, 4, 1], ["amenity": "university", "name": "Kampus"])
    map.node(5, 60.11, 25.11, ["amenity": "cafe", "name": "Kahvila"])
    let world = try SearchWorld(map)
    func name(_ latitude: Double) throws -> String? {
        let point = try position(latitude, 25.11)
        return world.engine.address(at: point)?.place.map { world.text(of: $0.place) }
    }
    #expect(try name(60.1101) == "Kahvila", "11 m from the café, inside the campus")
    #expect(try name(60.1180) == "Kampus", "900 m from the café")
}

@Test func `the locality comes from the house, the areas around, then the neighbours`() throws {
    let world = try SearchWorld(HandMade.town), text = world.engine.places.text
    func locality(_ latitude: Double, _ longitude: Double) throws -> Locality? {
        world.engine.address(at: try position(latitude, longitude))?.locality
    }
    let house = try #require(try locality(60.1001, 25.2510))
    #expect(text.string(house.city.name) == "Itäkylä" && text.string(house.postcode.name) == "12345")
    let street = try #require(try locality(60.0990, 25.1040))
    #expect(text.string(street.city.name) == "Kotikaupunki")
}

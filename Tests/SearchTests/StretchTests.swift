import Atlas
import GeoCore
import OSMImport
import Search
import TestSupport
import Testing

/// Streets that lie in several towns, of which each stretch belongs to its own.
@Suite struct StretchTests {
    private let world: SearchWorld

    init() throws { world = try SearchWorld(.twoTowns) }

    private func text(_ part: LocalityPart) -> String { world.engine.places.text.string(part.name) }

    private func hit(_ text: String, near: Coordinate? = nil) throws -> SearchHit {
        var workspace = SearchWorkspace()
        return try #require(
            world.engine.places(SearchRequest(text: text, near: near), workspace: &workspace).hits.first, "\(text)")
    }

    @Test(arguments: [
        ("Strada Lunga, Altavilla", "Altavilla", "Ovest"), ("Strada Lunga, Borgonovo", "Borgonovo", "Est"),
        ("strada lunga est", "Borgonovo", "Est"), ("Strada Lunga Ovest", "Altavilla", "Ovest"),
    ])
    func `a street that is one way is found in each town that it passes through`(
        query: String, town: String, county: String
    ) throws {
        let found = try hit(query)
        #expect(world.name(found) == "Strada Lunga" && !found.isPartial)
        let locality = world.engine.locality(of: found)
        #expect(text(locality.city) == town && text(locality.county) == county)
        #expect((found.point.longitudeE7 < 125_000_000) == (town == "Altavilla"))
    }

    @Test(arguments: ["Altavilla", "Borgonovo"])
    func `a street along a border is in both towns`(town: String) throws {
        let found = try hit("Via Confine, \(town)")
        #expect(world.name(found) == "Via Confine" && !found.isPartial)
        #expect(text(world.engine.locality(of: found).city) == town)
    }

    @Test func `a street without houses is found in each of its towns too`() throws {
        var map = HandMade.twoTowns
        map.way(31, [2, 30], ["highway": "residential", "name": "Via Vuota"])
        let world = try SearchWorld(map)
        for town in ["Altavilla", "Borgonovo"] {
            var workspace = SearchWorkspace()
            let found = try #require(
                world.engine.places(SearchRequest(text: "Via Vuota, \(town)"), workspace: &workspace).hits.first)
            #expect(world.name(found) == "Via Vuota" && !found.isPartial, "\(town)")
        }
    }

    @Test(arguments: [("7", "Borgonovo", "n500"), ("7", "Altavilla", "n502"), ("10", "Altavilla", "n501")])
    func `houses on a border lie on their side of it`(number: String, town: String, id: String) throws {
        #expect(try hit("Via Confine \(number), \(town)").place == world.place(id))
    }

    @Test(arguments: [(12.4925, "Altavilla", "Ovest"), (12.5075, "Borgonovo", "Est"), (12.4999, "Altavilla", "Ovest")])
    func `a street is in the town at the requested point`(longitude: Double, town: String, county: String) throws {
        let point = Coordinate(latitude: 42.6028, longitude: longitude)!
        let street = try world.place("w20")
        let locality = world.engine.locality(of: street, at: PointE7(point))
        #expect(text(locality.city) == town && text(locality.county) == county)
        let address = try #require(world.engine.address(at: point))
        #expect(text(address.locality.city) == town && text(address.locality.county) == county)
    }

    @Test func `near somebody the street is in the town there`() throws {
        for (longitude, town) in [(12.487, "Altavilla"), (12.513, "Borgonovo")] {
            let found = try hit("Strada Lunga", near: Coordinate(latitude: 42.603, longitude: longitude)!)
            #expect(text(world.engine.locality(of: found).city) == town)
        }
    }

    @Test func `settlements without boundaries divide a street too`() throws {
        var map = HandMade()
        map.node(1, 60, 25)
        map.node(2, 60, 25.06)
        map.way(1, [1, 2], ["highway": "residential", "name": "Long Street"])
        map.node(3, 60.001, 25.01, ["place": "village", "name": "Westby"])
        map.node(4, 60.001, 25.05, ["place": "village", "name": "Eastby"])
        let world = try SearchWorld(map)
        for (town, isWest) in [("Westby", true), ("Eastby", false)] {
            var workspace = SearchWorkspace()
            let found = try #require(
                world.engine.places(SearchRequest(text: "Long Street, \(town)"), workspace: &workspace).hits.first)
            #expect(!found.isPartial && (found.point.longitudeE7 < 250_300_000) == isWest, "\(town)")
        }
    }

    @Test func `a postcode of the other town is not taken over`() throws {
        var locality = Locality(city: LocalityPart(StringID(rawValue: 1)))
        let other = Locality(
            city: LocalityPart(StringID(rawValue: 2)), postcode: LocalityPart(StringID(rawValue: 3)),
            county: LocalityPart(StringID(rawValue: 4)))
        locality.complete(with: other)
        #expect(locality.postcode.isUnknown && !locality.county.isUnknown)
    }

    @Test(.timeLimit(.minutes(1)))
    func `borders too long to remember change no street's towns`() throws {
        var map = HandMade.twoTowns
        // A boundary that goes to and fro over most of the Earth: a thousand million steps of 50 m.
        let ids = (0..<3000).map { Int64(100_000 + $0) }
        for (index, id) in ids.enumerated() { map.node(id, 50 + Double(index) / 1000, index % 2 == 0 ? -80 : 80) }
        map.way(90_000, ids + [ids[0]])
        map.relation(
            90_000, [.init(.way, 90_000, "outer")],
            ["type": "boundary", "boundary": "administrative", "admin_level": "6", "name": "Everywhere"])
        let world = try SearchWorld(map)
        for (town, isWest) in [("Altavilla", true), ("Borgonovo", false)] {
            var workspace = SearchWorkspace()
            let found = try #require(
                world.engine.places(SearchRequest(text: "Strada Lunga, \(town)"), workspace: &workspace).hits.first)
            #expect(world.name(found) == "Strada Lunga" && (found.point.longitudeE7 < 125_000_000) == isWest)
        }
    }
}

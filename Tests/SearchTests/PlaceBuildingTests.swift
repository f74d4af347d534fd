import Atlas
import GeoCore
import OSMImport
import Search
import TestSupport
import Testing

@Test func `touching ways of the same name are one street, and those in the next town another`() throws {
    let world = try SearchWorld(HandMade.town), places = world.engine.places
    #expect(try world.place("w100") == world.place("w101"))
    #expect(try world.place("w102") != world.place("w103"))
    let street = try world.place("w101")
    #expect(places.type(street) == .street)
    #expect(places.ref(street) == PlaceRef("w100"))
    var length = 0.0
    places.shape(street)?.forEachPart { part in
        part.forEachEdge(closing: false) { length += $0.distance(inMetresTo: $1) }
    }
    let whole = PointE7(latitudeE7: 601_000_000, longitudeE7: 251_000_000).distance(
        inMetresTo: PointE7(latitudeE7: 601_000_000, longitudeE7: 251_060_000))
    #expect(abs(length - whole) < 1, "rounded to 11 cm at each node")
}

@Test func `pieces of a street 60 m apart belong together, 300 m apart they do not`() throws {
    for (gap, isOne) in [(0.0010, true), (0.0054, false)] {
        var map = HandMade()
        map.node(1, 60.1, 25.1000)
        map.node(2, 60.1, 25.1010)
        map.node(3, 60.1, 25.1010 + gap)
        map.node(4, 60.1, 25.1020 + gap)
        map.way(1, [1, 2], ["highway": "residential", "name": "Katu"])
        map.way(2, [3, 4], ["highway": "residential", "name": "Katu"])
        let world = try SearchWorld(map)
        #expect(try (world.place("w1") == world.place("w2")) == isOne)
    }
}

@Test func `an address finds its street, however either is spelt`() throws {
    var map = HandMade()
    map.node(1, 40.1, -77.1000)
    map.node(2, 40.1, -77.1020)
    map.way(1, [1, 2], ["highway": "residential", "name": "North Main Street"])
    for (index, spelling) in ["North Main Street", "N. Main St", "n main street"].enumerated() {
        map.node(
            10 + Int64(index), 40.1001, -77.1010,
            ["addr:street": spelling, "addr:housenumber": "\(index + 1)"])
    }
    let world = try SearchWorld(map)
    for id in ["n10", "n11", "n12"] {
        #expect(try world.engine.places.street(world.place(id)) == world.place("w1"))
    }
    #expect(world.suggest("2 north main st").first == "North Main Street 2")
    #expect(world.engine.places.numbersComeFirst)
}

@Test(
    arguments: [
        (["main", "yes", "service"], 0), (["yes", "service", "emergency"], 0), (["service", "main", "main"], nil),
        (["yes", "yes", ""], nil), (["", "exit", "shop"], 2), (["", "", ""], nil),
    ] as [([String], Int?)])
func `a building's position is its main entrance, or its only entrance`(
    _ entrances: [String], _ expected: Int?
) throws {
    var map = HandMade()
    let corners = [(60.1, 25.1), (60.1, 25.101), (60.101, 25.101), (60.101, 25.1)]
    for (index, corner) in corners.enumerated() {
        let kind = index < 3 ? entrances[index] : ""
        map.node(Int64(index) + 1, corner.0, corner.1, kind.isEmpty ? [:] : ["entrance": kind])
    }
    map.way(1, [1, 2, 3, 4, 1], ["building": "yes", "tourism": "museum", "name": "Museo"])
    let world = try SearchWorld(map), point = Coordinate(try world.engine.places.point(world.place("w1")))
    let expectedPoint = expected.map { corners[$0] } ?? (60.1005, 25.1005)
    let there = Coordinate(latitude: expectedPoint.0, longitude: expectedPoint.1)!
    #expect(point.distance(inMetresTo: there) < 1)
}

@Test func `the entrance of a building beside a park is not the park's`() throws {
    var map = HandMade()
    let corners = [(60.1, 25.1), (60.1, 25.101), (60.101, 25.101), (60.101, 25.1), (60.0995, 25.101), (60.0995, 25.1)]
    for (index, corner) in corners.enumerated() {
        map.node(Int64(index) + 1, corner.0, corner.1, index == 1 ? ["entrance": "main"] : [:])
    }
    map.way(1, [1, 2, 3, 4, 1], ["leisure": "park", "name": "Puisto"])
    map.way(2, [1, 6, 5, 2, 1], ["building": "yes", "tourism": "museum", "name": "Museo"])
    let world = try SearchWorld(map)
    func metres(_ id: String, _ latitude: Double, _ longitude: Double) throws -> Double {
        Coordinate(try world.engine.places.point(world.place(id)))
            .distance(inMetresTo: Coordinate(latitude: latitude, longitude: longitude)!)
    }
    #expect(try metres("w1", 60.1005, 25.1005) < 1)
    #expect(try metres("w2", 60.1, 25.101) < 1)
}

@Test func `a closed entrance leads nowhere`() throws {
    var map = HandMade()
    map.node(1, 60.1, 25.1, ["entrance": "main", "access": "private"])
    map.node(2, 60.1, 25.101)
    map.node(3, 60.101, 25.101, ["entrance": "yes"])
    map.way(1, [1, 2, 3, 1], ["building": "yes", "tourism": "museum", "name": "Museo"])
    let world = try SearchWorld(map), point = Coordinate(try world.engine.places.point(world.place("w1")))
    #expect(point.distance(inMetresTo: Coordinate(latitude: 60.101, longitude: 25.101)!) < 1)
}

@Test func `addresses whose street is not drawn share one of their own`() throws {
    var map = HandMade()
    map.node(1, 60.1, 25.1, ["addr:street": "Kadonnut tie", "addr:housenumber": "1"])
    map.node(2, 60.101, 25.1, ["addr:street": "Kadonnut tie", "addr:housenumber": "3"])
    map.node(3, 60.9, 25.1, ["addr:place": "Kadonnut tie", "addr:housenumber": "5"])
    let world = try SearchWorld(map), places = world.engine.places
    let first = try #require(places.street(world.place("n1")))
    #expect(try places.street(world.place("n2")) == first)
    #expect(try places.street(world.place("n3")) != first, "90 km away")
    #expect(world.suggest("kadonnut tie 3").first == "Kadonnut tie 3")
    #expect(world.suggest("kadonnut").first == "Kadonnut tie")
}

@Test func `a list in addr:street means the street that is there`() throws {
    var map = HandMade()
    map.node(1, 60.1, 25.1000)
    map.node(2, 60.1, 25.1020)
    map.way(1, [1, 2], ["highway": "residential", "name": "Kaivokatu"])
    map.node(3, 60.1, 25.1010, ["addr:street": "Asemahalli, Kaivokatu", "addr:housenumber": "1"])
    let world = try SearchWorld(map)
    #expect(try world.engine.places.street(world.place("n3")) == world.place("w1"))
}

@Test func `localities come from tags, then boundaries, then the nearest settlement`() throws {
    var map = HandMade.town
    map.node(60, 60.09, 25.24)
    map.node(61, 60.09, 25.26)
    map.node(62, 60.11, 25.26)
    map.node(63, 60.11, 25.24)
    map.way(200, [60, 61, 62, 63, 60])
    map.relation(
        300, [HandMade.Member(.way, 200, "outer")],
        ["type": "boundary", "boundary": "administrative", "admin_level": "8", "name": "Naapurin kunta"])
    let world = try SearchWorld(map)
    #expect(try world.city(world.place("n33")) == "Itäkylä", "its own tag")
    #expect(try world.city(world.place("n52")) == "Naapurin kunta", "the boundary, not the village's node")
    #expect(try world.city(world.place("n50")) == "Kotikaupunki", "the town's node 700 m away")
    #expect(try world.neighbourhood(world.place("n50")) == "Ydin")
    #expect(try world.city(world.place("r300")) == "", "no area lies in itself, nor in a village near its middle")
    #expect(try world.city(world.place("n21")) == "Naapurin kunta", "a village lies in its municipality")
    #expect(try world.city(world.place("n20")) == "", "nor does a town")
}

@Test func `each name of a locality states its area or settlement`() throws {
    var map = HandMade.town
    // A municipality that is called like the town in it, a county and a country around, and a house 6 km off that names
    // the village.
    func square(_ first: Int64, _ half: Double, _ tags: HandMade.TagPairs) {
        for (index, corner) in [(-half, -half), (-half, half), (half, half), (half, -half)].enumerated() {
            map.node(first + Int64(index), 60.1 + corner.0, 25.1 + corner.1)
        }
        map.way(first, [first, first + 1, first + 2, first + 3, first])
        map.relation(first, [HandMade.Member(.way, first, "outer")], tags)
    }
    let boundary = "administrative"
    // The extract has one corner of the surrounding land.
    map.relation(
        730, [HandMade.Member(.way, 799, "outer"), HandMade.Member(.node, 20, "admin_centre")],
        ["type": "boundary", "boundary": boundary, "admin_level": "4", "name": "Maakunta"])
    square(700, 0.01, ["type": "boundary", "boundary": boundary, "admin_level": "8", "name": "Kotikaupunki"])
    square(710, 0.05, ["type": "boundary", "boundary": boundary, "admin_level": "6", "name": "Lääni"])
    square(
        720, 0.06,
        ["type": "boundary", "boundary": boundary, "admin_level": "2", "name": "Maa", "ISO3166-1:alpha2": "MX"])
    map.node(
        60, 60.1500, 25.2510,
        ["addr:place": "Mökki", "addr:housenumber": "1", "addr:city": "Naapurila", "addr:country": "SE"])
    let world = try SearchWorld(map), places = world.engine.places, tags = AddressTags(in: places)
    let cafe = places.locality(try world.place("n50"))
    #expect(cafe.city.place == places.place(PlaceRef("n20")!), "the town's node: it says that it is a town")
    #expect(cafe.county.place == places.place(PlaceRef("r710")!) && cafe.state == .unknown)
    func code(_ ref: String) throws -> [UInt8] {
        let place = try world.place(ref)
        return world.engine.countryCode(of: place, in: places.locality(place), tags)
    }
    #expect(try code("n50") == Array("mx".utf8))
    let cut = places.locality(try world.place("r730"))
    #expect(cut.city == .unknown && cut.neighbourhood == .unknown, "a state is in no town, wherever its point is")
    #expect(places.point(try world.place("r730")) == places.point(try world.place("n20")), "its capital stands for it")
    let far = places.locality(try world.place("n60"))
    #expect(places.text.string(far.city.name) == "Naapurila" && far.city.place == places.place(PlaceRef("n21")!))
    #expect(try code("n60") == Array("se".utf8), "its own tag")
    #expect(try code("n52").isEmpty)
    let parts = world.engine.addressParts(of: try world.place("n50"), NameLanguage([], in: places), tags)
    #expect(parts.settlement == Array("town".utf8) && parts.county == Array("Lääni".utf8))
    #expect(world.engine.adminLevel(of: try world.place("r710"), tags) == 6)
}

@Test func `an object without a name is a place if people may look for it`() throws {
    var map = HandMade()
    map.node(1, 60.1, 25.1, ["amenity": "toilets"])
    map.node(2, 60.1, 25.1, ["amenity": "grit_bin"])
    map.node(3, 60.1, 25.1, ["natural": "tree"])
    map.node(4, 60.1, 25.1, ["leisure": "playground", "access": "private"])
    map.node(5, 60.1, 25.1, ["addr:housenumber": "5"])
    let world = try SearchWorld(map)
    #expect(world.engine.places.indices.map { world.engine.places.ref(PlaceID($0)) } == [PlaceRef("n1")])
}

@Test func `an area's point lies inside it, and its outline says so`() throws {
    var map = HandMade()
    // An L: its centre of gravity is outside.
    for (id, (y, x)) in [(0.0, 0.0), (0, 10), (1, 10), (1, 1), (10, 1), (10, 0)].enumerated() {
        map.node(Int64(id) + 1, 60.1 + y / 10_000, 25.1 + x / 10_000)
    }
    map.way(1, [1, 2, 3, 4, 5, 6, 1], ["leisure": "park", "name": "Kulmapuisto"])
    let world = try SearchWorld(map), place = try world.place("w1"), places = world.engine.places
    let shape = try #require(places.shape(place))
    #expect(shape.isArea && shape.contains(places.point(place)))
    #expect(!shape.contains(PointE7(latitudeE7: 601_005_000, longitudeE7: 251_005_000)))
}

@Test func `importance orders the table`() throws {
    let world = try SearchWorld(HandMade.town), places = world.engine.places
    #expect(world.text(of: PlaceID(0)) == "Kotikaupunki")
    #expect(places.type(PlaceID(places.count - 1)) == .address)
}

@Test func `the same data gives the same bytes`() throws {
    let data = try HandMade.town.data()
    #expect(try SearchWorld.atlas(data) == SearchWorld.atlas(data))
}

@Test func `data without places gives an atlas that answers nothing`() throws {
    let world = try SearchWorld(OSMData())
    #expect(world.hits("helsinki", near: Coordinate(latitude: 60, longitude: 25)).isEmpty)
    #expect(world.engine.address(at: try #require(Coordinate(latitude: 60, longitude: 25))) == nil)
}

@Test func `a ferry whose tags are on its route relation is found by name, as one line of its ways`() throws {
    var map = HandMade()
    for id in 1...4 { map.node(Int64(id), 60.1, 25.1 + Double(id) / 100) }
    map.way(1, [1, 2])
    map.way(2, [2, 3])
    map.way(3, [3, 4], ["highway": "residential", "name": "Rantatie"])
    map.relation(
        1, [.init(.way, 1, ""), .init(.way, 2, ""), .init(.way, 3, "")],
        ["type": "route", "route": "ferry", "name": "Saaren lautta"])
    let world = try SearchWorld(map)
    #expect(try world.place("w1") == world.place("w2"))
    #expect(world.suggest("saaren lautta") == ["Saaren lautta"])
    #expect(world.suggest("rantatie") == ["Rantatie"])
}

@Test func `a ferry's ways have the name of its relation unless they have their own, with any other tags`() throws {
    for (tags, name) in [
        (["source": "survey"], "Saaren lautta"), (["route": "ferry"], "Saaren lautta"),
        (["name": "Pohjoinen lautta"], "Pohjoinen lautta"),
        (["route": "ferry", "name": "Pohjoinen lautta"], "Pohjoinen lautta"),
        (["waterway": "river", "name": "Joki"], "Joki"),
    ] as [(HandMade.TagPairs, String)] {
        var map = HandMade()
        for id in 1...2 { map.node(Int64(id), 60.1, 25.1 + Double(id) / 100) }
        map.way(1, [1, 2], tags)
        map.relation(1, [.init(.way, 1, "")], ["type": "route", "route": "ferry", "name": "Saaren lautta"])
        let world = try SearchWorld(map)
        #expect(try world.text(of: world.place("w1")) == name)
        #expect(world.suggest(name) == [name])
    }
}

import GeoCore
import OSMImport
import Search
import TestSupport
import Testing

/// A square with a tram stop, bikes for hire and a taxi rank that are called after it.
private var square: HandMade {
    var map = HandMade()
    map.node(1, 60.1000, 25.1000)
    map.node(2, 60.1000, 25.1010)
    map.node(3, 60.1005, 25.1010)
    map.way(
        10, [1, 2, 3, 1],
        ["highway": "pedestrian", "area": "yes", "name": "Senaatintori", "name:en": "Helsinki Senate Square"])
    map.node(20, 60.1001, 25.1001, ["railway": "tram_stop", "name": "Senaatintori"])
    map.node(
        21, 60.1002, 25.1001,
        ["amenity": "bicycle_rental", "name": "Senaatintori", "name:en": "Senate Square city bike station"])
    map.node(22, 60.1003, 25.1001, ["amenity": "taxi", "name": "Senaatintori"])
    map.node(30, 60.1004, 25.1050, ["highway": "bus_stop", "name": "Kaukana"])
    return map
}

@Test(arguments: ["senaatintori", "senate square", "helsinki senate square", "senate", "senaatin"])
private func `a square goes before the stops named after it`(text: String) throws {
    let world = try SearchWorld(square), near = try #require(Coordinate(latitude: 60.1001, longitude: 25.1001))
    for near in [nil, near] {
        #expect(world.hits(text, near: near).first?.place == (try world.place("w10")), "\(text)")
    }
}

@Test(arguments: [
    ("senaatintori tram", "n20"), ("tram stop senaatintori", "n20"), ("senate square bike station", "n21"),
    ("taksi senaatintori", "n22"), ("kaukana", "n30"),
])
private func `a stop is found by its kind, and by a name that nothing else has`(text: String, place: String) throws {
    let world = try SearchWorld(square)
    #expect(world.hits(text).first?.place == (try world.place(place)), "\(text)")
}

/// A cathedral, and a café that somebody runs whose name is two slips away.
private var cathedral: HandMade {
    var map = HandMade()
    map.node(
        1, 60.1, 25.1,
        ["amenity": "place_of_worship", "name": "Uspenskin katedraali", "name:en": "Uspenski Cathedral"])
    map.node(2, 60.101, 25.1, ["amenity": "cafe", "name": "Café Artist", "operator": "Café Svenskis Ab"])
    map.node(3, 60.1, 25.1005, ["amenity": "cafe", "name": "Uspenskijn Kahvila"])
    return map
}

@Test func `an exact word of an important name goes before a prefix`() throws {
    let world = try SearchWorld(cathedral), near = try #require(Coordinate(latitude: 60.101, longitude: 25.1))
    for text in ["uspenski", "Uspenski", "uspenski cath"] {
        for near in [nil, near] {
            #expect(world.hits(text, near: near).first?.place == (try world.place("n1")), "\(text)")
        }
    }
}

@Test func `an exact word within an important name goes before a street with that prefix`() throws {
    var map = HandMade()
    map.node(1, 60.1, 25.1, ["amenity": "theatre", "name": "WHS Teatteri Union"])
    map.node(11, 60.1002, 25.1000)
    map.node(12, 60.1002, 25.1010)
    map.way(10, [11, 12], ["highway": "residential", "name": "Unioninkatu"])
    let world = try SearchWorld(map)
    #expect(world.suggest("union") == ["WHS Teatteri Union", "Unioninkatu"])
    #expect(world.suggest("unionin").first == "Unioninkatu")
}

@Test func `a word with two typing errors, one in the first letter, is another word`() throws {
    var map = HandMade()
    map.node(2, 60.101, 25.1, ["amenity": "cafe", "name": "Café Artist", "operator": "Café Svenskis Ab"])
    let world = try SearchWorld(map)
    #expect(world.hits("uspenski").isEmpty)
    #expect(world.hits("svenskiis").first != nil && world.hits("svneskis").first != nil)
}

import Atlas
import GeoCore
import OSMImport
import Search
import TestSupport
import Testing

/// A street with two houses, 2 and 12, and a line between them that says there are even numbers, of which 8 is mapped
/// by itself.
private func street(interpolation: String) -> HandMade {
    var map = HandMade()
    map.node(1, 60, 25)
    map.node(2, 60, 25.02)
    map.way(1, [1, 2], ["highway": "residential", "name": "Long Lane"])
    let address: (String) -> KeyValuePairs<String, String> = { number in
        ["addr:street": "Long Lane", "addr:housenumber": number, "addr:postcode": "12345", "addr:city": "Laneville"]
    }
    map.node(10, 60.001, 25.001, address("2"))
    map.node(11, 60.001, 25.006)
    map.node(12, 60.001, 25.011, address("12"))
    map.way(2, [10, 11, 12], ["addr:interpolation": interpolation])
    map.node(13, 60.0011, 25.0069, address("8"))
    return map
}

@Test(arguments: [
    ("even", ["2", "4", "6", "8", "10", "12"]), ("all", (2...12).map(String.init)), ("5", ["2", "7", "8", "12"]),
    ("alphabetic", ["2", "8", "12"]),
    ("-2", ["2", "8", "12"]), ("odd", ["2", "4", "6", "8", "10", "12"]),
])
private func `a line between two houses gives the numbers between them`(interpolation: String, numbers: [String]) throws
{
    let world = try SearchWorld(street(interpolation: interpolation))
    for number in 1...13 {
        let hit = try #require(world.hits("long lane \(number) ").first)
        let isKnown = numbers.contains("\(number)")
        #expect((world.name(hit) == "Long Lane \(number)") == isKnown && hit.isPartial != isKnown, "\(number)")
        guard isKnown, number != 8 else { continue }
        #expect(abs(hit.point.longitudeE7 - Int32(250_010_000 + (number - 2) * 10_000)) <= 1, "evenly along the line")
        #expect(try world.city(#require(hit.place)) == "Laneville")
    }
    #expect(
        try world.hits("long lane 8 ").first?.place == world.place("n13"),
        "what is mapped goes before what a line gives")
}

@Test func `a line between two houses gives the letters between them`() throws {
    for (ends, found, missing) in [
        (("12a", "12f"), ["12b", "12c", "12d", "12e"], ["12g"]), (("12", "12D"), ["12a", "12b", "12c"], ["12e"]),
        (("12d", "12"), ["12a", "12b", "12c"], ["12e"]), (("12f", "12a"), ["12b", "12e"], ["12g"]),
        (("12a", "14c"), [], ["12b", "14b"]), (("12", "12"), [], ["12a"]),
    ] {
        var map = HandMade()
        map.node(1, 60, 25)
        map.node(2, 60, 25.02)
        map.way(1, [1, 2], ["highway": "residential", "name": "Long Lane"])
        map.node(10, 60.001, 25.001, ["addr:street": "Long Lane", "addr:housenumber": "\(ends.0)"])
        map.node(11, 60.001, 25.011, ["addr:street": "Long Lane", "addr:housenumber": "\(ends.1)"])
        map.way(2, [10, 11], ["addr:interpolation": "alphabetic"])
        let world = try SearchWorld(map)
        for number in found { #expect(world.suggest("long lane \(number) ").first == "Long Lane \(number)") }
        for number in missing { #expect(world.suggest("long lane \(number) ").first != "Long Lane \(number)") }
    }
}

@Test func `a relation says the street of its houses`() throws {
    var map = HandMade()
    map.node(1, 60, 25)
    map.node(2, 60, 25.01)
    map.way(1, [1, 2], ["highway": "residential", "name": "Rue Longue"])
    map.node(10, 60.0001, 25.001, ["addr:housenumber": "7"])
    map.node(11, 60.0001, 25.002, ["addr:housenumber": "9", "shop": "bakery", "name": "Chez Marie"])
    map.node(12, 60.0001, 25.003, ["addr:housenumber": "11", "addr:street": "Rue Courte"])
    map.relation(
        5, [.init(.way, 1, "street"), .init(.node, 10, "house"), .init(.node, 11, "house"), .init(.node, 12, "house")],
        ["type": "associatedStreet"])
    let world = try SearchWorld(map)
    #expect(world.suggest("7 rue longue ").first == "Rue Longue 7")
    #expect(world.suggest("9 rue longue ").first == "Rue Longue 9")
    #expect(world.hits("rue longue 11 ").first?.isPartial == true, "its own tags go first")
}

@Test func `a house without a street is on the nearest one, unless something says otherwise`() throws {
    var map = HandMade()
    map.node(1, 60, 25)
    map.node(2, 60, 25.02)
    map.way(1, [1, 2], ["highway": "residential", "name": "Long Lane"])
    map.node(3, 60.001, 25.005, ["place": "village", "name": "Laneville"])
    for (id, number) in [(Int64(30), "8"), (31, "2"), (32, "6")] {
        map.node(id, 60.0003, 25.001 + 0.002 * Double(id - 30), ["addr:housenumber": "\(number)"])
    }
    map.way(2, [31, 32], ["addr:interpolation": "even", "addr:street": "Long Lane"])
    map.node(40, 60.0006, 25.01, ["addr:housenumber": "10"])
    map.node(41, 60.0002, 25.011, ["addr:housenumber": "12", "addr:place": "Laneville"])
    map.node(42, 60.0002, 25.012, ["addr:conscriptionnumber": "14"])
    let world = try SearchWorld(map)
    for number in ["2", "4", "6", "8"] {
        let hit = try #require(world.hits("long lane \(number) ").first)
        #expect(world.name(hit) == "Long Lane \(number)" && !hit.isPartial)
    }
    for number in ["10", "12", "14"] {
        #expect(try #require(world.hits("long lane \(number) ").first).isPartial, "\(number) is not on the street")
    }
    #expect(PlaceRef("n40").flatMap { world.engine.places.place($0) } == nil)
    let point = try #require(Coordinate(latitude: 60.0003, longitude: 25.001))
    #expect(try world.engine.address(at: point)?.house?.place == world.place("n30"))
}

@Test func `a number behind a postcode of few houses says which house`() throws {
    var map = HandMade()
    map.node(1, 52, 5)
    map.node(2, 52, 5.01)
    map.way(1, [1, 2], ["highway": "residential", "name": "Kade"])
    for (id, number, postcode) in [
        (Int64(10), "11", "3512 AB"), (11, "11", "3512 AE"), (12, "11A", "3512 AE"), (13, "13", "3512 AE"),
    ] {
        map.node(
            id, 52.0001, 5 + 0.001 * Double(id - 9),
            ["addr:street": "Kade", "addr:housenumber": "\(number)", "addr:postcode": "\(postcode)"])
    }
    let world = try SearchWorld(map)
    for (text, house) in [
        ("3512AE 11", "n11"), ("3512 AE 11", "n11"), ("3512 AE 11-A", "n12"), ("3512AB 11", "n10"),
        ("13, 3512AE", "n13"),
    ] {
        let hit = try #require(world.hits(text).first)
        #expect(try hit.place == world.place(house) && !hit.isPartial, "\(text)")
    }
}

@Test func `a postcode is a place where its addresses are`() throws {
    var map = HandMade.town
    for (index, longitude) in [25.101, 25.103, 25.105].enumerated() {
        map.node(
            Int64(200 + index), 60.1001, longitude,
            ["addr:street": "Aleksanterinkatu", "addr:housenumber": "\(60 + index)", "addr:postcode": "00100"])
    }
    let world = try SearchWorld(map)
    let hit = try #require(world.hits("00100").first), place = try #require(hit.place)
    #expect(world.text(of: place) == "00100" && world.engine.places.type(place) == .area)
    #expect(hit.point == PointE7(latitudeE7: 601_001_000, longitudeE7: 251_030_000))
    #expect(world.city(place) == "Kotikaupunki")
    let address = try world.place("n201")
    #expect(world.engine.places.locality(address).postcode.place == place)
    #expect(world.name(try #require(world.hits("aleksanterinkatu 61 00100 ").first)) == "Aleksanterinkatu 61")
}

@Test func `an address without a city is in that of its neighbours`() throws {
    var map = HandMade()
    map.node(1, 60, 25)
    map.node(2, 60, 25.02)
    map.way(1, [1, 2], ["highway": "residential", "name": "Long Lane"])
    for (id, number) in [(Int64(10), "1"), (11, "3"), (12, "5")] {
        map.node(
            id, 60.0001, 25 + 0.001 * Double(id),
            [
                "addr:street": "Long Lane", "addr:housenumber": "\(number)",
                "addr:city": id == 12 ? "Elsewhere" : "Laneville",
            ])
    }
    map.node(13, 60.0001, 25.013, ["addr:street": "Long Lane", "addr:housenumber": "7"])
    map.node(20, 60.0001, 25.019, ["amenity": "cafe", "name": "Corner Café"])
    let world = try SearchWorld(map)
    for ref in ["n13", "n20", "w1"] { #expect(try world.city(world.place(ref)) == "Laneville", "\(ref)") }
    #expect(try world.city(world.place("n12")) == "Elsewhere")
}

/// A street whose houses are numbered in all the ways that people number them.
private var oddlyNumbered: HandMade {
    var map = HandMade()
    map.node(1, 60, 25)
    map.node(2, 60, 25.02)
    map.way(1, [1, 2], ["highway": "residential", "name": "Rue Longue"])
    for (index, number) in [
        "10a", "11 bis", "12-16", "17–18", "20;22", "24, 24b", "30 1/2", "100-5", "40", "42 B", "1200-1",
    ].enumerated() {
        map.node(
            Int64(10 + index), 60.0001, 25 + 0.001 * Double(index),
            ["addr:street": "Rue Longue", "addr:housenumber": "\(number)"])
    }
    return map
}

@Test(arguments: [
    ("10a", "10a", true), ("10 a", "10a", true), ("10", "10a", true), ("10b", "10a", true), ("11 bis", "11 bis", true),
    ("11bis", "11 bis", true),
    ("11", "11 bis", true), ("12-16", "12-16", true), ("12", "12-16", true), ("14", "12-16", true),
    ("16", "12-16", true), ("12–16", "12-16", true),
    ("17", "17–18", true), ("18", "17–18", true), ("20", "20;22", true), ("22", "20;22", true),
    ("24b", "24, 24b", true), ("24 B", "24, 24b", true),
    ("30 1/2", "30 1/2", true), ("30", "30 1/2", true), ("100", "100-5", true), ("100-5", "100-5", true),
    ("40-42", "40", true), ("40c", "40", true),
    ("42b", "42 B", true), ("1200", "1200-1", true),
    // In nobody's number: the street where it would be.
    ("13", "", false), ("21", "", false), ("26", "", false), ("41", "", false),
])
private func `a house is found by any way to write its number`(typed: String, number: String, isKnown: Bool) throws {
    let world = try SearchWorld(oddlyNumbered)
    for text in ["rue longue \(typed) ", "\(typed) rue longue", "\(typed), Rue Longue"] {
        let hit = try #require(world.hits(text).first, "\(text)")
        #expect(
            world.name(hit) == (isKnown ? "Rue Longue \(number)" : "Rue Longue") && hit.isPartial != isKnown, "\(text)")
    }
}

@Test func `a street lies in every town that it passes through, and a house where it lies`() throws {
    let world = try SearchWorld(HandMade.longStreet)
    func city(_ hit: SearchHit) -> String { world.engine.places.text.string(world.engine.locality(of: hit).city.name) }
    for (town, node, longitude) in [("Westby", "n10", 25.01), ("Eastby", "n11", 25.035)] {
        let street = try #require(world.hits("long street \(town)").first)
        #expect(!street.isPartial && city(street) == town)
        #expect(abs(Double(street.point.longitudeE7) / 1e7 - longitude) < 0.02)
        let house = try #require(world.hits("long street 7 \(town)").first)
        #expect(try house.place == world.place(node) && city(house) == town && !house.isPartial)
    }
    // Nobody has it there: the street is the answer, there, not the other town's house.
    let missing = try #require(world.hits("long street 9, Westby").first)
    #expect(world.name(missing) == "Long Street" && missing.isPartial && city(missing) == "Westby")
    #expect(missing.point.longitudeE7 < 250_200_000)
    // The town that is asked for counts, wherever somebody is.
    for (town, node) in [("Westby", "n10"), ("Eastby", "n11")] {
        for longitude in [25.001, 25.049] {
            let near = try #require(Coordinate(latitude: 60.0002, longitude: longitude))
            let street = try #require(world.hits("long street, \(town)", near: near).first)
            // Half-way between the two villages.
            #expect(city(street) == town && (street.point.longitudeE7 < 250_225_000) == (town == "Westby"))
            #expect(try world.hits("long street 7, \(town)", near: near).first?.place == world.place(node))
        }
    }
    // Near somebody it is the part of it that is near.
    for (town, longitude) in [("Westby", 25.001), ("Eastby", 25.049)] {
        let near = try #require(Coordinate(latitude: 60.0002, longitude: longitude))
        #expect(try city(#require(world.hits("long street", near: near).first)) == town)
    }
    #expect(Set(world.hits("long street 7").map(city)) == ["Westby", "Eastby"], "both")
    // Its houses name a third town, which has no boundary and is not near.
    let postal = try #require(world.hits("long street northby").first)
    #expect(world.name(postal) == "Long Street" && !postal.isPartial && city(postal) == "Northby")
    #expect(
        world.hits("long street 21").count == 1,
        "one house, in one town by its own word and in another by a node's beside it")
}

@Test func `the state of nearly all addresses applies to all places`() throws {
    var map = HandMade()
    for index in 0..<40 {
        map.node(
            Int64(index + 1), 60 + Double(index) / 1000, 25,
            ["addr:street": "Elm", "addr:housenumber": "\(index)", "addr:state": "PA"])
    }
    map.node(50, 60, 25.01, ["place": "town", "name": "Milltown"])
    map.node(51, 60, 25.011, ["amenity": "cafe", "name": "Milltown, PA Diner"])
    map.node(52, 60, 25.012, ["shop": "car", "name": "Milltown Ford", "addr:postcode": "16801"])
    let world = try SearchWorld(map)
    #expect(
        world.name(try #require(world.hits("Milltown, PA 16801").first)) == "Milltown", "a town has several postcodes")
    for text in [
        "Milltown, PA", "milltown pa", "Milltown, Pennsylvania", "Milltown, PA, USA",
    ] {
        let hit = try #require(world.hits(text).first)
        #expect(world.name(hit) == "Milltown" && !hit.isPartial, "\(text)")
    }
    // Other places' names are not the country's.
    #expect(world.hits("bank of america").allSatisfy { $0.isPartial })
    // The state is unknown where addresses disagree, or where hardly any states it.
    let milltown = { (map: HandMade) in try #require(SearchWorld(map).hits("milltown pennsylvania").first) }
    for (first, state) in [(Int64(100), "NY"), (200, "")] {
        var other = map
        for index in Int64(0)..<(state.isEmpty ? 600 : 10) {
            let tags: KeyValuePairs = ["addr:street": "Ash", "addr:housenumber": "\(index)"]
            let stated: KeyValuePairs = [
                "addr:street": "Ash", "addr:housenumber": "\(index)", "addr:state": "\(state)",
            ]
            other.node(first + index, 60, 25.1, state.isEmpty ? tags : stated)
        }
        #expect(try milltown(other).isPartial)
    }
    // One way of writing it or the other.
    for index in Int64(0)..<10 {
        map.node(
            300 + index, 60, 25.1,
            ["addr:street": "Ash", "addr:housenumber": "\(index)", "addr:state": "Pennsylvania"])
    }
    #expect(try !milltown(map).isPartial)
}

@Test func `a state is found by its code and its name, and lies in its country`() {
    for (code, name) in [("PA", "Pennsylvania"), ("NY", "New York"), ("QC", "Québec"), ("ON", "Ontario")] {
        #expect(RegionNames.other(for: code) == name && RegionNames.other(for: name) == code)
    }
    #expect(RegionNames.countries(of: "New York").contains("USA") && RegionNames.countries(of: "QC").contains("Canada"))
    #expect(RegionNames.other(for: "Bayern") == nil && RegionNames.countries(of: "BY").isEmpty)
}

@Test func `words behind a comma say where something is`() throws {
    var map = HandMade()
    map.node(1, 60, 25, ["place": "town", "name": "Oakton"])
    map.node(2, 60, 25.001, ["place": "suburb", "name": "Riverside"])
    map.node(3, 60, 25.002, ["amenity": "university", "name": "Riverside University Oakton", "wikidata": "Q1"])
    map.node(4, 60, 25.0011, ["shop": "bakery", "name": "Oakton Bakery"])
    let world = try SearchWorld(map)
    #expect(world.name(try #require(world.hits("Riverside, Oakton").first)) == "Riverside")
    #expect(world.name(try #require(world.hits("Oakton Bakery, Riverside").first)) == "Oakton Bakery")
    #expect(world.suggest("bakery, ri").first == "Oakton Bakery", "a town or suburb from its second letter on")
}

@Test func `a short word with a typing error is no kind`() throws {
    var map = HandMade()
    map.node(1, 60, 25)
    map.node(2, 60, 25.01)
    map.way(1, [1, 2], ["highway": "residential", "name": "Pike Street"])
    map.node(
        3, 60.001, 25, ["shop": "bicycle", "name": "Wheels", "addr:street": "Pike Street", "addr:housenumber": "1"])
    map.node(4, 60.001, 25.001, ["amenity": "pharmacy", "name": "Apteekki"])
    let world = try SearchWorld(map)
    #expect(world.suggest("pike street").first == "Pike Street")
    #expect(world.suggest("bike").contains("Wheels") && !world.suggest("mike").contains("Wheels"))
    #expect(world.suggest("pharmcy").contains("Apteekki"))
}

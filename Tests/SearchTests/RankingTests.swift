import Atlas
import GeoCore
import OSMImport
import Search
import TestSupport
import Testing

/// A grid of numbered streets, as in Manhattan: numbers in names, and houses with the same numbers.
private var numberedTown: HandMade {
    var map = HandMade()
    map.statedBounds = (407_000_000, -740_000_000, 408_000_000, -739_000_000)
    for (street, name) in ["West 20th Street", "West 21st Street", "West 22nd Street"].enumerated() {
        let latitude = 40.74 + 0.001 * Double(street), first = Int64(10 * street)
        map.node(first + 1, latitude, -73.99)
        map.node(first + 2, latitude, -73.98)
        map.way(first + 1, [first + 1, first + 2], ["highway": "residential", "name": name])
        for (house, number) in ["20", "21", "430", "432A"].enumerated() {
            map.node(
                first + 3 + Int64(house), latitude + 0.0001, -73.989 + 0.002 * Double(house),
                ["addr:street": name, "addr:housenumber": number])
        }
    }
    return map
}

@Test(arguments: [
    ("West 20th Street 430", "West 20th Street 430"), ("430 West 20th Street", "West 20th Street 430"),
    ("West 20th Street 20", "West 20th Street 20"), ("20 West 20th Street", "West 20th Street 20"),
    ("west 21st street 20", "West 21st Street 20"), ("w 22nd st 432 a", "West 22nd Street 432A"),
    // A slip in a number with letters does not make it another number.
    ("West 20ht Street 430", "West 20th Street 430"), ("Wset 2s1t Street 430", "West 21st Street 430"),
    ("west 22d street 21", "West 22nd Street 21"),
    // A town that the map does not know is left out rather than the number.
    ("West 20th Street 430, New York", "West 20th Street 430"),
    ("New York, 430 West 21st Street", "West 21st Street 430"),
])
private func `numbers in a street's name are not taken for the house's`(text: String, first: String) throws {
    #expect(try SearchWorld(numberedTown).suggest(text).first == first)
}

@Test func `the answer names the parts of an address that were left out`() throws {
    let world = try SearchWorld(numberedTown)
    #expect(world.hits("West 20th Street 430").first?.isPartial == false)
    #expect(world.hits("West 20th Street 430, New York").first?.isPartial == true)
}

@Test func `a word of a name answers to one word of the query`() throws {
    var map = HandMade()
    map.node(1, 60, 25, ["shop": "books", "name": "Sparrow Lane"])
    map.node(2, 60.01, 25, ["shop": "books", "name": "Sparrow Street"])
    map.node(3, 60.02, 25, ["shop": "books", "name": "Sparrow"])
    let world = try SearchWorld(map)
    #expect(world.suggest("sparrow s") == ["Sparrow Street"])
    #expect(world.suggest("sprarow s").first == "Sparrow Street")
}

@Test func `a letter or two begin a name, no kind and no town`() throws {
    var map = HandMade.town
    map.node(90, 60.1004, 25.1031, ["amenity": "bar", "name": "Black Door"])
    map.node(91, 60.1008, 25.1031, ["amenity": "bar", "name": "Black Burger"])
    let world = try SearchWorld(map)
    #expect(world.suggest("black b") == ["Black Burger"])
    #expect(world.suggest("black bar").first == "Black Door")
    #expect(world.suggest("kappeli ko").first == "Kappeli", "what has no counterpart is left out")
    #expect(world.hits("kappeli ko").first?.isPartial == true)
    #expect(world.hits("kappeli koti").first?.isPartial == false)
}

@Test func `a name that continues as the query does goes before a name with the same words`() throws {
    var map = HandMade()
    map.node(1, 60, 25, ["tourism": "hotel", "name": "Hotel Gansevoort"])
    map.node(2, 60.001, 25, ["shop": "books", "name": "Gansevoort Market"])
    map.node(3, 60.002, 25, ["amenity": "bicycle_rental", "name": "Bikes - First Avenue & East 30th Street"])
    map.node(4, 60.003, 25, ["amenity": "bicycle_rental", "name": "Bikes - East 30th Street & First Avenue"])
    let world = try SearchWorld(map)
    #expect(world.suggest("gansevoort m").first == "Gansevoort Market")
    #expect(world.suggest("bikes east 30th street").first == "Bikes - East 30th Street & First Avenue")
}

@Test func `of names that fold alike, the name written like the query comes first`() throws {
    var map = HandMade()
    map.node(1, 60, 25, ["amenity": "bank", "name": "Société Générale"])
    map.node(2, 60.01, 25, ["amenity": "bank", "name": "Societe Generale"])
    let world = try SearchWorld(map)
    for name in ["Société Générale", "Societe Generale"] {
        #expect(world.suggest(name).first == name)
        #expect(world.suggest(String(name.dropLast(3))).first == name)
    }
}

@Test func `of many words the rarest are looked at`() throws {
    var map = HandMade()
    for (id, country) in ["Chad", "Lithuania", "South Africa", "the Philippines"].enumerated() {
        map.node(
            Int64(id + 1), 60 + Double(id) / 100, 25,
            [
                "office": "diplomatic",
                "name": "Permanent Mission of the Republic of \(country) to the United Nations",
            ])
    }
    let world = try SearchWorld(map)
    for (id, country) in ["Chad", "Lithuania", "South Africa", "the Philippines"].enumerated() {
        let text = "Permanent Mission of the Republic of \(country) to the United Nations"
        #expect(world.hits(text).first?.place == (try world.place("n\(id + 1)")), "\(country)")
    }
}

@Test func `a name of only a part of a street leads there`() throws {
    var map = HandMade()
    for node in 0...8 { map.node(Int64(node), 60, 25 + 0.01 * Double(node)) }
    map.way(1, [0, 1, 2, 3, 4], ["highway": "footway", "name": "Long Trail"])
    map.way(2, [4, 5, 6], ["highway": "footway", "name": "Long Trail", "alt_name": "Axe Trail"])
    map.way(3, [6, 7, 8], ["highway": "footway", "name": "Long Trail"])
    let world = try SearchWorld(map)
    let part = try #require(world.hits("axe trail").first), whole = try #require(world.hits("long trail").first)
    #expect(world.name(part) == "Long Trail")
    #expect(part.place == whole.place)
    #expect(part.point == PointE7(latitudeE7: 600_000_000, longitudeE7: 250_500_000))
    #expect(whole.point != part.point)
}

@Test func `a boundary is where its settlement is mapped`() throws {
    var map = HandMade()
    map.node(1, 60.0, 25.0)
    map.node(2, 60.0, 25.2)
    map.node(3, 60.1, 25.2)
    map.node(4, 60.1, 25.0)
    map.way(1, [1, 2, 3, 4, 1], ["boundary": "administrative", "admin_level": "8", "name": "Kylä"])
    map.node(5, 60.01, 25.01, ["place": "village", "name": "Kylä"])
    // Of the same name, elsewhere.
    map.node(6, 60.5, 25.01, ["place": "village", "name": "Kylä"])
    let world = try SearchWorld(map), boundary = try world.place("w1")
    #expect(world.engine.places.point(boundary) == PointE7(latitudeE7: 600_100_000, longitudeE7: 250_100_000))
}

@Test(arguments: [
    "aleksanterinkatu 52, kotikaupunki, ZZ, USA", "Aleksanterinkatu 52, Kotikaupunki, Atlantis",
    "52 aleksanterinkatu, Wonderland",
])
private func `the end of an address that means nothing here is left out`(text: String) throws {
    let world = try SearchWorld(HandMade.town)
    var workspace = SearchWorkspace()
    let hit = try #require(world.engine.places(SearchRequest(text: text), workspace: &workspace).hits.first)
    #expect(world.name(hit) == "Aleksanterinkatu 52" && hit.isPartial, "\(text)")
}

@Test(arguments: [
    ("sparrowxs", "Sparrow Street"), ("sparow e street", "Sparrow Street"), ("sparrow x stret", "Sparrow Street"),
    ("sparrowxl", "Sparrow Lane"), ("SparrowLa", "Sparrow Lane"), ("SparrowS tr", "Sparrow Street"),
    ("SparowLan", "Sparrow Lane"), ("spa rrow lane", "Sparrow Lane"),
])
private func `a typing error may join two words or leave one letter of a word`(text: String, first: String) throws {
    var map = HandMade()
    map.node(1, 60, 25, ["shop": "books", "name": "Sparrow Lane"])
    map.node(2, 60.01, 25, ["shop": "books", "name": "Sparrow Street"])
    let hit = try #require(try SearchWorld(map).hits(text).first)
    #expect(try SearchWorld(map).suggest(text).first == first && !hit.isPartial)
}

@Test func `several words exactly as in a name count as correctly typed`() throws {
    var map = HandMade()
    for (id, name) in [(Int64(1), "Maple Hill Farm"), (2, "Maple Hall"), (3, "Mable Hill")] {
        map.node(id, 60, 25 + Double(id) / 100, ["shop": "farm", "name": "\(name)"])
    }
    let world = try SearchWorld(map)
    #expect(world.suggest("maple hill") == ["Maple Hill Farm"])
    #expect(world.suggest("maple h") == ["Maple Hall", "Maple Hill Farm"])
    // One word may be a slip of another all the same, and so may words in another order.
    #expect(Set(world.suggest("maple")) == ["Maple Hall", "Maple Hill Farm", "Mable Hill"])
    #expect(Set(world.suggest("hill maple")) == ["Maple Hall", "Maple Hill Farm", "Mable Hill"])
}

@Test func `an ordinal with a typing error is no house number`() throws {
    var map = HandMade()
    for (node, latitude) in [(Int64(1), 60.0), (2, 60.001), (3, 60.002), (4, 60.003)] {
        map.node(node, latitude, 25)
        map.node(node + 10, latitude, 25.01)
    }
    map.way(1, [1, 11], ["highway": "residential", "name": "West 30th Street"])
    map.way(2, [2, 12], ["highway": "residential", "name": "West 28th Street"])
    map.way(3, [3, 13], ["highway": "residential", "name": "West 34th Street"])
    for (id, number) in [(Int64(20), "28"), (21, "30"), (22, "31t")] {
        map.node(id, 60.0021, 25.002, ["addr:street": "West 34th Street", "addr:housenumber": "\(number)"])
    }
    let world = try SearchWorld(map)
    for (text, first) in [
        ("West 30tth Street ", "West 30th Street"), ("West 28t St", "West 28th Street"),
        ("30 west 34th street", "West 34th Street 30"),
        ("west 34th street 31t", "West 34th Street 31t"), ("west 34th street 30a", "West 34th Street 30"),
    ] { #expect(world.name(try #require(world.hits(text).first)) == first, "\(text)") }
}

@Test func `a number that no house has is where it would be`() throws {
    var map = HandMade()
    map.node(1, 60, 25)
    map.node(2, 60, 25.01)
    map.way(1, [1, 2], ["highway": "residential", "name": "Pitkäkatu"])
    for (id, number, longitude) in [
        (Int64(10), "10", 25.001), (11, "11", 25.003), (20, "20", 25.006), (21, "21", 25.008),
    ] {
        map.node(id, 60.0001, longitude, ["addr:street": "Pitkäkatu", "addr:housenumber": "\(number)"])
    }
    let world = try SearchWorld(map), near = try #require(Coordinate(latitude: 60, longitude: 25))
    for (number, longitude) in [
        // Between 10 and 20, between 11 and 21; beyond the last on its side; before the first.
        ("14", Int32(250_030_000)), ("16b", 250_040_000), ("16", 250_040_000), ("13", 250_040_000), ("30", 250_060_000),
        ("8", 250_010_000),
    ] {
        for position in [nil, near] {
            let hit = try #require(world.hits("pitkäkatu \(number)", near: position).first)
            #expect(hit.point == PointE7(latitudeE7: 600_001_000, longitudeE7: longitude), "\(number)")
            #expect(hit.isPartial && hit.isEstimated)
        }
    }
    let far = try #require(world.hits("pitkäkatu 400").first)
    #expect(!far.isEstimated && far.isPartial, "a street that may end long before")
    #expect(try #require(world.hits("pitkäkatu 20").first).isEstimated == false)
}

/// Roads of like names, of which the longer one leads further.
private var likeNames: HandMade {
    var map = HandMade()
    let names = [
        ("Cooler Lane", "track"), ("Corner Road", "primary"), ("Weatherby Way", "track"),
        ("Weatherby Drive", "primary"),
        ("Centre", "primary"), ("Centre Care", "track"), ("Ahern Weg", "track"), ("Ehorn Weg", "primary"),
    ]
    for (number, (name, kind)) in names.enumerated() {
        let latitude = 60 + 0.01 * Double(number), first = Int64(10 * number + 1)
        map.node(first, latitude, 25)
        map.node(first + 1, latitude, 25.005)
        map.way(first, [first, first + 1], ["highway": kind, "name": name])
    }
    return map
}

@Test(arguments: [
    // Of names with one typing error, the name with the larger typed part goes first, however small the road.
    ("Weahterby ", ["Weatherby Way", "Weatherby Drive"]),
    // Letters are swapped, doubled or left out more often than taken for others.
    ("Cooelr", ["Cooler Lane"]),
    // The first letter is hardly ever wrong.
    ("Ahorn", ["Ahern Weg", "Ehorn Weg"]),
    // Behind a blank another word comes.
    ("Ceentre ", ["Centre Care", "Centre"]), ("Ceentre", ["Centre", "Centre Care"]),
])
private func `names that begin as the query does but for a typing error are ranked by likelihood`(
    text: String, names: [String]
)
    throws
{
    #expect(try SearchWorld(likeNames).suggest(text).prefix(names.count) == names[...])
}

@Test(arguments: [
    // A letter for the space after a word, which no word of the index is like.
    ("Totalrby Ve", "Total by Verizon"),
    // A word that is too short to have an error by itself, beside one that may be missing.
    ("The Wse", "The Westin"),
    // The space a letter later.
    ("Vaduz, aGstank", "Vaduz, Gastankstelle"),
    // Two beginnings of a few letters, which another name has here and there.
    ("Re Sa", "Rue Saige"),
    // A word that may be missing, beside a name that has the others.
    ("Di Fürstliche ", "Die Fürstliche Familie"),
    // Nothing by something, but a name.
    ("Four Poinrs by Sheraton Man", "Four Points by Sheraton Manhattan"),
])
private func `a typing error without a hint from other words is recognised by the letters before it`(
    text: String, name: String
) throws {
    var map = HandMade()
    let names = [
        "Total by Verizon", "The Westin", "Vaduz, Gastankstelle", "Westend", "Rue Baron Sainte-Suzanne", "Rue Saige",
        "Fürstliche Gruft", "Die Fürstliche Familie", "Sheraton", "Four Points", "Four Points by Sheraton Manhattan",
    ]
    for (number, name) in names.enumerated() {
        map.node(Int64(number + 1), 60 + 0.01 * Double(number), 25, ["amenity": "bar", "name": name])
    }
    #expect(try SearchWorld(map).suggest(text).first == name)
}

@Test func `a misspelt name does not match as a brand, and a blank behind a name is no typing error`() throws {
    var map = HandMade()
    map.node(1, 60, 25, ["shop": "convenience", "name": "Vival", "brand": "Casino", "wikidata": "Q89029184"])
    map.node(2, 60.01, 25, ["amenity": "casino", "name": "Casino Royal"])
    map.node(3, 60.02, 25, ["amenity": "bar", "name": "Bar 33"])
    map.node(4, 60.03, 25, ["amenity": "bar", "name": "Bar 3"])
    let world = try SearchWorld(map)
    #expect(world.suggest("Caasino").first == "Casino Royal")
    #expect(world.suggest("Bar 3 ").first == "Bar 3")
}

@Test func `a name of one part of a street leads to that part`() throws {
    var map = HandMade()
    for number in 0..<4 { map.node(Int64(number + 1), 60, 25 + 0.01 * Double(number * number)) }
    map.way(1, [1, 2], ["highway": "primary", "name": "West 40th Street", "alt_name": "West 40 Street"])
    map.way(2, [2, 3, 4], ["highway": "primary", "name": "West 40th Street"])
    let world = try SearchWorld(map)
    let part = try #require(world.hits("West 40 Street").first),
        whole = try #require(world.hits("West 40th Street").first)
    #expect(part.point.longitudeE7 <= 250_100_000)
    #expect(whole.point.longitudeE7 > 250_100_000)
}

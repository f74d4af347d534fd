import Atlas
import GeoCore
import Search
import TestSupport
import Testing

private let home = Coordinate(latitude: 60.1005, longitude: 25.1030)
private let neighbour = Coordinate(latitude: 60.1004, longitude: 25.2510)

private struct Question: Sendable, CustomTestStringConvertible {
    let text: String
    let first: String
    var testDescription: String { "\(text.debugDescription) → \(first)" }

    init(_ text: String, _ first: String) {
        self.text = text
        self.first = first
    }
}

@Test(arguments: [
    // As it is, in other letters, in other languages and by other names.
    Question("Kappeli", "Kappeli"), Question("kappeli", "Kappeli"), Question("каппели", "Kappeli"),
    Question("cafe angstrom", "Café Ångström"), Question("CAFÉ ÅNGSTRÖM", "Café Ångström"),
    Question("alexandersgatan", "Aleksanterinkatu"), Question("aleksi", "Aleksanterinkatu"),
    Question("strasse sohne", "Café Ångström"), Question("roberts coffee", "Robert's Coffee"),
    // While it is being typed.
    Question("kap", "Kappeli"), Question("yliop apt", "Yliopiston Apteekki"),
    Question("yliopiston ap", "Yliopiston Apteekki"),
    Question("alek", "Aleksanterinkatu"),
    // In any order.
    Question("apteekki yliopiston", "Yliopiston Apteekki"), Question("angstrom cafe", "Café Ångström"),
    // With an error: a letter more, less, different, two swapped; also while typing.
    Question("kappelli", "Kappeli"), Question("kapeli", "Kappeli"), Question("kaopeli", "Kappeli"),
    Question("akppeli", "Kappeli"), Question("каппли", "Kappeli"), Question("aleksnater", "Aleksanterinkatu"),
    Question("yliopistno apteeki", "Yliopiston Apteekki"),
    // With two errors, from eight letters.
    Question("yliopsiton apteeki", "Yliopiston Apteekki"), Question("aleksantreinkau", "Aleksanterinkatu"),
    Question("aelksantrin", "Aleksanterinkatu"), Question("aleksantreinkau 50", "Aleksanterinkatu 50"),
    // With a gap too many, too few, or in the wrong place.
    Question("kap peli", "Kappeli"), Question("yliopistonapteekki", "Yliopiston Apteekki"),
    Question("yliopisto napteekki", "Yliopiston Apteekki"), Question("cafexangstrom", "Café Ångström"),
    // House numbers.
    Question("aleksanterinkatu 52", "Aleksanterinkatu 52"), Question("52 aleksanterinkatu", "Aleksanterinkatu 52"),
    Question("aleksanterinkatu 52b", "Aleksanterinkatu 52b"), Question("Aleksanterinkatu 52 B", "Aleksanterinkatu 52b"),
    Question("alexandersgatan 54", "Aleksanterinkatu 54"), Question("aleksanterinkau 50", "Aleksanterinkatu 50"),
    Question("aleksanterinkatu 52 kotikaupunki", "Aleksanterinkatu 52"),
    Question("mikonkatu 1 itäkylä", "Mikonkatu 1"),
    // With where it is.
    Question("kappeli aleksanterinkatu", "Kappeli"), Question("kotikaupunki kappeli", "Kappeli"),
    Question("apteekki naapurila", "Naapurilan Apteekki"),
    // More than there is.
    Question("kappeli zzzz", "Kappeli"), Question("aleksanterinkatu 99", "Aleksanterinkatu"),
])
private func `the first suggestion is the intended place`(_ question: Question) throws {
    #expect(try SearchWorld(HandMade.town).suggest(question.text).first == question.first)
}

@Test func `kinds are found by their name, unnamed places among them`() throws {
    let world = try SearchWorld(HandMade.town)
    #expect(Set(world.suggest("pharmacy")) == ["Yliopiston Apteekki", "Naapurilan Apteekki"])
    #expect(Set(world.suggest("coffee")) == ["Café Ångström", "Robert's Coffee"])
    #expect(world.hits("toilets").map(\.place) == [try world.place("n53")])
    #expect(world.hits("wc").map(\.place) == [try world.place("n53")])
}

@Test func `of two that match equally the nearer comes first`() throws {
    let world = try SearchWorld(HandMade.town)
    for (near, pharmacy, cafe) in [(home, "n51", "n55"), (neighbour, "n52", "n56")] {
        #expect(world.hits("pharmacy", near: near).first?.place == (try world.place(pharmacy)))
        #expect(world.hits("robert", near: near).first?.place == (try world.place(cafe)))
    }
    #expect(world.hits("mikonkatu", near: neighbour).first?.place == (try world.place("w103")))
}

@Test func `a street's result is its point nearest to the user`() throws {
    let world = try SearchWorld(HandMade.town)
    let near = try #require(Coordinate(latitude: 60.1010, longitude: 25.1055))
    let hit = try #require(world.hits("aleksanterinkatu", near: near).first)
    #expect(hit.point.distance(inMetresTo: PointE7(latitudeE7: 601_000_000, longitudeE7: 251_055_000)) < 1)
}

@Test func `while a number is typed, houses whose number begins so are shown`() throws {
    let world = try SearchWorld(HandMade.town)
    #expect(
        Set(world.suggest("aleksanterinkatu 5").prefix(4)) == [
            "Aleksanterinkatu 50", "Aleksanterinkatu 52", "Aleksanterinkatu 52b", "Aleksanterinkatu 54",
        ])
}

@Test func `the answer names the words that were left out`() throws {
    let world = try SearchWorld(HandMade.town)
    #expect(world.hits("kappeli").first?.isPartial == false)
    #expect(world.hits("kappeli zzzz").first?.isPartial == true)
    #expect(world.hits("aleksanterinkatu 99").first?.isPartial == true)
    let whole = try #require(world.hits("kappeli").first), part = try #require(world.hits("kappeli zzzz").first)
    #expect(whole.score > part.score)
}

@Test func `a word without any similar name finds nothing`() throws {
    let world = try SearchWorld(HandMade.town)
    #expect(world.suggest("qqqqq wwwww").isEmpty)
    #expect(world.suggest("").isEmpty)
    #expect(world.suggest(" ,.;").isEmpty)
}

@Test func `in a complete query words go before beginnings`() throws {
    var map = HandMade.town
    map.node(70, 60.1002, 25.1013, ["amenity": "bar", "name": "Kap"])
    let world = try SearchWorld(map)
    var workspace = SearchWorkspace()
    func names(_ text: String) -> [String] {
        world.engine.places(SearchRequest(text: text), workspace: &workspace).hits.map { world.name($0) }
    }
    #expect(names("kap") == ["Kap", "Kappeli"])
    #expect(names("kapp") == ["Kappeli", "Kap"], "the beginning of one before the other with an error")
    #expect(names("yliopist") == ["Yliopiston Apteekki"])
}

@Test func `a short plus code is near the place that is named behind it`() throws {
    let world = try SearchWorld(HandMade.town), place = try world.place("n20")
    let code = try #require(PlusCode(world.engine.places.point(place))).text
    let hits = world.hits("\(code.dropFirst(4)) Kotikaupunki")
    #expect(hits.map(\.subject) == [.position])
    #expect(try LocalPlane(around: world.engine.places.point(place)).distance(to: #require(hits.first).point) < 20)
    for text in ["C+ Kotikaupunki", "+ Kotikaupunki", "GFC+XX Nirgends"] {
        #expect(world.hits(text).allSatisfy { $0.subject != .position }, "\(text)")
    }
}

@Test(arguments: [
    "60.17, 24.94", "60.17 24.94", "60.17N 24.94E", "60.17N24.94E", "60.17;24.94", "60.1700000° 24.9400000°",
    "geo:60.17,24.94", "+60.17;24.94", "geo:60.17,24.94;u=35", "geo:0,0?q=60.17,24.94(Kauppatori,%20Helsinki)",
    " 60.17,24.94 ", "60.17° N, 24.94° E", "N60 10.2 E24 56.4", "60°10'12\"N 24°56'24\"E",
    "60° 10′ 12″ N 24° 56′ 24″ E", "60,17; 24,94",
])
func `a typed position is the answer`(text: String) throws {
    let hits = try SearchWorld(HandMade.town).hits(text)
    #expect(hits.map(\.subject) == [.position])
    #expect(hits.first?.point == PointE7(latitudeE7: 601_700_000, longitudeE7: 249_400_000))
}

@Test(arguments: ["9GG65WCR+6X", " 9gg65wcr+6x ", "5WCR+6X", "CR+6X"])
func `a plus code is a position, a short one near where somebody looks`(text: String) throws {
    let world = try SearchWorld(HandMade.town), near = try #require(Coordinate(latitude: 60.17, longitude: 24.94))
    var workspace = SearchWorkspace()
    let hits = world.engine.places(SearchRequest(text: text, near: near), workspace: &workspace).hits
    #expect(hits.map(\.subject) == [.position])
    #expect(hits.first?.point == PointE7(latitudeE7: 601_705_625, longitudeE7: 249_424_375))
    if text.utf8.count < 8 { #expect(world.hits(text).allSatisfy { $0.subject != .position }) }
}

@Test(arguments: [
    "60 24", "91.0, 20.0", "60.17, 181", "60.17", "60.17, 24.94, 3", "60.1.7, 24", "1234.5, 2", "60.17x, 24.94", ".",
    "60.1.7", "10.12.2024", "3.5-2.5", "60.17+24.94", "60.17°24.94°",
])
func `other numbers are no position`(text: String) throws {
    #expect(try SearchWorld(HandMade.town).hits(text).allSatisfy { $0.subject != .position })
}

@Test func `southern and western positions keep their sign`() throws {
    let world = try SearchWorld(HandMade.town)
    let there = PointE7(latitudeE7: -335_000_000, longitudeE7: -705_000_000)
    for text in ["-33.5, -70.5", "33.5S 70.5W", "33.5s, 70.5w"] { #expect(world.hits(text).first?.point == there) }
}

@Test func `house numbers are folded as queries are, in lists too`() throws {
    var map = HandMade.town
    for (id, number) in [(Int64(90), "12А"), (91, "14Ä"), (92, "１６"), (93, "18; 20 B"), (94, "22,24/Б")] {
        map.node(
            id, 60.1002, 25.1 + Double(id) / 100_000,
            ["addr:street": "Aleksanterinkatu", "addr:housenumber": "\(number)"])
    }
    let world = try SearchWorld(map)
    for (text, id) in [
        // A Cyrillic а, an umlaut with and without its dots, digits of two widths.
        ("12а", "n90"), ("12 А", "n90"), ("14ä", "n91"), ("14A", "n91"), ("16", "n92"), ("１６", "n92"), ("18", "n93"),
        ("20b", "n93"), ("20 B", "n93"), ("22", "n94"), ("24б", "n94"), ("24-Б", "n94"),
    ] {
        let first = try #require(world.hits("aleksanterinkatu \(text)").first)
        #expect(first.subject == .address(try world.place(id)), "\(text)")
        // Just this number, not one that begins so or differs behind its digits.
        var workspace = SearchWorkspace()
        let whole = world.engine.places(SearchRequest(text: "\(text) aleksanterinkatu"), workspace: &workspace).hits
        #expect(whole.first?.subject == .address(try world.place(id)), "\(text)")
        #expect(whole.first?.isPartial == false)
    }
}

@Test func `the same thing twice is shown once`() throws {
    var map = HandMade.town
    map.node(80, 60.1002, 25.1040, ["highway": "bus_stop", "name": "Keskusta"])
    map.node(81, 60.1003, 25.1041, ["highway": "bus_stop", "name": "Keskusta"])
    map.node(82, 60.1203, 25.1041, ["highway": "bus_stop", "name": "Keskusta"])
    #expect(try SearchWorld(map).suggest("keskusta").count == 2)
}

@Test func `the limit is kept`() throws {
    var map = HandMade()
    for id in 1...100 { map.node(Int64(id), 60 + Double(id) / 100, 25, ["shop": "bakery", "name": "Leipomo \(id)"]) }
    let world = try SearchWorld(map)
    for limit in [1, 7, 50] { #expect(world.suggest("leipomo", limit: limit).count == limit) }
    #expect(SearchRequest(text: "", limit: 0).limit == 1)
    #expect(SearchRequest(text: "", limit: 1000).limit == 50)
}

@Test func `a workspace serves one query after the other, on one atlas after the other`() throws {
    let small = try SearchWorld(HandMade.corner), large = try SearchWorld(HandMade.town)
    var shared = SearchWorkspace()
    for text in ["kappeli", "60.17, 24.94", "aleksanterinkatu 52", "kapp", "", "alek"] {
        for world in [small, large, small] {
            var fresh = SearchWorkspace()
            let request = SearchRequest(text: text, near: home)
            #expect(
                world.engine.suggestJSON(request, workspace: &shared)
                    == world.engine.suggestJSON(request, workspace: &fresh))
        }
    }
}

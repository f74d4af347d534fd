import Atlas
import GeoCore
import OSMImport
import Search
import TestSupport
import Testing

/// A query and the street that is meant by it.
private struct Question: Sendable, CustomTestStringConvertible {
    let text: String
    let first: String
    var testDescription: String { "\(text.debugDescription) → \(first)" }

    init(_ text: String, _ first: String) {
        self.text = text
        self.first = first
    }
}

/// Pairs of streets that only the word for a street tells apart, each with a number 12.
private let streets = [
    "Atatürk Caddesi", "Atatürk Sokağı", "Avenida Corrientes", "Calle Corrientes", "Carrera Corrientes",
    "проспект Мира",
    "улица Мира", "Piazza Garibaldi", "Via Garibaldi", "Viale Garibaldi", "ulica Świętego Jana", "aleja Świętego Jana",
    "Kerkstraat", "Kerklaan", "Kerkplein", "вулиця Шевченка", "бульвар Шевченка", "Müllerstraße", "Müllerplatz",
    "Rue Victor Hugo", "Avenue Victor Hugo", "Bulevardul Unirii", "Strada Unirii", "Storgatan", "Storvägen",
    "Linnankatu",
    "Linnantie", "Náměstí Míru", "Třída Míru", "Rua da Paz", "Travessa da Paz", "Carrer Major", "Plaça Major",
    "Λεωφόρος Αθηνών", "Οδός Αθηνών", "Jalan Merdeka", "Gang Merdeka", "Saint John Street", "Sankt Johann Gasse",
    "U.S. Grant Street", "USA Street", "Kossuth utca", "Kossuth tér", "Ludvig vej", "Ludvig gade", "S:t Eriksgatan",
]

private func abbreviated() throws -> SearchWorld {
    var map = HandMade()
    map.node(1, 41, 29.005, ["place": "town", "name": "Münster"])
    for (row, name) in streets.enumerated() {
        let latitude = 41 + 0.0005 * Double(row), id = Int64(100 * (row + 1))
        map.node(id, latitude, 29)
        map.node(id + 1, latitude, 29.005)
        map.way(id, [id, id + 1], ["highway": "residential", "name": "\(name)"])
        map.node(id + 2, latitude, 29.002, ["addr:street": "\(name)", "addr:housenumber": "12"])
    }
    return try SearchWorld(map)
}

@Test(arguments: [
    Question("Atatürk Cd.", "Atatürk Caddesi"), Question("Atatürk Sok.", "Atatürk Sokağı"),
    Question("Av. Corrientes", "Avenida Corrientes"), Question("C/ Corrientes", "Calle Corrientes"),
    Question("Cra. Corrientes", "Carrera Corrientes"), Question("пр-т Мира", "проспект Мира"),
    Question("пр. Мира", "проспект Мира"), Question("ул. Мира", "улица Мира"),
    Question("P.zza Garibaldi", "Piazza Garibaldi"),
    Question("V. Garibaldi", "Via Garibaldi"), Question("V.le Garibaldi", "Viale Garibaldi"),
    Question("ul. Św. Jana", "ulica Świętego Jana"), Question("al. Św. Jana", "aleja Świętego Jana"),
    Question("Kerkstr.", "Kerkstraat"), Question("Kerkln", "Kerklaan"), Question("Kerkpln", "Kerkplein"),
    Question("вул. Шевченка", "вулиця Шевченка"), Question("б-р Шевченка", "бульвар Шевченка"),
    Question("Muellerstr.", "Müllerstraße"), Question("Muellerpl.", "Müllerplatz"),
    Question("Mullerstr", "Müllerstraße"),
    Question("r. Victor Hugo", "Rue Victor Hugo"), Question("av. Victor Hugo", "Avenue Victor Hugo"),
    Question("B-dul Unirii", "Bulevardul Unirii"), Question("Str. Unirii", "Strada Unirii"),
    Question("Storg.", "Storgatan"),
    Question("Storv.", "Storvägen"), Question("Linnank.", "Linnankatu"), Question("Linnant.", "Linnantie"),
    Question("nám. Míru", "Náměstí Míru"), Question("tř. Míru", "Třída Míru"), Question("R. da Paz", "Rua da Paz"),
    Question("Tv. da Paz", "Travessa da Paz"), Question("c. Major", "Carrer Major"),
    Question("Pl. Major", "Plaça Major"),
    Question("Λεωφ. Αθηνών", "Λεωφόρος Αθηνών"), Question("Οδ. Αθηνών", "Οδός Αθηνών"),
    Question("Jl. Merdeka", "Jalan Merdeka"),
    Question("Gg. Merdeka", "Gang Merdeka"), Question("St. John St.", "Saint John Street"),
    Question("St. Johann Gasse", "Sankt Johann Gasse"), Question("US Grant St", "U.S. Grant Street"),
    Question("U.S.A. Street", "USA Street"), Question("U.S. Grant Street", "U.S. Grant Street"),
    Question("Kossuth u.", "Kossuth utca"), Question("Ludvig g.", "Ludvig gade"),
    Question("St Eriksgatan", "S:t Eriksgatan"),
    Question("Sankt Eriksgatan", "S:t Eriksgatan"),
])
private func `an abbreviation means its own street, with a house number too`(_ question: Question) throws {
    let world = try abbreviated()
    var workspace = SearchWorkspace()
    for (text, name) in [(question.text, question.first), ("\(question.text) 12", "\(question.first) 12")] {
        let hit = world.engine.places(SearchRequest(text: text), workspace: &workspace).hits.first
        #expect(try world.name(#require(hit)) == name, "\(text)")
    }
}

@Test func `the tables are folded as names are, and say which word is meant`() throws {
    let synonyms = Synonyms.standard, folding = try abbreviated().engine.folding
    var folded = FoldedWords()
    for word in synonyms.words {
        folded.read(word.span, with: folding)
        #expect(folded.words.map { Array(folded.text($0)) } == [word], "\(String(decoding: word, as: UTF8.self))")
    }
    #expect(synonyms.fullForms(of: Array("zzz".utf8)[...]) == [Array("zzz".utf8)[...]])
    #expect(synonyms.fullForms(of: Array("hauptstr".utf8)[...]).first == Array("hauptstrasse".utf8)[...])
}

@Test func `an address means its street by any abbreviation of it`() throws {
    var map = HandMade()
    map.node(1, 41, 29)
    map.node(2, 41, 29.01)
    for (row, (name, said)) in [
        ("Avenida Corrientes", "Av. Corrientes"), ("Piazza Garibaldi", "P.zza Garibaldi"),
        ("проспект Мира", "пр-т Мира"),
        ("Müllerstraße", "Muellerstr."), ("Kerkstraat", "Kerkstr."), ("Saint John Street", "St John St"),
    ].enumerated() {
        let id = Int64(100 * (row + 1)), latitude = 41 + 0.001 * Double(row)
        map.node(id, latitude, 29)
        map.node(id + 1, latitude, 29.005)
        map.way(id, [id, id + 1], ["highway": "residential", "name": "\(name)"])
        map.node(id + 2, latitude, 29.002, ["addr:street": "\(said)", "addr:housenumber": "12"])
    }
    let world = try SearchWorld(map)
    for row in 1...6 {
        let street = try world.engine.places.street(world.place("n\(100 * row + 2)"))
        #expect(try street == world.place("w\(100 * row)"), "\(row)")
    }
}

@Test func `a house of another street is no better an answer for its number`() throws {
    var map = HandMade()
    for (row, (name, number)) in [("Boulevard Corrientes", "8"), ("Corrientes", "12")].enumerated() {
        let id = Int64(100 * (row + 1)), latitude = 41 + 0.001 * Double(row)
        map.node(id, latitude, 29)
        map.node(id + 1, latitude, 29.005)
        map.way(id, [id, id + 1], ["highway": "residential", "name": "\(name)"])
        map.node(id + 2, latitude, 29.002, ["addr:street": "\(name)", "addr:housenumber": "\(number)"])
    }
    #expect(try SearchWorld(map).suggest("Boulevard Corrientes 12 ").first == "Boulevard Corrientes")
    #expect(try SearchWorld(map).suggest("Blvd. Corrientes 12").first == "Boulevard Corrientes")
}

@Test(arguments: [
    ("3512 AE", ["3512AE", "3512 AE", "3512ae", "3512-AE"]), ("77-400", ["77-400", "77400", "77 400"]),
    ("QE5 2EL", ["QE5 2EL", "QE52EL", "qe52el"]), ("3512AE", ["3512AE", "3512 AE"]), ("K1A0B1", ["K1A 0B1", "K1A0B1"]),
    ("77400", ["77-400", "77 400", "77400"]), ("QE52EL", ["QE5 2EL", "qe52el"]), ("543 21", ["54321", "543 21"]),
    ("1000-001", ["1000-001", "1000001"]),
])
private func `a postcode is found with a gap, a hyphen and neither`(postcode: String, spellings: [String]) throws {
    var map = HandMade.town
    map.node(
        400, 60.1001, 25.101,
        ["addr:street": "Aleksanterinkatu", "addr:housenumber": "11", "addr:postcode": "\(postcode)"])
    map.node(
        401, 60.1001, 25.102,
        ["addr:street": "Aleksanterinkatu", "addr:housenumber": "13", "addr:postcode": "99999"])
    let world = try SearchWorld(map)
    for text in spellings {
        let hit = try #require(world.hits(text).first)
        #expect(try world.text(of: #require(hit.place)) == postcode && !hit.isPartial, "\(text)")
        for text in ["Aleksanterinkatu 11, \(text)", "Aleksanterinkatu 11 \(text)"] {
            let house = try #require(world.hits(text).first)
            #expect(try house.place == world.place("n400") && !house.isPartial, "\(text)")
        }
    }
}

@Test func `a word for streets that the name lacks makes no answer partial, but another such word does`() throws {
    var map = HandMade()
    let names = ["Marszałkowska", "Aleja Lipowa", "3 Maja", "County Road 12"]
    for (row, name) in names.enumerated() {
        let id = Int64(100 * (row + 1)), latitude = 41 + 0.001 * Double(row)
        map.node(id, latitude, 29)
        map.node(id + 1, latitude, 29.005)
        map.way(id, [id, id + 1], ["highway": "residential", "name": "\(name)"])
        map.node(id + 2, latitude, 29.002, ["addr:street": "\(name)", "addr:housenumber": "16"])
    }
    let world = try SearchWorld(map)
    var workspace = SearchWorkspace()
    for (text, name, isPartial) in [
        ("ul. Marszałkowska", "Marszałkowska", false), ("ulica Marszałkowska 16", "Marszałkowska 16", false),
        ("ul. Marszałkowska 16/5", "Marszałkowska 16", false), ("ul. Marszałkowska 16 m. 5", "Marszałkowska 16", false),
        ("ul. 3 Maja 16", "3 Maja 16", false), ("ul. Lipowa 16", "Aleja Lipowa 16", true),
        ("16 CR 12", "County Road 12 16", false), ("16 Co Rd 12", "County Road 12 16", false),
    ] {
        let hit = try #require(world.engine.places(SearchRequest(text: text), workspace: &workspace).hits.first)
        #expect(world.name(hit) == name && hit.isPartial == isPartial, "\(text)")
    }
}

@Test func `a postcode is found behind the letters of its country`() throws {
    var map = HandMade.town
    for (id, postcode) in [(Int64(400), "110 00"), (401, "114 55"), (402, "110 45")] {
        map.node(
            id, 60.1001, 25.101 + 0.001 * Double(id - 400),
            ["addr:street": "Aleksanterinkatu", "addr:housenumber": "\(id)", "addr:postcode": "\(postcode)"])
    }
    let world = try SearchWorld(map)
    for (text, postcode) in [("CZ-110 00", "110 00"), ("SE-114 55", "114 55"), ("S-114 55", "114 55")] {
        let hit = try #require(world.hits(text).first)
        #expect(try world.text(of: #require(hit.place)) == postcode && !hit.isPartial, "\(text)")
    }
}

@Test func `two or three letters alone are the beginning of a name`() throws {
    var map = HandMade()
    map.node(1, 60, 25)
    map.node(2, 60, 25.01)
    map.way(1, [1, 2], ["highway": "residential", "name": "General Street"])
    map.node(3, 60.001, 25, ["tourism": "gallery", "name": "Galerie Nord"])
    let world = try SearchWorld(map)
    #expect(world.suggest("gal").first == "Galerie Nord")
    #expect(world.suggest("gen str").first == "General Street")
}

import Atlas
import GeoCore
import Search
import TestSupport
import Testing

private func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }

@Test func `suggestions are written as documented`() throws {
    let world = try SearchWorld(HandMade.town)
    var workspace = SearchWorkspace()
    let near = Coordinate(latitude: 60.1005, longitude: 25.1030)
    let answer = world.engine.suggestJSON(SearchRequest(text: "kapp", near: near), workspace: &workspace)
    #expect(
        text(answer) == """
            {"query":"kapp","results":[{"id":"n50","type":"place","category":"amenity","kind":"restaurant",\
            "kind_name":"Restaurant","name":"Kappeli","match":[[0,4]],"label":"Aleksanterinkatu, Kotikaupunki","street":"Aleksanterinkatu",\
            "cross_street":"Mikonkatu","neighbourhood":"Ydin","city":"Kotikaupunki","wheelchair":"yes","lat":60.1002,"lon":25.1012,\
            "distance":105.2,"bearing":251.5,"direction":"w"}]}
            """)
}

@Test func `an address has its number, and a partial answer says so`() throws {
    let world = try SearchWorld(HandMade.town)
    var workspace = SearchWorkspace()
    let address = world.engine.suggestJSON(SearchRequest(text: "mikonkatu 1"), workspace: &workspace)
    #expect(
        text(address).hasPrefix(
            """
            {"query":"mikonkatu 1","results":[{"id":"n33","type":"address","category":"place","kind":"house",\
            "name":"Mikonkatu 1","match":[[0,9],[10,11]],"label":"Itäkylä","street":"Mikonkatu","housenumber":"1",\
            "city":"Itäkylä","postcode":"12345","lat":60.1001,"lon":25.251}
            """))
    let partial = world.engine.suggestJSON(SearchRequest(text: "kappeli zzzz", limit: 1), workspace: &workspace)
    #expect(text(partial).hasSuffix(#""lat":60.1002,"lon":25.1012,"partial":true}]}"#))
}

@Test func `names are in the requested language, and matches count UTF-16 units`() throws {
    let world = try SearchWorld(HandMade.town)
    var workspace = SearchWorkspace()
    func answer(_ query: String, _ language: String?) -> String {
        text(world.engine.suggestJSON(SearchRequest(text: query, limit: 1, language: language), workspace: &workspace))
    }
    #expect(answer("kappeli", "ru").contains(#""name":"Каппели""#))
    #expect(answer("каппели", "ru").contains(#""name":"Каппели","match":[[0,7]]"#))
    #expect(answer("kappeli", "xx").contains(#""name":"Kappeli""#))
    #expect(answer("kappeli", nil).contains(#""name":"Kappeli""#))
    #expect(answer("angström", nil).contains(#""name":"Café Ångström","match":[[5,13]]"#))
}

@Test func `a language is found in any case, and without what follows its hyphens`() throws {
    var map = HandMade.town
    map.node(
        90, 60.1002, 25.1012,
        [
            "amenity": "library", "name": "Kirjasto", "name:zh-Hans": "图书馆", "name:pt": "Biblioteca",
            "name:sr": "Библиотека",
            "name:sr-Latn": "Biblioteka",
        ])
    map.node(91, 60.1002, 25.1013, ["amenity": "library", "name": "Kirjasto 2", "name:pt-BR": "Biblioteca do Brasil"])
    let world = try SearchWorld(map)
    func name(_ language: String) throws -> String {
        let answer = text(try #require(PlaceRef("n90").flatMap { world.engine.placeJSON($0, language: language) }))
        return String(answer.split(separator: #""name":""#)[1].prefix { $0 != "\"" })
    }
    for tag in ["zh-Hans", "zh-hans", "ZH-HANS", "zh-Hans-CN"] { #expect(try name(tag) == "图书馆") }
    // The other library has a name in the dialect, this one has not.
    for tag in ["pt", "pt-BR", "pt-br"] { #expect(try name(tag) == "Biblioteca") }
    #expect(try name("sr-Latn") == "Biblioteka")
    #expect(try name("sr-Cyrl") == "Библиотека")
    #expect(try name("zh-Hant") == "Kirjasto")
    // 35 characters, the longest that callers let pass.
    #expect(try name("zh-hans-" + String(repeating: "abcdefgh-", count: 3)) == "图书馆")
}

@Test func `a bearing a trifle west of north is north`() throws {
    let world = try SearchWorld(HandMade.town)
    var workspace = SearchWorkspace()
    // 11 km south, 10 m east: 359.95° and a little.
    let near = Coordinate(latitude: 60.0002, longitude: 25.10136)
    let bearing = try #require(
        near?.bearing(to: Coordinate(PointE7(latitudeE7: 601_002_000, longitudeE7: 251_012_000))))
    #expect(bearing > 359.95)
    let answer = text(
        world.engine.suggestJSON(SearchRequest(text: "kappeli", near: near, limit: 1), workspace: &workspace))
    #expect(answer.contains(#""bearing":0,"direction":"n"}"#), "\(answer)")
}

@Test func `a place without a name is called by its kind`() throws {
    let world = try SearchWorld(HandMade.town)
    var workspace = SearchWorkspace()
    let answer = text(world.engine.suggestJSON(SearchRequest(text: "wc"), workspace: &workspace))
    #expect(answer.contains(#""kind_name":"Toilets","name":"Toilets","named":false"#))
}

@Test func `a position is an answer of its own type`() throws {
    let world = try SearchWorld(HandMade.town)
    var workspace = SearchWorkspace()
    let answer = world.engine.suggestJSON(SearchRequest(text: "60.1001, 25.101"), workspace: &workspace)
    #expect(
        text(answer) == """
            {"query":"60.1001, 25.101","results":[{"id":"geo:60.1001,25.101","type":"position",\
            "name":"60.1001, 25.101","label":"Aleksanterinkatu 50, Kotikaupunki","lat":60.1001,"lon":25.101}]}
            """)
}

@Test func `an address at a point is written as documented`() throws {
    let world = try SearchWorld(HandMade.town)
    let here = try #require(Coordinate(latitude: 60.1001, longitude: 25.1011))
    #expect(
        text(world.engine.addressJSON(at: here)) == """
            {"lat":60.1001,"lon":25.1011,"plus_code":{"code":"9GG74422+2C","short":"4422+2C Kotikaupunki"},"address":{"label":"Aleksanterinkatu 50, Kotikaupunki",\
            "street":"Aleksanterinkatu","housenumber":"50","distance":5.5,"neighbourhood":"Ydin","city":"Kotikaupunki"},\
            "street":{"id":"w100","type":"street","category":"highway","kind":"pedestrian","name":"Aleksanterinkatu",\
            "distance":11.1,"side":"n","cross_street":"Mikonkatu"},\
            "place":{"id":"n50","type":"place","category":"amenity","kind":"restaurant","name":"Kappeli",\
            "lat":60.1002,"lon":25.1012,"distance":12.4,"wheelchair":"yes"},"areas":[]}
            """)
    let nowhere = try #require(Coordinate(latitude: -10, longitude: 10))
    #expect(
        text(world.engine.addressJSON(at: nowhere))
            == """
            {"lat":-10,"lon":10,"plus_code":{"code":"6F2G2222+22"},"address":null,"street":null,"place":null,"areas":[]}
            """)
}

@Test func `a place is written with all its details`() throws {
    let world = try SearchWorld(HandMade.town)
    let kappeli = try #require(PlaceRef("n50").flatMap { world.engine.placeJSON($0) })
    #expect(
        text(kappeli) == """
            {"id":"n50","type":"place","category":"amenity","kind":"restaurant",\
            "kind_names":{"en":"Restaurant","fi":"Ravintola","de":"Restaurant","ar":"مطعم"},"name":"Kappeli",\
            "names":{"ru":"Каппели"},"label":"Aleksanterinkatu, Kotikaupunki",\
            "address":{"street":"Aleksanterinkatu","cross_street":"Mikonkatu","neighbourhood":"Ydin","city":"Kotikaupunki"},\
            "lat":60.1002,"lon":25.1012,"bounds":[25.1012,60.1002,25.1012,60.1002],"wheelchair":"yes",\
            "details":{"cuisine":"finnish","opening_hours":"Mo-Fr 10:00-22:00","wheelchair":"yes"}}
            """)
    let street = try world.place("w101")
    #expect(
        world.engine.places.bounds(street)
            == IntBox(minX: 251_000_000, minY: 601_000_000, maxX: 251_060_000, maxY: 601_000_000))
    #expect(PlaceRef("n999").flatMap { world.engine.placeJSON($0) } == nil)
}

@Test func `every answer is JSON`() throws {
    let world = try SearchWorld(HandMade.town)
    var workspace = SearchWorkspace()
    for query in ["a", "k", "mikonkatu 1", "60.1,25.1", "\"\\\u{0}\n", "wc"] {
        let bytes = world.engine.suggestJSON(
            SearchRequest(text: query, near: Coordinate(latitude: 60, longitude: 25)), workspace: &workspace)
        #expect(JSONSyntax.isValid(bytes), "\(query)")
    }
    for place in world.engine.places.indices {
        let bytes = try #require(world.engine.placeJSON(world.engine.places.ref(PlaceID(place))))
        #expect(JSONSyntax.isValid(bytes))
    }
}

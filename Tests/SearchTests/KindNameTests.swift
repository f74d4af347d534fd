import Atlas
import OSMImport
import Search
import TestSupport
import Testing

/// The names of the kinds of `places`, in a language, as answers write them; by key and value.
private func unnamedKinds(of engine: SearchEngine) -> [String] {
    let places = engine.places, lexicon = KindLexicon.standard
    return (0..<places.kindCount).compactMap { kind in
        let key = places.text.string(places.kindKey(kind)), value = places.text.string(places.kindValue(kind))
        return lexicon.row(key: [UInt8](key.utf8), value: [UInt8](value.utf8)) == nil ? "\(key)=\(value)" : nil
    }
}

@Test func `every kind of the sample has a name in the page's languages`() throws {
    let world = try SearchWorld(OSMReader.read(paths: [SampleExtract.path]).data)
    #expect(world.engine.places.kindCount > 100)
    #expect(unnamedKinds(of: world.engine) == [])
}

@Test func `every line of the table has values and four names, and no value stands twice`() {
    let lines = KindTable.parts.flatMap { part in
        String(describing: part).split(separator: "\n", omittingEmptySubsequences: false)
    }
    #expect(lines.count > 500)
    var known: Set<Substring> = []
    for line in lines {
        let cells = line.split(separator: "|", omittingEmptySubsequences: false)
        let values = cells[0].split(separator: ",", omittingEmptySubsequences: false)
        #expect(cells.count == 1 + KindLexicon.languages.count, "\(line)")
        for text in cells.dropFirst() + values {
            #expect(!text.isEmpty && text.first != " " && text.last != " ", "\(line)")
        }
        // `KindLexicon` takes a comma in a name for the end of it.
        #expect(cells.dropFirst().allSatisfy { !$0.contains(",") }, "\(line)")
        for value in values { #expect(known.insert(value).inserted, "\(value) of \(line)") }
    }
    // All are found, by value and by key and value.
    let lexicon = KindLexicon.standard
    for value in known {
        let parts = value.split(separator: "=")
        let (key, value) = parts.count == 2 ? (parts[0], parts[1]) : ("any", parts[0])
        #expect(lexicon.row(key: [UInt8](key.utf8), value: [UInt8](value.utf8)) != nil, "\(key)=\(value)")
    }
}

@Test(arguments: [
    ("amenity", "atm", "ATM"), ("office", "ngo", "Non-profit organisation"),
    ("highway", "pedestrian", "Pedestrian street"), ("highway", "track", "Track"), ("shop", "something_new", "Shop"),
    ("office", "yes", "Office"), ("landuse", "residential", "Residential area"),
    ("building", "residential", "Residential building"),
])
private func `a kind has its common name, and an unknown kind its key`(
    key: String, value: String, name: String
) throws {
    let lexicon = KindLexicon.standard
    let row = try #require(lexicon.row(key: [UInt8](key.utf8), value: [UInt8](value.utf8)))
    #expect(lexicon.name(row, in: 0) == [UInt8](name.utf8))
    let names = (0..<4).map { String(decoding: lexicon.name(row, in: $0), as: UTF8.self) }
    #expect(names.allSatisfy { !$0.isEmpty && !$0.contains("_") }, "\(names)")
    // Arabic names are written in Arabic.
    #expect(names[3].unicodeScalars.contains { (0x600...0x6ff).contains($0.value) })
}

@Test func `answers name a kind in the requested language`() throws {
    var map = HandMade()
    map.node(1, 60, 25, ["amenity": "atm"])
    map.node(2, 60, 25.001, ["office": "ngo", "name": "Punainen Risti"])
    let world = try SearchWorld(map)
    for (language, text, kind, name) in [
        ("de", "geldautomat", "Geldautomat", "Geldautomat"), ("en", "atm", "ATM", "ATM"),
        ("ar", "punainen", "منظمة غير ربحية", "Punainen Risti"), ("sv", "atm", "ATM", "ATM"),
    ] {
        var workspace = SearchWorkspace()
        let json = world.engine.suggestJSON(SearchRequest(text: text, language: language), workspace: &workspace)
        let answer = String(decoding: json, as: UTF8.self)
        #expect(answer.contains("\"kind_name\":\"\(kind)\"") && answer.contains("\"name\":\"\(name)\""), "\(answer)")
    }
}

import Atlas
import GeoCore
import OSMImport
import Search
import TestSupport
import Testing

/// A town, and a street through several.
private var town: HandMade {
    var map = HandMade.town
    map.addLongStreet()
    return map
}

/// Makes every kind of query to an atlas that passes its checker.
private func askEverything(_ bytes: [UInt8]) -> Bool {
    do {
        return try AtlasForging.withView(bytes) { atlas in
            let engine = try SearchEngine(atlas)
            try engine.check()
            var workspace = SearchWorkspace()
            for query in [
                "kappeli", "alek", "aleksanterinkatu 52", "akppeli", "pharmacy", "yliopistonapteekki", "x y z",
                "long street westby", "long street 8, eastby",
            ] {
                let near = Coordinate(latitude: 60.1005, longitude: 25.1030)
                _ = engine.suggestJSON(SearchRequest(text: query, near: near, language: "ru"), workspace: &workspace)
            }
            for (latitude, longitude) in [(60.1001, 25.1011), (60.1002, 25.1052), (60.1, 25.251)] {
                let position = Coordinate(latitude: latitude, longitude: longitude)!
                _ = engine.addressJSON(at: position)
                _ = engine.nearby(position, withinMetres: 300, count: 2) { $0.index % 2 == 0 }
                _ = engine.nearestStreet(to: position) { $0.index % 2 == 0 }
                _ = engine.areas(around: position)
            }
            let language = NameLanguage(["sv", "ru-RU"], in: engine.places), tags = AddressTags(in: engine.places)
            for place in engine.places.indices {
                _ = engine.placeJSON(engine.places.ref(PlaceID(place)))
                _ = engine.addressParts(of: PlaceID(place), language, tags)
                _ = engine.administrativeAreas(around: PlaceID(place), language, tags)
            }
            return true
        }
    } catch {
        return false
    }
}

@Test func `an atlas as written passes its checker`() throws {
    #expect(try askEverything(SearchWorld.atlas(town.data())))
}

@Test func `no damaged byte that passes the checker can hurt a query`() throws {
    let whole = try SearchWorld.atlas(town.data())
    let sections = try AtlasForging.withView(whole) { $0.entries }
    var random = SeededGenerator(seed: 21), refused = 0, tried = 0
    for section in sections {
        // Every byte of the small sections, a sample of the large ones (texts and the folding table).
        let stride = max(1, section.length / 400)
        for offset in Swift.stride(from: section.offset, to: section.offset + section.length, by: stride) {
            for mask in [0xff, 0x80, 0x01, UInt8(truncatingIfNeeded: random.next()) | 1] {
                var bytes = whole
                bytes[offset] ^= mask
                tried += 1
                if !askEverything(AtlasForging.resigned(bytes)) { refused += 1 }
            }
        }
    }
    #expect(tried > 5_000)
    #expect(refused > tried / 4, "the checker sees more than a little")
}

@Test func `no damaged word that passes the checker can hurt a query`() throws {
    let whole = try SearchWorld.atlas(town.data())
    let sections = try AtlasForging.withView(whole) { $0.entries }
    var refused = 0, harmless = 0
    for section in sections where section.elementWidth >= 4 && section.id != "search.fold" {
        for offset in stride(from: section.offset, to: section.offset + section.length, by: 4) {
            for word: UInt32 in [0, 1, 0x7fff_ffff, 0x8000_0000, 0xffff_ffff, 0x0010_0000] {
                var bytes = whole
                for index in 0..<4 { bytes[offset + index] = UInt8(truncatingIfNeeded: word >> UInt32(8 * index)) }
                if askEverything(AtlasForging.resigned(bytes)) { harmless += 1 } else { refused += 1 }
            }
        }
    }
    // Most words are references or sorted; coordinates of crossings may be any.
    #expect(refused > harmless)
    #expect(harmless > 100)
}

@Test func `words that begin beyond their section are refused when the engine opens`() throws {
    let whole = try SearchWorld.atlas(town.data())
    let entry = try #require(try AtlasForging.withView(whole) { $0.entries.first { "\($0.id)" == "search.wordsAt" } })
    for word in 0..<(entry.length / 4 - 1) {
        var bytes = whole
        for (index, value) in [UInt32(0x7fff_0000), 0x7fff_ffff].enumerated() {
            for byte in 0..<4 {
                bytes[entry.offset + 4 * (word + index) + byte] = UInt8(truncatingIfNeeded: value >> (8 * byte))
            }
        }
        #expect(throws: AtlasError.self, "word \(word)") {
            try AtlasForging.withView(AtlasForging.resigned(bytes)) { _ = try SearchEngine($0) }
        }
    }
}

@Test(arguments: ["reverse.houses", "reverse.roadAt", "reverse.spots", "reverse.zones"])
private func `an entry that is listed twice is refused`(section: String) throws {
    let whole = try SearchWorld.atlas(townWithArea.data())
    let entry = try #require(try AtlasForging.withView(whole) { $0.entries.first { "\($0.id)" == section } })
    var bytes = whole
    bytes.replaceSubrange(entry.offset + 4..<entry.offset + 8, with: whole[entry.offset..<entry.offset + 4])
    // A street may have two lines: its name may stand twice, the line may not.
    let error = #expect(throws: AtlasError.self) {
        try AtlasForging.withView(AtlasForging.resigned(bytes)) { try SearchEngine($0).check() }
    }
    #expect(error?.description.contains("twice") == true || section == "reverse.roadAt")
}

@Test(arguments: ["reverse.houseBox", "reverse.roadBox", "reverse.spotBox", "reverse.zoneBox"])
private func `a box that is not that of its place is refused, though its tree agrees`(section: String) throws {
    let whole = try SearchWorld.atlas(townWithArea.data())
    let entry = try #require(try AtlasForging.withView(whole) { $0.entries.first { "\($0.id)" == section } })
    // All boxes of the tree hold the whole Earth.
    var bytes = whole
    for box in 0..<(entry.length / 16) {
        for (side, value) in [-1_800_000_000, -900_000_000, 1_800_000_000, 900_000_000].enumerated() {
            for byte in 0..<4 {
                bytes[entry.offset + box * 16 + side * 4 + byte] = UInt8(truncatingIfNeeded: value >> (8 * byte))
            }
        }
    }
    let error = #expect(throws: AtlasError.self) {
        try AtlasForging.withView(AtlasForging.resigned(bytes)) { try SearchEngine($0).check() }
    }
    #expect(error?.description.contains("not the box of what it stands for") == true)
}

/// The town, inside two boundaries.
private var townWithArea: HandMade {
    var map = HandMade.town
    for (id, name) in [(Int64(300), "Seutu"), (310, "Maakunta")] {
        let size = Double(id - 290) / 100
        map.node(id, 60.1 - size, 25.1 - size)
        map.node(id + 1, 60.1 - size, 25.1 + size)
        map.node(id + 2, 60.1 + size, 25.1 + size)
        map.node(id + 3, 60.1 + size, 25.1 - size)
        map.way(id, [id, id + 1, id + 2, id + 3, id])
        map.relation(
            id, [HandMade.Member(.way, id, "outer")],
            ["type": "boundary", "boundary": "administrative", "admin_level": "8", "name": "\(name)"])
    }
    return map
}

@Test func `an atlas without one of the sections is refused by name`() throws {
    let whole = try SearchWorld.atlas(town.data())
    let sections = try AtlasForging.withView(whole) { $0.entries }
    for (index, section) in sections.enumerated() {
        var bytes = whole
        // Its name becomes another one.
        bytes[64 + 48 * index] = UInt8(ascii: "X")
        #expect(throws: AtlasError.missingSection(section.id)) {
            try AtlasForging.withView(AtlasForging.resigned(bytes)) { _ = try SearchEngine($0) }
        }
    }
}

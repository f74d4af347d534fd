import Atlas
import GeoCore
import Search
import TestSupport
import Testing

/// Asks an atlas whatever can be asked, if its checker lets it pass.
private func askEverything(_ bytes: [UInt8]) -> Bool {
    do {
        return try AtlasForging.withView(bytes) { atlas in
            let engine = try SearchEngine(atlas)
            try engine.check()
            var workspace = SearchWorkspace()
            for query in [
                "kappeli", "alek", "aleksanterinkatu 52", "akppeli", "pharmacy", "yliopistonapteekki", "x y z",
            ] {
                let near = Coordinate(latitude: 60.1005, longitude: 25.1030)
                _ = engine.suggestJSON(SearchRequest(text: query, near: near, language: "ru"), workspace: &workspace)
            }
            for (latitude, longitude) in [(60.1001, 25.1011), (60.1002, 25.1052), (60.1, 25.251)] {
                _ = engine.addressJSON(at: Coordinate(latitude: latitude, longitude: longitude)!)
            }
            for place in engine.places.indices { _ = engine.placeJSON(engine.places.ref(PlaceID(place))) }
            return true
        }
    } catch {
        return false
    }
}

@Test func `an atlas as written passes its checker`() throws {
    #expect(try askEverything(SearchWorld.atlas(HandMade.town.data())))
}

@Test func `no damaged byte that passes the checker can hurt a query`() throws {
    let whole = try SearchWorld.atlas(HandMade.town.data())
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
    let whole = try SearchWorld.atlas(HandMade.town.data())
    let sections = try AtlasForging.withView(whole) { $0.entries }
    for section in sections where section.elementWidth >= 4 && section.id != "search.fold" {
        for offset in stride(from: section.offset, to: section.offset + section.length, by: 4) {
            for word: UInt32 in [0, 1, 0x7fff_ffff, 0x8000_0000, 0xffff_ffff, 0x0010_0000] {
                var bytes = whole
                for index in 0..<4 { bytes[offset + index] = UInt8(truncatingIfNeeded: word >> UInt32(8 * index)) }
                _ = askEverything(AtlasForging.resigned(bytes))
            }
        }
    }
}

@Test func `an atlas without one of the sections is refused by name`() throws {
    let whole = try SearchWorld.atlas(HandMade.town.data())
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

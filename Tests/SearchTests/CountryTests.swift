import Atlas
import Foundation
import GeoCore
import OSMImport
import Search
import TestSupport
import Testing

/// Two countries, Westland and Eastland, which meet at longitude 12.5 by a table that is half a kilometre wrong.
private let table = CountryTable(countries: [
    entry("WF", "Westland", [(42, 10), (42, 12.506), (43, 12.506), (43, 10)]),
    entry("EC", "Eastland", [(42, 12.506), (42, 14), (43, 14), (43, 12.506)]),
    entry(nil, "Nowhere", [(50, 10), (50, 11), (51, 11), (51, 10)]),
])

private func entry(_ code: String?, _ name: String, _ points: [(Double, Double)]) -> CountryTable.Country {
    CountryTable.Country(code: code, names: [("", name), ("de", name + " (de)")], rings: [ring(points)])
}

private func ring(_ points: [(Double, Double)]) -> [PointE7] {
    points.map { PointE7(latitudeE7: Int32($0.0 * 1e7), longitudeE7: Int32($0.1 * 1e7)) }
}

extension SearchWorld {
    /// The object that is the country of a place.
    fileprivate func countryOf(_ id: String) throws -> PlaceRef? {
        try engine.places.locality(place(id)).country.place.map { engine.places.ref($0) }
    }
}

/// Says in which country places lie.
@Suite struct CountryTests {
    /// The code and the name of the country of a place, in a language.
    private func country(
        of id: String, in map: HandMade, _ source: CountrySource = CountrySource(table: table), language: String? = nil
    ) throws -> [String] {
        let world = try SearchWorld(map.data(), countries: source), places = world.engine.places
        let place = try world.place(id)
        let parts = world.engine.addressParts(
            of: place, NameLanguage(language.map { [$0] } ?? [], in: places), AddressTags(in: places))
        return [String(decoding: parts.countryCode, as: UTF8.self), String(decoding: parts.country, as: UTF8.self)]
    }

    private func cafe(
        _ longitude: Double, latitude: Double = 42.6, _ tags: HandMade.TagPairs = ["amenity": "cafe", "name": "Bar"]
    )
        -> HandMade
    {
        var map = HandMade()
        map.statedBounds = (425_000_000, 124_000_000, 427_000_000, 126_000_000)
        map.node(1, latitude, longitude, tags)
        return map
    }

    @Test func `the table decides where the map does not`() throws {
        #expect(try country(of: "n1", in: cafe(12.45)) == ["wf", "Westland"])
        #expect(try country(of: "n1", in: cafe(12.55)) == ["ec", "Eastland"])
        #expect(try country(of: "n1", in: cafe(12.55), language: "de") == ["ec", "Eastland (de)"])
        #expect(try country(of: "n1", in: cafe(12.45), CountrySource()) == ["", ""])
    }

    @Test func `off a coast the nearest country applies, far away none`() throws {
        var map = cafe(12.55, latitude: 43.1)
        map.statedBounds = (425_000_000, 124_000_000, 440_000_000, 126_000_000)
        map.node(2, 43.9, 12.55, ["amenity": "cafe", "name": "Buoy"])
        #expect(try country(of: "n1", in: map) == ["ec", "Eastland"])
        #expect(try country(of: "n2", in: map) == ["", ""])
    }

    @Test func `a territory without a code has a name`() throws {
        var map = HandMade()
        map.statedBounds = (505_000_000, 105_000_000, 506_000_000, 106_000_000)
        map.node(1, 50.55, 10.55, ["amenity": "cafe", "name": "Bar"])
        #expect(try country(of: "n1", in: map) == ["", "Nowhere"])
    }

    @Test func `a place's own tags go before the table`() throws {
        for key in ["addr:country", "is_in:country_code"] {
            let tags: [(String, String)] = [("amenity", "cafe"), ("name", "Bar"), (key, "EC")]
            var map = cafe(12.45)
            map.node(2, 42.6, 12.45, HandMade.TagPairs(dictionaryLiteral: tags[0], tags[1], tags[2]))
            #expect(try country(of: "n2", in: map) == ["ec", "Eastland"], "\(key)")
            #expect(try country(of: "n1", in: map) == ["wf", "Westland"], "\(key)")
        }
    }

    @Test(arguments: ["XX", "EN", "W", "Westland", "ec-x"])
    func `only codes that ISO has count, the table says the rest`(_ code: String) throws {
        let tags: [(String, String)] = [("amenity", "cafe"), ("name", "Bar"), ("addr:country", code)]
        let map = cafe(12.45, HandMade.TagPairs(dictionaryLiteral: tags[0], tags[1], tags[2]))
        #expect(try country(of: "n1", in: map) == ["wf", "Westland"])
    }

    @Test func `without a table a place's own code counts, and else that of nearly all others`() throws {
        for (said, code) in [("UK", "gb"), ("el", "gr"), ("FR", "fr"), ("XX", "it"), ("EN", "it")] {
            var map = cafe(12.45)
            let tags: [(String, String)] = [("amenity", "cafe"), ("name", "Bar"), ("addr:country", said)]
            map.node(2, 42.6, 12.46, HandMade.TagPairs(dictionaryLiteral: tags[0], tags[1], tags[2]))
            // Another country, so that all places are not said to be in one.
            map.node(3, 42.6, 12.47, ["amenity": "cafe", "name": "Bar", "addr:country": "IT"])
            #expect(try country(of: "n2", in: map, CountrySource())[0] == code, "\(said)")
        }
    }

    @Test func `the United Kingdom and Greece go by two codes each`() throws {
        for (said, code) in [("UK", "gb"), ("uk", "gb"), ("GB", "gb"), ("EL", "gr"), ("gr", "gr")] {
            let tags: [(String, String)] = [("amenity", "cafe"), ("name", "Bar"), ("addr:country", said)]
            let map = cafe(12.45, HandMade.TagPairs(dictionaryLiteral: tags[0], tags[1], tags[2]))
            #expect(try country(of: "n1", in: map)[0] == code, "\(said)")
        }
    }

    @Test func `without a table, the country of nearly all places applies to all`() throws {
        var map = cafe(12.45)
        for id in 2...5 {
            map.node(Int64(id), 42.6, 12.46, ["shop": "bakery", "name": "B\(id)", "addr:country": "WF"])
        }
        #expect(try country(of: "n1", in: map, CountrySource()) == ["wf", "WF"])
        for id in 6...9 {
            map.node(Int64(id), 42.6, 12.56, ["shop": "bakery", "name": "B\(id)", "addr:country": "EC"])
        }
        #expect(try country(of: "n1", in: map, CountrySource()) == ["", ""])
    }

    @Test func `a country that is named at import holds for everything`() throws {
        #expect(try country(of: "n1", in: cafe(12.45), CountrySource(table: table, code: "EC")) == ["ec", "Eastland"])
        #expect(try country(of: "n1", in: cafe(12.45), CountrySource(code: "CW")) == ["cw", "CW"])
    }

    /// Two cafés on either side of a border whose rings do not close, and which the table has elsewhere.
    private func border(gap: Double? = nil) -> HandMade {
        var map = HandMade()
        map.statedBounds = (425_000_000, 124_000_000, 427_000_000, 126_000_000)
        map.node(1, 42.6, 12.499, ["amenity": "cafe", "name": "West Bar"])
        map.node(2, 42.6, 12.501, ["amenity": "cafe", "name": "East Bar"])
        map.node(18, 42.5, 12.4, ["natural": "tree"])
        map.node(19, 42.7, 12.6, ["natural": "tree"])
        map.node(3, 42.4, 12.5)
        map.node(4, 42.59, 12.5)
        map.node(5, 42.59 + (gap ?? 0.02), 12.5)
        map.node(6, 42.8, 12.5)
        map.way(1, [3, 4], ["boundary": "administrative", "admin_level": "2"])
        if gap == nil { map.way(2, [4, 5], ["boundary": "administrative", "admin_level": "2"]) }
        map.way(3, [5, 6], ["boundary": "administrative", "admin_level": "2"])
        let members = [1, 2, 3, 77].map { HandMade.Member(.way, $0, "outer") }
        map.relation(
            1, members,
            [
                "type": "boundary", "boundary": "administrative", "admin_level": "2", "name": "Westland",
                "ISO3166-1": "WF",
            ])
        return map
    }

    @Test func `the line of a border that does not close divides places`() throws {
        #expect(try country(of: "n1", in: border()) == ["wf", "Westland"])
        #expect(try country(of: "n2", in: border()) == ["ec", "Eastland"])
    }

    @Test func `a small gap in a border is closed; with a large gap, the table decides`() throws {
        #expect(try country(of: "n1", in: border(gap: 0.02)) == ["wf", "Westland"])
        #expect(try country(of: "n2", in: border(gap: 0.02)) == ["ec", "Eastland"])
        #expect(try country(of: "n2", in: border(gap: 0.1)) == ["wf", "Westland"])
    }

    @Test func `in a large extract too, no gap of more than ten kilometres is closed`() throws {
        func map(gap: Double) -> HandMade {
            var map = border(gap: gap)
            map.statedBounds = (420_000_000, 120_000_000, 430_000_000, 130_000_000)
            map.node(20, 42, 12, ["natural": "tree"])
            map.node(21, 43, 13, ["natural": "tree"])
            map.node(22, 42, 12.5)
            map.node(23, 43, 12.5)
            map.way(4, [22, 3], ["boundary": "administrative", "admin_level": "2"])
            map.way(5, [6, 23], ["boundary": "administrative", "admin_level": "2"])
            return map
        }
        #expect(try country(of: "n2", in: map(gap: 0.08)) == ["ec", "Eastland"])
        #expect(try country(of: "n2", in: map(gap: 0.12)) == ["wf", "Westland"])
    }

    @Test func `a gap in a coast is not closed`() throws {
        var map = border()
        for (id, latitude) in [(Int64(30), 42.4), (31, 42.58), (32, 42.62), (33, 42.8)] {
            map.node(id, latitude, 12.504)
        }
        map.way(30, [30, 31], ["natural": "coastline"])
        map.way(31, [32, 33], ["natural": "coastline"])
        map.node(34, 42.6, 12.6, ["natural": "tree"])
        // If closed, the coast would cut off a strip that lies wholly in the table's Westland.
        #expect(try country(of: "n2", in: map) == ["ec", "Eastland"])
    }

    @Test func `lines that fill the map decide nothing`() throws {
        var map = border()
        for id in 0..<3000 {
            map.node(Int64(100 + id), 42.5 + Double(id) / 15000, id % 2 == 0 ? 12.4 : 12.6)
        }
        map.way(9, (0..<3000).map { Int64(100 + $0) }, ["boundary": "administrative", "admin_level": "2"])
        #expect(try country(of: "n2", in: map) == ["wf", "Westland"])
    }

    @Test func `the countries of an extract over the antimeridian are those of the table on both sides`() throws {
        let islands = CountryTable(countries: [
            CountryTable.Country(
                code: "IS", names: [("", "Islands")],
                rings: [
                    ring([(-18, 177), (-18, 180), (-16, 180), (-16, 177)]),
                    ring([(-18, -180), (-18, -178), (-16, -178), (-16, -180)]),
                ]),
            entry("WF", "Westland", [(-18, -1), (-18, 1), (-16, 1), (-16, -1)]),
        ])
        var map = HandMade()
        map.node(1, -17, 179.5, ["amenity": "cafe", "name": "West Bar"])
        map.node(2, -17, -179.5, ["amenity": "cafe", "name": "East Bar"])
        for id in ["n1", "n2"] {
            #expect(try country(of: id, in: map, CountrySource(table: islands)) == ["is", "Islands"])
        }
        // Near the antimeridian what lies beyond it is near, too.
        var west = HandMade()
        west.node(1, -17, 179.99, ["amenity": "cafe", "name": "West Bar"])
        let east = CountryTable(countries: [
            entry("IS", "Islands", [(-18, -180), (-18, -178), (-16, -178), (-16, -180)])
        ])
        #expect(try country(of: "n1", in: west, CountrySource(table: east)) == ["is", "Islands"])
    }

    @Test func `where the table has no country, that of nearly all places applies`() throws {
        var map = HandMade()
        for id in 1...4 {
            map.node(Int64(id), 0.1, 0.1, ["shop": "bakery", "name": "B\(id)", "addr:country": "WF"])
        }
        map.node(5, 0.1, 0.1, ["amenity": "cafe", "name": "Bar"])
        #expect(try country(of: "n5", in: map) == ["wf", "Westland"])
    }

    @Test func `a name that two countries bear gives a boundary no code`() throws {
        var map = HandMade()
        map.node(1, 42.6, 12.4, ["amenity": "cafe", "name": "Bar"])
        map.node(2, 42.6, 12.41, ["place": "country", "name": "Westland"])
        #expect(try SearchWorld(map.data(), countries: CountrySource(table: table)).countryOf("n1") == PlaceRef("n2"))
        for code in ["XX", nil] {
            let shared = CountryTable(
                countries: table.countries + [entry(code, "Westland", [(50, 10), (50, 11), (51, 11)])])
            #expect(
                try SearchWorld(map.data(), countries: CountrySource(table: shared)).countryOf("n1") != PlaceRef("n2"))
        }
    }

    @Test func `a border that the extract cuts off before its side goes on to the side`() throws {
        var map = border()
        map.node(10, 42.395, 12.4, ["natural": "tree"])
        map.node(11, 42.805, 12.6, ["natural": "tree"])
        map.statedBounds = (423_950_000, 124_000_000, 428_050_000, 126_000_000)
        #expect(try country(of: "n1", in: map) == ["wf", "Westland"])
        #expect(try country(of: "n2", in: map) == ["ec", "Eastland"])
    }

    @Test func `no suburb or town is beyond the border of its country`() throws {
        var map = border()
        map.node(7, 42.6, 12.502, ["place": "suburb", "name": "East End"])
        map.node(8, 42.6, 12.503, ["place": "town", "name": "Easton"])
        map.node(9, 42.601, 12.502, ["amenity": "pub", "name": "Crown"])
        let world = try SearchWorld(map.data(), countries: CountrySource(table: table)), places = world.engine.places
        let west = try places.locality(world.place("n1")), east = try places.locality(world.place("n9"))
        #expect(west.suburb.isUnknown && west.city.isUnknown)
        #expect(places.text.string(east.suburb.name) == "East End" && places.text.string(east.city.name) == "Easton")
    }

    @Test func `a boundary that does not close is the country's own place`() throws {
        let world = try SearchWorld(border().data(), countries: CountrySource(table: table))
        let places = world.engine.places
        #expect(try places.locality(world.place("n1")).country.place == world.place("r1"))
        #expect(try !places.isObject(#require(places.locality(world.place("n2")).country.place)))
    }

    @Test func `searches may be limited to countries`() throws {
        var map = cafe(12.45)
        map.node(2, 42.6, 12.55, ["amenity": "cafe", "name": "Bar"])
        let world = try SearchWorld(map.data(), countries: CountrySource(table: table))
        for (countries, ids) in [(["wf"], ["n1"]), (["ec"], ["n2"]), (["wf", "ec"], ["n1", "n2"]), (["xx"], [])] {
            var request = SearchRequest(text: "Bar"), workspace = SearchWorkspace()
            request.countries = countries.map { [UInt8]($0.utf8) }
            for hits in [
                world.engine.suggest(request, workspace: &workspace).hits,
                world.engine.places(request, workspace: &workspace).hits,
            ] {
                let found = hits.compactMap(\.place).map { world.engine.places.ref($0) }
                #expect(Set(found.map(\.rawValue)) == Set(ids.map { PlaceRef($0)!.rawValue }), "\(countries)")
            }
        }
    }

    @Test func `a place in the country is found behind a thousand places of the same name elsewhere`() throws {
        var map = cafe(12.55)
        for id in 2...1001 {
            map.node(Int64(id), 42.55 + Double(id) * 1e-4, 12.45, ["amenity": "cafe", "name": "Bar \(id)"])
        }
        let world = try SearchWorld(map.data(), countries: CountrySource(table: table))
        var request = SearchRequest(text: "Bar", near: Coordinate(latitude: 42.56, longitude: 12.45))
        var workspace = SearchWorkspace()
        request.countries = [[UInt8]("ec".utf8)]
        let found = world.engine.suggest(request, workspace: &workspace).hits.compactMap(\.place)
        #expect(try found == [world.place("n1")])
        // The filter is the request's, not the workspace's.
        request.countries = []
        #expect(world.engine.suggest(request, workspace: &workspace).hits.count == request.limit)
    }

    @Test func `far from streets the nearest place says town, region and country`() throws {
        var map = cafe(12.45)
        map.node(10, 42.6, 12.45)
        map.node(11, 42.6, 12.451)
        map.way(10, [10, 11], ["highway": "residential", "name": "Via"])
        map.node(12, 42.6, 12.4501, ["place": "village", "name": "Paese"])
        let world = try SearchWorld(map.data(), countries: CountrySource(table: table))
        func locality(_ latitude: Double) -> Locality? {
            world.engine.address(at: Coordinate(latitude: latitude, longitude: 12.45)!)?.locality
        }
        let near = try #require(locality(42.62)), far = try #require(locality(42.7))
        #expect(world.engine.places.text.string(near.city.name) == "Paese")
        #expect(far.city.isUnknown && world.engine.places.text.string(far.country.name) == "Westland")
        #expect(locality(43.5) == nil)
    }
}

/// The file of the table.
@Suite struct CountryTableTests {
    private static func file(
        code: String = "FI", magic: String = "HCOUNTRY", points: [(Int32, Int32)] = [(0, 0), (0, 1), (1, 1)]
    )
        -> [UInt8]
    {
        func number(_ value: Int, _ length: Int) -> [UInt8] {
            (0..<length).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
        }
        func text(_ text: String) -> [UInt8] { number(text.utf8.count, 2) + text.utf8 }
        var bytes = [UInt8](magic.utf8) + number(1, 4) + [UInt8](code.utf8) + number(2, 2)
        bytes += text("") + text("Suomi") + text("en") + text("Finland") + number(1, 4) + number(points.count, 4)
        for (latitude, longitude) in points { bytes += number(Int(latitude), 4) + number(Int(longitude), 4) }
        return bytes
    }

    @Test func `names, codes and rings are read`() throws {
        let countries = try #require(CountryTable.read(Self.file()))
        #expect(countries.count == 1 && countries[0].code == "FI" && countries[0].rings[0].count == 3)
        #expect(countries[0].names.map(\.name) == ["Suomi", "Finland"])
        #expect(try #require(CountryTable.read(Self.file(code: "--")))[0].code == nil)
    }

    @Test func `no damaged file is read as a table or crashes`() {
        let file = Self.file()
        for length in file.indices { #expect(CountryTable.read(Array(file[..<length])) == nil, "\(length)") }
        #expect(CountryTable.read(file + [0]) == nil)
        #expect(CountryTable.read(Self.file(magic: "HCOUNTRX")) == nil)
        #expect(CountryTable.read(Self.file(points: [(2_000_000_000, 0), (0, 1), (1, 1)])) == nil)
        for (index, mask) in file.indices.flatMap({ index in [0x01, 0x20, 0x80, 0xff].map { (index, UInt8($0)) } }) {
            var damaged = file
            damaged[index] ^= mask
            // A table that is read has no more entries than the file, and names and rings as promised.
            for country in CountryTable.read(damaged) ?? [] {
                #expect(!country.names.isEmpty && country.rings.allSatisfy { $0.count >= 3 }, "\(index)")
                #expect(country.names.reduce(0) { $0 + $1.name.utf8.count } <= file.count, "\(index)")
                let areOnEarth = country.rings.allSatisfy { $0.allSatisfy { $0.isOnEarth } }
                #expect(areOnEarth, "\(index)")
            }
        }
    }

    @Test func `a file that is not a table is named with the remedy`() throws {
        let folder = try TemporaryFolder()
        try folder.write("countries.bin", "nothing".utf8)
        #expect(throws: ReadError.self) { try CountryTable(path: folder.file("countries.bin")) }
    }
}

import Foundation
import HTTPTypes
import HereaboutsAPI
import Hummingbird
import HummingbirdTesting
import NIOCore
import OSMImport
import TestSupport
import Testing

/// Nominatim's interface, as its documentation describes it.
@Suite struct NominatimTests {
    private let world: GeocodingTown

    init() throws { world = try GeocodingTown() }

    private func address(_ place: [String: Any]?) -> [String: String] { place?["address"] as? [String: String] ?? [:] }

    private func names(_ target: String) async throws -> [String] {
        try await world.list(target).map { $0["name"] as? String ?? "" }
    }

    @Test func `a house has everything that an address has parts for`() async throws {
        let found = try #require(try await world.list("/search?q=P%C3%A4%C3%A4katu+12&addressdetails=1").first)
        #expect(
            address(found) == [
                "house_number": "12", "road": "Pääkatu", "neighbourhood": "Tori", "suburb": "Keskusta",
                "town": "Kotikaupunki", "county": "Järvilääni", "state": "Pohjola", "ISO3166-2-lvl4": "MX-P",
                "postcode": "00100", "country": "Metsämaa", "country_code": "mx",
            ])
        #expect(
            found["display_name"] as? String
                == "12, Pääkatu, Tori, Keskusta, Kotikaupunki, Järvilääni, Pohjola, 00100, Metsämaa")
        #expect(found["lat"] as? String == "60.1061" && found["lon"] as? String == "25.105")
        #expect(found["boundingbox"] as? [String] == ["60.10605", "60.10615", "25.10495", "25.10505"])
        #expect(found["osm_type"] as? String == "node" && found["osm_id"] as? Int == 20)
        #expect(found["category"] as? String == "place" && found["type"] as? String == "house")
        #expect(found["place_rank"] as? Int == 30 && found["name"] as? String == "")
        #expect((found["licence"] as? String)?.contains("OpenStreetMap contributors") == true)
        let importance = try #require(found["importance"] as? Double)
        #expect(importance >= 0 && importance <= 1)
    }

    @Test func `a place has its name under its key, and its tags and names where they are asked for`() async throws {
        let found = try #require(
            try await world.list("/search?q=%C3%A4%C3%A4ni&addressdetails=1&extratags=1&namedetails=1&format=json")
                .first)
        #expect(address(found)["amenity"] == "Café \"Ääni\"" && address(found)["house_number"] == "14")
        #expect(found["class"] as? String == "amenity" && found["category"] == nil && found["place_rank"] == nil)
        #expect(found["addresstype"] as? String == "amenity")
        let tags = found["extratags"] as? [String: String]
        #expect(tags?["opening_hours"] == "24/7" && tags?["name:sv"] == nil)
        #expect(found["namedetails"] as? [String: String] == ["name": "Café \"Ääni\"", "name:sv": "Ljud"])
        let plain = try #require(try await world.list("/search?q=%C3%A4%C3%A4ni").first)
        for key in ["address", "extratags", "namedetails", "geojson"] { #expect(plain[key] == nil) }
    }

    @Test func `areas state their kind, with their rank`() async throws {
        for (query, type, rank) in [
            ("Mets%C3%A4maa", "country", 4), ("Pohjola", "state", 8), ("J%C3%A4rvil%C3%A4%C3%A4ni", "county", 12),
            ("Keskusta", "city_district", 18), ("Naapurila", "village", 19),
        ] {
            let found = try #require(try await world.list("/search?q=\(query)&addressdetails=1").first)
            #expect(found["addresstype"] as? String == type && found["place_rank"] as? Int == rank, "\(query)")
            #expect(address(found)[type] == found["name"] as? String)
            #expect(address(found)["country_code"] == "mx", "\(query)")
        }
    }

    @Test func `names are in the language of the parameter, else of the header, also in the address`()
        async throws
    {
        let target = "/search?q=p%C3%A4%C3%A4katu+12&addressdetails=1"
        let swedish = ["road": "Huvudgatan", "town": "Hemstad", "state": "Pohjola (sv)", "country": "Metsämaa (sv)"]
        for (asked, header) in [
            ("&accept-language=sv", nil), ("&accept-language=sv", "fi"), ("", "sv"), ("", "et;q=0.2, sv-FI ;q=0.9, *"),
        ] {
            let found = address(try await world.list(target + asked, language: header).first)
            for (key, name) in swedish { #expect(found[key] == name, "\(asked) \(header ?? "")") }
        }
        for header in ["fi", "sv;q=0", "", "*", "x;;q=,,;", String(repeating: "sv-", count: 500)] {
            let found = address(try await world.list(target, language: header).first)
            #expect(found["road"] == "Pääkatu", "\(header.prefix(20))")
        }
    }

    @Test func `limit, exclude_place_ids, layer and featureType choose among the answers`() async throws {
        let all = try await world.list("/search?q=kotikaupunki")
        #expect(!all.isEmpty)
        #expect(try await world.list("/search?q=cafe&limit=1").count == 1)
        #expect(try await world.list("/search?q=cafe&limit=0").count == 1)
        #expect(try await world.list("/search?q=cafe&limit=99999999999999999999").count == 2)
        let ids = all.compactMap { ($0["place_id"] as? Int).map(String.init) }.joined(separator: ",")
        let rest = try await world.list("/search?q=kotikaupunki&exclude_place_ids=\(ids),x,,7e3")
        #expect(rest.allSatisfy { place in !all.contains { $0["place_id"] as? Int == place["place_id"] as? Int } })
        #expect(try await names("/search?q=cafe&layer=address").isEmpty)
        #expect(try await names("/search?q=cafe&layer=poi,%20railway").count == 2)
        #expect(try await names("/search?q=huippu&layer=natural") == ["Huippu"])
        #expect(try await names("/search?q=huippu&layer=manmade").isEmpty)
        #expect(try await names("/search?q=pohjola&featureType=state").first == "Pohjola")
        for type in ["country", "city", "settlement"] {
            let found = try await world.list("/search?q=p%C3%A4%C3%A4katu&featureType=\(type)")
            #expect(found.isEmpty, "no street is a \(type)")
        }
        #expect(try await names("/search?q=naapurila&featureType=settlement") == ["Naapurila"])
        #expect(try await names("/search?q=naapurila&featureType=nonsense") == ["Naapurila"])
    }

    @Test func `a view box prefers the results inside it, and with bounded drops all others`() async throws {
        #expect(try await names("/search?q=cafe&viewbox=25.149,60.149,25.151,60.151").first == "Toinen kahvila")
        #expect(try await names("/search?q=cafe&viewbox=25.106,60.107,25.108,60.105").first == "Café \"Ääni\"")
        #expect(try await names("/search?q=cafe&viewbox=25.151,60.151,25.149,60.149&bounded=1") == ["Toinen kahvila"])
        #expect(try await names("/search?q=cafe&viewbox=-150,10,-149,11&bounded=1").isEmpty)
        #expect(try await names("/search?q=cafe&viewbox=-999,-999,999,999&bounded=1").count == 2)
        // Corners a whole turn apart are all longitudes, in either order.
        #expect(try await names("/search?q=cafe&viewbox=180,-90,-180,90&bounded=1").count == 2)
        #expect(try await names("/search?q=cafe&viewbox=-180,90,180,-90&bounded=1").count == 2)
        // The first corner more than half the Earth east of the second: over the antimeridian.
        #expect(try await names("/search?q=cafe&viewbox=150,70,-130,-50&bounded=1").isEmpty)
        #expect(try await names("/search?q=cafe&viewbox=-130,70,150,-50&bounded=1").count == 2)
        #expect(try await names("/search?q=cafe&bounded=1").count == 2, "without a box there are no bounds")
    }

    @Test func `country codes leave out results in other countries`() async throws {
        #expect(try await names("/search?q=leipomo&countrycodes=MX").count == 1)
        #expect(try await names("/search?q=leipomo&countrycodes=de,mx").count == 1)
        #expect(try await names("/search?q=leipomo&countrycodes=de").isEmpty)
        #expect(try await names("/search?q=leipomo&countrycodes=deu,").count == 1, "no code at all")
    }

    @Test func `an address in parts finds the results that match all parts`() async throws {
        #expect(try await world.list("/search?street=12+paakatu&city=kotikaupunki").first?["osm_id"] as? Int == 20)
        #expect(
            try await world.list(
                "/search?street=12+paakatu&city=kotikaupunki&country=MX&state=pohjola&county=jarvilaani"
            )
            .first?["osm_id"] as? Int == 20)
        #expect(try await world.list("/search?city=Kotikaupunki").first?["name"] as? String == "Kotikaupunki")
        for area in ["city=kotikaupunki", "state=pohjola", "county=jarvilaani", "postalcode=00100"] {
            let found = try await world.list("/search?\(area)&format=json")
            #expect(
                !found.isEmpty && found.allSatisfy { ["place", "boundary"].contains($0["class"] as? String) }, "\(area)"
            )
        }
        #expect(try await world.list("/search?amenity=cafe&city=kotikaupunki").first?["osm_id"] as? Int == 21)
        #expect(try await world.list("/search?postalcode=00100&street=p%C3%A4%C3%A4katu").first?["osm_id"] != nil)
        for slip in ["street=12+p%C3%A4%C3%A4kau&city=kotikaupnki", "street=12+P%C3%84%C3%84KATU&city=Kotikaup"] {
            #expect(try await world.list("/search?\(slip)").first?["osm_id"] as? Int == 20, "\(slip)")
        }
        // The country's code is MX, so that its names in other languages name it, too.
        for name in ["Mets%C3%A4maa", "mx", "Mexico", "M%C3%A9xico", "Mexique", "MEXIKO"] {
            let found = try await world.list("/search?street=p%C3%A4%C3%A4katu+12&country=\(name)")
            #expect(found.first?["osm_id"] as? Int == 20, "\(name)")
        }
        for contradiction in [
            "city=Naapurila", "country=de", "state=Etel%C3%A4", "county=Vuori", "postalcode=99999", "country=Germany",
            "country=Deutschland", "country=%E3%83%89%E3%82%A4%E3%83%84", "country=UK", "country=USA",
            "country=Belgi%C3%AB", "city=kotikaupunki&country=Allemagne",
        ] {
            let found = try await world.list("/search?street=p%C3%A4%C3%A4katu+12&\(contradiction)")
            #expect(!found.contains { $0["osm_id"] as? Int == 20 }, "\(contradiction)")
        }
    }

    @Test func `an unknown state leaves out results outside the known states`() async throws {
        var map = HandMade()
        for (id, (latitude, longitude)) in [(10.0, 10.0), (10, 10.1), (10.1, 10.1), (10.1, 10)].enumerated() {
            map.node(Int64(id) + 1, latitude, longitude)
        }
        map.way(1, [1, 2, 3, 4, 1])
        map.relation(
            1, [HandMade.Member(.way, 1, "outer")],
            [
                "type": "boundary", "boundary": "administrative", "admin_level": "4", "name": "Northland",
                "name:de": "Nordland", "ISO3166-2": "MX-NO",
            ])
        map.node(5, 10.05, 10.05, ["addr:street": "High Street", "addr:housenumber": "1"])
        map.node(6, 10.2, 10.2, ["addr:street": "High Street", "addr:housenumber": "2"])
        for (id, latitude) in [(10, 10.05), (20, 10.2)] {
            map.node(Int64(id), latitude, latitude)
            map.node(Int64(id) + 1, latitude, latitude + 0.001)
            map.way(Int64(id), [Int64(id), Int64(id) + 1], ["highway": "residential", "name": "High Street"])
        }
        let world = try GeocodingTown(of: map)
        func found(_ house: Int, _ state: String) async throws -> Int? {
            try await world.list("/search?street=\(house)+High+Street&state=\(state)").first?["osm_id"] as? Int
        }
        for state in ["Northland", "nordland", "MX-NO"] { #expect(try await found(1, state) == 5, "\(state)") }
        #expect(try await found(1, "Bavaria") == nil)
        // Where it lies is not known.
        #expect(try await found(2, "Northland") == 6)
        #expect(try await found(2, "Bavaria") == nil)
    }

    @Test(arguments: ["00100", "001+00", "FI-00100", "fi+00100"])
    func `a postcode alone is found by its parameter, with its country's letters or a gap too`(postcode: String)
        async throws
    {
        let found = try await world.list("/search?postalcode=\(postcode)")
        #expect(found.first?["name"] as? String == "00100")
        #expect(try await world.list("/search?postalcode=\(postcode)&city=kotikaupunki").first?["osm_id"] != nil)
        #expect(try await world.list("/search?postalcode=FI-99999").isEmpty)
    }

    @Test func `the end of a query that names nothing here does not hinder the rest`() async throws {
        for more in [",+Kotikaupunki", ",+Kotikaupunki,+ZZ+77777", ",+Kotikaupunki,+ZZ+77777,+USA", ",+USA", ",,+,"] {
            let found = try await world.list("/search?q=P%C3%A4%C3%A4katu+12\(more)")
            #expect(found.first?["osm_id"] as? Int == 20, "\(more)")
        }
        #expect(try await world.list("/search?q=Olematon+7,+Kotikaupunki,+USA").isEmpty, "what is only in that town")
        #expect(try await world.list("/search?street=7+Olematon&city=Kotikaupunki").isEmpty)
        let many = String(repeating: ",zz", count: 100)
        #expect(try await world.ask("/search?q=P%C3%A4%C3%A4katu+12\(many)").status == 200)
    }

    @Test func `a typed position returns the places there`() async throws {
        let found = try await world.list("/search?q=60.1061,25.1050")
        #expect(found.count == 1 && found.first?["osm_id"] as? Int == 20)
        #expect(try await world.list("/search?q=10.5,-100.25").isEmpty)
        #expect(try await world.list("/search?q=qqxxzzvvkkjj+99999").isEmpty)
    }

    @Test func `GeoJSON has a box and a point, or the outline`() async throws {
        let feature = try #require(try await world.features("/search?q=keh%C3%A4&format=geojson").first)
        let properties = try #require(feature["properties"] as? [String: Any])
        #expect(properties["category"] as? String == "leisure" && properties["type"] as? String == "park")
        #expect(properties["place_rank"] as? Int == 30 && properties["osm_type"] as? String == "relation")
        let box = try #require(feature["bbox"] as? [Double])
        #expect(zip(box, [25.097, 60.097, 25.103, 60.103]).allSatisfy { abs($0 - $1) < 1e-5 })
        let point = try #require(feature["geometry"] as? [String: Any])
        #expect(point["type"] as? String == "Point" && (point["coordinates"] as? [Double])?.count == 2)
        let outlined = try await world.features("/search?q=keh%C3%A4&format=geojson&polygon_geojson=1").first
        let outline = try #require(outlined?["geometry"] as? [String: Any])
        #expect(outline["type"] as? String == "Polygon")
        let rings = try #require(outline["coordinates"] as? [[[Double]]])
        #expect(rings.count == 2 && rings.allSatisfy { $0.count == 5 && $0.first == $0.last })
        // Right-hand rule (RFC 7946, 3.1.6).
        #expect(Self.doubledArea(rings[0]) > 0 && Self.doubledArea(rings[1]) < 0)
    }

    private static func doubledArea(_ ring: [[Double]]) -> Double {
        zip(ring, ring.dropFirst()).reduce(0) { $0 + $1.0[0] * $1.1[1] - $1.1[0] * $1.0[1] }
    }

    @Test func `outlines come in four forms, one at a time, thinned as requested`() async throws {
        func park(_ parameters: String) async throws -> [String: Any] {
            try #require(try await world.list("/search?q=keh%C3%A4&\(parameters)").first)
        }
        #expect((try await park("polygon_geojson=1")["geojson"] as? [String: Any])?["type"] as? String == "Polygon")
        let text = try #require(try await park("polygon_text=1")["geotext"] as? String)
        #expect(text.hasPrefix("POLYGON((25.") && text.hasSuffix("))") && text.contains("),("))
        let kml = try #require(try await park("polygon_kml=1")["geokml"] as? String)
        #expect(try XMLElements.read(kml).filter { $0.name == "innerBoundaryIs" }.count == 1)
        let svg = try #require(try await park("polygon_svg=1")["svg"] as? String)
        #expect(svg.hasPrefix("M 25.") && svg.hasSuffix(" Z") && svg.contains(" -60."))
        let point = try #require(try await world.list("/search?q=leipomo&polygon_text=1&polygon_svg=0").first)
        #expect(point["geotext"] as? String == "POINT(25.1502 60.1502)")
        let street = try #require(try await world.list("/search?q=p%C3%A4%C3%A4katu&polygon_text=1").first)
        #expect(street["geotext"] as? String == "LINESTRING(25.104 60.106,25.106 60.106,25.108 60.106)")
        let thinned = try #require(
            try await world.list("/search?q=p%C3%A4%C3%A4katu&polygon_text=1&polygon_threshold=0.0001").first)
        #expect(thinned["geotext"] as? String == "LINESTRING(25.104 60.106,25.108 60.106)")
        #expect(try await world.ask("/search?q=k&polygon_text=1&polygon_svg=1").status == 400)
        let coarse = try await park("polygon_geojson=1&polygon_threshold=360")["geojson"] as? [String: Any]
        #expect((coarse?["coordinates"] as? [[[Double]]])?.allSatisfy { $0.count > 3 } == true, "a ring stays one")
    }

    @Test func `GeocodeJSON says its version, its licence and the levels around`() async throws {
        let answer = try await world.object(
            "/search?q=P%C3%A4%C3%A4katu+12&format=geocodejson&addressdetails=1")
        let head = try #require(answer["geocoding"] as? [String: Any])
        #expect(head["version"] as? String == "0.1.0" && head["licence"] as? String == "ODbL")
        #expect(head["query"] as? String == "Pääkatu 12")
        let feature = try #require((answer["features"] as? [[String: Any]])?.first)
        let properties = (feature["properties"] as? [String: Any])?["geocoding"] as? [String: Any]
        let wanted = [
            "type": "house", "housenumber": "12", "street": "Pääkatu", "locality": "Tori", "district": "Keskusta",
            "city": "Kotikaupunki", "county": "Järvilääni", "state": "Pohjola", "postcode": "00100",
            "country": "Metsämaa", "country_code": "mx", "osm_key": "place", "osm_value": "house",
        ]
        for (key, value) in wanted { #expect(properties?[key] as? String == value, "\(key)") }
        #expect(
            properties?["admin"] as? [String: String] == [
                "level2": "Metsämaa", "level4": "Pohjola", "level6": "Järvilääni", "level8": "Kotikaupunki",
                "level9": "Keskusta", "level11": "Tori",
            ])
    }
}

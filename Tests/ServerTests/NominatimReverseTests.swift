import Foundation
import HTTPTypes
import HummingbirdTesting
import Testing

/// Nominatim's `reverse`, `lookup` and `status`, its XML, and its refusals.
@Suite struct NominatimReverseTests {
    private let world: GeocodingTown

    init() throws { world = try GeocodingTown() }

    private func reverse(_ parameters: String, at point: String = "lat=60.10605&lon=25.105") async throws -> [String:
        Any]
    {
        try await world.object("/reverse?\(point)&format=jsonv2&\(parameters)")
    }

    @Test(arguments: [
        (0, "Metsämaa", "country"), (3, "Metsämaa", "country"), (5, "Pohjola", "state"), (8, "Järvilääni", "county"),
        (10, "Kotikaupunki", "city"), (12, "Kotikaupunki", "city"), (13, "Keskusta", "city_district"),
        (14, "Tori", "neighbourhood"), (15, "Tori", "neighbourhood"), (16, "Pääkatu", "road"),
        (17, "Pääkatu", "road"), (18, "", "place"), (99, "", "place"), (-3, "Metsämaa", "country"),
    ])
    func `zoom says how much detail is wanted`(zoom: Int, name: String, type: String) async throws {
        let found = try await reverse("zoom=\(zoom)")
        #expect(found["name"] as? String == name)
        #expect(found["addresstype"] as? String == type)
        #expect((found["address"] as? [String: String])?["country_code"] == "mx")
    }

    @Test func `major streets go before paths that are nearer`() async throws {
        let onPath = "lat=60.1069&lon=25.106"
        #expect(try await reverse("zoom=17", at: onPath)["name"] as? String == "Polku")
        #expect(try await reverse("zoom=16", at: onPath)["name"] as? String == "Pääkatu")
    }

    @Test func `the address is included unless it is switched off, and belongs to the point`() async throws {
        let house = try await reverse("")
        #expect((house["address"] as? [String: String])?["house_number"] == "12")
        #expect(try await reverse("addressdetails=0")["address"] == nil)
        let street = try await reverse("zoom=17", at: "lat=60.106&lon=25.1042")
        #expect(street["lat"] as? String == "60.106" && street["lon"] as? String == "25.1042")
        #expect((street["address"] as? [String: String])?["suburb"] == "Keskusta")
    }

    @Test func `layers choose the kinds of results`() async throws {
        let cafe = "lat=60.1061&lon=25.107"
        #expect(try await reverse("layer=poi", at: cafe)["osm_id"] as? Int == 21)
        #expect(try await reverse("layer=natural", at: "lat=60.1101&lon=25.1")["osm_id"] as? Int == 24)
        #expect(try await reverse("layer=railway", at: cafe)["error"] as? String == "Unable to geocode")
        #expect(try await reverse("layer=nonsense", at: cafe)["osm_id"] as? Int == 21)
    }

    @Test func `a point without results gets an error with status 200`() async throws {
        for format in ["json", "jsonv2", "geojson", "geocodejson"] {
            let answer = try await world.object("/reverse?lat=-40&lon=-120&format=\(format)")
            #expect(answer as? [String: String] == ["error": "Unable to geocode"])
        }
        let elements = try await world.elements("/reverse?lat=-40&lon=-120")
        #expect(elements.map(\.name) == ["reversegeocode", "error"] && elements.last?.text == "Unable to geocode")
    }

    @Test func `reverse answers XML unless the request names another format`() async throws {
        let elements = try await world.elements("/reverse?lat=60.1061&lon=25.107&extratags=1&namedetails=1")
        #expect(elements.first?.name == "reversegeocode")
        #expect(elements.first?.attributes["querystring"] == "60.1061,25.107")
        #expect(elements.first?.attributes["timestamp"]?.hasSuffix(" +0000") == true)
        let result = try #require(elements.first { $0.name == "result" })
        #expect(result.text.hasPrefix("Café \"Ääni\", 14, Pääkatu, Tori"))
        #expect(result.attributes["osm_id"] == "21" && result.attributes["place_rank"] == "30")
        let parts = try #require(elements.firstIndex { $0.name == "addressparts" })
        #expect(elements[parts + 1].name == "amenity" && elements[parts + 1].text == "Café \"Ääni\"")
        #expect(elements.contains { $0.name == "ISO3166-2-lvl4" && $0.text == "MX-P" })
        let website = elements.first { $0.name == "tag" && $0.attributes["key"] == "website" }
        #expect(website?.attributes["value"] == "https://e.example/?a=1&b=2")
        #expect(elements.contains { $0.name == "name" && $0.attributes["desc"] == "name:sv" && $0.text == "Ljud" })
    }

    @Test func `searches and lookups speak XML, too`() async throws {
        let found = try await world.elements("/search?q=keh%C3%A4&format=xml&addressdetails=1&polygon_kml=1")
        #expect(found.first?.name == "searchresults" && found.first?.attributes["querystring"] == "kehä")
        let place = try #require(found.first { $0.name == "place" })
        #expect(place.attributes["class"] == "leisure" && place.attributes["type"] == "park")
        #expect(place.attributes["display_name"]?.hasPrefix("Kehä & <puisto>, ") == true)
        #expect(place.attributes["boundingbox"]?.split(separator: ",").count == 4)
        #expect(found.first?.attributes["exclude_place_ids"]?.hasPrefix(place.attributes["place_id"] ?? "-") == true)
        #expect(found.contains { $0.name == "geokml" } && found.contains { $0.name == "coordinates" })
        #expect(found.first { $0.name == "leisure" }?.text == "Kehä & <puisto>")
        for outline in ["geojson", "text", "svg"] {
            let drawn = try await world.elements("/search?q=keh%C3%A4&format=xml&polygon_\(outline)=1")
            let key = outline == "geojson" ? "geojson" : "geo\(outline)"
            #expect(drawn.first { $0.name == "place" }?.attributes[key]?.isEmpty == false, "\(outline)")
        }
        let looked = try await world.elements("/lookup?osm_ids=N20&format=xml")
        #expect(looked.first?.name == "lookupresults" && looked.contains { $0.name == "house_number" })
    }

    @Test func `lookup finds objects, also a way of a street, each once, in the order asked for`() async throws {
        let found = try await world.list("/lookup?osm_ids=W10,N21,n20,N21,N999,R920,X5,,N,N12345678901234567890")
        #expect(found.compactMap { $0["osm_id"] as? Int } == [10, 21, 20, 920])
        #expect((found.first?["address"] as? [String: String])?["road"] == "Pääkatu")
        #expect(try await world.list("/lookup").isEmpty)
        let many = (1...51).map { "N\($0)" }.joined(separator: ",")
        #expect(try await world.ask("/lookup?osm_ids=\(many)").status == 400)
    }

    @Test func `status is a word, or JSON`() async throws {
        let text = try await world.text("/status")
        #expect(text.status == 200 && text.type.hasPrefix("text/plain") && text.text == "OK")
        let json = try await world.object("/status?format=json")
        #expect(json["status"] as? Int == 0 && json["message"] as? String == "OK")
        #expect(json["data_updated"] as? String == "2023-11-14T22:13:20+00:00")
        #expect((json["software_version"] as? String)?.contains("1.2.3") == true)
    }

    @Test(arguments: [
        "/search", "/search?q=", "/search?q=%20%20", "/search?q=a&city=b", "/search?q=a&format=html",
        "/search?q=a&limit=ten", "/search?q=a&viewbox=1,2,3", "/search?q=a&viewbox=a,b,c,d",
        "/search?q=a&viewbox=1,2,3,nan",
        "/search?q=a&polygon_threshold=-1", "/search?q=a&polygon_threshold=x", "/search?q=%ff", "/search?q=%00",
        "/search?q=a%", "/search.php?format=jsonv2", "/reverse?format=jsonv2", "/reverse?lon=9&format=jsonv2",
        "/reverse?lat=9&format=jsonv2", "/reverse?lat=999&lon=9&format=jsonv2", "/reverse?lat=nan&lon=9&format=json",
        "/reverse?lat=1e1&lon=9&format=json", "/reverse?lat=9&lon=181&format=json",
        "/reverse?lat=9&lon=9&zoom=x&format=json",
        "/lookup?osm_ids=N1&format=csv",
    ])
    func `unreadable requests are refused in Nominatim's form`(target: String) async throws {
        let (status, type, json) = try await world.ask(target)
        #expect(status == 400 && type == "application/json")
        let error = try #require((json as? [String: Any])?["error"] as? [String: Any])
        #expect(error["code"] as? Int == 400)
        #expect((error["message"] as? String)?.isEmpty == false)
    }

    @Test(arguments: [
        "/search?format=xml", "/reverse?lat=1", "/reverse?lat=999&lon=1", "/search?q=a&limit=x&format=xml",
    ])
    func `refusals are XML where XML is asked for`(target: String) async throws {
        let (status, type, text) = try await world.text(target)
        #expect(status == 400 && type == "text/xml; charset=utf-8")
        #expect(try XMLElements.read(text).map(\.name) == ["error", "code", "message"])
    }

    @Test func `other parameters of clients are ignored, and the first of a repeated parameter counts`() async throws {
        let target =
            "/search?q=leipomo&q=naapurila&email=a%40b.example&json_callback=alert&debug=1&dedupe=0&entrances=1&made=up&city="
        #expect(try await world.list(target).first?["name"] as? String == "Leipomo")
        for path in ["/search.php?q=leipomo", "/search/?q=leipomo", "/lookup.php?osm_ids=N23"] {
            #expect(try await world.list(path).first?["osm_id"] as? Int == 23)
        }
        #expect(try await world.object("/reverse.php?lat=60.1061&lon=25.105&format=json")["osm_id"] as? Int == 20)
        #expect(try await world.text("/status.php").text == "OK")
    }

    @Test func `answers forbid every cache, and no query is logged`() async throws {
        let answer = try await world.town.get("/search?q=leipomo&limit=x"),
            good = try await world.town.get("/search?q=leipomo")
        #expect(answer.headers[.cacheControl] == "no-store" && good.headers[.cacheControl] == "no-store")
        #expect(good.headers[.vary]?.contains("accept-language") == true)
        #expect(!world.town.log.lines.contains { $0.contains("leipomo") })
    }
}

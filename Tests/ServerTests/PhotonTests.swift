import Foundation
import HTTPTypes
import HummingbirdTesting
import Testing

/// Photon's interface, as its documentation describes it.
@Suite struct PhotonTests {
    private let world: GeocodingTown

    init() throws { world = try GeocodingTown() }

    private func properties(_ target: String) async throws -> [[String: Any]] {
        try await world.features(target).compactMap { $0["properties"] as? [String: Any] }
    }

    private func names(_ target: String) async throws -> [String] {
        try await properties(target).map { $0["name"] as? String ?? "" }
    }

    @Test func `an answer has Photon's properties and a point`() async throws {
        let feature = try #require(try await world.features("/photon/api?q=caf%C3%A9+%C3%A4%C3%A4n").first)
        let properties = try #require(feature["properties"] as? [String: Any])
        let wanted = [
            "osm_type": "N", "osm_key": "amenity", "osm_value": "cafe", "type": "house", "name": "Café \"Ääni\"",
            "housenumber": "14", "street": "Pääkatu", "locality": "Tori", "district": "Keskusta",
            "city": "Kotikaupunki", "county": "Järvilääni", "state": "Pohjola", "postcode": "00100",
            "country": "Metsämaa", "countrycode": "MX",
        ]
        for (key, value) in wanted { #expect(properties[key] as? String == value, "\(key)") }
        #expect(properties["osm_id"] as? Int == 21 && properties["extent"] == nil)
        let geometry = feature["geometry"] as? [String: Any]
        #expect(geometry?["type"] as? String == "Point" && geometry?["coordinates"] as? [Double] == [25.107, 60.1061])
    }

    @Test func `extent is west, north, east, south`() async throws {
        let park = try #require(try await properties("/photon/api?q=keh%C3%A4").first)
        let extent = try #require(park["extent"] as? [Double])
        #expect(zip(extent, [25.097, 60.103, 25.103, 60.097]).allSatisfy { abs($0 - $1) < 1e-5 })
        #expect(park["osm_type"] as? String == "R")
    }

    @Test func `layers follow from the kind of a place`() async throws {
        for (query, type) in [
            ("p%C3%A4%C3%A4katu", "street"), ("p%C3%A4%C3%A4katu+12", "house"), ("tori", "locality"),
            ("keskusta", "district"), ("kotikaupunki", "city"), ("j%C3%A4rvil", "county"), ("pohjola", "state"),
            ("mets%C3%A4maa", "country"), ("huippu", "other"),
        ] {
            #expect(try await properties("/photon/api?q=\(query)").first?["type"] as? String == type, "\(query)")
            let kept = try await properties("/photon/api?q=\(query)&layer=\(type)&layer=\(type)")
            #expect(!kept.isEmpty && kept.allSatisfy { $0["type"] as? String == type }, "\(query)")
        }
        #expect(try await properties("/photon/api?q=huippu&layer=street&layer=other").count == 1)
        #expect(try await properties("/photon/api?q=huippu&layer=street").isEmpty)
    }

    @Test func `tags are filtered by key, value and both, wanted and not`() async throws {
        let all = ["Café \"Ääni\"", "Toinen kahvila"]
        func found(_ filter: String) async throws -> [String] {
            try await names("/photon/api?q=cafe&" + filter).sorted()
        }
        for filter in ["osm_tag=amenity", "osm_tag=amenity:cafe", "osm_tag=:cafe", "osm_tag=shop&osm_tag=amenity"] {
            #expect(try await found(filter) == all, "\(filter)")
        }
        for filter in [
            "osm_tag=!amenity", "osm_tag=!amenity:cafe", "osm_tag=:!cafe", "osm_tag=shop", "osm_tag=amenity:bar",
        ] {
            #expect(try await found(filter).isEmpty, "\(filter)")
        }
        #expect(try await found("osm_tag=!amenity:bar") == all)
        #expect(try await found("osm_tag=amenity&osm_tag=:!cafe").isEmpty)
        #expect(try await found("osm_tag=amenity:!bar") == all, "any amenity but bars")
        for filter in ["osm_tag=amenity:!cafe", "osm_tag=shop:!bakery"] {
            #expect(try await found(filter).isEmpty, "\(filter)")
        }
    }

    @Test func `near places come first, a box and countries leave others out`() async throws {
        #expect(
            try await names("/photon/api?q=cafe&lat=60.15&lon=25.15&zoom=16&location_bias_scale=0.1").first
                == "Toinen kahvila")
        #expect(try await names("/photon/api?q=cafe&lat=60.106&lon=25.107").first == "Café \"Ääni\"")
        #expect(try await names("/photon/api?q=cafe&bbox=25.14,60.14,25.16,60.16") == ["Toinen kahvila"])
        #expect(try await names("/photon/api?q=cafe&countrycode=mx&countrycode=DE").count == 2)
        #expect(try await names("/photon/api?q=cafe&countrycode=DE").isEmpty)
        #expect(try await names("/photon/api?q=cafe&limit=1").count == 1)
    }

    @Test func `names come in the language asked for`() async throws {
        #expect(
            try await properties("/photon/api?q=p%C3%A4%C3%A4katu+12&lang=sv").first?["street"] as? String
                == "Huvudgatan")
        let answer = try await world.object("/photon/api?q=p%C3%A4%C3%A4katu", language: "sv")
        let first = (answer["features"] as? [[String: Any]])?.first?["properties"] as? [String: Any]
        #expect(first?["name"] as? String == "Huvudgatan" && first?["city"] as? String == "Hemstad")
    }

    @Test func `an address in parts finds the results that match all parts`() async throws {
        let parts = "/photon/structured?housenumber=12&street=paakatu"
        for more in [
            "", "&city=kotikaupunki",
            "&district=keskusta&state=POHJOLA&county=j%C3%A4rvil%C3%A4%C3%A4ni&postcode=00100",
        ] {
            #expect(try await properties(parts + more).first?["osm_id"] as? Int == 20, "\(more)")
        }
        #expect(try await properties(parts + "&city=naapurila").allSatisfy { $0["osm_id"] as? Int != 20 })
        #expect(try await properties("/photon/structured?city=kotikaupunki").first?["type"] as? String == "city")
    }

    @Test func `reverse returns the nearby places, the nearest first`() async throws {
        let near = try await properties("/photon/reverse?lat=60.1061&lon=25.107&limit=4")
        #expect(near.first?["osm_id"] as? Int == 21 && (2...4).contains(near.count))
        #expect(try await properties("/photon/reverse?lat=60.1061&lon=25.107").count == 1)
        let cafes = try await properties("/photon/reverse?lat=60.1061&lon=25.107&radius=5&limit=9&osm_tag=amenity:cafe")
        #expect(cafes.map { $0["osm_id"] as? Int } == [21], "the other one is farther than 5 km")
        #expect(
            try await properties("/photon/reverse?lat=60.15&lon=25.15&osm_tag=shop").first?["name"] as? String
                == "Leipomo")
        #expect(try await properties("/photon/reverse?lat=60.15&lon=25.15&osm_tag=shop&radius=0.01").isEmpty)
        #expect(
            try await properties("/photon/reverse?lat=60.1061&lon=25.107&layer=street").first?["name"] as? String
                == "Pääkatu")
        #expect(try await properties("/photon/reverse?lat=60.03&lon=25.03").first?["type"] as? String == "county")
        #expect(try await properties("/photon/reverse?lat=-40&lon=-120").isEmpty)
    }

    @Test func `status states the date of the data`() async throws {
        let status = try await world.object("/photon/status")
        #expect(status["status"] as? String == "Ok" && status["import_date"] as? String == "2023-11-14T22:13:20Z")
    }

    @Test(arguments: [
        "/photon/api", "/photon/api?q=", "/photon/api?q=%20", "/photon/api?limit=1", "/photon/api?q=a&lat=1",
        "/photon/api?q=a&lat=99&lon=1", "/photon/api?q=a&bbox=1,2,3", "/photon/api?q=a&layer=planet",
        "/photon/api?q=a&osm_tag=:", "/photon/api?q=a&osm_tag=!", "/photon/api?q=a&limit=many", "/photon/api?q=%ff",
        "/photon/structured", "/photon/structured?countrycode=de", "/photon/reverse", "/photon/reverse?lat=1",
        "/photon/reverse?lat=91&lon=0", "/photon/reverse?lat=1&lon=1&radius=-1", "/photon/reverse?lat=1&lon=1&radius=x",
    ])
    func `unreadable requests are refused in Photon's form`(target: String) async throws {
        let (status, type, json) = try await world.ask(target)
        #expect(status == 400 && type == "application/json")
        #expect(((json as? [String: Any])?["message"] as? String)?.isEmpty == false)
    }

    @Test func `other parameters of clients are ignored`() async throws {
        #expect(try await names("/photon/api/?q=leipomo") == ["Leipomo"], "a slash at the end")
        #expect(
            try await names("/photon/api?q=leipomo&debug=1&include=osm.shop&distance_sort=true&dedupe=0&made=up") == [
                "Leipomo"
            ])
    }
}

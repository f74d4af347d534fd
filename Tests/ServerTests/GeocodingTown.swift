import Foundation
import HTTPTypes
import HummingbirdTesting
import NIOCore
import OSMImport
import TestSupport
import Testing

/// A small country with everything that an address has parts for, and a server of it.
struct GeocodingTown {
    let town: Town

    init() throws { town = try Town(atlas: Self.atlas) }

    /// A server of another map.
    init(of map: HandMade) throws { town = try Town(atlas: Town.atlas(of: map)) }

    private static let atlas = Town.atlas(of: extract)

    /// Squares in squares: country, state, county, city, suburb and neighbourhood around 60.10, 25.10.
    static let extract: HandMade = {
        var map = HandMade()
        map.statedBounds = (600_000_000, 250_000_000, 602_000_000, 252_000_000)
        map.timestamp = 1_700_000_000
        func square(_ id: Int64, _ halfSide: Double, _ tags: HandMade.TagPairs, hole: Double? = nil) {
            func ring(_ first: Int64, _ half: Double) -> Int64 {
                let corners = [(-half, -half), (-half, half), (half, half), (half, -half)]
                for (index, corner) in corners.enumerated() {
                    map.node(first + Int64(index), 60.10 + corner.0, 25.10 + corner.1)
                }
                map.way(first, [first, first + 1, first + 2, first + 3, first])
                return first
            }
            var members = [HandMade.Member(.way, ring(id * 10, halfSide), "outer")]
            if let hole { members.append(HandMade.Member(.way, ring(id * 10 + 5, hole), "inner")) }
            map.relation(id, members, tags)
        }
        func boundary(_ id: Int64, _ halfSide: Double, _ level: String, _ name: String, _ code: String = "") {
            let codeKey = code.isEmpty ? "note" : level == "2" ? "ISO3166-1" : "ISO3166-2"
            square(
                id, halfSide,
                [
                    "type": "boundary", "boundary": "administrative", "admin_level": level, "name": name,
                    "name:sv": name + " (sv)", codeKey: code,
                ])
        }
        boundary(902, 0.09, "2", "Metsämaa", "MX")
        boundary(904, 0.08, "4", "Pohjola", "MX-P")
        boundary(906, 0.07, "6", "Järvilääni")
        boundary(908, 0.06, "8", "Kotikaupunki")
        boundary(909, 0.02, "9", "Keskusta")
        boundary(911, 0.01, "11", "Tori")
        square(920, 0.003, ["type": "multipolygon", "leisure": "park", "name": "Kehä & <puisto>"], hole: 0.001)
        map.node(1, 60.1050, 25.1050, ["place": "town", "name": "Kotikaupunki", "name:sv": "Hemstad"])
        map.node(2, 60.1000, 25.1300, ["place": "village", "name": "Naapurila"])
        map.node(10, 60.1060, 25.1040)
        map.node(11, 60.1060, 25.1060)
        map.node(12, 60.1060, 25.1080)
        map.node(13, 60.1070, 25.1060)
        map.way(10, [10, 11, 12], ["highway": "residential", "name": "Pääkatu", "name:sv": "Huvudgatan"])
        map.way(11, [11, 13], ["highway": "footway", "name": "Polku"])
        map.node(
            20, 60.1061, 25.1050,
            ["addr:street": "Pääkatu", "addr:housenumber": "12", "addr:postcode": "00100", "addr:city": "Kotikaupunki"])
        map.node(
            21, 60.1061, 25.1070,
            [
                "amenity": "cafe", "name": "Café \"Ääni\"", "name:sv": "Ljud", "addr:street": "Pääkatu",
                "addr:housenumber": "14", "addr:postcode": "00100", "opening_hours": "24/7",
                "website": "https://e.example/?a=1&b=2",
            ])
        map.node(22, 60.1500, 25.1500, ["amenity": "cafe", "name": "Toinen kahvila"])
        map.node(23, 60.1502, 25.1502, ["shop": "bakery", "name": "Leipomo"])
        map.node(24, 60.1100, 25.1000, ["natural": "peak", "name": "Huippu"])
        return map
    }()

    /// The status of an answer, its media type and its JSON.
    func ask(_ target: String, language: String? = nil) async throws -> (status: Int, type: String, json: Any) {
        var headers = HTTPFields()
        headers[.acceptLanguage] = language
        let answer = try await town.get(target, headers: headers)
        let json = try JSONSerialization.jsonObject(with: Data(answer.body.readableBytesView))
        return (answer.status.code, answer.headers[.contentType] ?? "", json)
    }

    /// The objects of an answer that is a list.
    func list(_ target: String, language: String? = nil) async throws -> [[String: Any]] {
        let (status, type, json) = try await ask(target, language: language)
        #expect(status == 200 && type == "application/json", "\(target)")
        return try #require(json as? [[String: Any]], "\(target)")
    }

    func object(_ target: String, language: String? = nil) async throws -> [String: Any] {
        let (status, type, json) = try await ask(target, language: language)
        #expect(status == 200 && type == "application/json", "\(target)")
        return try #require(json as? [String: Any], "\(target)")
    }

    /// The features of an answer in GeoJSON.
    func features(_ target: String) async throws -> [[String: Any]] {
        let collection = try await object(target)
        #expect(collection["type"] as? String == "FeatureCollection")
        return try #require(collection["features"] as? [[String: Any]])
    }

    /// The answer's text.
    func text(_ target: String) async throws -> (status: Int, type: String, text: String) {
        let answer = try await town.get(target)
        return (answer.status.code, answer.headers[.contentType] ?? "", String(buffer: answer.body))
    }

    /// The elements of an answer in XML, in their order; faults of its form fail the test.
    func elements(_ target: String) async throws -> [XMLElements.Element] {
        let (status, type, text) = try await text(target)
        #expect(status == 200 && type == "text/xml; charset=utf-8", "\(target)")
        return try XMLElements.read(text)
    }
}

import Foundation
import GeoCore
import HTTPTypes
import HummingbirdTesting
import NIOCore
import OSMImport
import TestSupport
import Testing

/// Two towns with a street through both, in two countries that a table divides at their border, asked in every form.
@Suite struct BorderAnswersTests {
    private let town: Town

    private static let atlas = Town.atlas(
        of: extract,
        countries: CountrySource(
            table: CountryTable(countries: [land("WF", "Westland", 10, 12.5), land("EC", "Eastland", 12.5, 14)])))

    private static let extract: HandMade = {
        var map = HandMade.twoTowns
        map.node(600, 42.6028, 12.4915, ["amenity": "cafe", "name": "Bar", "addr:city": "Altavilla"])
        map.node(601, 42.6028, 12.5085, ["amenity": "cafe", "name": "Bar", "addr:city": "Borgonovo"])
        return map
    }()

    private static func land(_ code: String, _ name: String, _ west: Double, _ east: Double) -> CountryTable.Country {
        let ring = [(42.0, west), (42.0, east), (43.0, east), (43.0, west)]
        return CountryTable.Country(
            code: code, names: [("", name), ("de", name + "-de")],
            rings: [ring.map { PointE7(latitudeE7: Int32($0.0 * 1e7), longitudeE7: Int32($0.1 * 1e7)) }])
    }

    init() throws { town = try Town(atlas: Self.atlas) }

    private func json(_ target: String) async throws -> [String: Any] {
        let answer = try await town.get(target)
        #expect(answer.status == .ok, "\(target)")
        return try #require(
            JSONSerialization.jsonObject(with: Data(answer.body.readableBytesView)) as? [String: Any], "\(target)")
    }

    private func list(_ target: String) async throws -> [[String: Any]] {
        let answer = try await town.get(target)
        return try #require(
            JSONSerialization.jsonObject(with: Data(answer.body.readableBytesView)) as? [[String: Any]], "\(target)")
    }

    private func properties(_ target: String) async throws -> [[String: Any]] {
        let features = try #require(try await json(target)["features"] as? [[String: Any]])
        return features.compactMap { $0["properties"] as? [String: Any] }
    }

    @Test(arguments: [
        ("lat=42.60279&lon=12.4895", "Altavilla", "Ovest", "wf"),
        ("lat=42.60279&lon=12.5105", "Borgonovo", "Est", "ec"),
        ("lat=42.598&lon=12.4999", "Altavilla", "Ovest", "wf"), ("lat=42.598&lon=12.5001", "Borgonovo", "Est", "ec"),
    ])
    func `every form of answer names the same town, county and country at a point`(
        point: String, town: String, county: String, code: String
    ) async throws {
        let own = try #require(try await json("/api/v1/address?\(point)")["address"] as? [String: Any])
        #expect(own["city"] as? String == town && own["county"] as? String == county)
        #expect(own["country_code"] as? String == code)
        for zoom in [10, 16, 17, 18] {
            let nominatim = try await json("/reverse?\(point)&format=jsonv2&zoom=\(zoom)")
            let address = try #require(nominatim["address"] as? [String: String])
            #expect(
                address["city"] == town && address["county"] == county && address["country_code"] == code, "\(zoom)")
        }
        let photon = try #require(try await properties("/photon/reverse?\(point)").first)
        #expect(photon["city"] as? String == town && photon["county"] as? String == county)
        #expect(photon["countrycode"] as? String == code.uppercased())
    }

    @Test(arguments: ["Altavilla", "Borgonovo"])
    func `a street and a town in parts, or in one line, find the street in that town`(town: String) async throws {
        for target in ["/search?street=Strada+Lunga&city=\(town)", "/search?q=Strada+Lunga,+\(town)"] {
            let found = try #require(try await list(target + "&addressdetails=1").first, "\(target)")
            #expect((found["address"] as? [String: String])?["city"] == town, "\(target)")
            #expect((try Double(#require(found["lon"] as? String))! < 12.5) == (town == "Altavilla"))
        }
        for target in ["/photon/structured?street=Strada+Lunga&city=\(town)", "/photon/api?q=Strada+Lunga+\(town)"] {
            let found = try #require(try await properties(target).first, "\(target)")
            #expect(found["name"] as? String == "Strada Lunga" && found["city"] as? String == town, "\(target)")
        }
        for path in ["suggest", "places"] {
            let found = try #require(
                try await json("/api/v1/\(path)?q=Strada+Lunga,+\(town)")["results"] as? [[String: Any]]
            ).first
            #expect(found?["name"] as? String == "Strada Lunga" && found?["city"] as? String == town)
            #expect(found?["partial"] == nil)
        }
    }

    @Test(arguments: [("wf", "Altavilla"), ("ec", "Borgonovo")])
    func `answers may be limited to a country in every form`(code: String, town: String) async throws {
        let nominatim = try await list("/search?q=Bar&countrycodes=\(code)&addressdetails=1")
        #expect(nominatim.compactMap { ($0["address"] as? [String: String])?["city"] } == [town])
        let photon = try await properties("/photon/api?q=Bar&countrycode=\(code.uppercased())")
        #expect(photon.compactMap { $0["city"] as? String } == [town])
        for path in ["suggest", "places"] {
            let own = try #require(
                try await json("/api/v1/\(path)?q=Bar&countries=\(code)")["results"] as? [[String: Any]])
            #expect(own.compactMap { $0["city"] as? String } == [town])
        }
        #expect(try await isRefused("/api/v1/places?q=Bar&countries=\(code)x"))
    }

    private func isRefused(_ target: String) async throws -> Bool { try await town.get(target).status == .badRequest }

    @Test func `small zooms name the country, in the language asked for`() async throws {
        let west = try await json("/reverse?lat=42.60279&lon=12.4895&format=jsonv2&zoom=3&accept-language=de")
        #expect(west["name"] as? String == "Westland-de" && west["addresstype"] as? String == "country")
    }
}

import Atlas
import Foundation
import GeoCore
import OSMImport
import Routing
import Testing

/// On which side people drive, and what follows from it.
@Suite struct DrivingSideTests {
    /// A crossing of four streets, and a ring beside it that nobody passes:
    ///
    ///         N        c
    ///     W───M───E   d b
    ///         S        a
    private func town(
        ring: String? = nil, _ ringTags: KeyValuePairs<String, String> = [:],
        north: KeyValuePairs<String, String> = [:],
        mini: KeyValuePairs<String, String> = [:], boundaries: [String] = []
    ) throws -> StreetTown {
        var map = StreetMap()
        for (name, east, north) in [
            ("W", -200.0, 0.0), ("E", 200, 0), ("S", 0, -200), ("N", 0, 200), ("a", 500, -20), ("b", 520, 0),
            ("c", 500, 20), ("d", 480, 0),
        ] {
            map.node(Character(name), east, north)
        }
        map.node("M", 0, 0, mini)
        for end in "WES" { map.way("\(end)M", ["highway": "primary", "name": "\(end) Street"]) }
        let street = [("highway", "primary"), ("name", "N Street")] + north.map { ($0.key, $0.value) }
        map.way("MN", pairs: street)
        if let ring {
            map.way(
                ring, pairs: [("highway", "primary"), ("junction", "roundabout")] + ringTags.map { ($0.key, $0.value) })
        }
        for side in boundaries {
            map.restriction(
                from: [100], to: [],
                ["type": "boundary", "boundary": "administrative", "driving_side": "\(side)"])
        }
        return try map.build()
    }

    /// The side of each step.
    private func sides(_ town: StreetTown, _ ends: String, _ profile: Profile = .car) throws -> [String] {
        var options = OSRMOptions()
        options.steps = true
        let bytes = OSRMRouteJSON.write(try town.route(ends, profile), options, town.engine)
        let object = try #require(try JSONSerialization.jsonObject(with: Data(bytes)) as? [String: Any])
        let legs = try #require((object["routes"] as? [[String: Any]])?.first?["legs"] as? [[String: Any]])
        return try #require(legs[0]["steps"] as? [[String: Any]]).compactMap { $0["driving_side"] as? String }
    }

    @Test func `roundabouts show on which side people drive`() throws {
        #expect(Set(try sides(town(), "WE")) == ["right"])
        #expect(Set(try sides(town(ring: "abcda"), "WE")) == ["right"])
        #expect(Set(try sides(town(ring: "adcba"), "WE")) == ["left"])
        #expect(Set(try sides(town(ring: "adcba", ["oneway": "-1"]), "WE")) == ["right"])
        #expect(Set(try sides(town(ring: "abcda", ["oneway": "-1"]), "WE", .foot)) == ["left"])
        // Drawn in pieces, and small ones that are nodes.
        #expect(Set(try sides(town(ring: "adc"), "WE")) == ["left"])
        let clockwise: KeyValuePairs = ["highway": "mini_roundabout", "direction": "clockwise"]
        #expect(Set(try sides(town(mini: clockwise), "WE")) == ["left"])
        #expect(Set(try sides(town(ring: "abcda", mini: clockwise), "WE")) == ["right"])
    }

    @Test func `tags count more than geometry, and the way's own tag most`() throws {
        #expect(Set(try sides(town(ring: "abcda", boundaries: ["left"]), "WE")) == ["left"])
        #expect(Set(try sides(town(ring: "adcba", boundaries: ["right", "right"]), "WE")) == ["right"])
        // Of two countries neither is believed.
        #expect(Set(try sides(town(ring: "adcba", boundaries: ["right", "left"]), "WE")) == ["left"])
        let bridge = try town(ring: "abcda", north: ["driving_side": "left"])
        #expect(try sides(bridge, "WN") == ["right", "left", "left"])
        #expect(try sides(bridge, "NW") == ["left", "right", "right"])
    }

    /// A street in a country, by a table, a named code or a tag.
    private func isLeft(
        _ countries: CountrySource = CountrySource(), _ tags: KeyValuePairs<String, String> = [:], more: String = ""
    ) throws -> Bool {
        let street = RuleTown.way(1, [1, 2], ["highway": "residential"])
        let town = try RuleTown(
            RuleTown.node(1, 0, 0) + RuleTown.node(2, 500, 0, tags) + street + more, countries: countries)
        return town.engine.network.way(of: EdgeID(0)).has(.drivesOnLeft)
    }

    /// The country around 60° N 25° E.
    private func table(_ code: String) -> CountryTable {
        let ring = [(59, 24), (61, 24), (61, 26), (59, 26)].map {
            PointE7(latitudeE7: $0.0 * 10_000_000, longitudeE7: $0.1 * 10_000_000)
        }
        return CountryTable(countries: [.init(code: code, names: [("", code)], rings: [ring])])
    }

    @Test(arguments: [("GB", true), ("AU", true), ("JP", true), ("FI", false), ("GI", false), ("XK", false)])
    func `where the map does not show it, people drive as in their country`(_ code: String, _ side: Bool) throws {
        #expect(try isLeft(CountrySource(table: table(code))) == side)
        #expect(try isLeft(CountrySource(code: code)) == side)
        #expect(try isLeft(CountrySource(), ["addr:country": "\(code)"]) == side)
        // The operator knows better than the table, and the table than tags.
        #expect(try isLeft(CountrySource(table: table("FI"), code: code)) == side)
        #expect(try isLeft(CountrySource(table: table(code)), ["addr:country": "IE"]) == side)
    }

    @Test func `the map's own evidence counts more than the country`() throws {
        let counterclockwise: KeyValuePairs = ["highway": "mini_roundabout", "direction": "anticlockwise"]
        #expect(try !isLeft(CountrySource(code: "GB"), counterclockwise))
        let boundary = RuleTown.relation(
            1, [1: "outer"], ["type": "boundary", "boundary": "administrative", "driving_side": "right"])
        #expect(try !isLeft(CountrySource(code: "GB"), more: boundary))
        #expect(try !isLeft())
    }

    @Test(arguments: [Profile.car, .bicycle])
    func `turns in left-hand traffic cost the same as mirrored turns in right-hand traffic`(_ profile: Profile) throws {
        let right = try town(), left = try town(boundaries: ["left"])
        func millis(_ town: StreetTown, _ ends: String) throws -> Int64 { try town.route(ends, profile).timeMillis }
        for (ends, mirrored) in [("SE", "SW"), ("SW", "SE"), ("SN", "SN"), ("WS", "ES"), ("EN", "WN")] {
            #expect(try millis(left, ends) == millis(right, mirrored))
        }
        #expect(try millis(right, "SE") < millis(right, "SW"))
        #expect(try millis(left, "SE") > millis(left, "SW"))
    }
}

import Atlas
import Foundation
import GeoCore
import OSMImport
import Routing
import Testing

/// Lanes as OSRM lists them. Its answers for the same drawings are in its
/// features/guidance/turn-lanes.feature (github.com/Project-OSRM/osrm-backend), from where `expected` is.
@Suite struct LaneTests {
    /// The tags of the streets from A to B, and B to C, D and E:
    ///
    ///         E
    ///     A───B───C
    ///         D
    struct Case: Sendable, CustomTestStringConvertible {
        var tags: [String: [String: String]]
        var hasFourArms = false
        var ends: String
        var expected: String
        var testDescription: String { "\(tags) \(ends)" }

        init(_ tags: [String: [String: String]], _ ends: String, _ expected: String, fourArms: Bool = false) {
            (self.tags, self.ends, self.expected, hasFourArms) = (tags, ends, expected, fourArms)
        }
    }

    private static let empty = [
        "AB": ["turn:lanes:forward": "through|right"], "BC": ["turn:lanes:backward": "left|through||"],
        "BD": ["turn:lanes:backward": "left|right"],
    ]
    private static let four = ["AB": ["turn:lanes:forward": "|right"], "BD": ["turn:lanes:backward": "left|"]]
    private static let none = ["AB": ["turn:lanes:forward": "none|right"], "BD": ["turn:lanes:backward": "left|none"]]
    private static let uturn = ["AB": ["turn:lanes:forward": "reverse;left|through;right"]]
    private static let designated = [
        "AB": ["turn:lanes:forward": "through|through|right", "vehicle:lanes:forward": "yes|no|yes"]
    ]

    @Test(arguments: [
        Case(empty, "AC", "straight:true right:false"), Case(empty, "AD", "straight:false right:true"),
        Case(empty, "CA", "left:false straight:true none:true none:true"),
        Case(empty, "CD", "left:true straight:false none:false none:false"),
        Case(designated, "AC", "straight:true right:false"), Case(designated, "AD", "straight:false right:true"),
        Case(four, "AC", "none:true right:false", fourArms: true),
        Case(four, "AD", "none:false right:true", fourArms: true),
        Case(four, "AE", "none:true right:false", fourArms: true),
        Case(four, "DA", "left:true none:false", fourArms: true),
        Case(four, "DE", "left:false none:true", fourArms: true),
        Case(four, "DC", "left:false none:true", fourArms: true),
        Case(none, "AC", "none:true right:false", fourArms: true),
        Case(none, "AE", "none:true right:false", fourArms: true),
        Case(uturn, "AC", "left;uturn:false straight;right:true", fourArms: true),
        Case(uturn, "AD", "left;uturn:false straight;right:true", fourArms: true),
        Case(uturn, "AE", "left;uturn:true straight;right:false", fourArms: true),
    ])
    func `lanes equal those of OSRM`(_ example: Case) throws {
        #expect(try lanes(example) == example.expected)
    }

    private static let oneway = ["AB": ["turn:lanes": "left|through", "oneway": "yes"]]
    private static let against = ["BC": ["turn:lanes": "left|through", "oneway": "-1"]]

    @Test(arguments: [
        // On one-way streets the key needs no direction, on others it says nothing without one.
        Case(oneway, "AC", "left:false straight:true", fourArms: true),
        Case(against, "CD", "left:true straight:false", fourArms: true),
        Case(["AB": ["turn:lanes": "left|through"]], "AC", "", fourArms: true),
        // Nobody turns right from the left.
        Case(["AB": ["turn:lanes:forward": "none|through"]], "AC", "none:true straight:true"),
        Case(["AB": ["turn:lanes:forward": "none|through"]], "AD", ""),
        // With several unmarked lanes, traffic turns from the outer lane.
        Case(
            ["AB": ["turn:lanes:forward": "left|through||"]], "AC", "left:false straight:true none:true none:false",
            fourArms: true),
        Case(
            ["AB": ["turn:lanes:forward": "left|through||"]], "AD", "left:false straight:false none:false none:true",
            fourArms: true),
        Case(["AB": ["turn:lanes:forward": "||right"]], "AC", "none:true none:true right:false", fourArms: true),
        Case(["AB": ["turn:lanes:forward": "||right"]], "AE", "none:true none:false right:false", fourArms: true),
        // Marks of no known kind, or none at all.
        Case(["AB": ["turn:lanes:forward": "left|ahead"]], "AC", "", fourArms: true),
        Case(["AB": ["turn:lanes:forward": "|none|"]], "AC", "", fourArms: true),
        // A lane that ends, and one to the left where no street leads.
        Case(
            ["AB": ["turn:lanes:forward": "through|merge_to_left|right"]], "AC",
            "straight:true merge to left:true right:false"),
        Case(["AB": ["turn:lanes:forward": "left|through|right"]], "AC", "left:false straight:true right:false"),
        // Closed to all vehicles, but not to motor vehicles.
        Case(
            [
                "AB": [
                    "turn:lanes:forward": "left|through|right", "vehicle:lanes:forward": "no|no|yes",
                    "motor_vehicle:lanes:forward": "no|yes|yes",
                ]
            ], "AC", "straight:true right:false", fourArms: true),
    ])
    func `steps list lanes where these differ in their turns`(_ example: Case) throws {
        #expect(try lanes(example) == example.expected)
    }

    @Test func `routes on foot and by bicycle list no lanes`() throws {
        #expect(try lanes(Case(Self.empty, "AC", ""), .foot) == "")
        #expect(try lanes(Case(Self.empty, "AC", ""), .bicycle) == "")
    }

    /// The lanes at B, as OSRM's features write them; empty when there are none.
    private func lanes(_ example: Case, _ profile: Profile = .car) throws -> String {
        var map = StreetMap()
        for (name, east, north) in [
            ("A", -100.0, 0.0), ("B", 0, 0), ("C", 100, 0), ("D", 0, -100), ("E", 0, 100),
            ("Z", 0, 3000),
        ] {
            map.node(Character(name), east, north)
        }
        for way in ["AB", "BC", "BD"] + (example.hasFourArms ? ["BE"] : []) {
            var tags = example.tags[way] ?? [:]
            tags["highway"] = "residential"
            tags["name"] = "\(way) Street"
            map.way(way, pairs: tags.sorted { $0.key < $1.key }.map { ($0.key, $0.value) })
        }
        // A long way round, so that one-way streets lead out of nowhere and into nothing.
        map.way("AZC", ["highway": "residential"])
        let town = try map.build()
        var options = OSRMOptions()
        options.steps = true
        let bytes = OSRMRouteJSON.write(try town.route(example.ends, profile), options, town.engine)
        let object = try #require(try JSONSerialization.jsonObject(with: Data(bytes)) as? [String: Any])
        let legs = try #require((object["routes"] as? [[String: Any]])?.first?["legs"] as? [[String: Any]])
        let corners = try #require(legs[0]["steps"] as? [[String: Any]])
            .flatMap { $0["intersections"] as? [[String: Any]] ?? [] }
        let told = corners.compactMap { $0["lanes"] as? [[String: Any]] }
        #expect(told.count <= 1)
        return (told.first ?? []).map { lane in
            "\((lane["indications"] as? [String] ?? []).joined(separator: ";")):\(lane["valid"] as? Bool ?? false)"
        }.joined(separator: " ")
    }
}

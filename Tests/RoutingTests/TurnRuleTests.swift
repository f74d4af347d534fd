import OSMImport
import Routing
import Testing

/// Restriction relations written as XML, asked as routes (wiki.openstreetmap.org/wiki/Relation:restriction).
@Suite struct TurnRuleTests {
    /// Which arms of a crossing one may go on to from one arm: letters of the four directions.
    struct TurnCase: Sendable, CustomTestStringConvertible {
        let name: String
        let relation: String
        let arm: Character
        let car: String
        let bicycle: String

        init(_ name: String, _ relation: String, from arm: Character = "W", car: String, bicycle: String? = nil) {
            self.name = name
            self.relation = relation
            self.arm = arm
            self.car = car
            self.bicycle = bicycle ?? car
        }

        var testDescription: String { "\(name) from \(arm)" }
    }

    /// The arms' ways; their middles, in metres.
    private static let arms: [Character: (way: Int, east: Double, north: Double)] = [
        "W": (1, -50, 0), "E": (2, 50, 0), "N": (3, 0, 50), "S": (4, 0, -50),
    ]

    @Test(arguments: [
        TurnCase("no restriction", "", car: "NES"),
        TurnCase("no_left_turn", restriction("no_left_turn", from: [1], to: [3]), car: "ES"),
        TurnCase("no_left_turn", restriction("no_left_turn", from: [1], to: [3]), from: "S", car: "WNE"),
        TurnCase("no_right_turn", restriction("no_right_turn", from: [1], to: [4]), car: "NE"),
        TurnCase("no_straight_on", restriction("no_straight_on", from: [1], to: [2]), car: "NS"),
        TurnCase("no_u_turn", restriction("no_u_turn", from: [1], to: [1]), car: "NES"),
        TurnCase("no_entry", restriction("no_entry", from: [1, 4], to: [3]), car: "ES"),
        TurnCase("no_entry", restriction("no_entry", from: [1, 4], to: [3]), from: "S", car: "WE"),
        TurnCase("no_exit", restriction("no_exit", from: [1], to: [2, 3]), car: "S"),
        TurnCase("only_straight_on", restriction("only_straight_on", from: [1], to: [2]), car: "E"),
        TurnCase("only_left_turn", restriction("only_left_turn", from: [1], to: [3]), car: "N"),
        TurnCase("only_right_turn", restriction("only_right_turn", from: [1], to: [4]), car: "S"),
        TurnCase("only_right_turn", restriction("only_right_turn", from: [1], to: [4]), from: "E", car: "WNS"),
        TurnCase(
            "except=bicycle", restriction("no_left_turn", from: [1], to: [3], ["except": "psv;bicycle"]), car: "ES",
            bicycle: "NES"),
        TurnCase(
            "except=motorcar", restriction("no_left_turn", from: [1], to: [3], ["except": "motorcar"]), car: "NES",
            bicycle: "ES"),
        TurnCase(
            "restriction:bicycle", restriction(nil, from: [1], to: [3], ["restriction:bicycle": "no_left_turn"]),
            car: "NES",
            bicycle: "ES"),
        TurnCase(
            "restriction:motorcar", restriction(nil, from: [1], to: [3], ["restriction:motorcar": "no_left_turn"]),
            car: "ES", bicycle: "NES"),
        TurnCase(
            "restriction:hgv", restriction(nil, from: [1], to: [3], ["restriction:hgv": "no_left_turn"]), car: "NES"),
        TurnCase(
            "restriction:conditional over restriction",
            restriction("no_left_turn", from: [1], to: [3], ["restriction:conditional": "none @ (Su)"]), car: "ES"),
        TurnCase("no_left_turn_on_red", restriction("no_left_turn_on_red", from: [1], to: [3]), car: "NES"),
    ])
    func `a turn is made or not as the relation says`(_ given: TurnCase) throws {
        let town = try crossing(given.relation)
        for (profile, expected) in [
            (Profile.car, given.car), (.bicycle, given.bicycle), (.foot, "WNES".filter { $0 != given.arm }),
        ] {
            let allowed = try "WNES".filter { arm in
                guard arm != given.arm, let start = Self.arms[given.arm], let end = Self.arms[arm] else { return false }
                let route = try town.route((start.east, start.north), (end.east, end.north), profile)
                return town.ways(of: route) == [Int64(start.way), Int64(end.way)]
            }
            #expect(allowed == expected)
        }
    }

    @Test(arguments: [[5, 6], [6, 5]])
    func `a turn over several via ways is forbidden, in any order of the members`(_ vias: [Int]) throws {
        let members =
            "<member type='way' ref='1' role='from'/>"
            + vias.map { "<member type='way' ref='\($0)' role='via'/>" }.joined()
            + "<member type='way' ref='4' role='to'/>"
        let relation =
            "<relation id='1'>\(members)\(RuleTown.xml(["type": "restriction", "restriction": "no_u_turn"]))</relation>"
        let free = try dualCarriageway(""), bound = try dualCarriageway(relation)
        func ways(_ town: RuleTown, _ to: (Double, Double), _ profile: Profile = .car) throws -> [Int64] {
            try town.ways(of: town.route((50, 0), to, profile))
        }
        #expect(try ways(free, (50, 20)) == [1, 5, 6, 4])
        #expect(try ways(bound, (50, 20)) == [1, 2, 7, 3, 4])
        // Over the same ways to elsewhere, and on foot, all is as before.
        #expect(try ways(bound, (100, 60)) == [1, 5, 6, 9])
        #expect(bound.issues.counts.isEmpty)
    }

    @Test func `no turning round at the end of a street is a rule too`() throws {
        // Traffic enters by a one-way street, must go straight on, and would have to turn round at the dead end.
        func town(_ relation: String) throws -> RuleTown {
            try RuleTown(
                RuleTown.node(1, 0, 0) + RuleTown.node(2, 100, 0) + RuleTown.node(3, 200, 0)
                    + RuleTown.node(4, 100, 100)
                    + RuleTown.way(1, [1, 2], ["highway": "residential", "oneway": "yes"])
                    + RuleTown.way(2, [2, 3], ["highway": "residential"])
                    + RuleTown.way(3, [2, 4, 1], ["highway": "residential"])
                    + Self.restriction("only_straight_on", from: [1], to: [2], via: 2) + relation)
        }
        #expect(try town("").ways(of: town("").route((50, 0), (100, 50), .car)) == [1, 2, 3])
        let bound = try town(Self.restriction("no_u_turn", from: [2], to: [2], via: 3, id: 2))
        #expect(throws: RouteError.self) { try bound.route((50, 0), (100, 50), .car) }
        #expect(try bound.ways(of: bound.route((50, 0), (100, 50), .foot)) == [1, 3])
    }

    @Test func `broken restrictions are counted by kind and otherwise ignored`() throws {
        let town = try crossing(
            Self.restriction("no_left_turn", from: [], to: [3], id: 1)
                + Self.restriction("no_left_turn", from: [1], to: [99], id: 2)
                + Self.restriction("no_left_turn", from: [1], to: [3], via: 98, id: 3)
                + Self.restriction("no_left_turn", from: [1], to: [3], via: 11, id: 4)
                + Self.restriction("no_left_turn_on_red", from: [1], to: [3], id: 5)
                + Self.restriction(nil, from: [1], to: [3], ["restriction:conditional": "no_left_turn @ (Mo)"], id: 6)
                + Self.restriction("no_left_turn", from: [1], to: [3], ["hour_on": "07:00"], id: 7)
                + Self.restriction(
                    nil, from: [1], to: [3], ["restriction:hgv:conditional": "no_left_turn @ (Mo)"], id: 8))
        func ids(_ code: ImportIssue.Code) -> [Int64] { (town.issues.examples[code] ?? []).map(\.id) }
        #expect(ids(.restrictionIncomplete) == [1, 2, 3])
        #expect(ids(.restrictionNotConnected) == [4])
        #expect(ids(.restrictionUnknown) == [5])
        #expect(ids(.conditionalIgnored) == [6, 7])
    }

    /// A restriction over the crossing's node, or another.
    private static func restriction(
        _ kind: String?, from: [Int], to: [Int], _ tags: KeyValuePairs<String, String> = [:], via: Int = 10, id: Int = 1
    ) -> String {
        let members =
            from.map { "<member type='way' ref='\($0)' role='from'/>" }.joined()
            + "<member type='node' ref='\(via)' role='via'/>"
            + to.map { "<member type='way' ref='\($0)' role='to'/>" }.joined()
        let stated = kind.map { RuleTown.xml(["restriction": $0]) } ?? ""
        return
            "<relation id='\(id)'>\(members)\(RuleTown.xml(["type": "restriction"]))\(stated)\(RuleTown.xml(tags))</relation>"
    }

    /// Four arms of 100 m that meet in node 10, and a ring round them.
    private func crossing(_ relations: String) throws -> RuleTown {
        let street: KeyValuePairs<String, String> = ["highway": "residential"]
        return try RuleTown(
            RuleTown.node(10, 0, 0) + RuleTown.node(11, -100, 0) + RuleTown.node(12, 100, 0) + RuleTown.node(13, 0, 100)
                + RuleTown.node(14, 0, -100) + RuleTown.node(15, -100, 100) + RuleTown.node(16, 100, 100)
                + RuleTown.node(17, 100, -100) + RuleTown.node(18, -100, -100)
                + RuleTown.way(1, [11, 10], street) + RuleTown.way(2, [10, 12], street)
                + RuleTown.way(3, [13, 10], street) + RuleTown.way(4, [10, 14], street)
                + RuleTown.way(5, [11, 15, 13, 16, 12, 17, 14, 18, 11], street) + relations)
    }

    /// Eastward carriageway 1, 2 below westward 3, 4, joined half way by 5, 6 and at the ends by 7, 8; street 9 leads
    /// north.
    private func dualCarriageway(_ relation: String) throws -> RuleTown {
        let oneway: KeyValuePairs<String, String> = ["highway": "primary", "oneway": "yes"]
        let street: KeyValuePairs<String, String> = ["highway": "primary"]
        return try RuleTown(
            RuleTown.node(1, 0, 0) + RuleTown.node(2, 100, 0) + RuleTown.node(3, 300, 0) + RuleTown.node(4, 300, 20)
                + RuleTown.node(5, 100, 20) + RuleTown.node(6, 0, 20) + RuleTown.node(7, 100, 10)
                + RuleTown.node(8, 100, 100)
                + RuleTown.way(1, [1, 2], oneway) + RuleTown.way(2, [2, 3], oneway) + RuleTown.way(3, [4, 5], oneway)
                + RuleTown.way(4, [5, 6], oneway) + RuleTown.way(5, [2, 7], street) + RuleTown.way(6, [7, 5], street)
                + RuleTown.way(7, [3, 4], street) + RuleTown.way(8, [6, 1], street) + RuleTown.way(9, [5, 8], street)
                + relation)
    }
}

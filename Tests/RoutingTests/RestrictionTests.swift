import Atlas
import OSMImport
import Routing
import Testing

@Suite struct RestrictionTests {
    @Test func `a forbidden turn is the arc before and the arc after the corner`() throws {
        var (map, ways) = crossing()
        map.restriction(
            from: [ways.west], via: "X", to: [ways.north], ["type": "restriction", "restriction": "no_left_turn"])
        let town = try map.build()
        #expect(chains(town) == ["WX XN"])
        let turn = town.network.turns[0]
        #expect(turn.isMandatory == 0)
        #expect(turn.profiles == [ProfileSet(.bicycle), ProfileSet(.car)].reduce(into: 0) { $0 |= $1.rawValue })
        #expect(town.issues.counts.isEmpty)
    }

    @Test(
        arguments: [
            (["restriction": "only_straight_on"], true, "bc"),
            (["restriction": "no_left_turn", "except": "bicycle"], false, "c"),
            (["restriction": "no_left_turn", "except": "psv; motorcar"], false, "b"),
            (["restriction:motorcar": "no_left_turn"], false, "c"),
            (["restriction:bicycle": "no_left_turn"], false, "b"),
            (["restriction:foot": "no_left_turn"], false, "fw"),
            (["restriction:hgv": "no_left_turn"], nil, ""),
            (["restriction": "no_left_turn", "except": "vehicle"], nil, ""),
            (["restriction": "give_way"], nil, ""),
        ] as [([String: String], Bool?, String)])
    func `kind and profiles are read from the tags`(_ tags: [String: String], _ isMandatory: Bool?, _ profiles: String)
        throws
    {
        var (map, ways) = crossing()
        // A literal of pairs is what the map takes; the type alone is the same in all cases.
        switch tags.count {
        case 1:
            let (key, value) = tags.first!
            map.restriction(
                from: [ways.west], via: "X", to: [ways.north], ["type": "restriction", "\(key)": "\(value)"])
        default:
            map.restriction(
                from: [ways.west], via: "X", to: [ways.north],
                ["type": "restriction", "restriction": "\(tags["restriction"]!)", "except": "\(tags["except"]!)"])
        }
        let town = try map.build()
        guard let isMandatory else {
            #expect(town.network.turns.isEmpty)
            return
        }
        let turn = town.network.turns[0]
        #expect((turn.isMandatory == 1) == isMandatory)
        let letters = zip(Profile.allCases, ["f", "w", "b", "c"]).map { profile, letter in
            turn.profiles & ProfileSet(profile).rawValue != 0 ? letter : ""
        }
        #expect(letters.joined() == profiles)
    }

    @Test func `a via way becomes a chain over all its edges, whichever way it is drawn`() throws {
        for isReversed in [false, true] {
            var map = StreetMap()
            for (name, east, north) in [
                ("A", 0.0, 0.0), ("B", 100, 0), ("M", 150, 0), ("C", 200, 0), ("D", 200, 100), ("S", 150, -50),
            ] {
                map.node(Character(name), east, north)
            }
            let from = map.way("AB", ["highway": "primary"])
            let via = map.way(isReversed ? "CMB" : "BMC", ["highway": "primary"])
            let to = map.way("CD", ["highway": "primary"])
            map.way("MS", ["highway": "service"])
            map.restriction(
                from: [from], viaWays: [via], to: [to], ["type": "restriction", "restriction": "no_u_turn"])
            #expect(chains(try map.build()) == ["AB BM MC CD"])
        }
    }

    @Test func `several from or to ways become as many restrictions, in ascending order`() throws {
        var (map, ways) = crossing()
        map.restriction(
            from: [ways.west, ways.south], via: "X", to: [ways.north],
            ["type": "restriction", "restriction": "no_entry"])
        map.restriction(
            from: [ways.north], via: "X", to: [ways.west, ways.east], ["type": "restriction", "restriction": "no_exit"])
        let town = try map.build()
        #expect(Set(chains(town)) == ["WX XN", "SX XN", "NX XW", "NX XE"])
        let firsts = (0..<4).map { town.network.chain(of: town.network.turns[$0])[0] }
        #expect(firsts == firsts.sorted())
    }

    @Test func `a via node in the middle of a way makes a junction`() throws {
        var map = StreetMap()
        map.node("A", 0, 0)
        map.node("X", 100, 0)
        map.node("B", 200, 0)
        let way = map.way("AX", ["highway": "primary"])
        map.way("XB", ["highway": "primary"])
        map.restriction(from: [way], via: "X", to: [way], ["type": "restriction", "restriction": "no_u_turn"])
        #expect(chains(try map.build()) == ["AX XA"])
    }

    @Test func `incomplete, unconnected or conditional restrictions are counted and left out`() throws {
        var (map, ways) = crossing()
        let incomplete = map.restriction(
            from: [ways.west], via: "X", to: [999], ["type": "restriction", "restriction": "no_left_turn"])
        let unconnected = map.restriction(
            from: [ways.west], via: "N", to: [ways.north], ["type": "restriction", "restriction": "no_left_turn"])
        let conditional = map.restriction(
            from: [ways.west], via: "X", to: [ways.north],
            ["type": "restriction", "restriction:conditional": "no_left_turn @ (Mo-Fr 07:00-09:00)"])
        let town = try map.build()
        #expect(town.network.turns.isEmpty)
        #expect(town.issues.examples[.restrictionIncomplete]?.map { $0.id } == [incomplete])
        #expect(town.issues.examples[.restrictionNotConnected]?.map { $0.id } == [unconnected])
        #expect(town.issues.examples[.conditionalIgnored]?.map { $0.id } == [conditional])
    }

    @Test func `conditional tags of ways are counted`() throws {
        var map = StreetMap()
        map.node("A", 0, 0)
        map.node("B", 100, 0)
        let way = map.way("AB", ["highway": "residential", "motor_vehicle:conditional": "no @ (22:00-06:00)"])
        let town = try map.build()
        #expect(town.issues.examples[.conditionalIgnored] == [ImportIssue(.conditionalIgnored, .way, way)])
    }

    /// Four streets that meet in X.
    private func crossing() -> (map: StreetMap, ways: (west: Int64, east: Int64, north: Int64, south: Int64)) {
        var map = StreetMap()
        map.node("X", 0, 0)
        map.node("W", -100, 0)
        map.node("E", 100, 0)
        map.node("N", 0, 100)
        map.node("S", 0, -100)
        let ways = (
            west: map.way("WX", ["highway": "primary"]), east: map.way("XE", ["highway": "primary"]),
            north: map.way("NX", ["highway": "primary"]), south: map.way("XS", ["highway": "primary"])
        )
        return (map, ways)
    }

    /// The restrictions' arcs by the names of their nodes, such as "WX XN".
    private func chains(_ town: StreetTown) -> [String] {
        var names: [String: String] = [:]
        for name in "XWENSABCDM" {
            guard let node = town.map.index(name) else { continue }
            names["\(town.map.data.nodes.points[node])"] = String(name)
        }
        func name(_ node: UInt32) -> String { names["\(town.network.points[node])"] ?? "?" }
        return (0..<town.network.turns.count).map { index in
            town.network.chain(of: town.network.turns[index]).map { arc in
                name(town.network.tail(of: ArcID(arc))) + name(town.network.head(of: ArcID(arc)))
            }.joined(separator: " ")
        }
    }
}

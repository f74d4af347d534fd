import Atlas
import GeoCore
import OSMImport
import Routing
import Testing

/// Roundabouts as OSRM announces them. Its answers for the same drawings are in its
/// features/guidance/roundabout.feature, roundabout-turn.feature and rotary.feature.
@Suite struct RoundaboutTests {
    @Test(arguments: [
        // A ring of four streets; the small ring's turn, by the streets of entry and exit.
        Around("SE", "right", 1), Around("SN", "straight", 2), Around("SW", "left", 3), Around("NW", "right", 1),
        Around("ES", "left", 3), Around("WS", "right", 1),
    ])
    func `a small ring with streets well apart is a turn`(_ around: Around) throws {
        let town = try crossing(radius: 6).build(), steps = try town.route(around.ends, .car).legs[0].steps
        #expect(steps.map(told) == ["depart", "roundabout turn \(around.turn) exit-\(around.exit)", "arrive"])
    }

    @Test(arguments: [
        Around("SE", "right", 1), Around("SN", "right", 2), Around("SW", "right", 3), Around("ES", "right", 3),
    ])
    func `a bigger roundabout is entered and left, with the number of the exit`(_ around: Around) throws {
        let town = try crossing(radius: 30).build(), steps = try town.route(around.ends, .car).legs[0].steps
        #expect(
            steps.map(told) == [
                "depart", "roundabout right exit-\(around.exit)", "exit roundabout \(around.turn) exit-\(around.exit)",
                "arrive",
            ])
        let words = Words(language: .english, text: town.network.text)
        let ordinal = Language.english.vocabulary.ordinal(around.exit)
        let name = words.text.string(steps[2].road.name)
        #expect(words.instruction(for: steps[1]) == "At the roundabout, take the \(ordinal) exit onto \(name)")
        #expect(words.instruction(for: steps[2]) == "Leave the roundabout onto \(name)")
    }

    @Test func `a big roundabout with a name of its own is a rotary`() throws {
        let town = try crossing(radius: 30, name: "Star Circus").build()
        let steps = try town.route("SN", .car).legs[0].steps
        #expect(steps.map(told) == ["depart", "rotary right exit-2", "exit rotary right exit-2", "arrive"])
        #expect(town.network.text.string(steps[1].maneuver.rotaryName) == "Star Circus")
        let words = Words(language: .english, text: town.network.text)
        #expect(words.instruction(for: steps[1]) == "At Star Circus, take the 2nd exit onto North Road")
        // Named as one of its streets, or small, it is none.
        let street = try crossing(radius: 30, name: "East Road").build().route("SN", .car).legs[0].steps
        #expect(told(street[1]) == "roundabout right exit-2")
        let small = try crossing(radius: 6, name: "Star Circus").build().route("SN", .car).legs[0].steps
        #expect(told(small[1]) == "roundabout turn straight exit-2")
    }

    @Test func `a small ring on a nearly straight street is no turn`() throws {
        var map = crossing(radius: 6, without: "N")
        map.node("N", 100, 60)
        map.way("cN", ["highway": "primary", "name": "North Road"])
        let steps = try map.build().route("SN", .car).legs[0].steps
        #expect(steps[1].maneuver.kind == .roundabout && steps[2].maneuver.kind == .exitRoundabout)
    }

    @Test func `a route may end on a roundabout, or begin there`() throws {
        let town = try crossing(radius: 30).build()
        let south = StreetMap.coordinate(0, -150), north = StreetMap.coordinate(0, 150)
        let southeast = StreetMap.coordinate(15, -15), northwest = StreetMap.coordinate(-15, 15)
        for (ends, steps) in [
            ([south, northwest], ["depart", "roundabout right", "arrive"]),
            ([southeast, north], ["depart", "exit roundabout right", "arrive"]),
            ([southeast, northwest], ["depart", "arrive"]),
        ] {
            #expect(try town.route(ends, .car).legs[0].steps.map(told) == steps)
        }
    }

    @Test func `an exit at the entry, before the ring, is counted`() throws {
        // Each junction of the ring has a street in and a street out: OSRM's "Mixed Entry and Exit".
        var map = StreetMap()
        for (name, east, north) in [
            ("c", -60.0, 80.0), ("a", 60, 80), ("j", -80, 60), ("b", 0, 30), ("f", 80, 60), ("k", -30, 0), ("e", 30, 0),
            ("l", -80, -60), ("h", 0, -30), ("d", 80, -60), ("g", -60, -80), ("i", 60, -80),
        ] {
            map.node(Character(name), east, north)
        }
        for path in ["abc", "def", "ghi", "jkl"] {
            map.way(path, ["highway": "primary", "oneway": "yes", "name": "\(path)"])
        }
        // A long way round, so that no street ends.
        map.node("Z", 0, 900)
        for end in "acdfgijl" { map.way("\(end)Z", ["highway": "primary"]) }
        map.way("bkheb", ["highway": "primary", "junction": "roundabout"])
        let town = try map.build()
        for (ends, exit) in [("al", 2), ("ai", 3), ("af", 4), ("dc", 2), ("gl", 4)] {
            let steps = try town.route(ends, .car).legs[0].steps.map(told)
            #expect(steps.count == 4 && steps[1].hasSuffix(" exit-\(exit)"), "\(ends): \(steps)")
        }
    }

    @Test func `on foot a ring is a street like any other`() throws {
        let town = try crossing(radius: 30).build()
        let kinds = try town.route("SN").legs[0].steps.map { $0.maneuver.kind.name }
        #expect(!kinds.contains { $0.contains("roundabout") || $0.contains("rotary") })
    }

    /// A ring with streets to the four sides, entered at a (south), b (east), c (north) and d (west).
    private func crossing(radius: Double, name: String = "", without: String = "") -> StreetMap {
        var map = StreetMap()
        for (node, east, north) in [("a", 0.0, -1.0), ("b", 1, 0), ("c", 0, 1), ("d", -1, 0)] {
            map.node(Character(node), east * radius, north * radius)
        }
        for (node, east, north) in [("S", 0.0, -1.0), ("E", 1, 0), ("N", 0, 1), ("W", -1, 0)] where node != without {
            map.node(Character(node), east * 200, north * 200)
        }
        let ring: KeyValuePairs = ["highway": "primary", "junction": "roundabout", "name": name]
        map.way("abcda", name.isEmpty ? ["highway": "primary", "junction": "roundabout"] : ring)
        for (path, name) in [("Sa", "South Road"), ("bE", "East Road"), ("cN", "North Road"), ("dW", "West Road")]
        where !path.hasSuffix(without) || without.isEmpty {
            map.way(path, ["highway": "primary", "name": "\(name)"])
        }
        return map
    }

    /// A step as OSRM's tests write it.
    private func told(_ step: RouteStep) -> String {
        let maneuver = step.maneuver
        guard maneuver.kind != .depart, maneuver.kind != .arrive else { return maneuver.kind.name }
        let turn = maneuver.turn.map { " " + $0.name } ?? ""
        return maneuver.kind.name + turn + (maneuver.exit.map { " exit-\($0)" } ?? "")
    }
}

/// A way over a roundabout.
struct Around: Sendable, CustomTestStringConvertible {
    /// The nodes of the start and the end.
    let ends: String
    let turn: String
    let exit: Int

    init(_ ends: String, _ turn: String, _ exit: Int) {
        self.ends = ends
        self.turn = turn
        self.exit = exit
    }

    var testDescription: String { ends }
}

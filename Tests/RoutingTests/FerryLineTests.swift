import Atlas
import OSMImport
import Routing
import Testing

/// Ferries of which a route relation says what its ways do not (wiki.openstreetmap.org/wiki/Tag:route%3Dferry).
@Suite struct FerryLineTests {
    /// Roads on either bank, and between them two pieces of a ferry: ways 2 of 1000 m and 3 of 2000 m.
    private func crossing(
        piece: KeyValuePairs<String, String> = [:], _ relations: String
    ) throws -> RuleTown {
        try RuleTown(
            RuleTown.node(1, 0, 0) + RuleTown.node(2, 500, 0) + RuleTown.node(3, 1500, 0) + RuleTown.node(4, 3500, 0)
                + RuleTown.node(5, 4000, 0) + RuleTown.way(1, [1, 2], ["highway": "residential"])
                + RuleTown.way(2, [2, 3], piece) + RuleTown.way(3, [3, 4], piece)
                + RuleTown.way(4, [4, 5], ["highway": "residential"]) + relations)
    }

    private func line(
        _ id: Int = 9, _ members: KeyValuePairs<Int, String> = [2: "", 3: ""],
        _ tags: KeyValuePairs<String, String> = ["type": "route", "route": "ferry", "duration": "00:15"]
    ) -> String { RuleTown.relation(id, members, tags) }

    /// The letters of the profiles that cross, along the drawing of the ferry and against it.
    private func crossers(_ town: RuleTown) throws -> [String] {
        [(500.0, 3500.0), (3500, 500)].map { from, to in
            RuleTown.letters.filter { _, profile in
                let route = try? town.route((from, 0), (to, 0), profile)
                return route.map { Set(town.ways(of: $0)).isSuperset(of: [2, 3]) } ?? false
            }.map(\.letter).joined()
        }
    }

    private func seconds(
        _ town: RuleTown, _ from: Double = 500, _ to: Double = 3500, _ profile: Profile = .foot
    ) throws -> Double {
        try town.route((from, 0), (to, 0), profile).durationInSeconds
    }

    @Test func `ways without tags are the ferry that their relation is`() throws {
        let town = try crossing(
            line(9, [2: "", 3: ""], ["type": "route", "route": "ferry", "name": "North - South", "duration": "00:15"]))
        #expect(try crossers(town) == ["fwbc", "fwbc"])
        let route = try town.route((0, 0), (4000, 0), .foot)
        let way = town.engine.network.way(of: route.legs[0].spans[1].arc.edge)
        #expect(way.kind == .ferry && way.has(.boardedAtEnds))
        #expect(town.engine.network.text.string(way.name) == "North - South")
    }

    @Test(arguments: [
        "00:15", "PT15M", "15", "0:15:00", "15 min", "15min", "15 minutes", "0.25 h", "0h 15m", "0h15", "900 s",
        "14 min 60 sec",
    ])
    func `the duration of a line is shared out by length`(_ duration: String) throws {
        let town = try crossing(
            line(9, [2: "", 3: ""], ["type": "route", "route": "ferry", "duration": "\(duration)"]))
        #expect((try seconds(town) - 900).magnitude < 0.1)
        let edge = EdgeID(try #require(town.engine.network.edges(ofWay: 2)).lowerBound)
        #expect(town.engine.network.layer(.foot).times[edge.forward.rawValue] == 300_000)
        #expect((try seconds(town, 3500, 500, .car) - 900).magnitude < 0.1)
    }

    @Test func `a train that carries cars is a ferry for them`() throws {
        let own = try crossing(piece: ["route": "shuttle_train", "duration": "00:30"], "")
        #expect(try crossers(own) == ["c", "c"])
        #expect((try seconds(own, 500, 3500, .car) - 3600).magnitude < 0.1)
        let open = try crossing(piece: ["route": "shuttle_train", "foot": "yes", "bicycle": "yes"], "")
        #expect(try crossers(open) == ["fwbc", "fwbc"])
        let rails = try crossing(
            piece: ["railway": "rail"],
            line(9, [2: "", 3: ""], ["type": "route", "route": "shuttle_train", "duration": "00:15"]))
        #expect(try crossers(rails) == ["c", "c"])
        #expect((try seconds(rails, 500, 3500, .car) - 900).magnitude < 0.1)
        // Rails that a ferry goes along on its own ship stay rails.
        #expect(try crossers(crossing(piece: ["railway": "rail"], line())) == ["", ""])
    }

    @Test(arguments: ["soon", "15 parsecs", "15 min 1 h", "15 min 20", "15 min about", "min", "-15 min", "0 min"])
    func `an unreadable duration is ignored`(_ duration: String) throws {
        let whole = try seconds(crossing(line(9, [2: "", 3: ""], ["type": "route", "route": "ferry"])))
        let unread = try crossing(
            line(9, [2: "", 3: ""], ["type": "route", "route": "ferry", "duration": "\(duration)"]))
        #expect(try seconds(unread) == whole)
    }

    @Test func `the access that a line states holds on its ways`() throws {
        func crossers(_ tags: KeyValuePairs<String, String>) throws -> String {
            try self.crossers(crossing(line(9, [2: "", 3: ""], tags)))[0]
        }
        #expect(try crossers(["type": "route", "route": "ferry", "motor_vehicle": "no"]) == "fwb")
        #expect(try crossers(["type": "route", "route": "ferry", "foot": "no"]) == "bc")
        #expect(try crossers(["type": "route", "route": "ferry", "access": "no", "foot": "yes"]) == "fw")
        #expect(try crossers(["type": "route", "route": "ferry", "bicycle": "no"]) == "fwc")
        #expect(try crossers(["type": "route", "route": "ferry", "access": "private"]) == "c")
        #expect(try crossers(["type": "route", "route": "ferry", "wheelchair": "no"]) == "fbc")
        // Lines of buses, and ferries that are not in service yet, are no ferries.
        #expect(try crossers(["type": "route", "route": "bus"]) == "")
        #expect(try crossers(["type": "site", "route": "ferry"]) == "")
    }

    @Test func `the way's own tags come first, and the line fills in the rest`() throws {
        let town = try crossing(
            piece: ["route": "ferry", "foot": "no"],
            line(
                9, [2: "", 3: ""],
                ["type": "route", "route": "ferry", "foot": "yes", "motor_vehicle": "no", "duration": "00:15"]))
        #expect(try crossers(town) == ["b", "b"])
        #expect((try seconds(town, 500, 3500, .bicycle) - 900).magnitude < 0.1)
        let timed = try crossing(piece: ["route": "ferry", "duration": "00:01"], line())
        #expect((try seconds(timed) - 120).magnitude < 0.1)
    }

    @Test func `of two lines on the same ways, each keeps its own access`() throws {
        let walkers = line(
            8, [2: "", 3: ""], ["type": "route", "route": "ferry", "motor_vehicle": "no", "duration": "00:15"])
        let cars = line(9, [2: "", 3: ""], ["type": "route", "route": "ferry", "foot": "no", "duration": "00:30"])
        #expect(try crossers(crossing(walkers + cars)) == ["fwbc", "fwbc"])
    }

    @Test func `roles state the direction of a line, and which ways do not belong to it`() throws {
        #expect(try crossers(crossing(line(9, [2: "forward", 3: "forward"]))) == ["fwbc", ""])
        #expect(try crossers(crossing(line(9, [2: "backward", 3: "backward"]))) == ["", "fwbc"])
        #expect(try crossers(crossing(line(9, [2: "forward", 2: "backward", 3: ""]))) == ["fwbc", "fwbc"])
        #expect(try crossers(crossing(line(9, [2: "platform", 3: ""]))) == ["", ""])
        #expect(try crossers(crossing(line(9, [2: "", 3: "stop_exit_only"]))) == ["", ""])
        // The roads to the ferry stay roads, and no share of the crossing's time.
        let landed = try crossing(line(9, [1: "", 2: "", 3: "", 4: ""]))
        #expect((try seconds(landed) - 900).magnitude < 0.1)
        #expect((try seconds(landed, 0, 500) - 360).magnitude < 0.5)
        // Nor does a building in the line become a way.
        let building = try crossing(piece: ["building": "yes"], line())
        #expect(try crossers(building) == ["", ""])
        let river = try crossing(piece: ["waterway": "river"], line())
        #expect(try crossers(river) == ["fwbc", "fwbc"])
    }

    @Test func `where a line goes out one way and back another, its duration is that of either`() throws {
        let town = try RuleTown(
            RuleTown.node(1, 0, 0) + RuleTown.node(2, 500, 0) + RuleTown.node(3, 3500, 0) + RuleTown.node(4, 4000, 0)
                + RuleTown.node(5, 2000, 10) + RuleTown.way(1, [1, 2], ["highway": "residential"])
                + RuleTown.way(2, [2, 3], [:]) + RuleTown.way(3, [2, 5, 3], [:])
                + RuleTown.way(4, [3, 4], ["highway": "residential"])
                + line(9, [2: "forward", 3: "backward"]))
        #expect((try seconds(town, 500, 3500) - 900).magnitude < 1)
        #expect((try seconds(town, 3500, 500) - 900).magnitude < 1)
    }

    @Test func `a line of which parts are missing has no duration to share out`() throws {
        let whole = try seconds(crossing(line(9, [2: "", 3: ""], ["type": "route", "route": "ferry"])))
        #expect(try seconds(crossing(line(9, [2: "", 3: "", 77: ""]))) == whole)
        #expect((whole - 3000 * 3.6 / 5).magnitude < 1)
    }

    /// Each of many relations names the same long way, which is measured once.
    @Test(.timeLimit(.minutes(1)))
    func `a way shared by very many lines takes no longer to read than a way of one line`() throws {
        let count = 30_000
        let nodes = (10..<10 + count).map { RuleTown.node($0, 500 + Double($0 % 3000), Double($0) / 1000) }.joined()
        let lines = (1...count).map { line($0, [2: ""]) }.joined()
        let town = try RuleTown(
            RuleTown.node(1, 0, 0) + RuleTown.node(2, 500, 0) + nodes + RuleTown.way(1, [1, 2], ["highway": "path"])
                + RuleTown.way(2, [2] + (10..<10 + count), [:]) + lines)
        #expect(town.engine.network.edges(ofWay: 2) != nil)
    }
}

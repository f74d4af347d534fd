import Atlas
import GeoCore
import OSMImport
import Routing
import TestSupport
import Testing

/// Routes inside a house with two floors: a corridor on each, rooms along them, stairs and a lift between them. The
/// doors of stairs and lift are one node for both floors.
///
/// ```
///            8 +--S'--+            +--L'--+
///              |stairs|            | lift |
///            4 +--S---+------------+--L---+----+
///  o --------- e            corridor           |
///            0 +------a---+--------c--+----b---+
///                  | A |           | C |  | B |
///           -5     +---+           +---+  +---+
/// ```
@Suite struct InsideTests {
    func route(
        _ town: StreetTown, _ from: Coordinate, _ fromLevel: Level?, _ to: Coordinate, _ toLevel: Level?,
        _ profile: Profile = .foot
    ) throws -> PlannedRoute {
        var question = RouteQuestion([from, to], profile: profile), workspace = RouteWorkspace()
        question.snapOptions = [fromLevel, toLevel].map { level in
            var options = SnapOptions()
            options.level = level
            return options
        }
        return try town.engine.route(question, workspace: &workspace)
    }

    func instructions(
        of route: PlannedRoute, _ town: StreetTown, _ language: Language = .english
    ) -> [String] {
        let words = Words(language: language, text: town.network.text)
        return route.legs[0].steps.map { words.instruction(for: $0) }
    }

    func metres(_ one: (Double, Double), _ other: (Double, Double)) -> Double {
        StreetMap.coordinate(one.0, one.1).distance(inMetresTo: StreetMap.coordinate(other.0, other.1))
    }

    @Test func `a route from the street takes the stairs and ends at the door of the room`() throws {
        let town = try house(), route = try route(town, outside, nil, roomB, Level(1))
        #expect(route.geometry.last.map { Coordinate($0).distance(inMetresTo: StreetMap.coordinate(36, 0)) < 0.05 }!)
        let level = 50 + metres((0, 2), (10, 4)) + metres((10, 4), (36, 0))
        // To the middle of the stairs and back, 2 m each, at half the speed, and 10 s up.
        let seconds = level * 3.6 / 5 + 4 * 3.6 / 2.5 + 10
        #expect((route.durationInSeconds - seconds).magnitude < 0.05)
        #expect(instructions(of: route, town).contains { $0.contains("stairs, up to level 1") })
        #expect(
            instructions(of: try self.route(town, roomB, Level(1), outside, nil), town).contains {
                $0.contains("stairs, down to level 0")
            })
        #expect(instructions(of: route, town, .german).contains { $0.contains("Ebene 1") })
        #expect(instructions(of: route, town, .finnish).contains { $0.contains("kerrokseen 1") })
        #expect(instructions(of: route, town, .arabic).contains { $0.contains("الطابق 1") })
    }

    @Test func `a wheelchair changes floors only by the lift`() throws {
        let town = try house(), route = try route(town, outside, nil, roomB, Level(1), .wheelchair)
        let level = 50 + metres((0, 2), (30, 4)) + metres((30, 4), (36, 0)) + 4
        #expect((route.durationInSeconds - (level * 3.6 / 4 + 20 + 3)).magnitude < 0.05)
        #expect(instructions(of: route, town).contains { $0.contains("elevator to level 1") })
        // Without the lift, the door of the stairs, which both floors share, leads nowhere.
        let without = try house(lift: ["highway": "elevator", "level": "0;1", "wheelchair": "no"])
        #expect(throws: RouteError.self) { try self.route(without, outside, nil, roomB, Level(1), .wheelchair) }
        _ = try self.route(without, outside, nil, roomB, Level(1))
    }

    @Test func `stairs that nobody may use join no floors`() throws {
        let town = try house(
            stairs: ["highway": "steps", "level": "0;1", "access": "private"],
            lift: ["highway": "elevator", "level": "0;1", "operational_status": "broken"])
        #expect(throws: RouteError.self) { try route(town, roomA, Level(0), roomB, Level(1)) }
    }

    @Test(arguments: [true, false])
    func `levels that a building does not have take no time and lead nowhere`(_ isMissing: Bool) throws {
        let missing = isMissing ? "1" : "7"
        let town = try house(
            stairs: ["highway": "steps", "level": "0-2", "indoor": "yes"],
            lift: ["highway": "elevator", "level": "0-2"], upper: "1;2",
            building: ["building": "yes", "non_existent_levels": missing])
        let storeys = isMissing ? 1.0 : 2
        let walk = try route(town, outside, nil, roomB, Level(2))
        let ahead = 50 + metres((0, 2), (10, 4)) + metres((10, 4), (36, 0))
        #expect((walk.durationInSeconds - (ahead * 3.6 / 5 + 4 * 3.6 / 2.5 + 10 * storeys)).magnitude < 0.05)
        let wheels = try route(town, outside, nil, roomB, Level(2), .wheelchair)
        let rolled = 50 + metres((0, 2), (30, 4)) + metres((30, 4), (36, 0)) + 4
        #expect((wheels.durationInSeconds - (rolled * 3.6 / 4 + 20 + 3 * storeys)).magnitude < 0.05)
        let nowhere = try route(town, outside, nil, roomB, nil).geometry.last
        #expect(try (route(town, outside, nil, roomB, Level(1)).geometry.last == nowhere) == isMissing)
    }

    @Test func `the level of an end decides between rooms above each other`() throws {
        let town = try house()
        // Below room B is no room: on the ground the nearest place is the corridor.
        let below = try route(town, outside, nil, roomB, Level(0))
        #expect(!instructions(of: below, town).contains { $0.contains("level") })
        let end = try #require(below.geometry.last)
        #expect(Coordinate(end).distance(inMetresTo: roomB) > 2)
        // Without a level, points stay on ways.
        let without = try route(town, outside, nil, roomB, nil)
        #expect(without.geometry.last == PointE7(StreetMap.coordinate(0, 2)))
        // A level that nothing is on does not count.
        #expect(try route(town, outside, nil, roomB, Level(7)).geometry.last == without.geometry.last)
    }

    @Test func `no route leads through the walls of a room`() throws {
        // Rooms A and B have their doors in the corridors' walls, next to corners that they share.
        let town = try house(), route = try route(town, outside, nil, roomA, Level(0))
        let expected = 50 + metres((0, 2), (13, 0))
        #expect((route.distanceInMetres - expected).magnitude < 0.05)
    }

    @Test func `rooms that no walk reaches are counted by reason`() throws {
        let town = try house()
        // Room C has no door.
        #expect(town.issues.counts[.roomWithoutDoor] == 1)
        #expect(town.issues.examples[.roomWithoutDoor]?.map(\.id) == [105])
        #expect(town.issues.counts[.roomPrivate] == nil && town.issues.counts[.roomCutOff] == nil)
        #expect(try house(room: ["access": "private"]).issues.counts[.roomPrivate] == 1)
        #expect(try house(door: ["door": "yes", "locked": "yes"]).issues.counts[.roomPrivate] == 1)
        // On the upper floor alone.
        #expect(try house(door: ["indoor": "door", "level": "1"]).issues.counts[.roomWithoutDoor] == 2)
        let cut = try house(
            stairs: ["highway": "steps", "level": "0;1", "access": "no"],
            lift: ["highway": "elevator", "level": "0;1", "access": "no"])
        #expect(cut.issues.counts[.roomCutOff] == 1)
    }

    @Test func `a door beside the wall leads through it`() throws {
        var map = StreetMap()
        map.node("o", -50, 2)
        map.node("e", 0, 2, ["entrance": "yes"])
        for (name, east, north) in [
            ("p", 0.0, 0.0), ("q", 40, 0), ("r", 40, 4), ("t", 0, 4), ("f", 10, 0), ("g", 16, 0), ("h", 16, -5),
            ("i", 10, -5),
        ] { map.node(Character(name), east, north) }
        map.node("a", 13, 0.2, ["door": "yes", "level": "0"])
        map.way("oe", ["highway": "footway"])
        map.way("pqrtep", ["indoor": "corridor", "level": "0"])
        map.way("ihgfi", ["indoor": "room", "level": "0"])
        let town = try map.build(), route = try route(town, outside, nil, roomA, Level(0))
        #expect((route.distanceInMetres - 50 - metres((0, 2), (13, 0.2))).magnitude < 0.05)
        #expect(town.issues.counts.keys.filter { $0.rawValue.hasPrefix("room") }.isEmpty)
    }

    /// A lift as a node of a corridor on each of two floors, and a room at the end of the upper one.
    private func nodeLift(_ tags: KeyValuePairs<String, String>, hasFloor: Bool = false) throws -> StreetTown {
        var map = StreetMap()
        map.node("o", -50, 2)
        map.node("N", 0, 2, tags)
        for (name, east, north) in [
            ("f", 10.0, 0.0), ("g", 16, 0), ("h", 16, -5), ("i", 10, -5), ("W", -3, 0), ("X", 3, 0), ("Y", 3, 4),
            ("Z", -3, 4),
        ] { map.node(Character(name), east, north) }
        map.node("a", 13, 0, ["door": "yes"])
        if hasFloor { map.way("WXYZW", ["indoor": "corridor", "level": "0"]) }
        map.way("oN", ["highway": "corridor", "level": "0"])
        map.way("Na", ["highway": "corridor", "level": "1"])
        map.way("ihgafi", ["indoor": "room", "level": "1"])
        return try map.build()
    }

    @Test(arguments: [Profile.foot, .wheelchair])
    func `a lift that is a node joins the corridors through it`(_ profile: Profile) throws {
        let town = try nodeLift(["highway": "elevator", "level": "0-2"])
        let route = try route(town, outside, Level(0), roomA, Level(1), profile)
        let metres = 50 + metres((0, 2), (13, 0)), speed = profile == .foot ? 5.0 : 4
        #expect((route.durationInSeconds - (metres * 3.6 / speed + 20 + 3)).magnitude < 0.05)
        #expect(instructions(of: route, town).contains { $0.contains("elevator to level 1") })
        #expect(town.network.edges(ofWay: -2)?.count == 3)
        let broken = try nodeLift(["highway": "elevator", "level": "0;1", "operational_status": "broken"])
        #expect(throws: RouteError.self) { try self.route(broken, outside, Level(0), roomA, Level(1), profile) }
    }

    @Test func `paths on two levels that meet are a slope outside of corridors`() throws {
        let town = try nodeLift([:]), route = try route(town, outside, Level(0), roomA, Level(1), .wheelchair)
        #expect((route.distanceInMetres - 50 - metres((0, 2), (13, 0))).magnitude < 0.05)
        let floors = try nodeLift([:], hasFloor: true)
        #expect(throws: RouteError.self) { try self.route(floors, outside, Level(0), roomA, Level(1)) }
    }

    @Test func `escalators lead in their direction only`() throws {
        var map = StreetMap()
        for (name, east, north) in [
            ("o", -50.0, 2.0), ("s", 0, 2), ("e", 10, 2), ("d", 30, 2), ("f", 10, 0), ("g", 16, 0), ("h", 16, -5),
            ("i", 10, -5),
        ] { map.node(Character(name), east, north) }
        map.node("a", 13, 0, ["door": "yes"])
        map.way("os", ["highway": "corridor", "level": "0"])
        map.way("se", ["highway": "steps", "conveying": "forward", "level": "0;1"])
        map.way("ea", ["highway": "corridor", "level": "1"])
        map.way("ihgafi", ["indoor": "room", "level": "1"])
        let town = try map.build(), there = try route(town, outside, Level(0), roomA, Level(1))
        #expect(instructions(of: there, town).contains { $0.contains("escalator") && $0.contains("to level 1") })
        #expect(throws: RouteError.self) { try route(town, roomA, Level(1), outside, Level(0)) }
        #expect(throws: RouteError.self) { try route(town, outside, Level(0), roomA, Level(1), .wheelchair) }
    }

    @Test func `a place without rooms has no levels in its streets`() throws {
        var map = StreetMap()
        map.node("A", 0, 0)
        map.node("B", 100, 0)
        map.node("C", 200, 0)
        map.way("AB", ["highway": "corridor", "level": "0", "indoor": "yes"])
        map.way("BC", ["highway": "corridor", "level": "1", "indoor": "yes"])
        let town = try map.build()
        #expect(try !town.memory.view().entries.contains { $0.id == "roads.levels" })
        #expect(town.network.edges.count == 2)
        #expect(try house().memory.view().entries.contains { $0.id == "roads.levels" })
    }

    @Test(arguments: 0..<64, ["roads.levels", "roads.offGround", "roads.signs"])
    func `damaged levels are refused or harmless`(_ seed: Int, _ name: String) throws {
        let town = try house(building: ["building": "yes"], signs: ["0": "G", "1": "Mezzanine"], upperPath: true)
        let bytes = Array(town.memory.bytes)
        let section = try AtlasForging.withView(bytes) { view in
            try #require(view.entries.first { "\($0.id)" == name })
        }
        try #require(section.length > 0)
        var random = SeededGenerator(seed: UInt64(seed)), damaged = bytes
        damaged[section.offset + Int(random.next() % UInt64(section.length))] ^=
            UInt8(truncatingIfNeeded: random.next()) | 1
        try AtlasForging.withView(AtlasForging.resigned(damaged)) { view in
            do throws(AtlasError) {
                let engine = try RouteEngine(view)
                try engine.check()
                var question = RouteQuestion([outside, roomB], profile: .foot), workspace = RouteWorkspace()
                question.snapOptions = [SnapOptions(), SnapOptions()]
                question.snapOptions[1].level = Level(1)
                if let route = try? engine.route(question, workspace: &workspace) { #expect(!route.geometry.isEmpty) }
            } catch {
                #expect("\(error)".contains(name))
            }
        }
    }
}

import Atlas
import GeoCore
import OSMImport
import Routing
import TestSupport
import Testing

/// Points without a level in a building with a corridor on each of four floors, side by side so that any may be the
/// nearest, and stairs drawn as lines between them:
///
/// ```
///              D ------------------ C      20
///              |  d -- floor 3 -- h |      16
///              |  c -- floor 2 -- g |      12
///  o --------- E  b -- floor 1 -- f |      8, E at 10
///  |           |  a -- floor 0 -- e |      4
///  s           A ------------------ B      0
/// ```
@Suite struct GroundTests {
    struct Entrance: Sendable, CustomTestStringConvertible {
        var level: Int
        /// Whether the entrance has the level as a tag.
        var isStated: Bool
        /// Whether a street leads to it.
        var hasStreet: Bool
        var ground: Int { isStated || hasStreet ? level : 0 }
        var testDescription: String { "\(level), \(isStated), \(hasStreet)" }
    }

    private struct Line {
        let from: (east: Double, north: Double)
        let to: (east: Double, north: Double)

        /// In metres, on the plane.
        func distance(_ east: Double, _ north: Double) -> Double {
            let (x, y) = (to.east - from.east, to.north - from.north)
            let along = ((east - from.east) * x + (north - from.north) * y) / (x * x + y * y)
            let share = min(1, max(0, along))
            let (dx, dy) = (from.east + share * x - east, from.north + share * y - north)
            return (dx * dx + dy * dy).squareRoot()
        }
    }

    private static let floors = [("a", "e"), ("b", "f"), ("c", "g"), ("d", "h")] as [(Character, Character)]

    private static func north(_ floor: Int) -> Double { 4 + 4 * Double(floor) }

    private func town(_ entrance: Entrance) throws -> StreetTown {
        var map = StreetMap()
        for (name, east, north) in [
            ("s", -50.0, -50.0), ("o", -50, 10), ("A", 0, 0), ("B", 40, 0), ("C", 40, 20), ("D", 0, 20),
            ("w", 36, 1), ("x", 38, 1), ("y", 38, 3), ("z", 36, 3),
        ] { map.node(Character(name), east, north) }
        map.node("E", 0, 10, entrance.isStated ? ["entrance": "main", "level": "\(entrance.level)"] : [:])
        map.way("ABCDEA", ["building": "yes"])
        map.way("wxyzw", ["indoor": "room", "level": "0"])
        map.way("so", ["highway": "footway"])
        if entrance.hasStreet { map.way("oE", ["highway": "footway"]) }
        for (floor, (west, east)) in Self.floors.enumerated() {
            map.node(west, 5, Self.north(floor))
            map.node(east, 35, Self.north(floor))
            map.way("\(west)\(east)", ["highway": "corridor", "level": "\(floor)"])
            guard floor > 0 else { continue }
            map.way("\(Self.floors[floor - 1].1)\(east)", ["highway": "steps", "level": "\(floor - 1);\(floor)"])
        }
        map.way("E\(Self.floors[entrance.level].0)", ["highway": "corridor", "level": "\(entrance.level)"])
        return try map.build()
    }

    /// The lines on which points without a level may lie.
    private func lines(_ entrance: Entrance) -> [Line] {
        let ground = entrance.ground, north = Self.north(ground)
        var lines = [Line(from: (-50, -50), to: (-50, 10)), Line(from: (5, north), to: (35, north))]
        if entrance.hasStreet { lines.append(Line(from: (-50, 10), to: (0, 10))) }
        if entrance.level == ground { lines.append(Line(from: (0, 10), to: (5, north))) }
        for floor in 1..<4 where floor == ground || floor - 1 == ground {
            lines.append(Line(from: (35, Self.north(floor - 1)), to: (35, Self.north(floor))))
        }
        return lines
    }

    private static let entrances = (0..<4).flatMap { level in
        [(true, true), (true, false), (false, true), (false, false)].map {
            Entrance(level: level, isStated: $0.0, hasStreet: $0.1)
        }
    }

    @Test(arguments: entrances)
    func `a point without a level goes to the nearest way on the ground`(_ entrance: Entrance) throws {
        let town = try town(entrance), lines = lines(entrance)
        var random = SeededGenerator(seed: UInt64(entrance.level)), workspace = RouteWorkspace()
        for _ in 0..<50 {
            let east = Double.random(in: -5...45, using: &random), north = Double.random(in: -5...25, using: &random)
            let point = StreetMap.coordinate(east, north), truth = lines.map { $0.distance(east, north) }.min()!
            // Coordinates are whole units of 1 cm.
            let found = try #require(try town.engine.nearest(point, profile: .foot).first)
            #expect((found.position.distanceInMetres - truth).magnitude < 0.03, "\(east) \(north)")
            guard entrance.hasStreet else { continue }
            let question = RouteQuestion([point, StreetMap.coordinate(-50, -50)], profile: .foot)
            let start = try town.engine.route(question, workspace: &workspace).waypoints[0]
            #expect((start.position.distanceInMetres - truth).magnitude < 0.03, "\(east) \(north)")
        }
    }

    @Test func `a level of the point comes before the ground`() throws {
        let town = try town(Entrance(level: 0, isStated: true, hasStreet: true))
        for floor in 0..<4 {
            var options = SnapOptions()
            options.level = Level(Int32(floor))
            let point = StreetMap.coordinate(20, Self.north(floor))
            let found = try #require(try town.engine.nearest(point, profile: .foot, options).first)
            #expect(found.position.distanceInMetres < 0.03)
        }
    }

    @Test func `other floors count where nothing is on the ground`() throws {
        var map = StreetMap()
        for (name, east, north) in [
            ("a", 0.0, 0.0), ("b", 20, 0), ("w", 36, 1), ("x", 38, 1), ("y", 38, 3), ("z", 36, 3),
        ] { map.node(Character(name), east, north) }
        map.way("wxyzw", ["indoor": "room", "level": "0"])
        map.way("ab", ["highway": "corridor", "level": "3"])
        let town = try map.build(), point = StreetMap.coordinate(10, 7)
        let found = try #require(try town.engine.nearest(point, profile: .foot).first)
        #expect((found.position.distanceInMetres - 7).magnitude < 0.03)
    }

    @Test func `an atlas that does not know the ground has it on level 0`() throws {
        let bytes = Array(try town(Entrance(level: 2, isStated: true, hasStreet: true)).memory.bytes)
        let older = AtlasMemory(try AtlasForging.part(of: bytes) { $0 != "roads.offGround" })
        let engine = try RouteEngine(older.view())
        for floor in 0..<4 {
            let point = StreetMap.coordinate(20, Self.north(floor))
            let found = try #require(try engine.nearest(point, profile: .foot).first)
            #expect((found.position.distanceInMetres - 4 * Double(floor)).magnitude < 0.03)
        }
    }
}

import Foundation
import GeoCore
import Routing
import Testing

/// The levels of steps.
extension InsideTests {
    /// A corridor, stairs at its end, and what lies behind them:
    ///
    /// ```
    ///              0          10     14     18        30
    ///            4 +----------r------l------h---------+
    ///  o --------- e   west   D  A   M   B  N   east  |
    ///            0 +----------q------k------g---------+
    /// ```
    private func stairwell(
        level: String = "0", stairs: String = "-1;0", middle: String = "-1", _ more: (inout StreetMap) -> Void
    ) throws -> StreetTown {
        var map = StreetMap()
        for (name, east, north) in [
            ("o", -50.0, 2.0), ("e", 0, 2), ("p", 0, 0), ("q", 10, 0), ("r", 10, 4), ("t", 0, 4), ("k", 14, 0),
            ("l", 14, 4), ("g", 18, 0), ("h", 18, 4), ("u", 30, 0), ("v", 30, 4), ("m", 14, 30), ("K", 12, 0),
            ("n", 12, -20),
        ] { map.node(Character(name), east, north) }
        map.node("D", 10, 2, ["indoor": "door", "level": level])
        map.node("M", 14, 2, ["indoor": "door", "level": middle])
        map.node("N", 18, 2, ["indoor": "door", "level": level])
        map.way("oe", ["highway": "footway", "level": level])
        map.way("pqDrtep", ["indoor": "corridor", "level": level])
        map.way("qKkMlrDq", ["highway": "steps", "level": stairs, "indoor": "yes"])
        more(&map)
        return try map.build()
    }

    private var west: Coordinate { StreetMap.coordinate(-50, 2) }
    private var east: Coordinate { StreetMap.coordinate(26, 2) }

    /// The levels and sentences of the steps that lead along stairs.
    private func stairs(_ route: PlannedRoute, _ town: StreetTown) -> (levels: [Double?], texts: [String]) {
        let words = instructions(of: route, town)
        let found = route.legs[0].steps.enumerated().filter {
            $0.element.road.kind == .steps && $0.element.distanceInMetres > 0
        }
        return (found.map { $0.element.level?.number }, found.map { words[$0.offset] })
    }

    @Test func `stairs down and up again are two steps, each with the level that it leads to`() throws {
        let town = try stairwell { map in
            map.way("Mm", ["highway": "corridor", "level": "-1"])
            map.way("kgNhlMk", ["highway": "steps", "level": "-1;0", "indoor": "yes"])
            map.way("guvhNg", ["indoor": "corridor", "level": "0"])
        }
        let there = stairs(try route(town, west, Level(0), east, Level(0)), town)
        #expect(there.levels == [-1, 0])
        #expect(there.texts == ["Take the stairs, down to level -1", "Take the stairs, up to level 0"])
        // The way back begins at the door of the stairs.
        let back = stairs(try route(town, east, Level(0), west, Level(0)), town)
        #expect(back.levels == [-1, 0])
        #expect(back.texts.map { $0.hasSuffix("down to level -1") } == [true, false])
        #expect(back.texts.last == "Take the stairs, up to level 0")
    }

    @Test func `lines of stairs that turn round are two steps, too`() throws {
        var map = StreetMap()
        for (name, east, north) in [
            ("a", -50.0, 2.0), ("b", 0, 2), ("c", 6, 2), ("d", 12, 2), ("e", 26, 2), ("m", 6, 30), ("w", 40, 0),
            ("x", 42, 0), ("y", 42, 2), ("z", 40, 2),
        ] { map.node(Character(name), east, north) }
        map.way("wxyzw", ["indoor": "room", "level": "0"])
        for (path, level) in [("ab", "0"), ("de", "0"), ("cm", "-1")] {
            map.way(path, ["highway": "corridor", "level": level])
        }
        for path in ["bc", "cd"] { map.way(path, ["highway": "steps", "level": "-1;0"]) }
        let town = try map.build()
        for (from, to) in [(west, east), (east, west)] {
            let found = stairs(try route(town, from, Level(0), to, Level(0)), town)
            #expect(found.levels == [-1, 0])
            #expect(found.texts == ["Take the stairs, down to level -1", "Take the stairs, up to level 0"])
        }
    }

    @Test func `stairs to a street without a level lead to the level of their door`() throws {
        let town = try stairwell(level: "1", stairs: "0;1", middle: "0") { map in
            map.way("Mm", ["highway": "footway"])
        }
        let street = StreetMap.coordinate(14, 25)
        let down = stairs(try route(town, west, Level(1), street, nil), town)
        #expect(down.levels == [0] && down.texts == ["Take the stairs, down to level 0"])
        let up = stairs(try route(town, street, nil, west, Level(1)), town)
        #expect(up.levels == [1] && up.texts == ["Take the stairs, up to level 1"])
    }

    @Test func `a way through a stairwell names no change of level`() throws {
        let town = try stairwell(middle: "0") { map in
            map.way("Kn", ["highway": "corridor", "level": "-1"])
            map.way("kguvhlMk", ["indoor": "corridor", "level": "0"])
        }
        let through = stairs(try route(town, west, Level(0), east, Level(0)), town)
        #expect(through.levels == [0] && through.texts == ["Take the stairs"])
    }

    @Test(arguments: [Profile.foot, .wheelchair])
    func `steps call levels as the signs of the building do`(_ profile: Profile) throws {
        let words = [0.0: "G", 1: "Mezzanine"]
        let town = try house(building: ["building": "yes"], signs: ["0": "G", "1": "Mezzanine"])
        for isBack in [false, true] {
            let ends: [(Coordinate, Level?)] = [(outside, nil), (roomB, Level(1))]
            let (from, to) = isBack ? (ends[1], ends[0]) : (ends[0], ends[1])
            let route = try route(town, from.0, from.1, to.0, to.1, profile)
            let json = try JSONSerialization.jsonObject(with: Data(RouteJSON.write(route, town.engine)))
            let legs = try #require((json as? [String: Any])?["legs"] as? [[String: Any]])
            let steps = try #require(legs[0]["steps"] as? [[String: Any]])
            #expect(steps.contains { $0["level"] as? Double == 1 })
            for step in steps {
                let word = (step["level"] as? Double).flatMap { words[$0] }
                #expect(step["level_name"] as? String == word)
            }
            let changes = steps.compactMap { $0["instruction"] as? String }.filter { $0.contains(" to level ") }
            #expect(changes.count == 1 && changes[0].hasSuffix(" to level \(isBack ? "G" : "Mezzanine")"))
        }
        // Signs of no building say nothing about this one.
        let plain = try house(building: ["amenity": "school"], signs: ["0": "G", "1": "Mezzanine"])
        let route = try route(plain, outside, nil, roomB, Level(1))
        #expect(instructions(of: route, plain).contains { $0.hasSuffix("to level 1") })
    }
}

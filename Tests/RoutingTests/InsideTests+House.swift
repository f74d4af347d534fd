import GeoCore
import OSMImport
import Routing

extension InsideTests {
    func house(
        door: KeyValuePairs<String, String> = ["indoor": "door"], room: KeyValuePairs<String, String> = [:],
        stairs: KeyValuePairs<String, String> = ["highway": "steps", "level": "0;1", "indoor": "yes"],
        lift: KeyValuePairs<String, String> = ["highway": "elevator", "level": "0;1"], upper: String = "1",
        building: KeyValuePairs<String, String> = [:], signs: KeyValuePairs<String, String> = [:],
        upperPath: Bool = false
    ) throws -> StreetTown {
        var map = StreetMap()
        map.node("o", -50, 2)
        map.node("e", 0, 2, ["entrance": "main", "level": "0"])
        for (name, east, north) in [
            ("p", 0.0, 0.0), ("q", 40, 0), ("r", 40, 4), ("t", 0, 4), ("u", 0, 0), ("v", 40, 0), ("w", 40, 4),
            ("x", 0, 4), ("1", 8, 4), ("2", 12, 4), ("3", 12, 8), ("4", 8, 8), ("5", 28, 4), ("6", 32, 4),
            ("7", 32, 8), ("8", 28, 8), ("f", 10, 0), ("g", 16, 0), ("h", 16, -5), ("i", 10, -5), ("j", 34, 0),
            ("k", 38, 0), ("l", 38, -5), ("m", 34, -5), ("n", 26, 0), ("y", 30, 0), ("z", 30, -5), ("0", 26, -5),
        ] { map.node(Character(name), east, north) }
        map.node("S", 10, 4, ["indoor": "door"])
        map.node("L", 30, 4, ["indoor": "door"])
        map.node("a", 13, 0, door)
        map.node("b", 36, 0, ["indoor": "door"])
        map.way("oe", ["highway": "footway"])
        map.way("pfagqrLSte" + "p", ["indoor": "corridor", "level": "0"])
        map.way("ujbkvwLSxu", pairs: [("indoor", "corridor"), ("level", upper)])
        map.way("ihgafi", pairs: [("indoor", "room"), ("level", "0")] + room.map { ($0.key, $0.value) })
        map.way("mlkbjm", pairs: [("indoor", "room"), ("level", upper), ("name", "Bay")])
        map.way("0zyn0", ["indoor": "room", "level": "1"])
        map.way("1S2341", stairs)
        map.way("5L6785", lift)
        if upperPath { map.way("SL", ["highway": "corridor", "level": "1"]) }
        if !building.isEmpty {
            for (name, east, north) in [("A", -1.0, -6.0), ("B", 41, -6), ("C", 41, 9), ("D", -1, 9)] {
                map.node(Character(name), east, north)
            }
            map.way("ABCDA", building)
            for (level, word) in signs { map.way("ABCDA", ["indoor": "level", "level": level, "level:ref": word]) }
        }
        return try map.build()
    }

    /// The middle of rooms A and B.
    var roomA: Coordinate { StreetMap.coordinate(13, -2.5) }
    var roomB: Coordinate { StreetMap.coordinate(36, -2.5) }
    var outside: Coordinate { StreetMap.coordinate(-50, 2) }
}

import Atlas
import Foundation
import GeoCore
import OSMImport
import Routing
import TestSupport
import Testing

/// Insides of buildings that no mapper makes and some tool or prankster does: each becomes an atlas that verifies.
struct OddInsideTests {
    /// Builds the atlas of a map, verifies it, and returns what it has inside buildings, and the issues.
    @discardableResult
    private static func build(
        _ map: HandMade
    ) throws -> (indoor: IndoorReport?, issues: IssueLog, edges: Int) {
        // The text form has room for every 64-bit id.
        let reading = try OSMReader.read(bytes: Array(map.xml().utf8), name: "odd.osm")
        var issues = reading.issues
        let atlas = try AtlasBuilder().build(
            reading.data, objects: reading.objects, fileStem: "odd", issues: &issues)
        return try AtlasForging.withView(atlas.finish()) { view in
            let verified = try AtlasVerifier.verify(view)
            return (verified.indoor, issues, try RouteEngine(view).network.edges.count)
        }
    }

    /// A street to a room on the ground, and stairs' worth of paths to another above it.
    private static var rooms: HandMade {
        var map = HandMade()
        for (id, north, east) in [(1, -9.0, 0.0), (2, 0, 0), (3, 0, 9), (4, 9, 9), (5, 9, 0), (6, -9, 9)] {
            map.node(Int64(id), 60 + north / 111_195, 25 + east / 55_598)
        }
        map.way(1, [1, 2], ["highway": "footway", "level": "0"])
        map.way(2, [2, 3, 4, 5, 2], ["indoor": "room", "level": "0"])
        map.way(3, [6, 3], ["highway": "footway", "level": "1"])
        map.way(4, [2, 3, 4, 5, 2], ["indoor": "room", "level": "1"])
        return map
    }

    @Test func `the signs of a building with many levels give the same bytes at each import`() throws {
        var map = Self.rooms
        map.way(99, [2, 3, 4, 5, 2], ["building": "yes"])
        for level in 2..<18 {
            map.way(
                Int64(100 + level), [2, 3, 4, 5, 2],
                [
                    "indoor": "room", "level": "\(level)", "level:ref": "Floor \(level * 7 % 17)",
                ])
        }
        let reading = try OSMReader.read(bytes: Array(map.xml().utf8), name: "signs.osm")
        let atlases = try (0..<8).map { _ in
            var issues = IssueLog()
            return try AtlasBuilder().build(reading.data, objects: reading.objects, fileStem: "signs", issues: &issues)
                .finish()
        }
        #expect(atlases.allSatisfy { $0 == atlases[0] })
    }

    @Test func `a lift round the Earth is left out`() throws {
        var map = Self.rooms
        for (id, longitude) in [(10, -120.0), (11, 0), (12, 120), (13, 0)] {
            map.node(Int64(id), longitude == 0 ? 60.001 + Double(id) / 1000 : 60, longitude)
        }
        map.way(10, [10, 11, 12, 13, 10], ["highway": "elevator", "level": "0;1"])
        map.way(11, [1, 10], ["highway": "footway", "level": "0"])
        map.way(12, [6, 12], ["highway": "footway", "level": "1"])
        let built = try Self.build(map)
        #expect(built.issues.counts[.indoorTooWide] == 1)
        #expect(built.indoor?.levels["0"]?["lift"] == nil)
    }

    @Test func `things wider than a degree are reported, and in no count`() throws {
        var map = Self.rooms
        map.node(10, 60.5, 24)
        map.node(11, 60.5, 25.1)
        map.way(10, [2, 10, 11, 2], ["indoor": "corridor", "level": "0", "name": "Hall"])
        map.way(11, [10, 11], ["indoor": "wall", "level": "0"])
        let built = try Self.build(map)
        #expect(built.issues.examples[.indoorTooWide]?.map(\.id) == [10, 11])
        #expect(built.indoor?.spaces == 2 && built.indoor?.levels["0"] == ["room": 1])
    }

    /// A map with a hundred corners, and `count` ways over all of them on a hundred levels.
    private static func repeating(_ count: Int, _ tags: HandMade.TagPairs) -> HandMade {
        var map = rooms
        for id in 100..<200 {
            let angle = Double(id - 100) * Double.pi / 50
            map.node(Int64(id), 60 + 1e-4 * cos(angle), 25 + 2e-4 * sin(angle))
        }
        for id in 0..<count { map.way(Int64(100 + id), (100..<200) + [100], tags) }
        return map
    }

    @Test(
        arguments: [
            ["indoor": "room", "level": "0-99"], ["highway": "elevator", "level": "0-99"],
            ["indoor": "room", "room": "stairs", "level": "0-99"],
        ] as [HandMade.TagPairs])
    func `the corners of a file may not be repeated on its levels without a bound`(_ tags: HandMade.TagPairs) throws {
        let built = try Self.build(Self.repeating(60, tags))
        // 60 × 101 refs and those of the rooms, and half a million: 10,000 corners each.
        let kept = (60 * 101 + 14 + 500_000) / 10_000
        #expect(built.issues.counts[.spaceTooLarge] == 60 - kept)
        #expect(try Self.build(Self.repeating(kept, tags)).issues.counts[.spaceTooLarge] == nil)
    }

    @Test func `a relation with more corners than any room is left out`() throws {
        var map = Self.repeating(0, [:])
        for id in 0..<42 { map.way(Int64(100 + id), (100..<200) + [100]) }
        for count in [2, 41] {
            map.relation(
                Int64(count), (0..<count).map { HandMade.Member(.way, Int64(100 + $0), $0 == 0 ? "outer" : "inner") },
                ["type": "multipolygon", "indoor": "room", "level": "0"])
        }
        #expect(try Self.build(map).issues.examples[.spaceTooLarge]?.map(\.id) == [41])
    }

    @Test func `a relation of walls is a room as a relation of lines is`() throws {
        func edges(_ tags: HandMade.TagPairs) throws -> Int {
            var map = Self.rooms
            map.node(20, 60 - 9 / 111_195, 25 - 9 / 55_598, ["door": "yes"])
            map.way(20, [1, 6, 3, 2], tags)
            map.way(21, [2, 20, 1], tags)
            map.relation(
                1, [HandMade.Member(.way, 20, "outer"), HandMade.Member(.way, 21, "outer")],
                ["type": "multipolygon", "indoor": "room", "level": "0"])
            return try Self.build(map).edges
        }
        let lines = try edges([:])
        #expect(try edges(["indoor": "wall", "level": "0"]) == lines)
    }

    @Test func `doors beside a wall are used up to a bound`() throws {
        var map = Self.rooms
        for id in 0..<1000 {
            map.node(Int64(1000 + id), 60, 25 + Double(id) * 9e-3 / 55_598, ["door": "yes", "level": "0"])
        }
        let edges = try Self.build(map).edges
        // Each of 256 doors leads to the middle and to the next door, and so does the path's end.
        #expect(edges > 2 * 256 && edges < 2 * 256 + 20)
    }

    @Test(arguments: [Int64.min, .min + 1, -1 << 53, 1 << 53, .max])
    func `a lift whose number names no place is left out`(_ id: Int64) throws {
        var map = Self.rooms
        map.node(id, 60, 25.001, ["highway": "elevator", "level": "0;1"])
        map.way(10, [1, id], ["highway": "footway", "level": "0"])
        map.way(11, [6, id], ["highway": "footway", "level": "1"])
        let built = try Self.build(map)
        #expect(built.issues.counts[.idUnusable] == 1)
        #expect(built.indoor?.spaces == 2)
    }
}

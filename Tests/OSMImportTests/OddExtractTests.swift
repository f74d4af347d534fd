import Atlas
import GeoCore
import OSMImport
import TestSupport
import Testing

/// Extracts that no mapper makes and some tool or prankster does: each becomes an atlas that verifies.
struct OddExtractTests {
    private static func issues(of map: HandMade) throws -> IssueLog {
        let reading = try OSMReader.read(bytes: map.pbf(), name: "odd")
        var issues = reading.issues
        let atlas = try AtlasBuilder().build(
            reading.data, objects: reading.objects, fileStem: "odd", issues: &issues)
        try AtlasForging.withView(atlas.finish()) { _ = try AtlasVerifier.verify($0) }
        return issues
    }

    /// A corner of two streets, so that there is always something to build.
    private static var corner: HandMade {
        var map = HandMade()
        map.node(1, 60.17, 24.93)
        map.node(2, 60.17, 24.94)
        map.node(3, 60.18, 24.94)
        map.way(1, [1, 2], ["highway": "residential", "name": "First Street"])
        map.way(2, [2, 3], ["highway": "footway"])
        return map
    }

    @Test func `a ferry with a duration may lie outside`() throws {
        var map = Self.corner
        map.way(3, [100, 101], ["route": "ferry", "duration": "00:20"])
        #expect(try Self.issues(of: map).counts[.wayNodeMissing] != nil)
    }

    @Test func `a border of countries that nothing names divides nothing`() throws {
        var map = Self.corner
        map.node(10, 60.165, 24.935)
        map.node(11, 60.185, 24.935)
        map.way(3, [10, 11], ["boundary": "administrative", "admin_level": "2"])
        map.node(12, 60.175, 24.932, ["amenity": "cafe", "name": "Raja"])
        _ = try Self.issues(of: map)
    }

    @Test(arguments: ["-9223372036854775808", "9223372036854775807", "1e9", "many"])
    func `populations may be any number`(population: String) throws {
        var map = Self.corner
        for id in 10..<12 {
            map.node(Int64(id), 60.17, 24.93, ["place": "city", "name": "City \(id)", "population": .init(population)])
        }
        _ = try Self.issues(of: map)
    }

    @Test func `a street round the Earth costs no memory`() throws {
        var map = Self.corner
        map.node(20, 0, -179.9)
        map.node(21, 0, 179.9)
        map.way(3, (0..<2000).map { 20 + $0 % 2 }, ["highway": "residential", "name": "Equator"])
        map.way(4, [20, 21], ["highway": "footway", "footway": "sidewalk"])
        _ = try Self.issues(of: map)
    }

    @Test(arguments: [("name", "Hauki"), ("amenity", "cafe"), ("highway", "rest_area"), ("building", "yes")])
    func `a boundary may be something else as well`(tag: (key: String, value: String)) throws {
        var map = Self.corner
        map.way(3, [1, 2, 3, 1])
        map.relation(
            1, [HandMade.Member(.way, 3, "outer")],
            [
                "type": "boundary", "boundary": "administrative", "admin_level": "8", tag.key: tag.value,
                tag.key == "name" ? "place" : "name": tag.key == "name" ? "town" : "Cafe",
            ])
        map.way(4, [1, 2, 3, 1], ["place": "suburb", tag.key: tag.value])
        _ = try Self.issues(of: map)
    }

    @Test func `a restriction that repeats its members is refused`() throws {
        var map = Self.corner
        let members =
            [HandMade.Member(.node, 2, "via")]
            + (0..<6000).map { HandMade.Member(.way, $0 < 3000 ? 1 : 2, $0 < 3000 ? "from" : "to") }
        map.relation(1, members, ["type": "restriction", "restriction": "no_left_turn"])
        #expect(try Self.issues(of: map).counts[.restrictionIncomplete] == 1)
    }

    @Test func `relations cannot multiply ways without bound`() throws {
        var map = Self.corner
        let ring: [Int64] = (0..<2000).map { 1000 + $0 }
        for (index, id) in ring.enumerated() {
            let angle = Double(index) / 2000 * 2 * .pi
            map.node(id, 60.17 + 0.01 * Elementary.sine(angle), 24.93 + 0.01 * Elementary.cosine(angle))
        }
        map.way(3, ring + [ring[0]])
        // 2,000 relations of 2,001 nodes each: a hundred times what all ways have.
        for id in 1...2000 {
            map.relation(Int64(id), [HandMade.Member(.way, 3, "outer")], ["type": "multipolygon", "landuse": "forest"])
        }
        let refused = try #require(try Self.issues(of: map).counts[.areaTooLarge])
        #expect(refused > 0 && refused < 2000)
    }

    @Test func `a way listed twice in a multipolygon counts once`() throws {
        var map = Self.corner
        map.node(4, 60.18, 24.93)
        map.way(3, [1, 2, 3, 4, 1])
        let members = [HandMade.Member(.way, 3, "outer"), HandMade.Member(.way, 3, "outer")]
        map.relation(1, members, ["type": "multipolygon", "natural": "water"])
        let data = try map.data()
        let area = try #require(Areas(data).relation(0))
        #expect(area.polygons.count == 1 && area.isWhole)
    }

    @Test func `names and streets in endless lists are cut`() throws {
        var map = Self.corner
        let list = (0..<5000).map { "Name \($0)" }.joined(separator: ";")
        map.node(10, 60.17, 24.93, ["amenity": "cafe", "name": .init(list), "addr:street": .init(list)])
        _ = try Self.issues(of: map)
    }
}

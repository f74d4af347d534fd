import Atlas
import GeoCore
import OSMImport
import TestSupport
import Testing

/// Import cuts features that cross the antimeridian, and features that touch the ends of the Earth stay on
/// it.
@Suite struct AntimeridianTests {
    private func read(_ map: HandMade) throws -> OSMData { try map.data() }

    /// The map's atlas, verified.
    private func verify(_ map: HandMade) throws -> AtlasInfo {
        let reading = try OSMReader.read(bytes: map.pbf(), name: "edge")
        var issues = reading.issues
        let atlas = try AtlasBuilder().build(reading.data, objects: reading.objects, fileStem: "a", issues: &issues)
        return try AtlasForging.withView(atlas.finish()) { try AtlasVerifier.verify($0).info }
    }

    @Test func `a way is cut where it crosses, with a node on either side`() throws {
        var map = HandMade()
        map.node(1, 10, 179.99)
        map.node(2, 11, -179.97)
        map.way(1, [1, 2, 1], ["highway": "residential"])
        let data = try read(map), refs = Array(data.ways.refs(of: 0))
        #expect(refs.count == 9)
        let missing = OSMData.missing
        #expect(refs[0] == 0 && refs[2] == missing && refs[4] == 1 && refs[6] == missing && refs[8] == 0)
        // There and back over the same two nodes.
        #expect(refs[1] == refs[7] && refs[3] == refs[5])
        let west = data.nodes.points[Int(refs[1])], east = data.nodes.points[Int(refs[3])]
        #expect(west == PointE7(latitudeE7: 102_500_000, longitudeE7: 1_800_000_000))
        #expect(east == PointE7(latitudeE7: 102_500_000, longitudeE7: -1_800_000_000))
    }

    @Test func `a node on the antimeridian is its own crossing`() throws {
        var map = HandMade()
        map.node(1, 10, 179.99)
        map.node(2, 11, -180)
        map.node(3, 11, 180)
        map.node(4, 12, -179.99)
        map.way(1, [1, 2], ["highway": "residential"])
        map.way(2, [1, 3, 2, 4], ["highway": "residential"])
        map.way(3, [3, 4], ["highway": "residential"])
        let data = try read(map)
        let made = UInt32(4)
        #expect(Array(data.ways.refs(of: 0)) == [0, made, OSMData.missing, 1])
        #expect(Array(data.ways.refs(of: 1)) == [0, 2, OSMData.missing, 1, 3])
        #expect(Array(data.ways.refs(of: 2)) == [2, OSMData.missing, made + 1, 3])
        #expect(data.nodes.points[Int(made)] == data.nodes.points[2])
        #expect(data.nodes.points[Int(made) + 1] == data.nodes.points[1])
    }

    @Test func `a surface over the antimeridian lies on both sides of it and nowhere else`() throws {
        var map = HandMade()
        map.node(1, -17, 179.9)
        map.node(2, -17, -179.8)
        map.node(3, -16.5, -179.8)
        map.node(4, -16.5, 179.9)
        map.way(1, [1, 2, 3, 4, 1], ["leisure": "park", "name": "Both Sides"])
        map.way(2, [1, 2])
        map.way(3, [2, 3, 4, 1])
        map.relation(
            9, [HandMade.Member(.way, 2, "outer"), HandMade.Member(.way, 3, "outer")],
            ["type": "multipolygon", "natural": "water", "name": "Both Sides Lake"])
        let data = try read(map), areas = Areas(data)
        for area in [areas.way(0, in: data), areas.relation(0)] {
            let area = try #require(area)
            #expect(area.polygons.count == 2 && area.isWhole)
            for (longitude, isInside) in [
                (179.95, true), (-179.85, true), (179.85, false), (-179.75, false), (0, false), (90, false),
            ] as [(Double, Bool)] {
                let point = try #require(Coordinate(latitude: -16.75, longitude: longitude))
                #expect(area.contains(PointE7(point), in: data) == isInside)
            }
        }
        #expect(try verify(map).extent.isOverAntimeridian)
    }

    /// A relation of ways that each lie on one side and end on the antimeridian, as the OSM wiki asks (180th_meridian).
    private func twoSided(eastern: [Int64] = [5, 6, 7, 8], _ tags: HandMade.TagPairs) throws -> Area? {
        var map = HandMade()
        for (id, (latitude, longitude)) in [
            (-17, 180), (-17, 179.9), (-16.5, 179.9), (-16.5, 180), (-17, -180), (-17, -179.8), (-16.5, -179.8),
            (-16.5, -180), (-16.5, -180),
        ].enumerated() {
            map.node(Int64(id) + 1, latitude, longitude)
        }
        map.way(1, [1, 2, 3, 4])
        map.way(2, Array(eastern.prefix(2)))
        map.way(3, Array(eastern.dropFirst()))
        map.relation(9, (1...3).map { HandMade.Member(.way, $0, "outer") }, tags)
        return try Areas(read(map)).relation(0)
    }

    @Test func `ways that end on either side of the antimeridian close a ring`() throws {
        let town: HandMade.TagPairs = [
            "type": "boundary", "boundary": "administrative", "admin_level": "8", "name": "Both Sides",
        ]
        // Node 9 lies where node 8 does.
        for eastern in [[5, 6, 7, 8], [8, 7, 6, 5], [5, 6, 7, 9]] as [[Int64]] {
            for tags in [town, ["type": "multipolygon", "natural": "water", "name": "Both Sides Lake"]] {
                let area = try #require(try twoSided(eastern: eastern, tags))
                #expect(area.polygons.count == 2 && area.isWhole)
            }
        }
    }

    @Test func `a ring stays open where only one of its sides ends on the antimeridian`() throws {
        #expect(try twoSided(eastern: [5, 6, 7, 6], ["type": "multipolygon", "natural": "water"]) == nil)
    }

    @Test func `a lake whose bay crosses twice has three pieces`() throws {
        var map = HandMade()
        // Like an E that is open to the east: its back west of the antimeridian, two arms over it.
        for (id, (latitude, longitude)) in [
            (0, 179.9), (0, -179.9), (1, -179.9), (1, 179.95), (2, 179.95), (2, -179.9), (3, -179.9), (3, 179.9),
        ].enumerated() {
            map.node(Int64(id) + 1, Double(latitude), longitude)
        }
        map.way(1, [1, 2, 3, 4, 5, 6, 7, 8, 1], ["natural": "water"])
        let data = try read(map), area = try #require(Areas(data).way(0, in: data))
        #expect(area.polygons.count == 3)
        for (latitude, longitude, isInside) in [
            (0.5, 179.97, true), (0.5, -179.95, true), (1.5, 179.97, false), (1.5, -179.95, false), (1.5, 179.92, true),
            (2.5, -179.95, true),
        ] {
            let point = try #require(Coordinate(latitude: latitude, longitude: longitude))
            #expect(area.contains(PointE7(point), in: data) == isInside)
        }
    }

    struct Edge: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let nodes: [(latitude: Double, longitude: Double)]
    }

    @Test(arguments: [
        Edge(testDescription: "180° W", nodes: [(-16.8, -180), (-16.8, -179.998_121_2), (-16.8, -179.991_545_3)]),
        Edge(testDescription: "180° E", nodes: [(-16.8, 180), (-16.8, 179.998_121_2), (-16.801_7, 179.991_545_3)]),
        Edge(testDescription: "the south pole", nodes: [(-90, 10), (-89.998_121_2, 10), (-89.991_545_3, 11)]),
        Edge(testDescription: "the north pole", nodes: [(90, 10), (89.998_121_2, 10), (89.991_545_3, 11)]),
        Edge(testDescription: "both sides", nodes: [(1, 180), (1.1, 179.9), (1.2, -179.9), (1.3, -180)]),
        Edge(
            testDescription: "a corner of the Earth", nodes: [(90, 180), (89.999_912_7, 179.999_912_3), (89.9, 179.9)]),
    ])
    func `objects that touch an end of the Earth are imported`(_ edge: Edge) throws {
        for isStreet in [true, false] {
            var map = HandMade()
            for (index, node) in edge.nodes.enumerated() {
                map.node(Int64(index) + 1, node.latitude, node.longitude)
            }
            let refs = (1...edge.nodes.count).map { Int64($0) }
            if isStreet {
                map.way(1, refs, ["highway": "residential", "name": "End"])
            } else {
                map.way(1, refs + [1], ["leisure": "park", "name": "End"])
            }
            _ = try verify(map)
        }
    }
}

import Atlas
import Foundation
import GeoCore
import OSMImport
import Routing
import TestSupport
import Testing

/// Parts of hand-made extracts; what must come out is written down as another extract.
@Suite struct RegionReadingTests {
    private typealias Member = HandMade.Member

    /// From 60° to 60.01° north, 25° to 25.01° east.
    private static let box = IntBox(minX: 250_000_000, minY: 600_000_000, maxX: 250_100_000, maxY: 600_100_000)
    /// The western half of the box, and a tip that leads to the corner in the northeast.
    private static let outline = """
        {"type": "Polygon", "coordinates": [[[25, 60], [25.005, 60], [25.005, 60.0099], [25.01, 60.01], [25, 60.01],
        [25, 60]]]}
        """

    /// Nodes 1 to 9 lie in the box, from 11 on outside.
    private static var map: HandMade {
        var map = HandMade()
        map.statedBounds = (590_000_000, 240_000_000, 610_000_000, 260_000_000)
        map.node(1, 60.005, 25.001)
        map.node(2, 60.005, 25.002, ["amenity": "café"])
        map.node(3, 60.01, 25.01)
        map.node(4, 60.005, 25.009, ["name": "in the eastern half"])
        for id in Int64(11)...19 { map.node(id, 60.02, 25 + Double(id) / 1000, ["ref": "\(id)"]) }
        return map
    }

    private static func read(_ bytes: [UInt8], within region: Region = Region(box)) throws -> Reading {
        try OSMReader.read(bytes: bytes, name: "place", within: region)
    }

    private static func encodings(_ map: HandMade) -> [[UInt8]] {
        var located = HandMade.Encoding()
        located.hasLocationsOnWays = true
        return [map.pbf(), [UInt8](map.xml().utf8), map.pbf(located), [UInt8](map.xml(hasLocationsOnWays: true).utf8)]
    }

    /// The nodes of `map` with these ids.
    private static func nodes(_ ids: [Int64], of map: HandMade) -> HandMade {
        var kept = HandMade()
        for node in map.nodes where ids.contains(node.id) {
            kept.node(node.id, latitudeE7: node.latitudeE7, longitudeE7: node.longitudeE7, node.tags)
        }
        return kept
    }

    @Test func `ways with a node inside keep all their nodes`() throws {
        var map = Self.map
        map.way(30, [1, 11, 12], ["highway": "path"])
        map.way(31, [12, 13], ["highway": "path", "name": "outside"])
        map.way(32, [14, 3], ["highway": "path"])
        var expected = Self.nodes([1, 2, 3, 4, 11, 12, 14], of: map)
        expected.way(30, [1, 11, 12], ["highway": "path"])
        expected.way(32, [14, 3], ["highway": "path"])
        for bytes in Self.encodings(map) {
            let reading = try Self.read(bytes)
            #expect(reading.data.listing == expected.listing)
            #expect(reading.data.bounds == Self.box.common(with: reading.data.extent))
            #expect(reading.data.statedBounds == Self.box)
        }
        #expect(try Self.read(map.pbf()).objects == ObjectCounts(nodes: 7, ways: 2, relations: 0))
    }

    @Test func `areas and restrictions keep all their members, routes do not`() throws {
        var map = Self.map, expected = Self.nodes([1, 2, 3, 4, 11, 12, 13, 14, 15, 16], of: map)
        let ways: [(Int64, [Int64])] = [
            (30, [1, 11]), (31, [11, 12, 1]), (32, [13, 14]), (33, [15, 16]), (34, [17, 18]),
        ]
        for (id, refs) in ways {
            map.way(id, refs, ["highway": "path"])
            if id != 34 { expected.way(id, refs, ["highway": "path"]) }
        }
        let kept: [(Int64, [Member], HandMade.TagPairs)] = [
            (40, [Member(.way, 31, "outer"), Member(.way, 32, "inner")], ["type": "multipolygon"]),
            (41, [Member(.way, 33, "outer"), Member(.node, 2, "label"), Member(.way, 99)], ["type": "boundary"]),
            (42, [Member(.way, 30), Member(.node, 14, "via"), Member(.way, 32)], ["type": "restriction"]),
            (43, [Member(.way, 30), Member(.way, 34), Member(.node, 19)], ["type": "route"]),
            // Parents of kept relations, whatever they are.
            (45, [Member(.relation, 43), Member(.relation, 46)], ["type": "site"]),
            (46, [Member(.relation, 45)], ["type": "multipolygon"]),
        ]
        for (id, members, tags) in kept {
            map.relation(id, members, tags)
            expected.relation(id, members, tags)
        }
        // Neither a member of a member nor a member of another relation leads inside.
        map.relation(44, [Member(.way, 34, "outer"), Member(.node, 19)], ["type": "multipolygon"])
        for bytes in [map.pbf(), [UInt8](map.xml().utf8)] {
            let reading = try Self.read(bytes)
            #expect(reading.data.listing == expected.listing)
        }
    }

    @Test func `an outline keeps what leads into it, and the coasts of its box`() throws {
        let region = try RegionFile.read(Data(Self.outline.utf8), name: "area")
        #expect(region.box == Self.box)
        var map = Self.map
        map.way(30, [4, 11], ["highway": "path"])
        map.way(31, [4, 12], ["natural": "coastline"])
        map.way(32, [12, 13], ["natural": "coastline"])
        map.way(33, [3, 14], ["natural": "coastline"])
        map.relation(40, [Member(.way, 31), Member(.node, 4)], ["type": "multipolygon"])
        var expected = Self.nodes([1, 2, 3, 4, 12, 14], of: map)
        expected.way(31, [4, 12], ["natural": "coastline"])
        expected.way(33, [3, 14], ["natural": "coastline"])
        for bytes in [map.pbf(), [UInt8](map.xml().utf8)] {
            let reading = try Self.read(bytes, within: region)
            #expect(reading.data.listing == expected.listing)
            #expect(reading.data.statedBounds == Self.box)
        }
        // A change of the extract is cut in the same way.
        let folder = try TemporaryFolder(), path = try folder.write("place.osm.pbf", map.pbf())
        let none = try folder.write("none.osc", "<osmChange version='0.6'/>".utf8)
        _ = try ExtractUpdater(within: region, memory: .unlimited).update(path, with: [none], to: path)
        let kept = try OSMReader.read(paths: [path]).data
        #expect(kept.listing == expected.listing)
        #expect(kept.statedBounds == Self.box)
    }

    @Test func `order within a file does not matter`() throws {
        var map = HandMade(), sorted = Self.map
        sorted.way(30, [1, 11], ["highway": "path"])
        sorted.way(31, [12, 13], ["highway": "path"])
        for node in sorted.nodes.reversed() {
            map.node(node.id, latitudeE7: node.latitudeE7, longitudeE7: node.longitudeE7, node.tags)
        }
        for way in sorted.ways.reversed() { map.way(way.id, way.refs, way.tags) }
        #expect(try Self.read(map.pbf()).data.listing == Self.read(sorted.pbf()).data.listing)
    }

    @Test func `several extracts are united before they are cut`() throws {
        var old = Self.map, new = HandMade(), united = HandMade()
        old.way(30, [1, 11], ["highway": "path", "name": "old"])
        old.way(31, [2, 12], ["highway": "path"])
        old.relation(40, [Member(.way, 31)], ["type": "route"])
        old.node(9, 60.005, 25.005, ["name": "moves away"])
        // In the later extract node 9 lies outside, way 30 leads elsewhere, and node 11 has moved.
        new.node(9, 60.03, 25.005, ["name": "moves away"])
        new.node(11, 60.025, 25.02)
        new.way(30, [12, 13], ["highway": "path", "name": "new"])
        new.relation(41, [Member(.way, 31)], ["type": "route"])
        for node in old.nodes where new.nodes.allSatisfy({ $0.id != node.id }) {
            united.node(node.id, latitudeE7: node.latitudeE7, longitudeE7: node.longitudeE7, node.tags)
        }
        for node in new.nodes {
            united.node(node.id, latitudeE7: node.latitudeE7, longitudeE7: node.longitudeE7, node.tags)
        }
        united.way(30, [12, 13], ["highway": "path", "name": "new"])
        united.way(31, [2, 12], ["highway": "path"])
        for id in [40, 41] as [Int64] { united.relation(id, [Member(.way, 31)], ["type": "route"]) }
        let folder = try TemporaryFolder()
        let paths = [
            try folder.write("old.osm.pbf", old.pbf()), try folder.write("new.osm", new.xml().utf8),
        ]
        let reading = try OSMReader.read(paths: paths, within: Region(Self.box))
        let expected = try Self.read(united.pbf())
        #expect(reading.data.listing == expected.data.listing)
        #expect(reading.objects == expected.objects)
        #expect(!reading.data.listing.contains { $0.contains("moves away") || $0.contains("new") })
    }

    @Test func `a node that is not on Earth belongs to no region`() throws {
        var map = Self.map
        map.node(20, latitudeE7: 950_000_000, longitudeE7: 250_010_000)
        map.node(21, latitudeE7: 950_000_000, longitudeE7: 250_010_000)
        map.way(30, [1, 20], ["highway": "path"])
        for bytes in [map.pbf(), [UInt8](map.xml().utf8)] {
            // Of node 21 nothing is known but that no kept way needs it.
            #expect(try Self.read(bytes).issues.counts[.coordinateOutOfRange] == 1)
        }
    }

    @Test(arguments: [
        IntBox(minX: 251_000_000, minY: 600_000_000, maxX: 252_000_000, maxY: 601_000_000),
        IntBox(minX: 1_790_000_000, minY: 0, maxX: -1_790_000_000, maxY: 100),
    ])
    func `a region without a node says what the input covers`(box: IntBox) throws {
        var map = Self.map
        for bytes in [map.pbf(), [UInt8](map.xml().utf8)] {
            let error = #expect(throws: ReadError.self) { try Self.read(bytes, within: Region(box)) }
            #expect(error?.description.contains("it covers 24,59,26,61") == true)
        }
        map.statedBounds = nil
        let error = #expect(throws: ReadError.self) { try Self.read(map.pbf(), within: Region(box)) }
        #expect(error?.description.contains("it covers 25.001,60.005,25.019,60.02") == true)
        let far = Self.outline.replacing("25", with: "45"), region = try RegionFile.read(Data(far.utf8), name: "area")
        let outside = #expect(throws: ReadError.self) { try Self.read(map.pbf(), within: region) }
        #expect(outside?.description.contains("no node of it lies within the outline in 45,60,45.01,60.01") == true)
    }

    @Test func `a region counts as its box, however few nodes lie in it`() throws {
        var map = HandMade()
        map.node(1, 60.005, 25.001)
        for id in Int64(2)...400 { map.node(id, 60.02, 25 + Double(id) / 1000) }
        map.way(30, Array(1...400), ["natural": "water"])
        let data = try Self.read(map.pbf()).data
        #expect(data.nodes.count == 400)
        #expect(data.statedBounds == Self.box)
        #expect(Self.box.covers(PointE7(latitudeE7: data.bounds.maxY, longitudeE7: data.bounds.maxX)))
    }

    @Test func `a part of a file needs a part of its memory`() throws {
        var map = Self.map
        for id in Int64(1000)...400_000 { map.node(id, 60.02 + Double(id) / 1e7, 25.2) }
        map.way(30, [1, 2], ["highway": "path"])
        let bytes = map.pbf(), memory = MemoryBudget(available: 66 << 20)
        #expect(throws: ReadError.self) { try OSMReader.read(bytes: bytes, name: "place", memory: memory) }
        let reading = try OSMReader.read(bytes: bytes, name: "place", within: Region(Self.box), memory: memory)
        #expect(reading.data.ways.count == 1)
    }

    @Test func `a dead end outside an outline is cut off by the edge of the map`() throws {
        let region = try RegionFile.read(Data(Self.outline.utf8), name: "area")
        var map = HandMade()
        // One street ends in the region, one beyond its outline and yet in its box.
        map.node(1, 60.003, 25.002)
        map.node(2, 60.003, 25.004)
        map.node(3, 60.006, 25.004)
        map.node(4, 60.006, 25.008)
        map.way(30, [1, 2], ["highway": "residential"])
        map.way(31, [2, 3, 4], ["highway": "residential"])
        map.node(5, 60.001, 25.001)
        map.node(6, 60.009, 25.0095)
        map.way(32, [5, 6, 5], ["natural": "water"])
        let folder = try TemporaryFolder()
        let path = try folder.write("place.osm.pbf", map.pbf()), atlas = folder.file("place.atlas")
        var options = ImportOptions(), edges: [[Int32]] = []
        for region in [region, Region(region.box)] {
            options.region = region
            _ = try Importer(options).import([path], to: atlas)
            edges.append(try Self.edges(of: atlas))
        }
        #expect(edges == [[250_080_000], []])
    }

    /// The longitudes of the junctions at the edge of the map.
    private static func edges(of atlas: String) throws -> [Int32] {
        let file = try MappedFile(path: atlas)
        return try withExtendedLifetime(file) {
            let network = try RoadNetwork(unsafe AtlasView(bytes: file.bytes))
            return network.nodeFlags.indices.filter { NodeFlags.isMapEdge(network.nodeFlags[$0]) }.map {
                network.points[$0].longitudeE7
            }
        }
    }
}

import Atlas
import GeoCore
import OSMImport
import Routing
import TestSupport
import Testing

/// The OSM ids along edges, against the ways that the edges were cut from.
@Suite struct NodeIDsTests {
    /// Ways over nodes whose ids lie far apart or next to each other, many of which several ways meet in.
    private static func ways(_ random: inout SeededGenerator) -> (map: HandMade, refs: [Int64: [Int64]]) {
        var map = HandMade(), ids: Set<Int64> = []
        map.statedBounds = (600_000_000, 249_000_000, 602_000_000, 251_000_000)
        while ids.count < 400 {
            let id = Int64(random.next() >> [63 - 20, 30, 20].randomElement(using: &random)!) + 1
            ids.formUnion([id, id + 1])
        }
        let sorted = ids.sorted()
        for id in sorted {
            map.node(
                id, latitudeE7: 600_000_000 + .random(in: 0..<2_000_000, using: &random),
                longitudeE7: 249_000_000 + .random(in: 0..<2_000_000, using: &random))
        }
        var refs: [Int64: [Int64]] = [:]
        for way in 1...80 as ClosedRange<Int64> {
            // From one to another near it, as streets lead.
            var place = Int.random(in: 0..<sorted.count, using: &random)
            let nodes = (0..<Int.random(in: 2...30, using: &random)).map { _ in
                place = (place + .random(in: 1...4, using: &random)) % sorted.count
                return sorted[place]
            }
            refs[way] = nodes.reduce(into: []) { if $0.last != $1 { $0.append($1) } }
            if refs[way]!.count > 1 { map.way(way, refs[way]!, ["highway": "residential"]) }
        }
        return (map, refs.filter { $0.value.count > 1 })
    }

    @Test(arguments: [1, 2, 3] as [UInt64])
    func `the edges of a way lead over its nodes, each point with its own`(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let (map, refs) = Self.ways(&random), data = try map.data()
        let (engine, bytes) = try SampleTests.build(data), network = engine.network
        var edges = 0
        for (way, truth) in refs {
            var ids: [Int64] = []
            for edge in try #require(network.edges(ofWay: way)).map({ EdgeID($0) }) {
                let some = network.nodeIDs(of: edge), points = network.points(of: edge)
                #expect(some.count == points.count)
                for (id, point) in zip(some, points) {
                    #expect(try data.nodes.points[Int(#require(data.nodes.index(of: id)))] == point)
                }
                // Where one edge ends the next begins.
                #expect(ids.isEmpty || ids.last == some.first)
                ids += ids.isEmpty ? some : Array(some.dropFirst())
                edges += 1
            }
            #expect(ids == truth)
        }
        // Blocks of 16 edges, and the beginning of another.
        #expect(edges > 200)
        withExtendedLifetime(bytes) {}
    }
}

import Atlas
import GeoCore
import OSMImport
import TestSupport
import Testing

/// The area of an extract: the header's bounds, as far as they are true, and the objects that were read.
@Suite struct ExtentTests {
    /// A street of three nodes around 60.1° N 25.1° E.
    private var street: HandMade {
        var map = HandMade()
        map.node(1, 60.1, 25.1)
        map.node(2, 60.1, 25.2)
        map.node(3, 60.2, 25.3)
        map.way(1, [1, 2, 3], ["highway": "residential", "name": "Long Lane"])
        return map
    }

    private static let read = IntBox(minX: 251_000_000, minY: 601_000_000, maxX: 253_000_000, maxY: 602_000_000)

    private func info(_ map: HandMade) throws -> AtlasInfo {
        let reading = try OSMReader.read(bytes: map.pbf(), name: "street")
        var issues = reading.issues
        let atlas = try AtlasBuilder().build(reading.data, objects: reading.objects, fileStem: "a", issues: &issues)
        return try AtlasForging.withView(atlas.finish()) { try AtlasVerifier.verify($0).info }
    }

    @Test func `a header of another place does not move the map`() throws {
        var map = street
        map.statedBounds = (100_000_000, 100_000_000, 110_000_000, 110_000_000)
        let data = try OSMReader.read(bytes: map.pbf(), name: "street").data
        #expect(data.bounds == Self.read && !data.boundsAreStated)
        #expect(try info(map).bounds == Self.read)
        #expect(try info(map).extent == Self.read)
    }

    @Test func `a header of the whole Earth does not make the map larger`() throws {
        var map = street
        map.statedBounds = (-900_000_000, -1_800_000_000, 900_000_000, 1_800_000_000)
        let data = try OSMReader.read(bytes: map.pbf(), name: "street").data
        #expect(data.bounds == Self.read && data.boundsAreStated)
        #expect(data.cutBox.longitudeSpan == 3_600_000_000)
        #expect(try info(map).bounds == Self.read)
        #expect(try info(map).extent == Self.read)
    }

    @Test func `the map covers the part of each way inside the header's bounds`() throws {
        var map = street
        map.statedBounds = (600_000_000, 250_000_000, 601_500_000, 252_500_000)
        let info = try info(map)
        #expect(info.bounds == IntBox(minX: 251_000_000, minY: 601_000_000, maxX: 252_500_000, maxY: 601_500_000))
        #expect(info.extent == Self.read)
    }

    @Test func `the extent leads over the antimeridian where that is the shorter way`() throws {
        var map = HandMade()
        map.node(1, -16.8, 179.5)
        map.node(2, -16.9, -179.75)
        map.node(3, -16.8, 179.75)
        map.way(1, [3, 1], ["highway": "residential"])
        map.way(2, [2, 2], ["highway": "residential"])
        let over = IntBox(minX: 1_795_000_000, minY: -169_000_000, maxX: -1_797_500_000, maxY: -168_000_000)
        #expect(try OSMReader.read(bytes: map.pbf(), name: "fiji").data.extent == over)
        #expect(try info(map).extent == over)
        map.statedBounds = (-170_000_000, 1_790_000_000, -160_000_000, -1_790_000_000)
        #expect(try info(map).bounds == over)
        #expect(try OSMReader.read(bytes: map.pbf(), name: "fiji").data.bounds.isOverAntimeridian)
    }

    @Test func `a header holds although most nodes are those of a lake beyond it`() throws {
        var map = street
        for id in 1...100 { map.node(Int64(id) + 10, 60.5 + Double(id) / 1000, 25.2, ["natural": "tree"]) }
        map.statedBounds = (601_000_000, 251_000_000, 602_000_000, 253_000_000)
        let data = try OSMReader.read(bytes: map.pbf(), name: "shore").data
        #expect(data.bounds == Self.read && data.boundsAreStated)
    }
}

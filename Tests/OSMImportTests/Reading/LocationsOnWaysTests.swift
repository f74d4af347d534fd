import GeoCore
import OSMImport
import TestSupport
import Testing

/// Files whose ways state where their nodes are, as `osmium add-locations-to-ways` makes them: nodes without tags are
/// not there.
@Suite struct LocationsOnWaysTests {
    private func pbf(_ map: HandMade, granularity: Int64 = 100) -> [UInt8] {
        var encoding = HandMade.Encoding()
        encoding.hasLocationsOnWays = true
        encoding.granularity = granularity
        return map.pbf(encoding)
    }

    private func xml(_ map: HandMade) -> [UInt8] { [UInt8](map.xml(hasLocationsOnWays: true).utf8) }

    @Test func `ways bring their nodes, under the ids that they name`() throws {
        let map = HandMade.corner
        for bytes in [pbf(map), pbf(map, granularity: 1), xml(map)] {
            let reading = try OSMReader.read(bytes: bytes, name: "located")
            #expect(reading.data.listing == map.listing)
            #expect(reading.issues.counts == [.relationMemberMissing: 1])
            // One of its seven has tags.
            #expect(reading.objects.nodes == 2)
        }
    }

    @Test func `a node that is there itself keeps its tags and its place`() throws {
        var map = HandMade()
        map.node(7, 60, 25, ["barrier": "gate"])
        map.node(8, 60, 25.001)
        map.way(1, [8, 7, 8])
        let reading = try OSMReader.read(bytes: pbf(map), name: "located")
        #expect(reading.data.listing == map.listing)
    }

    @Test func `a node without a location is missing, as anywhere`() throws {
        var map = HandMade()
        map.node(1, 60, 25)
        map.node(2, 60, 25.001)
        map.way(1, [1, 99, 2])
        for bytes in [pbf(map), xml(map)] {
            let reading = try OSMReader.read(bytes: bytes, name: "located")
            #expect(reading.data.listing == map.listing)
            #expect(reading.issues.counts == [.wayNodeMissing: 1])
        }
    }

    @Test func `fewer locations than nodes are refused`() throws {
        for count in [1, 3] {
            var way = Message(), group = Message(), block = Message()
            way.number(1, 5)
            way.deltaColumn(8, [1, 2])
            way.deltaColumn(9, Array(repeating: 600_000_000, count: count))
            way.deltaColumn(10, [250_000_000, 250_000_001])
            group.message(3, way)
            block.message(2, group)
            let bytes =
                HandMade.blob("OSMHeader", HandMade().header(), .raw) + HandMade.blob("OSMData", block.bytes, .raw)
            #expect(throws: ReadError.self) { try OSMReader.read(bytes: bytes, name: "located") }
        }
    }

    @Test func `relations of the Overpass API bring the nodes that they are made of`() throws {
        let xml = """
            <osm><way id="3"><nd ref="1" lat="60" lon="25"/><nd ref="2" lat="60" lon="25.1"/></way>
            <relation id="4"><member type="node" ref="9" role="stop" lat="60.5" lon="25.5"/></relation></osm>
            """
        let data = try OSMReader.read(bytes: [UInt8](xml.utf8), name: "geom").data
        #expect(data.nodes.ids == [1, 2, 9])
        #expect(data.nodes.points[2].latitudeE7 == 605_000_000)
        #expect(data.bounds.maxY == 605_000_000)
    }
}

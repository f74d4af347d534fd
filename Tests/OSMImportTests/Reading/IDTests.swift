import Atlas
import OSMImport
import TestSupport
import Testing

/// Objects that an editor has not uploaded have negative ids (wiki.openstreetmap.org/wiki/JOSM_file_format).
@Suite struct IDTests {
    @Test func `objects that were not uploaded are read like others and counted`() throws {
        var map = HandMade()
        map.node(-1, 60, 25)
        map.node(-2, 60, 25.001, ["amenity": "cafe", "name": "Mole"])
        map.node(3, 60, 25.002)
        map.way(-1, [-1, -2, 3], ["highway": "residential", "name": "Long Lane"])
        map.relation(-7, [HandMade.Member(.node, -2, "stop"), HandMade.Member(.way, -1)], ["type": "site"])
        for bytes in [map.pbf(), [UInt8](map.xml().utf8)] {
            let reading = try OSMReader.read(bytes: bytes, name: "drawn")
            #expect(reading.data.listing == map.listing)
            #expect(reading.issues.counts == [.notUploaded: 4])
            // The first that were made.
            #expect(reading.issues.examples[.notUploaded]?.map(\.id) == [-1, -2, -1, -7])
        }
    }

    @Test func `an id that no place can go by is reported`() throws {
        var map = HandMade()
        for id in [0, -1 << 53, 1 << 53, .min, .max, 1 << 36] as [Int64] {
            map.node(id, 60, 25, ["amenity": "cafe", "name": "Mole"])
        }
        let issues = try OSMReader.read(bytes: [UInt8](map.xml().utf8), name: "odd").issues
        #expect(issues.counts == [.idUnusable: 5])
    }

    @Test func `an object that is to be deleted is left out, also where others deleted it`() throws {
        let xml = """
            <osm><node id="1" lat="60" lon="25" action="delete"><tag k="name" v="a"/></node>
            <node id="2" lat="60" lon="25" action="delete" visible="false"><tag k="name" v="b"/></node>
            <node id="3" lat="60" lon="25" action="modify" visible="true"><tag k="name" v="c"/></node></osm>
            """
        #expect(try OSMReader.read(bytes: [UInt8](xml.utf8), name: "edited").data.nodes.ids == [3])
    }

    @Test func `where no ids are left for the antimeridian, ways stay as they are and the node is reported`() throws {
        var map = HandMade()
        map.node(1, 10, 179.99)
        map.node(.max, 11, -179.97)
        map.way(1, [1, .max], ["highway": "residential"])
        let reading = try OSMReader.read(bytes: [UInt8](map.xml().utf8), name: "edge")
        #expect(Array(reading.data.ways.refs(of: 0)) == [0, 1])
        // Once for itself, as it is beyond 2⁵³, and once for the way.
        #expect(reading.issues.examples[.idUnusable]?.map(\.id) == [.max, .max])
    }
}

import GeoCore
import OSMImport
import TestSupport
import Testing

/// The objects that are read, compared with a listing that is made from the objects, not by the reader.
@Suite struct ReadingTests {
    struct Variant: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let bytes: [UInt8]

        static var all: [Variant] {
            func pbf(_ name: String, _ change: (inout HandMade.Encoding) -> Void) -> Variant {
                var encoding = HandMade.Encoding()
                change(&encoding)
                return Variant(testDescription: name, bytes: HandMade.corner.pbf(encoding))
            }
            let xml = [UInt8](HandMade.corner.xml().utf8)
            return [
                pbf("dense, zlib") { _ in },
                pbf("dense, raw") { $0.packing = .raw },
                pbf("plain nodes") { $0.isDense = false },
                pbf("one object a block") { $0.objectsPerBlock = 1 },
                pbf("nanodegrees") { $0.granularity = 1 },
                pbf("offset") {
                    $0.latitudeOffset = 12_300
                    $0.longitudeOffset = -700
                },
                Variant(testDescription: "XML", bytes: xml),
                Variant(testDescription: "XML with a byte order mark", bytes: [0xef, 0xbb, 0xbf] + xml),
                Variant(testDescription: "XML, gzipped", bytes: StoredPacking.gzip(xml)),
                Variant(
                    testDescription: "XML, gzipped in two members",
                    bytes: StoredPacking.gzip(Array(xml[..<700])) + StoredPacking.gzip(Array(xml[700...]))),
            ]
        }
    }

    @Test(arguments: Variant.all)
    func `every way of writing an extract reads as the same objects`(_ variant: Variant) throws {
        let reading = try OSMReader.read(bytes: variant.bytes, name: "corner")
        #expect(reading.data.listing == HandMade.corner.listing)
        #expect(reading.objects == ObjectCounts(nodes: 7, ways: 3, relations: 2))
        #expect(reading.data.timestamp == 1_700_000_000)
        #expect(reading.data.boundsAreStated)
        #expect(
            reading.data.statedBounds
                == IntBox(minX: 249_300_000, minY: 601_600_000, maxX: 249_500_000, maxY: 601_700_000))
        #expect(reading.issues.counts == [.relationMemberMissing: 1])
    }

    @Test func `bzip2ed XML reads like plain XML`() throws {
        let packed = BZip2Sample.packed
        #expect(try OSMReader.read(bytes: packed, name: "a").data.listing == BZip2Sample.listing)
        // Parallel packers write several streams, one after the other.
        #expect(try OSMReader.read(bytes: BZip2Sample.packedInTwo, name: "a").data.listing == BZip2Sample.listing)
    }

    @Test func `objects in any order, repeated, read sorted and unique with the last kept`() throws {
        var map = HandMade()
        for id in [7, 3, 5, 3, 1] as [Int64] {
            map.node(id, 60 + Double(map.nodes.count) / 10, 25, ["order": "\(map.nodes.count)"])
        }
        map.way(9, [7, 3], ["first": "yes"])
        map.way(2, [1, 5, 4])
        map.way(9, [3, 1, 5], ["second": "yes"])
        map.relation(6, [HandMade.Member(.way, 9, "a")])
        map.relation(4, [HandMade.Member(.node, 3)], ["type": "x"])
        map.relation(6, [])
        for bytes in [map.pbf(), [UInt8](map.xml().utf8)] {
            let reading = try OSMReader.read(bytes: bytes, name: "unsorted")
            #expect(reading.data.listing == map.listing)
            #expect(reading.issues.counts == [.duplicateObject: 3, .wayNodeMissing: 1])
            #expect(reading.issues.examples[.duplicateObject]?.map(\.id) == [3, 9, 6])
        }
    }

    @Test func `several inputs are read as one extract, and the last named input wins`() throws {
        var west = HandMade.corner, east = HandMade()
        west.statedBounds = (600_000_000, 240_000_000, 610_000_000, 250_000_000)
        east.statedBounds = (600_000_000, 250_000_000, 620_000_000, 251_000_000)
        east.timestamp = 1_800_000_000
        east.node(2, 60.5, 25.0)
        east.node(6, 60.6, 25.1)
        east.way(11, [2, 6], ["highway": "path"])
        let folder = try TemporaryFolder()
        let paths = [
            try folder.write("west.osm.pbf", west.pbf()), try folder.write("east.osm", east.xml().utf8),
        ]
        let reading = try OSMReader.read(paths: paths)
        var both = west
        both.node(2, 60.5, 25.0)
        both.node(6, 60.6, 25.1)
        both.way(11, [2, 6], ["highway": "path"])
        #expect(reading.data.listing == both.listing)
        #expect(reading.data.timestamp == 1_800_000_000)
        #expect(
            reading.data.statedBounds
                == IntBox(minX: 240_000_000, minY: 600_000_000, maxX: 251_000_000, maxY: 620_000_000))
        #expect(reading.data.bounds == reading.data.statedBounds?.common(with: reading.data.extent))
    }

    @Test func `nodes off the Earth are left out and named`() throws {
        var map = HandMade()
        map.node(1, 60, 25)
        map.node(2, latitudeE7: 900_000_001, longitudeE7: 0)
        map.node(3, latitudeE7: 0, longitudeE7: -1_800_000_001)
        map.node(4, latitudeE7: -900_000_000, longitudeE7: 1_800_000_000)
        map.way(5, [1, 2, 3, 4])
        for bytes in [map.pbf(), [UInt8](map.xml().utf8)] {
            let reading = try OSMReader.read(bytes: bytes, name: "off")
            #expect(reading.data.listing == map.listing)
            #expect(reading.issues.examples[.coordinateOutOfRange]?.map(\.id) == [2, 3])
            #expect(reading.issues.counts[.wayNodeMissing] == 1)
        }
    }

    /// Columns are read several numbers at a time where those are short and enough bytes follow them.
    @Test(arguments: [false, true]) func `numbers of every length read beside each other`(hasStrays: Bool) throws {
        var random = SeededGenerator(seed: 7)
        func step(_ bits: ClosedRange<Int>) -> Int64 {
            Int64.random(in: 0...(1 << Int.random(in: bits, using: &random)), using: &random)
        }
        var map = HandMade(), id: Int64 = 0, latitude: Int64 = 0, longitude: Int64 = 0, ids: [Int64] = []
        for number in 0..<3000 {
            // Runs of neighbours between far ones: eight, four and single numbers at a time.
            id += 1 + (number % 40 < 25 ? 0 : step(0...38))
            latitude += (latitude > 0 ? -1 : 1) * step(0...29)
            longitude += (longitude > 0 ? -1 : 1) * step(0...30)
            let isStray = hasStrays && number % 100 == 99
            map.node(
                id, latitudeE7: isStray ? 900_000_000 + step(0...40) + 1 : latitude, longitudeE7: longitude,
                number % 3 == 0 ? ["key \(number % 200)": "value \(number)", "ele": "\(number)"] : [:])
            // Ways between nodes half the Earth apart would be cut at the antimeridian.
            if longitude.magnitude < 900_000_000 { ids.append(id) }
        }
        for way in 1...400 {
            let refs = (0..<Int.random(in: 0...30, using: &random)).map { _ in ids.randomElement(using: &random)! }
            map.way(Int64(way), refs, ["name": "way \(way)"])
        }
        for packing in [HandMade.Encoding.Packing.raw, .zlib] {
            var encoding = HandMade.Encoding()
            encoding.packing = packing
            let reading = try OSMReader.read(bytes: map.pbf(encoding), name: "numbers")
            #expect(reading.data.listing == map.listing)
            #expect(reading.issues.counts[.coordinateOutOfRange] == (hasStrays ? 30 : nil))
        }
    }

    @Test func `without a stated area the bounds are those of all nodes`() throws {
        var map = HandMade.corner
        map.statedBounds = nil
        map.node(77, 61, 26)
        let data = try map.data()
        #expect(!data.boundsAreStated)
        #expect(data.bounds == IntBox(minX: -249_307_000, minY: -601_681_000, maxX: 260_000_000, maxY: 610_000_000))
        #expect(data.nodes.index(of: 77) == nil)
    }

    @Test func `text that is not UTF-8 is repaired and its object named`() throws {
        var texts = Message(), way = Message(), group = Message(), block = Message()
        texts.text(1, "")
        texts.text(1, "name")
        texts.bytes(1, [0x41, 0xff, 0x42])
        way.number(1, 5)
        way.column(2, [1])
        way.column(3, [2])
        group.message(3, way)
        block.message(1, texts)
        block.message(2, group)
        let file =
            HandMade.blob("OSMHeader", HandMade().header(), .raw) + HandMade.blob("OSMData", block.bytes, .raw)
        let reading = try OSMReader.read(bytes: file, name: "broken")
        #expect(reading.data.tags(ofWay: 0)["name"] == "A\u{fffd}B")
        #expect(reading.issues.examples[.textNotUTF8]?.map(\.id) == [5])
    }

    @Test func `the sample extract reads as the counts that osmium gives`() throws {
        // osmium 1.15 fileinfo -e, and tags-filter -R with n/name, w/name, r/name.
        let reading = try OSMReader.read(paths: [SampleExtract.path])
        #expect(reading.objects == ObjectCounts(nodes: 24_260, ways: 5130, relations: 620))
        #expect(reading.data.ways.ids == reading.data.ways.ids.sorted())
        #expect(reading.data.nodes.ids == reading.data.nodes.ids.sorted())
    }
}

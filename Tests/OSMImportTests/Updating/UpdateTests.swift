import GeoCore
import OSMImport
import TestSupport
import Testing

/// Change files applied to hand-made extracts; what must come out is written down as another extract.
@Suite struct UpdateTests {
    /// A folder with the extract `place.osm.pbf`.
    struct Kept {
        let folder: TemporaryFolder
        var path: String { folder.file("place.osm.pbf") }

        init(_ bytes: [UInt8]) throws {
            folder = try TemporaryFolder()
            try folder.write("place.osm.pbf", bytes)
        }

        /// Writes change files, applies them in this order, and replaces the extract.
        @discardableResult
        func update(_ changes: [String], cut: CutRule = .smart) throws -> UpdateReport {
            let paths = try changes.enumerated().map { number, text in
                try folder.write("\(number).osc", Self.file(text).utf8)
            }
            return try ExtractUpdater(cut: cut, memory: .unlimited).update(path, with: paths, to: path)
        }

        var listing: [String] { get throws { try OSMReader.read(paths: [path]).data.listing } }

        static func file(_ content: String) -> String { "<osmChange version='0.6'>\(content)</osmChange>" }
    }

    /// Two nodes with a way and its relation, and a lone node, all in the box.
    static var corner: HandMade {
        var map = HandMade()
        map.statedBounds = (601_600_000, 249_300_000, 601_700_000, 249_500_000)
        map.timestamp = 1_700_000_000
        map.node(1, 60.165, 24.935)
        map.node(2, 60.165, 24.936)
        map.node(3, 60.165, 24.94, ["amenity": "café"])
        map.way(10, [1, 2], ["highway": "footway", "name": "Alku"])
        map.relation(20, [HandMade.Member(.way, 10, "street")], ["type": "associatedStreet"])
        return map
    }

    private static func tag(_ key: String, _ value: String) -> String { "<tag k='\(key)' v='\(value)'/>" }

    @Test func `objects are created, modified and deleted`() throws {
        let kept = try Kept(Self.corner.pbf())
        let report = try kept.update([
            """
            <create><node id='4' version='1' lat='60.166' lon='24.937'/>
            <way id='11' version='1'><nd ref='2'/><nd ref='4'/>\(Self.tag("highway", "path"))</way>
            <relation id='21' version='1'><member type='node' ref='4' role='stop'/>\(Self.tag("type", "route"))</relation>
            </create>
            <modify><node id='1' version='2' lat='60.1651' lon='24.9351' timestamp='2026-01-02T03:04:05Z'/>
            <way id='10' version='3'><nd ref='2'/><nd ref='1'/>\(Self.tag("name", "Loppu &amp; &#x100;"))</way></modify>
            <delete><node id='3' version='2'/><relation id='20' version='2'/><way id='99' version='7'/></delete>
            """
        ])
        var expected = HandMade()
        expected.node(1, 60.1651, 24.9351)
        expected.node(2, 60.165, 24.936)
        expected.node(4, 60.166, 24.937)
        expected.way(10, [2, 1], ["name": "Loppu & Ā"])
        expected.way(11, [2, 4], ["highway": "path"])
        expected.relation(21, [HandMade.Member(.node, 4, "stop")], ["type": "route"])
        #expect(try kept.listing == expected.listing)
        #expect(report.changes.created == 3)
        #expect(report.changes.modified == 2)
        #expect(report.changes.deleted == 2)
        #expect(report.objects == ObjectCounts(nodes: 3, ways: 2, relations: 1))
        let data = try OSMReader.read(paths: [kept.path]).data
        #expect(data.statedBounds == (try OSMReader.read(bytes: Self.corner.pbf(), name: "corner").data.statedBounds))
        // The newest edit of the change file.
        #expect(data.timestamp == 1_767_323_045)
    }

    private static func node(_ version: Int, _ name: String, _ time: String = "") -> String {
        "<node id='3' version='\(version)' lat='60.165' lon='24.94' \(time)>\(tag("name", name))</node>"
    }

    private static func names(_ kept: Kept) throws -> [String] {
        try kept.listing.filter { $0.hasPrefix("n3 ") }.map { String($0.split(separator: "=")[1]) }
    }

    @Test func `the newest version counts, in whatever order the files are`() throws {
        let files = [
            "<modify>\(Self.node(4, "four"))</modify>", "<modify>\(Self.node(6, "six"))</modify>",
            "<delete>\(Self.node(5, "five"))</delete>",
        ]
        let kept = try Kept(Self.corner.pbf()), other = try Kept(Self.corner.pbf())
        try kept.update(files)
        try other.update(files.reversed())
        #expect(try Self.names(kept) == ["six"])
        #expect(try kept.folder.bytes("place.osm.pbf") == other.folder.bytes("place.osm.pbf"))

        // The new extract knows its versions.
        #expect(try kept.update(["<modify>\(Self.node(5, "late"))</modify>"]).changes.outdated == 1)
        #expect(try Self.names(kept) == ["six"])
        try kept.update(["<delete>\(Self.node(7, "gone"))</delete>"])
        #expect(try Self.names(kept) == [])
        try kept.update(["<create>\(Self.node(8, "back"))</create>"])
        #expect(try Self.names(kept) == ["back"])
    }

    @Test func `of equal versions the later time counts, then the later file`() throws {
        let early = "timestamp='2026-01-01T00:00:00Z'", late = "timestamp='2026-01-01T00:00:01Z'"
        let kept = try Kept(Self.corner.pbf())
        try kept.update([
            "<modify>\(Self.node(2, "late", late))</modify>", "<modify>\(Self.node(2, "early", early))</modify>",
        ])
        #expect(try Self.names(kept) == ["late"])
        try kept.update(["<modify>\(Self.node(2, "early", early))</modify>"])
        #expect(try Self.names(kept) == ["late"])
        try kept.update([
            "<modify>\(Self.node(3, "first"))</modify>", "<modify>\(Self.node(3, "second"))</modify>",
        ])
        #expect(try Self.names(kept) == ["second"])
    }

    @Test(arguments: [CutRule.smart, .completeWays, .none])
    func `what leads into the box stays whole`(cut: CutRule) throws {
        let kept = try Kept(Self.corner.pbf())
        try kept.update(
            [
                """
                <create>
                <node id='30' version='1' lat='60.18' lon='24.94'>\(Self.tag("name", "alone, outside"))</node>
                <node id='31' version='1' lat='60.18' lon='24.941'>\(Self.tag("name", "outside"))</node>
                <node id='32' version='1' lat='60.18' lon='24.942'>\(Self.tag("name", "farther outside"))</node>
                <node id='33' version='1' lat='60.17' lon='24.95'>\(Self.tag("name", "on the corner"))</node>
                <way id='40' version='1'><nd ref='1'/><nd ref='31'/></way>
                <way id='41' version='1'><nd ref='31'/><nd ref='32'/></way>
                <relation id='50' version='1'><member type='way' ref='40' role=''/><member type='way' ref='41' role=''/>
                \(Self.tag("type", "multipolygon"))</relation>
                <relation id='51' version='1'><member type='relation' ref='52' role=''/></relation>
                <relation id='52' version='1'><member type='relation' ref='50' role=''/></relation>
                <relation id='53' version='1'><member type='way' ref='41' role=''/></relation>
                <relation id='54' version='1'><member type='way' ref='41' role=''/><member type='node' ref='1' role=''/>
                \(Self.tag("type", "route"))</relation>
                </create>
                """
            ], cut: cut)
        var ids = Set(try kept.listing.map { String($0.prefix { $0 != " " }) })
        ids.subtract(["n1", "n2", "n3", "w10", "r20"])
        let always: Set = ["n31", "n33", "w40", "r50", "r51", "r52", "r54"]
        switch cut {
        case .completeWays: #expect(ids == always)
        case .smart: #expect(ids == always.union(["n32", "w41"]))
        case .none: #expect(ids == always.union(["n30", "n32", "w41", "r53"]))
        }
    }

    @Test func `what leaves the box is dropped`() throws {
        let kept = try Kept(Self.corner.pbf())
        let change = """
            <modify><node id='1' version='2' lat='60.18' lon='24.935'/><node id='2' version='2' lat='60.18' lon='24.936'/>
            </modify>
            """
        let report = try kept.update([change])
        #expect(try kept.listing.map { $0.prefix(2) } == ["n3"])
        #expect(report.outside == 4)
        // Deleted nodes leave nothing of the place.
        let before = try kept.folder.bytes("place.osm.pbf")
        #expect(throws: ReadError.self) { try kept.update(["<delete><node id='3' version='2'/></delete>"]) }
        #expect(try kept.folder.bytes("place.osm.pbf") == before)
    }

    @Test func `many blocks come back as they were`() throws {
        var map = HandMade()
        map.statedBounds = (600_000_000, 240_000_000, 620_000_000, 260_000_000)
        var random = SeededGenerator(seed: 3)
        for id in 1...20_000 {
            let tag = "value \(random.next() % 500)"
            map.node(
                Int64(id) * 7, 61 + Double(random.next() % 1000) / 1e4, 25, id % 3 == 0 ? ["a": .init(tag)] : [:])
        }
        for id in 1...9_000 {
            map.way(Int64(id), (0..<5).map { _ in Int64(random.next() % 20_000 + 1) * 7 }, ["b": "\(id % 11)"])
        }
        let kept = try Kept(map.pbf())
        try kept.update([""])
        #expect(try kept.listing == map.listing)
        let once = try kept.folder.bytes("place.osm.pbf")
        try kept.update([""])
        #expect(try kept.folder.bytes("place.osm.pbf") == once)
    }

    @Test func `the atlas is that of a fresh import`() throws {
        let kept = try Kept(HandMade.corner.pbf())
        try kept.folder.write("0.osc", Kept.file("<modify>\(Self.node(2, "Uusi"))</modify>").utf8)
        let atlas = kept.folder.file("map.atlas"), fresh = kept.folder.file("fresh.atlas")
        let update = { [folder = kept.folder] in
            _ = try ExtractUpdater(memory: .unlimited).update(
                kept.path, with: [folder.file("0.osc")], to: kept.path,
                atlas: ExtractUpdater.AtlasTarget(path: atlas, options: ImportOptions()))
        }
        try update()
        _ = try Importer().import([kept.path], to: fresh)
        let made = try kept.folder.bytes("map.atlas")
        #expect(try made == kept.folder.bytes("fresh.atlas"))
        try update()
        #expect(try made == kept.folder.bytes("map.atlas"))
    }

    @Test func `nodes one by one have versions, too`() throws {
        var table = Message(), group = Message(), node = Message(), info = Message(), block = Message()
        table.text(1, "")
        info.number(1, 5)
        node.signed(1, 3)
        node.message(4, info)
        node.signed(8, 601_650_000)
        node.signed(9, 249_400_000)
        group.message(1, node)
        block.message(1, table)
        block.message(2, group)
        let kept = try Kept(
            HandMade.blob("OSMHeader", Self.corner.header(), .raw) + HandMade.blob("OSMData", block.bytes, .zlib))
        #expect(try kept.update(["<modify>\(Self.node(4, "four"))</modify>"]).changes.outdated == 1)
        #expect(try kept.update(["<modify>\(Self.node(5, "five"))</modify>"]).changes.modified == 1)
        #expect(try Self.names(kept) == ["five"])
    }
}

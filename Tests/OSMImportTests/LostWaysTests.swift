import OSMImport
import TestSupport
import Testing

@Suite struct LostWaysTests {
    /// Twenty ways of which some have lost their nodes.
    private func extract(lost: Int) -> [UInt8] {
        var map = HandMade()
        map.node(1, 60, 25)
        map.node(2, 60, 25.001)
        for way in 0..<20 {
            map.way(Int64(way) + 1, way < lost ? [1, 99] : [1, 2], ["highway": "residential"])
        }
        return map.pbf()
    }

    private let folder: TemporaryFolder
    private let strict: ImportOptions = {
        var options = ImportOptions()
        options.isStrict = true
        return options
    }()

    init() throws { folder = try TemporaryFolder() }

    @Test func `an extract that lost its nodes is warned of before all else`() throws {
        let input = try folder.write("lost.osm.pbf", extract(lost: 2))
        let report = try Importer().import([input], to: folder.file("lost.atlas"))
        #expect(report.warnings.count == 1)
        #expect(report.text.hasPrefix("warning: 2 of 20 ways are lost"))
        #expect(report.text.contains("osmium extract"))
    }

    @Test func `one way in twenty may be lost at the edge`() throws {
        let input = try folder.write("edge.osm.pbf", extract(lost: 1))
        let report = try Importer(strict).import([input], to: folder.file("edge.atlas"))
        #expect(report.warnings == [])
    }

    @Test func `a strict import refuses such an extract and leaves the atlas that was there`() throws {
        let input = try folder.write("lost.osm.pbf", extract(lost: 2)), output = folder.file("a.atlas")
        _ = try Importer(strict).import([try folder.write("good.osm.pbf", extract(lost: 0))], to: output)
        let before = try AtlasVerifier.verify(path: output)
        #expect {
            _ = try Importer(strict).import([input], to: output)
        } throws: { error in
            "\(error)".contains("2 of 20 ways") && "\(error)".contains(input)
        }
        #expect(try AtlasVerifier.verify(path: output).bytes == before.bytes)
    }
}

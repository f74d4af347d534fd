import Atlas
import GeoCore
import TestSupport
import Testing

@Suite struct AtlasInfoTests {
    private static let bounds = IntBox(minX: 249_000_000, minY: 601_000_000, maxX: 250_000_000, maxY: 602_000_000)

    private func atlas(_ info: AtlasInfo) -> [UInt8] {
        var writer = AtlasWriter()
        info.add(to: &writer)
        return writer.finish()
    }

    @Test func `the facts about an atlas are read back as written`() throws {
        for timestamp in [nil, 1_700_000_000] as [Int64?] {
            let info = AtlasInfo(
                name: "Töölö 東京", bounds: Self.bounds, timestamp: timestamp, nodes: 5, ways: 6, relations: 7)
            try AtlasForging.withView(atlas(info)) { view in
                let read = try AtlasInfo(view)
                #expect(read.name == "Töölö 東京")
                #expect(read.credit == "© OpenStreetMap contributors")
                #expect(read.bounds == Self.bounds)
                #expect(read.timestamp == timestamp)
                #expect([read.nodes, read.ways, read.relations] == [5, 6, 7])
            }
        }
    }

    @Test(arguments: [
        IntBox.empty, IntBox(minX: 5, minY: 5, maxX: 5, maxY: 4),
        IntBox(minX: 0, minY: 0, maxX: 1_800_000_001, maxY: 0), IntBox(minX: 0, minY: .min, maxX: 0, maxY: 0),
    ])
    func `an area that is not on Earth is refused`(_ bounds: IntBox) throws {
        let bytes = atlas(AtlasInfo(name: "", bounds: bounds, timestamp: nil, nodes: 0, ways: 0, relations: 0))
        #expect(throws: AtlasError.self) { try AtlasForging.withView(bytes) { try AtlasInfo($0) } }
    }

    @Test func `another version of the contents is refused with both numbers`() throws {
        var bytes = atlas(AtlasInfo(name: "a", bounds: Self.bounds, timestamp: nil, nodes: 0, ways: 0, relations: 0))
        let offset = Int(AtlasForging.word(64 + 16, in: bytes))
        AtlasForging.setWord(offset, to: 77, in: &bytes)
        #expect {
            try AtlasForging.withView(AtlasForging.resigned(bytes)) { try AtlasInfo($0) }
        } throws: { error in
            "\(error)".contains("version 77") && "\(error)".contains("reads \(AtlasInfo.contentVersion)")
        }
    }

    @Test func `a forged byte anywhere is refused or gives a value`() {
        let bytes = atlas(AtlasInfo(name: "Ä", bounds: Self.bounds, timestamp: 3, nodes: 1, ways: 2, relations: 3))
        var refused = 0
        for damaged in Damage.flips(of: bytes) {
            do {
                _ = try AtlasForging.withView(AtlasForging.resigned(damaged)) { try AtlasInfo($0) }
            } catch {
                refused += 1
                #expect(!"\(error)".isEmpty)
            }
        }
        #expect(refused > 0)
    }
}

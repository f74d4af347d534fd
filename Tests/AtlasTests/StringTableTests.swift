import Atlas
import TestSupport
import Testing

@Suite struct StringTableTests {
    private func atlas(starts: [UInt32], bytes: [UInt8]) -> [UInt8] {
        var writer = AtlasWriter()
        writer.add("text.starts", starts)
        writer.add("text.bytes", bytes)
        return writer.finish()
    }

    @Test func `texts are read back by id`() throws {
        let texts = ["", "Kauppatori", "東京", "a\u{0}b"]
        var writer = AtlasWriter()
        StringTable.add(texts, to: &writer)
        try AtlasForging.withView(writer.finish()) { view in
            let table = try StringTable(view)
            try table.check()
            #expect(table.count == 4)
            #expect((0..<4).map { table.string(StringID(rawValue: $0)) } == texts)
            #expect(table.utf8Count(StringID(rawValue: 2)) == 6)
            var output: [UInt8] = [1]
            table.append(StringID(rawValue: 1), to: &output)
            #expect(output == [1] + "Kauppatori".utf8)
        }
    }

    struct Broken: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let starts: [UInt32]
        let bytes: [UInt8]
    }

    @Test(arguments: [
        Broken(testDescription: "no text at all", starts: [0], bytes: []),
        Broken(testDescription: "text 0 is not empty", starts: [0, 1], bytes: [0x41]),
        Broken(testDescription: "begins late", starts: [1, 1, 1], bytes: [0x41]),
        Broken(testDescription: "ends early", starts: [0, 0, 1], bytes: [0x41, 0x42]),
        Broken(testDescription: "ends late", starts: [0, 0, 3], bytes: [0x41, 0x42]),
        Broken(testDescription: "descends", starts: [0, 0, 2, 1, 2], bytes: [0x41, 0x42]),
        Broken(testDescription: "leaps out and back", starts: [0, 0, .max, 2], bytes: [0x41, 0x42]),
        Broken(testDescription: "is not UTF-8", starts: [0, 0, 2], bytes: [0xc3, 0x28]),
        Broken(testDescription: "cuts a character", starts: [0, 0, 1, 2], bytes: [0xc3, 0xa4]),
    ])
    func `a table that breaks a rule is refused`(_ broken: Broken) throws {
        let bytes = atlas(starts: broken.starts, bytes: broken.bytes)
        #expect(throws: AtlasError.self) { try AtlasForging.withView(bytes) { try StringTable($0).check() } }
    }
}

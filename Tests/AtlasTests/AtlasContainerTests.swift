import Atlas
import TestSupport
import Testing

@Suite struct AtlasContainerTests {
    private static func addSections(to writer: inout AtlasWriter) {
        writer.add("a.bytes", [1, 2, 3] as [UInt8])
        writer.add("a.words", [7, .max, 0, 9] as [UInt32])
        writer.add("a.nothing", [] as [Int64])
        writer.add("a.long-name-here", [-5, .min] as [Int64])
    }

    private static let atlas: [UInt8] = {
        var writer = AtlasWriter()
        addSections(to: &writer)
        return writer.finish()
    }()

    @Test func `sections can be read before the atlas is finished`() throws {
        var writer = AtlasWriter()
        Self.addSections(to: &writer)
        try writer.withView { view in
            let words = try view.packed("a.words", of: UInt32.self),
                long = try view.packed("a.long-name-here", of: Int64.self)
            #expect(words.indices.map { words[$0] } == [7, .max, 0, 9])
            #expect(long.indices.map { long[$0] } == [-5, .min])
        }
        #expect(writer.finish() == Self.atlas)
    }

    private func failure(_ bytes: [UInt8]) -> String? {
        do {
            try AtlasForging.withView(bytes) { try $0.verifyChecksums() }
            return nil
        } catch {
            return "\(error)"
        }
    }

    @Test func `sections are read back as written, aligned`() throws {
        try AtlasForging.withView(Self.atlas) { view in
            try view.verifyChecksums()
            #expect(view.entries.map { "\($0.id)" } == ["a.bytes", "a.words", "a.nothing", "a.long-name-here"])
            #expect(view.entries.allSatisfy { $0.offset % 64 == 0 })
            #expect(view.length == Self.atlas.count)
            let words = try view.packed("a.words", of: UInt32.self),
                long = try view.packed("a.long-name-here", of: Int64.self)
            #expect(words.indices.map { words[$0] } == [7, .max, 0, 9])
            #expect(long.indices.map { long[$0] } == [-5, .min])
            #expect(try view.packed("a.nothing", of: Int64.self).isEmpty)
        }
    }

    @Test func `header and directory lie where the format document says`() {
        let bytes = Self.atlas
        #expect(Array(bytes[..<24]) == Array("HRBTATLS".utf8) + [1, 0, 0, 0, 4, 3, 2, 1, 4, 0, 0, 0, 0, 0, 0, 0])
        #expect(AtlasForging.word(24, in: bytes) == UInt64(bytes.count))
        #expect(bytes[48..<64].allSatisfy { $0 == 0 })
        let second = 64 + 48
        #expect(Array(bytes[second..<second + 16]) == Array("a.words".utf8) + [UInt8](repeating: 0, count: 9))
        let offset = Int(AtlasForging.word(second + 16, in: bytes))
        #expect(AtlasForging.word(second + 24, in: bytes) == 16)
        #expect(AtlasForging.word(second + 40, in: bytes) == 4)
        #expect(Array(bytes[offset..<offset + 5]) == [7, 0, 0, 0, 0xff])
    }

    @Test func `the head of some of a file's sections begins an atlas of those`() throws {
        try AtlasForging.withView(Self.atlas) { view in
            let head = AtlasHead(view.entries.map { AtlasHead.Section($0) })
            #expect(Array(Self.atlas.prefix(head.bytes.count)) == head.bytes)
            #expect(head.offsets == view.entries.map(\.offset))
            #expect(head.length == Self.atlas.count)
        }
        let part = try AtlasForging.part(of: Self.atlas) { $0 == "a.words" || $0 == "a.nothing" }
        try AtlasForging.withView(part) { view in
            try view.verifyChecksums()
            #expect(view.entries.map { "\($0.id)" } == ["a.words", "a.nothing"])
            let words = try view.packed("a.words", of: UInt32.self)
            #expect(words.indices.map { words[$0] } == [7, .max, 0, 9])
        }
    }

    @Test func `the same sections make the same bytes, other content another identity`() throws {
        var writer = AtlasWriter(), other = AtlasWriter()
        writer.add("x", [1] as [UInt8])
        other.add("x", [2] as [UInt8])
        #expect(writer.finish() == writer.finish())
        let identities = try [writer, other].map { try AtlasForging.withView($0.finish()) { $0.identity } }
        #expect(identities[0] != identities[1])
    }

    @Test func `a section that is missing or of another width is refused by name`() throws {
        try AtlasForging.withView(Self.atlas) { view in
            #expect(throws: AtlasError.missingSection("b.none")) { try view.packed("b.none", of: UInt8.self) }
            #expect(throws: AtlasError.wrongElementWidth("a.words", found: 4, expected: 8)) {
                try view.packed("a.words", of: Int64.self)
            }
        }
    }

    @Test func `every truncation is refused`() {
        for damaged in Damage.truncations(of: Self.atlas) {
            let text = failure(damaged)
            #expect(text?.isEmpty == false, "\(damaged.count) bytes")
        }
    }

    @Test func `a file with bytes behind the atlas is not called truncated`() {
        for length in [1, 64] {
            let longer = Self.atlas + [UInt8](repeating: 0, count: length), have = Int64(longer.count)
            #expect(throws: AtlasError.overlong(statedBytes: Int64(Self.atlas.count), haveBytes: have)) {
                try AtlasForging.withView(longer) { _ in }
            }
            // Nor when the header says that all of it belongs to the atlas.
            var forged = longer
            AtlasForging.setWord(24, to: UInt64(forged.count), in: &forged)
            let error: AtlasError =
                length == 64 ? .overlong(statedBytes: have - 64, haveBytes: have) : .damagedHeader
            #expect(throws: error) { try AtlasForging.withView(forged) { _ in } }
        }
    }

    @Test func `two sections with the same name are refused`() {
        var bytes = Self.atlas
        let first = 64, second = 64 + 48
        bytes.replaceSubrange(second..<(second + 16), with: Array(bytes[first..<(first + 16)]))
        #expect(throws: AtlasError.duplicateSection("a.bytes")) {
            try AtlasForging.withView(AtlasForging.resigned(bytes)) { _ in }
        }
    }

    @Test func `every flipped byte is noticed`() {
        for (index, damaged) in Damage.flips(of: Self.atlas).enumerated() {
            let text = failure(damaged)
            #expect(text?.isEmpty == false, "flip \(index)")
        }
    }

    @Test func `a forged flip in header or directory is refused or harmless`() throws {
        let directoryEnd = 64 + 4 * 48
        var refused = 0, harmless = 0
        for (index, damaged) in Damage.flips(of: Self.atlas).enumerated() where index / 3 < directoryEnd {
            // Every section that opens must lie inside the file: reading all of it shows that.
            if failure(AtlasForging.resigned(damaged)) == nil { harmless += 1 } else { refused += 1 }
        }
        // Names may be any, and checksums are set right.
        #expect(refused > 100)
        #expect(harmless > 100)
    }

    struct Forgery: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let offset: Int
        let word: UInt64
    }

    /// Header: 8 version and byte order, 16 number of sections, 24 length. Entry: 16 offset, 24 length, 40 width.
    @Test(arguments: [
        Forgery(testDescription: "another version", offset: 8, word: 0x0102_0304_0000_0009),
        Forgery(testDescription: "another byte order", offset: 8, word: 0x0403_0201_0000_0001),
        Forgery(testDescription: "4 billion sections", offset: 16, word: 0xffff_ffff),
        Forgery(testDescription: "1024 sections", offset: 16, word: 1024),
        Forgery(testDescription: "no section", offset: 16, word: 0),
        Forgery(testDescription: "a length of 2^63", offset: 24, word: 1 << 63),
        Forgery(testDescription: "an offset of 2^64 - 64", offset: 64 + 16, word: 0 &- 64),
        Forgery(testDescription: "an offset into the header", offset: 64 + 16, word: 0),
        Forgery(testDescription: "a section of 2^64 - 1 bytes", offset: 64 + 24, word: .max),
        Forgery(testDescription: "a section of 2^63 bytes", offset: 64 + 24, word: 1 << 63),
        Forgery(testDescription: "a section over the next", offset: 64 + 24, word: 128),
        Forgery(testDescription: "elements of no width", offset: 64 + 40, word: 0),
        Forgery(testDescription: "elements of 2^32 - 1 bytes", offset: 64 + 40, word: 0xffff_ffff),
        Forgery(testDescription: "a length that is no multiple", offset: 64 + 40, word: 2),
    ])
    func `absurd numbers are refused though the checksums are right`(_ forgery: Forgery) {
        var bytes = Self.atlas
        AtlasForging.setWord(forgery.offset, to: forgery.word, in: &bytes)
        #expect(failure(AtlasForging.resigned(bytes))?.isEmpty == false)
    }

    @Test func `bytes between sections must be zero`() {
        var bytes = Self.atlas
        bytes[64 + 4 * 48 + 3] = 1
        #expect(failure(bytes)?.contains("padding") == true)
    }
}

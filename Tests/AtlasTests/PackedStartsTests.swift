import GeoCore
import Atlas
import TestSupport
import Testing

/// Packed starts against the plain ones that they are made of.
@Suite struct PackedStartsTests {
    /// Parts of random sizes up to 255, every third without any element, and some with thousands.
    private static func starts(_ count: Int, seed: UInt64) -> [UInt32] {
        var random = SeededGenerator(seed: seed), starts: [UInt32] = [0]
        for part in 0..<count {
            let length = random.next() % (part % 40 > 35 ? 4000 : 256)
            starts.append(starts[part] + (part % 3 == 0 ? 0 : UInt32(length)))
        }
        return starts
    }

    private static func atlas(_ words: [UInt16]) -> [UInt8] {
        var writer = AtlasWriter()
        writer.add("t.starts", words)
        return writer.finish()
    }

    /// Around the block size of 16.
    @Test(arguments: [0, 1, 15, 16, 17, 1000])
    func `each part is where it was`(count: Int) throws {
        let starts = Self.starts(count, seed: UInt64(count)), words = try #require(PackedStarts.words(starts))
        try AtlasForging.withView(Self.atlas(words)) { view in
            let packed = try PackedStarts(view, "t.starts", count: count)
            try packed.check("t.starts", spanning: Int(starts[count]))
            for part in 0..<count { #expect(packed[part] == Int(starts[part])..<Int(starts[part + 1])) }
            #expect(throws: AtlasError.self) { try packed.check("t.starts", spanning: Int(starts[count]) + 1) }
        }
    }

    /// Rows whose sixteen parts are all short, all but one, or mostly long, in any order.
    @Test(arguments: 0..<30 as Range<UInt64>)
    func `rows of any kind equal those of a plain array, in any order of reading`(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed), parts: [Range<Int>] = [], longRows = 0
        let count = Int.random(in: 1...700, using: &random)
        while parts.count < count {
            let kind = Int.random(in: 0..<4, using: &random)
            let row = (0..<min(16, count - parts.count)).map { place in
                switch kind {
                case 0: Int.random(in: 0...255, using: &random)
                case 1:
                    place == 7 ? Int.random(in: 256...60_000, using: &random) : Int.random(in: 0...9, using: &random)
                case 2: Int.random(in: 0...4000, using: &random)
                default: [0, 255, 0, 256].randomElement(using: &random)!
                }
            }
            if row.contains(where: { $0 > 255 }) { longRows += 1 }
            for length in row {
                let begin = parts.last?.upperBound ?? 0
                parts.append(begin..<(begin + length))
            }
        }
        let starts = [0] + parts.map { UInt32($0.upperBound) }, words = try #require(PackedStarts.words(starts))
        #expect(words.count == (count + 15) / 16 * 10 + longRows * 16)
        try AtlasForging.withView(Self.atlas(words)) { view in
            let packed = try PackedStarts(view, "t.starts", count: count)
            try packed.check("t.starts", spanning: parts[count - 1].upperBound)
            for part in parts.indices.shuffled(using: &random) { #expect(packed[part] == parts[part]) }
        }
    }

    @Test func `parts of the maximum length of a byte are stored in bytes`() throws {
        let starts = (0...160).map { UInt32($0) * 255 }, words = try #require(PackedStarts.words(starts))
        #expect(words.count == 100)
        try AtlasForging.withView(Self.atlas(words)) { view in
            let packed = try PackedStarts(view, "t.starts", count: 160)
            for part in 0..<160 { #expect(packed[part] == (part * 255)..<(part * 255 + 255)) }
        }
    }

    @Test func `numbers that do not fit are refused`() {
        #expect(PackedStarts.words([0, 65_535]) != nil)
        #expect(PackedStarts.words([0, 65_536]) == nil)
        #expect(PackedStarts.words([0, 1, 65_536]) == nil)
        #expect(PackedStarts.words([0, 1 << 31]) == nil)
    }

    @Test func `another number of parts, and every changed word, is found`() throws {
        let starts = Self.starts(40, seed: 7), words = try #require(PackedStarts.words(starts))
        try AtlasForging.withView(Self.atlas(words)) { view in
            #expect(throws: AtlasError.self) { try PackedStarts(view, "t.starts", count: 49) }
            #expect(throws: AtlasError.self) { try PackedStarts(view, "t.starts", count: 32) }
        }
        let end = Int(starts[40])
        for word in words.indices {
            var forged = words
            // Two lengths in a word, and ends within what their neighbours leave, may change and still span the whole:
            // one bit cannot.
            forged[word] ^= 0x8000
            try AtlasForging.withView(Self.atlas(forged)) { view in
                let packed = try PackedStarts(view, "t.starts", count: 40)
                #expect(throws: AtlasError.self, "word \(word)") {
                    try packed.check("t.starts", spanning: end)
                }
            }
        }
    }
}

import Atlas
import TestSupport
import Testing

/// Packed starts against the plain ones that they are made of.
@Suite struct PackedStartsTests {
    /// Parts of random sizes, every third without any element.
    private static func starts(_ count: Int, seed: UInt64) -> [UInt32] {
        var random = SeededGenerator(seed: seed), starts: [UInt32] = [0]
        for part in 0..<count {
            starts.append(starts[part] + (part % 3 == 0 ? 0 : UInt32(random.next() % 4000)))
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

    @Test func `what does not fit is refused`() {
        #expect(PackedStarts.words([0, 65_535]) != nil)
        #expect(PackedStarts.words([0, 65_536]) == nil)
        #expect(PackedStarts.words([0, 1, 65_536]) == nil)
    }

    @Test func `another number of parts, and every changed word, is found`() throws {
        let starts = Self.starts(40, seed: 7), words = try #require(PackedStarts.words(starts))
        try AtlasForging.withView(Self.atlas(words)) { view in
            #expect(throws: AtlasError.self) { try PackedStarts(view, "t.starts", count: 49) }
            #expect(throws: AtlasError.self) { try PackedStarts(view, "t.starts", count: 32) }
        }
        for word in words.indices {
            var forged = words
            // A part's end may move within what its neighbours leave; beyond that it is found.
            forged[word] ^= 0x8000
            try AtlasForging.withView(Self.atlas(forged)) { view in
                let packed = try PackedStarts(view, "t.starts", count: 40)
                #expect(throws: AtlasError.self, "word \(word)") {
                    try packed.check("t.starts", spanning: Int(starts[40]))
                }
            }
        }
    }
}

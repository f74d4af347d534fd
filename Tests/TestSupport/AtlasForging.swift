package import Atlas

/// Makes atlases that no writer makes, with checksums that are right: what somebody with bad intentions would send.
package enum AtlasForging {
    private static let headerLength = 64
    private static let entryLength = 48

    /// Opens `bytes` for the time of `body`.
    package static func withView<Result>(
        _ bytes: [UInt8], _ body: (AtlasView) throws -> Result
    ) throws -> Result {
        try bytes.withUnsafeBytes { try body(try AtlasView(bytes: $0)) }
    }

    /// Replaces the 64-bit word at `offset`.
    package static func setWord(_ offset: Int, to word: UInt64, in bytes: inout [UInt8]) {
        for index in 0..<8 { bytes[offset + index] = UInt8(truncatingIfNeeded: word >> UInt64(8 * index)) }
    }

    package static func word(_ offset: Int, in bytes: [UInt8]) -> UInt64 {
        (0..<8).reduce(0) { $0 | UInt64(bytes[offset + $1]) << UInt64(8 * $1) }
    }

    /// Returns an atlas of some of the sections, as a device that keeps a part has it.
    package static func part(of atlas: [UInt8], _ isKept: (SectionID) -> Bool) throws -> [UInt8] {
        try withView(atlas) { view in
            let kept = view.entries.filter { isKept($0.id) }
            let head = AtlasHead(kept.map { AtlasHead.Section($0) })
            var bytes = head.bytes + [UInt8](repeating: 0, count: head.length - head.bytes.count)
            for (entry, offset) in zip(kept, head.offsets) {
                let section = atlas[entry.offset..<(entry.offset + entry.length)]
                bytes.replaceSubrange(offset..<(offset + entry.length), with: section)
            }
            return bytes
        }
    }

    /// Sets right every checksum of an atlas, as far as its header and directory make sense.
    package static func resigned(_ atlas: [UInt8]) -> [UInt8] {
        guard atlas.count >= headerLength else { return atlas }
        var bytes = atlas
        let count = Int(word(16, in: bytes) & 0xffff_ffff), end = headerLength + count * entryLength
        guard end <= bytes.count else { return bytes }
        var checksums: [UInt64] = []
        for index in 0..<count {
            let entry = headerLength + index * entryLength
            let offset = word(entry + 16, in: bytes), length = word(entry + 24, in: bytes)
            if offset <= UInt64(bytes.count), length <= UInt64(bytes.count) - offset {
                setWord(entry + 32, to: hash(bytes[Int(offset)..<Int(offset + length)]), in: &bytes)
            }
            checksums.append(word(entry + 32, in: bytes))
        }
        setWord(32, to: hash(bytes[headerLength..<end]), in: &bytes)
        setWord(40, to: checksums.withUnsafeBytes { XXHash64.hash($0) }, in: &bytes)
        return bytes
    }

    private static func hash(_ bytes: ArraySlice<UInt8>) -> UInt64 { bytes.withUnsafeBytes { XXHash64.hash($0) } }
}

/// The beginnings and ends of the parts of an array, in 1.25 bytes for each part.
///
/// A section of `UInt16`, 10 for every 16 parts: the beginning of the first part, low half and high half, and the
/// number of elements of each part, one byte each. If a part has more than 255 elements, the beginning has its top bit
/// set. In place of the lengths then stands, again in two halves, the number of a row behind all these. Such a row of
/// 16 words says how far beyond the beginning each part ends. Unused parts of the last 16 are empty.
@usableFromInline
package struct PackedStarts: Sendable {
    @usableFromInline package static let blockSize = 16
    @usableFromInline static let blockWords = 10
    /// In the high half of a beginning: the ends are in a row.
    @usableFromInline static let isLong: UInt16 = 1 << 15

    @usableFromInline let words: Packed<UInt16>
    /// The number of parts.
    @usableFromInline package let count: Int

    private init(words: Packed<UInt16>, count: Int) {
        self.words = words
        self.count = count
    }

    private static func blocks(_ count: Int) -> Int { (count + blockSize - 1) / blockSize }

    /// Opens the starts of `count` parts; throws when the section is missing or has another size.
    package init(_ atlas: AtlasView, _ section: SectionID, count: Int) throws(AtlasError) {
        self.init(words: try atlas.packed(section, of: UInt16.self), count: count)
        let rows = words.count - Self.blocks(count) * Self.blockWords
        guard rows >= 0, rows % Self.blockSize == 0 else {
            throw .invalid(section, index: Int64(words.count), rule: "not the number of words for \(count) parts")
        }
    }

    /// Starts built in memory; their owner keeps the memory, too.
    package init(_ memory: PackedMemory<UInt16>, count: Int) { self.init(words: memory.packed, count: count) }

    /// The words for parts that begin at `starts`, of which the last is the end of all; `nil` where 16 parts hold more
    /// than 65,535 elements and one of them more than 255, or all of them 2³¹.
    package static func words(_ starts: [UInt32]) -> [UInt16]? {
        let count = starts.count - 1
        guard starts[count] < 1 << 31 else { return nil }
        var words: [UInt16] = [], rows: [UInt16] = []
        words.reserveCapacity(blocks(count) * blockWords)
        for first in stride(from: 0, to: count, by: blockSize) {
            let begin = starts[first], ends = (1...blockSize).map { starts[min(first + $0, count)] - begin }
            let lengths = zip(ends, [0] + ends).map { $0 - $1 }
            words.append(UInt16(truncatingIfNeeded: begin))
            if lengths.allSatisfy({ $0 <= UInt8.max }) {
                words.append(UInt16(begin >> 16))
                for pair in 0..<(blockSize / 2) { words.append(UInt16(lengths[2 * pair] | lengths[2 * pair + 1] << 8)) }
            } else {
                guard ends[blockSize - 1] <= UInt16.max else { return nil }
                let row = UInt32(rows.count / blockSize)
                words += [
                    UInt16(begin >> 16) | isLong, UInt16(truncatingIfNeeded: row), UInt16(row >> 16), 0, 0, 0, 0, 0, 0,
                ]
                rows += ends.map { UInt16($0) }
            }
        }
        return words + rows
    }

    /// The elements of a part. Traps when there is no such part.
    @inlinable @inline(__always)
    package subscript(part: Int) -> Range<Int> {
        precondition(part >= 0 && part < count, "a part that is not there")
        let block = part / Self.blockSize * Self.blockWords, place = part % Self.blockSize
        let (begin, low, rest, length) = unsafe words.withElements(in: block..<(block + Self.blockWords)) { block in
            // Inside: the block is a whole one, and `place` below 16.
            let bytes = unsafe UnsafeRawPointer(block.baseAddress.unsafelyUnwrapped)
            return unsafe (
                UInt32(littleEndian: bytes.loadUnaligned(as: UInt32.self)),
                UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: 4, as: UInt64.self)),
                UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: 12, as: UInt64.self)),
                bytes.load(fromByteOffset: 4 + place, as: UInt8.self)
            )
        }
        guard begin >> 31 == 0 else { return row(of: block, place, from: Int(begin & ~(1 << 31))) }
        // Adds up the lengths before this part two at a time, eight side by side: without a branch, which the processor
        // could not predict.
        let before = low & UInt64.max >> UInt64(64 - 8 * min(place, 8)),
            after = rest & UInt64.max >> UInt64(64 - 8 * max(place - 8, 0))
        let pairs = Self.pairs(before) &+ Self.pairs(after)
        let start = Int(begin) + Int(truncatingIfNeeded: (pairs &* 0x0001_0001_0001_0001) >> 48)
        return start..<(start + Int(length))
    }

    /// The sums of every two bytes of a word, each in 16 bits.
    @inlinable @inline(__always)
    static func pairs(_ bytes: UInt64) -> UInt64 {
        (bytes & 0x00ff_00ff_00ff_00ff) &+ (bytes >> 8 & 0x00ff_00ff_00ff_00ff)
    }

    @usableFromInline
    func row(of block: Int, _ place: Int, from begin: Int) -> Range<Int> {
        let row = Int(words[block + 2]) | Int(words[block + 3]) << 16
        let first = Self.blocks(count) * Self.blockWords + row * Self.blockSize
        let start = place == 0 ? 0 : Int(words[first + place - 1])
        return (begin + start)..<(begin + max(start, Int(words[first + place])))
    }

    /// Verifies that the parts follow each other from 0 to `end`; throws `.invalid` for `section`, whose words these
    /// are.
    package func check(_ section: SectionID, spanning end: Int) throws(AtlasError) {
        // Sizes of a file: 32 bits may not hold their sums.
        var reached: Int64 = 0, rows = 0
        let blocks = Self.blocks(count)
        for block in stride(from: 0, to: blocks * Self.blockWords, by: Self.blockWords) {
            let high = words[block + 1], begin = Int64(words[block]) | Int64(high & ~Self.isLong) << 16
            guard begin == reached else {
                throw .invalid(section, index: Int64(block), rule: "does not begin where the part before it ends")
            }
            guard high & Self.isLong != 0 else {
                for word in (block + 2)..<(block + Self.blockWords) {
                    reached += Int64(words[word] & 255) + Int64(words[word] >> 8)
                }
                continue
            }
            let first = blocks * Self.blockWords + rows * Self.blockSize
            guard words[block + 2] == UInt16(truncatingIfNeeded: rows), Int(words[block + 3]) == rows >> 16,
                ((block + 4)..<(block + Self.blockWords)).allSatisfy({ words[$0] == 0 }),
                first + Self.blockSize <= words.count
            else { throw .invalid(section, index: Int64(block), rule: "not the next row of ends, or more than that") }
            rows += 1
            for word in first..<(first + Self.blockSize) {
                guard begin + Int64(words[word]) >= reached else {
                    throw .invalid(section, index: Int64(word), rule: "descends")
                }
                reached = begin + Int64(words[word])
            }
        }
        guard reached == Int64(end), words.count == blocks * Self.blockWords + rows * Self.blockSize else {
            throw .invalid(section, index: Int64(words.count), rule: "does not span what it divides")
        }
    }
}

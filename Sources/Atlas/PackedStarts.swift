/// Where the parts of an array begin and end, in a little more than two bytes a part.
///
/// A section of `UInt16`, 18 for every 16 parts: where the first of them begins, low half and high half, and how far beyond that each
/// ends. What is left of the last 18 repeats the end of all.
@usableFromInline
package struct PackedStarts: Sendable {
    @usableFromInline package static let blockSize = 16
    @usableFromInline static let blockWords = 18

    @usableFromInline let words: Packed<UInt16>
    /// The number of parts.
    @usableFromInline package let count: Int

    @inlinable
    init(words: Packed<UInt16>, count: Int) {
        self.words = words
        self.count = count
    }

    /// Opens the starts of `count` parts; throws when the section is missing or has not as many words.
    package init(_ atlas: AtlasView, _ section: SectionID, count: Int) throws(AtlasError) {
        self.init(words: try atlas.packed(section, of: UInt16.self), count: count)
        guard words.count == (count + Self.blockSize - 1) / Self.blockSize * Self.blockWords else {
            throw .invalid(section, index: Int64(words.count), rule: "not the number of words for \(count) parts")
        }
    }

    /// Starts that were made; whoever keeps them keeps the memory.
    package init(_ memory: PackedMemory<UInt16>, count: Int) { self.init(words: memory.packed, count: count) }

    /// The words for parts that begin at `starts`, of which the last is the end of all; `nil` where 16 parts hold more than 65,535 elements.
    package static func words(_ starts: [UInt32]) -> [UInt16]? {
        let count = starts.count - 1
        var words: [UInt16] = []
        words.reserveCapacity((count + blockSize - 1) / blockSize * blockWords)
        for first in stride(from: 0, to: count, by: blockSize) {
            let begin = starts[first]
            words.append(UInt16(truncatingIfNeeded: begin))
            words.append(UInt16(truncatingIfNeeded: begin >> 16))
            for part in first..<(first + blockSize) {
                guard let end = UInt16(exactly: starts[min(part + 1, count)] - begin) else { return nil }
                words.append(end)
            }
        }
        return words
    }

    /// The elements of a part. Traps when there is no such part.
    @inlinable @inline(__always)
    package subscript(part: Int) -> Range<Int> {
        precondition(part >= 0 && part < count, "a part that is not there")
        let block = part / Self.blockSize * Self.blockWords, place = part % Self.blockSize
        let begin = Int(words[block]) | Int(words[block + 1]) << 16
        let start = place == 0 ? 0 : Int(words[block + 1 + place])
        return (begin + start)..<(begin + max(start, Int(words[block + 2 + place])))
    }

    /// Verifies that the parts follow each other from 0 to `end`; throws `.invalid` for `section`, whose words these are.
    package func check(_ section: SectionID, spanning end: Int) throws(AtlasError) {
        var reached = 0
        for block in stride(from: 0, to: words.count, by: Self.blockWords) {
            let begin = Int(words[block]) | Int(words[block + 1]) << 16
            guard begin == reached else {
                throw .invalid(section, index: Int64(block), rule: "does not begin where the part before it ends")
            }
            for word in (block + 2)..<(block + Self.blockWords) {
                guard begin + Int(words[word]) >= reached else {
                    throw .invalid(section, index: Int64(word), rule: "descends")
                }
                reached = begin + Int(words[word])
            }
        }
        guard reached == end else {
            throw .invalid(section, index: Int64(words.count), rule: "does not span what it divides")
        }
    }
}

/// A text's words after folding, each with its range in the text. A reader reuses one value for many texts.
package struct FoldedWords: Sendable {
    /// One word: its folded bytes and its range in the text.
    package struct Word: Equatable, Sendable {
        /// The range in `FoldedWords.bytes`.
        package var bytes: Range<Int>
        /// The range in the text, in UTF-16 code units.
        package var source: Range<Int>
        /// The characters between this word and the word before it.
        package var gap = Gap()
    }

    /// The characters between two words.
    package struct Gap: Equatable, Sendable {
        /// The last character of the gap that is not a blank; a blank if all are blanks, zero if there are none.
        package var scalar: UInt32 = 0
        /// Whether the gap is exactly one character, and not a blank: "3/12".
        package var isTight = false

        mutating func add(_ other: UInt32) {
            let isBlank = other == Folding.separator
            isTight = scalar == 0 && !isBlank
            if !isBlank || scalar == 0 { scalar = other }
        }
    }

    /// `read` cuts longer words: no name needs them, and the cost of a query grows with the length.
    package static var maximumWordLength: Int { 60 }

    /// The folded words as UTF-8, one after the other.
    package private(set) var bytes: [UInt8] = []
    package private(set) var words: [Word] = []
    /// For each byte of `bytes`, the end in the text of the scalar it came from, in UTF-16 code units.
    private(set) var sourceEnds: [Int] = []
    /// Whether the text ends inside its last word, which may then be only the beginning of a word.
    package private(set) var endsInsideWord = false

    package init() {}

    /// Replaces the content by the words of `text`; reads only its first `limit` bytes.
    ///
    /// Bytes that are not UTF-8 separate words, as punctuation does. The method is not generic, because the compiler
    /// does not specialise a generic function for callers in other modules.
    package mutating func read(_ text: Span<UInt8>, with folding: Folding, limit: Int = .max) {
        bytes.removeAll(keepingCapacity: true)
        words.removeAll(keepingCapacity: true)
        sourceEnds.removeAll(keepingCapacity: true)
        var decoder = ScalarDecoder(end: min(limit, text.count))
        var position = 0, start = 0, sourceStart = 0, gap = Gap(), last: UInt32 = 0
        while let first = decoder.next(in: text) {
            var end = position + (first > 0xffff ? 2 : 1), scalar = first
            if Hangul.isLead(first) { (scalar, end) = Hangul.composed(first, end, &decoder, text) }
            let folded = folding.fold(scalar)
            // An ideograph is a word of its own: writers put no gaps between ideographs. Korean needs no gap before a
            // number either: "테헤란로7길".
            if Self.isIdeograph(folded.first) || Self.isDigit(folded.first) && Self.isSyllable(last) {
                close(&start, sourceStart, position, &gap)
            }
            if folded.first != 0 { last = folded.first }
            for part in [folded.first, folded.second] where part != 0 {
                guard part != Folding.separator else {
                    close(&start, sourceStart, position, &gap)
                    gap.add(scalar)
                    continue
                }
                if bytes.count == start { sourceStart = position }
                if bytes.count - start + 4 <= Self.maximumWordLength { append(part, end) }
            }
            position = end
            if Self.isIdeograph(folded.first) { close(&start, sourceStart, position, &gap) }
        }
        endsInsideWord = bytes.count > start
        close(&start, sourceStart, position, &gap)
        if !endsInsideWord, let last = words.last, last.source.upperBound == position { endsInsideWord = true }
    }

    /// Returns the folded bytes of one word.
    package func text(_ word: Word) -> ArraySlice<UInt8> { bytes[word.bytes] }

    /// Returns some of the words, a space between two.
    func joined(_ words: ArraySlice<Word>) -> [UInt8] {
        var joined: [UInt8] = []
        for word in words {
            if !joined.isEmpty { joined.append(0x20) }
            joined.append(contentsOf: text(word))
        }
        return joined
    }

    /// Returns where in the text the first `count` bytes of a word end, in UTF-16 code units.
    func sourceEnd(of word: Word, afterBytes count: Int) -> Int {
        count >= word.bytes.count ? word.source.upperBound : sourceEnds[word.bytes.lowerBound + max(0, count - 1)]
    }

    /// Joins the words in `range` to one: "p" and "zza" become "p.zza".
    mutating func join(_ range: ClosedRange<Int>) {
        let first = words[range.lowerBound], last = words[range.upperBound]
        words[range.lowerBound].bytes = first.bytes.lowerBound..<last.bytes.upperBound
        words[range.lowerBound].source = first.source.lowerBound..<last.source.upperBound
        words.removeSubrange((range.lowerBound + 1)...range.upperBound)
    }

    /// Splits a word in two; the first part has `count` bytes: "apt3" becomes "apt" and "3".
    mutating func split(_ index: Int, afterBytes count: Int) {
        let whole = words[index], middle = whole.bytes.lowerBound + count
        let end = sourceEnd(of: whole, afterBytes: count)
        words[index] = Word(
            bytes: whole.bytes.lowerBound..<middle, source: whole.source.lowerBound..<end, gap: whole.gap)
        words.insert(
            Word(bytes: middle..<whole.bytes.upperBound, source: end..<whole.source.upperBound), at: index + 1)
    }

    private mutating func close(_ start: inout Int, _ sourceStart: Int, _ sourceEnd: Int, _ gap: inout Gap) {
        guard bytes.count > start else { return }
        words.append(Word(bytes: start..<bytes.count, source: sourceStart..<sourceEnd, gap: gap))
        start = bytes.count
        gap = Gap()
    }

    private mutating func append(_ scalar: UInt32, _ sourceEnd: Int) {
        let before = bytes.count
        if scalar < 0x80 {
            bytes.append(UInt8(scalar))
        } else if scalar < 0x800 {
            bytes.append(UInt8(0xc0 | scalar >> 6))
            bytes.append(UInt8(0x80 | scalar & 0x3f))
        } else if scalar < 0x10000 {
            bytes.append(UInt8(0xe0 | scalar >> 12))
            bytes.append(UInt8(0x80 | scalar >> 6 & 0x3f))
            bytes.append(UInt8(0x80 | scalar & 0x3f))
        } else {
            bytes.append(UInt8(0xf0 | scalar >> 18))
            bytes.append(UInt8(0x80 | scalar >> 12 & 0x3f))
            bytes.append(UInt8(0x80 | scalar >> 6 & 0x3f))
            bytes.append(UInt8(0x80 | scalar & 0x3f))
        }
        for _ in before..<bytes.count { sourceEnds.append(sourceEnd) }
    }

    private static func isDigit(_ scalar: UInt32) -> Bool { (0x30...0x39).contains(scalar) }

    /// Whether a scalar is a Korean syllable, or a Japanese syllable in hiragana or katakana.
    private static func isSyllable(_ scalar: UInt32) -> Bool {
        (0x3041...0x30ff).contains(scalar) || Hangul.isSyllable(scalar)
    }

    static func isIdeograph(_ scalar: UInt32) -> Bool {
        (0x3400...0x9fff).contains(scalar) || (0x20000...0x3ffff).contains(scalar)
    }
}

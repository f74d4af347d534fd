/// House numbers as people write them: `12`, `12b`, `12 B`, `11 bis`, `12-14`, `12;14`. Compared as the words of a query are: folded.
package enum HouseNumber {
    /// Longer words of a query are no house numbers.
    static var maximumLength: Int { 8 }

    /// Words behind a number that belong to it: "11 bis", "11 ter".
    static func isSuffix(_ word: ArraySlice<UInt8>) -> Bool {
        let known: [StaticString] = ["bis", "ter", "quater"]
        return known.contains { $0.withUTF8Buffer { unsafe word.elementsEqual($0) } }  // The literal's own bytes.
    }

    /// Whether a word is a number and the ending of an English ordinal, be it with a letter too few, twice or in the other's place: "30th",
    /// "30tth", "28t".
    static func isLikeOrdinal(_ word: ArraySlice<UInt8>) -> Bool {
        let letters = word.drop(while: isDigit)
        guard !letters.isEmpty, letters.count < word.count else { return false }
        var ending: [UInt8] = []
        for letter in letters where letter != ending.last { ending.append(letter) }
        let endings: [StaticString] = ["t", "th", "ht", "st", "ts", "nd", "dn", "rd", "dr"]
        return endings.contains { $0.withUTF8Buffer { unsafe ending.elementsEqual($0) } }  // The literal's own bytes.
    }

    /// Calls `visit` with the words of each of the house numbers that `text` lists and the numbers it stands for: "12-16;19 B" gives those of
    /// 12 to 16, and of 19 B.
    ///
    /// `words` is the memory they are read into.
    package static func forEach(
        in text: Span<UInt8>, _ folding: Folding, _ words: inout FoldedWords,
        _ visit: (FoldedWords, ClosedRange<UInt32>) -> Void
    ) {
        var start = 0, isRange = false
        for end in 0...text.count {
            guard end == text.count || text[end] == UInt8(ascii: ";") || text[end] == UInt8(ascii: ",") else {
                // Also the last byte of a dash, U+2013.
                if text[end] == UInt8(ascii: "-") || text[end] == 0x93 { isRange = true }
                continue
            }
            words.read(text.extracting(start..<end), with: folding)
            if !words.words.isEmpty { visit(words, numbers(of: words, isRange: isRange)) }
            start = end + 1
            isRange = false
        }
    }

    /// Ranges of more numbers than this are something else: a house and a flat in it.
    private static var longestRange: UInt32 { 100 }

    /// The numbers that a house number stands for: all of a range "12-14", else just the one that it begins with.
    private static func numbers(of words: FoldedWords, isRange: Bool) -> ClosedRange<UInt32> {
        let first = leadingNumber(of: words)
        guard isRange, words.words.count == 2, words.text(words.words[0]).allSatisfy(isDigit) else {
            return first...first
        }
        let last = leadingNumber(of: words.text(words.words[1]))
        return last > first && last - first <= longestRange ? first...last : first...first
    }

    /// The numbers of a range that houses have: all, or only the even or odd ones if it begins and ends with such.
    package static func step(of numbers: ClosedRange<UInt32>) -> Int {
        (numbers.upperBound - numbers.lowerBound) % 2 == 0 ? 2 : 1
    }

    /// The number that a house number begins with, 0 for one without: 12 of "12-14", "12 B" and "A 12".
    private static func leadingNumber(of words: FoldedWords) -> UInt32 {
        for word in words.words {
            let text = words.text(word)
            guard let first = text.firstIndex(where: isDigit) else { continue }
            return leadingNumber(of: text[first...])
        }
        return 0
    }

    /// Numbers are less than this: nine digits.
    static var limit: UInt32 { 1_000_000_000 }

    /// The number that one word begins with, 0 for one without.
    static func leadingNumber(of word: ArraySlice<UInt8>) -> UInt32 {
        var number: UInt32 = 0
        // Beyond nine digits it is some other number.
        for byte in word.prefix(while: isDigit).prefix(9) { number = number * 10 + UInt32(byte - UInt8(ascii: "0")) }
        return number
    }

    /// How a wanted number relates to a house's, the better the larger.
    enum Fit: Int {
        case begins
        /// Only what follows the digits differs.
        case sameNumber
        case same

        var quality: QueryWord.Quality {
            switch self {
            case .begins: .prefix
            case .sameNumber: .oneEdit
            case .same: .exact
            }
        }
    }

    /// Compares the folded letters and digits of a wanted number, which begins with `leading`, with those of a house's, which stands for
    /// `numbers`. Gaps and hyphens count in neither.
    static func fit(
        of wanted: ArraySlice<UInt8>, _ leading: UInt32, to number: ArraySlice<UInt8>, _ numbers: ClosedRange<UInt32>
    ) -> Fit? {
        if number.elementsEqual(wanted) { return .same }
        if leading > 0, numbers.contains(leading) { return .sameNumber }
        return number.starts(with: wanted) ? .begins : nil
    }

    static func isDigit(_ byte: UInt8) -> Bool { byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9") }
}

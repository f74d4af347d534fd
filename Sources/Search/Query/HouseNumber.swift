/// House numbers as people write them: `12`, `12b`, `12 B`, `12-14`, `12;14`. Compared as the words of a query are:
/// folded.
package enum HouseNumber {
    /// Longer words of a query are no house numbers.
    static var maximumLength: Int { 8 }

    /// Calls `visit` with the words of each of the house numbers that `text` lists: "12;14 B" gives those of 12 and of
    /// 14 B.
    ///
    /// `words` is the memory they are read into.
    package static func forEach(
        in text: Span<UInt8>, _ folding: Folding, _ words: inout FoldedWords, _ visit: (FoldedWords) -> Void
    ) {
        var start = 0
        for end in 0...text.count {
            guard end == text.count || text[end] == UInt8(ascii: ";") || text[end] == UInt8(ascii: ",") else {
                continue
            }
            words.read(text.extracting(start..<end), with: folding)
            if !words.words.isEmpty { visit(words) }
            start = end + 1
        }
    }

    /// The number that a house number begins with, 0 for one without: 12 of "12-14", "12 B" and "A 12".
    package static func leadingNumber(of words: FoldedWords) -> UInt32 {
        for word in words.words {
            let text = words.text(word)
            guard let first = text.firstIndex(where: isDigit) else { continue }
            return leadingNumber(of: text[first...])
        }
        return 0
    }

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
    }

    /// Compares the folded letters and digits of a wanted number with those of a house's. Gaps and hyphens count in
    /// neither.
    static func fit(of wanted: ArraySlice<UInt8>, to number: ArraySlice<UInt8>) -> Fit? {
        if number.elementsEqual(wanted) { return .same }
        if number.prefix(while: isDigit).elementsEqual(wanted.prefix(while: isDigit)) { return .sameNumber }
        return number.starts(with: wanted) ? .begins : nil
    }

    static func isDigit(_ byte: UInt8) -> Bool { byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9") }
}

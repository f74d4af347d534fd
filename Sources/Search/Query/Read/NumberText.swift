/// A house number in a standard form that is the same for all spellings: "12 корп. 2" and "12К2", "Quadra 5 Lote 12"
/// and "5-12", "12 II" and "12-2".
///
/// Gaps and punctuation do not count, except between two digits, where the form has a hyphen.
struct NumberText {
    private(set) var bytes: [UInt8] = []
    /// The first of its numbers; 0 if it has none.
    private(set) var leading: UInt32 = 0
    private var hasDigits = false
    /// Whether it begins with the number of a block: the number of a lot follows.
    private var isInBlock = false
    /// Whether the number of a lot follows: "Quadra 5 Lote 12".
    private(set) var isLot = false

    /// Makes the number of some words of a text, joined.
    init(_ words: ArraySlice<FoldedWords.Word>, of text: FoldedWords) {
        for (index, word) in zip(words.indices, words) {
            append(
                text.text(word),
                isBeforeDigit: index + 1 < words.endIndex && Self.beginsWithDigit(text, words[index + 1]))
        }
    }

    init() {}

    private static func beginsWithDigit(_ text: FoldedWords, _ word: FoldedWords.Word) -> Bool {
        HouseNumber.isDigit(text.bytes[word.bytes.lowerBound])
    }

    /// Adds a folded word; `isBeforeDigit` says that the next one begins with a digit.
    mutating func append(_ word: ArraySlice<UInt8>, isBeforeDigit: Bool) {
        var rest = word
        while let first = rest.first {
            let isDigits = HouseNumber.isDigit(first)
            let part = rest.prefix { HouseNumber.isDigit($0) == isDigits }
            rest = rest[part.endIndex...]
            if isDigits {
                append(digits: part)
            } else {
                append(letters: part, isBeforeDigit: rest.isEmpty ? isBeforeDigit : true)
            }
        }
    }

    private mutating func append(digits: ArraySlice<UInt8>) {
        if !hasDigits { leading = HouseNumber.leadingNumber(of: digits) }
        hasDigits = true
        if let last = bytes.last, HouseNumber.isDigit(last) { bytes.append(UInt8(ascii: "-")) }
        bytes += digits
    }

    private mutating func append(letters: ArraySlice<UInt8>, isBeforeDigit: Bool) {
        if isBeforeDigit, !hasDigits, NumberSigns.isSign(letters) || NumberSigns.isBlockLetter(letters) {
            isInBlock = true
            return
        }
        // A sign after a number must not be a letter of that number: "12д".
        if isBeforeDigit, isInBlock, hasDigits, NumberSigns.isLot(letters) {
            isLot = true
            return
        }
        if hasDigits, NumberSigns.isCounter(letters) || NumberSigns.isHyphen(letters) { return }
        if isBeforeDigit, letters.count > 2, NumberSigns.isSign(letters) { return }
        guard let plain = NumberSigns.plain(letters) else {
            bytes += letters
            return
        }
        let known = plain.withUTF8Buffer { unsafe [UInt8]($0) }  // The literal's own bytes.
        if let first = known.first, HouseNumber.isDigit(first) {
            append(digits: known[...])
        } else {
            bytes += known
        }
    }
}

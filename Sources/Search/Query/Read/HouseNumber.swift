/// House numbers as people write them: `12`, `12b`, `12 B`, `11 bis`, `12-14`, `12;14`, `87/13`. Folded, like the words
/// of a query.
package enum HouseNumber {
    /// A longer word of a query, in letters and digits, is not a house number.
    static var maximumLength: Int { 8 }

    /// Whether a word is a number with the ending of an English ordinal. The ending may lack a letter, double a letter
    /// or swap letters: "30th", "30tth", "28t".
    static func isLikeOrdinal(_ word: ArraySlice<UInt8>) -> Bool {
        let letters = word.drop(while: isDigit)
        guard !letters.isEmpty, letters.count < word.count else { return false }
        var ending: [UInt8] = []
        for letter in letters where letter != ending.last { ending.append(letter) }
        let endings: [StaticString] = ["t", "th", "ht", "st", "ts", "nd", "dn", "rd", "dr"]
        return endings.contains { $0.withUTF8Buffer { unsafe ending.elementsEqual($0) } }  // The literal's own bytes.
    }

    /// One of the house numbers that a text lists, in `words`.
    package struct Listed {
        let text: NumberText
        /// The numbers that it covers: all of a range "12-14", otherwise only its first number.
        package let numbers: ClosedRange<UInt32>
        let isRange: Bool
    }

    /// Calls `visit` with each of the house numbers that `text` lists: "12-16;19 B" gives 12 to 16, and 19 B.
    ///
    /// `words` is scratch memory for the words of a number; `visit` gets the words of its number.
    package static func forEach(
        in text: Span<UInt8>, _ folding: Folding, _ words: inout FoldedWords,
        _ visit: (FoldedWords, Listed) -> Void
    ) {
        var start = 0, isRange = false
        for end in 0...text.count {
            guard end == text.count || text[end] == UInt8(ascii: ";") || endsNumber(text, at: end, folding, &words)
            else {
                // The second test is for the last byte of a dash, U+2013.
                if text[end] == UInt8(ascii: "-") || text[end] == 0x93 { isRange = true }
                continue
            }
            words.read(text.extracting(start..<end), with: folding)
            if !words.words.isEmpty {
                let number = NumberText(words.words[...], of: words)
                visit(
                    words, Listed(text: number, numbers: numbers(of: words, number, isRange: isRange), isRange: isRange)
                )
            }
            start = end + 1
            isRange = false
        }
    }

    /// Whether a comma separates two numbers. A comma before a lot or a part of a building does not: "Quadra 12, Lote
    /// 8".
    private static func endsNumber(
        _ text: Span<UInt8>, at position: Int, _ folding: Folding, _ words: inout FoldedWords
    ) -> Bool {
        guard text[position] == UInt8(ascii: ",") else { return false }
        words.read(text.extracting((position + 1)..<text.count), with: folding)
        guard let first = words.words.first else { return true }
        let sign = words.text(first).prefix { !isDigit($0) }
        let isBeforeDigit =
            sign.count < first.bytes.count || words.words.count > 1 && isDigit(words.bytes[first.bytes.upperBound])
        return !(isBeforeDigit && (NumberSigns.isLot(sign) || NumberSigns.isBuilding(sign)))
    }

    /// A range of more numbers than this is something else: a house and a flat in it.
    static var longestRange: UInt32 { 100 }

    private static func numbers(of words: FoldedWords, _ number: NumberText, isRange: Bool) -> ClosedRange<UInt32> {
        let first = number.leading
        guard isRange, words.words.count == 2, words.text(words.words[0]).allSatisfy(isDigit) else {
            return first...first
        }
        let last = leadingNumber(of: words.text(words.words[1]))
        return last > first && last - first <= longestRange ? first...last : first...first
    }

    /// Returns the step between the house numbers of a range: 2 if both ends are even or both odd, otherwise 1.
    package static func step(of numbers: ClosedRange<UInt32>) -> Int {
        (numbers.upperBound - numbers.lowerBound) % 2 == 0 ? 2 : 1
    }

    /// Returns further numbers that people in the house's country use for it.
    ///
    /// With `isConscribed`, "87/13" is number 13 of the street and 87 of the village. If flats come before houses
    /// (`numbersComeFirst`), "37-06" is also written 3706.
    package static func otherNumbers(_ words: FoldedWords, isConscribed: Bool, numbersComeFirst: Bool) -> [UInt32] {
        let behindSlash = isConscribed || numbersComeFirst ? numberBehindSlash(words) : nil
        let acrossHyphen = numbersComeFirst ? numberAcrossHyphen(words) : nil
        return [behindSlash, acrossHyphen].compactMap { $0 }
    }

    /// Returns the number after the slash of a house number in two parts, "13" of "87/13"; `nil` for any other.
    private static func numberBehindSlash(_ words: FoldedWords) -> UInt32? {
        let all = words.words
        guard all.count == 2, all[1].gap.isTight, all[1].gap.scalar == slash,
            all.allSatisfy({ isDigit(words.bytes[$0.bytes.lowerBound]) })
        else { return nil }
        return leadingNumber(of: words.text(all[1]))
    }

    /// Returns the two numbers of a hyphenated house number as one, 3706 of "37-06", as people in Queens also write it;
    /// `nil` for any other, and for a likely range of houses, "12-14".
    private static func numberAcrossHyphen(_ words: FoldedWords) -> UInt32? {
        let all = words.words
        guard all.count == 2, all[1].gap.isTight, all[1].gap.scalar == hyphen,
            all.allSatisfy({ words.text($0).allSatisfy(isDigit) }), (2...3).contains(all[0].bytes.count),
            all[1].bytes.count == 2
        else { return nil }
        let first = leadingNumber(of: words.text(all[0])), last = leadingNumber(of: words.text(all[1]))
        let isRange = last > first && last - first <= longestPair && (last - first) % 2 == 0
        return isRange ? nil : 100 * first + last
    }

    /// Two numbers on one side of a street that differ by more are not a range of houses.
    static var longestPair: UInt32 { 20 }

    static var slash: UInt32 { 0x2f }
    static var hyphen: UInt32 { 0x2d }

    /// Numbers are below this: they have at most nine digits.
    package static var limit: UInt32 { 1_000_000_000 }

    /// Returns the number at the beginning of a word; 0 if there is none.
    static func leadingNumber(of word: ArraySlice<UInt8>) -> UInt32 {
        var number: UInt32 = 0
        // Digits after the ninth do not count.
        for byte in word.prefix(while: isDigit).prefix(9) { number = number * 10 + UInt32(byte - UInt8(ascii: "0")) }
        return number
    }

    /// The kind of match of a number of the query with a house's number; a larger value is better.
    enum Fit: Int {
        case begins
        /// Only the text after the digits differs.
        case sameNumber
        /// It continues the house's number: "12a 5" and "12a-5" for house 12a.
        case within
        /// It is one of several numbers of the house: "13" of "87/13", "12c" of "12a-12f".
        case samePart
        case same

        var quality: QueryWord.Quality {
            switch self {
            case .begins: .prefix
            case .sameNumber: .oneEdit
            case .within: .beginning
            case .samePart: .synonym
            case .same: .exact
            }
        }
    }

    /// Compares a number of the query with a number of a house, whose words are `words`.
    static func fit(of wanted: NumberText, to listed: Listed, _ words: FoldedWords) -> Fit? {
        let number = listed.text.bytes
        if number == wanted.bytes { return .same }
        // Another lot of the block is another house.
        if listed.text.isLot, wanted.bytes.contains(UInt8(ascii: "-")) {
            let lot = withoutZeros(number), other = withoutZeros(wanted.bytes)
            return lot == other ? .same : lot.starts(with: other) ? .begins : nil
        }
        if isPart(wanted, of: listed, words) || isShortened(wanted.bytes, number) || isShortened(number, wanted.bytes) {
            return .samePart
        }
        if wanted.leading > 0, listed.numbers.contains(wanted.leading) {
            return goesOn(wanted.bytes, behind: number) ? .within : .sameNumber
        }
        return number.starts(with: wanted.bytes) ? .begins : nil
    }

    /// Returns the number without leading zeros: "5-12" for "05-12".
    private static func withoutZeros(_ number: [UInt8]) -> [UInt8] {
        var plain: [UInt8] = []
        for byte in number where byte != UInt8(ascii: "0") || plain.last.map(isDigit) ?? false { plain.append(byte) }
        return plain
    }

    /// Whether one number is the other without its hyphen, or with the first letter of "bis", "ter" or "quater", as
    /// people in France write them.
    private static func isShortened(_ number: [UInt8], _ full: [UInt8]) -> Bool {
        guard number.count < full.count, number.count > 1 else { return false }
        let digits = number.prefix(while: isDigit), letters = full.dropFirst(digits.count)
        guard full.starts(with: digits) || digits.count == number.count else { return false }
        if digits.count == number.count {
            return full.lazy.filter { $0 != UInt8(ascii: "-") }.elementsEqual(number)
        }
        let endings: [StaticString] = ["bis", "ter", "quater"]
        return number.count == digits.count + 1 && number.last == letters.first
            && endings.contains { $0.withUTF8Buffer { unsafe letters.elementsEqual($0) } }  // The literal's own bytes.
    }

    /// Whether one number is the other with a part of the house after it: "12b5" and "12-5" for "12b" and "12", but not
    /// "123" for "12".
    private static func goesOn(_ bytes: [UInt8], behind other: [UInt8]) -> Bool {
        guard bytes.count > other.count, let last = other.last, bytes.starts(with: other) else { return false }
        let next = bytes[other.count]
        return next == UInt8(ascii: "-") || !isDigit(last) && isDigit(next)
    }

    private static func isPart(_ wanted: NumberText, of listed: Listed, _ words: FoldedWords) -> Bool {
        let all = words.words
        guard all.count > 1 else { return false }
        var start = 0
        for end in 1...all.count
        where end == all.count || (all[end].gap.isTight && all[end].gap.scalar == slash) {
            if end - start < all.count, NumberText(all[start..<end], of: words).bytes == wanted.bytes { return true }
            start = end
        }
        return listed.isRange && isLetter(wanted.bytes, between: words)
    }

    /// Whether a number ends in a letter inside a range of letters: "12c" of "12a-12f" and of "12a-f".
    private static func isLetter(_ number: [UInt8], between words: FoldedWords) -> Bool {
        guard words.words.count == 2 else { return false }
        let from = words.text(words.words[0]), to = words.text(words.words[1])
        guard let first = from.last, let last = to.last, let wanted = number.last, isLatin(first), isLatin(last),
            isLatin(wanted), first < last, wanted >= first, wanted <= last
        else { return false }
        let digits = from.dropLast()
        return !digits.isEmpty && digits.allSatisfy(isDigit) && number.dropLast().elementsEqual(digits)
            && (to.count == 1 || to.dropLast().elementsEqual(digits))
    }

    private static func isLatin(_ byte: UInt8) -> Bool { byte >= UInt8(ascii: "a") && byte <= UInt8(ascii: "z") }
    static func isDigit(_ byte: UInt8) -> Bool { byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9") }
}

/// Other ways to write a number in a street's name: "20" is "XX", "28" in Greek "28ης", "1" in Spanish "1º".
enum Numerals {
    private static var largest: UInt32 { 39 }

    /// Calls `visit` with the other ways to write a number: a folded word from 2 to 39, or 1 for an ordinal.
    static func forEachReading(ofNumber word: ArraySlice<UInt8>, _ visit: (ArraySlice<UInt8>) -> Void) {
        guard (1...2).contains(word.count), word.allSatisfy(HouseNumber.isDigit) else { return }
        let number = HouseNumber.leadingNumber(of: word)
        if let roman = roman(number) { visit(roman[...]) }
        let endings: [StaticString] = number == 1 ? ["o", "er", "η"] : ["ησ", "η"]
        for ending in endings {
            visit(word + ending.withUTF8Buffer { unsafe [UInt8]($0) })  // The literal's own bytes.
        }
    }

    /// Calls `visit` with the digits of a folded Roman number from 2 to 39. A single letter does not count: it may be
    /// an initial.
    static func forEachReading(ofRoman word: ArraySlice<UInt8>, _ visit: (ArraySlice<UInt8>) -> Void) {
        guard word.count > 1, word.allSatisfy(isRoman) else { return }
        guard let number = (2...largest).first(where: { roman($0)?.elementsEqual(word) ?? false }) else { return }
        let digits = [number / 10, number % 10].map { UInt8(ascii: "0") + UInt8($0) }
        visit(digits[(number < 10 ? 1 : 0)...])
    }

    private static func isRoman(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: "i") || byte == UInt8(ascii: "v") || byte == UInt8(ascii: "x")
    }

    /// Returns the number's Roman form if that has more than one letter.
    private static func roman(_ number: UInt32) -> [UInt8]? {
        guard number > 1, number <= largest else { return nil }
        let ones: [StaticString] = ["", "i", "ii", "iii", "iv", "v", "vi", "vii", "viii", "ix"]
        let letters =
            [UInt8](repeating: UInt8(ascii: "x"), count: Int(number / 10))
            + ones[Int(number % 10)].withUTF8Buffer { unsafe [UInt8]($0) }  // The literal's own bytes.
        return letters.count > 1 ? letters : nil
    }
}

/// Letters that people type as two because their keyboard lacks them: "Mueller" for "Müller", which folds to "muller",
/// and "Aarhus" for "Århus".
package enum Umlauts {
    /// Calls `visit` with a folded word in which "ae", "oe" and "ue" stand for ä, ö and ü, and then with one in which
    /// "aa" stands for å. Makes no call for a word without these pairs.
    ///
    /// After another vowel or a q the pair stays as it is: "neue", "Bauer", "Quelle".
    package static func forEachReading(of word: ArraySlice<UInt8>, _ visit: (ArraySlice<UInt8>) -> Void) {
        var umlauts: [UInt8] = [], rings: [UInt8] = []
        var hasUmlaut = false, hasRing = false, last: UInt8 = 0, before: UInt8 = 0
        for byte in word {
            if byte == UInt8(ascii: "e"), isBase(last), !isVowel(before), before != UInt8(ascii: "q") {
                hasUmlaut = true
            } else {
                umlauts.append(byte)
            }
            if byte == UInt8(ascii: "a"), last == byte { hasRing = true } else { rings.append(byte) }
            (before, last) = (last, byte)
        }
        if hasUmlaut { visit(umlauts[...]) }
        if hasRing { visit(rings[...]) }
    }

    private static func isBase(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: "a") || byte == UInt8(ascii: "o") || byte == UInt8(ascii: "u")
    }
    private static func isVowel(_ byte: UInt8) -> Bool {
        isBase(byte) || byte == UInt8(ascii: "e") || byte == UInt8(ascii: "i")
    }
}

import Search

/// Compares texts word by word. It ignores case and accents, abbreviations ("Hauptstr") and typing errors in long
/// words.
struct WordComparison {
    private let folding: Folding
    private var folded = FoldedWords()

    init(folding: Folding) { self.folding = folding }

    /// Whether a text matches none of the known names. Two texts match when all words of one occur in the other, or
    /// with `onlyInPart` when one word does.
    mutating func differs(_ text: String?, from names: [[UInt8]], onlyInPart: Bool = false) -> Bool {
        guard let text else { return false }
        let wanted = words([UInt8](text.utf8)), known = names.filter { !$0.isEmpty }
        guard !wanted.isEmpty, !known.isEmpty else { return false }
        return !known.contains { name in
            let found = words(name)
            return onlyInPart
                ? Self.share(wanted, found) : Self.allOccur(wanted, in: found) || Self.allOccur(found, in: wanted)
        }
    }

    /// Whether a postcode matches none of the known postcodes. It ignores gaps, hyphens and the letters of a country
    /// before the code ("CZ-110 00"), and either code may be a prefix of the other.
    mutating func differs(postcode text: String?, from known: [[UInt8]]) -> Bool {
        guard let text else { return false }
        let wanted = postcodes([UInt8](text.utf8)), postcodes = known.filter { !$0.isEmpty }
        guard !wanted.isEmpty, !postcodes.isEmpty else { return false }
        return !postcodes.contains { postcode in
            let found = self.postcodes(postcode)
            return found.contains { found in
                wanted.contains { found.starts(with: $0) || $0.starts(with: found) }
            }
        }
    }

    /// Returns a postcode without gaps, with and without the letters of a country before it; empty for a text without
    /// words.
    private mutating func postcodes(_ text: [UInt8]) -> [[UInt8]] {
        let words = words(text)
        guard let first = words.first else { return [] }
        let whole = Array(words.joined())
        guard words.count > 1, first.count <= 2, !Self.hasDigit(first), Self.hasDigit(words[1]) else { return [whole] }
        return [whole, Array(words.dropFirst().joined())]
    }

    /// Returns the folded words of a text.
    mutating func words(_ text: [UInt8]) -> [[UInt8]] {
        folded.read(text.span, with: folding, limit: 256)
        return folded.words.map { Array(folded.text($0)) }
    }

    /// Whether a word of one text occurs in the other.
    static func share(_ one: [[UInt8]], _ other: [[UInt8]]) -> Bool {
        one.contains { word in other.contains { agree(word, $0) } }
    }

    private static func allOccur(_ words: [[UInt8]], in others: [[UInt8]]) -> Bool {
        words.allSatisfy { word in others.contains { agree(word, $0) } }
    }

    /// Whether two words match. Numbers must be equal.
    private static func agree(_ one: [UInt8], _ other: [UInt8]) -> Bool {
        if one == other { return true }
        guard !hasDigit(one), !hasDigit(other) else { return false }
        let shorter = min(one.count, other.count)
        guard shorter >= 4 else { return false }
        if one.starts(with: other) || other.starts(with: one) { return true }
        return isWithin(shorter >= 8 ? 2 : 1, one, other)
    }

    private static func hasDigit(_ word: [UInt8]) -> Bool {
        word.contains { $0 >= UInt8(ascii: "0") && $0 <= UInt8(ascii: "9") }
    }

    /// Whether at most `slips` edits turn one word into the other (Levenshtein's distance, by Wagner and Fischer, J.
    /// ACM 21(1), 1974).
    private static func isWithin(_ slips: Int, _ one: [UInt8], _ other: [UInt8]) -> Bool {
        guard abs(one.count - other.count) <= slips else { return false }
        var row = Array(0...other.count)
        for (line, byte) in one.enumerated() {
            var diagonal = row[0]
            row[0] = line + 1
            for column in other.indices {
                let change = diagonal + (byte == other[column] ? 0 : 1)
                diagonal = row[column + 1]
                row[column + 1] = min(change, row[column] + 1, diagonal + 1)
            }
        }
        return row[other.count] <= slips
    }
}

import Foundation
import Search

/// Makes the folding table from the host's Unicode character database.
enum FoldingTable {
    /// Blocks with letters to fold: Latin, Greek, Cyrillic, Armenian, Hebrew, Arabic, Georgian, kana, the punctuation,
    /// symbols and compatibility forms in between, and the scripts of India and its neighbours, some of whose letters
    /// may be written as two. Other scripts have neither case nor accents.
    private static let blocks: [ClosedRange<UInt32>] = [
        0x80...0x52f, 0x531...0x58f, 0x591...0x6ff, 0x900...0xdff, 0xf40...0xf6c, 0x1020...0x109f, 0x10a0...0x10ff,
        0x1ab0...0x1aff, 0x1c80...0x1cbf, 0x1d00...0x218f,
        0x2460...0x24ff, 0x2c60...0x2dff, 0x3000...0x30ff, 0xa640...0xa69f, 0xa720...0xa7ff, 0xf900...0xfaff,
        0xfb00...0xfb4f,
        0xfe00...0xfe6f, 0xff00...0xffef, 0x10400...0x1044f,
    ]
    /// Accents over letters; in other scripts such marks are letters. For India, only those that people leave out: the
    /// dot below a Hindi letter from Persian, and the mark of a long vowel in Kannada, which Unicode writes separately.
    private static let accents: [ClosedRange<UInt32>] = [
        0x300...0x36f, 0x591...0x5c7, 0x610...0x61a, 0x64b...0x65f, 0x670...0x670, 0x6d6...0x6ed, 0x1ab0...0x1aff,
        0x1dc0...0x1dff, 0x20d0...0x20ff, 0x93c...0x93c, 0xcd5...0xcd5, 0xfe00...0xfe0f, 0xfe20...0xfe2f,
    ]
    /// Letters that Unicode does not decompose but people do, or that people confuse: Arabic's final forms of ha and
    /// ya.
    private static let habits: [UInt32: String] = [
        0xdf: "ss", 0x1e9e: "ss", 0xe6: "ae", 0xc6: "ae", 0xf8: "o", 0xd8: "o", 0x153: "oe", 0x152: "oe", 0x111: "d",
        0x110: "d", 0x142: "l", 0x141: "l", 0x127: "h", 0x126: "h", 0x131: "i", 0xfe: "th", 0xde: "th", 0xf0: "d",
        0xd0: "d", 0x14b: "ng", 0x14a: "ng", 0x3c2: "σ", 0x2019: "", 0x2018: "", 0x2bc: "", 0xb4: "", 0x640: "",
        0x2bb: "", 0x629: "ه", 0x649: "ي", 0x6cc: "ي", 0x6a9: "ك", 0x6d5: "ه",
        0x671: "ا", 0x6c1: "ه", 0x6be: "ه", 0x491: "г", 0x2116: " ", 0xb0: " ",
    ]

    /// Returns the entries, ascending; unchanged scalars have none.
    static func make() -> [UInt64] {
        var entries: [UInt64] = []
        for value in blocks.joined() {
            guard let scalar = Unicode.Scalar(value) else { continue }
            let folded = fold(scalar)
            if folded != [scalar] {
                entries.append(
                    Folding.entry(
                        value, folded.first?.value ?? 0, folded.count > 1 ? folded[1].value : 0))
            }
        }
        return entries
    }

    /// Returns the scalars that replace `scalar`, at most two.
    private static func fold(_ scalar: Unicode.Scalar) -> [Unicode.Scalar] {
        if let habit = habits[scalar.value] { return Array(habit.unicodeScalars) }
        // Digits of other scripts become European digits.
        if scalar.properties.numericType == .decimal, let digit = scalar.properties.numericValue {
            return Array("\(Int(digit))".unicodeScalars)
        }
        switch scalar.properties.generalCategory {
        case .control, .spaceSeparator, .lineSeparator, .paragraphSeparator, .connectorPunctuation, .dashPunctuation,
            .openPunctuation, .closePunctuation, .initialPunctuation, .finalPunctuation, .otherPunctuation, .mathSymbol,
            .currencySymbol, .modifierSymbol:
            return [" "]
        case .format: return []
        case .surrogate, .privateUse, .unassigned: return [scalar]
        case .nonspacingMark, .spacingMark, .enclosingMark:
            if accents.contains(where: { $0.contains(scalar.value) }) { return [] }
        default: break
        }
        let apart = String(scalar).decomposedStringWithCompatibilityMapping.lowercased()
            .decomposedStringWithCompatibilityMapping.unicodeScalars
        let letters = apart.filter { letter in !accents.contains { $0.contains(letter.value) } }
        let known = letters.flatMap { habits[$0.value].map { Array($0.unicodeScalars) } ?? [$0] }
        // A scalar that needs three, such as "№" in full or a circled year, is not part of a typed name.
        guard known.count <= 2, !known.isEmpty, !known.contains(" ") else {
            return known.contains(" ") ? [" "] : [scalar]
        }
        return known
    }
}

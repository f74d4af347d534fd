import Foundation

/// An account's name: 2 ... 32 letters and digits of any script, with dots, hyphens and underscores between them.
package struct AccountName: Sendable, Equatable {
    /// The name as its owner chose it, in composed form (NFC).
    package let text: String
    /// The same for names that sound alike when read out: without case and without variants of letters (NFKC).
    package let folded: String

    /// Takes a name from a store without checking it: the rules may have changed since.
    package init(stored text: String, folded: String) {
        self.text = text
        self.folded = folded
    }

    package static let lengths = 2...32

    /// Parses a name; throws `invalid` with the rule that it breaks.
    package init(_ text: String) throws(CommunityFault) {
        func refuse(_ reason: String) -> CommunityFault { .invalid(field: "name", reason: reason) }
        // Checked before composing, because composing takes time with the length.
        guard text.utf8.count <= 8 * Self.lengths.upperBound else { throw refuse("has more than 32 characters") }
        let composed = text.precomposedStringWithCanonicalMapping
        // Composing makes some letters longer.
        guard composed.utf8.count <= 8 * Self.lengths.upperBound else { throw refuse("has more than 32 characters") }
        guard Self.lengths.contains(composed.count) else { throw refuse("must have 2 to 32 characters") }
        let isInner = { (character: Character) in ".-_".contains(character) }
        guard composed.allSatisfy({ Self.isPlain($0) || isInner($0) }) else {
            throw refuse("has characters other than letters, digits, dot, hyphen and underscore")
        }
        guard let first = composed.first, let last = composed.last, Self.isPlain(first), Self.isPlain(last) else {
            throw refuse("must begin and end with a letter or digit")
        }
        guard Self.isOfOneScript(composed) else { throw refuse(Self.mixesScripts) }
        self.text = composed
        folded = Self.fold(composed)
        guard !Self.reserved.contains(folded), folded != Self.guest else { throw refuse(Self.isReserved) }
    }

    /// Throws `invalid` for a guest name that readers would mistake for an operator's or, with lookalike letters, for
    /// another person's.
    static func check(ofGuest text: String) throws(CommunityFault) {
        // Blanks and signs around or inside a name change little of how it looks.
        let plain = fold(String(text.filter { $0.isLetter || $0.isWholeNumber }))
        guard !reserved.contains(plain) else { throw .invalid(field: "name", reason: isReserved) }
        // Each word may have its own script.
        guard text.split(whereSeparator: \.isWhitespace).allSatisfy({ isOfOneScript(String($0)) }) else {
            throw .invalid(field: "name", reason: mixesScripts)
        }
    }

    private static let mixesScripts = "mixes Latin, Greek and Cyrillic letters"
    private static let isReserved = "is reserved"

    /// Folds a name to upper case and back: some letters have one upper case and several lower cases, such as the Greek
    /// sigma.
    private static func fold(_ text: String) -> String {
        text.precomposedStringWithCompatibilityMapping.uppercased().lowercased()
            .precomposedStringWithCompatibilityMapping
    }

    /// The page's names for people who manage the place.
    private static let reserved: Set = ["operator", "curator", "admin", "hereabouts"]
    /// The page's name for people without a name.
    private static let guest = "guest"

    /// Whether all letters that have lookalikes are of one script: Latin, Greek or Cyrillic (Unicode blocks).
    private static func isOfOneScript(_ text: String) -> Bool {
        let scripts = text.unicodeScalars.compactMap { scalar -> Int? in
            switch scalar.value {
            case 0x41...0x5a, 0x61...0x7a, 0xc0...0x24f, 0x1e00...0x1eff, 0xff21...0xff5a: 0
            case 0x370...0x3ff, 0x1f00...0x1fff: 1
            case 0x400...0x52f, 0x1c80...0x1c8f, 0x2de0...0x2dff, 0xa640...0xa69f: 2
            default: nil
            }
        }
        return Set(scripts).count <= 1
    }

    /// Whether it is a visible letter or digit with at most four marks: more marks would cover the lines above and
    /// below.
    private static func isPlain(_ character: Character) -> Bool {
        (character.isLetter || character.isWholeNumber) && character.unicodeScalars.count <= 5
            && character.unicodeScalars.allSatisfy { !$0.properties.isDefaultIgnorableCodePoint }
    }
}

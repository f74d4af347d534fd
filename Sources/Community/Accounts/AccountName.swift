import Foundation

/// The name somebody is known by: 2 ... 32 letters and digits of any script, with dots, hyphens and underscores between
/// them.
package struct AccountName: Sendable, Equatable {
    /// As it was chosen, in composed form (NFC).
    package let text: String
    /// Equal for names that nobody could tell apart when read out: without case and without variants of letters (NFKC).
    package let folded: String

    /// Takes a name that a store kept: rules may have changed since.
    package init(stored text: String, folded: String) {
        self.text = text
        self.folded = folded
    }

    package static let lengths = 2...32

    /// Reads a name; throws `invalid` naming the rule that it breaks.
    package init(_ text: String) throws(CommunityFault) {
        func refuse(_ reason: String) -> CommunityFault { .invalid(field: "name", reason: reason) }
        // Before composing it: that takes time with the length.
        guard text.utf8.count <= 8 * Self.lengths.upperBound else { throw refuse("has more than 32 characters") }
        let composed = text.precomposedStringWithCanonicalMapping
        // Composing makes some letters longer.
        guard composed.utf8.count <= 8 * Self.lengths.upperBound else { throw refuse("has more than 32 characters") }
        guard Self.lengths.contains(composed.count) else { throw refuse("has not 2 to 32 characters") }
        let isInner = { (character: Character) in ".-_".contains(character) }
        guard composed.allSatisfy({ Self.isPlain($0) || isInner($0) }) else {
            throw refuse("has characters other than letters, digits, dot, hyphen and underscore")
        }
        guard let first = composed.first, let last = composed.last, Self.isPlain(first), Self.isPlain(last) else {
            throw refuse("does not begin and end with a letter or digit")
        }
        guard Self.isOfOneScript(composed) else { throw refuse(Self.mixesScripts) }
        self.text = composed
        folded = Self.fold(composed)
        guard !Self.reserved.contains(folded), folded != Self.guest else { throw refuse(Self.isReserved) }
    }

    /// Throws `invalid` when a guest who is called this would be taken for who runs the place, or for somebody whose
    /// name is spelt with letters that look alike.
    static func check(ofGuest text: String) throws(CommunityFault) {
        // Blanks and signs around or inside it change little of how it looks.
        let plain = fold(String(text.filter { $0.isLetter || $0.isWholeNumber }))
        guard !reserved.contains(plain) else { throw .invalid(field: "name", reason: isReserved) }
        // One word may be in another script than the next.
        guard text.split(whereSeparator: \.isWhitespace).allSatisfy({ isOfOneScript(String($0)) }) else {
            throw .invalid(field: "name", reason: mixesScripts)
        }
    }

    private static let mixesScripts = "mixes Latin, Greek and Cyrillic letters"
    private static let isReserved = "is not to be had"

    /// To upper case and back: some letters have one upper case and several lower ones, such as the Greek sigma.
    private static func fold(_ text: String) -> String {
        text.precomposedStringWithCompatibilityMapping.uppercased().lowercased()
            .precomposedStringWithCompatibilityMapping
    }

    /// What the page calls those who run the place.
    private static let reserved: Set = ["operator", "curator", "admin", "hereabouts"]
    /// What it calls those who have no name.
    private static let guest = "guest"

    /// Whether letters that look alike are all of one script: Latin, Greek or Cyrillic (Unicode blocks).
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

    /// A letter or digit with at most four marks, as more would be drawn over the lines above and below, and with
    /// nothing that cannot be seen.
    private static func isPlain(_ character: Character) -> Bool {
        (character.isLetter || character.isWholeNumber) && character.unicodeScalars.count <= 5
            && character.unicodeScalars.allSatisfy { !$0.properties.isDefaultIgnorableCodePoint }
    }
}

import Foundation

/// The name somebody is known by: 2 ... 32 letters and digits of any script, with dots, hyphens and underscores between them.
package struct AccountName: Sendable, Equatable {
    /// As it was chosen, in composed form (NFC).
    package let text: String
    /// Equal for names that nobody could tell apart when read out: without case and without variants of letters (NFKC).
    package let folded: String

    package static let lengths = 2...32

    /// Reads a name; throws `invalid` naming the rule that it breaks.
    package init(_ text: String) throws(CommunityFault) {
        func refuse(_ reason: String) -> CommunityFault { .invalid(field: "name", reason: reason) }
        // Before composing it: that takes time with the length.
        guard text.utf8.count <= 8 * Self.lengths.upperBound else { throw refuse("has more than 32 characters") }
        let composed = text.precomposedStringWithCanonicalMapping
        guard Self.lengths.contains(composed.count) else { throw refuse("has not 2 to 32 characters") }
        let isInner = { (character: Character) in ".-_".contains(character) }
        guard composed.allSatisfy({ Self.isPlain($0) || isInner($0) }) else {
            throw refuse("has characters other than letters, digits, dot, hyphen and underscore")
        }
        guard let first = composed.first, let last = composed.last, Self.isPlain(first), Self.isPlain(last) else {
            throw refuse("does not begin and end with a letter or digit")
        }
        self.text = composed
        folded =
            composed.precomposedStringWithCompatibilityMapping.lowercased()
            .precomposedStringWithCompatibilityMapping
    }

    /// A letter or digit with at most four marks: more would be drawn over the lines above and below.
    private static func isPlain(_ character: Character) -> Bool {
        (character.isLetter || character.isWholeNumber) && character.unicodeScalars.count <= 5
    }
}

/// Composes Korean syllables from their letters, because some systems write the letters (Unicode, section 3.12).
enum Hangul {
    private static var firstLead: UInt32 { 0x1100 }
    private static var firstVowel: UInt32 { 0x1161 }
    /// The scalar before the first tail: a syllable may have no tail.
    private static var noTail: UInt32 { 0x11a7 }
    private static var firstSyllable: UInt32 { 0xac00 }
    private static var vowelCount: UInt32 { 21 }
    private static var tailCount: UInt32 { 28 }

    /// Whether a syllable may begin with `scalar`.
    static func isLead(_ scalar: UInt32) -> Bool { scalar >= firstLead && scalar < firstLead + 19 }

    static func isSyllable(_ scalar: UInt32) -> Bool { (firstSyllable...0xd7a3).contains(scalar) }

    /// Returns the syllable that begins with `lead`, and where it ends in UTF-16 code units; `lead` itself if no vowel
    /// follows.
    ///
    /// `end` is where `lead` ends in the text.
    static func composed(
        _ lead: UInt32, _ end: Int, _ decoder: inout ScalarDecoder, _ text: Span<UInt8>
    ) -> (scalar: UInt32, end: Int) {
        var ahead = decoder
        guard let vowel = ahead.next(in: text), vowel >= firstVowel, vowel < firstVowel + vowelCount else {
            return (lead, end)
        }
        let syllable = firstSyllable + ((lead - firstLead) * vowelCount + vowel - firstVowel) * tailCount
        decoder = ahead
        guard let tail = ahead.next(in: text), tail > noTail, tail < noTail + tailCount else {
            return (syllable, end + 1)
        }
        decoder = ahead
        return (syllable + tail - noTail, end + 2)
    }
}

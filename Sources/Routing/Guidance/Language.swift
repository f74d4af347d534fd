/// A language that instructions are written in.
package enum Language: CaseIterable, Sendable {
    case arabic, english, finnish, german

    /// Finds a language by its tag (BCP 47), such as `en` or `en-GB`; `nil` for a language without a vocabulary.
    package init?(tag: some StringProtocol) {
        var primary: [UInt8] = []
        for byte in tag.utf8 {
            if byte == UInt8(ascii: "-") || byte == UInt8(ascii: "_") { break }
            primary.append(byte >= UInt8(ascii: "A") && byte <= UInt8(ascii: "Z") ? byte | 0x20 : byte)
        }
        guard let known = Self.allCases.first(where: { primary.elementsEqual($0.tag.utf8) }) else { return nil }
        self = known
    }

    /// Its tag (BCP 47), such as `en`.
    package var tag: String {
        switch self {
        case .arabic: "ar"
        case .english: "en"
        case .finnish: "fi"
        case .german: "de"
        }
    }

    /// Its words.
    package var vocabulary: Vocabulary {
        switch self {
        case .arabic: ArabicWords.vocabulary
        case .english: EnglishWords.vocabulary
        case .finnish: FinnishWords.vocabulary
        case .german: GermanWords.vocabulary
        }
    }
}

/// A language that instructions are written in.
package enum Language: Sendable {
    case english

    /// Finds a language by its tag (BCP 47), such as `en` or `en-GB`; `nil` for one without a table of words.
    package init?(tag: some StringProtocol) {
        var primary: [UInt8] = []
        for byte in tag.utf8 {
            if byte == UInt8(ascii: "-") || byte == UInt8(ascii: "_") { break }
            primary.append(byte >= UInt8(ascii: "A") && byte <= UInt8(ascii: "Z") ? byte | 0x20 : byte)
        }
        guard primary.elementsEqual("en".utf8) else { return nil }
        self = .english
    }
}

/// How many characters in a row may combine with the one before them, as accents do.
///
/// Swift compares and hashes text by its canonical form, for which it sorts each row of such characters: 32 KB of them,
/// in a header or as the name of a member, took seconds. Languages need a few; 30 is the limit of Unicode's Stream-Safe
/// Text Format (UAX #15 §13). Text from outside is held to it before anything compares it.
package enum CombiningMarks {
    package static let mostInRow = 30

    /// Returns whether UTF-8 text, or JSON with escapes, has too many in a row. Invalid bytes do not count.
    ///
    /// - Complexity: O(n), about a nanosecond for each byte of ASCII.
    package static func areTooMany(in text: Span<UInt8>) -> Bool {
        // Each mark has at least two bytes.
        guard text.count > 2 * mostInRow else { return false }
        var index = 0, row = 0
        while index < text.count {
            let byte = text[index]
            if byte < 0x80, byte != UInt8(ascii: "\\") {
                index += 1
                row = 0
                continue
            }
            let (value, length) = byte < 0x80 ? escape(in: text, at: index) : character(in: text, at: index)
            index += length
            row = Unicode.Scalar(value).map(isMark) ?? false ? row + 1 : 0
            if row > mostInRow { return true }
        }
        return false
    }

    package static func areTooMany(in text: [UInt8]) -> Bool { areTooMany(in: text.span) }

    package static func areTooMany(in text: String) -> Bool {
        guard text.utf8.count > 2 * mostInRow else { return false }
        // Inside: the bytes are read before anything else happens to them. Nearly all text of headers is ASCII, which
        // this reads many bytes at a time.
        let found = unsafe text.utf8.withContiguousStorageIfAvailable {
            unsafe $0.reduce(0, |) < 0x80 ? false : areTooMany(in: $0.span)
        }
        return found ?? areTooMany(in: Array(text.utf8))
    }

    /// Whether a character is sorted among its like: by its class, or, as three Tibetan vowels, because it stands for
    /// two that are.
    private static func isMark(_ character: Unicode.Scalar) -> Bool {
        guard character.value >= 0x300 else { return false }
        return character.properties.canonicalCombiningClass != .notReordered
            || [0xf73, 0xf75, 0xf81].contains(character.value)
    }

    /// The character whose bytes begin at `index`, and how many they are. Other code refuses bytes that are no
    /// character.
    private static func character(in text: Span<UInt8>, at index: Int) -> (UInt32, length: Int) {
        let first = UInt32(text[index])
        let length = first < 0xc0 ? 1 : first < 0xe0 ? 2 : first < 0xf0 ? 3 : 4
        guard length > 1, index + length <= text.count else { return (0, 1) }
        var value = first & (0x7f >> UInt32(length))
        for next in index + 1..<index + length {
            guard text[next] & 0xc0 == 0x80 else { return (0, 1) }
            value = value << 6 | UInt32(text[next] & 0x3f)
        }
        return (value, length)
    }

    /// The character of JSON's escape at `index` (RFC 8259 §7), in two halves where it needs them, and how many bytes
    /// that is; 0 for any other escape.
    private static func escape(in text: Span<UInt8>, at index: Int) -> (UInt32, length: Int) {
        guard let high = unit(in: text, at: index) else { return (0, 2) }
        guard high & 0xfc00 == 0xd800, let low = unit(in: text, at: index + 6), low & 0xfc00 == 0xdc00 else {
            return (high, 6)
        }
        return (0x10000 + (high & 0x3ff) << 10 + low & 0x3ff, 12)
    }

    /// The character that `\uXXXX` stands for; `nil` for anything else.
    private static func unit(in text: Span<UInt8>, at index: Int) -> UInt32? {
        guard index + 6 <= text.count, text[index] == UInt8(ascii: "\\"), text[index + 1] == UInt8(ascii: "u") else {
            return nil
        }
        var value: UInt32 = 0
        for digit in index + 2..<index + 6 {
            let byte = text[digit]
            switch byte {
            case UInt8(ascii: "0")...UInt8(ascii: "9"): value = value << 4 | UInt32(byte & 0xf)
            case UInt8(ascii: "a")...UInt8(ascii: "f"), UInt8(ascii: "A")...UInt8(ascii: "F"):
                value = value << 4 | UInt32(byte & 0xf + 9)
            default: return nil
            }
        }
        return value
    }
}

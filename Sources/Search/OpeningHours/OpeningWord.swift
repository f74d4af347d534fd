/// A word of opening hours, up to eight letters, in lower case: packed, so that comparing needs no tables of Unicode.
struct OpeningWord: Equatable, ExpressibleByStringLiteral {
    private var packed: UInt64 = 0

    /// No word.
    init() {}

    init(stringLiteral text: StaticString) {
        text.withUTF8Buffer { for index in $0.indices { append(unsafe $0[index]) } }  // The literal's own bytes.
    }

    /// Adds a letter; a ninth makes it a word that nothing is called.
    mutating func append(_ letter: UInt8) {
        packed = packed >> 56 == 0 ? packed << 8 | UInt64(letter | 0x20) : .max
    }

    /// 0 for "mo" ... 6 for "su".
    var weekday: Int? { Self.weekdays.indices.first { Self.weekdays[$0] == self } }
    /// 1 for "jan" ... 12 for "dec".
    var month: Int? { Self.months.indices.first { Self.months[$0] == self }.map { $0 + 1 } }

    private static var weekdays: [OpeningWord] { ["mo", "tu", "we", "th", "fr", "sa", "su"] }
    private static var months: [OpeningWord] {
        ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"]
    }
}

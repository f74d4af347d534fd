/// A word of opening hours in lower case, up to twelve letters, packed in a number: comparing it needs no Unicode
/// tables.
struct OpeningWord: Equatable, ExpressibleByStringLiteral {
    /// Five bits a letter.
    private var packed: UInt64 = 0

    /// No word.
    init() {}

    init(stringLiteral text: StaticString) {
        text.withUTF8Buffer { for index in $0.indices { append(unsafe $0[index]) } }  // The literal's own bytes.
    }

    /// Adds a letter. A word of thirteen letters equals no known word.
    mutating func append(_ letter: UInt8) {
        packed = packed >> 55 == 0 ? packed << 5 | UInt64(letter & 0x1f) : .max
    }

    /// 0 for "mo" ... 6 for "su"; accepts full English names and their usual short forms.
    var weekday: Int? {
        switch self {
        case "mo", "mon", "monday": 0
        case "tu", "tue", "tues", "tuesday": 1
        case "we", "wed", "wednesday": 2
        case "th", "thu", "thur", "thurs", "thursday": 3
        case "fr", "fri", "friday": 4
        case "sa", "sat", "saturday": 5
        case "su", "sun", "sunday": 6
        default: nil
        }
    }

    /// 1 for "jan" ... 12 for "dec"; accepts full English names and their usual short forms.
    var month: Int? {
        switch self {
        case "jan", "january": 1
        case "feb", "february": 2
        case "mar", "march": 3
        case "apr", "april": 4
        case "may": 5
        case "jun", "june": 6
        case "jul", "july": 7
        case "aug", "august": 8
        case "sep", "sept", "september": 9
        case "oct", "october": 10
        case "nov", "november": 11
        case "dec", "december": 12
        default: nil
        }
    }
}

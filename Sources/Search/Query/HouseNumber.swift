/// House numbers as people write them: `12`, `12b`, `12 B`, `12-14`, `12;14`.
package enum HouseNumber {
    /// Longer words of a query are no house numbers.
    static var maximumLength: Int { 8 }

    /// The number that each of the listed house numbers begins with, 0 for one without: "12;14b" gives 12 and 14.
    package static func leadingNumbers(of text: Span<UInt8>) -> [UInt32] {
        var numbers: [UInt32] = [], number: UInt32?, isBehindNumber = false
        for index in text.indices {
            let byte = text[index]
            if byte == UInt8(ascii: ";") || byte == UInt8(ascii: ",") {
                numbers.append(number ?? 0)
                number = nil
                isBehindNumber = false
            } else if byte >= UInt8(ascii: "0"), byte <= UInt8(ascii: "9") {
                // Beyond nine digits it is some other number.
                if !isBehindNumber, number ?? 0 < 100_000_000 {
                    number = (number ?? 0) * 10 + UInt32(byte - UInt8(ascii: "0"))
                }
            } else if number != nil {
                isBehindNumber = true
            }
        }
        numbers.append(number ?? 0)
        return numbers
    }

    /// How a wanted number relates to a house's.
    enum Fit { case same, sameNumber, begins }

    /// Compares `wanted`, letters and digits in lower case, with each of the house numbers listed in `text`.
    ///
    /// Gaps, hyphens and case do not count. `.sameNumber` when only what follows the digits differs.
    static func fit(of wanted: ArraySlice<UInt8>, to text: ArraySlice<UInt8>) -> Fit? {
        var best: Fit?
        for piece in text.split(whereSeparator: { $0 == UInt8(ascii: ";") || $0 == UInt8(ascii: ",") }) {
            let plain = piece.compactMap { byte -> UInt8? in
                switch byte {
                case UInt8(ascii: "A")...UInt8(ascii: "Z"): byte | 0x20
                case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"), 0x80...: byte
                default: nil
                }
            }
            if plain.elementsEqual(wanted) { return .same }
            if digits(plain[...]).elementsEqual(digits(wanted)) {
                best = .sameNumber
            } else if best == nil, plain.starts(with: wanted) {
                best = .begins
            }
        }
        return best
    }

    private static func digits(_ text: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        text.prefix { $0 >= UInt8(ascii: "0") && $0 <= UInt8(ascii: "9") }
    }
}

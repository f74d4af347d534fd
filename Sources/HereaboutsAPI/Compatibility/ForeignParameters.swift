/// Parameters as other projects' clients send them.
extension Parameter where Value == String {
    /// A text as long as an address can be; it may be blank. The other project's rules check it later.
    static func foreign(_ name: String, _ summary: String) -> Parameter {
        Parameter(name, summary, schema: .text(maximumLength: 256), read: { $0 }, print: { $0 })
    }
}

extension Parameter where Value == Bool {
    /// `0` for no, anything else for yes.
    static func flag(_ name: String, _ summary: String) -> Parameter {
        Parameter(name, summary, schema: .words(["0", "1"]), read: { $0 != "0" }, print: { $0 ? "1" : "0" })
    }
}

extension Parameter where Value == Int {
    /// A whole number of any size; a number outside the sensible range counts as the nearer end of the range.
    static func wholeNumber(_ name: String, _ summary: String, within range: ClosedRange<Int>) -> Parameter {
        Parameter(
            name, summary, schema: .integer(in: range),
            read: { (text) throws(ParameterFault) in
                let digits = text.utf8.first == UInt8(ascii: "-") ? text.utf8.dropFirst() : text.utf8[...]
                guard !digits.isEmpty, digits.allSatisfy({ $0 >= 0x30 && $0 <= 0x39 }) else {
                    throw ParameterFault("is not a whole number")
                }
                let large = text.utf8.first == UInt8(ascii: "-") ? range.lowerBound : range.upperBound
                return min(range.upperBound, max(range.lowerBound, Int(text) ?? large))
            },
            print: { String($0) })
    }
}

extension Parameter where Value == Double {
    /// A number of at least 0.
    static func amount(_ name: String, _ summary: String) -> Parameter {
        Parameter(
            name, summary, schema: Schema(["type": "number", "minimum": 0]),
            read: { (text) throws(ParameterFault) in
                guard let value = Decimal.read(text), value >= 0 else {
                    throw ParameterFault("is not a number of at least 0")
                }
                return value
            },
            print: { Decimal.print($0) })
    }
}

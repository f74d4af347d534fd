/// A named value of a request, in its path or its query: its reading, its printing and its description.
package struct Parameter<Value: Sendable>: Sendable {
    package let name: String
    /// One sentence for people who read the OpenAPI document.
    package let summary: String
    /// The schema of the value's text. A closure, because every request that is read makes parameters and only the
    /// description needs schemas.
    package var schema: Schema { makeSchema() }
    private let makeSchema: @Sendable () -> Schema
    /// Returns the value of a text; throws its fault, whose sentence follows the parameter's name.
    package let read: @Sendable (String) throws(ParameterFault) -> Value
    package let print: @Sendable (Value) -> String

    package init(
        _ name: String, _ summary: String, schema: @autoclosure @escaping @Sendable () -> Schema,
        read: @escaping @Sendable (String) throws(ParameterFault) -> Value,
        print: @escaping @Sendable (Value) -> String
    ) {
        self.name = name
        self.summary = summary
        makeSchema = schema
        self.read = read
        self.print = print
    }
}

/// The fault of one value, as the end of a sentence that begins with the parameter's name.
package struct ParameterFault: Error {
    package let reason: String

    package init(_ reason: String) { self.reason = reason }
}

extension Parameter where Value == String {
    /// Text of 1 ... `maximumLength` bytes in UTF-8.
    package static func text(_ name: String, _ summary: String, maximumLength: Int) -> Parameter {
        Parameter(
            name, summary, schema: .text(maximumLength: maximumLength),
            read: { (text) throws(ParameterFault) in
                guard text.utf8.count <= maximumLength else {
                    throw ParameterFault("is longer than \(maximumLength) bytes")
                }
                guard text.contains(where: { $0 != " " }) else { throw ParameterFault("is empty") }
                return text
            },
            print: { $0 })
    }

    /// The key of a request, under which it counts once.
    package static let key = Parameter(
        "key",
        """
        16 to 64 visible ASCII characters, chosen at random. Sending the same again with the same key within 30 days \
        changes nothing more.
        """,
        schema: .text(maximumLength: 64),
        read: { (text) throws(ParameterFault) in
            guard (16...64).contains(text.utf8.count), text.utf8.allSatisfy({ (0x21...0x7e).contains($0) }) else {
                throw ParameterFault("is not 16 to 64 visible ASCII characters")
            }
            return text
        },
        print: { $0 })

    /// A language tag such as `fi` or `pt-BR` (BCP 47), in lower case.
    package static let language = Parameter(
        "lang", "Language of names and sentences: a BCP 47 tag such as `fi` or `pt-BR`.",
        schema: .text(maximumLength: 35),
        read: { (text) throws(ParameterFault) in
            let parts = text.utf8.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
            let isTag = parts.enumerated().allSatisfy { index, part in
                let lengths = index == 0 ? 2...3 : 1...8
                return lengths.contains(part.count) && part.allSatisfy { Character(Unicode.Scalar($0)).isASCIIWord }
            }
            guard isTag, text.utf8.count <= 35 else {
                throw ParameterFault("is not a language tag such as fi or pt-BR")
            }
            return text.lowercased()
        },
        print: { $0 })
}

extension Parameter where Value == Int {
    /// A whole number in decimal digits.
    package static func integer(_ name: String, _ summary: String, in range: ClosedRange<Int>) -> Parameter {
        Parameter(
            name, summary, schema: .integer(in: range),
            read: { (text) throws(ParameterFault) in
                guard text.utf8.count <= 10, text.utf8.allSatisfy({ $0 >= 0x30 && $0 <= 0x39 || $0 == 0x2d }),
                    let value = Int(text), range.contains(value)
                else { throw ParameterFault("is not a whole number from \(range.lowerBound) to \(range.upperBound)") }
                return value
            },
            print: { String($0) })
    }
}

extension Parameter where Value == Double {
    package static let latitude = degrees("lat", "Latitude in degrees, WGS 84.", limit: 90)
    package static let longitude = degrees("lon", "Longitude in degrees, WGS 84.", limit: 180)

    /// A number above 0.
    package static func positive(_ name: String, _ summary: String) -> Parameter {
        Parameter(
            name, summary, schema: Schema(["type": "number", "exclusiveMinimum": 0]),
            read: { (text) throws(ParameterFault) in
                guard let value = Decimal.read(text), value > 0 else { throw ParameterFault("is not a number above 0") }
                return value
            },
            print: { Decimal.print($0) })
    }

    private static func degrees(_ name: String, _ summary: String, limit: Int) -> Parameter {
        Parameter(
            name, summary, schema: .number(in: -limit...limit),
            read: { (text) throws(ParameterFault) in
                guard let value = Decimal.read(text), value.magnitude <= Double(limit) else {
                    throw ParameterFault("is not a number from -\(limit) to \(limit)")
                }
                return value
            },
            print: { Decimal.print($0) })
    }
}

extension Parameter where Value: CaseIterable & RawRepresentable<String> {
    /// One of the words of an enum.
    package static func word(_ name: String, _ summary: String) -> Parameter {
        Parameter(
            name, summary, schema: .words(Value.allCases.map(\.rawValue)),
            read: { (text) throws(ParameterFault) in
                guard let value = Value(rawValue: text) else {
                    let words = Value.allCases.map(\.rawValue).joined(separator: ", ")
                    throw ParameterFault("is not one of \(words)")
                }
                return value
            },
            print: { $0.rawValue })
    }
}

extension Character {
    fileprivate var isASCIIWord: Bool { isASCII && (isLetter || isNumber) }
}

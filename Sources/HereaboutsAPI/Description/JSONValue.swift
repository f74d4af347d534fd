import GeoCore

/// A JSON value in memory, for documents that are made from parts, such as the OpenAPI description.
package enum JSONValue: Sendable, Equatable {
    case text(String)
    case integer(Int)
    case number(Double)
    case truth(Bool)
    case array([JSONValue])
    /// An object whose members are written in the order of their names.
    case object([String: JSONValue])
    /// An object whose members are written in this order, because readers take the first.
    case ordered([Member])

    /// One member of an object.
    package struct Member: Sendable, Equatable {
        package let name: String
        package let value: JSONValue

        package init(_ name: String, _ value: JSONValue) { (self.name, self.value) = (name, value) }
    }

    /// The value as JSON in UTF-8.
    package var bytes: [UInt8] {
        var json = JSONWriter()
        write(to: &json)
        return json.bytes
    }

    private func write(to json: inout JSONWriter) {
        switch self {
        case .text(let text): json.value(text)
        case .integer(let integer): json.value(integer)
        case .number(let number): json.value(number, decimals: 9)
        case .truth(let truth): json.value(truth)
        case .array(let array):
            json.beginArray()
            for value in array { value.write(to: &json) }
            json.endArray()
        case .object, .ordered:
            json.beginObject()
            for member in members {
                json.key(utf8: member.name.utf8Span.span)
                member.value.write(to: &json)
            }
            json.endObject()
        }
    }

    /// An object's members, in the order in which they are written.
    package var members: [Member] {
        switch self {
        case .object(let members): members.sorted { $0.key < $1.key }.map { Member($0.key, $0.value) }
        case .ordered(let members): members
        default: []
        }
    }

    /// The member `name` of an object.
    package subscript(name: String) -> JSONValue? {
        switch self {
        case .object(let members): members[name]
        case .ordered(let members): members.first { $0.name == name }?.value
        default: nil
        }
    }

    /// The names of an object's members, in the order in which they are written.
    package var names: [String] { members.map(\.name) }
}

extension JSONValue: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral, ExpressibleByBooleanLiteral,
    ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
    package init(stringLiteral text: String) { self = .text(text) }
    package init(integerLiteral integer: Int) { self = .integer(integer) }
    package init(booleanLiteral truth: Bool) { self = .truth(truth) }
    package init(arrayLiteral elements: JSONValue...) { self = .array(elements) }
    package init(dictionaryLiteral members: (String, JSONValue)...) {
        self = .object(Dictionary(members) { _, last in last })
    }
}

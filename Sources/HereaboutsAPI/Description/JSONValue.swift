/// A JSON value in memory, for documents that are made from parts, such as the OpenAPI description.
package enum JSONValue: Sendable, Equatable, Encodable {
    case text(String)
    case integer(Int)
    case truth(Bool)
    case array([JSONValue])
    case object([String: JSONValue])

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch self {
        case .text(let text): try container.encode(text)
        case .integer(let integer): try container.encode(integer)
        case .truth(let truth): try container.encode(truth)
        case .array(let array): try container.encode(array)
        case .object(let object): try container.encode(object)
        }
    }

    /// The member `name` of an object.
    package subscript(name: String) -> JSONValue? {
        if case .object(let members) = self { members[name] } else { nil }
    }

    /// The names of an object's members, sorted.
    package var names: [String] {
        if case .object(let members) = self { members.keys.sorted() } else { [] }
    }
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

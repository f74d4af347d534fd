/// A JSON Schema (draft 2020-12, as OpenAPI 3.1 uses it).
package struct Schema: Sendable, Equatable {
    package let json: JSONValue

    package init(_ json: JSONValue) { self.json = json }

    static func text(maximumLength: Int) -> Schema {
        Schema(["type": "string", "minLength": 1, "maxLength": .integer(maximumLength)])
    }

    static func text(pattern: String) -> Schema { Schema(["type": "string", "pattern": .text(pattern)]) }

    static func integer(in range: ClosedRange<Int>) -> Schema {
        Schema([
            "type": "integer", "minimum": .integer(range.lowerBound), "maximum": .integer(range.upperBound),
        ])
    }

    static func number(in range: ClosedRange<Int>) -> Schema {
        Schema(["type": "number", "minimum": .integer(range.lowerBound), "maximum": .integer(range.upperBound)])
    }

    static func words(_ words: [String]) -> Schema {
        Schema(["type": "string", "enum": .array(words.map { .text($0) })])
    }

    static func reference(_ name: String) -> Schema { Schema(["$ref": .text(place + name)]) }

    /// The name that a reference leads to.
    static func name(in reference: String) -> String { String(reference.dropFirst(place.count)) }

    private static let place = "#/components/schemas/"
}

/// A wire type with a sentence about each member, by the member's name on the wire.
///
/// The sentences stand nowhere else: they are the descriptions in OpenAPI, and `make docs` puts them beside the Swift
/// properties.
package protocol Annotated {
    static var notes: [String: String] { get }
}

/// Learns the schema of wire types by letting them decode themselves and noting what they ask for.
///
/// So the OpenAPI document cannot differ from what clients decode: the types are the only source. Each struct becomes one
/// named schema. Wire types are structs of numbers, texts, truths, arrays and other wire types, and enums of texts.
package final class SchemaCollector {
    /// The named schemas so far.
    package private(set) var schemas: [String: JSONValue] = [:]

    package init() {}

    /// Returns the schema of `type`, after adding the ones it refers to; throws what the type's decoder throws.
    package func schema<Value: Decodable>(of type: Value.Type) throws -> Schema {
        try sample(type).schema
    }

    /// Returns a value of `type` too, as the decoder that asked needs one to go on.
    fileprivate func sample<Value: Decodable>(_ type: Value.Type) throws -> (value: Value, schema: Schema) {
        switch type {
        case is String.Type: return ("" as! Value, Schema(["type": "string"]))
        case is Int.Type, is Int64.Type, is UInt64.Type:
            return (try Value(from: Probe(self)), Schema(["type": "integer"]))
        case is Double.Type: return (0.0 as! Value, Schema(["type": "number"]))
        case is Bool.Type: return (false as! Value, Schema(["type": "boolean"]))
        case let words as any WireWords.Type:
            guard let first = words.firstCase as? Value else { break }
            return (first, .words(words.allWords))
        default: break
        }
        let probe = Probe(self)
        let value = try Value(from: probe)
        if let items = probe.items { return (value, Schema(["type": "array", "items": items.json])) }
        if let values = probe.mapped {
            return (value, Schema(["type": "object", "additionalProperties": values.json]))
        }
        let name = Self.name(of: type)
        schemas[name] = object(probe, notes: (type as? any Annotated.Type)?.notes ?? [:])
        return (value, .reference(name))
    }

    /// The type's name with those of the types around it, without its module's.
    private static func name(of type: Any.Type) -> String {
        String(reflecting: type).split(separator: ".").dropFirst().joined()
    }

    private func object(_ probe: Probe, notes: [String: String]) -> JSONValue {
        let members = probe.members.mapValues { member in
            guard case .object(var words) = member.schema.json else { return member.schema.json }
            if member.isOptional, let type = words["type"] { words["type"] = [type, "null"] }
            // Beside a reference, other words are allowed since draft 2019-09.
            if let note = notes[member.name] { words["description"] = .text(note) }
            return .object(words)
        }
        let needed = probe.members.values.filter { !$0.isOptional }.map(\.name).sorted()
        return ["type": "object", "properties": .object(members), "required": .array(needed.map { .text($0) })]
    }
}

/// An enum whose cases are words on the wire.
package protocol WireWords {
    static var allWords: [String] { get }
    static var firstCase: Self { get }
}

extension WireWords where Self: CaseIterable & RawRepresentable<String> {
    package static var allWords: [String] { allCases.map(\.rawValue) }
    package static var firstCase: Self { allCases.first! }  // An enum without cases has no values to send.
}

/// A decoder that answers every question with an empty value and keeps the question.
private final class Probe: Decoder {
    struct Member {
        let name: String
        var isOptional: Bool
        var schema: Schema
    }

    let collector: SchemaCollector
    var members: [String: Member] = [:]
    var items: Schema?
    var mapped: Schema?
    let codingPath: [any CodingKey] = []
    let userInfo: [CodingUserInfoKey: Any] = [:]

    init(_ collector: SchemaCollector) { self.collector = collector }

    func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedDecodingContainer<Key> {
        KeyedDecodingContainer(Keyed<Key>(probe: self))
    }

    func unkeyedContainer() -> any UnkeyedDecodingContainer { Unkeyed(probe: self) }

    func singleValueContainer() -> any SingleValueDecodingContainer { Single(probe: self) }

    struct Keyed<Key: CodingKey>: KeyedDecodingContainerProtocol {
        let probe: Probe
        var codingPath: [any CodingKey] { [] }
        /// Only dictionaries ask which keys there are; one stands for all.
        var allKeys: [Key] { [Key(stringValue: "*")].compactMap { $0 } }

        func contains(_ key: Key) -> Bool { true }

        func decodeNil(forKey key: Key) -> Bool {
            probe.members[key.stringValue] = Member(name: key.stringValue, isOptional: true, schema: Schema([:]))
            return false
        }

        func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
            let (value, schema) = try probe.collector.sample(type)
            if key.stringValue == "*" {
                probe.mapped = schema
            } else {
                let isOptional = probe.members[key.stringValue]?.isOptional ?? false
                probe.members[key.stringValue] = Member(
                    name: key.stringValue, isOptional: isOptional, schema: schema)
            }
            return value
        }

        func nestedContainer<Nested: CodingKey>(
            keyedBy type: Nested.Type, forKey key: Key
        ) -> KeyedDecodingContainer<Nested> { probe.container(keyedBy: type) }

        func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedDecodingContainer { probe.unkeyedContainer() }
        func superDecoder() -> any Decoder { probe }
        func superDecoder(forKey key: Key) -> any Decoder { probe }
    }

    struct Unkeyed: UnkeyedDecodingContainer {
        let probe: Probe
        var codingPath: [any CodingKey] { [] }
        var count: Int? { 1 }
        var isAtEnd: Bool { currentIndex == 1 }
        var currentIndex = 0

        mutating func decodeNil() -> Bool { false }

        mutating func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
            currentIndex = 1
            let (value, schema) = try probe.collector.sample(type)
            probe.items = schema
            return value
        }

        func nestedContainer<Nested: CodingKey>(keyedBy type: Nested.Type) -> KeyedDecodingContainer<Nested> {
            probe.container(keyedBy: type)
        }

        func nestedUnkeyedContainer() -> any UnkeyedDecodingContainer { probe.unkeyedContainer() }
        func superDecoder() -> any Decoder { probe }
    }

    struct Single: SingleValueDecodingContainer {
        let probe: Probe
        var codingPath: [any CodingKey] { [] }

        func decodeNil() -> Bool { false }
        func decode(_ type: Int.Type) -> Int { 0 }
        func decode(_ type: Int64.Type) -> Int64 { 0 }
        func decode(_ type: UInt64.Type) -> UInt64 { 0 }
        func decode<Value: Decodable>(_ type: Value.Type) throws -> Value { try probe.collector.sample(type).value }
    }
}

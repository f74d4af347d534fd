/// A decoder that answers every question with an empty value and keeps the question.
final class SchemaProbe: Decoder {
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
        let probe: SchemaProbe
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
        let probe: SchemaProbe
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
        let probe: SchemaProbe
        var codingPath: [any CodingKey] { [] }

        func decodeNil() -> Bool { false }
        func decode(_ type: Int.Type) -> Int { 0 }
        func decode(_ type: Int64.Type) -> Int64 { 0 }
        func decode(_ type: UInt64.Type) -> UInt64 { 0 }
        func decode<Value: Decodable>(_ type: Value.Type) throws -> Value { try probe.collector.sample(type).value }
    }
}

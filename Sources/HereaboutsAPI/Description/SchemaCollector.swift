/// Learns the schema of wire types by letting them decode themselves and noting the requested members.
///
/// So the OpenAPI document cannot differ from what clients decode: the types are the only source. Each struct becomes
/// one named schema. Wire types are structs of numbers, texts, truths, arrays and other wire types, and enums of texts.
package final class SchemaCollector {
    /// The named schemas so far.
    package private(set) var schemas: [String: JSONValue] = [:]
    /// The notes so far on members that no type has, such as `About.naem`.
    package private(set) var strayNotes: Set<String> = []

    package init() {}

    /// Returns the schema of `type`, after adding the ones it refers to; throws what the type's decoder throws.
    package func schema<Value: Decodable>(of type: Value.Type) throws -> Schema {
        try sample(type).schema
    }

    /// Returns a value of `type` too, as the decoder that asked needs one to go on.
    func sample<Value: Decodable>(_ type: Value.Type) throws -> (value: Value, schema: Schema) {
        switch type {
        case is String.Type: return ("" as! Value, Schema(["type": "string"]))
        case is Int.Type, is Int64.Type, is UInt64.Type:
            return (try Value(from: SchemaProbe(self)), Schema(["type": "integer"]))
        case is Double.Type: return (0.0 as! Value, Schema(["type": "number"]))
        case is Bool.Type: return (false as! Value, Schema(["type": "boolean"]))
        case let words as any WireWords.Type:
            guard let first = words.firstCase as? Value else { break }
            return (first, .words(words.allWords))
        // Types that are read from more than one kind of JSON value.
        case is OSRMValue.Type: return (OSRMValue.null as! Value, OSRMBody.coordinates)
        case is ReportedTime.Type:
            return (ReportedTime(millisecondsSince1970: 0) as! Value, Schema(["type": ["integer", "string"]]))
        case let optional as any OptionalValue.Type:
            let (value, schema) = try optional.sampleOfWrapped(self)
            return (value as! Value, schema.orNull)
        default: break
        }
        let probe = SchemaProbe(self)
        let value = try Value(from: probe)
        if let items = probe.items { return (value, Schema(["type": "array", "items": items.json])) }
        if let values = probe.mapped {
            return (value, Schema(["type": "object", "additionalProperties": values.json]))
        }
        let name = Self.name(of: type), notes = (type as? any Annotated.Type)?.notes ?? [:]
        strayNotes.formUnion(notes.keys.filter { probe.members[$0] == nil }.map { "\(name).\($0)" })
        schemas[name] = object(probe, notes: notes)
        return (value, .reference(name))
    }

    /// Returns a reference to `schema`, which gets a name unless it has one.
    package func named(_ name: String, _ schema: Schema) -> Schema {
        guard schema.json["$ref"] == nil else { return schema }
        schemas[name] = schema.json
        return .reference(name)
    }

    /// The type's name, with the names of the types around it and of its generic arguments, without their module.
    private static func name(of type: Any.Type) -> String {
        let names = String(reflecting: type).split { !$0.isLetter && !$0.isNumber && $0 != "_" }
        return names.filter { $0 != names[0] }.joined()
    }

    private func object(_ probe: SchemaProbe, notes: [String: String]) -> JSONValue {
        let members = probe.members.mapValues { member in
            guard case .object(var words) = member.schema.json else { return member.schema.json }
            if member.isOptional, case .object(let orNull) = member.schema.orNull.json { words = orNull }
            // Beside a reference, other words are allowed since draft 2019-09.
            if let note = notes[member.name] { words["description"] = .text(note) }
            return .object(words)
        }
        let needed = probe.members.values.filter { !$0.isOptional }.map(\.name).sorted()
        return ["type": "object", "properties": .object(members), "required": .array(needed.map { .text($0) })]
    }
}

/// A value that may be null where it stands in an array.
private protocol OptionalValue {
    static func sampleOfWrapped(_ collector: SchemaCollector) throws -> (value: Any, schema: Schema)
}

extension Optional: OptionalValue where Wrapped: Decodable {
    fileprivate static func sampleOfWrapped(_ collector: SchemaCollector) throws -> (value: Any, schema: Schema) {
        let (value, schema) = try collector.sample(Wrapped.self)
        return (Optional(value) as Any, schema)
    }
}

extension Schema {
    /// The same, or null.
    fileprivate var orNull: Schema {
        guard case .object(var words) = json else { return self }
        if let type = words["type"] { words["type"] = [type, "null"] }
        if words["$ref"] != nil { words = ["anyOf": [.object(words), ["type": "null"]]] }
        return Schema(.object(words))
    }
}

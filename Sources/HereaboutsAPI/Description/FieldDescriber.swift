/// Lists fields for the OpenAPI document.
package struct FieldDescriber: FieldVisitor {
    package struct Field: Sendable, Equatable {
        package let name: String
        package let summary: String
        package let isRequired: Bool
        /// The printed value that counts when the field is left out.
        package let standard: String?
        package let schema: Schema

        /// The schema with the value that counts when the field is left out, which has the schema's type.
        var schemaWithDefault: JSONValue {
            guard let standard, !standard.isEmpty, case .object(var words) = schema.json else { return schema.json }
            words["default"] =
                switch words["type"] {
                case .text("integer")?: Int(standard).map { .integer($0) }
                case .text("number")?: Double(standard).map { .number($0) }
                case .text("boolean")?: .truth(standard == "true")
                default: .text(standard)
                }
            return .object(words)
        }
    }

    package private(set) var fields: [Field] = []

    package init() {}

    package mutating func required<Value>(_ parameter: Parameter<Value>, _ value: inout Value) {
        add(parameter, isRequired: true)
    }

    package mutating func optional<Value>(_ parameter: Parameter<Value>, _ value: inout Value?) {
        add(parameter, isRequired: false)
    }

    package mutating func defaulted<Value: Equatable>(
        _ parameter: Parameter<Value>, _ value: inout Value, standard: Value
    ) {
        add(parameter, isRequired: false, standard: parameter.print(standard))
    }

    package mutating func repeated<Value>(_ parameter: Parameter<Value>, _ list: inout [Value]) {
        fields.append(
            Field(
                name: parameter.name, summary: parameter.summary, isRequired: false, standard: nil,
                schema: Schema(["type": "array", "items": parameter.schema.json, "maxItems": 16])))
    }

    private mutating func add<Value>(_ parameter: Parameter<Value>, isRequired: Bool, standard: String? = nil) {
        fields.append(
            Field(
                name: parameter.name, summary: parameter.summary, isRequired: isRequired, standard: standard,
                schema: parameter.schema))
    }
}

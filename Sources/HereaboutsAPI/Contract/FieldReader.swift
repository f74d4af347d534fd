/// Reads fields from the values of a path and the items of a query.
package struct FieldReader: FieldVisitor {
    private var values: [String: String]

    /// Takes apart what a request arrived with; throws when the query is not well formed or names a value twice.
    package init(path: PathTemplate, values pathValues: [String], query: Substring) throws(ErrorBody) {
        values = [:]
        for (name, value) in zip(path.names, pathValues) { values[name] = value }
        for item in query.utf8.split(separator: UInt8(ascii: "&")) {
            let equals = item.firstIndex(of: UInt8(ascii: "=")) ?? item.endIndex
            let rest = equals == item.endIndex ? item[equals...] : item[item.index(after: equals)...]
            guard let name = PercentCoding.decode(item[..<equals], plusIsSpace: true),
                let value = PercentCoding.decode(rest, plusIsSpace: true)
            else {
                throw ErrorBody(.badRequest, "the query is not percent-encoded UTF-8 text without control characters")
            }
            guard values.updateValue(value, forKey: name) == nil else {
                throw ErrorBody(.invalidParameter, "\(name.prefix(40)) is given twice", field: String(name.prefix(40)))
            }
        }
    }

    package mutating func required<Value>(_ parameter: Parameter<Value>, _ value: inout Value) throws(ErrorBody) {
        guard let text = values.removeValue(forKey: parameter.name) else {
            throw ErrorBody(.missingParameter, "\(parameter.name) is missing", field: parameter.name)
        }
        value = try read(parameter, text)
    }

    package mutating func optional<Value>(_ parameter: Parameter<Value>, _ value: inout Value?) throws(ErrorBody) {
        guard let text = values.removeValue(forKey: parameter.name) else { return }
        value = try read(parameter, text)
    }

    package mutating func defaulted<Value: Equatable>(
        _ parameter: Parameter<Value>, _ value: inout Value, standard: Value
    ) throws(ErrorBody) {
        value = standard
        if let text = values.removeValue(forKey: parameter.name) { value = try read(parameter, text) }
    }

    /// Throws when something was given that no field asked for: a misspelt name must not be a silent default.
    package func finish() throws(ErrorBody) {
        guard let unknown = values.keys.min() else { return }
        let name = String(unknown.prefix(40))
        throw ErrorBody(.unknownParameter, "\(name) is not a parameter of this address", field: name)
    }

    private func read<Value>(_ parameter: Parameter<Value>, _ text: String) throws(ErrorBody) -> Value {
        do {
            return try parameter.read(text)
        } catch {
            throw ErrorBody(.invalidParameter, "\(parameter.name) \(error.reason)", field: parameter.name)
        }
    }
}

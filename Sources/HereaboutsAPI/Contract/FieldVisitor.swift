package import GeoCore

/// Goes through the fields of a request: to read them from a URL, to print them into one, or to describe them.
///
/// A request names its fields once, in `APIRequest.visit`; what is read, printed and described can therefore not differ.
package protocol FieldVisitor {
    /// A field that must be given.
    mutating func required<Value>(_ parameter: Parameter<Value>, _ value: inout Value) throws(ErrorBody)
    /// A field that may be left out.
    mutating func optional<Value>(_ parameter: Parameter<Value>, _ value: inout Value?) throws(ErrorBody)
    /// A field that has the value `standard` when left out.
    mutating func defaulted<Value: Equatable>(
        _ parameter: Parameter<Value>, _ value: inout Value, standard: Value
    ) throws(ErrorBody)
}

extension FieldVisitor {
    /// The pair `lat` and `lon`, both or neither.
    package mutating func optionalPosition(_ coordinate: inout Coordinate?) throws(ErrorBody) {
        var latitude = coordinate?.latitude, longitude = coordinate?.longitude
        try optional(.latitude, &latitude)
        try optional(.longitude, &longitude)
        if let latitude, let longitude {
            coordinate = Coordinate(latitude: latitude, longitude: longitude)
        } else if latitude != nil || longitude != nil {
            let missing = latitude == nil ? "lat" : "lon"
            throw ErrorBody(.missingParameter, "\(missing) is missing: lat and lon go together", field: missing)
        } else {
            coordinate = nil
        }
    }

    /// The pair `lat` and `lon`.
    package mutating func requiredPosition(_ coordinate: inout Coordinate) throws(ErrorBody) {
        var latitude = coordinate.latitude, longitude = coordinate.longitude
        try required(.latitude, &latitude)
        try required(.longitude, &longitude)
        coordinate = Coordinate(latitude: latitude, longitude: longitude) ?? coordinate
    }
}

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

/// Prints fields as the values of a path and the items of a query.
package struct FieldPrinter: FieldVisitor {
    private var printed: [(name: String, value: String)] = []

    package init() {}

    /// Returns path and query of a request to `path`.
    package func target(_ path: PathTemplate) -> String {
        let values = path.names.map { name in printed.first { $0.name == name }?.value ?? "" }
        let query = printed.filter { !path.names.contains($0.name) }
            .map { "\($0.name)=\(PercentCoding.encode($0.value))" }
        return query.isEmpty ? path.path(values) : path.path(values) + "?" + query.joined(separator: "&")
    }

    package mutating func required<Value>(_ parameter: Parameter<Value>, _ value: inout Value) {
        printed.append((parameter.name, parameter.print(value)))
    }

    package mutating func optional<Value>(_ parameter: Parameter<Value>, _ value: inout Value?) {
        if let value { printed.append((parameter.name, parameter.print(value))) }
    }

    package mutating func defaulted<Value: Equatable>(
        _ parameter: Parameter<Value>, _ value: inout Value, standard: Value
    ) {
        if value != standard { printed.append((parameter.name, parameter.print(value))) }
    }
}

/// Lists fields for the OpenAPI document.
package struct FieldDescriber: FieldVisitor {
    package struct Field: Sendable, Equatable {
        package let name: String
        package let summary: String
        package let isRequired: Bool
        /// The printed value that counts when the field is left out.
        package let standard: String?
        package let schema: Schema
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

    private mutating func add<Value>(_ parameter: Parameter<Value>, isRequired: Bool, standard: String? = nil) {
        fields.append(
            Field(
                name: parameter.name, summary: parameter.summary, isRequired: isRequired, standard: standard,
                schema: parameter.schema))
    }
}

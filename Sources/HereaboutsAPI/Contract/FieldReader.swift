/// Reads fields from the values of a path and the items of a query.
package struct FieldReader: FieldVisitor {
    /// The values that no field has read yet: so few that a scan is quicker than a dictionary.
    private var values: [(name: String, text: String)]
    private let isForgiving: Bool

    /// More than any address has parameters.
    private static let mostValues = 64

    /// Parses the query of a request; throws when it is not well formed, has too many values or, unless the request
    /// is forgiving (`APIRequest.isForgiving`), names a parameter twice.
    package init(
        path: PathTemplate, values pathValues: [String], query: Substring, isForgiving: Bool = false
    ) throws(ErrorBody) {
        values = zip(path.names, pathValues).map { ($0, $1) }
        self.isForgiving = isForgiving
        for item in query.utf8.split(separator: UInt8(ascii: "&")) {
            let equals = item.firstIndex(of: UInt8(ascii: "=")) ?? item.endIndex
            let rest = equals == item.endIndex ? item[equals...] : item[item.index(after: equals)...]
            guard let name = PercentCoding.decode(Substring(item[..<equals]), plusIsSpace: true),
                let value = PercentCoding.decode(Substring(rest), plusIsSpace: true)
            else {
                throw ErrorBody(.badRequest, "the query is not percent-encoded UTF-8 text without control characters")
            }
            guard isForgiving || !values.contains(where: { $0.name == name }) else {
                throw ErrorBody(.invalidParameter, "\(name.prefix(40)) is given twice", field: String(name.prefix(40)))
            }
            guard values.count < Self.mostValues else {
                throw ErrorBody(.badRequest, "no address has more than \(Self.mostValues) parameters")
            }
            if !isForgiving || !value.isEmpty { values.append((name, value)) }
        }
    }

    package mutating func required<Value>(_ parameter: Parameter<Value>, _ value: inout Value) throws(ErrorBody) {
        guard let text = take(parameter.name) else {
            throw ErrorBody(.missingParameter, "\(parameter.name) is missing", field: parameter.name)
        }
        value = try read(parameter, text)
    }

    package mutating func optional<Value>(_ parameter: Parameter<Value>, _ value: inout Value?) throws(ErrorBody) {
        guard let text = take(parameter.name) else { return }
        value = try read(parameter, text)
    }

    package mutating func defaulted<Value: Equatable>(
        _ parameter: Parameter<Value>, _ value: inout Value, standard: Value
    ) throws(ErrorBody) {
        value = standard
        if let text = take(parameter.name) { value = try read(parameter, text) }
    }

    package mutating func repeated<Value>(_ parameter: Parameter<Value>, _ list: inout [Value]) throws(ErrorBody) {
        list = []
        while let text = take(parameter.name) { list.append(try read(parameter, text)) }
    }

    /// Throws for a value that no field has read: a misspelt name must not be a silent default.
    package func finish() throws(ErrorBody) {
        guard !isForgiving, let unknown = values.min(by: { $0.name < $1.name })?.name else { return }
        let name = String(unknown.prefix(40))
        throw ErrorBody(.unknownParameter, "\(name) is not a parameter of this address", field: name)
    }

    private mutating func take(_ name: String) -> String? {
        values.firstIndex { $0.name == name }.map { values.remove(at: $0).text }
    }

    private func read<Value>(_ parameter: Parameter<Value>, _ text: String) throws(ErrorBody) -> Value {
        do {
            return try parameter.read(text)
        } catch {
            throw ErrorBody(.invalidParameter, "\(parameter.name) \(error.reason)", field: parameter.name)
        }
    }
}

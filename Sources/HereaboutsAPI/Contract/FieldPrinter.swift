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

    package mutating func repeated<Value>(_ parameter: Parameter<Value>, _ list: inout [Value]) {
        for value in list { printed.append((parameter.name, parameter.print(value))) }
    }
}

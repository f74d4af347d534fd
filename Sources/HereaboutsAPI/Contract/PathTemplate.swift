/// A path with places for values, such as `/tiles/{z}/{x}/{y}.mvt`. It matches paths and prints them.
///
/// A segment is a literal, or one value followed by a literal suffix.
package struct PathTemplate: Sendable, Equatable, ExpressibleByStringLiteral, CustomStringConvertible {
    private enum Segment: Sendable, Equatable {
        case literal(String)
        case value(suffix: String)
    }

    private let segments: [Segment]
    /// The names of the values, in order.
    package let names: [String]
    /// The template as written, which is also its form in OpenAPI.
    package let description: String

    package init(stringLiteral text: StaticString) {
        description = text.description
        var segments: [Segment] = [], names: [String] = []
        for segment in description.dropFirst().split(separator: "/", omittingEmptySubsequences: false) {
            guard segment.hasPrefix("{"), let end = segment.firstIndex(of: "}") else {
                segments.append(.literal(String(segment)))
                continue
            }
            names.append(String(segment[segment.index(after: segment.startIndex)..<end]))
            segments.append(.value(suffix: String(segment[segment.index(after: end)...])))
        }
        self.segments = segments
        self.names = names
    }

    /// The first segment, unless it is a value.
    package var firstSegment: String? {
        guard case .literal(let text)? = segments.first else { return nil }
        return text
    }

    /// Returns the values of `path` as they stand there, percent-encoded, in the order of `names`; `nil` when the path
    /// has another form.
    package func parts(of path: Substring) -> [Substring]? {
        guard path.utf8.first == UInt8(ascii: "/") else { return nil }
        var parts: [Substring] = [], rest = path.utf8.dropFirst()
        for (index, segment) in segments.enumerated() {
            let isLast = index == segments.count - 1
            let end = rest.firstIndex(of: UInt8(ascii: "/"))
            guard isLast == (end == nil) else { return nil }
            let part = rest[..<(end ?? rest.endIndex)]
            switch segment {
            case .literal(let text): guard part.elementsEqual(text.utf8) else { return nil }
            case .value(let suffix):
                guard part.count > suffix.utf8.count, part.suffix(suffix.utf8.count).elementsEqual(suffix.utf8) else {
                    return nil
                }
                parts.append(Substring(part.dropLast(suffix.utf8.count)))
            }
            if let end { rest = rest[rest.index(after: end)...] }
        }
        return parts
    }

    /// Decodes the values from `parts(of:)`; throws `badRequest` when a value is not text.
    package func values(of parts: [Substring]) throws(ErrorBody) -> [String] {
        try zip(names, parts).map { name, part throws(ErrorBody) in
            guard let value = PercentCoding.decode(part, plusIsSpace: false) else {
                throw ErrorBody(
                    .badRequest, "\(name) is not percent-encoded UTF-8 text without control characters", field: name)
            }
            return value
        }
    }

    /// Returns the path with `values` in their places, percent-encoded. There is one value for each name.
    package func path(_ values: [String]) -> String {
        precondition(values.count == names.count, "a path is printed with a value for each of its names")
        var remaining = values[...]
        return segments.reduce(into: "") { path, segment in
            path += "/"
            switch segment {
            case .literal(let text): path += text
            case .value(let suffix): path += PercentCoding.encode(remaining.removeFirst()) + suffix
            }
        }
    }
}

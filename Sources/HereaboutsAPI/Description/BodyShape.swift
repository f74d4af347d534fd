/// The members that a body of some type may have: what its decoder asks for, and nothing else.
package indirect enum BodyShape: Sendable, Equatable {
    case object([String: BodyShape])
    case array(BodyShape)
    /// A whole number, and any number.
    case whole, number
    /// A text, a truth, or an object with members of any name.
    case value

    /// Learns the shape of `type` from its decoder; throws what that throws.
    package init(of type: (some Decodable).Type) throws {
        let collector = SchemaCollector()
        self.init(try collector.schema(of: type).json, collector.schemas)
    }

    private init(_ schema: JSONValue, _ named: [String: JSONValue]) {
        if case .array(let choices)? = schema["anyOf"], let first = choices.first {
            // An optional member: this type, or null.
            self.init(first, named)
        } else if case .text(let reference)? = schema["$ref"], let found = named[Schema.name(in: reference)] {
            self.init(found, named)
        } else if case .object(let members)? = schema["properties"] {
            self = .object(members.mapValues { BodyShape($0, named) })
        } else if let items = schema["items"] {
            self = .array(BodyShape(items, named))
        } else if schema["type"] == .text("integer") {
            self = .whole
        } else if schema["type"] == .text("number") {
            self = .number
        } else {
            self = .value
        }
    }

    /// Throws `invalidBody` naming the first member that nothing asks for. The decoder reports members of a wrong type.
    package func check(_ decoder: any Decoder) throws {
        switch self {
        case .object(let members):
            guard let found = try? decoder.container(keyedBy: MemberName.self) else { return }
            for key in found.allKeys.sorted(by: { $0.stringValue < $1.stringValue }) {
                guard let shape = members[key.stringValue] else {
                    let path = (decoder.codingPath + [key]).memberName
                    let name = String(key.stringValue.prefix(40))
                    throw ErrorBody(.invalidBody, "unknown member \"\(name)\"", field: path)
                }
                try shape.check(found.superDecoder(forKey: key))
            }
        case .array(let item):
            guard var items = try? decoder.unkeyedContainer() else { return }
            while !items.isAtEnd { try item.check(items.superDecoder()) }
        case .whole, .number, .value: break
        }
    }

    /// Throws `invalidBody` naming the first number that this program cannot hold, or that is not whole where it must
    /// be: the decoder does not say which that is.
    func checkNumbers(_ decoder: any Decoder) throws {
        switch self {
        case .object(let members):
            guard let found = try? decoder.container(keyedBy: MemberName.self) else { return }
            for key in found.allKeys.sorted(by: { $0.stringValue < $1.stringValue }) {
                try members[key.stringValue]?.checkNumbers(found.superDecoder(forKey: key))
            }
        case .array(let item):
            guard var items = try? decoder.unkeyedContainer() else { return }
            while !items.isAtEnd { try item.checkNumbers(items.superDecoder()) }
        case .whole: try Self.check(Int.self, decoder, "must be a whole number of at most 18 digits")
        case .number: try Self.check(Double.self, decoder, "is too large a number")
        case .value: break
        }
    }

    private static func check(_ type: (some Decodable).Type, _ decoder: any Decoder, _ fault: String) throws {
        do {
            _ = try decoder.singleValueContainer().decode(type)
        } catch let error where error.mayBeNumber {
            let path = decoder.codingPath.memberName
            throw ErrorBody(.invalidBody, "\(path) \(fault)", field: path)
        } catch {
            // It has another type, or is null where that is allowed.
        }
    }

    private struct MemberName: CodingKey {
        let stringValue: String
        var intValue: Int? { nil }

        init(stringValue: String) { self.stringValue = stringValue }
        init?(intValue: Int) { nil }
    }
}

/// A body that has no members but those of its shape, which the decoder's `userInfo` holds.
///
/// A misspelt name must not be a silent default.
package struct CheckedBody<Body: Decodable>: Decodable {
    package let body: Body

    package init(from decoder: any Decoder) throws {
        let shape = decoder.userInfo[.bodyShape] as? BodyShape
        try shape?.check(decoder)
        do {
            body = try Body(from: decoder)
        } catch {
            if error.mayBeNumber { try shape?.checkNumbers(decoder) }
            throw error
        }
    }
}

extension Error {
    /// Whether it may be of a number that does not fit: the decoder has an error of its own for that, which becomes
    /// `dataCorrupted`, without a path, once it is outside.
    fileprivate var mayBeNumber: Bool {
        switch self as? DecodingError {
        case .typeMismatch, .valueNotFound, .keyNotFound: false
        default: !(self is ErrorBody)
        }
    }
}

extension [any CodingKey] {
    /// Where a member stands in a body, such as `venues[3].works[0].year`, in at most 80 characters.
    package var memberName: String {
        let text = map { key in key.intValue.map { "[\($0)]" } ?? ".\(key.stringValue)" }.joined()
        return String((text.hasPrefix(".") ? text.dropFirst() : text[...]).prefix(80))
    }
}

extension CodingUserInfoKey {
    package static let bodyShape = CodingUserInfoKey(rawValue: "hereabouts.bodyShape")!
}

package import GeoCore

/// Takes values from the bytes of a body's field, one after the other, and never reads past their end.
package struct BodyReader {
    private var rest: ArraySlice<UInt8>
    private let tag: UInt8

    package init(_ bytes: ArraySlice<UInt8>, of tag: UInt8) { (rest, self.tag) = (bytes, tag) }

    package var isAtEnd: Bool { rest.isEmpty }

    /// The fault of a value that means nothing.
    package var wrong: BodyFault { BodyFault(tag, .value) }

    package mutating func take(_ count: Int) throws(BodyFault) -> ArraySlice<UInt8> {
        guard rest.count >= count else { throw BodyFault(tag, .length) }
        defer { rest = rest.dropFirst(count) }
        return rest.prefix(count)
    }

    /// Reads an integer of up to eight bytes, the highest first.
    package mutating func number(_ count: Int) throws(BodyFault) -> UInt64 {
        try take(count).reduce(0) { $0 << 8 | UInt64($1) }
    }

    /// Reads a text after its length (2).
    package mutating func text() throws(BodyFault) -> String {
        let length = Int(try number(2))
        guard let text = String(validating: try take(length), as: UTF8.self) else { throw BodyFault(tag, .notText) }
        return text
    }

    /// Reads milliseconds since 1970; throws `.value` for a time that ISO 8601 cannot write.
    package mutating func time() throws(BodyFault) -> Timestamp {
        let number = try number(8)
        guard number < PostBody.end else { throw wrong }
        return Timestamp(number)
    }

    package mutating func point() throws(BodyFault) -> PointE7 {
        try PointBytes.point(try take(PointBytes.count), of: tag)
    }

    /// Returns a text of at most 65 535 bytes after its length.
    package static func bytes(_ text: String) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.appendBigEndian(UInt64(text.utf8.count), count: 2)
        return bytes + text.utf8
    }
}

/// A field of a message's body: a tag (1 byte), the length of the value (2 bytes), the value.
///
/// Tags ascend, and each occurs once: the same content has one encoding. A reader passes over tags from 128 on that it
/// does not know, and refuses lower ones: a later version gives a low tag to what must not be overlooked.
package struct BodyField: Equatable, Sendable {
    /// The first tag that readers may pass over.
    package static let firstOptionalTag: UInt8 = 128
    /// The greatest length of a value in bytes.
    package static let maximumValue = Int(UInt16.max)

    package let tag: UInt8
    package let value: [UInt8]

    package init(tag: UInt8, value: [UInt8]) { (self.tag, self.value) = (tag, value) }

    /// Appends the field's bytes. A value longer than `maximumValue` is a programmer's error.
    func append(to bytes: inout [UInt8]) {
        precondition(value.count <= Self.maximumValue, "the value of a body's field has at most 65 535 bytes")
        bytes.append(tag)
        bytes.appendBigEndian(UInt64(value.count), count: 2)
        bytes += value
    }
}

/// Where the value of a body's field lies in its message.
struct BodyFieldPlace: Equatable, Sendable {
    let tag: UInt8
    let value: Range<Int>
}

extension MessageReader {
    /// Reads the fields of a body that ends at `end`.
    mutating func fields(of kind: MessageKind, upTo end: Int) throws(MessageFault) -> [BodyFieldPlace] {
        var places: [BodyFieldPlace] = []
        while offset < end {
            let start = offset
            guard end - start >= 3 else { throw MessageFault(.body, .endsEarly, at: start) }
            let tag = try UInt8(integer(1, .body)), length = try Int(integer(2, .body))
            if let last = places.last, tag <= last.tag { throw MessageFault(.body, .tagDoesNotRise, at: start) }
            if tag < BodyField.firstOptionalTag, !(kind.knownTags?.contains(tag) ?? false) {
                throw MessageFault(.body, .unknownTag, at: start)
            }
            guard length <= end - offset else { throw MessageFault(.body, .endsEarly, at: start) }
            places.append(BodyFieldPlace(tag: tag, value: try take(length, .body)))
        }
        return places
    }
}

/// The body of a change of the guide: one field of one entry, or the order of a list. What the message is about is the
/// entry's id, or the list's.
///
///     1  the number of the field (1)
///     2  its value; absent where the field is empty now
package struct GuideChangeBody: Equatable, Sendable {
    package let entry: SubjectID
    package let field: UInt8
    package let value: [UInt8]?

    package init(of entry: SubjectID, field: UInt8, value: [UInt8]?) {
        (self.entry, self.field, self.value) = (entry, field, value)
    }

    package init(_ message: Message) throws(BodyFault) {
        entry = try message.subject()
        field = UInt8(truncatingIfNeeded: try message.number(1, bytes: 1).required(1))
        value = message.value(of: 2).map { Array($0) }
    }

    package var fields: [BodyField] {
        [BodyField(1, UInt64(field), bytes: 1)] + (value.map { [BodyField(tag: 2, value: $0)] } ?? [])
    }
}

extension Message {
    /// The register that the message sets, of which nodes keep only the greatest message: one for each field of an
    /// entry of the guide, one for the published overlay, one for each node's links, one for each node's request for a
    /// certificate. `nil` for all other messages.
    package var register: SubjectID? {
        switch kind {
        case .guideChange:
            guard let change = try? GuideChangeBody(self) else { return nil }
            return Self.register("guide", change.entry.bytes + [change.field])
        case .overlay: return Self.register("overlay", [])
        case .links: return author.map { Self.register("links", $0.bytes.bytes) }
        case .certificateRequest: return author.map { Self.register("certificate request", $0.bytes.bytes) }
        default: return nil
        }
    }

    /// The first 16 bytes of SHA-256 of "hereabouts register 1", a zero byte, the name, a zero byte and the key.
    private static func register(_ name: String, _ key: [UInt8]) -> SubjectID {
        let digest = PortableSHA256.digest(
            of: Array("hereabouts register 1".utf8) + [0] + Array(name.utf8) + [0] + key)
        return SubjectID(high: digest.first, low: digest.second)
    }
}

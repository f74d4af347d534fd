package import GeoCore

/// A message that waits for its author's signature.
package struct MessageDraft: Sendable {
    /// Everything before the signature.
    package let bytes: [UInt8]
    package let id: MessageID

    /// Makes a message that its author will sign. `fields` are in the order of their tags.
    package init(
        _ kind: MessageKind, in place: PlaceCode, at time: HybridTime, by author: SignerKey, about: SubjectID? = nil,
        _ fields: [BodyField]
    ) {
        var body: [UInt8] = []
        for field in fields { field.append(to: &body) }
        self.init(kind, place, time, author.bytes, about, body)
    }

    /// Makes a sealed message. `body` has one of the lengths to which senders pad.
    package init(
        sealed kind: MessageKind, in place: PlaceCode, at time: HybridTime, about: SubjectID? = nil, _ body: [UInt8]
    ) {
        self.init(kind, place, time, .zero, about, body)
    }

    private init(
        _ kind: MessageKind, _ place: PlaceCode, _ time: HybridTime, _ author: Bytes32, _ about: SubjectID?,
        _ body: [UInt8]
    ) {
        var bytes: [UInt8] = [Message.format, kind.rawValue, 0, 0]
        bytes.reserveCapacity(Message.headerLength + body.count + Message.signatureLength + EntryStamp.length)
        bytes.appendBigEndian(place.rawValue)
        bytes.appendBigEndian(time.rawValue)
        author.append(to: &bytes)
        bytes.appendBigEndian(about?.high ?? 0)
        bytes.appendBigEndian(about?.low ?? 0)
        bytes.appendBigEndian(UInt64(body.count), count: 4)
        bytes += body
        self.bytes = bytes
        id = MessageID(PortableSHA256.digest(of: bytes))
    }

    /// Takes the bytes of an earlier draft.
    package init(bytes: [UInt8]) {
        self.bytes = bytes
        id = MessageID(PortableSHA256.digest(of: bytes))
    }

    /// The bytes to sign.
    package var signedBytes: [UInt8] { Message.signedBytes(of: id) }

    /// Returns the message with its author's signature of 64 bytes; none for a sealed one. The one reader of messages
    /// checks what was drafted: throws what it finds, such as a body that is too long.
    package func message(signature: [UInt8] = []) throws(MessageFault) -> Message {
        try Message(bytes: bytes + signature)
    }
}

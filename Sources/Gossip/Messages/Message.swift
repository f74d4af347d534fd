package import GeoCore

/// A message of the mesh: the bytes as they came, and where its parts lie in them. It is stored and passed on as these
/// bytes and never written anew, so signatures hold everywhere. Integers are big endian.
///
///     0        format, 1
///     1        kind
///     2–3      zero
///     4–11     place: the first 8 bytes of SHA-256 of the place's key
///     12–19    time: `HybridTime.rawValue`
///     20–51    the author's Ed25519 key; zeros when sealed
///     52–67    what it is about: the 16 bytes of an id, or zeros
///     68–71    length of the body
///     72–      body: fields (`BodyField`), or sealed bytes
///     then 64  the author's signature of `signedBytes`; absent when sealed
///     then 80  entry stamp, absent until a member takes the message (`EntryStamp`)
///
/// The layout alone is checked here. A message counts as seen only after its signatures hold: otherwise a bad copy
/// would keep the good one away.
package struct Message: Equatable, Sendable {
    package static let format: UInt8 = 1
    package static let headerLength = 72
    package static let signatureLength = 64
    /// The length in bytes of the longest message.
    package static let maximumLength =
        headerLength + MessageClass.plan.maximumBody + signatureLength + EntryStamp.length

    package let bytes: [UInt8]
    package let id: MessageID
    package let kind: MessageKind
    package let place: PlaceCode
    package let time: HybridTime
    /// `nil` in sealed messages.
    package let author: SignerKey?
    package let about: SubjectID?
    package let stamp: EntryStamp?
    private let bodyRange: Range<Int>
    private let fields: [BodyFieldPlace]

    /// Reads a message. Throws the first fault in the order of the bytes.
    package init(bytes: [UInt8]) throws(MessageFault) {
        var reader = MessageReader(bytes)
        let header = try MessageHeader(&reader)
        let bodyStart = reader.offset
        guard bytes.count - bodyStart >= header.bodyLength else {
            throw MessageFault(.body, .endsEarly, at: bodyStart)
        }
        let body = bodyStart..<bodyStart + header.bodyLength
        var fields: [BodyFieldPlace] = []
        if header.kind.messageClass.isSealed {
            _ = try reader.take(body.count, .body)
        } else {
            fields = try reader.fields(of: header.kind, upTo: body.upperBound)
            _ = try reader.take(Self.signatureLength, .signature)
        }
        stamp = reader.offset == bytes.count ? nil : try EntryStamp(&reader)
        guard reader.offset == bytes.count else { throw MessageFault(.stamp, .goesOn, at: reader.offset) }
        (kind, place, time) = (header.kind, header.place, header.time)
        (author, about) = (header.author, header.about)
        (self.bytes, bodyRange, self.fields) = (bytes, body, fields)
        id = MessageID(PortableSHA256.digest(of: bytes[..<body.upperBound]))
    }

    package var messageClass: MessageClass { kind.messageClass }
    package var order: MessageOrder { MessageOrder(time: time, id: id) }
    package var body: ArraySlice<UInt8> { bytes[bodyRange] }

    /// Returns the value of the body's field with `tag`; `nil` where there is none.
    package func value(of tag: UInt8) -> ArraySlice<UInt8>? {
        fields.first { $0.tag == tag }.map { bytes[$0.value] }
    }

    /// The author's signature; `nil` in sealed messages.
    package var signature: ArraySlice<UInt8>? {
        author.map { _ in bytes[bodyRange.upperBound..<bodyRange.upperBound + Self.signatureLength] }
    }

    /// The bytes that an author signs: not the message itself, so that no signature for another purpose fits.
    package static func signedBytes(of id: MessageID) -> [UInt8] {
        Array("hereabouts message 1".utf8) + [0] + id.digest.bytes
    }

    /// Returns whether the author's signature holds. A sealed message has none outside: true.
    package func isSigned(by checker: some SignatureChecking) -> Bool {
        guard let author, let signature else { return true }
        return !author.isSmallOrder && checker.holds(signature, of: Self.signedBytes(of: id), by: author)
    }

    /// Returns the message with a member's stamp behind it, in the place of the one it has.
    package func stamped(_ stamp: EntryStamp) -> Message {
        let end = bodyRange.upperBound + (author == nil ? 0 : Self.signatureLength)
        return Message(self, bytes: bytes[..<end] + stamp.bytes, stamp: stamp)
    }

    private init(_ other: Message, bytes: ArraySlice<UInt8>, stamp: EntryStamp) {
        (self.bytes, self.stamp, id) = (Array(bytes), stamp, other.id)
        (kind, place, time, author, about) = (other.kind, other.place, other.time, other.author, other.about)
        (bodyRange, fields) = (other.bodyRange, other.fields)
    }
}

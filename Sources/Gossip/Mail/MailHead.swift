package import GeoCore

/// Everything of a mail that nobody seals: its message before the body, the suite and the hint. The seal is made over
/// it (HPKE's additional data), so a mail with another time, place or kind does not open.
///
///     0–71     the message before its body (`Message`)
///     72       suite, 1: HPKE (RFC 9180) in base mode with X25519, HKDF-SHA256 and AES-256-GCM
///     73–74    hint (`MailHint`)
package struct MailHead: Equatable, Sendable {
    package static let suite: UInt8 = 1
    package static let length = Message.headerLength + 3
    /// The length of the body without the content, in bytes: suite, hint, HPKE's encapsulated key and GCM's tag.
    package static let overhead = 3 + Bytes32.count + 16

    package let bytes: [UInt8]
    package let hint: MailHint
    /// The number of bytes to seal.
    package let contentLength: Int

    /// Makes the head of a mail with a text of `textLength` bytes. Throws `.weakKey`, and `.tooLong` for a text that
    /// does not fit.
    package init(
        in place: PlaceCode, at time: HybridTime, to prekey: AgreementKey, amongPeople people: Int, textLength: Int
    ) throws(MailFault) {
        guard !prekey.isWeak else { throw .weakKey }
        let needed = Self.overhead + MailContent.overhead + textLength
        guard let length = MessageClass.mail.paddedBodies?.first(where: { $0 >= needed }) else { throw .tooLong }
        hint = MailHint(of: prekey, amongPeople: people)
        contentLength = length - Self.overhead
        let zeros = [UInt8](repeating: 0, count: length)
        var bytes = Array(MessageDraft(sealed: .sealedMail, in: place, at: time, zeros).bytes[..<Message.headerLength])
        bytes.append(Self.suite)
        bytes.appendBigEndian(UInt64(hint.rawValue), count: 2)
        self.bytes = bytes
    }

    fileprivate init(_ message: Message) throws(MailFault) {
        guard message.kind == .sealedMail else { throw .kind }
        let body = message.body
        guard body[body.startIndex] == Self.suite else { throw .suite }
        let number = UInt16(body[body.startIndex + 1]) << 8 | UInt16(body[body.startIndex + 2])
        guard let hint = MailHint(rawValue: number) else { throw .hint }
        self.hint = hint
        contentLength = body.count - Self.overhead
        bytes = Array(message.bytes[..<Self.length])
    }
}

/// A mail as nodes carry it.
package struct SealedMail: Equatable, Sendable {
    package let head: MailHead
    /// HPKE's encapsulated key `enc`.
    package let encapsulated: AgreementKey
    /// The sealed content with GCM's tag.
    package let sealed: ArraySlice<UInt8>

    /// Reads the parts of a mail.
    package init(_ message: Message) throws(MailFault) {
        head = try MailHead(message)
        let body = message.body.dropFirst(3)
        encapsulated = AgreementKey(Bytes32(startOf: body.prefix(Bytes32.count)))
        guard !encapsulated.isWeak else { throw .weakKey }
        sealed = body.dropFirst(Bytes32.count)
    }
}

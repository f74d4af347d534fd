/// The content of a mail, inside its seal.
///
///     0        what: 1 text, 2 receipt
///     1–32     the author's Ed25519 key
///     33–34    length of the text
///     35–      the text in UTF-8; of a receipt the ids of the opened mails, 32 bytes each
///     then 64  the author's signature of `signedBytes`
///     then     zeros up to the length of the content
package struct MailContent: Equatable, Sendable {
    package enum What: UInt8, Sendable {
        case text = 1
        case receipt = 2
    }

    /// The length of the content without its text, in bytes.
    package static let overhead = 35 + Message.signatureLength

    package let what: What
    package let author: SignerKey
    package let text: ArraySlice<UInt8>
    package let signature: ArraySlice<UInt8>

    /// `signature` has 64 bytes; another number is a programmer's error.
    package init(_ what: What, by author: SignerKey, _ text: [UInt8], signature: [UInt8]) {
        precondition(signature.count == Message.signatureLength, "an Ed25519 signature has 64 bytes")
        (self.what, self.author, self.text, self.signature) = (what, author, text[...], signature[...])
    }

    /// Reads an opened content. The signature is not checked here.
    package init(bytes: [UInt8]) throws(MailFault) {
        let padded = MessageClass.mail.paddedBodies ?? []
        guard padded.contains(bytes.count + MailHead.overhead) else { throw .length }
        guard let what = What(rawValue: bytes[0]) else { throw .what }
        author = SignerKey(Bytes32(startOf: bytes[1...]))
        guard !author.isSmallOrder else { throw .weakKey }
        let end = 35 + (Int(bytes[33]) << 8 | Int(bytes[34]))
        guard end + Message.signatureLength <= bytes.count else { throw .length }
        text = bytes[35..<end]
        signature = bytes[end..<end + Message.signatureLength]
        guard bytes[(end + Message.signatureLength)...].allSatisfy({ $0 == 0 }) else { throw .padding }
        self.what = what
        if what == .receipt, text.isEmpty || !text.count.isMultiple(of: Bytes32.count) { throw .ids }
    }

    /// The bytes to seal, padded to `length`. Throws `.tooLong` when they do not fit.
    package func bytes(paddedTo length: Int) throws(MailFault) -> [UInt8] {
        guard Self.overhead + text.count <= length, text.count <= Int(UInt16.max) else { throw .tooLong }
        var bytes = [what.rawValue] + author.bytes.bytes
        bytes.appendBigEndian(UInt64(text.count), count: 2)
        bytes += text + signature
        return bytes + [UInt8](repeating: 0, count: length - bytes.count)
    }

    /// The ids of the mails that a receipt is for; none in a text.
    package var ids: [MessageID] {
        guard what == .receipt else { return [] }
        return stride(from: text.startIndex, to: text.endIndex, by: Bytes32.count).map {
            MessageID(Bytes32(startOf: text[$0...]))
        }
    }

    /// The bytes that the author signs.
    ///
    /// They name the receiver, because a prekey alone does not: anybody can sign somebody else's prekey as their own,
    /// and would then be the one whom the author meant. They have the encapsulated key, so the receiver cannot seal the
    /// text anew for others; and the head, so it has one time.
    package static func signedBytes(
        _ what: What, _ text: some Sequence<UInt8>, head: [UInt8], to receiver: SignerKey, _ prekey: AgreementKey,
        encapsulated: AgreementKey
    ) -> [UInt8] {
        var bytes = Array("hereabouts mail 1".utf8) + [0] + head
        for key in [receiver.bytes, prekey.bytes, encapsulated.bytes] { key.append(to: &bytes) }
        return bytes + [what.rawValue] + text
    }
}

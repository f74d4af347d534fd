package import GeoCore

/// Somebody's X25519 key of the day, to which mail for them is sealed. Its author's signature is the message's.
package struct Prekey: Equatable, Sendable {
    package let author: SignerKey
    package let key: AgreementKey
    /// When it was made. The one who made it deletes its secret half when the class's life is over.
    package let time: HybridTime

    /// Reads the prekey that a message carries. Its signature is not checked here.
    package init(_ message: Message) throws(MailFault) {
        guard message.kind == .prekey, let author = message.author else { throw .kind }
        guard let value = message.value(of: 1), let bytes = Bytes32(value) else { throw .keyLength }
        key = AgreementKey(bytes)
        guard !key.isWeak else { throw .weakKey }
        (self.author, time) = (author, message.time)
    }
}

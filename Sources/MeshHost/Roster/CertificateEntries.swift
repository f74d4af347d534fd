package import Gossip

/// The TLS certificate with which a node answers at the name of the place, and that of the authority that signed it:
/// X.509 in DER. Their readers check them.
package struct CertificateEntry: RosterEntry, Equatable, Sendable {
    package static let kind = MessageKind.certificate

    /// The node's.
    package let key: SignerKey
    package let certificate: [UInt8]
    package let authority: [UInt8]

    package init(_ key: SignerKey, certificate: [UInt8], authority: [UInt8]) {
        (self.key, self.certificate, self.authority) = (key, certificate, authority)
    }

    package var subject: Bytes32 { key.bytes }

    package var fields: [BodyField] {
        [
            BodyField(tag: 1, value: key.bytes.bytes), BodyField(tag: 2, value: certificate),
            BodyField(tag: 3, value: authority),
        ]
    }

    package init?(_ message: Message) {
        guard let key = Self.subject(of: message, tag: 1), let certificate = message.value(of: 2),
            let authority = message.value(of: 3)
        else { return nil }
        self.init(SignerKey(key), certificate: Array(certificate), authority: Array(authority))
    }
}

/// A node's wish for a certificate of the place's name.
package struct CertificateRequest: Equatable, Sendable {
    /// The node's: it signed the request.
    package let node: SignerKey
    /// A point of P-256 in the uncompressed form of X9.63: 4, then 64 bytes. Whether it is on the curve, its user
    /// checks.
    package let publicKey: [UInt8]

    static let keyLength = 65

    /// `nil` where the message is none.
    init?(_ message: Message) {
        guard message.kind == .certificateRequest, let node = message.author, let key = message.value(of: 1),
            key.count == Self.keyLength, key.first == 4
        else { return nil }
        (self.node, publicKey) = (node, Array(key))
    }
}

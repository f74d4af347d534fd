import Crypto

/// The secret that the join code of a place carries. Nodes show that they have it before they say anything stable.
package struct PlaceSecret: Sendable {
    /// A shorter secret could be guessed from what nodes show.
    package static let leastLength = 16

    private let key: SymmetricKey

    /// `nil` if it has fewer than 16 bytes.
    package init?(_ bytes: [UInt8]) {
        guard bytes.count >= Self.leastLength else { return nil }
        key = SymmetricKey(data: bytes)
    }

    /// The mark that all nodes of the place with links at `port` announce in a period: four bytes that say nothing to
    /// others. It names the port, so that a stranger who repeats a mark leads nodes to no other service.
    package func mark(ofPeriod period: Int64, port: UInt16) -> [UInt8] {
        let text = bigEndian(UInt64(bitPattern: period)) + [UInt8(port >> 8), UInt8(truncatingIfNeeded: port)]
        return Array(HMAC<SHA256>.authenticationCode(for: text, using: key).prefix(4))
    }

    /// The code by which the side of a link with `role` shows that it has the secret.
    func proof(_ role: LinkRole, own: CertificateHash, other: CertificateHash) -> [UInt8] {
        Array(HMAC<SHA256>.authenticationCode(for: Self.text(role, own, other), using: key))
    }

    /// Whether the other side, with `role`, showed that it has the secret. Takes the same time for every wrong code.
    func isProof(_ code: ArraySlice<UInt8>, _ role: LinkRole, own: CertificateHash, other: CertificateHash) -> Bool {
        HMAC<SHA256>.isValidAuthenticationCode(Array(code), authenticating: Self.text(role, own, other), using: key)
    }

    private static func text(_ role: LinkRole, _ own: CertificateHash, _ other: CertificateHash) -> [UInt8] {
        Array((role == .dialler ? "dial" : "listen").utf8) + own.bytes + other.bytes
    }
}

/// The bytes of a number, the highest first.
func bigEndian(_ number: UInt64) -> [UInt8] {
    (0..<8).map { UInt8(truncatingIfNeeded: number >> UInt64(56 - 8 * $0)) }
}

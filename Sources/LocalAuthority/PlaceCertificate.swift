import Crypto
package import FoundationEssentials
import SwiftASN1
import X509

/// A certificate of a place's name for one of its nodes, with that of the authority.
package struct PlaceCertificate: Sendable {
    /// How long it is valid, with the day before its making. A node that the place removed can answer at the place's
    /// name for no longer than this.
    static let days = 14
    /// The remaining validity below which it is made anew, in seconds.
    private static let renewalTime = 7.0 * 24 * 3600

    /// In DER.
    package let certificate: [UInt8]
    package let authority: [UInt8]
    /// The name in small letters.
    package let host: String
    /// In X9.63.
    package let publicKey: [UInt8]
    package let start: Date
    package let end: Date
    /// Both in PEM, as a server reads them.
    let chain: String
    /// What phones must trust.
    package let trust: AuthorityCertificate

    /// Reads both from DER. `nil` unless the authority signed the certificate, for one name and a key of P-256.
    package init?(certificate: [UInt8], authority: [UInt8]) {
        guard let server = try? Certificate(derEncoded: certificate),
            let root = try? Certificate(derEncoded: authority),
            server.isIssued(by: root), server.signatureAlgorithm == .ecdsaWithSHA256,
            let key = P256.Signing.PublicKey(server.publicKey), server.names.addresses.isEmpty,
            server.names.hosts.count == 1,
            let texts = try? [server, root].map({ try $0.serializeAsPEM().pemString + "\n" }),
            let trust = try? AuthorityCertificate(root)
        else { return nil }
        (self.certificate, self.authority, host) = (certificate, authority, server.names.hosts[0])
        (publicKey, chain) = (Array(key.x963Representation), texts.joined())
        (start, end, self.trust) = (server.notValidBefore, server.notValidAfter, trust)
    }

    package func isValid(at now: Date) -> Bool { start <= now && now < end }

    /// Whether it is time for the next one: a week before the end, or when the clock is before the beginning.
    package func isOld(at now: Date) -> Bool { now < start || end < now + Self.renewalTime }
}

extension LocalAuthority {
    /// Signs a certificate for one name, such as `library.local`, and a key of P-256 (X9.63). Makes the authority where
    /// there is none yet. Returns `nil` for a key that is none, and a name that the authority may not sign for.
    package func placeCertificate(
        for host: String, _ publicKey: [UInt8], at now: Date
    ) throws(LocalAuthorityFault) -> PlaceCertificate? {
        guard let key = try? P256.Signing.PublicKey(x963Representation: publicKey) else { return nil }
        let name = ServerNames(hosts: [host], addresses: [])
        let (issuer, _) = try issuer(for: .ofThisMachine(), at: now)
        guard NameLimits(of: issuer.certificate).split(name).leftOut.isEmpty else { return nil }
        return try certificateLibrary {
            let made = try issuer.issue(for: name, to: key, at: now, days: PlaceCertificate.days)
            return PlaceCertificate(certificate: try made.der, authority: try issuer.certificate.der)
        }
    }

    /// Whether this authority signed the certificate and would sign it again.
    package func isOwn(_ certificate: PlaceCertificate) -> Bool {
        guard let kept = try? self.certificate() else { return false }
        return kept.fingerprint == certificate.trust.fingerprint
    }
}

extension Certificate {
    fileprivate var der: [UInt8] {
        get throws {
            var serializer = DER.Serializer()
            try serializer.serialize(self)
            return serializer.serializedBytes
        }
    }
}

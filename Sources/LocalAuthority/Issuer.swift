import Crypto
import FoundationEssentials
import SwiftASN1
import X509

/// The authority's certificate and key, which sign server certificates.
struct Issuer: Sendable {
    let certificate: Certificate
    let key: P256.Signing.PrivateKey

    /// Ten years. The root programs of browsers do not apply to authorities that people install by hand.
    private static let authorityDays = 3652
    /// Browsers accept at most 398 days from public authorities (CA/Browser Forum Baseline Requirements §6.3.2).
    static let serverDays = 397
    private static let day = 24.0 * 3600

    /// Makes an authority for a machine with these `names`.
    static func make(for names: ServerNames, at now: Date) throws -> Issuer {
        let key = P256.Signing.PrivateKey()
        let machine = names.hosts.first { $0 != "localhost" } ?? "this machine"
        let name = try DistinguishedName {
            CommonName("Hereabouts on \(machine)")
        }
        let publicKey = Certificate.PublicKey(key.publicKey)
        let limits = NameLimits(ofMachineCalled: names)
        let certificate = try Certificate(
            version: .v3, serialNumber: .init(), publicKey: publicKey, notValidBefore: now - day,
            notValidAfter: now + Double(authorityDays) * day, issuer: name, subject: name,
            extensions: try Certificate.Extensions {
                Critical(BasicConstraints.isCertificateAuthority(maxPathLength: 0))
                Critical(KeyUsage(keyCertSign: true, cRLSign: true))
                try ExtendedKeyUsage([.serverAuth])
                Critical(limits.constraints)
                SubjectKeyIdentifier(hash: publicKey)
            },
            issuerPrivateKey: Certificate.PrivateKey(key))
        return Issuer(certificate: certificate, key: key)
    }

    /// Signs a server certificate for `names`. It is valid for `days` from a day ago, for phones with a slow clock, but
    /// not longer than the authority itself.
    func issue(
        for names: ServerNames, to publicKey: P256.Signing.PublicKey, at now: Date, days: Int = serverDays
    ) throws -> Certificate {
        let publicKey = Certificate.PublicKey(publicKey)
        let start = max(now - Self.day, certificate.notValidBefore)
        let name = try DistinguishedName {
            CommonName(names.hosts.first { $0 != "localhost" } ?? "localhost")
        }
        return try Certificate(
            version: .v3, serialNumber: .init(), publicKey: publicKey, notValidBefore: start,
            // The last second is included (RFC 5280 §4.1.2.5).
            notValidAfter: min(start + Double(days) * Self.day - 1, certificate.notValidAfter),
            issuer: certificate.subject, subject: name,
            extensions: try Certificate.Extensions {
                Critical(BasicConstraints.notCertificateAuthority)
                Critical(KeyUsage(digitalSignature: true))
                try ExtendedKeyUsage([.serverAuth])
                SubjectAlternativeNames(
                    names.hosts.map { .dnsName($0) }
                        + names.addresses.map { .ipAddress(ASN1OctetString(contentBytes: $0.bytes[...])) })
                SubjectKeyIdentifier(hash: publicKey)
                AuthorityKeyIdentifier(keyIdentifier: try certificate.extensions.subjectKeyIdentifier?.keyIdentifier)
            },
            issuerPrivateKey: Certificate.PrivateKey(key))
    }
}

import Crypto
package import FoundationEssentials
import SwiftASN1
import X509

/// A certificate authority of this machine alone, and the server certificate that it signs.
///
/// ```
/// <folder>/authority.pem        its certificate, which phones must trust
/// <folder>/authority-key.pem    its key, mode 0600
/// <folder>/server.pem           the server's certificate, then the authority's
/// <folder>/server-key.pem       the server's key, mode 0600; it stays, so that it belongs to every server.pem
/// ```
///
/// The authority may sign only for private addresses and for this machine's names at the time of its making: a thief of
/// its key cannot pretend to be a bank to the phones that trust it.
package struct LocalAuthority: Sendable {
    private let folder: AuthorityFolder

    /// Uses the files in `folder`, whose parent folder must exist.
    package init(folder: String) { self.folder = AuthorityFolder(path: folder) }

    package var authorityFile: String { folder.path("authority.pem") }
    package var certificateFile: String { folder.path("server.pem") }
    package var keyFile: String { folder.path("server-key.pem") }

    /// The result of `renew`.
    package struct Renewal: Equatable, Sendable {
        /// Whether the authority is new: phones do not trust it yet.
        package var isAuthorityNew = false
        /// Whether the server's certificate is new.
        package var isCertificateNew = false
        /// Names and addresses of the server that the authority may not sign for, because the machine got them later.
        package var leftOut: [String] = []

        package init(isAuthorityNew: Bool = false, isCertificateNew: Bool = false, leftOut: [String] = []) {
            self.isAuthorityNew = isAuthorityNew
            self.isCertificateNew = isCertificateNew
            self.leftOut = leftOut
        }
    }

    /// Makes missing files, and a new server certificate if the old one expires within thirty days or lacks one of
    /// `names`.
    ///
    /// It replaces an authority that expires within thirty days. Throws `LocalAuthorityFault` with the file and the
    /// remedy; files are written atomically.
    package func renew(for names: ServerNames, at now: Date) throws(LocalAuthorityFault) -> Renewal {
        try folder.make()
        var renewal = Renewal()
        let authority: Issuer
        (authority, renewal.isAuthorityNew) = try issuer(for: names, at: now)
        let (granted, leftOut) = NameLimits(of: authority.certificate).split(names)
        renewal.leftOut = leftOut

        let key = try serverKey()
        guard try !isCertificateGood(of: authority, key, for: granted, at: now) else { return renewal }
        let chain = try certificateLibrary {
            try [authority.issue(for: granted, to: key.publicKey, at: now), authority.certificate]
                .map { try $0.serializeAsPEM().pemString + "\n" }.joined()
        }
        try folder.write(chain, to: "server.pem", mode: 0o644)
        renewal.isCertificateNew = true
        return renewal
    }

    /// Returns the authority, made for a machine with these names if there is none, and whether it is new.
    func issuer(for names: ServerNames, at now: Date) throws(LocalAuthorityFault) -> (Issuer, isNew: Bool) {
        if let kept = try keptAuthority(at: now) { return (kept, false) }
        try folder.make()
        let authority = try certificateLibrary { try Issuer.make(for: names, at: now) }
        // The key comes first: a key without a certificate is unused, and the next run replaces it.
        try folder.write(authority.key.pemRepresentation, to: "authority-key.pem", mode: 0o600)
        let pem = try certificateLibrary { try authority.certificate.serializeAsPEM().pemString }
        try folder.write(pem + "\n", to: "authority.pem", mode: 0o644)
        return (authority, true)
    }

    /// Returns the authority's certificate for phones. Throws if there is none yet, or if it cannot be read.
    package func certificate() throws(LocalAuthorityFault) -> AuthorityCertificate {
        guard let text = try folder.text("authority.pem"), let certificate = try? Certificate(pemEncoded: text) else {
            throw .damaged(authorityFile)
        }
        return try certificateLibrary { try AuthorityCertificate(certificate) }
    }

    /// Splits `names` into those that the authority may sign for, and texts for the others. Throws if there is no
    /// authority.
    package func split(_ names: ServerNames) throws(LocalAuthorityFault) -> (granted: ServerNames, leftOut: [String]) {
        guard let text = try folder.text("authority.pem"), let certificate = try? Certificate(pemEncoded: text) else {
            throw .damaged(authorityFile)
        }
        return NameLimits(of: certificate).split(names)
    }

    /// Returns the existing authority; `nil` if there is none, or if it expires soon.
    private func keptAuthority(at now: Date) throws(LocalAuthorityFault) -> Issuer? {
        guard let text = try folder.text("authority.pem") else { return nil }
        let keyFile = folder.path("authority-key.pem")
        guard let keyText = try folder.text("authority-key.pem") else { throw .keyMissing(keyFile) }
        guard let certificate = try? Certificate(pemEncoded: text) else { throw .damaged(authorityFile) }
        guard let key = try? P256.Signing.PrivateKey(pemRepresentation: keyText) else { throw .damaged(keyFile) }
        guard Certificate.PublicKey(key.publicKey) == certificate.publicKey else {
            throw .keyOfAnother(keyFile, certificate: authorityFile)
        }
        guard certificate.notValidBefore <= now else {
            throw .clock(authorityFile, now: now.inWords, since: certificate.notValidBefore.inWords)
        }
        guard certificate.notValidAfter > now + Self.renewalTime else { return nil }
        return Issuer(certificate: certificate, key: key)
    }

    private func serverKey() throws(LocalAuthorityFault) -> P256.Signing.PrivateKey {
        // A damaged server key may simply be replaced: no phone trusts it directly.
        if let text = try folder.text("server-key.pem"), let key = try? P256.Signing.PrivateKey(pemRepresentation: text)
        {
            return key
        }
        let key = P256.Signing.PrivateKey()
        try folder.write(key.pemRepresentation, to: "server-key.pem", mode: 0o600)
        return key
    }

    /// Whether the existing certificate is from the authority, covers all `names` and is valid long enough.
    private func isCertificateGood(
        of authority: Issuer, _ key: P256.Signing.PrivateKey, for names: ServerNames, at now: Date
    ) throws(LocalAuthorityFault) -> Bool {
        guard let text = try folder.text("server.pem"), let chain = try? CertificateChain(pem: text),
            chain.certificates.count == 2, chain.certificates[1] == authority.certificate
        else { return false }
        let certificate = chain.certificates[0]
        return certificate.publicKey == Certificate.PublicKey(key.publicKey)
            && authority.certificate.publicKey.isValidSignature(certificate.signature, for: certificate)
            && certificate.notValidBefore <= now && certificate.notValidAfter > now + Self.renewalTime
            && certificate.missing(names).isEmpty
    }

    /// The remaining validity below which certificates are renewed, in seconds.
    private static let renewalTime = 30.0 * 24 * 3600
}

/// Runs `body`, and wraps the errors of the certificate library.
func certificateLibrary<Value>(_ body: () throws -> Value) throws(LocalAuthorityFault) -> Value {
    do { return try body() } catch { throw .unmade("\(error)") }
}

extension Date {
    /// The date and time in UTC, for fault messages.
    var inWords: String { formatted(.iso8601) }
}

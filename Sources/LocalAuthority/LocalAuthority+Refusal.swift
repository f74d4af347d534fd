import SwiftASN1
import X509

extension LocalAuthority {
    /// Looks at the certificates that a server at `address` showed, as a device would that trusts this authority alone;
    /// returns why it would refuse them, or `nil` when it would not.
    ///
    /// - Parameter chain: The certificates in DER, the server's first.
    package func refusal(of chain: [[UInt8]], from address: IPAddress) async -> String? {
        guard case .success(let text) = readText(authorityFile), let root = try? Certificate(pemEncoded: text) else {
            return "\(authorityFile) cannot be read"
        }
        guard let certificates = try? chain.map({ try Certificate(derEncoded: $0) }), let server = certificates.first
        else { return "it shows no certificate that can be read" }
        var verifier = Verifier(rootCertificates: CertificateStore([root])) {
            RFC5280Policy()
            ServerIdentityPolicy(serverHostname: nil, serverIP: address.description)
        }
        switch await verifier.validate(leaf: server, intermediates: CertificateStore(certificates.dropFirst())) {
        case .validCertificate: return nil
        case .couldNotValidate(let failures):
            return failures.first.map { "\($0.policyFailureReason)" }
                ?? "its certificate is not signed by \(root.name)"
        }
    }
}

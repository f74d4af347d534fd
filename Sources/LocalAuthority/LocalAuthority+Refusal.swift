import SwiftASN1
import X509

extension LocalAuthority {
    /// Checks the certificates of a server at `address` as a device would that trusts only this authority. Returns the
    /// reason to refuse them, or `nil` if it would accept them.
    ///
    /// - Parameter chain: The certificates in DER, the server's first.
    package func refusal(of chain: [[UInt8]], from address: IPAddress) async -> String? {
        await refusal(of: chain, ServerIdentityPolicy(serverHostname: nil, serverIP: address.description))
    }

    /// Does the same for a server with a name.
    package func refusal(of chain: [[UInt8]], fromHost name: String) async -> String? {
        await refusal(of: chain, ServerIdentityPolicy(serverHostname: name, serverIP: nil))
    }

    private func refusal(of chain: [[UInt8]], _ identity: ServerIdentityPolicy) async -> String? {
        guard case .success(let text) = readText(authorityFile), let root = try? Certificate(pemEncoded: text) else {
            return "\(authorityFile) cannot be read"
        }
        guard let certificates = try? chain.map({ try Certificate(derEncoded: $0) }), let server = certificates.first
        else { return "it presents no readable certificate" }
        var verifier = Verifier(rootCertificates: CertificateStore([root])) {
            RFC5280Policy()
            identity
        }
        switch await verifier.validate(leaf: server, intermediates: CertificateStore(certificates.dropFirst())) {
        case .validCertificate: return nil
        case .couldNotValidate(let failures):
            return failures.first.map { "\($0.policyFailureReason)" }
                ?? "its certificate is not signed by \(root.name)"
        }
    }
}

import Crypto
import FoundationEssentials
import NIOCore
import NIOSSL
import SwiftASN1
import X509

/// A key and a certificate that a node makes for links and throws away: fresh with each label.
struct LinkIdentity: Sendable {
    static let applicationProtocol = "hereabouts-mesh/1"

    let hash: CertificateHash
    /// The contexts of TLS for the two roles.
    let listener: NIOSSLContext
    let dialler: NIOSSLContext

    /// Makes a new key. Throws errors of the libraries.
    init() throws {
        let key = P256.Signing.PrivateKey()
        var serializer = DER.Serializer()
        try serializer.serialize(Self.certificate(of: key))
        hash = CertificateHash(ofCertificate: serializer.serializedBytes)
        let certificate = try NIOSSLCertificate(bytes: serializer.serializedBytes, format: .der)
        let privateKey = try NIOSSLPrivateKey(bytes: Array(key.pemRepresentation.utf8), format: .pem)
        listener = try NIOSSLContext(
            configuration: Self.links(
                .makeServerConfiguration(
                    certificateChain: [.certificate(certificate)], privateKey: .privateKey(privateKey))))
        var configuration = TLSConfiguration.makeClientConfiguration()
        configuration.certificateChain = [.certificate(certificate)]
        configuration.privateKey = .privateKey(privateKey)
        dialler = try NIOSSLContext(configuration: Self.links(configuration))
    }

    private static func links(_ configuration: TLSConfiguration) -> TLSConfiguration {
        var configuration = configuration
        configuration.minimumTLSVersion = .tlsv13
        configuration.maximumTLSVersion = .tlsv13
        // Asks the other side for its certificate. No authority vouches for it: the handshake inside does.
        configuration.certificateVerification = .noHostnameVerification
        configuration.trustRoots = .certificates([])
        // How long a side that is closed waits for the other to agree.
        configuration.shutdownTimeout = .seconds(1)
        configuration.applicationProtocols = [applicationProtocol]
        return configuration
    }

    /// A certificate that says nothing but its key: the same name and dates for all nodes, and no reading of a clock.
    private static func certificate(of key: P256.Signing.PrivateKey) throws -> Certificate {
        let name = try DistinguishedName { CommonName("mesh") }
        return try Certificate(
            version: .v3, serialNumber: .init(), publicKey: Certificate.PublicKey(key.publicKey),
            notValidBefore: Date(timeIntervalSince1970: 1_577_836_800),
            notValidAfter: Date(timeIntervalSince1970: 4_102_444_800), issuer: name, subject: name,
            extensions: Certificate.Extensions(), issuerPrivateKey: Certificate.PrivateKey(key))
    }
}

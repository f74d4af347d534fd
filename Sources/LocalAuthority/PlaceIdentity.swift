import Crypto
package import FoundationEssentials
import SwiftASN1
import X509

/// The key and the certificate with which this server answers at the name of its place: files in the folder of the
/// node's keys.
///
/// ```
/// <folder>/name-key.pem    the key, mode 0600; it stays, so that it belongs to every name.pem
/// <folder>/name.pem        the certificate, then the authority's
/// ```
package struct PlaceIdentity: Sendable {
    private let folder: AuthorityFolder

    /// Uses files in `folder`, whose parent folder must exist.
    package init(folder: String) { self.folder = AuthorityFolder(path: folder) }

    package var certificateFile: String { folder.path(Self.certificateName) }
    package var keyFile: String { folder.path(Self.keyName) }

    private static let certificateName = "name.pem"
    private static let keyName = "name-key.pem"

    /// Returns the public key in X9.63; makes the key where there is none that can be used.
    package func publicKey() throws(LocalAuthorityFault) -> [UInt8] {
        if let text = try folder.text(Self.keyName), let key = try? P256.Signing.PrivateKey(pemRepresentation: text) {
            return Array(key.publicKey.x963Representation)
        }
        let key = P256.Signing.PrivateKey()
        try folder.make()
        try folder.write(key.pemRepresentation, to: Self.keyName, mode: 0o600)
        return Array(key.publicKey.x963Representation)
    }

    /// Returns the kept certificate; `nil` where there is none for the key.
    package func certificate() throws(LocalAuthorityFault) -> PlaceCertificate? {
        guard let text = try folder.text(Self.certificateName),
            let documents = try? PEMDocument.parseMultiple(pemString: text), documents.count == 2,
            let kept = PlaceCertificate(certificate: documents[0].derBytes, authority: documents[1].derBytes)
        else { return nil }
        return try kept.publicKey == publicKey() ? kept : nil
    }

    /// Keeps a certificate for the key; does not touch the file where it has the same already.
    package func keep(_ certificate: PlaceCertificate) throws(LocalAuthorityFault) {
        guard try self.certificate()?.certificate != certificate.certificate else { return }
        try folder.write(certificate.chain, to: Self.certificateName, mode: 0o644)
    }
}

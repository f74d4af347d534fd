import Crypto
import SwiftASN1
import X509

/// The certificates of one file, in its order.
struct CertificateChain {
    let certificates: [Certificate]

    /// Reads certificates in PEM; what else is in the file, such as parameters or a key, is passed over. Throws the
    /// library's error for one that cannot be read; there may be none at all.
    init(pem: String) throws {
        certificates = try PEMDocument.parseMultiple(pemString: pem).filter { $0.discriminator == "CERTIFICATE" }
            .map { try Certificate(pemDocument: $0) }
    }
}

extension Certificate {
    /// The names and addresses of `names` that this certificate is not good for, in words. A name may be met by `*.`
    /// and its parent (RFC 9525 §6.3).
    func missing(_ names: ServerNames) -> [String] {
        let own = self.names
        return names.hosts.filter { host in
            !own.hosts.contains(host) && !own.hosts.contains("*" + host.drop { $0 != "." })
        } + names.addresses.filter { !own.addresses.contains($0) }.map(\.description)
    }

    /// The names and addresses that this certificate is good for.
    var names: ServerNames {
        var names = ServerNames(hosts: [], addresses: [])
        for name in (try? extensions.subjectAlternativeNames) ?? SubjectAlternativeNames() {
            switch name {
            case .dnsName(let host): names.hosts.append(host.lowercased())
            case .ipAddress(let bytes):
                if let address = IPAddress(bytes: bytes.bytes) { names.addresses.append(address) }
            default: continue
            }
        }
        return names
    }

    /// Whether `other` signed this certificate. One signed in a way that is no longer trusted goes by its issuer's name
    /// alone.
    func isIssued(by other: Certificate) -> Bool {
        issuer == other.subject
            && (hasWeakSignature || other.publicKey.isValidSignature(signature, for: self))
    }

    var isSelfSigned: Bool { isIssued(by: self) }

    /// Whether browsers no longer take the signature: SHA-1 and older (CA/Browser Forum Baseline Requirements
    /// §7.1.3.2).
    var hasWeakSignature: Bool {
        ![
            .ecdsaWithSHA256, .ecdsaWithSHA384, .ecdsaWithSHA512, .sha256WithRSAEncryption, .sha384WithRSAEncryption,
            .sha512WithRSAEncryption, .ed25519,
        ].contains(signatureAlgorithm)
    }

    /// The name in the subject that people know it by.
    var name: String { subject.description.isEmpty ? "without a name" : "'\(subject)'" }
}

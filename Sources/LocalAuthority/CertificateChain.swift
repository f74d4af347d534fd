import Crypto
import SwiftASN1
import X509

/// The certificates of one file, in its order.
struct CertificateChain {
    let certificates: [Certificate]

    /// Parses certificates in PEM and skips everything else, such as parameters or a key. Throws the library's error
    /// for an unreadable certificate; the chain may be empty.
    init(pem: String) throws {
        certificates = try PEMDocument.parseMultiple(pemString: pem).filter { $0.discriminator == "CERTIFICATE" }
            .map { try Certificate(pemDocument: $0) }
    }
}

extension Certificate {
    /// Returns the names and addresses of `names` that this certificate does not cover, as texts. `*.` and the parent
    /// domain cover a name (RFC 9525 §6.3).
    func missing(_ names: ServerNames) -> [String] {
        let own = self.names
        return names.hosts.filter { host in
            !own.hosts.contains(host) && !own.hosts.contains("*" + host.drop { $0 != "." })
        } + names.addresses.filter { !own.addresses.contains($0) }.map(\.description)
    }

    /// The names and addresses that this certificate covers.
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

    /// Whether `other` signed this certificate. If the signature algorithm is no longer trusted, the issuer's name
    /// decides.
    func isIssued(by other: Certificate) -> Bool {
        issuer == other.subject
            && (hasWeakSignature || other.publicKey.isValidSignature(signature, for: self))
    }

    var isSelfSigned: Bool { isIssued(by: self) }

    /// Whether browsers no longer accept the signature: SHA-1 and older (CA/Browser Forum Baseline Requirements
    /// §7.1.3.2).
    var hasWeakSignature: Bool {
        ![
            .ecdsaWithSHA256, .ecdsaWithSHA384, .ecdsaWithSHA512, .sha256WithRSAEncryption, .sha384WithRSAEncryption,
            .sha512WithRSAEncryption, .ed25519,
        ].contains(signatureAlgorithm)
    }

    /// The subject's name, for messages.
    var name: String { subject.description.isEmpty ? "without a name" : "'\(subject)'" }
}

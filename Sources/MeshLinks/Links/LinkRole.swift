import Crypto
import Gossip

/// Which side of a link a node is.
package enum LinkRole: UInt8, Sendable {
    case dialler = 1
    case listener = 2

    var opposite: LinkRole { self == .dialler ? .listener : .dialler }
}

/// The SHA-256 of a certificate (DER) that a side showed in TLS.
package struct CertificateHash: Equatable, Sendable {
    let bytes: [UInt8]

    package init(ofCertificate certificate: [UInt8]) { bytes = Array(SHA256.hash(data: certificate)) }
}

/// A reason that browsers refuse a certificate or its key. Each message names the file, the problem and the remedy.
package enum TLSFault: Error, Equatable, Sendable, CustomStringConvertible {
    case unreadable(String, cause: String)
    case notCertificate(String)
    case notKey(String)
    case keyUnderPassword(String)
    case keyOpenToOthers(String, mode: String)
    case keyOfAnother(String, certificate: String)
    case weakKey(String, owner: String)
    case weakSignature(String, certificate: String)
    case expired(String, certificate: String, on: String, now: String)
    case early(String, certificate: String, on: String, now: String)
    case namesMissing(String, [String])
    case notForServers(String)
    case tooLong(String)
    case chainIncomplete(String, missing: String)
    case wrongOrder(String, first: String, belongsFirst: String)
    case strayCertificate(String, certificate: String)

    package var description: String { "\(finding); \(remedy)" }

    /// The problem.
    package var finding: String {
        switch self {
        case .unreadable(let file, let cause): "\(file) cannot be read: \(cause)"
        case .notCertificate(let file): "\(file) contains no readable certificate in PEM"
        case .notKey(let file): "\(file) contains no readable private key in PEM"
        case .keyUnderPassword(let file): "the key in \(file) is protected by a password"
        case .keyOpenToOthers(let file, let mode): "other users may read the key \(file) (mode \(mode))"
        case .keyOfAnother(let file, let certificate): "\(file) is not the key of a certificate in \(certificate)"
        case .weakKey(let file, let owner): "\(owner) in \(file) has fewer than 2048 bits"
        case .weakSignature(let file, let certificate):
            "certificate \(certificate) in \(file) is signed in a way that browsers no longer accept, such as SHA-1"
        case .expired(let file, let certificate, let date, let now):
            "certificate \(certificate) in \(file) ended on \(date), and this machine's clock shows \(now)"
        case .early(let file, let certificate, let date, let now):
            "certificate \(certificate) in \(file) begins on \(date), and this machine's clock shows \(now)"
        case .namesMissing(let file, let names):
            "the server's certificate in \(file) is not good for \(names.joined(separator: ", "))"
        case .notForServers(let file): "the first certificate in \(file) does not allow use by servers"
        case .tooLong(let file):
            "the server's certificate in \(file) is valid for more than 825 days, which Apple's devices refuse"
        case .chainIncomplete(let file, let missing): "the chain in \(file) lacks the certificate of '\(missing)'"
        case .wrongOrder(let file, let first, let belongsFirst):
            "the certificates in \(file) are in the wrong order: \(first) comes before \(belongsFirst)"
        case .strayCertificate(let file, let certificate):
            "certificate \(certificate) in \(file) did not sign any other certificate in it"
        }
    }

    /// Whether another certificate, from any authority, would not have this fault.
    package var isMendedByNewCertificate: Bool {
        switch self {
        case .unreadable, .keyOpenToOthers, .early: false
        default: true
        }
    }

    /// The remedy.
    package var remedy: String {
        switch self {
        case .unreadable: "give it to the user this server runs as, or name another with --tls"
        case .notCertificate:
            "use the chain as the authority sends it, between lines of BEGIN CERTIFICATE and END CERTIFICATE"
        case .notKey: "use the key that was made with the request, between lines of BEGIN and END PRIVATE KEY"
        case .keyUnderPassword: "remove the password: openssl pkey -in key.pem -out plain-key.pem"
        case .keyOpenToOthers(let file, _): "chmod 600 \(file)"
        case .keyOfAnother: "with --tls, name the two files that belong together"
        case .weakKey: "make a new key, elliptic (P-256) or RSA with 2048 bits, and ask for a certificate for it"
        case .weakSignature: "ask the authority for a new certificate, signed with SHA-256"
        case .expired: "set the clock if that is wrong; otherwise renew the certificate"
        case .early: "set the clock"
        case .namesMissing: "ask for a certificate that covers them, or open the map by another name"
        case .notForServers: "ask the authority for a certificate for servers (TLS server authentication)"
        case .tooLong: "ask for a certificate of one year"
        case .chainIncomplete: "append that certificate, which the authority calls 'intermediate' or 'full chain'"
        case .wrongOrder: "put the server's certificate first, then the one that signed it, and so on"
        case .strayCertificate: "remove it from the file"
        }
    }
}

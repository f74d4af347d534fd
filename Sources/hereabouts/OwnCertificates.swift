import FoundationEssentials
import LocalAuthority
import Logging
import Server
import ServiceLifecycle

/// The certificates of `--tls auto`: their authority, their names, and the page that hands them out.
struct OwnCertificates: Sendable {
    let authority: LocalAuthority
    private let host: String
    private let publicURL: String?
    private let hostNames: [String]

    init(_ configuration: Configuration) {
        authority = LocalAuthority(folder: configuration.data + "/tls")
        host = configuration.server.host
        publicURL = configuration.server.publicURL
        hostNames = configuration.server.hostNames.filter { !$0.hasPrefix("*") }
    }

    var files: ServerSettings.TLSFiles { .init(certificate: authority.certificateFile, key: authority.keyFile) }

    /// The names that browsers may use now: addresses come and go.
    var names: ServerNames {
        let names = ServerNames.ofThisMachine(publicURL: publicURL)
        return ServerNames(hosts: names.hosts + hostNames, addresses: names.addresses)
    }

    /// Makes missing or expiring certificates and logs that; at the start it also logs the names that the existing
    /// certificate does not cover.
    func renew(_ logger: Logger, atStart: Bool = false) throws {
        let renewal = try authority.renew(for: names, at: .now)
        if renewal.isAuthorityNew {
            logger.notice("made a certificate authority, \(authority.authorityFile); phones do not trust it yet")
        }
        if renewal.isCertificateNew { logger.notice("made a certificate, \(authority.certificateFile)") }
        if renewal.isCertificateNew || atStart, !renewal.leftOut.isEmpty {
            logger.warning(
                """
                the certificate is not good for \(renewal.leftOut.joined(separator: ", ")): the authority is older; to \
                make a new one, which phones must trust again, remove \(authority.authorityFile) and start again
                """)
        }
    }

    /// Returns the listener that hands out the authority's certificate.
    func trustPages(of process: ProcessParts, at port: Int) throws -> any Service {
        let certificate = try authority.certificate()
        let handouts = TrustPages.Handouts(certificate: certificate.pem, profile: certificate.profile)
        return process.trustPages(handouts, at: port) { [host] port in
            Banner.showTrust(host: host, port: port, fingerprint: certificate.fingerprint)
        }
    }
}

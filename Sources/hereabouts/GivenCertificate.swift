import FoundationEssentials
import LocalAuthority
import Logging
import Server

/// A certificate from elsewhere, and whether browsers will accept it here.
struct GivenCertificate {
    private let files: ServerSettings.TLSFiles
    private let names: ServerNames
    private let isPublic: Bool

    /// The certificate must cover the names of several places, or the public address if there is one, otherwise the
    /// names of this machine for other devices.
    init(_ files: ServerSettings.TLSFiles, _ settings: ServerSettings, ofPlaces: Bool = false) {
        self.files = files
        isPublic = ofPlaces || settings.publicURL != nil
        if ofPlaces {
            names = ServerNames(hosts: settings.hostNames.filter { !$0.hasPrefix("*") }, addresses: [])
        } else if let url = settings.publicURL {
            names = .host(of: url)
        } else if ["0.0.0.0", "::"].contains(settings.host) {
            names = ServerNames.ofThisMachine().forOthers
        } else {
            names = .host(of: settings.host.contains(":") ? "[\(settings.host)]" : settings.host)
        }
    }

    /// Logs the names that browsers will refuse; `doctor` reports all other problems.
    func warn(_ logger: Logger) {
        let inspection = TLSInspection(
            certificateFile: files.certificate, keyFile: files.key, names: names, at: .now)
        for case .namesMissing(let file, let missing) in inspection.faults {
            logger.warning(
                """
                the certificate \(file) is not good for \(missing.joined(separator: ", ")): browsers refuse to open the map by \
                such a name; ask for a certificate that covers it\
                \(isPublic ? "" : ", or set the public name with public-url")
                """)
        }
    }
}

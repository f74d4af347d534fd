import FoundationEssentials
import LocalAuthority
import Logging
import Server

/// A certificate that somebody else made, and what browsers will make of it here.
struct GivenCertificate {
    private let files: ServerSettings.TLSFiles
    private let names: ServerNames
    private let isPublic: Bool

    /// It has to be good for the public address where there is one, else for what other devices may call this machine.
    init(_ files: ServerSettings.TLSFiles, _ settings: ServerSettings) {
        self.files = files
        isPublic = settings.publicURL != nil
        if let url = settings.publicURL {
            names = .host(of: url)
        } else if ["0.0.0.0", "::"].contains(settings.host) {
            names = ServerNames.ofThisMachine().forOthers
        } else {
            names = .host(of: settings.host.contains(":") ? "[\(settings.host)]" : settings.host)
        }
    }

    /// Tells the log which names browsers will refuse; everything else that may be wrong, `doctor` tells.
    func warn(_ logger: Logger) {
        let inspection = TLSInspection(
            certificateFile: files.certificate, keyFile: files.key, names: names, at: .now)
        for case .namesMissing(let file, let missing) in inspection.faults {
            logger.warning(
                """
                the certificate \(file) is not good for \(missing.joined(separator: ", ")): browsers refuse to open the map by \
                such a name; \(isPublic ? "ask for a certificate that is" : "ask for one that is, or say with public-url by which name people come")
                """)
        }
    }
}

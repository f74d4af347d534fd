/// The reason that there is no certificate. Each message names the event, the file and the remedy.
package enum LocalAuthorityFault: Error, Equatable, CustomStringConvertible {
    case folder(String, cause: String)
    case unreadable(String, cause: String)
    case unwritable(String, cause: String)
    /// A file of the authority has invalid content.
    case damaged(String)
    /// The authority's certificate exists, but its key does not.
    case keyMissing(String)
    case keyOfAnother(String, certificate: String)
    /// The clock shows a time before the authority was made.
    case clock(String, now: String, since: String)
    /// The certificate library failed.
    case unmade(String)

    package var description: String {
        switch self {
        case .folder(let path, let cause):
            "the folder \(path) cannot be made or closed to others: \(cause); give it to the user this server runs as"
        case .unreadable(let path, let cause):
            "\(path) cannot be read: \(cause); give it to the user this server runs as"
        case .unwritable(let path, let cause):
            "\(path) cannot be written: \(cause); free some space, or give its folder to the user this server runs as"
        case .damaged(let path):
            "\(path) is damaged; restore it from a backup, or remove its folder: the server then makes a new "
                + "authority, and every phone must trust it again"
        case .keyMissing(let path):
            "\(path) is missing; restore it from a backup, or remove its folder: the server then makes a new "
                + "authority, and every phone must trust it again"
        case .keyOfAnother(let path, let certificate):
            "\(path) is not the key of \(certificate); restore both from one backup, or remove their folder: the server "
                + "then makes a new authority, and every phone must trust it again"
        case .clock(let path, let now, let since):
            "this machine's clock shows \(now), but \(path) is valid from \(since); set the clock"
        case .unmade(let cause):
            "a certificate could not be made: \(cause); use your own with --tls certificate.pem,key.pem"
        }
    }
}

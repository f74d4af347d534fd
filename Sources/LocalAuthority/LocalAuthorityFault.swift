/// Why there is no certificate. Each says what happened to which file and what to do.
package enum LocalAuthorityFault: Error, Equatable, CustomStringConvertible {
    case folder(String, cause: String)
    case unreadable(String, cause: String)
    case unwritable(String, cause: String)
    /// A file of the authority holds something else.
    case damaged(String)
    /// The authority's certificate is there and its key is not.
    case keyMissing(String)
    case keyOfAnother(String, certificate: String)
    /// The clock shows a time before the authority was made.
    case clock(String, now: String, since: String)
    /// The certificate library refused.
    case unmade(String)

    package var description: String {
        switch self {
        case .folder(let path, let cause):
            "the folder \(path) cannot be made or closed to others: \(cause); give it to the user this server runs as"
        case .unreadable(let path, let cause):
            "\(path) cannot be read: \(cause); give it to the user this server runs as"
        case .unwritable(let path, let cause):
            "\(path) cannot be written: \(cause); make room, or give its folder to the user this server runs as"
        case .damaged(let path):
            "\(path) is damaged; restore it from a backup, or remove its folder: a new authority is made then, which every "
                + "phone has to be told to trust again"
        case .keyMissing(let path):
            "\(path) is missing; restore it from a backup, or remove its folder: a new authority is made then, which every "
                + "phone has to be told to trust again"
        case .keyOfAnother(let path, let certificate):
            "\(path) is not the key of \(certificate); restore both from one backup, or remove their folder: a new authority "
                + "is made then, which every phone has to be told to trust again"
        case .clock(let path, let now, let since):
            "this machine's clock shows \(now), but \(path) is good from \(since) on; set the clock"
        case .unmade(let cause):
            "a certificate could not be made: \(cause); give your own with --tls certificate.pem,key.pem"
        }
    }
}

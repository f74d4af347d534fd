import LocalAuthority
import Server

extension Configuration {
    /// The names by which the server answers that are not its own to know: those of the settings, this machine's, and
    /// those of a given certificate, which nobody else could get.
    var answeredNames: [String] {
        let machine = ServerNames.ofThisMachine().hosts
        let certificate = server.tls.map { ServerNames.ofCertificate(inFile: $0.certificate).hosts } ?? []
        let names = server.hostNames + (machine + certificate).compactMap { ServerSettings.hostName($0) }
        return names.reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
    }
}

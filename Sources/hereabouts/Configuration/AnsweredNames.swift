import LocalAuthority
import Server

extension Configuration {
    /// The names that the server answers to, beyond those of a request: names of the settings, of this machine, and of
    /// a given certificate, which nobody else could get.
    var answeredNames: [String] {
        let machine = ServerNames.ofThisMachine().hosts
        let certificate = server.tls.map { ServerNames.ofCertificate(inFile: $0.certificate).hosts } ?? []
        let names = server.hostNames + (machine + certificate).compactMap { ServerSettings.hostName($0) }
        return names.reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
    }
}

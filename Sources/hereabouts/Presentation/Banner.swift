import Glibc
import Server

/// What the server says when it is ready: its addresses, and in a terminal a code to scan from a phone.
struct Banner {
    let configuration: ServerSettings
    let port: Int

    func show() {
        let scheme = configuration.tls == nil ? "http" : "https"
        var addresses = ["\(scheme)://localhost:\(port)"], toScan = configuration.publicURL
        if configuration.host == "0.0.0.0" || configuration.host == "::" {
            let network = Addresses.onNetwork().map { "\(scheme)://\($0):\(port)" }
            addresses += network
            toScan = toScan ?? network.first
        } else if configuration.host != "127.0.0.1" && configuration.host != "localhost" {
            addresses = ["\(scheme)://\(configuration.host):\(port)"]
        }
        if let publicURL = configuration.publicURL { addresses = [publicURL] + addresses }
        print("Hereabouts is at " + addresses.joined(separator: " and "))
        if isatty(STDOUT_FILENO) == 1, let toScan, let code = QRCode(toScan) { print(code.text) }
        fflush(nil)
    }
}

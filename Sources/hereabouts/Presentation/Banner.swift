import Codes
import Community
import Glibc
import LocalAuthority
import Server

/// The server's message when it is ready: its addresses, and in a terminal a QR code for phones.
struct Banner {
    let configuration: ServerSettings
    let port: Int

    /// Prints it; with `withCode`, the address itself is what phones should open first.
    func show(withCode: Bool) {
        let (addresses, toScan) = addresses
        print("Hereabouts is at " + addresses.joined(separator: " and "))
        if let web = configuration.webFolder {
            if access(web + "/built/main.js", R_OK) != 0 {
                print("The page in \(web) is not built: run `make page`.")
            }
        } else {
            print("It serves no page: name its folder with --web. Programs can use the server without it.")
        }
        if let remedy = configuration.remedyForOtherNames { print(remedy) }
        if withCode, let toScan { Self.showCode(toScan) }
        fflush(nil)
    }

    /// Prints the address of each of several places.
    func show(_ places: [(name: String, settings: ServerSettings)]) {
        print("Hereabouts serves \(places.count == 1 ? "1 place" : "\(places.count) places") at port \(port):")
        for (name, settings) in places { print("  \(name): \(Self.address(of: settings, port))") }
        fflush(nil)
    }

    /// Returns the address at which people open one of several places.
    private static func address(of place: ServerSettings, _ port: Int) -> String {
        let (scheme, usual) = place.tls == nil ? ("http", 80) : ("https", 443)
        let name = place.hostNames.first { !$0.hasPrefix("*") } ?? place.ownNames.first ?? ""
        return (place.publicURL ?? "\(scheme)://\(name)\(port == usual ? "" : ":\(port)")") + place.basePath
    }

    /// The addresses of the server, and the address of these that phones on the network should open.
    private var addresses: (all: [String], toScan: String?) {
        let scheme = configuration.tls == nil ? "http" : "https"
        var addresses = ["\(scheme)://localhost:\(port)"], toScan = configuration.publicURL
        if configuration.host == "0.0.0.0" || configuration.host == "::" {
            let network = Self.network.map { "\(scheme)://\($0):\(port)" }
            addresses += network
            toScan = toScan ?? network.first
        } else if configuration.host != "127.0.0.1" && configuration.host != "localhost" {
            addresses = ["\(scheme)://\(configuration.host):\(port)"]
        }
        if let publicURL = configuration.publicURL { addresses = [publicURL] + addresses }
        return (addresses.map { $0 + configuration.basePath }, toScan.map { $0 + configuration.basePath })
    }

    /// Prints how to add the first operator: a link with a code if only a terminal shows it, else the command that
    /// makes a code.
    ///
    /// Other output may be stored, and a code must not be: containers store it in their log even if they have a
    /// terminal.
    ///
    /// - Parameter place: Its name among several places.
    func showSetUp(_ codes: SetUpCodes, of place: String?, by command: String) throws {
        let who = place.map { "operator of \($0)" } ?? "operator"
        if isatty(STDOUT_FILENO) == 1, !Self.isInContainer {
            let address = place == nil ? addresses.all[0] : Self.address(of: configuration, port)
            print(
                "There is no \(who) yet. Within an hour, this link makes one: \(address)/#set-up=\(try codes.make().text)"
            )
        } else {
            print("There is no \(who) yet. `\(command)` makes a code for the page.")
        }
        fflush(nil)
    }

    /// Whether a container runs this program, as systemd, Podman and Docker announce to programs
    /// (systemd.io/CONTAINER_INTERFACE, podman-run(1)).
    private static var isInContainer: Bool {
        getenv("container") != nil || access("/run/.containerenv", F_OK) == 0 || access("/.dockerenv", F_OK) == 0
    }

    /// Prints the address where phones learn to trust our own authority, which has `fingerprint`.
    static func showTrust(host: String, port: Int, fingerprint: String) {
        let isOpen = host == "0.0.0.0" || host == "::"
        let page = "http://\(isOpen ? network.first ?? "localhost" : host):\(port)/trust"
        print("Phones need to trust this server once: \(page) says how.")
        print("Its certificate has the SHA-256 fingerprint \(fingerprint).")
        showCode(page)
        fflush(nil)
    }

    /// The addresses of this machine that other devices see.
    private static var network: [String] {
        ServerNames.networkAddresses().filter { !$0.isIPv6 }.map(\.description)
    }

    private static func showCode(_ text: String) {
        if isatty(STDOUT_FILENO) == 1, let code = QRCode(text, correction: .low) { print(code.text) }
    }
}

import FoundationEssentials
import Server

/// The settings of one of several places, from the file `NAME.conf` of their folder.
struct PlaceFile: Equatable {
    /// Its name, by which commands and the database know it.
    let name: String
    let path: String
    /// The keys that the file sets, in its order.
    let keys: [String]
    /// The settings of the process, and those of the file on top.
    let configuration: Configuration
    /// The certificate of this place alone; `nil` if it uses the process's.
    let certificate: ServerSettings.TLSFiles?

    /// Settings of the process, which no place has for itself.
    private static let ofProcess: Set<String> = [
        "places", "database", "keys-database", "port-file", "host", "port", "proxies", "metrics-from", "web",
        "trust-port", "page-cache-bytes", "workers", "waiting-jobs", "work-seconds", "connections",
        "answers-per-second", "answer-memory-bytes", "upload-memory-bytes", "log-ins-per-minute", "posts-per-minute",
        "pictures-per-minute", "guest-posts-per-day", "idle-seconds", "request-seconds", "drain-seconds",
    ]

    /// Reads the file at `path`, whose place has `name`, on top of the process's settings `main`.
    init(_ name: String, at path: String, on main: Configuration) throws(ConfigurationFault) {
        guard Self.isName(name) else {
            throw ConfigurationFault(
                "\(path) names no place; call it by 1 to 63 of the letters a-z, digits and hyphens, and .conf, such as "
                    + "old-town.conf")
        }
        guard let text = try? String(contentsOf: URL(filePath: path), encoding: .utf8) else {
            throw ConfigurationFault("\(path) cannot be read; check who may read it")
        }
        var place = main
        place.places = nil
        place.data = main.data + "/places/" + name
        let lines = try Configuration.lines(of: text, in: path)
        for line in lines {
            guard let key = Configuration.keys.first(where: { $0.name == line.key }) else {
                throw ConfigurationFault("unknown key '\(line.key)' in line \(line.number) of \(path)")
            }
            try Self.checkIsOfPlace(line, of: path)
            guard key.set(&place, line.value) else {
                throw ConfigurationFault("'\(line.key)' in line \(line.number) of \(path) is not \(key.form)")
            }
        }
        if lines.contains(where: { $0.key == "tls" }) {
            try Self.checkTLS(of: place, at: path, on: main)
            certificate = place.server.tls
        } else {
            certificate = nil
        }
        guard !place.server.ownNames.isEmpty else {
            throw ConfigurationFault(
                "\(path) gives its place no name; add the one by which people reach it: host-name = map.example.org")
        }
        (self.name, self.path, keys, configuration) = (name, path, lines.map(\.key), place)
    }

    private static func checkTLS(
        of place: Configuration, at path: String, on main: Configuration
    ) throws(ConfigurationFault) {
        guard !place.makesCertificate else {
            throw ConfigurationFault(
                "'tls' in \(path) names no files; set tls = auto in the main configuration, for all places")
        }
        guard main.makesCertificate || main.server.tls != nil else {
            throw ConfigurationFault(
                "'tls' in \(path) needs tls in the main configuration, too: the certificate for other names")
        }
    }

    private static func checkIsOfPlace(_ line: Configuration.Line, of path: String) throws(ConfigurationFault) {
        if ofProcess.contains(line.key) {
            throw ConfigurationFault(
                "'\(line.key)' in line \(line.number) of \(path) is a setting of the whole process; set it in the main "
                    + "configuration")
        }
        if line.key == "mesh" || line.key.hasPrefix("mesh-") {
            throw ConfigurationFault(
                "'\(line.key)' in line \(line.number) of \(path) cannot be used: a node of the mesh serves one place; "
                    + "serve that place by a process of its own")
        }
    }

    /// Whether a name is one of a place.
    static func isName(_ name: String) -> Bool {
        (1...63).contains(name.utf8.count) && name.utf8.first != UInt8(ascii: "-")
            && name.utf8.allSatisfy { byte in
                (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte)
                    || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) || byte == UInt8(ascii: "-")
            }
    }
}

import FoundationEssentials
import Server

/// All settings of `serve`. Flags win over the environment (`HEREABOUTS_PORT`), which wins over a file of `key = value`
/// lines. The keys are the same in all three.
struct Configuration: Equatable {
    var atlas: String?
    /// The folder with a file of settings for each of several places; `nil` for a server of one place.
    var places: String?
    var data = "data"
    /// A file for the port number, written once the server accepts connections, for programs that start the server.
    var portFile: String?
    /// Whether the server makes its own certificate, from an authority in the data folder.
    var makesCertificate = false
    /// The port of the page that helps phones trust that authority; by default the next port after the server's.
    var trustPort: Int?
    /// The time zone of the places on the map, such as `Europe/Helsinki`; by default the machine's.
    var timeZone: String?
    /// Whether the server serves the page; otherwise it serves only programs.
    var servesPage = true
    var database = DatabaseSettings()
    var pictures = PictureSettings()
    var backups = BackupSettings()
    var mapUpdates = MapUpdateSettings()
    var mesh = MeshConfiguration()
    var server = ServerSettings()

    /// Returns the configuration with the settings of the three sources. Throws `ConfigurationFault` with the first
    /// unknown key or invalid value, and its source.
    func changed(
        flags: [String: String], environment: [String: String], file: [String: String]
    ) throws(ConfigurationFault) -> Configuration {
        var changed = self
        for (source, values) in [
            ("the configuration file", file), ("the environment", environment), ("the flags", flags),
        ] {
            for name in values.keys.sorted() {
                guard let key = Self.keys.first(where: { $0.name == name }) else {
                    throw ConfigurationFault("unknown key '\(name)' in \(source)")
                }
                guard key.set(&changed, values[name] ?? "") else {
                    throw ConfigurationFault("'\(name)' in \(source) is not \(key.form)")
                }
            }
        }
        return changed
    }

    /// Returns the settings from `flags`, the environment and the file at a path, or the file that the environment
    /// names, on top of `standard`. Throws `ConfigurationFault`.
    static func read(
        _ standard: Configuration = Configuration(), flags: [String: String?], file path: String?
    ) throws(ConfigurationFault) -> Configuration {
        var environment = read(environment: ProcessInfo.processInfo.environment), file: [String: String] = [:]
        if let path = path ?? environment.removeValue(forKey: "config") {
            guard let text = try? String(contentsOf: URL(filePath: path), encoding: .utf8) else {
                throw ConfigurationFault("the configuration file \(path) cannot be read")
            }
            file = try read(text)
        }
        return try standard.changed(flags: flags.compactMapValues { $0 }, environment: environment, file: file)
    }

    /// The port of the page about trust: any free port if the server's own is.
    var effectiveTrustPort: Int {
        trustPort ?? (server.port == 0 ? 0 : server.port < 65535 ? server.port + 1 : server.port - 1)
    }

    /// The settings as lines of a configuration file.
    var text: String {
        Self.keys.map { key in key.get(self).map { "\(key.name) = \($0)" } ?? "# \(key.name) is not set" }
            .joined(separator: "\n")
    }

    /// One setting of a file, and the number of its line.
    struct Line: Equatable {
        let key: String
        let value: String
        let number: Int
    }

    /// Returns the keys of `text`, lines of `key = value`; `#` begins a comment line.
    static func read(_ text: String) throws(ConfigurationFault) -> [String: String] {
        let lines = try lines(of: text, in: "the configuration file")
        return Dictionary(uniqueKeysWithValues: lines.map { ($0.key, $0.value) })
    }

    /// Returns the settings of `text`, each key once. Throws naming the line of `file` that is none.
    static func lines(of text: String, in file: String) throws(ConfigurationFault) -> [Line] {
        var lines: [Line] = [], known: Set<String> = []
        for (number, line) in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).enumerated() {
            let content = line.trimmed
            guard !content.isEmpty, !content.hasPrefix("#") else { continue }
            guard let equals = content.firstIndex(of: "=") else {
                throw ConfigurationFault("line \(number + 1) of \(file) is not key = value")
            }
            let key = String(content[..<equals].trimmed)
            guard known.insert(key).inserted else { throw ConfigurationFault("'\(key)' is set twice in \(file)") }
            let value = String(content[content.index(after: equals)...].trimmed)
            lines.append(Line(key: key, value: value, number: number + 1))
        }
        return lines
    }

    /// Variables that are not settings: `import` and `track` read them, and the server sets the last one for
    /// `backup-command`.
    private static let otherVariables: Set<String> = [
        ImportTable.variable, "HEREABOUTS_TOKEN", "HEREABOUTS_BACKUP",
    ]

    /// Returns the keys of all variables that begin with `HEREABOUTS_` and are settings.
    static func read(environment: [String: String]) -> [String: String] {
        var values: [String: String] = [:]
        for (name, value) in environment where name.hasPrefix("HEREABOUTS_") && !otherVariables.contains(name) {
            values[name.dropFirst("HEREABOUTS_".count).lowercased().replacing("_", with: "-")] = value
        }
        return values
    }
}

/// A setting that cannot be used.
struct ConfigurationFault: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) { self.description = description }
}

extension Substring {
    /// The text without blanks at both ends.
    fileprivate var trimmed: Substring {
        var rest = drop { $0.isWhitespace }
        while rest.last?.isWhitespace == true { rest.removeLast() }
        return rest
    }
}

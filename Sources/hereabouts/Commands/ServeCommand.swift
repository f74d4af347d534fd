import ArgumentParser
import FoundationEssentials
import Glibc
import Server

/// Serves an atlas until a signal stops it.
struct ServeCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "serve", abstract: "Serve an atlas: the page, tiles, search and routes.")

    @OptionGroup var options: ServeOptions
    @Flag(help: "Only check whether there is a map to serve: exit with 1 if there is none, 2 if a setting is wrong.")
    var hasMap = false

    func run() async throws {
        let configuration = try options.configuration()
        if options.printConfig {
            print(configuration.text)
            for place in try configuration.placeFiles() ?? [] { print(place.comment) }
            return
        }
        if hasMap {
            guard let places = try configuration.placeFiles() else { return try configuration.checkMap() }
            for place in places { try place.configuration.checkMap() }
            return
        }
        try await Serving(configuration).run()
    }
}

extension Configuration {
    /// Throws if the atlas to serve does not exist. An existing but unreadable atlas is reported at the start.
    fileprivate func checkMap() throws(CommandFault) {
        guard access(atlas ?? data + "/atlas/verified.json", F_OK) != 0, errno == ENOENT else { return }
        throw CommandFault(
            "there is no map \(atlas.map { "at \($0)" } ?? "in \(data)") yet; make one with `hereabouts import`")
    }
}

/// The flags of commands that serve; each is also a key of the environment and the configuration file.
struct ServeOptions: ParsableArguments {
    @Option(help: "The atlas to serve (default: the atlas in the data folder).") var atlas: String?
    @Option(help: "The folder for the server's data (default: data).") var data: String?
    @Option(help: "PostgreSQL instead of files: postgresql://user@host:5432/database.") var database: String?
    @Option(help: "Another PostgreSQL cluster, for people's keys alone.") var keysDatabase: String?
    @Option(help: "A folder with a file of settings for each of several places, NAME.conf.") var places: String?
    @Option(help: "The address to listen on (default: 0.0.0.0, the whole network).") var host: String?
    @Option(help: "The port to listen on, 0 for any (default: 8080).") var port: String?
    @Option(help: "A file for the port number, written once the port is open.") var portFile: String?
    @Option(help: "Certificate chain and key: cert.pem,key.pem; or auto to make them.") var tls: String?
    @Option(help: "The port of the page that helps phones trust them (default: the next port).") var trustPort: String?
    @Option(help: "The folder of the web page, or off (default: the program's own).") var web: String?
    @Option(help: "What guests may do: none, look, post (default: look).") var guests: String?
    @Option(help: "Who may register: open, invited, closed (default: open, or closed if guests is none).")
    var registration: String?
    @Option(help: "The server's public address, such as https://map.example.org.") var publicURL: String?
    @Option(help: "Another name of the server, such as map.example.org; may be repeated.")
    var hostName: [String] = []
    @Option(help: "The path prefix of all addresses behind a proxy, such as /map.") var basePath: String?
    @Option(help: "The time zone of the places on the map, such as Europe/Helsinki (default: the machine's).")
    var timeZone: String?
    @Flag(help: "Find other nodes of the place on the network, and pass messages on to them.") var mesh = false
    @Option(help: "The port of links to other nodes (default: 29170).") var meshPort: String?
    @Option(help: "A file of key = value lines.") var config: String?
    @Option(name: .customLong("set"), help: "Any other setting: key=value; may be repeated.") var settings: [String] =
        []
    @Flag(help: "Print the settings and stop.") var printConfig = false

    /// Returns the settings from flags, environment and file, on top of `standard`. Throws `ConfigurationFault`.
    func configuration(_ standard: Configuration = Configuration()) throws -> Configuration {
        var flags: [String: String] = [:]
        for item in settings {
            let parts = item.split(separator: "=", maxSplits: 1).map(String.init)
            guard parts.count == 2 else { throw ConfigurationFault("--set \(item) is not key=value") }
            flags[parts[0]] = parts[1]
        }
        let named = [
            "atlas": atlas, "data": data, "places": places, "database": database, "keys-database": keysDatabase,
            "host": host, "port": port, "port-file": portFile, "tls": tls, "web": web,
            "trust-port": trustPort, "public-url": publicURL, "base-path": basePath, "guests": guests,
            "registration": registration,
            "time-zone": timeZone, "mesh": mesh ? "on" : nil, "mesh-port": meshPort,
        ]
        for (name, value) in named { if let value { flags[name] = value } }
        if !hostName.isEmpty { flags["host-name"] = hostName.joined(separator: ",") }
        var result = try Configuration.read(standard, flags: flags, file: config)
        if result.servesPage, result.server.webFolder == nil { result.server.webFolder = ProgramFile.pageFolder }
        return result
    }
}

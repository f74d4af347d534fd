import ArgumentParser
import FoundationEssentials

/// Reports the position of this machine, as gpsd measures it.
struct TrackCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "track",
        abstract: "Report this machine's position from gpsd to a server, until stopped.",
        discussion: """
            Add a device of type gpsd in the page under Devices, and put its token into a private file, or into the environment as \
            HEREABOUTS_TOKEN. A machine that stands still reports every half hour. Unsent reports wait in memory.
            """)

    @Option(help: "The server, such as https://map.example.org.") var to: String
    @Option(help: "A file with the device's token.") var tokenFile: String?
    @Option(help: "The address of gpsd: host:port.") var gpsd = "127.0.0.1:2947"
    @Option(help: "The seconds between two reports, 10 to 3600.") var every = 300

    /// After gpsd has ended, the seconds until the first retry, and between retries at most.
    private static let patience = (least: 1, most: 60)

    /// The address of gpsd; its usual port unless the option names one.
    private var receiver: ServerAddress? { ServerAddress("http://" + (gpsd.contains(":") ? gpsd : gpsd + ":2947")) }

    func validate() throws {
        guard ServerAddress(to) != nil else { throw ValidationError("--to \(to) is not like https://map.example.org") }
        guard receiver != nil else { throw ValidationError("--gpsd \(gpsd) is not host:port") }
        guard (10...3600).contains(every) else { throw ValidationError("--every must be 10 to 3600") }
    }

    func run() async throws {
        guard let server = ServerAddress(to), let gpsd = receiver else { return }
        let tracker = Tracker(server: server, token: try token(), interval: .seconds(every)) {
            standardError("hereabouts: \($0)")
        }
        var wait = Self.patience.least, isGone = false
        while true {
            do {
                try await GPSDLines.read(host: gpsd.host, port: gpsd.port) { line in
                    if isGone { standardError("hereabouts: gpsd answers again") }
                    (wait, isGone) = (Self.patience.least, false)
                    try await tracker.receive(line)
                }
            } catch let fault as CommandFault {
                throw fault
            } catch {
                // Handled like the end of gpsd: it may come back.
            }
            if !isGone { standardError("hereabouts: gpsd does not answer at \(self.gpsd); retrying") }
            isGone = true
            try await tracker.send()
            try await Task.sleep(for: .seconds(wait))
            wait = min(2 * wait, Self.patience.most)
        }
    }

    private func token() throws -> String {
        let given = ProcessInfo.processInfo.environment["HEREABOUTS_TOKEN"]
        let text: String
        if let tokenFile {
            guard let file = try? String(contentsOf: URL(filePath: tokenFile), encoding: .utf8) else {
                throw CommandFault("the file with the token, \(tokenFile), cannot be read")
            }
            text = file
        } else if let given {
            text = given
        } else {
            throw CommandFault("there is no token; name its file with --token-file, or set HEREABOUTS_TOKEN")
        }
        guard let token = text.split(whereSeparator: \.isWhitespace).first else {
            throw CommandFault("the token is empty; add a device in the page under Devices")
        }
        return String(token)
    }
}

import Community
import FoundationEssentials
import Glibc
import Logging
import NIOCore
import Pictures
import Server
import ServiceLifecycle
import Stores
import UnixSignals

/// Puts the real server together and runs it until a signal ends it.
struct Serving {
    private let configuration: Configuration

    init(_ configuration: Configuration) { self.configuration = configuration }

    func run() async throws {
        let logger = Logger(label: "hereabouts") { _ in LineLog(level: .notice) { standardError($0) } }
        let store = AtlasStore.served(from: configuration.data)
        let cacheBytes = configuration.server.tileCacheBytes
        let open = { @Sendable [path = configuration.atlas] in
            try AtlasGeneration(store.open(path), tileCacheBytes: cacheBytes)
        }
        let atlas = LiveAtlas(try open())
        let community = try SQLiteStore(dataFolder: configuration.data)
        let server = try MapServer(
            settings: configuration.server, atlas: atlas, community: community,
            pictures: try PictureKeeping(dataFolder: configuration.data),
            hasher: PasswordHasher(), version: Hereabouts.version, logger: logger)
        let configuration = configuration
        let application = try server.application { port in
            Banner(configuration: configuration.server, port: port).show()
            guard let portFile = configuration.portFile else { return }
            do {
                try Data("\(port)\n".utf8).write(to: URL(filePath: portFile), options: .atomic)
            } catch {
                logger.error("the port could not be written to \(portFile): \(error)")
            }
        }
        let reloading = AtlasReloading(atlas: atlas, logger: logger, open: open)
        let group = ServiceGroup(
            configuration: .init(
                services: [application, reloading], gracefulShutdownSignals: [.sigterm, .sigint], logger: logger))
        do {
            try await group.run()
        } catch let error as IOError {
            let (server, cause) = (configuration.server, String(cString: strerror(error.errnoCode)))
            throw CommandFault(
                "cannot listen on \(server.host) at port \(server.port): \(cause); choose others with --host and --port"
            )
        }
    }
}

extension PictureKeeping {
    /// Where the pictures of a data folder are.
    init(dataFolder path: String) throws {
        self.init(folder: try PictureFolder(path: path + "/pictures"), maker: PictureProcess.ofThisProgram)
    }
}

extension PictureProcess {
    /// Runs this program once more for each picture.
    fileprivate static var ofThisProgram: PictureProcess {
        let path = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
        return PictureProcess(
            program: path ?? CommandLine.arguments[0], arguments: [PictureCommand.name])
    }
}

extension SQLiteStore {
    /// Opens what people wrote, of the data folder at `path`.
    convenience init(dataFolder path: String) throws {
        try FileManager.default.createDirectory(
            atPath: path, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        try self.init(path: path + "/community.sqlite")
    }
}

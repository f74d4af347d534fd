import Glibc
import Logging
import MeshHost
import NIOCore
import ServiceLifecycle
import Stores

/// Runs this server's node of the mesh. Where the node fails, the server goes on without it.
struct MeshRunning: Service {
    let host: MeshHost
    private let port: UInt16
    private let logger: Logger

    /// Opens the node's keys and messages in the data folder; makes the keys of a new place where there are none.
    init(_ configuration: Configuration, _ logger: Logger) throws {
        let folder = MeshFolder(dataFolder: configuration.data)
        let keys: MeshKeys
        if let kept = try folder.keys() {
            keys = kept
        } else {
            keys = .newPlace(name: configuration.mesh.name ?? MeshConfiguration.usualName())
            try folder.keep(keys)
            logger.notice("made the keys of a new mesh; invite other nodes with `hereabouts mesh invite`")
        }
        host = try MeshHost(
            configuration.meshHost, keys: keys, folder: folder,
            storage: SQLiteMessageStore(path: configuration.data + "/mesh.sqlite"))
        (port, self.logger) = (configuration.mesh.port, logger)
    }

    func run() async throws {
        do {
            try await cancelWhenGracefulShutdown { [host] in try await host.run() }
        } catch let error as IOError {
            let cause = String(cString: strerror(error.errnoCode))
            throw CommandFault(
                "cannot listen for nodes of the mesh at port \(port): \(cause); choose another with --mesh-port")
        } catch is CancellationError {
            return
        } catch {
            logger.error("the mesh has stopped, and the server goes on without it: \(error)")
            try? await gracefulShutdown()
        }
    }
}

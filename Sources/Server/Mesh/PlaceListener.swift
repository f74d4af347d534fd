import Hummingbird
import HummingbirdCore
import HummingbirdTLS
import ServiceLifecycle

/// Serves the map at the name of the place, over TLS with a certificate that the place gave this node.
package struct PlaceListener: Service {
    private let identity: TLSIdentity
    private let application: Application<Front>

    init(
        _ server: MapServer, _ files: ServerSettings.TLSFiles, at port: Int, onRunning: @escaping @Sendable () -> Void
    ) throws {
        identity = try TLSIdentity(files)
        let front = Front(server.site.encrypted(by: files)), process = server.process
        let builder = try HTTPServerBuilder.tls(
            process.connections(to: front), tlsConfiguration: identity.configuration)
        application = process.application(front, builder, at: port) { _ in onRunning() }
    }

    package func run() async throws { try await application.run() }

    /// Takes the files' new content for new connections. Throws naming the file that it cannot use.
    package func reload() throws { try identity.reload() }
}

extension MapServer {
    /// Returns what serves the same map at `port` with another certificate, and calls `onRunning` once it accepts
    /// connections. Throws naming the file that it cannot use.
    package func placeListener(
        _ files: ServerSettings.TLSFiles, at port: Int, onRunning: @escaping @Sendable () -> Void
    ) throws -> PlaceListener {
        try PlaceListener(self, files, at: port, onRunning: onRunning)
    }
}

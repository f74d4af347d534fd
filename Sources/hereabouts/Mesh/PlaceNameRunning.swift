import FoundationEssentials
import Glibc
import LocalAuthority
import Logging
import MeshHost
import MeshLinks
import NIOCore
import Server
import ServiceLifecycle
import Synchronization

/// Serves pages at the name of the place while this node has a certificate for it. Where that fails, the server and its
/// node go on without it.
struct PlaceNameRunning: Service {
    private let host: MeshHost
    private let naming: PlaceNaming
    private let authority: LocalAuthority
    private let files: ServerSettings.TLSFiles
    private let server: MapServer
    private let configuration: Configuration
    private let logger: Logger
    private let faults = LastFault()

    init(_ host: MeshHost, _ server: MapServer, _ configuration: Configuration, _ logger: Logger) {
        (self.host, self.server, self.configuration, self.logger) = (host, server, configuration, logger)
        let identity = PlaceIdentity(folder: configuration.data + "/mesh")
        files = .init(certificate: identity.certificateFile, key: identity.keyFile)
        let authority = LocalAuthority(folder: configuration.data + "/tls")
        self.authority = authority
        naming = PlaceNaming(
            host, identity, organiser: configuration.mesh.placeName.map { .init(name: $0, authority: authority) })
    }

    func run() async throws {
        if configuration.mesh.placeName != nil, await !host.signsRoster {
            logger.warning("mesh-host-name has no effect here: the organiser's server chooses the name of the place")
        }
        let changes = await host.changes()
        let (occasions, occur) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        await withTaskGroup(of: Void.self) { group in
            group.addTask {
                for await change in changes {
                    switch change {
                    case .roster, .certificateRequest, .admitted: occur.yield()
                    case .line, .games, .delivery, .nodes, .listening, .stopped: continue
                    }
                }
            }
            group.addTask {
                repeat { occur.yield() } while (try? await Task.sleep(for: .seconds(60))) != nil
            }
            await follow(occasions)
            group.cancelAll()
        }
    }

    /// Updates the certificate at each occasion, and begins and ends the pages accordingly.
    private func follow(_ occasions: AsyncStream<Void>) async {
        var pages: PlacePages?
        for await _ in occasions.cancelOnGracefulShutdown() {
            do { try await update(&pages) } catch {
                faults.log("no pages at the name of the place: \(error)", to: logger)
            }
        }
        pages?.end()
    }

    private func update(_ pages: inout PlacePages?) async throws {
        // First, and also while no certificate is in force: browsers may still ask by the name of before, and no cookie
        // may go to it, whatever fails below.
        let placeHost = configuration.server.placeHost
        placeHost?.setName(try naming.lastName())
        let certificate = try await naming.update()
        placeHost?.setName(try certificate?.host ?? naming.lastName())
        // Pages at another name begin when those before have ended: both want the same port.
        guard let certificate else {
            pages?.end()
            return
        }
        guard let current = pages, !current.hasEnded else {
            pages = try begin(certificate)
            return
        }
        guard current.certificate.host == certificate.host else { return current.end() }
        guard current.certificate.certificate != certificate.certificate else { return }
        try current.listener.reload()
        pages?.certificate = certificate
    }

    private func begin(_ certificate: PlaceCertificate) throws -> PlacePages {
        let (name, port) = (certificate.host, Int(configuration.mesh.placePort))
        let placeHost = configuration.server.placeHost
        let origin = "https://\(name)" + (port == 443 ? "" : ":\(port)")
        // A server that makes its own certificate hands out its own authority, which is the place's only at the organiser.
        let trustPort = configuration.effectiveTrustPort
        let handsOut = !configuration.makesCertificate || authority.isOwn(certificate)
        let pages = PlaceHost.Pages(
            origin: origin, fingerprint: certificate.trust.fingerprint, trustPort: handsOut ? trustPort : nil)
        let listener = try server.placeListener(files, at: port) { [host, logger, placeHost, faults] in
            host.setPlaceName(DNSName(name))
            placeHost?.setPages(pages)
            faults.forget()
            logger.notice("pages of the place are at \(origin)")
        }
        let handouts = TrustPages.Handouts(
            certificate: certificate.trust.pem, profile: certificate.trust.profile, origin: origin)
        let trust: (any Service)? =
            configuration.makesCertificate ? nil : server.trustPages(handouts, at: trustPort)
        return PlacePages(certificate, listener) { [host, logger, placeHost, faults] in
            do {
                try await withThrowingTaskGroup(of: Void.self) { group in
                    group.addTask { try await listener.run() }
                    if let trust { group.addTask { try await trust.run() } }
                    _ = try await group.next()
                    group.cancelAll()
                }
            } catch is CancellationError {
                // The node serves nothing there any more, or the server stops.
            } catch let error as IOError {
                let cause = String(cString: strerror(error.errnoCode))
                faults.log(
                    "cannot listen for pages of the place at port \(port): \(cause); choose another with mesh-https-port",
                    to: logger)
            } catch {
                faults.log("pages of the place have ended: \(error)", to: logger)
            }
            host.setPlaceName(nil)
            placeHost?.setPages(nil)
        }
    }
}

/// What listens at the name of the place, and the certificate that it shows.
private struct PlacePages {
    var certificate: PlaceCertificate
    let listener: PlaceListener
    private let task: Task<Void, Never>
    private let flag = Flag()

    /// Shared with the task that sets it.
    private final class Flag: Sendable {
        let isSet = Mutex(false)
    }

    init(
        _ certificate: PlaceCertificate, _ listener: PlaceListener, _ run: @escaping @Sendable () async -> Void
    ) {
        (self.certificate, self.listener) = (certificate, listener)
        task = Task { [flag] in
            await run()
            flag.isSet.withLock { $0 = true }
        }
    }

    /// Whether the listener failed: its port was taken.
    var hasEnded: Bool { flag.isSet.withLock { $0 } }

    func end() { task.cancel() }
}

/// Logs a fault once, not every minute. A class because tasks share it.
private final class LastFault: Sendable {
    private let last = Mutex("")

    func log(_ text: String, to logger: Logger) {
        let isNew = last.withLock { last in
            defer { last = text }
            return last != text
        }
        if isNew { logger.error("\(text)") }
    }

    func forget() { last.withLock { $0 = "" } }
}

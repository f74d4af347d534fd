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
    private let faults: LastFaults

    init(_ host: MeshHost, _ server: MapServer, _ configuration: Configuration, _ logger: Logger) {
        (self.host, self.server, self.configuration, self.logger) = (host, server, configuration, logger)
        let identity = PlaceIdentity(folder: configuration.data + "/mesh")
        files = .init(certificate: identity.certificateFile, key: identity.keyFile)
        let authority = LocalAuthority(folder: configuration.data + "/tls")
        self.authority = authority
        let faults = LastFaults(logger)
        self.faults = faults
        naming = PlaceNaming(
            host, identity, organiser: configuration.mesh.placeName.map { .init(name: $0, authority: authority) }
        ) { faults.log(.signing, "certificates of the place's name are not signed: \($0)") }
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
                faults.log(.pages, "no pages at the name of the place: \(error)")
            }
        }
        await pages?.end()
        await pages?.wait()
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
            await pages?.end()
            return
        }
        guard let current = pages, !current.hasEnded else {
            pages = try begin(certificate)
            return
        }
        guard current.certificate.host == certificate.host else { return await current.end() }
        guard current.certificate.certificate != certificate.certificate else { return }
        try current.listener.reload()
        pages?.certificate = certificate
    }

    private func begin(_ certificate: PlaceCertificate) throws -> PlacePages {
        let (name, port) = (certificate.host, Int(configuration.mesh.placePort))
        let origin = "https://\(name)" + (port == 443 ? "" : ":\(port)")
        let pages = PlaceHost.Pages(
            origin: origin, fingerprint: certificate.trust.fingerprint, trustPort: trustPort(certificate))
        let listener = try server.placeListener(files, at: port) {
            [host, logger, placeHost = configuration.server.placeHost, faults] in
            host.setPlaceName(DNSName(name))
            placeHost?.setPages(pages)
            faults.forget(.pages)
            logger.notice("pages of the place are at \(origin)")
        }
        let trust =
            configuration.makesCertificate ? nil : PlaceTrust(server, configuration, certificate, origin, faults)
        return PlacePages(certificate, listener, trust, logger) { await run($0, at: port) }
    }

    /// The port that hands out the place's authority. A server that makes its own certificate hands out its own
    /// authority, which is the place's only at the organiser.
    private func trustPort(_ certificate: PlaceCertificate) -> Int? {
        let handsOut = !configuration.makesCertificate || authority.isOwn(certificate)
        return handsOut ? configuration.effectiveTrustPort : nil
    }

    private func run(_ pages: ServiceGroup, at port: Int) async {
        do { try await pages.run() } catch is CancellationError {
            // Somebody still read there when the pages had to end.
        } catch let error as IOError {
            let cause = String(cString: strerror(error.errnoCode))
            faults.log(
                .pages,
                "cannot listen for pages of the place at port \(port): \(cause); choose another with mesh-https-port")
        } catch {
            faults.log(.pages, "pages of the place have ended: \(error)")
        }
        host.setPlaceName(nil)
        configuration.server.placeHost?.setPages(nil)
    }
}

/// Hands out the authority of the place to phones, beside its pages. Where its port is taken it tries again each
/// minute, and the pages stay. It ends when these do.
private struct PlaceTrust: Service {
    private let server: MapServer
    private let handouts: TrustPages.Handouts
    private let port: Int
    private let faults: LastFaults

    init(
        _ server: MapServer, _ configuration: Configuration, _ certificate: PlaceCertificate, _ origin: String,
        _ faults: LastFaults
    ) {
        (self.server, port, self.faults) = (server, configuration.effectiveTrustPort, faults)
        handouts = TrustPages.Handouts(
            certificate: certificate.trust.pem, profile: certificate.trust.profile, origin: origin)
    }

    func run() async {
        repeat {
            do {
                let pages: any Service = server.process.trustPages(handouts, at: port) { [faults] _ in
                    faults.forget(.trust)
                }
                try await pages.run()
            } catch is CancellationError {
                return
            } catch let error as IOError {
                let cause = String(cString: strerror(error.errnoCode))
                faults.log(
                    .trust,
                    "cannot hand out the place's certificate at port \(port): \(cause); choose another with trust-port")
            } catch {
                faults.log(.trust, "the place's certificate is not handed out any more: \(error)")
            }
            guard !Task.isShuttingDownGracefully else { return }
        } while (try? await cancelWhenGracefulShutdown { try await Task.sleep(for: .seconds(60)) }) != nil
    }
}

/// What listens at the name of the place, and the certificate that it shows.
private struct PlacePages {
    var certificate: PlaceCertificate
    let listener: PlaceListener
    private let group: ServiceGroup
    private let task: Task<Void, Never>
    private let flag = Flag()

    /// How long those who still read there have, once the pages end.
    private static let leave = Duration.seconds(2)

    /// Shared with the task that sets it.
    private final class Flag: Sendable {
        let isSet = Mutex(false)
    }

    /// `run` runs the group that it gets, to its end.
    init(
        _ certificate: PlaceCertificate, _ listener: PlaceListener, _ trust: PlaceTrust?, _ logger: Logger,
        _ run: @escaping @Sendable (ServiceGroup) async -> Void
    ) {
        (self.certificate, self.listener) = (certificate, listener)
        let services: [any Service] = [listener] + (trust.map { [$0] } ?? [])
        var configuration = ServiceGroupConfiguration(services: services, logger: logger)
        configuration.maximumGracefulShutdownDuration = Self.leave
        let group = ServiceGroup(configuration: configuration)
        self.group = group
        task = Task { [flag] in
            await run(group)
            flag.isSet.withLock { $0 = true }
        }
    }

    /// Whether the listener failed: its port was taken.
    var hasEnded: Bool { flag.isSet.withLock { $0 } }

    /// Has the pages end, in order. They also end when the server does.
    func end() async { await group.triggerGracefulShutdown() }

    func wait() async { await task.value }
}

/// Logs each fault once, not every minute. A class because tasks share it.
private final class LastFaults: Sendable {
    enum Subject { case pages, signing, trust }

    private let last = Mutex<[Subject: String]>([:])
    private let logger: Logger

    init(_ logger: Logger) { self.logger = logger }

    func log(_ subject: Subject, _ text: String) {
        if last.withLock({ $0.updateValue(text, forKey: subject) }) != text { logger.error("\(text)") }
    }

    func forget(_ subject: Subject) { last.withLock { $0[subject] = nil } }
}

package import Community
import Fairness
import HTTPTypes
import HereaboutsAPI
package import Hummingbird
import HummingbirdTLS
package import Logging
import Merging
package import MeshHost
import MeshRows
package import Presence
import ServiceLifecycle
import Synchronization

/// The HTTP server: assembles the features from settings and an atlas.
package struct MapServer: Sendable {
    let settings: ServerSettings
    let logger: Logger
    let site: Site
    private let feed: LiveFeed
    private let games: BocceGames
    private let gameFeed: GameFeed
    private let gallery: PictureGallery
    private let overlay: LiveOverlay
    private let presence: PresenceFeature
    private let quieter: QuieterStreets
    private let meshServices: [any Service]
    private let readiness: ReadinessWatch
    private let following: any PlaceFollowing
    private let identity: TLSIdentity?
    private let port: OpenPort
    let openConnections: SharedBudget

    /// Makes a server of `atlas` for the accounts in `community`. `presence` stores their positions, sealed with
    /// `keys`. Throws when it cannot use the page's styles or the TLS files, and names the cause.
    ///
    /// - Parameters:
    ///   - setUpCode: Keeps the code with which the first operator registers.
    ///   - imagery: The pictures behind the style *satellite*; `nil` hides that style.
    ///   - source: Makes a second source of people, such as simulated people, beside the reports of devices.
    ///   - now: Returns the current time.
    ///   - wait: Returns after a duration; throws when its task is cancelled.
    ///   - lastBackup: Returns the state of the backups; `nil` when the server makes none.
    ///   - mesh: The server's node of the mesh; `nil` when it has none.
    ///   - following: Brings the changes that other servers of the place commit, and shares work with them.
    ///   - figures: Returns what `/metrics` says besides; it must not block.
    ///   - requirements: What the server needs besides its stores before it is ready.
    package init(
        settings: ServerSettings, atlas: LiveAtlas, community: some CommunityStore, presence: some PresenceStore,
        keys: some PersonKeyStore, setUpCode: some SetUpCodeStore, pictures: PictureStorage, hasher: PasswordHasher,
        version: String, logger: Logger, imagery: (any ImagerySource)? = nil,
        source: (SourceContext) -> any PresenceSource = { _ in NoOtherSource() },
        now: @escaping @Sendable () -> Timestamp = Self.systemTime,
        wait: @escaping @Sendable (Duration) async throws -> Void = { try await Task.sleep(for: $0) },
        lastBackup: @escaping @Sendable () -> BackupState? = { nil },
        mesh: MeshHost? = nil, requirements: [Requirement] = [], following: some PlaceFollowing = OnlyServer(),
        figures: @escaping @Sendable () -> [Figure] = { [] }
    ) throws {
        self.settings = settings
        self.logger = logger
        self.following = following
        identity = try settings.tls.map { try TLSIdentity($0) }
        port = OpenPort(settings.port)
        openConnections = SharedBudget(.max, maximumPerHolder: max(1, settings.maximumConnections / 2))
        let meshKeys = mesh.map { DerivedAuthorKeys(secret: $0.authorSecret, place: $0.place) }
        let parts = ServerParts(
            settings, version: version, atlas, community, hasher, logger, imagery: imagery, meshKeys: meshKeys,
            now: now,
            lastBackup: lastBackup)
        feed = parts.feed
        gallery = PictureGallery(
            Gallery(store: community, budget: settings.pictureBudget, now: now), pictures,
            on: WorkerPool(workers: settings.workers, waitingJobs: settings.waitingJobs), logger)
        let service = PresenceService(parts, presence, keys, following)
        let codes = SetUpCodes(store: setUpCode, now: now) { error in
            logger.error("the server could not store a set-up code: \(error.inLog)")
        }
        let access = StandingAccess(parts.authentication, service, codes, feed, logger)
        readiness = ReadinessWatch(
            [.community(community), .presence(presence), .keys(keys)] + requirements, logger)
        let metrics = Metrics(names: Contract.requests.map { $0.endpoint.name })

        var routes = Routes()
        try routes.addTilesFeature(parts)
        let guide = routes.addGuideFeature(parts, gallery)
        routes.addSearchFeature(parts, guide)
        let changes = MeshChanges(parts, service.queues)
        let rows = changes.rows(mesh, community, meshKeys, gallery)
        let pages = routes.addTimelineFeature(parts, gallery, service, rows)
        routes.addAccountsFeature(parts, access, codes, pages, gallery, mesh)
        overlay = routes.addOverlayFeature(parts, wait: wait)
        self.presence = routes.addPresenceFeature(
            parts, service, source(SourceContext(parts, pages)), access, presence, gallery, following)
        quieter = routes.addRoutingFeature(parts, self.presence.sources)
        routes.addCompatibilityFeature(parts, pages, service)
        routes.addEvents(parts)
        (games, gameFeed) = routes.addBocceFeature(parts, community)
        changes.begin(pages, guide, overlay)
        let taking = ChangeTaking(parts: parts, presence: service, pages: pages, guide: guide, overlay: overlay)
        following.begin { try await taking.take($0) }
        meshServices = routes.addMeshFeature(parts, mesh, rows)
        try routes.addOperationFeature(parts, metrics, connections: openConnections, readiness, figures)
        site = Site(parts, routes, metrics, RefusalDelay(wait))
    }

    /// Every path that a route answers, as the OpenAPI document writes it. The page's files are not among them.
    package var paths: Set<String> { site.routes.paths }

    /// Reads the TLS files again, for new connections. Throws naming the file that it cannot use; the old pair then
    /// stays in service.
    package func reloadTLS() throws { try identity?.reload() }

    /// Whether the TLS files on disk differ from those in service.
    package var isTLSOutdated: Bool { identity?.isOutdated ?? false }

    /// Has `/readyz` say from now on that the server stops. It goes on answering.
    package func beginStopping() { readiness.stop() }

    /// Sends the event streams their heartbeat, as the server does every 20 seconds; see `LiveFeed.sendHeartbeat`.
    package func sendHeartbeats() async {
        await gameFeed.sendHeartbeat()
        await feed.sendHeartbeat()
    }

    /// Removes pictures and leftovers that nothing refers to any more, as the server does once an hour.
    package func sweepPictures() async throws { try await gallery.sweep() }

    /// Removes games of bocce that nobody finds any more, as the server does once an hour.
    package func removeOldGames() async throws { try await games.removeOld() }

    /// Deletes the remaining data of people who left while the server was stopped, as the server does at its start.
    package func forgetFormerMembers() async { await presence.tidying.forgetFormerMembers() }

    package var presenceService: PresenceService { presence.sources.presence }

    /// The second source of people, beside the reports of devices.
    package var otherSource: any PresenceSource { presence.sources.other }

    /// Deletes positions and visits that are older than their owners keep them, as the server does once an hour.
    package func tidyPresence() async { await presence.tidying.tidy() }

    /// Returns the application. It calls `onRunning` with the port once it accepts connections.
    package func application(
        onRunning: @escaping @Sendable (Int) async -> Void = { _ in }
    ) throws -> Application<Site> {
        var builder = connections(to: site)
        if let identity { builder = try .tls(builder, tlsConfiguration: identity.configuration) }
        var application = self.application(site, builder, at: settings.port) { [port] number in
            port.number.withLock { $0 = number }
            await onRunning(number)
        }
        application.addServices(
            FeedHeartbeat(feed: feed, games: gameFeed),
            PictureSweeping(gallery: gallery, logger: logger, following: following),
            GameTidying(games: games, logger: logger, following: following), OverlayWatching(overlay: overlay),
            presence.tidying, presence.feed, presence.sources.other, quieter, readiness)
        for service in meshServices { application.addServices(service) }
        application.beforeServerStarts { [overlay, readiness] in
            await overlay.begin()
            await readiness.read()
        }
        return application
    }

    /// Returns the application that serves the authority's certificate at `port`, in plain text.
    package func trustPages(
        _ handouts: TrustPages.Handouts, at port: Int, onRunning: @escaping @Sendable (Int) async -> Void = { _ in }
    ) -> Application<TrustPages> {
        let pages = TrustPages(
            handouts: handouts, settings: settings, hosts: site.hosts, pages: site.pages, packers: site.packers,
            workers: site.workers, limiter: site.limiter, answerMemory: site.answerMemory, mapPort: self.port)
        let builder = connections { [settings] _ in
            ConnectionGuard.Allowance(
                bodyLength: ServerSettings.maximumBodyLength, seconds: settings.requestSeconds)
        }
        return application(pages, builder, at: port, onRunning: onRunning)
    }
}

package import Community
import Fairness
import HTTPTypes
import HereaboutsAPI
package import Hummingbird
package import Logging
import Merging
package import MeshHost
import MeshRows
package import Presence
import ServiceLifecycle
import Synchronization

/// The HTTP server of one place: assembles the features from settings and an atlas.
package struct MapServer: Sendable {
    /// What the places of the process share.
    package let process: ProcessParts
    private let logger: Logger
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

    /// Makes a server of `atlas` for the accounts in `community`. `presence` stores their positions, sealed with
    /// `keys`. Throws when it cannot use the page's styles or the TLS files, and names the cause.
    ///
    /// - Parameters:
    ///   - shared: What it shares with other places of the process; `nil` when it is alone.
    ///   - setUpCode: Keeps the code with which the first operator registers.
    ///   - imagery: The pictures behind the style *satellite*; `nil` hides that style.
    ///   - source: Makes a second source of people, such as simulated people, beside the reports of devices.
    ///   - now: Returns the current time.
    ///   - wait: Returns after a duration; throws when its task is cancelled.
    ///   - lastBackup: Returns the state of the backups; `nil` when the server makes none.
    ///   - mesh: The server's node of the mesh; `nil` when it has none.
    ///   - following: Brings the changes that other servers of the place commit, and shares work with them.
    ///   - logIns: Keeps what all servers of the place must know of log-ins; `nil` when the place has no other server.
    ///   - figures: Returns what `/metrics` says besides; it must not block.
    ///   - requirements: What the server needs besides its stores before it is ready.
    package init(
        settings: ServerSettings, process shared: ProcessParts? = nil, atlas: LiveAtlas, community: some CommunityStore,
        presence: some PresenceStore,
        keys: some PersonKeyStore, setUpCode: some SetUpCodeStore, pictures: PictureStorage, hasher: PasswordHasher,
        version: String, logger: Logger, imagery: (any ImagerySource)? = nil,
        source: (SourceContext) -> any PresenceSource = { _ in NoOtherSource() },
        now: @escaping @Sendable () -> Timestamp = Self.systemTime,
        wait: @escaping @Sendable (Duration) async throws -> Void = { try await Task.sleep(for: $0) },
        lastBackup: @escaping @Sendable () -> BackupState? = { nil },
        mesh: MeshHost? = nil, requirements: [Requirement] = [], following: some PlaceFollowing = OnlyServer(),
        logIns: (any LogInStore)? = nil, figures: @escaping @Sendable () -> [Figure] = { [] }
    ) throws {
        self.logger = logger
        let process = try shared ?? ProcessParts(settings, logger, servers: { following.liveServers }, wait: wait)
        self.process = process
        self.following = following
        let meshKeys = mesh.map { DerivedAuthorKeys(secret: $0.authorSecret, place: $0.place) }
        let parts = ServerParts(
            process, settings, version: version, atlas, community,
            logIns, hasher, logger, imagery: imagery, meshKeys: meshKeys, now: now, lastBackup: lastBackup,
            hearsOwnChanges: following.bringsOwnChanges)
        feed = parts.feed
        gallery = PictureGallery(
            Gallery(store: community, budget: settings.pictureBudget, now: now), pictures,
            on: process.pictureWorkers, turns: process.pictureTurns, logger)
        let service = PresenceService(parts, presence, keys, following)
        let codes = SetUpCodes(store: setUpCode, now: now) { error in
            logger.error("the server could not store a set-up code: \(error.inLog)")
        }
        let access = StandingAccess(parts.authentication, service, codes, feed, logger)
        readiness = ReadinessWatch(
            [.community(community), .presence(presence), .keys(keys)] + requirements, logger)
        process.readiness.add(readiness)
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
        let taking = ChangeTaking(
            parts: parts, presence: service, pages: pages, guide: guide, overlay: overlay,
            games: gameFeed)
        following.begin { try await taking.take($0) }
        meshServices = routes.addMeshFeature(parts, mesh, rows)
        try routes.addOperationFeature(parts, metrics, figures)
        site = Site(parts, routes, metrics)
    }

    /// Every path that a route answers, as the OpenAPI document writes it. The page's files are not among them.
    package var paths: Set<String> { site.routes.paths }

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

    /// Returns the application of this place alone. It calls `onRunning` with the port once it accepts connections.
    package func application(
        onRunning: @escaping @Sendable (Int) async -> Void = { _ in }
    ) throws -> Application<Front> {
        var application = try process.application(Front(site), onRunning: onRunning)
        join(&application)
        return application
    }

    /// Returns the application of several places, each at the names of its settings. They share `process`.
    package static func application(
        of places: [MapServer], _ process: ProcessParts, onRunning: @escaping @Sendable (Int) async -> Void = { _ in }
    ) throws -> Application<Front> {
        let front = Front(places.map(\.site), elsewhere: Site(elsewhere: process))
        var application = try process.application(front, onRunning: onRunning)
        for place in places { place.join(&application) }
        return application
    }

    /// Adds what works for this place as long as the application runs.
    private func join(_ application: inout Application<Front>) {
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
    }
}

package import Community
import Fairness
import FoundationEssentials
import HTTPTypes
import HereaboutsAPI
package import Hummingbird
import HummingbirdCore
import HummingbirdTLS
package import Logging
import NIOCore
import NIOHTTP1
import NIOPosix
import NIOSSL
import Pictures
package import Presence
import ServiceLifecycle
import Synchronization

/// The HTTP server: puts routes, page, limits and connections together from settings and an atlas.
package struct MapServer: Sendable {
    private let settings: ServerSettings
    private let logger: Logger
    private let site: Site
    private let feed: LiveFeed
    private let gallery: PictureGallery
    private let overlay: LiveOverlay
    private let tidying: PresenceTidying
    private let peopleFeed: PeopleFeed
    private let quieter: QuieterStreets
    /// People who do not exist, and what they say, where the settings want them.
    private let life: SimulatedLife
    package let visitors: SimulatedVisitors?
    private let identity: TLSIdentity?
    private let port: OpenPort
    /// The places of open connections: how many there may be in all is seen to when they are taken.
    private let connectionRoom: Room

    /// Makes a server of `atlas` for the people in `community`, whose positions are in `presence`, sealed with `keys`.
    /// Throws when the page's styles or the TLS files cannot be used, naming the cause. `now` tells the time in
    /// milliseconds since 1970; `wait` returns when that long has passed, and throws when its task is cancelled;
    /// `lastBackup` tells how backups go, if any are made; `setUpCode` keeps the code with which the first operator
    /// comes.
    package init(
        settings: ServerSettings, atlas: LiveAtlas, community: some CommunityStore, presence: some PresenceStore,
        keys: some PersonKeyStore, setUpCode: some SetUpCodeStore, pictures: PictureKeeping, hasher: PasswordHasher,
        version: String, logger: Logger,
        now: @escaping @Sendable () -> Int64 = Self.systemTime,
        wait: @escaping @Sendable (Duration) async throws -> Void = { try await Task.sleep(for: $0) },
        lastBackup: @escaping @Sendable () -> BackupState? = { nil }
    ) throws {
        self.settings = settings
        self.logger = logger
        identity = try settings.tls.map { try TLSIdentity($0) }
        port = OpenPort(settings.port)
        let connectionRoom = Room(.max, mostForOne: max(1, settings.maximumConnections / 2))
        self.connectionRoom = connectionRoom
        let workers = WorkerPool(
            workers: settings.workers, waitingJobs: settings.waitingJobs, seconds: settings.workSeconds)
        let packers = Pool { Gzip() }
        let engines = Engines(atlas: atlas, workers: workers, packers: packers, clock: PlaceClock(now))
        let features = [
            "tiles", "search", "address", "route", "trip", "match", "loop", "table", "reach", "atlas", "accounts",
            "passkeys", "timeline",
            "pictures",
            "guide", "imprint", "overlay", "positions", "busyness", "queues",
        ]
        let metrics = Metrics(names: Contract.requests.map { $0.endpoint.name })
        var routes = Routes()
        routes.addTiles(engines, version: version, features: features)
        routes.addNominatim(engines, version: version)
        routes.addPhoton(engines)
        routes.addTables(engines)
        routes.addOSRM(engines)
        routes.addOSRMTours(engines)
        routes.addLoops(engines)
        routes.addIsochrones(engines)
        routes.addAbout(atlas, version: version, features: features, timeZone: settings.timeZone)
        routes.addMap(
            atlas, styles: try settings.webFolder.map { try StyleSheets(webFolder: $0) },
            glyphs: GlyphSets(webFolder: settings.webFolder, workers: workers, packers: packers),
            sprites: Sprites(webFolder: settings.webFolder, packers: packers))
        routes.addCodes()
        let door = Doorkeeper(
            accounts: Accounts(store: community, hasher: hasher, now: now), guests: settings.guests,
            registration: settings.effectiveRegistration,
            attempts: RateLimiter(perMinute: settings.logInsPerMinute),
            posts: RateLimiter(perMinute: settings.postsPerMinute),
            uploads: RateLimiter(perMinute: settings.picturesPerMinute))
        routes.addTours(engines, door)
        let guide = Guide(
            store: community,
            budget: GuideBudget(pictures: settings.pictureBudget, entries: settings.guideEntries), now: now)
        let imprints = Imprints(store: community, now: now)
        let overlays = Overlays(store: community, now: now)
        let timeline = Timeline(store: community, postsPerDay: settings.accountLimits.postsPerDay, now: now)
        let feed = LiveFeed(timeline, guide, imprints, overlays, door.accounts, logger)
        let pages = TimelinePages(
            timeline, guestPosts: RateLimiter(perDay: settings.guestPostsPerDay), feed: feed, packers: packers,
            workers: workers)
        let gallery = PictureGallery(
            rules: Gallery(store: community, budget: settings.pictureBudget, now: now), keeping: pictures,
            // Threads of their own: a slow disk must not hold up tiles, search and routes.
            workers: WorkerPool(workers: settings.workers, waitingJobs: settings.waitingJobs), log: PictureLog(logger))
        let desk = PositionDesk(
            store: presence, keys: keys, places: VisitedPlaces(atlas: atlas),
            leastContributors: settings.busynessPeople, limits: settings.accountLimits,
            positionLimits: settings.positionLimits, workers: workers, now: now)
        let codes = SetUpCodes(store: setUpCode, now: now) { error in
            logger.error("a set-up code could not be put away: \(error.inLog)")
        }
        let access = StandingAccess(door, desk, codes, feed, logger)
        routes.addAccounts(access, codes, pages, gallery)
        routes.addPasskeys(PasskeyDesk(door.accounts, workers), access)
        let shelf = GuideShelf(guide, feed: feed, packers: packers, workers: workers)
        routes.addPictures(gallery, shelf, imprints, door)
        routes.addTimeline(pages, door, atlas, gallery, desk)
        routes.addClassic(pages, door, atlas, desk)
        routes.addSearch(engines, GuideSearch(shelf, on: engines.workers), door)
        routes.addGuide(shelf, GuideTransfer(guide: guide, gallery: gallery), door)
        routes.addImprint(imprints, settings, feed: feed, door, lastBackup: lastBackup)
        overlay = LiveOverlay(overlays, atlas, workers, feed: feed, logger, wait: wait)
        routes.addOverlay(overlay, OverlayEffects(atlas, workers), feed: feed, door)
        routes.addEvents(feed, door)
        tidying = PresenceTidying(desk: desk, accounts: door.accounts, logger: logger)
        peopleFeed = PeopleFeed(people: desk.people, accounts: door.accounts, feed: feed, logger: logger)
        routes.addPositions(desk, door)
        routes.addDevices(desk, atlas, workers, access)
        routes.addQuotas(desk, timeline, gallery.rules, settings, door)
        life = SimulatedLife(
            settings.simulatesVisitors ? SimulatedLife.usualPeople : 0, atlas: atlas, workers: workers, feed: feed,
            logger: logger, now: now)
        routes.addCrowd(life, door)
        quieter = QuieterStreets(
            atlas: atlas, busyness: desk.busyness, life: life, workers: workers, logger: logger)
        routes.addRoute(engines, quieter, door)
        routes.addPeople(desk, access, HomeGrids(store: presence, atlas: atlas), workers, life)
        routes.addBusyness(desk.busyness, engines, door, life)
        routes.addPresenceFiles(desk, atlas, door, workers, life)
        routes.addClassicPresence(desk, engines, settings.queues, feed: feed, door)
        routes.addQueues(desk.queues, atlas, settings.queues, feed: feed, door, life)
        self.feed = feed
        self.gallery = gallery
        visitors =
            settings.simulatesVisitors
            ? SimulatedVisitors(life: life, pages: pages, atlas: atlas, logger: logger, now: now) : nil
        routes.addOperation(
            openAPI: try OpenAPI.document(version: version, server: settings.basePath, aliases: routes.aliases),
            metrics: metrics, atlas: atlas, door
        ) {
            Metrics.state(
                version: version, connections: connectionRoom.taken, listeners: feed.listenerCount,
                backupInSeconds: lastBackup()?.made, nowInMilliseconds: now())
                + Metrics.gauges(of: workers)
        }
        let files = settings.webFolder.map {
            Pages(folder: $0, cacheBytes: settings.pageCacheBytes, workers: workers, packers: packers)
        }
        site = Site(
            settings: settings, hosts: AllowedHosts(settings), routes: routes, pages: files, packers: packers,
            workers: workers,
            limiter: RateLimiter(perSecond: settings.answersPerSecond), refusalDelay: RefusalDelay(wait),
            answerRoom: Room(settings.answerMemoryBytes, mostForOne: settings.answerMemoryBytes / 2),
            uploadRoom: Room(
                settings.uploadMemoryBytes,
                // The largest file, and the same packed.
                mostForOne: max(settings.uploadMemoryBytes / 2, 2 * ImportGuideRequest.maximumLength)),
            metrics: metrics, logger: logger)
    }

    /// Every path that is answered beside the page's files, as the description writes it.
    package var paths: Set<String> { site.routes.paths }

    /// Reads the TLS files again, for new connections; throws naming the one that cannot be used, and changes nothing
    /// then.
    package func reloadTLS() throws { try identity?.reload() }

    /// Whether the TLS files are others than those in service.
    package var isTLSOutdated: Bool { identity?.isOutdated ?? false }

    /// Tends the streams of what changes, as the server does every 20 seconds; see `LiveFeed.tend`.
    package func tendStreams() async { await feed.tend() }

    /// Removes what no picture needs any more, as the server does once an hour.
    package func sweepPictures() async throws { try await gallery.sweep() }

    /// Leaves nothing of those who left while the server was stopped, as it does when it starts.
    package func beginPresence() async { await tidying.forgetThoseWhoLeft() }

    /// Takes what devices report.
    package var positionDesk: PositionDesk { tidying.desk }

    /// Removes what people do not want kept of where they were, as the server does once an hour.
    package func tidyPresence() async { await tidying.tidy() }

    /// Makes what people who do not exist do today, as the server does by itself; nothing where nobody wants them.
    package func prepareSimulatedLife() async throws { try await life.prepare() }

    /// Returns the application; `onRunning` is told the port once connections are taken.
    package func application(
        onRunning: @escaping @Sendable (Int) async -> Void = { _ in }
    ) throws -> Application<Site> {
        var builder = connections(briefly: site) { [site, settings] head in
            let length = site.maximumBodyLength(head)
            // As much time for each of its bytes as a picture has.
            let uploads = (length + AddPictureRequest.maximumLength - 1) / AddPictureRequest.maximumLength
            let isUpload = length > ServerSettings.maximumBodyLength
            return ConnectionGuard.Allowance(
                bodyLength: length, seconds: isUpload ? uploads * settings.uploadSeconds : settings.requestSeconds)
        }
        if let identity { builder = try .tls(builder, tlsConfiguration: identity.configuration) }
        var application = self.application(site, builder, at: settings.port) { [port] number in
            port.number.withLock { $0 = number }
            await onRunning(number)
        }
        application.addServices(
            FeedBeating(feed: feed), PictureSweeping(gallery: gallery, logger: logger),
            OverlayWatching(overlay: overlay), tidying, peopleFeed, quieter, life)
        application.beforeServerStarts { [overlay] in await overlay.begin() }
        if let visitors { application.addServices(visitors) }
        return application
    }

    /// Returns the application that hands out the authority's certificate at `port`, without encryption.
    package func trustDesk(
        _ handouts: TrustDesk.Handouts, at port: Int, onRunning: @escaping @Sendable (Int) async -> Void = { _ in }
    ) -> Application<TrustDesk> {
        let desk = TrustDesk(
            handouts: handouts, settings: settings, hosts: site.hosts, pages: site.pages, packers: site.packers,
            workers: site.workers, limiter: site.limiter, answerRoom: site.answerRoom, mapPort: self.port)
        let builder = connections { [settings] _ in
            ConnectionGuard.Allowance(
                bodyLength: ServerSettings.maximumBodyLength, seconds: settings.requestSeconds)
        }
        return application(desk, builder, at: port, onRunning: onRunning)
    }

    /// Plain connections held to their limits; `site` answers what it can briefly.
    private func connections(
        briefly site: Site? = nil, _ allowance: @escaping @Sendable (HTTPRequest) -> ConnectionGuard.Allowance
    ) -> HTTPServerBuilder {
        let limits = HTTP1Channel.Configuration.DecoderConfiguration(
            maxHeaderFieldSize: ServerSettings.maximumHeaderLength,
            maxHeaderListSize: ServerSettings.maximumHeaderLength, maxHeaderFieldCount: 100)
        let (request, stall) = (settings.requestSeconds, settings.idleSeconds)
        let (room, proxies) = (connectionRoom, settings.proxies)
        let idle = Int64(settings.idleSeconds), date = DateHeader()
        return HTTPServerBuilder { responder in
            EventLoopTasks(
                HTTP1Channel(
                    responder: responder,
                    configuration: .init(
                        additionalChannelHandlers: [
                            ConnectionGuard(
                                room: room, proxies: proxies, requestSeconds: request, stallSeconds: stall,
                                allowance: allowance)
                        ],
                        idleTimeout: .seconds(idle), httpDecoderConfiguration: limits))
            ) { channel in
                // A head comes with what one reading brings behind it, and not with four: large bodies come when
                // somebody asks for them.
                try channel.syncOptions?.setOption(.maxMessagesPerRead, value: 1)
                let pipeline = channel.pipeline.syncOperations
                let persistence = ConnectionPersistence()
                try pipeline.addHandler(
                    persistence,
                    position: .after(pipeline.handler(type: ByteToMessageHandler<HTTPRequestDecoder>.self)))
                try pipeline.addHandler(RequestCheck(), position: .after(persistence))
                guard let site else { return }
                try pipeline.addHandler(
                    BriefAnswers(site, date, pipeline.handler(type: ConnectionGuard.self).departure),
                    position: .after(pipeline.handler(type: HTTPConnectionStateHandler.self)))
            }
        }
    }

    private func application<Responder: HTTPResponder>(
        _ responder: Responder, _ builder: HTTPServerBuilder, at port: Int,
        onRunning: @escaping @Sendable (Int) async -> Void
    ) -> Application<Responder> where Responder.Context: InitializableFromSource<ApplicationRequestContextSource> {
        Application(
            responder: responder, server: builder,
            configuration: .init(
                address: .hostname(settings.host, port: port), backlog: 1024,
                availableConnectionsDelegate: MaximumAvailableConnections(settings.maximumConnections, logger: logger)),
            onServerRunning: { channel in await onRunning(channel.localAddress?.port ?? 0) },
            eventLoopGroupProvider: .shared(MultiThreadedEventLoopGroup.watched), logger: logger)
    }
}

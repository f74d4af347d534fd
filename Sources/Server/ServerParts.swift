import Community
import Fairness
import HereaboutsAPI
import Logging
import Merging
import Presence

/// The parts that the server's features share: settings, engines, authentication, and the rules of the community's
/// content.
struct ServerParts: Sendable {
    /// What all places of the process share.
    let process: ProcessParts
    let settings: ServerSettings
    let version: String
    let atlas: LiveAtlas
    let engines: Engines
    let authentication: Authentication
    let timeline: Timeline
    let guide: Guide
    let imprints: Imprints
    let overlays: Overlays
    /// Sends listeners every change.
    let feed: LiveFeed
    let logger: Logger
    let now: @Sendable () -> Timestamp
    /// The state of the backups; `nil` when the server makes none.
    let lastBackup: @Sendable () -> BackupState?

    /// The pictures behind the style *satellite*; `nil` without them.
    let imagery: (any ImagerySource)?
    /// The keys with which the server signs for people who write at it; `nil` when it runs no node of the mesh.
    let meshKeys: DerivedAuthorKeys?

    var workers: WorkerPool { process.workers }
    var packers: Pool<Gzip> { process.packers }
    var streams: SharedBudget { process.streams }

    /// The features that `/api/v1/about` lists.
    var features: [String] {
        Self.usualFeatures + (imagery == nil ? [] : ["satellite"]) + (meshKeys == nil ? [] : ["mesh"])
    }

    private static let usualFeatures = [
        "tiles", "search", "address", "route", "trip", "match", "loop", "table", "reach", "atlas", "accounts",
        "passkeys", "timeline", "pictures", "guide", "imprint", "overlay", "positions", "busyness", "queues", "bocce",
    ]

    init(
        _ process: ProcessParts, _ settings: ServerSettings, version: String, _ atlas: LiveAtlas,
        _ store: some CommunityStore, _ logIns: (any LogInStore)?, _ hasher: PasswordHasher, _ logger: Logger,
        imagery: (any ImagerySource)?, meshKeys: DerivedAuthorKeys?, now: @escaping @Sendable () -> Timestamp,
        lastBackup: @escaping @Sendable () -> BackupState?, hearsOwnChanges: Bool
    ) {
        self.process = process
        self.settings = settings
        self.version = version
        self.atlas = atlas
        self.logger = logger
        self.now = now
        self.lastBackup = lastBackup
        self.imagery = imagery
        self.meshKeys = meshKeys
        engines = Engines(
            atlas: atlas, workers: process.workers, packers: process.packers, clock: PlaceClock(now, in: settings.zone))
        authentication = Authentication(
            Accounts(store: store, hasher: hasher, now: now), logIns, settings, process.limits, now: now)
        timeline = Timeline(
            store: store, postsPerDay: settings.accountLimits.postsPerDay, keys: meshKeys, now: now)
        guide = Guide(
            store: store, budget: GuideBudget(pictures: settings.pictureBudget, entries: settings.guideEntries),
            now: now)
        imprints = Imprints(store: store, now: now)
        overlays = Overlays(store: store, now: now)
        feed = LiveFeed(
            timeline, guide, imprints, overlays, authentication.accounts, logger, hearsOwnChanges: hearsOwnChanges)
    }
}

import Fairness
import HereaboutsAPI
package import Logging
import Synchronization

/// The parts that all places of one process share: the port with its certificate, threads, and the limits of networks.
///
/// So a network gets one allowance, however many places it asks, and the machine's memory and threads are given out
/// once.
package struct ProcessParts: Sendable {
    let settings: ServerSettings
    let logger: Logger
    let identity: TLSIdentity?
    let port: OpenPort
    let workers: WorkerPool
    /// Threads for pictures only: a slow disk must not block tiles, search and routes.
    let pictureWorkers: WorkerPool
    let pictureTurns = PictureGallery.turns()
    let packers: Pool<Gzip>
    let pages: Pages?
    let limits: NetworkLimits
    let refusalDelay: RefusalDelay
    let openConnections: SharedBudget
    /// The streams of events that are open, of which one block of addresses may have a part.
    let streams: SharedBudget
    /// Memory for large answers that clients have not read yet, in bytes.
    let answerMemory: SharedBudget
    /// Memory for bodies in transfer or in processing, in bytes.
    let uploadMemory: SharedBudget
    let readiness = JointReadiness()

    /// Makes the parts. Throws naming the TLS file that it cannot use.
    ///
    /// - Parameters:
    ///   - places: How many places share them.
    ///   - certificates: Those of places that have their own.
    ///   - servers: Returns at once how many servers share the limits of networks, this one too.
    ///   - wait: Returns after a duration; throws when its task is cancelled.
    package init(
        _ settings: ServerSettings, places: Int = 1, certificates: [NamedCertificate] = [], _ logger: Logger,
        servers: @escaping @Sendable () -> Int = { 1 },
        wait: @escaping @Sendable (Duration) async throws -> Void = { try await Task.sleep(for: $0) }
    ) throws {
        self.settings = settings
        self.logger = logger
        identity = try settings.tls.map { try TLSIdentity($0, ofPlaces: certificates) }
        port = OpenPort(settings.port)
        let workers = WorkerPool(
            workers: settings.workers, waitingJobs: settings.waitingJobs, seconds: settings.workSeconds, places: places)
        self.workers = workers
        pictureWorkers = WorkerPool(workers: settings.workers, waitingJobs: settings.waitingJobs)
        let packers = Pool { Gzip() }
        self.packers = packers
        pages = settings.webFolder.map {
            Pages(folder: $0, cacheBytes: settings.pageCacheBytes, workers: workers, packers: packers)
        }
        limits = NetworkLimits(settings, among: servers)
        refusalDelay = RefusalDelay(wait)
        openConnections = SharedBudget(.max, maximumPerHolder: max(1, settings.maximumConnections / 2))
        streams = SharedBudget(.max, maximumPerHolder: settings.streamsPerBlock)
        answerMemory = SharedBudget(settings.answerMemoryBytes, maximumPerHolder: settings.answerMemoryBytes / 2)
        uploadMemory = SharedBudget(
            settings.uploadMemoryBytes,
            // The largest file, and the same compressed.
            maximumPerHolder: max(settings.uploadMemoryBytes / 2, 2 * ImportGuideRequest.maximumLength))
    }

    /// Reads the TLS files again, for new connections. Throws naming the file that it cannot use; the old pair then
    /// stays in service.
    package func reloadTLS() throws { try identity?.reload() }

    /// Whether the TLS files on disk differ from those in service.
    package var isTLSOutdated: Bool { identity?.isOutdated ?? false }

    /// Has `/readyz` say from now on that the server stops. It goes on answering.
    package func beginStopping() { readiness.stop() }
}

/// What each network may do, at all places of the process together.
struct NetworkLimits: Sendable {
    /// Computed answers.
    let answers: RateLimiter
    /// Attempts to log in or register. The limit counts by the client's network, never by the account: otherwise
    /// somebody who guesses another person's password would lock that person out.
    let attempts: RateLimiter
    /// Posts and reports, which everybody sees and which stay.
    let posts: RateLimiter
    /// Posts of guests in a day.
    let guestPosts: RateLimiter
    /// Pictures, which take more time and storage than anything else that people send.
    let uploads: RateLimiter
    /// Games of bocce in a day.
    let games: RateLimiter

    /// Attempts are shared otherwise: see `LogInStore`.
    init(_ settings: ServerSettings, among servers: @escaping @Sendable () -> Int) {
        answers = RateLimiter(perSecond: settings.answersPerSecond, among: servers)
        attempts = RateLimiter(perMinute: settings.logInsPerMinute)
        posts = RateLimiter(perMinute: settings.postsPerMinute, among: servers)
        guestPosts = RateLimiter(perDay: settings.guestPostsPerDay, among: servers)
        uploads = RateLimiter(perMinute: settings.picturesPerMinute, among: servers)
        games = RateLimiter(perDay: Routes.gamesPerDay, among: servers)
    }
}

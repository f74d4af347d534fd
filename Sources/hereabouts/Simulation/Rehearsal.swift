import Atlas
import Community
import Crowd
import HereaboutsAPI
import Logging
import Pictures
import Server
import ServiceLifecycle
import Stores

/// A server with its own clock, in which simulated people live through weeks as fast as the machine allows. All their
/// reports go over HTTP, like those of real people.
struct Rehearsal {
    let crowd: Crowd
    let clock: RehearsalClock
    /// The server's index of places.
    let places: VisitedPlaces
    /// The days, counted since 1970 by the place's calendar.
    let days: Range<Int>
    private let server: MapServer
    private let logger: Logger

    /// Makes a server of the atlas at `path` with the data folder `data`, and people who live there.
    init(_ path: String, people: Int, days: Range<Int>, seed: UInt64, data: String) throws {
        // A file that is not an atlas leaves no data folder behind.
        let file = try MappedFile(path: path)
        _ = try withExtendedLifetime(file) { try AtlasInfo(AtlasView(bytes: file.bytes)) }
        try DataFolder.make(data)
        let atlas = try AtlasGeneration(AtlasStore.served(from: data).open(path), tileCacheBytes: 0)
        crowd = Crowd(people, atlas.search, atlas.routes, seed: seed)
        guard !crowd.residents.isEmpty else {
            throw CommandFault("\(path) has neither house numbers nor streets: nobody can live there")
        }
        places = VisitedPlaces(atlas: LiveAtlas(atlas))
        self.days = days
        clock = RehearsalClock(day: days.lowerBound)
        logger = Logger(label: "hereabouts") { _ in LineLog(level: .warning) { standardError($0) } }
        var settings = ServerSettings()
        (settings.host, settings.port) = ("127.0.0.1", 0)
        // Nobody else is connected, and at night nobody reports.
        settings.idleSeconds = 86_400
        server = try MapServer(
            settings: settings, atlas: LiveAtlas(atlas), community: try SQLiteStore(dataFolder: data),
            presence: try SQLitePresenceStore(path: data + "/presence.sqlite"),
            keys: try SQLiteKeyStore(path: data + "/keys.sqlite"), setUpCode: MemorySetUpCode(),
            pictures: try PictureStorage(dataFolder: data),
            // Nobody knows these passwords, and nobody needs to, so cheap hashes are enough.
            hasher: PasswordHasher(cost: PasswordHash.Cost(logRounds: 4, parallelism: 1)),
            version: Hereabouts.version, logger: logger, now: { [clock] in clock.now() })
    }

    /// Serves while `body` runs, which gets the port.
    func serve<Result: Sendable>(_ body: (Int) async throws -> Result) async throws -> Result {
        let (ports, opened) = AsyncStream<Int>.makeStream()
        let application = try server.application { port in opened.yield(port) }
        let group = ServiceGroup(
            configuration: .init(services: [application], gracefulShutdownSignals: [], logger: logger))
        let serving = Task {
            defer { opened.finish() }
            try await group.run()
        }
        guard let port = await ports.first(where: { _ in true }) else {
            try await serving.value
            throw CommandFault("the server ended before it was open")
        }
        do {
            let result = try await body(port)
            await group.triggerGracefulShutdown()
            try await serving.value
            return result
        } catch {
            serving.cancel()
            throw error
        }
    }
}

import Atlas
import Community
import Crowd
import HereaboutsAPI
import Logging
import Pictures
import Server
import ServiceLifecycle
import Stores

/// A server of its own with a clock of its own, in which a crowd lives through weeks as fast as the machine can.
/// Everything that it reports goes over HTTP, as from people.
struct Rehearsal {
    let crowd: Crowd
    let clock: RehearsalClock
    /// What the server counts as places.
    let places: VisitedPlaces
    /// Counted since 1970 by the calendar of the place.
    let days: Range<Int>
    private let server: MapServer
    private let logger: Logger

    /// Makes a server of the atlas at `path` that keeps what it is told in the folder `data`, and people who live
    /// there.
    init(_ path: String, people: Int, days: Range<Int>, seed: UInt64, data: String) throws {
        // What is no atlas leaves nothing behind.
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
            pictures: try PictureKeeping(dataFolder: data),
            // Nobody knows these passwords, and nobody needs to.
            hasher: PasswordHasher(cost: PasswordHash.Cost(logRounds: 4, parallelism: 1)),
            version: Hereabouts.version, logger: logger, now: { [clock] in clock.now() })
    }

    /// Serves while `body`, which is told the port, asks.
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

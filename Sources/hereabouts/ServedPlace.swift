import Community
import Logging
import Server
import ServiceLifecycle
import SimulatedPeople

/// One place that the process serves: its atlas, its stores and its rules.
struct ServedPlace {
    let configuration: Configuration
    let server: MapServer
    /// What works for the place beside the server's own services.
    let services: [any Service]
    /// Its name among several places; `nil` for the only one.
    let name: String?
    private let stores: PlaceStores
    private let accounts: Accounts

    /// Opens a place. Throws what keeps it from being served.
    ///
    /// - Parameters:
    ///   - process: What it shares with other places.
    ///   - database: Where its rows lie; `nil` for its data folder.
    init(
        _ name: String?, _ configuration: Configuration, _ process: ProcessParts, _ database: ProcessDatabase?,
        _ hasher: PasswordHasher, _ logger: Logger
    ) async throws {
        var configuration = configuration
        try DataFolder.make(configuration.data)
        configuration.server.cacheFolder = configuration.data + "/cache"
        let store = AtlasStore.served(from: configuration.data)
        let cacheBytes = configuration.server.tileCacheBytes
        let open = { @Sendable [path = configuration.atlas] in
            try AtlasGeneration(store.open(path), tileCacheBytes: cacheBytes)
        }
        let atlas = LiveAtlas(try open())
        try configuration.checkDatabase()
        let stores = try PlaceStores(configuration, named: name, in: database)
        do {
            let pictures = try await PictureStorage(configuration.pictures, dataFolder: configuration.data)
            if let sentence = configuration.pictures.sentenceAboutBackups { logger.notice("\(sentence)") }
            let (backups, lastBackup) = try BackupSchedule.ofServer(configuration, stores, logger)
            let mesh = configuration.mesh.isOn ? try MeshRunning(configuration, logger) : nil
            server = try MapServer(
                settings: configuration.server, process: process, atlas: atlas, community: stores.community,
                presence: stores.presence,
                keys: WatchedKeys(keys: stores.keys) { backups?.keyWasDestroyed() }, setUpCode: stores.setUpCode,
                pictures: pictures, hasher: hasher, version: Hereabouts.version, logger: logger,
                imagery: try Imagery.source(configuration.server, around: atlas.current.area, logger),
                source: { [simulates = configuration.server.simulatesVisitors] context in
                    SimulatedPeople(
                        context, people: simulates ? SimulatedPeople.usualPeople : 0, writesPosts: simulates)
                },
                now: stores.now, lastBackup: lastBackup, mesh: mesh?.host, requirements: stores.requirements,
                following: stores.following, logIns: stores.logIns, figures: stores.figures)
            // The first visitors find queues and busy places. The source repeats and logs what fails here.
            try? await server.otherSource.prepare()
            var services: [any Service] = [
                AtlasReloading(atlas: atlas, following: stores.following, logger: logger, open: open)
            ]
            if let backups { services.append(backups) }
            if let sources = try configuration.mapUpdates.sources(atlas: configuration.atlas) {
                services.append(MapUpdating(sources: sources, logger: logger, reload: AtlasReloading.request))
            }
            if let mesh {
                services.append(mesh)
                if configuration.mesh.placePort > 0 {
                    services.append(PlaceNameRunning(mesh.host, server, configuration, logger))
                }
            }
            self.services = services
        } catch {
            await stores.close()
            throw error
        }
        accounts = Accounts(store: stores.community, hasher: hasher, now: stores.now)
        (self.name, self.configuration, self.stores) = (name, configuration, stores)
    }

    /// Whether the place has an operator. Throws when its accounts cannot be read.
    func hasOperator() async throws -> Bool {
        try await accounts.hasOperator()
    }

    /// The codes with which the first operator registers.
    var setUpCodes: SetUpCodes { SetUpCodes(store: stores.setUpCode, now: stores.now) }

    /// Stops following other servers of the place.
    func close() async { await stores.close() }
}

import Backups
import Community
import FoundationEssentials
import Glibc
import LocalAuthority
import Logging
import NIOCore
import Server
import ServiceLifecycle
import SimulatedPeople
import Stores
import UnixSignals

/// Assembles the real server and runs it until a signal ends it.
struct Serving {
    private let configuration: Configuration

    init(_ configuration: Configuration) { self.configuration = configuration }

    func run() async throws {
        let logger = Logger(label: "hereabouts") { _ in LineLog(level: .notice) { standardError($0) } }
        var configuration = configuration
        configuration.timeZone.map { TimeZoneName.apply($0) }
        configuration.server.timeZone = configuration.timeZone ?? TimeZoneName.ofMachine
        try DataFolder.make(configuration.data)
        let certificates = configuration.makesCertificate ? OwnCertificates(configuration) : nil
        if let certificates {
            try certificates.renew(logger, atStart: true)
            configuration.server.tls = certificates.files
            configuration.server.hasOwnAuthority = true
        } else if let files = configuration.server.tls {
            GivenCertificate(files, configuration.server).warn(logger)
        }
        configuration.server.hostNames = configuration.answeredNames
        configuration.server.cacheFolder = configuration.data + "/cache"
        let store = AtlasStore.served(from: configuration.data)
        let cacheBytes = configuration.server.tileCacheBytes
        let open = { @Sendable [path = configuration.atlas] in
            try AtlasGeneration(store.open(path), tileCacheBytes: cacheBytes)
        }
        let atlas = LiveAtlas(try open())
        try configuration.checkDatabase()
        let stores = try await PlaceStores(configuration, logger)
        let pictures = try await PictureStorage(configuration.pictures, dataFolder: configuration.data)
        if let sentence = configuration.pictures.sentenceAboutBackups { logger.notice("\(sentence)") }
        let (backups, lastBackup) = try Self.backups(configuration, logger)
        let mesh = configuration.mesh.isOn ? try MeshRunning(configuration, logger) : nil
        configuration.server.placeHost = mesh.map { _ in PlaceHost() }
        let server = try MapServer(
            settings: configuration.server, atlas: atlas, community: stores.community, presence: stores.presence,
            keys: WatchedKeys(keys: stores.keys) { backups?.keyWasDestroyed() }, setUpCode: stores.setUpCode,
            pictures: pictures,
            hasher: PasswordHasher(), version: Hereabouts.version, logger: logger,
            imagery: try Imagery.source(configuration.server, around: atlas.current.area, logger),
            source: { [simulates = configuration.server.simulatesVisitors] context in
                SimulatedPeople(
                    context, people: simulates ? SimulatedPeople.usualPeople : 0, writesPosts: simulates)
            },
            now: stores.now, lastBackup: lastBackup, mesh: mesh?.host, requirements: stores.requirements,
            following: stores.following, figures: stores.figures)
        // The first visitors find queues and busy places. The source repeats and logs what fails here.
        try? await server.otherSource.prepare()
        let application = try server.application { [configuration] port in
            let accounts = Accounts(store: stores.community, hasher: PasswordHasher(), now: stores.now)
            await Self.announce(
                port, configuration, accounts, SetUpCodes(store: stores.setUpCode, now: stores.now), logger)
        }
        var services: [any Service] = [application, AtlasReloading(atlas: atlas, logger: logger, open: open)]
        if let backups { services.append(backups) }
        if let mesh {
            services.append(mesh)
            if configuration.mesh.placePort > 0 {
                services.append(PlaceNameRunning(mesh.host, server, configuration, logger))
            }
        }
        if let certificates {
            services.append(try certificates.trustPages(of: server, at: configuration.effectiveTrustPort))
        }
        if let files = configuration.server.tls {
            services.append(
                TLSReloading(
                    server: server, certificateFile: files.certificate, certificates: certificates, logger: logger))
        }
        // Services stop in the reverse order: all others go on until the server has drained.
        services.append(Draining(server: server, seconds: configuration.server.drainSeconds, logger: logger))
        do {
            try await Self.run(services, configuration, logger)
        } catch {
            await stores.close()
            throw error
        }
        await stores.close()
    }

    /// Shows where the server listens, how the first operator registers, and writes the port file.
    private static func announce(
        _ port: Int, _ configuration: Configuration, _ accounts: Accounts, _ codes: SetUpCodes, _ logger: Logger
    ) async {
        let banner = Banner(configuration: configuration.server, port: port)
        banner.show(withCode: !configuration.makesCertificate)
        do {
            if try await !accounts.hasOperator() { try banner.showSetUp(codes, configuration.data) }
        } catch {
            logger.error("no set-up code could be made: \(error.inLog)")
        }
        guard let portFile = configuration.portFile else { return }
        do {
            try Data("\(port)\n".utf8).write(to: URL(filePath: portFile), options: .atomic)
        } catch {
            logger.error("the port could not be written to \(portFile): \(error)")
        }
    }

    /// Runs services until a signal ends them; throws `CommandFault` when the server cannot listen.
    private static func run(
        _ services: [any Service], _ configuration: Configuration, _ logger: Logger
    ) async throws {
        let signals = [UnixSignal.sigterm, .sigint]
        let group = ServiceGroup(
            configuration: .init(services: services, gracefulShutdownSignals: signals, logger: logger))
        let impatience = await Impatience.watch(signals)
        defer { impatience.cancel() }
        do {
            try await group.run()
        } catch let error as IOError {
            let (server, cause) = (configuration.server, String(cString: strerror(error.errnoCode)))
            let ports =
                configuration.makesCertificate
                ? "ports \(server.port) and \(configuration.effectiveTrustPort)" : "port \(server.port)"
            throw CommandFault(
                "cannot listen on \(server.host) at \(ports): \(cause); choose others with --host and --port, or see "
                    + "`hereabouts doctor`")
        }
    }

    /// Returns the backup service, if backups are on, and the source of its state. If no backup setting is set, an
    /// unusable folder does not stop the server.
    private static func backups(
        _ configuration: Configuration, _ logger: Logger
    ) throws -> (BackupSchedule?, @Sendable () -> BackupState?) {
        guard configuration.database.address == nil else { return (nil, { nil }) }
        do {
            let backups = try configuration.backups.backups(of: configuration.data).map {
                try BackupSchedule($0, configuration.backups, data: configuration.data, logger: logger)
            }
            return (backups, { backups?.state })
        } catch let fault as BackupFault where !configuration.backups.areChosen {
            logger.warning("no backups are made: \(fault); name a folder, or off, with backups")
            return (nil, { BackupState(made: nil, problem: fault.description) })
        }
    }
}

extension SQLiteStore {
    /// Opens the community's store of the data folder at `path`.
    convenience init(dataFolder path: String) throws {
        try DataFolder.make(path)
        try self.init(path: path + "/community.sqlite")
    }
}

/// The folder for the server's data.
enum DataFolder {
    /// Prepares a command that works in a server's folder, which may be new if `mayBeNew`. Throws `CommandFault` if it
    /// is not a server's data folder.
    ///
    /// Run by the superuser, the process continues as the folder's owner, so that the server can read and write the
    /// command's files.
    static func enter(_ path: String, mayBeNew: Bool = false) throws {
        var about = stat()
        if geteuid() == 0, stat(path, &about) == 0, about.st_uid != 0 {
            guard setgroups(0, nil) == 0, setgid(about.st_gid) == 0, setuid(about.st_uid) == 0 else {
                throw CommandFault("cannot continue as the owner of \(path): \(cause); run this as that user")
            }
        }
        guard !mayBeNew, access(path + "/community.sqlite", F_OK) != 0 else { return }
        throw errno == EACCES
            ? CommandFault("\(path) cannot be opened: \(cause); run this as the server's user or the superuser")
            : CommandFault("\(path) is not a server's data folder; name the folder with --data")
    }

    private static var cause: String { String(cString: strerror(errno)) }

    /// Makes a missing folder at `path`, for this user only.
    static func make(_ path: String) throws {
        do {
            try FileManager.default.createDirectory(
                atPath: path, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        } catch {
            throw CommandFault("the folder \(path) cannot be made; name one where you may write with --data")
        }
    }
}

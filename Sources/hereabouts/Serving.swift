import Community
import FoundationEssentials
import Glibc
import Logging
import NIOCore
import Server
import ServiceLifecycle
import Stores
import UnixSignals

/// Assembles the real server and runs it until a signal ends it.
struct Serving {
    private let configuration: Configuration

    init(_ configuration: Configuration) { self.configuration = configuration }

    func run() async throws {
        let logger = Self.logger()
        var configuration = configuration
        let files = try configuration.placeFiles()
        configuration.timeZone.map { TimeZoneName.apply($0) }
        configuration.server.timeZone = configuration.timeZone ?? TimeZoneName.ofMachine
        if let files {
            // The process's certificate is for the places without one of their own.
            configuration.server.hostNames = files.filter { $0.certificate == nil }
                .flatMap(\.configuration.server.ownNames)
        }
        try DataFolder.make(configuration.data)
        let certificates = configuration.makesCertificate ? OwnCertificates(configuration) : nil
        if let certificates {
            try certificates.renew(logger, atStart: true)
            configuration.server.tls = certificates.files
            configuration.server.hasOwnAuthority = true
        } else if let given = configuration.server.tls {
            GivenCertificate(given, configuration.server, ofPlaces: files != nil).warn(logger)
        }
        configuration.server.hostNames =
            files?.flatMap(\.configuration.server.ownNames) ?? configuration.answeredNames
        configuration.server.placeHost = configuration.mesh.isOn ? PlaceHost() : nil
        try configuration.checkDatabase()
        let database = try await ProcessDatabase(configuration.database, logger)
        var places: [ServedPlace] = []
        do {
            let process = try ProcessParts(
                configuration.server, places: files?.count ?? 1,
                certificates: Self.certificates(of: files ?? [], logger), logger,
                servers: { database?.liveServers ?? 1 })
            try await Self.open(&places, files, configuration, process, database, logger)
            let services = try Self.services(of: places, configuration, process, certificates, logger)
            try await Self.run(services, configuration, logger)
        } catch {
            await Self.close(places, database)
            throw error
        }
        await Self.close(places, database)
    }

    /// Returns the certificates of the places that have their own, and logs which names they do not cover.
    private static func certificates(of files: [PlaceFile], _ logger: Logger) -> [NamedCertificate] {
        files.compactMap { file in
            guard let certificate = file.certificate else { return nil }
            var settings = file.configuration.server
            settings.hostNames = settings.ownNames
            GivenCertificate(certificate, settings, ofPlaces: true).warn(logger)
            return NamedCertificate(names: settings.hostNames, files: certificate)
        }
    }

    private static func logger(of place: String? = nil) -> Logger {
        Logger(label: "hereabouts") { _ in LineLog(level: .notice, of: place) { standardError($0) } }
    }

    /// Opens the places of `files`, or the only one. Throws naming the file of a place that cannot be served.
    private static func open(
        _ places: inout [ServedPlace], _ files: [PlaceFile]?, _ configuration: Configuration, _ process: ProcessParts,
        _ database: ProcessDatabase?, _ logger: Logger
    ) async throws {
        let hasher = PasswordHasher()
        guard let files else {
            return places.append(try await ServedPlace(nil, configuration, process, database, hasher, logger))
        }
        for file in files {
            do {
                let place = try Self.adjusted(file, to: configuration.server)
                let own = Self.logger(of: file.name)
                places.append(try await ServedPlace(file.name, place, process, database, hasher, own))
            } catch {
                throw CommandFault("the place \(file.name) of \(file.path) cannot be served: \(error)")
            }
        }
    }

    /// Returns a place's settings with what the process found out for all places.
    private static func adjusted(
        _ file: PlaceFile, to process: ServerSettings
    ) throws(ConfigurationFault) -> Configuration {
        var place = file.configuration
        place.server.tls = file.certificate ?? process.tls
        place.server.hasOwnAuthority = process.hasOwnAuthority && file.certificate == nil
        place.server.timeZone = place.timeZone ?? process.timeZone
        if let name = place.timeZone, name != process.timeZone {
            guard let zone = PlaceZone(named: name) else {
                throw ConfigurationFault("this program does not know the time zone \(name); choose another of its area")
            }
            place.server.zone = zone
        }
        return place
    }

    /// Returns what runs: the listener with the places behind it, and what works beside it.
    private static func services(
        of places: [ServedPlace], _ configuration: Configuration, _ process: ProcessParts,
        _ certificates: OwnCertificates?, _ logger: Logger
    ) throws -> [any Service] {
        let announce = { @Sendable (port: Int) in await Announcement(places, configuration, logger).make(at: port) }
        var services: [any Service] =
            if let only = places.first, only.name == nil {
                [try only.server.application(onRunning: announce)]
            } else {
                [try MapServer.application(of: places.map(\.server), process, onRunning: announce)]
            }
        services += places.flatMap(\.services)
        if let certificates {
            services.append(try certificates.trustPages(of: process, at: configuration.effectiveTrustPort))
        }
        if let files = configuration.server.tls {
            services.append(
                TLSReloading(
                    process: process, certificateFile: files.certificate, certificates: certificates, logger: logger))
        }
        // Services stop in the reverse order: all others go on until the server has drained.
        services.append(Draining(process: process, seconds: configuration.server.drainSeconds, logger: logger))
        return services
    }

    private static func close(_ places: [ServedPlace], _ database: ProcessDatabase?) async {
        for place in places { await place.close() }
        await database?.close()
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
}

extension SQLiteStore {
    /// Opens the community's store of the data folder at `path`.
    convenience init(dataFolder path: String) throws {
        try DataFolder.make(path)
        try UnfinishedMove.check(path)
        try self.init(path: path + "/community.sqlite")
    }
}

/// The folder for the server's data.
enum DataFolder {
    /// Prepares a command that works in a server's folder, which may be new if `mayBeNew`. Throws `CommandFault` if it
    /// is not a server's data folder, and `StoreError` if a move to it is unfinished.
    static func enter(_ path: String, mayBeNew: Bool = false) throws {
        try becomeOwner(of: path)
        try UnfinishedMove.check(path)
        guard !mayBeNew, access(path + "/community.sqlite", F_OK) != 0 else { return }
        throw errno == EACCES
            ? CommandFault("\(path) cannot be opened: \(cause); run this as the server's user or the superuser")
            : CommandFault("\(path) is not a server's data folder; name the folder with --data")
    }

    /// Continues as the folder's owner, if the superuser runs the program: so the server can read and write the
    /// command's files. Throws `CommandFault`.
    static func becomeOwner(of path: String) throws {
        var about = stat()
        guard geteuid() == 0, stat(path, &about) == 0, about.st_uid != 0 else { return }
        guard setgroups(0, nil) == 0, setgid(about.st_gid) == 0, setuid(about.st_uid) == 0 else {
            throw CommandFault("cannot continue as the owner of \(path): \(cause); run this as that user")
        }
    }

    private static var cause: String { String(cString: strerror(errno)) }

    /// Makes a missing folder at `path`, which `option` names, for this user only.
    static func make(_ path: String, _ option: String = "--data") throws {
        do {
            try FileManager.default.createDirectory(
                atPath: path, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        } catch {
            throw CommandFault("the folder \(path) cannot be made; name one where you may write with \(option)")
        }
    }
}

import Community
import struct HereaboutsAPI.Readiness
import Logging
import Presence
import Server
import Stores

/// Where the rows of a place lie, if not in files of the data folder.
struct DatabaseSettings: Equatable {
    /// The address of PostgreSQL, such as `postgresql://hereabouts@one:5432,two:5432/hereabouts`.
    var address: String?
    /// The address of the cluster that holds people's keys and nothing else.
    var keys: String?

    /// The name of the place of a server that serves one.
    static let onlyPlace = "here"

    /// An address without its password, to be shown.
    static func shown(_ address: String) -> String {
        address.replacing(#/:\/\/([^:\/@?]*):[^@\/?]*@/#) { "://\($0.1):…@" }
            .replacing(#/password\s*=\s*('(?:[^'\\]|\\.)*'|[^\s&]*)/#, with: "password=…")
    }
}

/// The stores of a place: files of the data folder, or tables of PostgreSQL.
struct PlaceStores {
    let community: SQLiteStore
    let presence: SQLitePresenceStore
    let keys: SQLiteKeyStore
    let setUpCode: any SetUpCodeStore
    /// What all servers of the place know of log-ins; `nil` if there is only this one.
    let logIns: (any LogInStore)?
    /// Brings what other servers of the place change.
    let following: any PlaceFollowing
    /// The time that all servers of the place go by.
    let now: @Sendable () -> Timestamp
    /// What the server needs, besides stores that answer, before it is ready.
    let requirements: [Requirement]
    /// What backups of the place need, if its rows are not in the data folder.
    let backups: SharedBackups?
    /// What `/metrics` says of the stores.
    let figures: @Sendable () -> [Figure]
    /// Stops following other servers; the connections belong to the process.
    let close: @Sendable () async -> Void

    /// Opens the stores of the place with a name, and makes tables that are missing. Throws `StoreError`.
    ///
    /// - Parameter name: The place's name among several; `nil` for the only one.
    init(_ configuration: Configuration, named name: String? = nil, in database: ProcessDatabase?) throws {
        guard let database else {
            let folder = configuration.data
            community = try SQLiteStore(dataFolder: folder)
            presence = try SQLitePresenceStore(path: folder + "/presence.sqlite")
            keys = try SQLiteKeyStore(path: folder + "/keys.sqlite")
            setUpCode = SetUpCodeFile(dataFolder: folder)
            logIns = nil
            following = OnlyServer()
            now = MapServer.systemTime
            requirements = [.clock]
            backups = nil
            figures = { [] }
            close = {}
            return
        }
        #if Postgres
            let (server, membership) = (database.server, database.membership)
            let tenant = name ?? DatabaseSettings.onlyPlace
            community = try SQLiteStore(server, tenant: tenant)
            presence = try SQLitePresenceStore(server, tenant: tenant)
            keys = try SQLiteKeyStore(database.cluster, tenant: tenant)
            setUpCode = try PostgresSetUpCode(server, of: community)
            let following = PostgresFollowing(membership, of: community)
            self.following = following
            let now = { @Sendable in membership.now ?? MapServer.systemTime() }
            self.now = now
            let logIns = try PostgresLogIns(
                server, of: community, attemptsPerMinute: configuration.server.logInsPerMinute, now: now)
            self.logIns = logIns
            requirements = [Requirement(.clock) { membership.isClockSane }]
            let cluster = database.cluster, notes = PostgresBackupNotes(membership, of: community)
            backups = SharedBackups(
                databases: PostgresPlace(of: tenant, in: server, keys: cluster),
                destroyedKeys: { [keys] in try await keys.destroyedKeys() }, latest: { try await notes.latest() },
                note: { try await notes.note($0) })
            figures = { Figure.all(of: following.figures, owesErasure: cluster.owesErasure) }
            close = {
                await following.close()
                logIns.close()
            }
        #else
            throw CommandFault("this program was built without PostgreSQL; remove database from the settings")
        #endif
    }
}

/// The connections of the process to PostgreSQL, which its places share.
struct ProcessDatabase: Sendable {
    #if Postgres
        let server: PostgresServer
        let cluster: PostgresKeyCluster
        let membership: PostgresMembership
    #endif

    /// Connects as the settings say; `nil` if they name no database. Throws `StoreError` and `CommandFault`.
    init?(_ settings: DatabaseSettings, _ logger: Logger) async throws {
        guard let address = settings.address else { return nil }
        #if Postgres
            guard let addressOfKeys = settings.keys else {
                throw CommandFault(
                    "database is set, and keys-database is not; name a second PostgreSQL cluster, for people's keys "
                        + "alone: copies of the first would keep keys that were destroyed")
            }
            server = try PostgresServer(address)
            cluster = try PostgresKeyCluster(addressOfKeys, besides: server) { report in
                if case .done = report { logger.notice("\(report)") } else { logger.error("\(report)") }
            }
            membership = try await PostgresMembership(server, version: Hereabouts.version)
        #else
            throw CommandFault("this program was built without PostgreSQL; remove database from the settings")
        #endif
    }

    /// The number of servers that live, this one too.
    var liveServers: Int {
        #if Postgres
            membership.liveServers
        #else
            1
        #endif
    }

    /// Commits what waits, and closes the connections.
    func close() async {
        #if Postgres
            await membership.close()
            server.close()
            await cluster.close()
        #endif
    }
}

extension Configuration {
    /// Throws `CommandFault` for settings that need files of the data folder, while the place lies in PostgreSQL.
    func checkDatabase() throws {
        guard database.address != nil else { return }
        guard !mesh.isOn else {
            throw CommandFault("mesh and database are both set; a node of the mesh keeps its place in its data folder")
        }
    }
}

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
    /// Brings what other servers of the place change.
    let following: any PlaceFollowing
    /// The time that all servers of the place go by.
    let now: @Sendable () -> Timestamp
    /// What the server needs, besides stores that answer, before it is ready.
    let requirements: [Requirement]
    /// What `/metrics` says of the stores.
    let figures: @Sendable () -> [Figure]
    /// Commits what waits, and closes the connections.
    let close: @Sendable () async -> Void

    /// Opens the stores, and makes tables that are missing. Throws `StoreError` and `CommandFault`.
    init(_ configuration: Configuration, _ logger: Logger) async throws {
        guard let address = configuration.database.address else {
            let folder = configuration.data
            community = try SQLiteStore(dataFolder: folder)
            presence = try SQLitePresenceStore(path: folder + "/presence.sqlite")
            keys = try SQLiteKeyStore(path: folder + "/keys.sqlite")
            setUpCode = SetUpCodeFile(dataFolder: folder)
            following = OnlyServer()
            now = MapServer.systemTime
            requirements = [.clock]
            figures = { [] }
            close = {}
            return
        }
        #if Postgres
            guard let addressOfKeys = configuration.database.keys else {
                throw CommandFault(
                    "database is set, and keys-database is not; name a second PostgreSQL cluster, for people's keys "
                        + "alone: copies of the first would keep keys that were destroyed")
            }
            let server = try PostgresServer(address)
            let cluster = try PostgresKeyCluster(addressOfKeys, besides: server) { report in
                if case .done = report { logger.notice("\(report)") } else { logger.error("\(report)") }
            }
            community = try SQLiteStore(server)
            presence = try SQLitePresenceStore(server)
            keys = try SQLiteKeyStore(cluster)
            setUpCode = try PostgresSetUpCode(server, of: community)
            let following = try await PostgresFollowing(server, of: community, version: Hereabouts.version)
            self.following = following
            now = { following.now ?? MapServer.systemTime() }
            requirements = [Requirement(.clock) { following.isClockSane }]
            figures = { Figure.all(of: following.figures, owesErasure: cluster.owesErasure) }
            close = {
                await following.close()
                server.close()
                await cluster.close()
            }
        #else
            throw CommandFault("this program was built without PostgreSQL; remove database from the settings")
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
        guard !backups.areChosen || backups.folder == BackupSettings.off else {
            throw CommandFault(
                "backups and database are both set; a place in PostgreSQL is backed up there, with its own tools")
        }
    }
}

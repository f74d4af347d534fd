import Backups
import Stores

/// A place in PostgreSQL, as a command backs it up while servers run.
struct ConnectedPlace {
    let databases: any PlaceDatabases
    /// Tells the servers of the place of a backup.
    let note: (BackupNote) throws -> Void
    let close: () async -> Void

    /// Connects to the place with a name, or to the only one; `nil` if the settings name no database. Throws `StoreError`
    /// and `ConfigurationFault`.
    init?(_ settings: DatabaseSettings, named name: String?) throws {
        guard let address = settings.address else { return nil }
        #if Postgres
            guard let addressOfKeys = settings.keys else {
                throw ConfigurationFault("database is set, and keys-database is not; name the cluster of people's keys")
            }
            let server = try PostgresServer(address), place = name ?? DatabaseSettings.onlyPlace
            let keys = try PostgresKeyCluster(addressOfKeys, besides: server) { standardError("hereabouts: \($0)") }
            databases = PostgresPlace(of: place, in: server, keys: keys)
            note = { try PostgresBackupNotes.note($0, of: place, in: server) }
            close = {
                await keys.close()
                server.close()
            }
        #else
            throw CommandFault("this program was built without PostgreSQL; remove database from the settings")
        #endif
    }
}

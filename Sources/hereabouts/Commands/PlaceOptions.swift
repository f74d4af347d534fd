public import ArgumentParser
import Community
import Foundation
import Server
import Stores

/// Where a command finds the place: in a data folder, or in PostgreSQL.
struct PlaceOptions: ParsableArguments {
    @Option(help: "The data folder (default: data).") var data: String?
    @Option(help: "The address of PostgreSQL, if the place lies there (default: HEREABOUTS_DATABASE).")
    var database: String?
    @Option(help: "The place's name, if the server has several.") var place: String?
    @Option(help: "The server's configuration file, which says where the place is.")
    var config: String?

    private enum Location {
        case folder(String)
        /// With the place's name there; it must exist, unless the server's settings name it.
        case postgres(address: String, place: String, isConfigured: Bool)
    }

    /// Finds the place by the flags, and with `place` by the server's settings. Throws `ConfigurationFault`.
    private func location() throws -> Location {
        let address = database ?? ProcessInfo.processInfo.environment["HEREABOUTS_DATABASE"]
        guard let place else {
            if data == nil, database == nil, config != nil {
                return try Self.location(of: .read(place: nil, flags: [:], file: config))
            }
            return address.map { .postgres(address: $0, place: DatabaseSettings.onlyPlace, isConfigured: true) }
                ?? .folder(data ?? "data")
        }
        guard data == nil else { throw ConfigurationFault("--data names one place already; leave out --place") }
        let main = try Configuration.read(flags: ["database": database], file: config)
        guard main.places != nil else {
            guard let address = main.database.address else {
                throw ConfigurationFault(
                    "--place needs the server's settings, or its database: name them with --config or --database")
            }
            return .postgres(address: address, place: place, isConfigured: false)
        }
        let file = try main.placeFile(named: place)
        return file.configuration.database.address.map { .postgres(address: $0, place: place, isConfigured: true) }
            ?? .folder(file.configuration.data)
    }

    /// Returns where the settings of a server of one place say that it is.
    private static func location(of configuration: Configuration) -> Location {
        configuration.database.address.map {
            .postgres(address: $0, place: DatabaseSettings.onlyPlace, isConfigured: true)
        } ?? .folder(configuration.data)
    }

    /// Opens the place's community; makes a missing folder only if it `mayBeNew`. Throws `StoreError`,
    /// `ConfigurationFault` and `CommandFault`.
    func community(mayBeNew: Bool = false) throws -> SQLiteStore {
        if let store = try communityInDatabase() { return store }
        return try SQLiteStore(dataFolder: Self.folder(location(), mayBeNew: mayBeNew))
    }

    /// Opens the place's community in PostgreSQL; `nil` if it lies in a data folder. Throws what `community` throws.
    func communityInDatabase() throws -> SQLiteStore? {
        #if Postgres
            return try Self.stored(location())?.store
        #else
            if case .postgres = try location() { throw Self.noPostgres }
            return nil
        #endif
    }

    /// Returns the settings of the server of the place. Throws `ConfigurationFault`.
    func configuration() throws -> Configuration {
        try Configuration.read(place: place, flags: ["data": data, "database": database], file: config)
    }

    #if Postgres
        /// Opens the community of a place in PostgreSQL; `nil` for one in a data folder.
        private static func stored(_ location: Location) throws -> (server: PostgresServer, store: SQLiteStore)? {
            guard case .postgres(let address, let place, let isConfigured) = location else { return nil }
            let server = try PostgresServer(address)
            guard try isConfigured || server.hasPlace(named: place) else {
                throw CommandFault(
                    "there is no place \(place) in this database; check the name, or name the server's --config")
            }
            return (server, try SQLiteStore(server, tenant: place))
        }
    #endif

    private static let noPostgres = CommandFault(
        "this program was built without PostgreSQL; name a data folder with --data")

    private static func folder(_ location: Location, mayBeNew: Bool) throws -> String {
        guard case .folder(let folder) = location else {
            throw noPostgres
        }
        try DataFolder.enter(folder, mayBeNew: mayBeNew)
        return folder
    }

    /// Opens the accounts of the place; makes a missing folder only if it `mayBeNew`.
    func accounts(mayBeNew: Bool = false) throws -> Accounts {
        do {
            return Accounts(
                store: try community(mayBeNew: mayBeNew), hasher: PasswordHasher(), now: MapServer.systemTime)
        } catch let error as StoreError where error.isInUse {
            throw CommandFault("\(error). While the server runs, `hereabouts account code` lets operators in")
        }
    }

    /// Opens the place's set-up code, and tells whether there is an account with a name; both work while servers run.
    func setUpCode() throws -> (store: any SetUpCodeStore, hasAccount: (AccountName) async throws -> Bool) {
        let location = try location()
        #if Postgres
            if let (server, community) = try Self.stored(location) {
                let code = try PostgresSetUpCode(server, of: community)
                return (code, { try await community.account(named: $0.folded) != nil })
            }
        #endif
        let folder = try Self.folder(location, mayBeNew: false)
        return (SetUpCodeFile(dataFolder: folder), { try SQLiteStore.hasAccount($0, inDataFolder: folder) })
    }
}

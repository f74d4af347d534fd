public import ArgumentParser
import Community
import Foundation
import Server
import Stores

/// Where a command finds the place: in a data folder, or in PostgreSQL.
struct PlaceOptions: ParsableArguments {
    @Option(help: "The data folder.") var data = "data"
    @Option(help: "The address of PostgreSQL, if the place lies there (default: HEREABOUTS_DATABASE).")
    var database: String?

    private var address: String? { database ?? ProcessInfo.processInfo.environment["HEREABOUTS_DATABASE"] }

    /// Opens the place's community; makes a missing folder only if it `mayBeNew`. Throws `StoreError` and
    /// `CommandFault`.
    func community(mayBeNew: Bool = false) throws -> SQLiteStore {
        #if Postgres
            if let address { return try SQLiteStore(PostgresServer(address)) }
        #endif
        try DataFolder.enter(data, mayBeNew: mayBeNew)
        return try SQLiteStore(dataFolder: data)
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
        #if Postgres
            if let address {
                let server = try PostgresServer(address), community = try SQLiteStore(server)
                let code = try PostgresSetUpCode(server, of: community)
                return (code, { try await community.account(named: $0.folded) != nil })
            }
        #endif
        try DataFolder.enter(data)
        return (SetUpCodeFile(dataFolder: data), { try SQLiteStore.hasAccount($0, inDataFolder: data) })
    }
}

#if Postgres
    import Foundation
    import GRDB

    /// A place in the files of a data folder, which no other process has open.
    final class FolderSource: PlaceSource {
        private let files: [PostgresTenant.Realm: TenantFile]
        let generation: Int64
        let lastTime: Int64

        /// Opens the files in `folder`. Throws `StoreError`, also if a server has them open, or if the folder is that of
        /// a node of the mesh.
        init(_ folder: String) throws {
            try UnfinishedMove.check(folder)
            guard FileManager.default.fileExists(atPath: folder + "/community.sqlite") else {
                throw StoreError("\(folder) is not a server's data folder; name the one with community.sqlite")
            }
            let community = try TenantFile(
                path: folder + "/community.sqlite", tenant: PlaceMove.place, migrations: Migrations.all)
            try Self.checkMesh(folder + "/mesh.sqlite")
            let presence = try TenantFile(
                path: folder + "/presence.sqlite", tenant: PlaceMove.place, migrations: PresenceMigrations.all)
            let pathOfKeys = folder + "/keys.sqlite"
            let keys = try TenantFile(path: pathOfKeys, tenant: PlaceMove.place, migrations: KeyMigrations.all)
            generation = try SQLiteKeyStore.checkGeneration(of: keys, pathOfKeys)
            files = [.community: community, .presence: presence, .keys: keys]
            lastTime = try community.readNow { database in
                try Int64.fetchOne(database, sql: SQLiteStore.lastTime, arguments: [community.tenant]) ?? 0
            }
        }

        /// Throws `StoreError` if a node keeps messages at `path`: those stay in files.
        private static func checkMesh(_ path: String) throws {
            guard FileManager.default.fileExists(atPath: path) else { return }
            var configuration = Configuration()
            configuration.readonly = true
            let count: Int
            do {
                count = try DatabaseQueue(path: path, configuration: configuration).read { database in
                    guard try database.tableExists("messages") else { return 0 }
                    return try Int.fetchOne(database, sql: "SELECT count(*) FROM messages") ?? 0
                }
            } catch {
                throw StoreError("\(path) cannot be read; restore it from a backup, or move it away")
            }
            guard count == 0 else {
                throw StoreError(
                    "\(path) has \(count) messages: a node of the mesh keeps its place in files; to give the mesh up, "
                        + "move that file away")
            }
        }

        func tenant(in realm: PostgresTenant.Realm) -> Data { files[realm]?.tenant ?? Data() }

        func read(_ realm: PostgresTenant.Realm, _ body: (Database) throws -> Void) throws {
            try files[realm]?.readNow(body)
        }

        /// Nobody else can have the files open.
        func checkUnchanged() throws {}
    }

    extension PlaceMove {
        /// The name of the place, in files and in PostgreSQL.
        static let place = "here"
    }
#endif

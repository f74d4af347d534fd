#if Postgres
    import Foundation
    import GRDB

    /// A data folder that gets a place's files.
    final class FolderTarget: PlaceTarget {
        private let folder: String
        private let names: [(realm: PostgresTenant.Realm, name: String)]
        private let mark: UnfinishedMove
        private var files: [PostgresTenant.Realm: DatabaseFile] = [:]

        private static let allNames: [(realm: PostgresTenant.Realm, name: String)] = [
            (.community, "community.sqlite"), (.presence, "presence.sqlite"), (.keys, "keys.sqlite"),
        ]

        /// Makes the files of `realms` in `folder`.
        init(_ folder: String, _ realms: [PostgresTenant.Realm] = PlaceMove.realms) {
            self.folder = folder
            names = Self.allNames.filter { realms.contains($0.realm) }
            mark = UnfinishedMove(in: folder)
        }

        func begin(_ source: any PlaceSource) throws {
            let paths = names.map { "\(folder)/\($0.name)" }
            for path in paths where DatabaseFile.isLocked(path) {
                throw StoreError("\(path) is in use by another hereabouts; stop that first")
            }
            let old = paths.flatMap { path in ["", "-wal", "-shm"].map { path + $0 } }.filter(Self.isThere)
            if mark.isThere {
                for path in old { try FileManager.default.removeItem(atPath: path) }
            } else if let first = (old + ["\(folder)/mesh.sqlite"]).first(where: Self.isThere) {
                throw StoreError(
                    "\(folder) has a place already: \(first); move its files away, or name another folder")
            }
            try mark.make()
            for (realm, name) in names {
                let file = try made("\(folder)/\(name)", realm)
                try file.pool.write { database in
                    try database.execute(
                        sql: "INSERT INTO tenants (id, name) VALUES (?, ?)",
                        arguments: [tenant(in: realm, of: source), PlaceMove.place])
                }
                files[realm] = file
            }
        }

        private func made(_ path: String, _ realm: PostgresTenant.Realm) throws -> DatabaseFile {
            do {
                return try DatabaseFile(path: path, migrations: realm.tables.migrations)
            } catch is StoreError {
                throw StoreError("\(path) cannot be made; make room on the disk, or name a folder where you may write")
            }
        }

        private static func isThere(_ path: String) -> Bool { FileManager.default.fileExists(atPath: path) }

        func tenant(in realm: PostgresTenant.Realm, of source: any PlaceSource) -> Data { source.tenant(in: realm) }

        func write(_ realm: PostgresTenant.Realm, _ body: (Database) throws -> Void) throws {
            try files[realm]?.pool.writeWithoutTransaction { try body(Database($0)) }
        }

        func complete(_ source: any PlaceSource) throws {
            // Older copies of the keys have a smaller count, also those that were in this folder.
            let noted = SQLiteKeyStore.notedGeneration(folder + "/keys.sqlite")
            let generation = max(source.generation, noted) + 1
            for (realm, file) in files {
                try file.pool.writeWithoutTransaction { database in
                    if realm == .keys { try database.execute(sql: "PRAGMA user_version = \(generation)") }
                    try database.checkpoint(.truncate)
                }
            }
            files = [:]
            try mark.remove()
        }
    }
#endif

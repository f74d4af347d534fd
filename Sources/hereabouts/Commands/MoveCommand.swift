import ArgumentParser
import Stores

/// Copies a place from files to PostgreSQL, or back.
struct MoveCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "move", abstract: "Move a place from a data folder to PostgreSQL, or back.",
        discussion: """
            Stop all servers of the place first. The command copies all that people wrote and keep, with their keys, \
            compares both ends table by table, and leaves the old end as it is. Until it ends, no server takes the new \
            end; if it is interrupted, repeat it.
            """)

    @Option(help: "The data folder to move from, to PostgreSQL.") var from: String?
    @Option(help: "The data folder to move to, from PostgreSQL; it has no place yet.") var to: String?
    @Option(help: "The address of PostgreSQL (default: the setting database).") var database: String?
    @Option(help: "The address of the cluster of people's keys (default: the setting keys-database).")
    var keysDatabase: String?
    @Option(help: "The server's configuration file of key = value lines.") var config: String?

    func validate() throws {
        guard (from == nil) != (to == nil) else {
            throw ValidationError("Name one folder: --from to move it to PostgreSQL, or --to to move it back.")
        }
    }

    func run() async throws {
        let configuration = try Configuration.read(
            flags: ["database": database, "keys-database": keysDatabase], file: config)
        guard let address = configuration.database.address, let addressOfKeys = configuration.database.keys else {
            throw ConfigurationFault("name PostgreSQL's two addresses with --database and --keys-database")
        }
        #if Postgres
            let server = try PostgresServer(address)
            defer { server.close() }
            let keys = try PostgresKeyCluster(addressOfKeys, besides: server) { standardError("hereabouts: \($0)") }
            let result = Result { try move(server, keys, configuration) }
            await keys.close()
            try result.get()
        #else
            throw CommandFault("this program was built without PostgreSQL; build it with the trait Postgres")
        #endif
    }

    #if Postgres
        private func move(
            _ server: PostgresServer, _ keys: PostgresKeyCluster, _ configuration: Configuration
        ) throws {
            if let from {
                try DataFolder.becomeOwner(of: from)
                try Self.run(PlaceMove(fromFolder: from, to: server, keys: keys))
                print(Self.sentences(from: from, configuration.pictures))
            } else if let to {
                try DataFolder.make(to, "--to")
                try DataFolder.becomeOwner(of: to)
                try Self.run(PlaceMove(from: server, keys: keys, toFolder: to))
                print(Self.sentences(to: to, configuration.pictures))
            }
        }

        /// Moves, and prints each table.
        private static func run(_ move: PlaceMove) throws {
            var tables = 0, rows = 0
            print("\("table".padded(to: 24))\("rows".padded(to: -12))  checksum at both ends")
            try move.run { table in
                print("\(table.name.padded(to: 24))\(String(table.rows).padded(to: -12))  \(table.checksum)")
                (tables, rows) = (tables + 1, rows + table.rows)
            }
            print("\(tables) tables with \(rows) rows are the same at both ends.")
        }
    #endif

    /// What is left to do after a move to PostgreSQL.
    private static func sentences(from folder: String, _ pictures: PictureSettings) -> String {
        let ofPictures =
            if let name = pictures.name {
                "Pictures stay in \(name); let all servers have that setting."
            } else {
                "Pictures stay in \(folder)/pictures. Serve with this data folder, or let all servers have the setting "
                    + "pictures: a folder that they share, or a bucket."
            }
        return """
            The place is in PostgreSQL now: serve it with database and keys-database.
            \(ofPictures)
            The files in \(folder) are as they were. Do not serve them any more: the two would part. Their keys open what \
            was there today, also what people delete from now on. Once PostgreSQL serves well, remove community.sqlite, \
            presence.sqlite and keys.sqlite with what begins with these names, and the backups of this folder.
            """
    }

    /// What is left to do after a move to a folder.
    private static func sentences(to folder: String, _ pictures: PictureSettings) -> String {
        let ofPictures =
            if let name = pictures.name {
                "Pictures stay in \(name); serve with that setting."
            } else {
                "Pictures are not moved: bring the folder pictures of the servers' data folders to \(folder)/pictures."
            }
        return """
            The place is in \(folder) now: serve it without database and keys-database.
            \(ofPictures)
            PostgreSQL is as it was. Do not serve it any more: the two would part. Its keys open what was there today, \
            also what people delete from now on. Once the folder serves well, drop both databases, and destroy what their \
            clusters' archives keep.
            """
    }
}

extension String {
    /// The text with blanks behind it, or before it for a negative width.
    fileprivate func padded(to width: Int) -> String {
        let blanks = String(repeating: " ", count: max(0, abs(width) - count))
        return width < 0 ? blanks + self : self + blanks
    }
}

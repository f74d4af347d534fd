/// The parts of a data folder to back up, and how.
package struct DataParts: Sendable {
    /// Databases; each backup has a copy.
    let databases: [String]
    /// Small files; each backup has a copy of those that exist.
    let files: [String]
    /// Folders of files that never change under their names: one copy serves all backups.
    let lasting: [String]
    /// Databases of which only the current state is kept, so that destroyed data disappears from old backups, too.
    let secretDatabases: [String]
    /// Folders of which only the current state is kept.
    let secretFolders: [String]

    package init(
        databases: [String], files: [String], lasting: [String], secretDatabases: [String], secretFolders: [String]
    ) {
        (self.databases, self.files, self.lasting) = (databases, files, lasting)
        (self.secretDatabases, self.secretFolders) = (secretDatabases, secretFolders)
    }
}

/// Operations on databases, implemented by the module that owns them.
package protocol DatabaseCopying: Sendable {
    /// Copies the database at `path`, which may be in use, to a new file with the state of one moment.
    func copy(_ path: String, to copy: String) throws
    /// Checks a whole database that no process uses and returns the number of rows by table; throws if it is damaged.
    func check(_ path: String) throws -> [String: Int]
    /// Returns the identity of a database: the same for all its copies, another for a database made anew.
    func owner(of path: String) throws -> String
    /// Returns how often the keys in a database were changed: an older copy has a smaller number.
    func generation(of path: String) throws -> Int64
    /// Whether a process holds the database at `path` open.
    func isInUse(_ path: String) -> Bool
}

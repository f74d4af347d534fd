/// What of a data folder is kept, and how.
package struct DataParts: Sendable {
    /// Databases that each backup has a copy of.
    let databases: [String]
    /// Small files that each backup has a copy of, as far as they are there.
    let files: [String]
    /// Folders of files that never change under their names: kept once for all backups.
    let lasting: [String]
    /// What of is kept only as it is now, so that what is destroyed is destroyed in old backups too: databases, …
    let secretDatabases: [String]
    /// … and folders.
    let secretFolders: [String]

    package init(
        databases: [String], files: [String], lasting: [String], secretDatabases: [String], secretFolders: [String]
    ) {
        (self.databases, self.files, self.lasting) = (databases, files, lasting)
        (self.secretDatabases, self.secretFolders) = (secretDatabases, secretFolders)
    }
}

/// Knows databases: as their owner does.
package protocol DatabaseCopying: Sendable {
    /// Copies the database at `path`, which may be in use, to a file of its own as it is at one moment.
    func copy(_ path: String, to copy: String) throws
    /// Looks at all of a database that nobody uses and returns its rows by table; throws when it is damaged.
    func check(_ path: String) throws -> [String: Int]
    /// Whose a database is: the same as long as it is the same one, and another for one that was made anew.
    func owner(of path: String) throws -> String
    /// How often the keys in a database were changed: a copy with a smaller number is an older one.
    func generation(of path: String) throws -> Int64
    /// Whether somebody has the database at `path` open for good.
    func isInUse(_ path: String) -> Bool
}

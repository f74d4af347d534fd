import Foundation

/// The backups of one data folder, in a separate folder, by year, day and hour (UTC).
///
/// Each backup passes a trial restore before it counts.
///
/// ```
/// <root>/2026/11-23/18/   databases and small files as they were, manifest.json, manifest.sha256; sealed: manifest.mac
/// <root>/shared/          files that never change, once for all backups
/// <root>/secret/          the current keys only: data whose key was destroyed is unreadable in every backup
/// <root>/salt             the salt of the passphrase's key, if there is a passphrase
/// <root>/copies.txt       the places that backups were copied to, to notice a lost copy
/// <root>/backups.txt      marks the folder as one for backups: without it, nothing is written or removed
/// ```
/// An unfinished file or folder has a name that begins with a dot. Unsealed temporary files are in the data folder, in
/// `.backing-up`.
package struct Backups: Sendable {
    package let root: String
    let parts: DataParts
    let databases: any DatabaseCopying
    /// The place's databases, if they lie elsewhere than in the data folder.
    let outside: (any PlaceDatabases)?
    let seal: BackupSeal?
    let program: String

    /// Opens the backups in `root`, sealed with `passphrase` if given; with `makes`, makes a missing folder. The error
    /// names any obstacle, such as a folder with other content.
    ///
    /// - Parameter outside: The place's databases, if they lie elsewhere than in the data folder.
    package init(
        root: String, parts: DataParts, databases: some DatabaseCopying, outside: (any PlaceDatabases)? = nil,
        passphrase: String?, program: String, makes: Bool = true
    ) throws {
        let root = Files.normal(root)
        (self.root, self.parts, self.databases, self.program) = (root, parts, databases, program)
        self.outside = outside
        if makes { try Self.claim(root) }
        guard Files.isThere(root) else {
            throw BackupFault("there are no backups in \(root); name their folder with --backups")
        }
        seal = try passphrase.map { try BackupSeal(passphrase: $0, root: root, makes: makes) }
    }

    /// Throws an error that names any obstacle to backups of the data folder `data` in `root`, before anything is made.
    ///
    /// - Parameter hasDatabases: Whether the place's databases lie in the data folder.
    package static func check(
        _ root: String, of data: String, _ parts: DataParts, hasDatabases: Bool = true
    ) throws {
        let root = Files.normal(root), data = Files.normal(data)
        guard Files.isThere(data) else { throw BackupFault("there is no data folder \(data)") }
        guard !(root + "/").hasPrefix(data + "/") else {
            throw BackupFault("\(root) is in \(data) and would be lost with it; name a folder elsewhere")
        }
        guard !hasDatabases || parts.databases.contains(where: { Files.isThere("\(data)/\($0)") }) else {
            throw BackupFault("\(data) is not a data folder: it has no database")
        }
    }

    /// Makes the copied backups at another place.
    init(copied root: String, from other: Backups) {
        (self.root, parts, databases, outside) = (root, other.parts, other.databases, other.outside)
        (seal, program) = (other.seal, other.program)
    }

    static let mark = "backups.txt"

    /// Marks a new or empty folder as one for backups.
    static func claim(_ root: String) throws {
        try Files.makeFolder(root)
        guard !Files.isThere("\(root)/\(mark)") else { return }
        guard try Files.names(in: root).allSatisfy({ $0.hasPrefix(".") || $0 == "lost+found" }) else {
            throw BackupFault("\(root) has other content; name a new folder for backups")
        }
        try Files.write(
            Data("Backups of hereabouts: the program makes and removes all files in this folder.\n".utf8),
            to: "\(root)/\(mark)")
    }

    /// One backup.
    package struct Entry: Sendable, Equatable {
        /// A path such as `2026/11-23/18`.
        package let name: String
        package let folder: String
        let manifest: Manifest

        /// The time of its making, in seconds since 1970.
        package var made: Int64 { manifest.made }
    }

    /// Returns the complete backups by their lists, newest first.
    package func all() throws -> [Entry] {
        try names().compactMap { name in
            // A folder without a complete list is not a backup; `broken` returns it.
            (try? Manifest(readingFrom: "\(root)/\(name)", seal)).map {
                Entry(name: name, folder: "\(root)/\(name)", manifest: $0)
            }
        }.sorted { $0.made > $1.made }
    }

    /// Returns the folders that look like backups but are damaged or unreadable.
    package func broken() throws -> [String] {
        let whole = Set(try all().map(\.name))
        return try names().filter { !whole.contains($0) }.sorted(by: >)
    }

    /// Returns the names of all folders that may be backups.
    func names() throws -> [String] {
        try Files.names(in: root).filter(Self.isYear).flatMap { year in
            try Files.names(in: "\(root)/\(year)").filter { $0.utf8.count == 5 && $0.dropFirst(2).first == "-" }.flatMap
            { day in
                try Files.names(in: "\(root)/\(year)/\(day)").filter { $0.utf8.count == 2 }.map {
                    "\(year)/\(day)/\($0)"
                }
            }
        }
    }

    static func isYear(_ name: String) -> Bool {
        name.utf8.count == 4 && name.utf8.allSatisfy { (0x30...0x39).contains($0) }
    }

    /// Returns the folder of a backup made at a time, in seconds since 1970.
    static func name(_ seconds: Int64) -> String {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = .gmt
        let parts = calendar.dateComponents(
            [.year, .month, .day, .hour], from: Date(timeIntervalSince1970: Double(seconds)))
        func two(_ number: Int?) -> String { String("\(100 + (number ?? 0))".dropFirst()) }
        return "\(parts.year ?? 0)/\(two(parts.month))-\(two(parts.day))/\(two(parts.hour))"
    }
}

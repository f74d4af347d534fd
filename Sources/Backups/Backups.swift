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
    let seal: BackupSeal?
    private let program: String

    /// Opens the backups in `root`, sealed with `passphrase` if given; with `makes`, makes a missing folder. The error
    /// names any obstacle, such as a folder with other content.
    package init(
        root: String, parts: DataParts, databases: some DatabaseCopying, passphrase: String?, program: String,
        makes: Bool = true
    ) throws {
        let root = Files.normal(root)
        (self.root, self.parts, self.databases, self.program) = (root, parts, databases, program)
        if makes { try Self.claim(root) }
        guard Files.isThere(root) else {
            throw BackupFault("there are no backups in \(root); name their folder with --backups")
        }
        seal = try passphrase.map { try BackupSeal(passphrase: $0, root: root, makes: makes) }
    }

    /// Throws an error that names any obstacle to backups of the data folder `data` in `root`, before anything is made.
    package static func check(_ root: String, of data: String, _ parts: DataParts) throws {
        let root = Files.normal(root), data = Files.normal(data)
        guard Files.isThere(data) else { throw BackupFault("there is no data folder \(data)") }
        guard !(root + "/").hasPrefix(data + "/") else {
            throw BackupFault("\(root) is in \(data) and would be lost with it; name a folder elsewhere")
        }
        guard parts.databases.contains(where: { Files.isThere("\(data)/\($0)") }) else {
            throw BackupFault("\(data) is not a data folder: it has no database")
        }
    }

    /// Makes the copied backups at another place.
    init(copied root: String, from other: Backups) {
        (self.root, parts, databases) = (root, other.parts, other.databases)
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

    // MARK: Making

    /// Makes a backup of the data folder `data`, which may be in use, verifies it by a trial restore, and returns it.
    /// It replaces a backup of the same hour.
    ///
    /// Throws, without replacing anything, if a database of the last backup is missing, or if the keys belong to
    /// another data folder.
    package func make(of data: String, at seconds: Int64) throws -> Entry {
        let lock = try Files.Lock(root), data = Files.normal(data)
        defer { withExtendedLifetime(lock) {} }
        try Self.check(root, of: data, parts)
        guard seal != nil || !Files.isThere("\(root)/salt") else {
            throw BackupFault("the backups in \(root) have a passphrase; name its file, or a new folder")
        }
        let name = Self.name(seconds), folder = "\(root)/\(name)", draft = "\(root)/.making", secret = "\(root)/.secret"
        let work = try Work(in: data)
        defer { work.remove() }
        try Files.remove(draft)
        try Files.makeFolder(draft)
        let known = try all()
        var files: [Manifest.File] = [], rows: [String: [String: Int]] = [:]
        for database in parts.databases where Files.isThere("\(data)/\(database)") {
            let copy = try work.copy(of: "\(data)/\(database)", databases)
            rows[database] = try databases.check(copy)
            files.append(try keep(copy, in: draft, as: database))
            try Files.remove(copy)
        }
        guard !rows.isEmpty else { throw BackupFault("\(data) is not a data folder: it has no database") }
        if let lost = known.first?.manifest.rows.keys.first(where: { rows[$0] == nil }) {
            throw BackupFault("\(data) no longer has \(lost); restore it, or name a new folder for backups")
        }
        for file in parts.files where Files.isThere("\(data)/\(file)") {
            files.append(try keep("\(data)/\(file)", in: draft, as: file))
        }
        let shared = try keepLasting(of: data, known, at: seconds)
        // The keys are copied after the databases, so that they include a key for all sealed data.
        let generations = try prepareSecrets(of: data, work, at: seconds, in: secret)
        let manifest = Manifest(
            made: seconds, program: program, isSealed: seal != nil, files: files, shared: shared, rows: rows,
            generations: generations)
        try manifest.write(to: draft, seal)
        try bringBack(draft, secret: secret, to: work.trial, isTrial: true)
        try Files.replaceFolder("\(root)/secret", by: secret)
        try Files.makeFolder(URL(filePath: folder).deletingLastPathComponent().path)
        try Files.replaceFolder(folder, by: draft)
        return Entry(name: name, folder: folder, manifest: manifest)
    }

    /// The place of unsealed copies: in the data folder, which contains the same data anyway. Only one backup at a time
    /// uses it, and each begins by removing what a crash left.
    private struct Work {
        let folder: String
        private let lock: Files.Lock

        init(in data: String) throws {
            guard Files.isThere(data) else { throw BackupFault("there is no data folder \(data)") }
            lock = try Files.Lock(ofData: data)
            folder = data + "/.backing-up"
            try Files.remove(folder)
            try Files.makeFolder(folder)
        }

        var trial: String { folder + "/trial" }

        func copy(of path: String, _ databases: any DatabaseCopying) throws -> String {
            let copy = folder + "/copy.sqlite"
            try Files.remove(copy)
            try databases.copy(path, to: copy)
            return copy
        }

        func remove() {
            defer { withExtendedLifetime(lock) {} }
            // If removal fails now, it happens before the next backup.
            try? Files.remove(folder)
        }
    }

    // MARK: Secrets

    /// Replaces the saved keys by the current ones: data whose key was destroyed since is then unreadable in all
    /// backups.
    package func keepSecrets(of data: String, at seconds: Int64) throws {
        let lock = try Files.Lock(root), draft = "\(root)/.secret"
        defer { withExtendedLifetime(lock) {} }
        // Without a backup, the keys could open nothing.
        guard Files.isThere("\(root)/secret") else { return }
        let work = try Work(in: Files.normal(data))
        defer { work.remove() }
        _ = try prepareSecrets(of: Files.normal(data), work, at: seconds, in: draft)
        try Files.replaceFolder("\(root)/secret", by: draft)
    }

    /// Copies the keys to `draft`. The saved copies are the only ones, so only valid keys of the same data folder
    /// replace them. Returns how often each database of keys was changed.
    private func prepareSecrets(
        of data: String, _ work: Work, at seconds: Int64, in draft: String
    ) throws -> [String: Int64] {
        try Files.remove(draft)
        try Files.makeFolder(draft)
        var files: [Manifest.File] = [], owners: [String: String] = [:], generations: [String: Int64] = [:]
        for database in parts.secretDatabases where Files.isThere("\(data)/\(database)") {
            let copy = try work.copy(of: "\(data)/\(database)", databases)
            _ = try databases.check(copy)
            owners[database] = try databases.owner(of: copy)
            generations[database] = try databases.generation(of: copy)
            files.append(try keep(copy, in: draft, as: database))
            try Files.remove(copy)
        }
        if Files.isThere("\(root)/secret") {
            for (database, owner) in try Manifest(readingFrom: "\(root)/secret", seal).owners ?? [:]
            where owners[database] != owner {
                throw BackupFault(
                    "\(data)/\(database) is not the one that \(root) has backups with; restore the newest backup, or name a new folder for backups"
                )
            }
        }
        for folder in parts.secretFolders {
            for file in try Files.files(below: "\(data)/\(folder)") {
                files.append(try keep("\(data)/\(folder)/\(file)", in: draft, as: "\(folder)/\(file)"))
            }
        }
        try Manifest(
            made: seconds, program: program, isSealed: seal != nil, files: files, shared: [], rows: [:], owners: owners,
            generations: generations
        ).write(to: draft, seal)
        return generations
    }

    // MARK: Restoring

    /// Assembles the files of a backup in the new folder `data`, and checks each database. A trial checks only the
    /// lengths of shared files, because making the backup checked a share of them.
    private func bringBack(_ folder: String, secret: String, to data: String, isTrial: Bool) throws {
        let manifest = try Manifest(readingFrom: folder, seal), secrets = try Manifest(readingFrom: secret, seal)
        try Files.remove(data)
        try Files.makeFolder(data)
        for file in manifest.files { try open(file, in: folder, to: data, isSealed: manifest.isSealed) }
        for file in secrets.files { try open(file, in: secret, to: data, isSealed: secrets.isSealed) }
        for file in manifest.shared {
            guard !isTrial else {
                guard Files.length(of: "\(root)/shared/\(file.path)") == file.bytes else {
                    throw BackupFault(
                        "\(root)/shared/\(file.path) has another length than before; the disk may be failing")
                }
                continue
            }
            try open(file, in: "\(root)/shared", to: data, isSealed: manifest.isSealed)
        }
        for database in parts.databases {
            guard let rows = manifest.rows[database] else { continue }
            guard try databases.check("\(data)/\(database)") == rows else {
                throw BackupFault("\(folder)/\(database) has other rows than its list says; take an older backup")
            }
        }
        for database in parts.secretDatabases where Files.isThere("\(data)/\(database)") {
            _ = try databases.check("\(data)/\(database)")
        }
    }

    /// Copies a file back, unsealed, and verifies it.
    private func open(_ file: Manifest.File, in folder: String, to data: String, isSealed: Bool) throws {
        let path = "\(folder)/\(file.path)", target = "\(data)/\(file.path)"
        guard Files.isPlain(path), Files.length(of: path) == file.bytes,
            try Files.checksum(of: path) == (file.bytes, file.sha256)
        else { throw BackupFault("\(path) is damaged; take an older backup") }
        try Files.makeFolder(URL(filePath: target).deletingLastPathComponent().path)
        let output = try Files.Output(target)
        if isSealed {
            guard let seal else {
                throw BackupFault("\(path) is sealed; name the file with the passphrase: --passphrase-file")
            }
            var opening: BackupSeal.Opening?
            try Files.read(
                path, head: BackupSeal.headLength, by: BackupSeal.pieceLength + BackupSeal.tagLength
            ) { piece, isLast in
                if opening == nil {
                    opening = try BackupSeal.Opening(seal, head: piece, name: file.path)
                } else if let bytes = try opening?.opened(piece, isLast: isLast, name: path) {
                    try output.write(bytes)
                }
            }
        } else {
            try Files.read(path, by: BackupSeal.pieceLength) { piece, _ in try output.write(piece) }
        }
        try output.finish()
    }

    /// Restores a backup as the folder `data`. Throws if the folder exists, unless `replacing`; then it moves the
    /// folder aside and returns its new path.
    @discardableResult
    package func restore(_ entry: Entry, to data: String, replacing: Bool, at seconds: Int64) throws -> String? {
        let data = Files.normal(data), draft = data + ".restoring", aside = "\(data).replaced-\(seconds)"
        let lock: Files.Lock?
        do {
            lock = try Files.Lock(root)
        } catch let fault as BackupFault where !fault.isBusy {
            // A read-only disk: nobody can change it.
            lock = nil
        }
        try checkPlace(data, replacing: replacing)
        // A restore during a backup would replace the files that the backup reads.
        let place = Files.isFolder(data) ? try Files.Lock(ofData: data) : nil
        defer { withExtendedLifetime((lock, place)) {} }
        do {
            try bringBack(entry.folder, secret: "\(root)/secret", to: draft, isTrial: false)
            // Checked again, because the restore took a while.
            try checkPlace(data, replacing: replacing)
        } catch {
            // The reason for the failure is the error to report; the next attempt removes the rest.
            try? Files.remove(draft)
            throw error
        }
        if try Files.names(in: data).isEmpty {
            if Files.isThere(data) { try Files.removeEmptyFolder(data) }
            try Files.rename(draft, to: data)
            return nil
        }
        try Files.rename(data, to: aside)
        do {
            try Files.rename(draft, to: data)
        } catch {
            // The first error is the one to report. If this fails, too, the old folder stays aside.
            try? Files.rename(aside, to: data)
            throw error
        }
        return aside
    }

    /// Throws if `data` may not be replaced.
    private func checkPlace(_ data: String, replacing: Bool) throws {
        guard !Files.isThere(data) || Files.isFolder(data) else {
            throw BackupFault("\(data) is not a folder; name another")
        }
        guard try replacing || Files.names(in: data).isEmpty else {
            throw BackupFault(
                "\(data) has content already; name another folder, or say --replace, which moves it aside")
        }
        guard !(root + "/").hasPrefix(data + "/") else {
            throw BackupFault("\(root) is in \(data), which is to be replaced; move the backups elsewhere first")
        }
        for database in parts.databases + parts.secretDatabases where databases.isInUse("\(data)/\(database)") {
            throw BackupFault("\(data) is in use by a running hereabouts; stop that first")
        }
    }
}

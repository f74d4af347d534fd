import Foundation

extension Backups {
    /// Makes a backup of the data folder `data`, which may be in use, verifies it by a trial restore, and returns it.
    /// It replaces a backup of the same hour.
    ///
    /// Throws, without replacing anything, if a database of the last backup is missing, or if the keys belong to
    /// another data folder. If the databases lie elsewhere, several servers may make backups of them: `check` throws
    /// when this one may not go on; then nothing is replaced either.
    package func make(
        of data: String, at seconds: Int64, while check: @escaping () throws -> Void = {}
    ) throws -> Entry {
        let lock = try Files.Lock(root), data = Files.normal(data)
        defer { withExtendedLifetime(lock) {} }
        try Self.check(root, of: data, parts, hasDatabases: outside == nil)
        guard seal != nil || !Files.isThere("\(root)/salt") else {
            throw BackupFault("the backups in \(root) have a passphrase; name its file, or a new folder")
        }
        let name = Self.name(seconds), folder = "\(root)/\(name)", draft = "\(root)/.making", secret = "\(root)/.secret"
        let work = try Work(in: data)
        defer { work.remove() }
        // After a failure, the draft's keys must not stay: they may be destroyed before the next backup.
        defer { for left in [draft, secret] { try? Files.remove(left) } }
        try Files.remove(draft)
        try Files.makeFolder(draft)
        let known = try all()
        var files: [Manifest.File] = [], rows: [String: [String: Int]] = [:]
        let place = try work.place(outside) { try $0.writeData(to: $1, while: check) } ?? data
        for database in parts.databases where Files.isThere("\(place)/\(database)") {
            let copy = try work.copy(of: "\(place)/\(database)", databases)
            rows[database] = try databases.check(copy)
            files.append(try keep(copy, in: draft, as: database))
            try Files.remove(copy)
        }
        try work.removePlace()
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
        if outside != nil { try check() }
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

        /// Lets `write` write what lies outside the data folder into a new folder, and returns that; `nil` if nothing
        /// does.
        func place(
            _ outside: (any PlaceDatabases)?, _ write: (any PlaceDatabases, String) throws -> Void
        ) throws -> String? {
            guard let outside else { return nil }
            try removePlace()
            try Files.makeFolder(folder + "/place")
            try write(outside, folder + "/place")
            return folder + "/place"
        }

        func removePlace() throws { try Files.remove(folder + "/place") }

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
        // What a killed backup left has keys, too, and the next backup may be another server's.
        let work = try Work(in: Files.normal(data))
        defer { work.remove() }
        try Files.remove(draft)
        // Without a backup, the keys could open nothing.
        guard Files.isThere("\(root)/secret") else { return }
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
        let place = try work.place(outside) { try $0.writeKeys(to: $1) } ?? data
        for database in parts.secretDatabases where Files.isThere("\(place)/\(database)") {
            let copy = try work.copy(of: "\(place)/\(database)", databases)
            _ = try databases.check(copy)
            owners[database] = try databases.owner(of: copy)
            generations[database] = try databases.generation(of: copy)
            files.append(try keep(copy, in: draft, as: database))
            try Files.remove(copy)
        }
        try work.removePlace()
        if Files.isThere("\(root)/secret") {
            for (database, owner) in try Manifest(readingFrom: "\(root)/secret", seal).owners ?? [:]
            where owners[database] != owner {
                let found = outside.map { "\(database) of the place in \($0.name)" } ?? "\(data)/\(database)"
                throw BackupFault(
                    "\(found) is not the one that \(root) has backups with; restore the newest backup, or name a new "
                        + "folder for backups")
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
}

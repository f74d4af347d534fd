import Foundation

/// The backups of one data folder, in a folder of their own: by year, day and hour, each tried out before it counts.
///
/// ```
/// <root>/2026/11-23/18/   databases and small files as they were, manifest.json, manifest.sha256
/// <root>/shared/          what never changes, once for all
/// <root>/secret/          keys, as they are now only: what a key was destroyed of is noise in every backup
/// <root>/salt             what a passphrase's key is made with, where there is one
/// ```
/// A backup that is being made has a name with a point in front until all of it is on the disk and was brought back on trial.
package struct Backups: Sendable {
    package let root: String
    let parts: DataParts
    let databases: any DatabaseCopying
    private(set) var seal: BackupSeal?
    private let program: String

    /// Backups in `root`, sealed with `passphrase` if there is one; throws naming what is in the way.
    package init(
        root: String, parts: DataParts, databases: some DatabaseCopying, passphrase: String?, program: String
    ) throws {
        (self.root, self.parts, self.databases, self.program) = (root, parts, databases, program)
        try Files.makeFolder(root)
        seal = nil
        seal = try passphrase.map { try sealing(with: $0) }
    }

    /// The same backups as they were copied to another place.
    init(copied root: String, from other: Backups) {
        (self.root, parts, databases) = (root, other.parts, other.databases)
        (seal, program) = (other.seal, other.program)
    }

    /// The seal of a passphrase: the one that all backups here have, or the first.
    private func sealing(with passphrase: String) throws -> BackupSeal {
        let path = root + "/salt"
        if let kept = FileManager.default.contents(atPath: path) {
            let seal = try BackupSeal(passphrase: passphrase, salt: Array(kept.prefix(BackupSeal.saltLength)))
            guard kept.dropFirst(BackupSeal.saltLength).elementsEqual(seal.proof) else {
                throw BackupFault("the passphrase is not that of the backups in \(root)")
            }
            return seal
        }
        guard all().isEmpty else {
            throw BackupFault("the backups in \(root) have no passphrase; name a new folder for those with one")
        }
        var generator = SystemRandomNumberGenerator()
        let salt = (0..<BackupSeal.saltLength).map { _ in UInt8.random(in: 0...255, using: &generator) }
        let seal = try BackupSeal(passphrase: passphrase, salt: salt)
        try Files.write(Data(salt + seal.proof), to: path)
        return seal
    }

    /// One backup.
    package struct Entry: Sendable, Equatable {
        /// Such as `2026/11-23/18`.
        package let name: String
        package let folder: String
    }

    /// Those that are whole by their names and lists, the newest first.
    package func all() -> [Entry] {
        let names = Self.numbered(in: root, 4).flatMap { year in
            Files.names(in: "\(root)/\(year)").filter { $0.count == 5 && $0.dropFirst(2).first == "-" }
                .flatMap { day in Self.numbered(in: "\(root)/\(year)/\(day)", 2).map { "\(year)/\(day)/\($0)" } }
        }
        return names.sorted(by: >).map { Entry(name: $0, folder: "\(root)/\($0)") }
            .filter { (try? Manifest(readingFrom: $0.folder)) != nil }
    }

    /// When a backup was made, in seconds since 1970.
    package func made(_ entry: Entry) -> Int64? { (try? Manifest(readingFrom: entry.folder))?.made }

    static func numbered(in folder: String, _ digits: Int) -> [String] {
        Files.names(in: folder).filter { $0.utf8.count == digits && $0.utf8.allSatisfy { (0x30...0x39).contains($0) } }
    }

    /// Where the backup of an hour is kept.
    package static func name(_ time: BackupTime) -> String {
        func two(_ number: Int) -> String { String("\(100 + number)".dropFirst()) }
        return "\(time.year)/\(two(time.month))-\(two(time.day))/\(two(time.hour))"
    }

    // MARK: Making

    /// Makes a backup of the data folder `data`, which may be in use, tries it out and returns it; one of the same hour goes for it.
    package func make(of data: String, at time: BackupTime) throws -> Entry {
        let lock = try Files.Lock(root)
        defer { withExtendedLifetime(lock) {} }
        guard seal != nil || !Files.isThere("\(root)/salt") else {
            throw BackupFault("the backups in \(root) have a passphrase; name its file, or a new folder")
        }
        let name = Self.name(time), folder = "\(root)/\(name)"
        let draft = "\(root)/.making", trial = "\(root)/.trial"
        for path in [draft, trial] { try Files.remove(path) }
        try Files.makeFolder(draft)
        var files: [Manifest.File] = [], rows: [String: [String: Int]] = [:]
        for database in parts.databases where Files.isThere("\(data)/\(database)") {
            let copy = "\(root)/.copy"
            try Files.remove(copy)
            try databases.copy("\(data)/\(database)", to: copy)
            rows[database] = try databases.check(copy)
            files.append(try keep(copy, in: draft, as: database))
            try Files.remove(copy)
        }
        for file in parts.files where Files.isThere("\(data)/\(file)") {
            files.append(try keep("\(data)/\(file)", in: draft, as: file))
        }
        let shared = try keepLasting(of: data)
        // Behind the databases, so that there is a key for all that is sealed in them.
        try keepSecretsLocked(of: data, at: time)
        try Manifest(
            made: time.seconds, program: program, isSealed: seal != nil, files: files, shared: shared, rows: rows
        ).write(to: draft)
        try bringBack(draft, to: trial, isTrial: true)
        try Files.remove(trial)
        try Files.makeFolder(URL(filePath: folder).deletingLastPathComponent().path)
        try Files.replace(folder, by: draft)
        return Entry(name: name, folder: folder)
    }

    /// Copies a file, sealing it if files are, and returns what the list says of it.
    private func keep(_ path: String, in folder: String, as name: String) throws -> Manifest.File {
        let target = "\(folder)/\(name)"
        try Files.makeFolder(URL(filePath: target).deletingLastPathComponent().path)
        let output = try Files.Output(target)
        if let seal {
            var sealing = BackupSeal.Sealing(seal, name: name)
            try output.write(Data(sealing.head))
            try Files.read(path, by: BackupSeal.pieceLength) { try output.write(sealing.sealed($0, isLast: $1)) }
        } else {
            try Files.read(path, by: BackupSeal.pieceLength) { piece, _ in try output.write(piece) }
        }
        try output.finish()
        let (bytes, sha256) = try Files.checksum(of: target)
        return Manifest.File(path: name, bytes: bytes, sha256: sha256)
    }

    /// Copies those files that never change and are not kept yet.
    private func keepLasting(of data: String) throws -> [Manifest.File] {
        let known = try all().first.map { try Manifest(readingFrom: $0.folder) }
        let before = Dictionary((known?.shared ?? []).map { ($0.path, $0) }) { first, _ in first }
        let shared = "\(root)/shared", draft = "\(root)/.shared"
        defer { try? Files.remove(draft) }
        var files: [Manifest.File] = []
        for folder in parts.lasting {
            for file in Files.files(below: "\(data)/\(folder)") where !parts.files.contains("\(folder)/\(file)") {
                let name = "\(folder)/\(file)"
                if let kept = before[name], Self.length(of: "\(shared)/\(name)") == kept.bytes {
                    files.append(kept)
                    continue
                }
                try Files.remove(draft)
                do {
                    let kept = try keep("\(data)/\(name)", in: draft, as: name)
                    try Files.makeFolder(URL(filePath: "\(shared)/\(name)").deletingLastPathComponent().path)
                    try Files.replace("\(shared)/\(name)", by: "\(draft)/\(name)")
                    files.append(kept)
                } catch  where !Files.isThere("\(data)/\(name)") {
                    // Removed meanwhile: nothing that was copied before speaks of it.
                    continue
                }
            }
        }
        return files
    }

    private static func length(of path: String) -> Int64? {
        (try? FileManager.default.attributesOfItem(atPath: path))?[.size].flatMap { ($0 as? NSNumber)?.int64Value }
    }

    /// Keeps keys as they are now, in place of those that were kept: backups are without what was destroyed since.
    package func keepSecrets(of data: String, at time: BackupTime) throws {
        let lock = try Files.Lock(root)
        defer { withExtendedLifetime(lock) {} }
        try keepSecretsLocked(of: data, at: time)
    }

    private func keepSecretsLocked(of data: String, at time: BackupTime) throws {
        let draft = "\(root)/.secret"
        try Files.remove(draft)
        try Files.makeFolder(draft)
        var files: [Manifest.File] = []
        for database in parts.secretDatabases where Files.isThere("\(data)/\(database)") {
            let copy = "\(root)/.copy"
            try Files.remove(copy)
            try databases.copy("\(data)/\(database)", to: copy)
            files.append(try keep(copy, in: draft, as: database))
            try Files.remove(copy)
        }
        for folder in parts.secretFolders {
            for file in Files.files(below: "\(data)/\(folder)") {
                files.append(try keep("\(data)/\(folder)/\(file)", in: draft, as: "\(folder)/\(file)"))
            }
        }
        try Manifest(
            made: time.seconds, program: program, isSealed: seal != nil, files: files, shared: [], rows: [:]
        ).write(to: draft)
        try Files.replace("\(root)/secret", by: draft)
    }

    // MARK: Bringing back

    /// Puts the files of a backup together in the new folder `data`, and looks at each database. On trial, of what all backups share only lengths
    /// are looked at.
    func bringBack(_ folder: String, to data: String, isTrial: Bool) throws {
        let manifest = try Manifest(readingFrom: folder), secret = try Manifest(readingFrom: "\(root)/secret")
        try Files.remove(data)
        try Files.makeFolder(data)
        for file in manifest.files { try open(file, in: folder, to: data, isSealed: manifest.isSealed) }
        for file in secret.files { try open(file, in: "\(root)/secret", to: data, isSealed: secret.isSealed) }
        for file in manifest.shared {
            guard !isTrial else {
                guard Self.length(of: "\(root)/shared/\(file.path)") == file.bytes else {
                    throw BackupFault("\(root)/shared/\(file.path) is not as long as it was; the disk may be failing")
                }
                continue
            }
            try open(file, in: "\(root)/shared", to: data, isSealed: manifest.isSealed)
        }
        for (database, rows) in manifest.rows {
            guard try databases.check("\(data)/\(database)") == rows else {
                throw BackupFault("\(folder)/\(database) has other rows than it had; take an older backup")
            }
        }
        for database in parts.secretDatabases where Files.isThere("\(data)/\(database)") {
            _ = try databases.check("\(data)/\(database)")
        }
    }

    /// Copies a file back, opening it if it is sealed, and verifies it.
    private func open(_ file: Manifest.File, in folder: String, to data: String, isSealed: Bool) throws {
        let path = "\(folder)/\(file.path)", target = "\(data)/\(file.path)"
        guard try Files.checksum(of: path) == (file.bytes, file.sha256) else {
            throw BackupFault("\(path) is damaged; take an older backup")
        }
        try Files.makeFolder(URL(filePath: target).deletingLastPathComponent().path)
        let output = try Files.Output(target)
        if isSealed {
            guard let seal else {
                throw BackupFault("\(path) is sealed; name the file with the passphrase: --passphrase-file")
            }
            var opening: BackupSeal.Opening?, head = Data()
            try Files.read(
                path, head: BackupSeal.headLength, by: BackupSeal.pieceLength + BackupSeal.tagLength
            ) { piece, isLast in
                if opening == nil {
                    head = piece
                    opening = try BackupSeal.Opening(seal, head: head, name: file.path)
                } else if let bytes = try opening?.opened(piece, isLast: isLast, name: path) {
                    try output.write(bytes)
                }
            }
        } else {
            try Files.read(path, by: BackupSeal.pieceLength) { piece, _ in try output.write(piece) }
        }
        try output.finish()
    }

    /// Brings a backup back as the folder `data`. What is there stays as it is, and this throws, unless `replacing`: then it is moved aside, and where to is returned.
    @discardableResult
    package func restore(_ entry: Entry, to data: String, replacing: Bool, at time: BackupTime) throws -> String? {
        let isEmpty = Files.names(in: data).isEmpty
        guard isEmpty || replacing else {
            throw BackupFault(
                "\(data) holds something already; name another folder, or say --replace, which moves it aside")
        }
        guard !Self.is(root, within: data) else {
            throw BackupFault("\(root) is in \(data), which is to be replaced; move the backups elsewhere first")
        }
        for database in parts.databases + parts.secretDatabases where databases.isInUse("\(data)/\(database)") {
            throw BackupFault("\(data) is in use by a running hereabouts; stop that first")
        }
        let draft = data + ".restoring"
        try bringBack(entry.folder, to: draft, isTrial: false)
        try Files.exchange(draft, data)
        guard !isEmpty else {
            try Files.remove(draft)
            return nil
        }
        let aside = "\(data).replaced-\(time.seconds)"
        try Files.exchange(draft, aside)
        return aside
    }

    private static func `is`(_ path: String, within folder: String) -> Bool {
        let inner = URL(filePath: path).standardizedFileURL.path + "/"
        return inner.hasPrefix(URL(filePath: folder).standardizedFileURL.path + "/")
    }
}

import Foundation

extension Backups {
    /// Assembles the files of a backup in the new folder `data`, and checks each database. A trial checks only the
    /// lengths of shared files, because making the backup checked a share of them.
    func bringBack(_ folder: String, secret: String, to data: String, isTrial: Bool) throws {
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

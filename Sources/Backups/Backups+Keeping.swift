import Foundation

/// The periods for which backups stay.
package struct BackupRetention: Sendable, Equatable {
    /// The periods in days for which every backup stays, and for which the last backup of each day stays.
    package var everyDays: Int
    package var dailyDays: Int

    package init(everyDays: Int = 3, dailyDays: Int = 30) { (self.everyDays, self.dailyDays) = (everyDays, dailyDays) }
}

extension Backups {
    /// Removes expired backups, and shared files that no backup uses any more. The newest backup always stays. All
    /// shared files stay while any list is unreadable.
    package func prune(_ retention: BackupRetention, now: Int64) throws {
        let lock = try Files.Lock(root)
        defer { withExtendedLifetime(lock) {} }
        try pruneLocked(retention, now: now)
    }

    private func pruneLocked(_ retention: BackupRetention, now: Int64) throws {
        let entries = try all(), isWhole = try entries.count == names().count
        var kept: [Entry] = [], days: Set<Substring> = []
        for entry in entries {
            let age = (now - entry.made) / 86_400, isFirstOfDay = days.insert(entry.name.dropLast(3)).inserted
            if kept.isEmpty || age < retention.everyDays || (isFirstOfDay && age < retention.dailyDays) {
                kept.append(entry)
            } else {
                // First it stops being a backup, then its files go.
                let leaving = "\(root)/.leaving"
                try Files.remove(leaving)
                try Files.rename(entry.folder, to: leaving)
                try Files.remove(leaving)
            }
        }
        let shared = Set(kept.flatMap { $0.manifest.shared.map(\.path) })
        for folder in parts.lasting where isWhole {
            for file in try Files.files(below: "\(root)/shared/\(folder)") where !shared.contains("\(folder)/\(file)") {
                try Files.remove("\(root)/shared/\(folder)/\(file)")
            }
        }
        for year in try Files.names(in: root).filter(Self.isYear) where Files.isFolder("\(root)/\(year)") {
            for day in try Files.names(in: "\(root)/\(year)") {
                // Most of these folders are not empty, so removing them fails, and they stay. So do years.
                try? Files.removeEmptyFolder("\(root)/\(year)/\(day)")
            }
            try? Files.removeEmptyFolder("\(root)/\(year)")
        }
    }

    /// Copies the newest backup to another place, such as a separate disk, verifies every file there, and removes
    /// expired backups there. Throws if the backups there belong to another data folder or have another passphrase, and
    /// if earlier copies there are gone.
    package func copy(to other: String, _ retention: BackupRetention, now: Int64) throws {
        let other = Files.normal(other)
        try checkCopy(in: other)
        try Self.claim(other)
        let locks = [try Files.Lock(root), try Files.Lock(other)]
        defer { withExtendedLifetime(locks) {} }
        guard let entry = try all().first else { return }
        try copySecretsLocked(to: other)
        for file in entry.manifest.shared { try copy(file, from: "\(root)/shared", to: "\(other)/shared") }
        let folder = "\(other)/\(entry.name)"
        try Files.makeFolder(URL(filePath: folder).deletingLastPathComponent().path)
        try copyFolder(entry.folder, to: folder, draft: "\(other)/.making")
        try rememberCopy(in: other)
        try Backups(copied: other, from: self).pruneLocked(retention, now: now)
    }

    /// The file with the folders that backups were copied to.
    private var copies: String { "\(root)/copies.txt" }

    private func copiedBefore() throws -> [String] {
        guard Files.isThere(copies) else { return [] }
        return try String(decoding: Files.content(of: copies), as: UTF8.self).split(separator: "\n").map(String.init)
    }

    private func rememberCopy(in other: String) throws {
        // The target of a link is known only once it exists.
        let other = Files.normal(other), before = try copiedBefore()
        guard !before.contains(other) else { return }
        try Files.write(Data((before + [other]).map { $0 + "\n" }.joined().utf8), to: copies)
    }

    /// Throws if backups were copied to `other` and are gone: if its disk is not attached, the mount point looks like a
    /// new folder.
    private func checkCopy(in other: String) throws {
        guard try !Files.isThere("\(other)/\(Self.mark)") && copiedBefore().contains(other) else { return }
        throw BackupFault(
            "the backups that were copied to \(other) are gone; attach its disk, or name a new folder to copy to")
    }

    /// Copies the current keys to the other place if backups were copied there; throws if those are gone.
    package func copySecrets(to other: String) throws {
        let other = Files.normal(other)
        try checkCopy(in: other)
        guard Files.isThere("\(other)/secret") else { return }
        let locks = [try Files.Lock(root), try Files.Lock(other)]
        defer { withExtendedLifetime(locks) {} }
        try copySecretsLocked(to: other)
    }

    private func copySecretsLocked(to other: String) throws {
        let own = try Manifest(readingFrom: "\(root)/secret", seal)
        if Files.isThere("\(root)/salt") {
            let salt = try Files.content(of: "\(root)/salt")
            guard try !Files.isThere("\(other)/salt") || Files.content(of: "\(other)/salt") == salt else {
                throw BackupFault("the backups in \(other) have another passphrase; name a new folder to copy to")
            }
            try Files.write(salt, to: "\(other)/salt")
        }
        if Files.isThere("\(other)/secret") {
            guard try Manifest(readingFrom: "\(other)/secret", seal).owners == own.owners else {
                throw BackupFault("the backups in \(other) are of another data folder; name a new folder to copy to")
            }
        }
        try copyFolder("\(root)/secret", to: "\(other)/secret", draft: "\(other)/.secret")
    }

    private func copyFolder(_ folder: String, to target: String, draft: String) throws {
        try Files.remove(draft)
        try Files.makeFolder(draft)
        let manifest = try Manifest(readingFrom: folder, seal)
        for file in manifest.files { try copy(file, from: folder, to: draft) }
        try manifest.write(to: draft, seal)
        try Files.replaceFolder(target, by: draft)
    }

    /// Copies a file in its stored form, unless the copy exists, and verifies the copy.
    private func copy(_ file: Manifest.File, from folder: String, to target: String) throws {
        let path = "\(target)/\(file.path)", source = "\(folder)/\(file.path)"
        if Files.length(of: path) == file.bytes, try Files.checksum(of: path) == (file.bytes, file.sha256) { return }
        guard try Files.checksum(of: source) == (file.bytes, file.sha256) else {
            throw BackupFault("\(source) is damaged; the disk may be failing")
        }
        try Files.makeFolder(URL(filePath: path).deletingLastPathComponent().path)
        let draft = path + ".partial"
        try Files.remove(draft)
        let output = try Files.Output(draft)
        try Files.read(source, by: BackupSeal.pieceLength) { piece, _ in try output.write(piece) }
        try output.finish()
        guard try Files.checksum(of: draft) == (file.bytes, file.sha256) else {
            throw BackupFault("\(path) is not what was written; the disk may be failing")
        }
        try Files.rename(draft, to: path)
    }
}

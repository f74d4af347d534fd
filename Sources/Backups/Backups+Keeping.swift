import Foundation

/// How long backups are kept.
package struct BackupRetention: Sendable, Equatable {
    /// Days of which every backup is kept, and days of which the last one is.
    package var everyDays: Int
    package var dailyDays: Int

    package init(everyDays: Int = 3, dailyDays: Int = 30) { (self.everyDays, self.dailyDays) = (everyDays, dailyDays) }
}

extension Backups {
    /// Removes backups that are older than they are to be kept, and what no backup shares any more. The newest always stays.
    package func prune(_ retention: BackupRetention, now: Int64) throws {
        let lock = try Files.Lock(root)
        defer { withExtendedLifetime(lock) {} }
        var kept: [Manifest] = [], days: Set<Substring> = []
        for entry in all() {
            let manifest = try Manifest(readingFrom: entry.folder)
            let age = (now - manifest.made) / 86_400, day = entry.name.dropLast(3)
            let isFirstOfDay = days.insert(day).inserted
            if kept.isEmpty || age < retention.everyDays || (isFirstOfDay && age < retention.dailyDays) {
                kept.append(manifest)
            } else {
                // First it is no backup any more, then it goes.
                let leaving = "\(root)/.leaving"
                try Files.remove(leaving)
                try Files.exchange(entry.folder, leaving)
                try Files.remove(leaving)
            }
        }
        let shared = Set(kept.flatMap { $0.shared.map(\.path) })
        for file in Files.files(below: "\(root)/shared") where !shared.contains(file) {
            try Files.remove("\(root)/shared/\(file)")
        }
        try removeEmptyFolders()
    }

    private func removeEmptyFolders() throws {
        for year in Self.numbered(in: root, 4) {
            for day in Files.names(in: "\(root)/\(year)") where Files.names(in: "\(root)/\(year)/\(day)").isEmpty {
                try Files.remove("\(root)/\(year)/\(day)")
            }
            if Files.names(in: "\(root)/\(year)").isEmpty { try Files.remove("\(root)/\(year)") }
        }
    }

    /// Copies the newest backup to another place, such as a disk of its own, and looks at every file there; what is too old there goes.
    package func copy(to other: String, _ retention: BackupRetention, now: Int64) throws {
        guard let entry = all().first else { return }
        try Files.makeFolder(other)
        let manifest = try Manifest(readingFrom: entry.folder)
        for file in manifest.shared { try copy(file, from: "\(root)/shared", to: "\(other)/shared") }
        try copyFolder("\(root)/secret", to: "\(other)/secret", draft: "\(other)/.secret")
        if let salt = FileManager.default.contents(atPath: "\(root)/salt") {
            try Files.write(salt, to: "\(other)/salt")
        }
        let folder = "\(other)/\(entry.name)"
        try Files.makeFolder(URL(filePath: folder).deletingLastPathComponent().path)
        try copyFolder(entry.folder, to: folder, draft: "\(other)/.making")
        try Backups(copied: other, from: self).prune(retention, now: now)
    }

    private func copyFolder(_ folder: String, to target: String, draft: String) throws {
        try Files.remove(draft)
        try Files.makeFolder(draft)
        let manifest = try Manifest(readingFrom: folder)
        for file in manifest.files { try copy(file, from: folder, to: draft) }
        try manifest.write(to: draft)
        try Files.replace(target, by: draft)
    }

    /// Copies a file as it is kept, unless it is there already, and verifies the copy.
    private func copy(_ file: Manifest.File, from folder: String, to target: String) throws {
        let path = "\(target)/\(file.path)"
        if let there = try? Files.checksum(of: path), there == (file.bytes, file.sha256) { return }
        try Files.makeFolder(URL(filePath: path).deletingLastPathComponent().path)
        let draft = path + ".partial"
        try Files.remove(draft)
        let output = try Files.Output(draft)
        try Files.read("\(folder)/\(file.path)", by: BackupSeal.pieceLength) { piece, _ in try output.write(piece) }
        try output.finish()
        guard try Files.checksum(of: draft) == (file.bytes, file.sha256) else {
            throw BackupFault("\(path) is not what was written; the disk may be failing")
        }
        try Files.replace(path, by: draft)
    }
}

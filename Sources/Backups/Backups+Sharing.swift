import Foundation

extension Backups {
    /// Copies a file, sealed if backups are, and returns its entry for the list. A sealed file begins with `head`, or
    /// with a new head.
    func keep(_ path: String, in folder: String, as name: String, head: Data? = nil) throws -> Manifest.File {
        let target = "\(folder)/\(name)"
        try Files.makeFolder(URL(filePath: target).deletingLastPathComponent().path)
        let output = try Files.Output(target)
        let length = try readAsKept(path, as: name, head: head) { try output.write($0) }
        try output.finish()
        let (bytes, sha256) = try Files.checksum(of: target)
        return Manifest.File(path: name, bytes: bytes, sha256: sha256, length: length)
    }

    /// Reads a file in chunks of its stored form, sealed if backups are, and returns its unsealed length.
    private func readAsKept(_ path: String, as name: String, head: Data?, _ body: (Data) throws -> Void) throws -> Int64
    {
        var length: Int64 = 0
        if let seal {
            var sealing = BackupSeal.Sealing(seal, name: name, head: head)
            try body(Data(sealing.head))
            try Files.read(path, by: BackupSeal.pieceLength) { piece, isLast in
                length += Int64(piece.count)
                try body(sealing.sealed(piece, isLast: isLast))
            }
        } else {
            try Files.read(path, by: BackupSeal.pieceLength) { piece, _ in
                length += Int64(piece.count)
                try body(piece)
            }
        }
        return length
    }

    /// Copies new files that never change, and checks a share of the files copied earlier.
    func keepLasting(of data: String, _ known: [Entry], at seconds: Int64) throws -> [Manifest.File] {
        // Files that any backup shares stay as they are.
        let before = Dictionary(known.flatMap(\.manifest.shared).map { ($0.path, $0) }) { newest, _ in newest }
        // If removal fails now, it happens before the next file.
        defer { try? Files.remove(sharedDraft) }
        var files: [Manifest.File] = []
        for folder in parts.lasting {
            for file in try Files.files(below: "\(data)/\(folder)") where !parts.files.contains("\(folder)/\(file)") {
                let name = "\(folder)/\(file)", path = "\(data)/\(name)"
                // Files that are being written have such names.
                guard file.split(separator: "/").allSatisfy({ !$0.hasPrefix("draft-") && !$0.hasPrefix(".") }) else {
                    continue
                }
                do {
                    if let kept = try keepShared(path, as: name, before[name], at: seconds) { files.append(kept) }
                } catch  where !Files.isThere(path) {
                    // The file was removed meanwhile; no earlier database copy refers to it.
                    continue
                }
            }
        }
        return files
    }

    private var sharedDraft: String { "\(root)/.shared" }

    /// Adds a file to those that all backups share; returns `nil` if it is being written.
    private func keepShared(
        _ path: String, as name: String, _ before: Manifest.File?, at seconds: Int64
    ) throws -> Manifest.File? {
        let shared = "\(root)/shared/\(name)"
        if let before, Files.length(of: shared) == before.bytes, Files.length(of: path) == before.length {
            if Self.isDue(before, at: seconds), !isWhole(shared, before) { try mend(shared, before, by: path) }
            return before
        }
        try Files.remove(sharedDraft)
        let stamp = Files.stamp(of: path), kept = try keep(path, in: sharedDraft, as: name)
        // The file changed meanwhile; the next backup includes it.
        guard Files.stamp(of: path) == stamp else { return nil }
        try Files.makeFolder(URL(filePath: shared).deletingLastPathComponent().path)
        try Files.rename("\(sharedDraft)/\(name)", to: shared)
        return kept
    }

    // MARK: Repairing

    /// Whether a file is due for a check. Checking all files at each backup would read gigabytes, so each file has one
    /// of the 28 slots of a week, by its checksum.
    static func isDue(_ file: Manifest.File, at seconds: Int64) -> Bool {
        guard let number = Int64(file.sha256.prefix(2), radix: 16) else { return true }
        return number % 28 == seconds / (6 * 3600) % 28
    }

    /// Whether a file matches its entry in the list. A file that the disk cannot read does not.
    private func isWhole(_ path: String, _ file: Manifest.File) -> Bool {
        do {
            return try Files.checksum(of: path) == (file.bytes, file.sha256)
        } catch {
            return false
        }
    }

    /// Restores a damaged shared file byte by byte, as its checksum in the lists requires. Throws if the file at `path`
    /// does not give these bytes.
    private func mend(_ shared: String, _ file: Manifest.File, by path: String) throws {
        // Sealed with the same head, the same content gives the same bytes. Nothing is written before that is certain:
        // two different contents under one head would reveal their differences.
        let head = try seal.map { _ in try Files.beginning(of: shared, length: BackupSeal.headLength) }
        var checksum = Files.Checksum()
        _ = try readAsKept(path, as: file.path, head: head) { checksum.add($0) }
        guard checksum.value == (file.bytes, file.sha256) else {
            throw BackupFault(
                """
                \(shared) is damaged, and \(path) is not its source; if that file is good, remove \(shared), and the \
                next backup copies it again; the disk may be failing
                """
            )
        }
        try Files.remove(sharedDraft)
        guard try keep(path, in: sharedDraft, as: file.path, head: head) == file else {
            throw BackupFault("\(shared) is damaged and cannot be written again; the disk may be failing")
        }
        try Files.rename("\(sharedDraft)/\(file.path)", to: shared)
    }
}

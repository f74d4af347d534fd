import Foundation

extension Backups {
    /// Copies a file, sealing it if files are, and returns what the list says of it. A file that is sealed begins with
    /// `head`, or with a new one.
    func keep(_ path: String, in folder: String, as name: String, head: Data? = nil) throws -> Manifest.File {
        let target = "\(folder)/\(name)"
        try Files.makeFolder(URL(filePath: target).deletingLastPathComponent().path)
        let output = try Files.Output(target)
        let length = try readAsKept(path, as: name, head: head) { try output.write($0) }
        try output.finish()
        let (bytes, sha256) = try Files.checksum(of: target)
        return Manifest.File(path: name, bytes: bytes, sha256: sha256, length: length)
    }

    /// Reads a file in pieces as they are kept, sealed if files are, and returns how long it is unsealed.
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

    /// Copies those files that never change and are not kept yet, and looks whether a share of the others is as it was.
    func keepLasting(of data: String, _ known: [Entry], at seconds: Int64) throws -> [Manifest.File] {
        // What any backup shares stays as it is.
        let before = Dictionary(known.flatMap(\.manifest.shared).map { ($0.path, $0) }) { newest, _ in newest }
        // What cannot be removed now is before the next file is kept.
        defer { try? Files.remove(sharedDraft) }
        var files: [Manifest.File] = []
        for folder in parts.lasting {
            for file in try Files.files(below: "\(data)/\(folder)") where !parts.files.contains("\(folder)/\(file)") {
                let name = "\(folder)/\(file)", path = "\(data)/\(name)"
                // What is being written has such a name.
                guard file.split(separator: "/").allSatisfy({ !$0.hasPrefix("draft-") && !$0.hasPrefix(".") }) else {
                    continue
                }
                do {
                    if let kept = try keepShared(path, as: name, before[name], at: seconds) { files.append(kept) }
                } catch  where !Files.isThere(path) {
                    // Removed meanwhile: nothing that was copied before speaks of it.
                    continue
                }
            }
        }
        return files
    }

    private var sharedDraft: String { "\(root)/.shared" }

    /// Has a file be among those that all backups share; `nil` when it is being written.
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
        // Written meanwhile: the next one has it.
        guard Files.stamp(of: path) == stamp else { return nil }
        try Files.makeFolder(URL(filePath: shared).deletingLastPathComponent().path)
        try Files.rename("\(sharedDraft)/\(name)", to: shared)
        return kept
    }

    // MARK: Mending

    /// Whether it is a file's turn to be looked at. All of them with each backup would be gigabytes; so each has one of
    /// the 28 times of a week, by its checksum.
    static func isDue(_ file: Manifest.File, at seconds: Int64) -> Bool {
        guard let number = Int64(file.sha256.prefix(2), radix: 16) else { return true }
        return number % 28 == seconds / (6 * 3600) % 28
    }

    /// Whether a file is as the list says. One that the disk does not read any more is not.
    private func isWhole(_ path: String, _ file: Manifest.File) -> Bool {
        do {
            return try Files.checksum(of: path) == (file.bytes, file.sha256)
        } catch {
            return false
        }
    }

    /// Has a file that backups share be as it was, byte by byte, as their lists name its checksum. Throws where that
    /// cannot be made of the file at `path`.
    private func mend(_ shared: String, _ file: Manifest.File, by path: String) throws {
        // Sealed behind the same head, the same becomes the same. Nothing is written before that is sure: who has two
        // files that were sealed alike can tell what differs.
        let head = try seal.map { _ in try Files.beginning(of: shared, length: BackupSeal.headLength) }
        var checksum = Files.Checksum()
        _ = try readAsKept(path, as: file.path, head: head) { checksum.add($0) }
        guard checksum.value == (file.bytes, file.sha256) else {
            throw BackupFault(
                "\(shared) is damaged, and \(path) is not what it was made of; if that one is good remove \(shared), and the next backup keeps it anew; the disk may be failing"
            )
        }
        try Files.remove(sharedDraft)
        guard try keep(path, in: sharedDraft, as: file.path, head: head) == file else {
            throw BackupFault("\(shared) is damaged and cannot be written anew; the disk may be failing")
        }
        try Files.rename("\(sharedDraft)/\(file.path)", to: shared)
    }
}

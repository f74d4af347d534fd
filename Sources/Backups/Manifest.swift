import Foundation

/// The list of a backup's files: a file belongs to the backup only if it is listed here, with its length and checksum.
package struct Manifest: Codable, Equatable, Sendable {
    /// A file in its stored form, sealed or not.
    package struct File: Codable, Equatable, Sendable {
        /// The path relative to the backup's folder or, for a shared file, to the folder of shared files.
        let path: String
        let bytes: Int64
        /// The SHA-256 checksum in hexadecimal digits.
        let sha256: String
        /// The unsealed length in bytes.
        let length: Int64
    }

    var version = 1
    /// Seconds since 1970.
    package let made: Int64
    /// The version of the program that made it.
    package let program: String
    package let isSealed: Bool
    /// The files in the backup's own folder.
    let files: [File]
    /// The files in the folder that all backups share.
    let shared: [File]
    /// The number of rows by database and table, of countable tables.
    let rows: [String: [String: Int]]
    /// The identity of each database of which only the newest copy is kept.
    let owners: [String: String]?
    /// The number of changes to each database of keys. Lists from before that was counted have none.
    let generations: [String: Int64]?

    static let name = "manifest.json"
    private static let checksumName = "manifest.sha256"
    private static let proofName = "manifest.mac"

    /// Writes the list into `folder`, with its checksum and, with a seal, a proof that the writer has the passphrase.
    func write(to folder: String, _ seal: BackupSeal?) throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        let bytes = try encoder.encode(self)
        try Files.write(bytes, to: folder + "/" + Self.name)
        let checksum = try Files.checksum(of: folder + "/" + Self.name).sha256
        if let seal { try Files.write(seal.proof(of: bytes), to: folder + "/" + Self.proofName) }
        try Files.write(Self.line(of: checksum), to: folder + "/" + Self.checksumName)
    }

    /// The line in the format of `sha256sum`.
    private static func line(of checksum: String) -> Data { Data("\(checksum)  \(name)\n".utf8) }

    /// Reads the list of the backup in `folder`; throws if it is incomplete or, with a seal, if its writer did not have
    /// the passphrase.
    init(readingFrom folder: String, _ seal: BackupSeal?) throws {
        let path = folder + "/" + Self.name
        guard Files.isPlain(path), let bytes = FileManager.default.contents(atPath: path),
            let stated = FileManager.default.contents(atPath: folder + "/" + Self.checksumName)
        else { throw BackupFault("\(folder) is not a backup: the list of its files cannot be read") }
        guard try stated == Self.line(of: Files.checksum(of: path).sha256) else {
            throw BackupFault("\(path) is damaged; take an older backup")
        }
        if let seal {
            let proof = FileManager.default.contents(atPath: folder + "/" + Self.proofName)
            guard let proof, seal.isProof(proof, of: bytes) else {
                throw BackupFault("\(path) was not written with this passphrase; take another backup")
            }
        }
        do {
            self = try JSONDecoder().decode(Manifest.self, from: bytes)
        } catch {
            throw BackupFault("\(path) has another format; use the program that made it, or a newer version")
        }
        guard version == 1 else {
            throw BackupFault("\(path) was written by a newer hereabouts; use that one")
        }
        guard seal == nil || isSealed else { throw BackupFault("\(path) is not sealed; take another backup") }
        // A file outside the folder would not belong to the backup.
        for file in files + shared where !Self.isInside(file.path) {
            throw BackupFault("\(path) lists \(file.path), which is outside; take another backup")
        }
    }

    private static func isInside(_ path: String) -> Bool {
        let parts = path.split(separator: "/", omittingEmptySubsequences: false)
        return !parts.contains { $0.isEmpty || $0 == "." || $0 == ".." || $0.utf8.contains(0) }
    }

    init(
        made: Int64, program: String, isSealed: Bool, files: [File], shared: [File], rows: [String: [String: Int]],
        owners: [String: String]? = nil, generations: [String: Int64]? = nil
    ) {
        (self.made, self.program, self.isSealed) = (made, program, isSealed)
        (self.files, self.shared, self.rows) = (files, shared, rows)
        (self.owners, self.generations) = (owners, generations)
    }
}

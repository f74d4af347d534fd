import Foundation

/// What belongs to a backup: a file is part of it as it is listed here, with its length and checksum, or not at all.
package struct Manifest: Codable, Equatable, Sendable {
    /// A file as it is kept, sealed or not.
    package struct File: Codable, Equatable, Sendable {
        /// From the folder of the backup, or, of what all backups share, from the folder of that.
        let path: String
        let bytes: Int64
        /// In hexadecimal digits.
        let sha256: String
        /// How long it is unsealed.
        let length: Int64
    }

    var version = 1
    /// Seconds since 1970.
    package let made: Int64
    /// The version of the program that made it.
    package let program: String
    package let isSealed: Bool
    /// In the folder of the backup itself.
    let files: [File]
    /// In the folder that all backups share.
    let shared: [File]
    /// By database and table: how many rows there are, as far as they can be counted.
    let rows: [String: [String: Int]]
    /// By database: whose it is, where only the newest copy is kept.
    let owners: [String: String]?
    /// By database of keys: how often they had been changed. Lists from before it was counted have none.
    let generations: [String: Int64]?

    static let name = "manifest.json"
    private static let checksumName = "manifest.sha256"
    private static let proofName = "manifest.mac"

    /// Writes the list into `folder`, its own checksum and, with a seal, what proves that it was written by who has the
    /// passphrase.
    func write(to folder: String, _ seal: BackupSeal?) throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        let bytes = try encoder.encode(self)
        try Files.write(bytes, to: folder + "/" + Self.name)
        let checksum = try Files.checksum(of: folder + "/" + Self.name).sha256
        if let seal { try Files.write(seal.proof(of: bytes), to: folder + "/" + Self.proofName) }
        try Files.write(Self.line(of: checksum), to: folder + "/" + Self.checksumName)
    }

    /// As `sha256sum` writes and checks it.
    private static func line(of checksum: String) -> Data { Data("\(checksum)  \(name)\n".utf8) }

    /// Reads the list of the backup in `folder`; throws when it is not whole or, with a seal, when it was not written
    /// by who has the passphrase.
    init(readingFrom folder: String, _ seal: BackupSeal?) throws {
        let path = folder + "/" + Self.name
        guard Files.isPlain(path), let bytes = FileManager.default.contents(atPath: path),
            let stated = FileManager.default.contents(atPath: folder + "/" + Self.checksumName)
        else { throw BackupFault("\(folder) is no backup: the list of what belongs to it cannot be read") }
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
            throw BackupFault("\(path) is of another kind; take the program that made it, or a newer one")
        }
        guard version == 1 else {
            throw BackupFault("\(path) was written by a newer hereabouts; use that one")
        }
        guard seal == nil || isSealed else { throw BackupFault("\(path) is not sealed; take another backup") }
        // What is written outside the folder would not be the backup's.
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

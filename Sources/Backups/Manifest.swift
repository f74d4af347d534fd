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
    package let rows: [String: [String: Int]]

    static let name = "manifest.json"
    private static let checksumName = "manifest.sha256"

    /// Writes the list and its own checksum into `folder`.
    func write(to folder: String) throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        try Files.write(try encoder.encode(self), to: folder + "/" + Self.name)
        let checksum = try Files.checksum(of: folder + "/" + Self.name).sha256
        try Files.write(Self.line(of: checksum), to: folder + "/" + Self.checksumName)
    }

    /// As `sha256sum` writes and checks it.
    private static func line(of checksum: String) -> Data { Data("\(checksum)  \(name)\n".utf8) }

    /// Reads the list of the backup in `folder`; throws when it is not whole.
    init(readingFrom folder: String) throws {
        let path = folder + "/" + Self.name
        guard let bytes = FileManager.default.contents(atPath: path),
            let stated = FileManager.default.contents(atPath: folder + "/" + Self.checksumName)
        else { throw BackupFault("\(folder) is no backup: it has no list of what belongs to it") }
        guard try stated == Self.line(of: Files.checksum(of: path).sha256) else {
            throw BackupFault("\(path) is damaged; take an older backup")
        }
        do {
            self = try JSONDecoder().decode(Manifest.self, from: bytes)
        } catch {
            throw BackupFault("\(path) is of another kind; take the program that made it, or a newer one")
        }
        guard version == 1 else {
            throw BackupFault("\(path) was written by a newer hereabouts; use that one")
        }
        // What is written outside the folder would not be the backup's.
        for file in files + shared where file.path.hasPrefix("/") || file.path.split(separator: "/").contains("..") {
            throw BackupFault("\(path) lists \(file.path), which is outside; take another backup")
        }
    }

    init(
        made: Int64, program: String, isSealed: Bool, files: [File], shared: [File], rows: [String: [String: Int]]
    ) {
        (self.made, self.program, self.isSealed) = (made, program, isSealed)
        (self.files, self.shared, self.rows) = (files, shared, rows)
    }
}

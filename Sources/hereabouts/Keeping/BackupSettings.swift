import Backups
import Foundation
import Stores

/// The settings for backups of the data folder: their folder, and the periods for which they stay.
struct BackupSettings: Equatable {
    /// The folder for backups, `off` for none; by default the data folder's name and `-backups`.
    var folder: String?
    /// The period in days for which the last backup of each day stays.
    var days = 30
    /// Another place that each backup is copied to.
    var copy: String?
    /// A command to run after each backup, and soon after a key was destroyed.
    var command: String?
    /// The file whose first line is the passphrase of sealed backups.
    var passphraseFile: String?

    static let off = "off"

    /// Whether any of these settings is set.
    var areChosen: Bool { self != BackupSettings() }

    /// Opens the backups of the data folder at `data`; `nil` if they are off.
    ///
    /// - Parameter outside: The place's databases, if they lie elsewhere.
    func backups(
        of data: String, _ outside: (any PlaceDatabases)? = nil, makes: Bool = true
    ) throws -> Backups? {
        guard let folder = path(of: data) else { return nil }
        return try Backups(
            root: folder, parts: .dataFolder, databases: SQLiteCopying(), outside: outside,
            passphrase: try passphrase(), program: Hereabouts.version, makes: makes)
    }

    /// Returns the folder of the backups; `nil` if they are off.
    func path(of data: String) -> String? {
        let folder = folder ?? Self.folder(of: data)
        return folder == Self.off ? nil : folder
    }

    var retention: BackupRetention { BackupRetention(everyDays: min(3, days), dailyDays: days) }

    /// Returns the default folder: beside the data folder, because a restore replaces that.
    private static func folder(of data: String) -> String {
        var name = data
        while name.count > 1, name.hasSuffix("/") { name.removeLast() }
        return name + "-backups"
    }

    private func passphrase() throws -> String? {
        guard let passphraseFile else { return nil }
        guard let text = try? String(contentsOfFile: passphraseFile, encoding: .utf8) else {
            throw ConfigurationFault("the file with the passphrase of backups, \(passphraseFile), cannot be read")
        }
        return text.split(whereSeparator: \.isNewline).first.map(String.init) ?? ""
    }
}

extension DataParts {
    /// The parts of this program's data folder.
    static let dataFolder = DataParts(
        databases: ["community.sqlite", "presence.sqlite", "mesh.sqlite"], files: ["atlas/verified.json"],
        lasting: ["atlas", "pictures"], secretDatabases: ["keys.sqlite"], secretFolders: ["tls", "mesh"])
}

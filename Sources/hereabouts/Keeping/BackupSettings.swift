import Backups
import Foundation
import Stores

/// Where backups of the data folder go, and for how long.
struct BackupSettings: Equatable {
    /// The folder for them, `off` for none; by default the data folder's name and `-backups`.
    var folder: String?
    /// Days of which the last backup is kept.
    var days = 30
    /// Another place that each backup is copied to.
    var copy: String?
    /// A command that is run after each backup, and soon after a key was destroyed.
    var command: String?
    /// The file whose first line is the passphrase that they are sealed with.
    var passphraseFile: String?

    static let off = "off"

    /// Whether somebody said anything of them.
    var areChosen: Bool { self != BackupSettings() }

    /// The backups of the data folder at `data`; `nil` where none are wanted.
    func backups(of data: String, makes: Bool = true) throws -> Backups? {
        guard let folder = path(of: data) else { return nil }
        return try Backups(
            root: folder, parts: .dataFolder, databases: SQLiteCopying(), passphrase: try passphrase(),
            program: Hereabouts.version, makes: makes)
    }

    /// Where they are; `nil` where none are wanted.
    func path(of data: String) -> String? {
        let folder = folder ?? Self.folder(of: data)
        return folder == Self.off ? nil : folder
    }

    var retention: BackupRetention { BackupRetention(everyDays: min(3, days), dailyDays: days) }

    /// Where backups go if nothing else is said: beside the data folder, which a restored one takes the place of.
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
    /// What this program keeps in a data folder.
    static let dataFolder = DataParts(
        databases: ["community.sqlite", "presence.sqlite"], files: ["atlas/verified.json"],
        lasting: ["atlas", "pictures"], secretDatabases: ["keys.sqlite"], secretFolders: ["tls"])
}

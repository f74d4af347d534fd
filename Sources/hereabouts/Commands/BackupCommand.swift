import ArgumentParser
import Backups

/// Makes a backup now, also while a server runs.
struct BackupCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "backup", abstract: "Make a backup of a data folder now, and try it out; or list those there are.")

    @OptionGroup var options: BackupOptions
    @Flag(help: "Only list the backups there are, the newest first.") var list = false

    func run() async throws {
        let backups = try options.opened()
        if list {
            for entry in backups.all() { print(entry.name) }
            return
        }
        let entry = try backups.make(of: options.data, at: .now)
        print(entry.folder)
    }
}

/// Brings a data folder back.
struct RestoreCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "restore", abstract: "Bring a data folder back from a backup.")

    @Argument(help: "Which backup, such as 2026/11-23/18 (default: the newest).") var name: String?
    @OptionGroup var options: BackupOptions
    @Flag(help: "Move what is in the data folder aside.") var replace = false

    func run() async throws {
        let backups = try options.opened(), all = backups.all()
        guard let entry = name.map({ name in all.first { $0.name == name } }) ?? all.first else {
            throw CommandFault(
                name.map { "there is no whole backup \($0) in \(backups.root); see `hereabouts backup --list`" }
                    ?? "there is no whole backup in \(backups.root)")
        }
        let aside = try backups.restore(entry, to: options.data, replacing: replace, at: .now)
        print("\(options.data) is as it was: \(entry.name)")
        if let aside { print("what was there is in \(aside)") }
    }
}

/// Which backups of what.
struct BackupOptions: ParsableArguments {
    @Option(help: "The data folder.") var data = "data"
    @Option(help: "The folder of the backups (default: the data folder's name and -backups).") var backups: String?
    @Option(help: "The file whose first line is the passphrase that backups are sealed with.") var passphraseFile:
        String?

    func opened() throws -> Backups {
        let settings = BackupSettings(
            folder: backups ?? BackupSettings.folder(of: data), passphraseFile: passphraseFile)
        guard let backups = try settings.backups(of: data) else {
            throw ConfigurationFault("--backups is not a folder")
        }
        return backups
    }
}

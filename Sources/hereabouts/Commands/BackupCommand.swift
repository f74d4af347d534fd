import ArgumentParser
import Backups
import Server
import Stores

/// Makes a backup, also while a server runs.
struct BackupCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "backup", abstract: "Make a backup of a data folder now and verify it, or list the backups.")

    @OptionGroup var options: BackupOptions
    @Flag(help: "Only list the existing backups, newest first.") var list = false

    func run() async throws {
        let configuration = try options.configuration()
        if list {
            let backups = try options.opened(configuration, makes: false)
            let now = MapServer.systemTime() / 1000
            for entry in try backups.all() { print("\(entry.name)  \(Backups.words(now - entry.made)) old") }
            for name in try backups.broken() { standardError("hereabouts: \(name) is damaged or cannot be read") }
            return
        }
        let place = try ConnectedPlace(configuration.database, named: options.place)
        let result = Result { try make(configuration, place) }
        await place?.close()
        try result.get()
        if let sentence = configuration.pictures.sentenceAboutBackups { standardError("hereabouts: \(sentence)") }
    }

    /// Makes a backup of the data folder, and of the place's databases if these lie elsewhere.
    private func make(_ configuration: Configuration, _ place: ConnectedPlace?) throws {
        if let root = configuration.backups.path(of: configuration.data) {
            if place == nil { try UnfinishedMove.check(configuration.data) }
            try Backups.check(root, of: configuration.data, .dataFolder, hasDatabases: place == nil)
        }
        let backups = try options.opened(configuration, place?.databases, makes: true)
        let entry = try backups.make(of: configuration.data, at: MapServer.systemTime() / 1000)
        print(entry.folder)
        try place?.note(BackupNote(of: entry))
    }
}

/// Restores a data folder.
struct RestoreCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "restore", abstract: "Restore a data folder from a backup.")

    @Argument(help: "The backup, such as 2026/11-23/18 (default: the newest).") var name: String?
    @OptionGroup var options: BackupOptions
    @Flag(help: "Move an existing data folder aside.") var replace = false
    @Flag(help: "Restore even if the existing data or keys are newer than the backup.") var older = false

    func run() async throws {
        let configuration = try options.configuration()
        // Its data folder has no lock that would tell whether a server runs.
        guard configuration.database.address == nil || options.data != nil else {
            throw CommandFault("the place is in PostgreSQL; name a new folder to restore it into with --data")
        }
        let backups = try options.opened(configuration, makes: false), all = try backups.all()
        guard let entry = name.map({ name in all.first { $0.name == name } }) ?? all.first else {
            throw CommandFault(
                name.map { "there is no complete backup \($0) in \(backups.root); see `hereabouts backup --list`" }
                    ?? "there is no complete backup in \(backups.root)")
        }
        for name in try backups.broken() where self.name == nil {
            standardError("hereabouts: \(name) is damaged or cannot be read, and is left out")
        }
        let now = MapServer.systemTime() / 1000, age = Backups.words(now - entry.made)
        let newer = try backups.newer(than: entry, at: configuration.data)
        guard older || newer.isEmpty else {
            throw CommandFault(
                "the backup \(entry.name) is \(age) old, and older than \(newer.joined(separator: ", and than ")); to restore it anyway, say --older"
            )
        }
        let aside = try backups.restore(entry, to: configuration.data, replacing: replace, at: now)
        print("\(configuration.data) is as it was \(age) ago: \(entry.name)")
        for what in newer { print("this was newer: \(what)") }
        if let name = configuration.pictures.name {
            print("the pictures are as they are in \(name): those that were deleted after the backup stay lost")
        }
        if configuration.database.address != nil {
            print(
                "the place is in files here; `hereabouts move --from \(configuration.data)` brings it to PostgreSQL, into "
                    + "two empty databases")
        }
        if let aside { print("the old folder is now \(aside); remove it when you no longer need it") }
    }
}

/// The data folder, its backups and their passphrase, from flags, environment and file like the server's settings.
struct BackupOptions: ParsableArguments {
    @Option(help: "The data folder (default: data).") var data: String?
    @Option(help: "The folder of the backups (default: the data folder's name and -backups).") var backups: String?
    @Option(help: "A file whose first line is the passphrase of sealed backups.") var passphraseFile: String?
    @Option(help: "The place's name, if the server has several.") var place: String?
    @Option(help: "The server's configuration file of key = value lines.") var config: String?

    func configuration() throws -> Configuration {
        try Configuration.read(
            place: place, flags: ["data": data, "backups": backups, "backup-passphrase-file": passphraseFile],
            file: config)
    }

    func opened(
        _ configuration: Configuration, _ outside: (any PlaceDatabases)? = nil, makes: Bool
    ) throws -> Backups {
        guard let backups = try configuration.backups.backups(of: configuration.data, outside, makes: makes) else {
            throw ConfigurationFault("backups are off; name their folder with --backups")
        }
        return backups
    }
}

import Backups
import Foundation
import GRDB
import Stores
import TestSupport
import Testing

/// A data folder with a database, keys, pictures and an atlas, and the backups of it.
private struct World {
    let folder: TemporaryFolder
    let parts = DataParts(
        databases: ["people.sqlite"], files: ["atlas/verified.json"], lasting: ["atlas", "pictures"],
        secretDatabases: ["keys.sqlite"], secretFolders: ["tls"])

    init() throws {
        folder = try TemporaryFolder()
        try write("data/atlas/verified.json", "{}")
        try write("data/atlas/one.atlas", String(repeating: "atlas", count: 300_000))
        try write("data/pictures/aa/small.webp", "picture")
        try write("data/pictures/aa/none.webp", "")
        try write("data/tls/authority.pem", "secret")
        for name in ["people", "keys"] {
            try database(name) { database in
                try database.execute(sql: "CREATE TABLE rows (id INTEGER PRIMARY KEY, text TEXT NOT NULL) STRICT")
            }
        }
        try add("people", "Anna was here")
        try add("keys", "Anna's key")
    }

    var data: String { folder.file("data") }
    var root: String { folder.file("backups") }

    func write(_ name: String, _ text: String) throws {
        let url = URL(filePath: folder.file(name))
        try FileManager.default.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(text.utf8).write(to: url)
    }

    @discardableResult
    func database<Result>(_ name: String, in data: String = "data", _ body: (Database) throws -> Result) throws
        -> Result
    {
        let queue = try DatabaseQueue(path: folder.file("\(data)/\(name).sqlite"))
        defer { try? queue.close() }
        return try queue.write(body)
    }

    func add(_ database: String, _ text: String) throws {
        try self.database(database) { try $0.execute(sql: "INSERT INTO rows (text) VALUES (?)", arguments: [text]) }
    }

    func rows(_ database: String, in data: String) throws -> [String] {
        try self.database(database, in: data) { try String.fetchAll($0, sql: "SELECT text FROM rows ORDER BY id") }
    }

    func backups(passphrase: String? = nil, root: String? = nil) throws -> Backups {
        try Backups(
            root: root ?? self.root, parts: parts, databases: SQLiteCopying(), passphrase: passphrase, program: "1.2.3")
    }

    /// So many hours after noon of 1 November 2026, in seconds since 1970.
    func time(_ hours: Int) -> Int64 { 1_793_534_400 + Int64(hours) * 3600 }

    /// All files below a folder with their contents, but for what a database has beside it.
    func content(_ name: String) -> [String: Data] {
        var found: [String: Data] = [:]
        let walk = FileManager.default.enumerator(atPath: folder.file(name))
        while let file = walk?.nextObject() as? String {
            let path = folder.file("\(name)/\(file)")
            var isFolder: ObjCBool = false
            guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder), !isFolder.boolValue else {
                continue
            }
            found[file] = FileManager.default.contents(atPath: path)
        }
        return found
    }
}

/// Copies databases as SQLite does; during a copy, something else happens.
private struct Interrupted: DatabaseCopying {
    let databases = SQLiteCopying()
    let happens: @Sendable () throws -> Void

    func copy(_ path: String, to copy: String) throws {
        try databases.copy(path, to: copy)
        try happens()
    }

    func check(_ path: String) throws -> [String: Int] { try databases.check(path) }

    func generation(of path: String) throws -> Int64 { try SQLiteCopying().generation(of: path) }
    func owner(of path: String) throws -> String { try databases.owner(of: path) }

    func isInUse(_ path: String) -> Bool { databases.isInUse(path) }
}

@Suite struct BackupsTests {
    @Test(arguments: [nil, "correct horse battery"])
    func `a restore brings back the same data`(passphrase: String?) throws {
        let world = try World(), backups = try world.backups(passphrase: passphrase)
        let first = try backups.make(of: world.data, at: world.time(0))
        #expect(first.name == "2026/11-01/12")
        try world.add("people", "Ben was here")
        let second = try backups.make(of: world.data, at: world.time(6))
        try world.write("data/pictures/aa/small.webp", "damaged")
        try world.add("people", "too late")
        #expect(try backups.all() == [second, first])
        for (entry, names) in [(first, ["Anna was here"]), (second, ["Anna was here", "Ben was here"])] {
            let target = "restored-\(entry.name.suffix(2))"
            try backups.restore(entry, to: world.folder.file(target), replacing: false, at: world.time(7))
            #expect(try world.rows("people", in: target) == names)
            #expect(try world.rows("keys", in: target) == ["Anna's key"])
            let content = world.content(target)
            #expect(content["pictures/aa/small.webp"] == Data("picture".utf8))
            #expect(content["pictures/aa/none.webp"] == Data())
            #expect(content["atlas/one.atlas"] == world.content("data")["atlas/one.atlas"])
            #expect(
                content["atlas/verified.json"] == Data("{}".utf8) && content["tls/authority.pem"] == Data("secret".utf8)
            )
        }
        // Nothing is left of making them; what never changes is there once.
        #expect(
            try FileManager.default.contentsOfDirectory(atPath: world.root).filter { $0.hasPrefix(".") } == [".lock"])
        #expect(world.content("backups").keys.filter { $0.hasSuffix("one.atlas") } == ["shared/atlas/one.atlas"])
    }

    @Test func `with a passphrase nothing can be read without it, nor changed unnoticed`() throws {
        let world = try World(), sealed = try world.backups(passphrase: "correct horse battery")
        let entry = try sealed.make(of: world.data, at: world.time(0))
        for (name, bytes) in world.content("backups") where !name.hasPrefix("manifest") {
            for secret in ["Anna", "atlasatlas", "secret", "SQLite format"] {
                #expect(bytes.range(of: Data(secret.utf8)) == nil, "\(name) has \(secret)")
            }
        }
        #expect(throws: BackupFault.self) { try world.backups(passphrase: "another horse") }
        #expect(throws: BackupFault.self) { try world.backups(passphrase: "short") }
        let blind = try world.backups()
        #expect(throws: BackupFault.self) {
            try blind.restore(entry, to: world.folder.file("x"), replacing: false, at: world.time(1))
        }
        // Without the passphrase, nobody makes a backup that its owner would accept.
        #expect(throws: BackupFault.self) { try blind.make(of: world.data, at: world.time(6)) }
        #expect(!FileManager.default.fileExists(atPath: world.folder.file("x")))
    }

    @Test func `damage anywhere is noticed, and nothing is brought back then`() throws {
        let world = try World(), backups = try world.backups()
        let entry = try backups.make(of: world.data, at: world.time(0))
        for (name, bytes) in world.content("backups") where !bytes.isEmpty && name != "backups.txt" {
            for damaged in [Data(bytes.dropLast()), bytes + [0], Data(bytes.dropLast()) + [bytes.last! ^ 1]] {
                let url = URL(filePath: world.folder.file("backups/\(name)"))
                try damaged.write(to: url)
                #expect(throws: BackupFault.self, "\(name)") {
                    try backups.restore(entry, to: world.folder.file("x"), replacing: false, at: world.time(1))
                }
                #expect(!FileManager.default.fileExists(atPath: world.folder.file("x")))
                try bytes.write(to: url)
            }
        }
        try backups.restore(entry, to: world.folder.file("x"), replacing: false, at: world.time(1))
        #expect(try world.rows("people", in: "x") == ["Anna was here"])
    }

    @Test func `a database that is damaged becomes no backup`() throws {
        let world = try World(), backups = try world.backups()
        let first = try backups.make(of: world.data, at: world.time(0))
        try world.database("people") { database in
            for _ in 0..<2000 { try database.execute(sql: "INSERT INTO rows (text) VALUES (hex(randomblob(40)))") }
        }
        let url = URL(filePath: world.data + "/people.sqlite")
        var bytes = try Data(contentsOf: url)
        bytes.replaceSubrange(8192..<12288, with: Data(repeating: 0xff, count: 4096))
        try bytes.write(to: url)
        #expect(throws: BackupFault.self) { try backups.make(of: world.data, at: world.time(6)) }
        #expect(try backups.all() == [first])
    }

    @Test func `existing data is replaced only on request, and then it is moved aside`() throws {
        let world = try World(), backups = try world.backups()
        let entry = try backups.make(of: world.data, at: world.time(0))
        try world.add("people", "since then")
        let before = world.content("data")
        #expect(throws: BackupFault.self) {
            try backups.restore(entry, to: world.data, replacing: false, at: world.time(1))
        }
        #expect(world.content("data") == before)
        let aside = try #require(try backups.restore(entry, to: world.data, replacing: true, at: world.time(1)))
        #expect(try world.rows("people", in: "data") == ["Anna was here"])
        #expect(
            try world.rows("people", in: URL(filePath: aside).lastPathComponent) == ["Anna was here", "since then"])
        // Nor the backups themselves, which would be removed with their folder.
        let inner = try world.backups(root: world.data + "/backups")
        #expect(throws: BackupFault.self) { try inner.make(of: world.data, at: world.time(2)) }
    }

    @Test func `a file in use is copied as of one moment, and is not replaced`() throws {
        let world = try World(), backups = try world.backups()
        try world.write("used/notes.txt", "")
        try world.database("people", in: "used") { try $0.execute(sql: "CREATE TABLE rows (text TEXT)") }
        let store = try SQLiteKeyStore(path: world.folder.file("used/keys.sqlite"))
        try withExtendedLifetime(store) {
            let entry = try backups.make(of: world.folder.file("used"), at: world.time(0))
            #expect(throws: BackupFault.self) {
                try backups.restore(entry, to: world.folder.file("used"), replacing: true, at: world.time(1))
            }
        }
    }

    @Test func `two backups of one data folder into different folders do not disturb each other`() throws {
        let world = try World(), other = try world.backups(root: world.folder.file("disk"))
        let entry = try other.make(of: world.data, at: world.time(0))
        let interrupted = Interrupted {
            let attempts: [() throws -> Void] = [
                { _ = try other.make(of: world.data, at: world.time(6)) },
                { try other.keepSecrets(of: world.data, at: world.time(6)) },
                { _ = try other.restore(entry, to: world.data, replacing: true, at: world.time(6)) },
            ]
            for attempt in attempts {
                let fault = #expect(throws: BackupFault.self) { try attempt() }
                #expect(fault?.isBusy == true && fault?.description.contains("/data; wait") == true)
            }
        }
        let backups = try Backups(
            root: world.root, parts: world.parts, databases: interrupted, passphrase: nil, program: "1.2.3")
        let made = try backups.make(of: world.data, at: world.time(6))
        try backups.restore(made, to: world.folder.file("x"), replacing: false, at: world.time(7))
        #expect(try world.rows("people", in: "x") == ["Anna was here"])
        // Then it is the other's turn.
        #expect(try other.make(of: world.data, at: world.time(12)).name == "2026/11-02/00")
    }

    @Test func `a failed backup leaves the data folder unchanged`() throws {
        let world = try World(), backups = try world.backups(), empty = world.folder.file("empty")
        let entry = try backups.make(of: world.data, at: world.time(0))
        try FileManager.default.createDirectory(atPath: empty, withIntermediateDirectories: true)
        #expect(throws: BackupFault.self) { try backups.make(of: empty, at: world.time(6)) }
        try backups.restore(entry, to: empty, replacing: false, at: world.time(7))
        #expect(try world.rows("people", in: "empty") == ["Anna was here"])
    }

    @Test func `a destroyed key is in no backup any more`() throws {
        let world = try World(), backups = try world.backups()
        let old = try backups.make(of: world.data, at: world.time(0))
        try world.database("keys") { try $0.execute(sql: "DELETE FROM rows") }
        try backups.keepSecrets(of: world.data, at: world.time(1))
        try backups.restore(old, to: world.folder.file("x"), replacing: false, at: world.time(2))
        #expect(try world.rows("keys", in: "x").isEmpty && world.rows("people", in: "x") == ["Anna was here"])
    }

    @Test func `what a killed backup left of keys goes even if no backup was ever made`() throws {
        let world = try World(), backups = try world.backups()
        try world.write("data/.backing-up/place/keys.sqlite", "keys")
        try world.write("backups/.secret/keys.sqlite", "keys")
        try backups.keepSecrets(of: world.data, at: world.time(1))
        for path in [world.data + "/.backing-up", world.folder.file("backups/.secret")] {
            #expect(!FileManager.default.fileExists(atPath: path))
        }
        #expect(try backups.all().isEmpty)
        #expect(!FileManager.default.fileExists(atPath: world.folder.file("backups/secret")))
    }

    /// Changes the keys, as their store counts it.
    private func changeKeys(_ world: World, to generation: Int) throws {
        try world.database("keys") { database in
            try database.execute(sql: "INSERT INTO rows (text) VALUES ('another key')")
            try database.execute(sql: "PRAGMA user_version = \(generation)")
        }
    }

    @Test(arguments: [nil, "open sesame"])
    func `an older copy of the keys among the backups is noticed`(passphrase: String?) throws {
        let world = try World(), backups = try world.backups(passphrase: passphrase)
        try changeKeys(world, to: 1)
        let first = try backups.make(of: world.data, at: world.time(0))
        let secret = world.folder.file("backups/secret"), older = world.folder.file("older")
        try FileManager.default.copyItem(atPath: secret, toPath: older)
        try changeKeys(world, to: 3)
        let second = try backups.make(of: world.data, at: world.time(6))
        let empty = world.folder.file("new")
        #expect(try backups.newer(than: second, at: empty) == [])
        #expect(try backups.newer(than: first, at: empty) == [])
        try FileManager.default.removeItem(atPath: secret)
        try FileManager.default.copyItem(atPath: older, toPath: secret)
        for entry in [first, second] {
            let newer = try backups.newer(than: entry, at: empty)
            #expect(newer.count == 1 && newer[0].contains(second.name) && newer[0].contains("secret"))
        }
    }

    @Test func `keys without a generation count as older than all others`() throws {
        let world = try World(), backups = try world.backups()
        try changeKeys(world, to: 1)
        let entry = try backups.make(of: world.data, at: world.time(0))
        // As an earlier program wrote it.
        let list = URL(filePath: world.folder.file("backups/secret/manifest.json"))
        let decoded = try JSONSerialization.jsonObject(with: Data(contentsOf: list)) as? [String: Any]
        var written = try #require(decoded)
        #expect(written.removeValue(forKey: "generations") != nil)
        try JSONSerialization.data(withJSONObject: written).write(to: list)
        let sum = Process(), output = Pipe()
        sum.executableURL = URL(filePath: "/usr/bin/sha256sum")
        sum.arguments = ["manifest.json"]
        sum.currentDirectoryURL = list.deletingLastPathComponent()
        sum.standardOutput = output
        try sum.run()
        sum.waitUntilExit()
        try output.fileHandleForReading.readToEnd()?.write(
            to: list.deletingPathExtension().appendingPathExtension("sha256"))
        let newer = try backups.newer(than: entry, at: world.data)
        #expect(newer.count > 1 && newer[0].contains(entry.name) && newer[1].contains("1 times"))
    }

    @Test func `a restore names data in its place that is newer than the backup`() throws {
        let world = try World(), backups = try world.backups()
        try changeKeys(world, to: 1)
        // Files are from now; this is later.
        let now = Int64(Date().timeIntervalSince1970)
        let later = try backups.make(of: world.data, at: now + 3600)
        #expect(try backups.newer(than: later, at: world.data) == [])
        try changeKeys(world, to: 5)
        #expect(try backups.newer(than: later, at: world.data).map { $0.contains("4 times") } == [true])
        let earlier = try backups.make(of: world.data, at: now - 9000)
        let newer = try backups.newer(than: earlier, at: world.data)
        #expect(newer.count == 1 && newer[0].contains("2 hours after the backup"))
        #expect(try backups.newer(than: earlier, at: world.folder.file("new")) == [])
        // Unreadable data is not worth keeping.
        try Data("damaged".utf8).write(to: URL(filePath: world.data + "/keys.sqlite"))
        #expect(try backups.newer(than: later, at: world.data) == [])
    }

    @Test(arguments: [
        (0, "0 seconds"), (1, "1 second"), (119, "119 seconds"), (120, "2 minutes"), (7200, "2 hours"),
        (172_800, "2 days"),
    ])
    func `an age is stated in the unit that people use`(seconds: Int, text: String) {
        #expect(Backups.words(Int64(seconds)) == text)
    }

    @Test func `old backups are deleted, the newest never, and shared files with the last backup that has them`() throws
    {
        let world = try World(), backups = try world.backups()
        var made: [Backups.Entry] = []
        for hours in stride(from: 0, to: 10 * 24, by: 6) {
            if hours == 24 { try world.write("data/pictures/bb/later.webp", "later") }
            if hours == 48 { try FileManager.default.removeItem(atPath: world.data + "/pictures/bb") }
            made.append(try backups.make(of: world.data, at: world.time(hours)))
            try backups.prune(BackupRetention(everyDays: 2, dailyDays: 6), now: world.time(hours))
        }
        let kept = try backups.all().map(\.name)
        // All of two days, then the last of each day, for six days.
        #expect(kept.prefix(8) == made.reversed().prefix(8).map(\.name)[...])
        #expect(kept.dropFirst(8).allSatisfy { $0.hasSuffix("/18") } && (3...4).contains(kept.count - 8))
        #expect(world.content("backups").keys.contains("shared/pictures/bb/later.webp") == false)
        #expect(world.content("backups").keys.contains("shared/pictures/aa/small.webp"))
        try backups.prune(BackupRetention(everyDays: 1, dailyDays: 1), now: world.time(10_000))
        #expect(try backups.all().map(\.name) == [kept[0]])
        try backups.restore(try backups.all()[0], to: world.folder.file("x"), replacing: false, at: world.time(0))
    }

    @Test(arguments: [nil, "correct horse battery"])
    func `a copy elsewhere is equally good, and is repaired when it is damaged`(passphrase: String?) throws {
        let world = try World(), backups = try world.backups(passphrase: passphrase), other = world.folder.file("disk")
        _ = try backups.make(of: world.data, at: world.time(0))
        try backups.copy(to: other, BackupRetention(), now: world.time(0))
        try world.write("disk/shared/pictures/aa/small.webp", "damaged")
        try world.add("people", "Ben was here")
        _ = try backups.make(of: world.data, at: world.time(6))
        try backups.copy(to: other, BackupRetention(), now: world.time(6))
        let copies = try world.backups(passphrase: passphrase, root: other)
        #expect(try copies.all().map(\.name) == backups.all().map(\.name))
        try copies.restore(try copies.all()[0], to: world.folder.file("x"), replacing: false, at: world.time(7))
        #expect(try world.rows("people", in: "x") == ["Anna was here", "Ben was here"])
        // The inputs of the passphrase's key stay, there and here.
        try backups.prune(BackupRetention(), now: world.time(6))
        _ = try world.backups(passphrase: passphrase).make(of: world.data, at: world.time(12))
        #expect(world.content("x")["pictures/aa/small.webp"] == Data("picture".utf8))
    }

    @Test func `copies on a disk that is not attached are missed, and nothing is put in their place`() throws {
        let world = try World(), backups = try world.backups(), other = world.folder.file("disk")
        _ = try backups.make(of: world.data, at: world.time(0))
        // Before the first copy nothing is missed.
        try backups.copySecrets(to: other)
        #expect(!FileManager.default.fileExists(atPath: other))
        try backups.copy(to: other, BackupRetention(), now: world.time(0))
        let copied = world.content("disk"), aside = world.folder.file("aside")
        try FileManager.default.moveItem(atPath: other, toPath: aside)
        try FileManager.default.createDirectory(atPath: other, withIntermediateDirectories: true)
        #expect(throws: BackupFault.self) { try backups.copySecrets(to: other) }
        #expect(throws: BackupFault.self) { try backups.copy(to: other, BackupRetention(), now: world.time(1)) }
        #expect(try FileManager.default.contentsOfDirectory(atPath: other).isEmpty)
        // A new place is one, and what comes back goes on.
        try backups.copy(to: world.folder.file("disk/new"), BackupRetention(), now: world.time(1))
        try FileManager.default.removeItem(atPath: other)
        try FileManager.default.moveItem(atPath: aside, toPath: other)
        try backups.copy(to: other, BackupRetention(), now: world.time(1))
        try backups.copySecrets(to: other)
        #expect(Set(world.content("disk").keys) == Set(copied.keys))
    }

    @Test(arguments: [nil, "correct horse battery"])
    func `a damaged copy of a file that never changes is repaired within a week`(passphrase: String?) throws {
        let world = try World(), backups = try world.backups(passphrase: passphrase)
        let first = try backups.make(of: world.data, at: world.time(0)), whole = world.content("backups")
        let names = whole.keys.filter { $0.hasPrefix("shared/") && whole[$0]?.isEmpty == false }
        for name in names {
            var bytes = try #require(whole[name])
            bytes[bytes.endIndex - 1] ^= 1
            try bytes.write(to: URL(filePath: world.folder.file("backups/\(name)")))
        }
        for time in 1...28 { _ = try backups.make(of: world.data, at: world.time(6 * time)) }
        let after = world.content("backups")
        #expect(names.count >= 2 && names.allSatisfy { after[$0] == whole[$0] })
        try backups.restore(first, to: world.folder.file("x"), replacing: false, at: world.time(170))
    }

    @Test(arguments: [nil, "correct horse battery"])
    func `a damaged copy that cannot be repaired is reported once a week`(passphrase: String?) throws {
        let world = try World(), backups = try world.backups(passphrase: passphrase)
        _ = try backups.make(of: world.data, at: world.time(0))
        let name = "shared/atlas/one.atlas", data = "data/atlas/one.atlas"
        for path in ["backups/\(name)", data] {
            let url = URL(filePath: world.folder.file(path))
            var bytes = try Data(contentsOf: url)
            bytes[bytes.endIndex - 1] ^= path == data ? 2 : 1
            try bytes.write(to: url)
        }
        let rotten = world.content("backups")[name]
        var faults: [String] = []
        for time in 1...28 {
            do {
                _ = try backups.make(of: world.data, at: world.time(6 * time))
            } catch let fault as BackupFault {
                faults.append(fault.description)
            }
        }
        #expect(faults.count == 1 && faults.allSatisfy { $0.contains(name) })
        #expect(world.content("backups")[name] == rotten)
        // As the fault says.
        try FileManager.default.removeItem(atPath: world.folder.file("backups/\(name)"))
        let newest = try backups.make(of: world.data, at: world.time(174))
        try backups.restore(newest, to: world.folder.file("x"), replacing: false, at: world.time(175))
        #expect(world.content("x")["atlas/one.atlas"] == world.content("data")["atlas/one.atlas"])
    }

    @Test func `an unfinished backup does not count as a backup, and blocks nothing`() throws {
        let world = try World(), backups = try world.backups()
        let entry = try backups.make(of: world.data, at: world.time(0))
        // As a machine that stops leaves it: a draft, and a folder with a name but without a list.
        try world.write("backups/.making/people.sqlite", "half")
        try world.write("backups/.trial/people.sqlite", "half")
        try world.write("backups/2026/11-01/18/people.sqlite", "half")
        try world.write("data/.backing-up/copy.sqlite", "half")
        try world.write("data/.backing-up/trial/people.sqlite", "half")
        #expect(try backups.all() == [entry])
        let next = try backups.make(of: world.data, at: world.time(6))
        #expect(try backups.all() == [next, entry])
        #expect(!FileManager.default.fileExists(atPath: world.data + "/.backing-up"))
        try backups.restore(next, to: world.folder.file("x"), replacing: false, at: world.time(7))
        #expect(try world.rows("people", in: "x") == ["Anna was here"])
    }

    @Test func `lost keys, or keys of another server, replace no kept keys`() throws {
        let world = try World(), backups = try world.backups(), keys = world.data + "/keys.sqlite"
        for name in ["people", "keys"] {
            try world.database(name) {
                try $0.execute(
                    sql: "CREATE TABLE tenants (id BLOB) STRICT; INSERT INTO tenants VALUES (randomblob(16))")
            }
        }
        let entry = try backups.make(of: world.data, at: world.time(0)), kept = world.content("backups")
        // A disk that was lost, and a server that has begun anew; then one that is damaged.
        let good = try Data(contentsOf: URL(filePath: keys))
        try FileManager.default.removeItem(atPath: keys)
        #expect(throws: BackupFault.self) { try backups.make(of: world.data, at: world.time(6)) }
        #expect(throws: BackupFault.self) { try backups.keepSecrets(of: world.data, at: world.time(6)) }
        try world.database("keys") {
            try $0.execute(sql: "CREATE TABLE tenants (id BLOB) STRICT; INSERT INTO tenants VALUES (randomblob(16))")
        }
        #expect(throws: BackupFault.self) { try backups.make(of: world.data, at: world.time(6)) }
        #expect(throws: BackupFault.self) { try backups.keepSecrets(of: world.data, at: world.time(6)) }
        try Data(good.prefix(5000)).write(to: URL(filePath: keys))
        #expect(throws: BackupFault.self) { try backups.make(of: world.data, at: world.time(6)) }
        #expect(throws: BackupFault.self) { try backups.keepSecrets(of: world.data, at: world.time(6)) }
        for folder in ["nowhere", "data/tls"] {
            #expect(throws: BackupFault.self) { try backups.make(of: world.folder.file(folder), at: world.time(6)) }
        }
        #expect(world.content("backups").filter { !$0.key.hasPrefix(".") } == kept.filter { !$0.key.hasPrefix(".") })
        try backups.restore(entry, to: world.folder.file("x"), replacing: false, at: world.time(7))
        #expect(try world.rows("keys", in: "x") == ["Anna's key"])
    }

    @Test(arguments: ["", "Backups of"])
    func `a folder for backups that a crash left half made is completed`(left: String) throws {
        let world = try World()
        try world.write("backups/.backups.txt.partial", left)
        let backups = try world.backups()
        let entry = try backups.make(of: world.data, at: world.time(0))
        #expect(try backups.all() == [entry])
        // A crash leaves nothing but names with a point in front.
        #expect(world.content("backups").keys.allSatisfy { !$0.hasSuffix(".partial") })
    }

    @Test func `nothing is written or removed in a folder with other content`() throws {
        let world = try World(), backups = try world.backups()
        try world.write("disk/2026/photo.jpg", "mine")
        try world.write("disk/shared/notes.txt", "mine")
        _ = try backups.make(of: world.data, at: world.time(0))
        let before = world.content("disk")
        #expect(throws: BackupFault.self) { try world.backups(root: world.folder.file("disk")) }
        #expect(throws: BackupFault.self) {
            try backups.copy(to: world.folder.file("disk"), BackupRetention(), now: world.time(0))
        }
        #expect(world.content("disk") == before)
        // Nor other files in a folder of backups.
        try world.write("backups/2026/11-01/notes.txt", "mine")
        try world.write("backups/2025/photo.jpg", "mine")
        try backups.prune(BackupRetention(), now: world.time(9000))
        #expect(
            world.content("backups")["2025/photo.jpg"] != nil && world.content("backups")["2026/11-01/notes.txt"] != nil
        )
    }

    @Test func `while a list is unreadable, no file that it may share is deleted`() throws {
        let world = try World(), backups = try world.backups()
        _ = try backups.make(of: world.data, at: world.time(0))
        try FileManager.default.removeItem(atPath: world.data + "/pictures")
        _ = try backups.make(of: world.data, at: world.time(6))
        let list = "backups/2026/11-01/12/manifest.json"
        let bytes = try #require(world.content("backups")["2026/11-01/12/manifest.json"])
        try world.write(list, "{}")
        try backups.prune(BackupRetention(), now: world.time(7))
        try bytes.write(to: URL(filePath: world.folder.file(list)))
        let old = try #require(try backups.all().last)
        try backups.restore(old, to: world.folder.file("x"), replacing: false, at: world.time(8))
        #expect(world.content("x")["pictures/aa/small.webp"] == Data("picture".utf8))
    }

    @Test func `a file that returns under the same name stays unchanged in older backups`() throws {
        let world = try World(), backups = try world.backups(passphrase: "correct horse battery")
        let path = world.data + "/atlas/one.atlas", aside = world.folder.file("aside")
        let first = try backups.make(of: world.data, at: world.time(0))
        try FileManager.default.moveItem(atPath: path, toPath: aside)
        _ = try backups.make(of: world.data, at: world.time(6))
        try FileManager.default.moveItem(atPath: aside, toPath: path)
        let last = try backups.make(of: world.data, at: world.time(12))
        for (index, entry) in [first, last].enumerated() {
            try backups.restore(entry, to: world.folder.file("x\(index)"), replacing: false, at: world.time(13))
        }
    }

    @Test func `without the passphrase, no change of the files goes unnoticed, not even in the list`() throws {
        let world = try World(), sealed = try world.backups(passphrase: "correct horse battery")
        let entry = try sealed.make(of: world.data, at: world.time(0))
        // Backups of their own making, unsealed and sealed otherwise, in place of ours: each list fits its files.
        for passphrase in [nil, "another horse battery"] {
            let other = try world.backups(passphrase: passphrase, root: world.folder.file("forged-\(passphrase ?? "")"))
            let forged = try other.make(of: world.data, at: world.time(0))
            let original = world.folder.file("original")
            try FileManager.default.moveItem(atPath: entry.folder, toPath: original)
            try FileManager.default.copyItem(atPath: forged.folder, toPath: entry.folder)
            #expect(try sealed.all().isEmpty)
            #expect(throws: BackupFault.self) {
                try sealed.restore(entry, to: world.folder.file("x"), replacing: false, at: world.time(1))
            }
            try FileManager.default.removeItem(atPath: entry.folder)
            try FileManager.default.moveItem(atPath: original, toPath: entry.folder)
        }
        try sealed.restore(entry, to: world.folder.file("x"), replacing: false, at: world.time(1))
    }

    @Test func `everything is for this user only`() throws {
        let world = try World()
        _ = try world.backups(passphrase: "correct horse battery").make(of: world.data, at: world.time(0))
        let walk = FileManager.default.enumerator(atPath: world.root)
        while let file = walk?.nextObject() as? String {
            let attributes = try FileManager.default.attributesOfItem(atPath: world.root + "/" + file)
            let mode = try #require((attributes[.posixPermissions] as? NSNumber)?.intValue)
            #expect(mode & 0o077 == 0, "\(file)")
        }
    }
}

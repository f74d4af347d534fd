import Foundation
import Glibc

extension Backups {
    /// Returns the data newer than a backup, as parts of a sentence: data in the folder `data` that a restore would
    /// replace, and keys, if those of all backups are older than they were.
    package func newer(than entry: Entry, at data: String) throws -> [String] {
        let data = Files.normal(data), kept = try Manifest(readingFrom: "\(root)/secret", seal).generations ?? [:]
        var found: [String] = []
        for database in parts.secretDatabases.sorted() {
            // Keys saved before their changes were counted are older than all counted keys.
            let generation = kept[database] ?? 0
            let last = try all().filter { $0.manifest.generations?[database] ?? 0 > generation }.first
            if let last {
                found.append("the keys that \(last.name) was made with: an older \(root)/secret has replaced them")
            }
            let path = "\(data)/\(database)"
            // A damaged database has no count, and is not worth keeping.
            if Files.isThere(path), let own = try? databases.generation(of: path), own > generation {
                found.append(
                    "the keys in \(path), which changed \(own - generation) times since the keys of the backup")
            }
        }
        if let changed = lastChange(of: data), changed > entry.made {
            found.append("the data in \(data) from the \(Self.words(changed - entry.made)) after the backup")
        }
        return found
    }

    /// Returns when a database of `data` was last written, in seconds since 1970.
    private func lastChange(of data: String) -> Int64? {
        parts.databases.flatMap { ["\(data)/\($0)", "\(data)/\($0)-wal"] }.compactMap { path in
            var about = stat()
            guard unsafe stat(path, &about) == 0, about.st_size > 0 else { return nil }
            return Int64(about.st_mtim.tv_sec)
        }.max()
    }

    /// Returns a duration in its usual unit.
    package static func words(_ seconds: Int64) -> String {
        func count(_ number: Int64, _ unit: String) -> String { "\(number) \(unit)\(number == 1 ? "" : "s")" }
        switch max(0, seconds) {
        case ..<120: return count(max(0, seconds), "second")
        case ..<7200: return count(seconds / 60, "minute")
        case ..<172_800: return count(seconds / 3600, "hour")
        default: return count(seconds / 86_400, "day")
        }
    }
}

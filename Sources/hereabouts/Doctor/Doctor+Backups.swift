import Backups
import Foundation
import Stores

extension Doctor {
    /// Checks whether there are backups, how old the newest is, and whether all are readable.
    func backups() -> [Finding] {
        let settings = configuration.backups
        guard let folder = settings.path(of: configuration.data) else {
            return [.good("no backups are made (backups = off)")]
        }
        let latest = latestOfServers()
        guard FileManager.default.fileExists(atPath: folder) else {
            return latest ?? [.good("there are no backups in \(folder) yet; the server makes one every six hours")]
        }
        do {
            guard let backups = try settings.backups(of: configuration.data, makes: false) else { return [] }
            let all = try backups.all(), broken = try backups.broken()
            var findings: [Finding] = []
            if let first = broken.first {
                findings.append(
                    .fault(
                        "\(broken.count) in \(folder) look like backups but are not, such as \(first)",
                        "remove them, and check the disk (smartctl -H); or the passphrase may be wrong"))
            }
            if let latest { return findings + latest }
            guard let newest = all.first else {
                return findings + [.good("there are no backups in \(folder) yet; the server makes one every six hours")]
            }
            return findings + [Self.age(of: newest.made, "the newest of \(all.count) backups in \(folder)")]
        } catch {
            let remedy = "check the folder's owner, and name the passphrase's file if they are sealed"
            return [.fault("the backups in \(folder) cannot be checked: \(error)", remedy)] + (latest ?? [])
        }
    }

    private static func age(of made: Int64, _ what: String) -> Finding {
        let made = Date(timeIntervalSince1970: Double(made))
        let summary = "\(what) is from \(made.formatted(.iso8601))"
        let remedy = "make one now with `hereabouts backup`; the server's log says why it made none"
        return made > .now - Self.oldest ? .good(summary) : .fault(summary, remedy)
    }

    /// In seconds: the server may be stopped for a while and miss two of its times.
    private static let oldest = 13 * 3600.0

    /// How old the latest backup is that one of several servers made; `nil` if the place lies in a data folder.
    private func latestOfServers() -> [Finding]? {
        guard let address = configuration.database.address else { return nil }
        #if Postgres
            do {
                let name = place ?? DatabaseSettings.onlyPlace
                guard let latest = try PostgresBackupNotes.latest(of: name, at: address) else {
                    return [.good("no server made a backup yet; one of them makes one every six hours")]
                }
                return [Self.age(of: latest.made, "the latest backup, \(latest.folder) on \(latest.machine),")]
            } catch {
                return [.fault("the age of backups is not known: \(error)", "see what is said of database")]
            }
        #else
            return []
        #endif
    }
}

import Backups
import Foundation

extension Doctor {
    /// Checks whether there are backups, how old the newest is, and whether all are readable.
    func backups() -> [Finding] {
        guard configuration.database.address == nil else {
            return [.good("the server makes no backups of PostgreSQL; its own tools do")]
        }
        let settings = configuration.backups
        guard let folder = settings.path(of: configuration.data) else {
            return [.good("no backups are made (backups = off)")]
        }
        guard FileManager.default.fileExists(atPath: folder) else {
            return [.good("there are no backups in \(folder) yet; the server makes one every six hours")]
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
            guard let newest = all.first else {
                return findings + [.good("there are no backups in \(folder) yet; the server makes one every six hours")]
            }
            let made = Date(timeIntervalSince1970: Double(newest.made))
            let summary = "the newest of \(all.count) backups in \(folder) is from \(made.formatted(.iso8601))"
            let remedy = "make one now with `hereabouts backup`; the server's log says why it made none"
            return findings + [made > .now - Self.oldest ? .good(summary) : .fault(summary, remedy)]
        } catch {
            let remedy = "check the folder's owner, and name the passphrase's file if they are sealed"
            return [.fault("the backups in \(folder) cannot be checked: \(error)", remedy)]
        }
    }

    /// In seconds: the server may be stopped for a while and miss two of its times.
    private static let oldest = 13 * 3600.0
}

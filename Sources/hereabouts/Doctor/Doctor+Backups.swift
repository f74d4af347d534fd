import Backups
import Foundation

extension Doctor {
    /// Whether there are backups, how old the newest one is, and whether all that are there can be read.
    func backups() -> [Finding] {
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
                        "\(broken.count) in \(folder) look like backups and are none, such as \(first)",
                        "remove them, and look at the disk (smartctl -H); a passphrase may also be another"))
            }
            guard let newest = all.first else {
                return findings + [.good("there are no backups in \(folder) yet; the server makes one every six hours")]
            }
            let made = Date(timeIntervalSince1970: Double(newest.made))
            let told = "the newest of \(all.count) backups in \(folder) is from \(made.formatted(.iso8601))"
            let remedy = "make one now with `hereabouts backup`; the server's log says why it made none"
            return findings + [made > .now - Self.oldest ? .good(told) : .fault(told, remedy)]
        } catch {
            let remedy = "look whose folder it is, and name the passphrase's file if they are sealed"
            return [.fault("the backups in \(folder) cannot be looked at: \(error)", remedy)]
        }
    }

    /// Seconds: two of the server's times may pass while it is stopped for a while.
    private static let oldest = 13 * 3600.0
}

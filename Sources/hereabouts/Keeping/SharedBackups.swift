import Backups
import LocalAuthority
import Synchronization

/// What servers of one place need for backups of it: its databases, and what they tell each other.
struct SharedBackups: Sendable {
    let databases: any PlaceDatabases
    /// Returns how many keys of the place were destroyed, by any server.
    let destroyedKeys: @Sendable () async throws -> Int64
    /// Returns the latest backup, by whichever server; `nil` before the first.
    let latest: @Sendable () async throws -> BackupNote?
    /// Tells the other servers of a backup.
    let note: @Sendable (BackupNote) async throws -> Void
}

extension BackupNote {
    /// The note on a backup that this machine made.
    init(of entry: Backups.Entry) {
        let machine = ServerNames.ofThisMachine().hosts.first { $0 != "localhost" } ?? "localhost"
        self.init(made: entry.made, machine: machine, folder: entry.folder)
    }
}

/// Whether this server may go on with a backup. A class because the thread that makes it asks, while another task takes
/// it back.
final class BackupPermission: Sendable {
    private let isTaken = Atomic(false)

    var isRevoked: Bool { isTaken.load(ordering: .relaxed) }

    func revoke() { isTaken.store(true, ordering: .relaxed) }

    /// Throws `CancellationError` once the permission was revoked.
    func check() throws { if isRevoked { throw CancellationError() } }
}

import Backups
import Community
import Server
import Synchronization

extension BackupSchedule {
    /// Learns what other servers of the place do: that keys were destroyed, and which backup is the latest. Only
    /// cancellation ends it.
    func follow(_ shared: SharedBackups) async throws {
        var known: Int64?
        while true {
            // A database that does not answer is asked again. The first answer says what happened before the start.
            if let destroyed = try? await shared.destroyedKeys(), destroyed != known {
                known = destroyed
                keyWasDestroyed()
            }
            await learnLatest(from: shared)
            try await Task.sleep(for: Self.pause)
        }
    }

    /// Learns when the latest backup was made, by whichever server.
    func learnLatest(from shared: SharedBackups) async {
        guard let latest = try? await shared.latest() else { return }
        current.withLock { state in
            guard latest.made > state.made ?? 0 else { return }
            state = BackupState(made: latest.made, problem: nil)
        }
    }

    /// Tells the other servers of a backup.
    func tell(of entry: Backups.Entry, in shared: SharedBackups) async {
        do {
            try await shared.note(BackupNote(of: entry))
        } catch {
            report("the other servers were not told of the backup \(entry.folder): \(error.inLog)")
        }
    }
}

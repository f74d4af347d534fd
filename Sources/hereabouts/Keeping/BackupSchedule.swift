import Backups
import Community
import FoundationEssentials
import Logging
import NIOPosix
import Presence
import Server
import ServiceLifecycle
import Subprocess
import Synchronization
import SystemPackage

/// Makes a backup at midnight, six, noon and six, and another copy of it where one is wanted; keys are kept as they are now as soon as one was destroyed.
///
/// A class because the server tells operators how it went.
final class BackupSchedule: Service, Sendable {
    private let backups: Backups
    private let settings: BackupSettings
    private let data: String
    private let logger: Logger
    private let destroyed: AsyncStream<Void>
    private let tellDestroyed: AsyncStream<Void>.Continuation
    private let last: Mutex<BackupState>

    private static let hours: Int64 = 6
    /// After a start the first waits so long, if one is due: starting is enough to do.
    private static let patience = Duration.seconds(60)

    init(_ backups: Backups, _ settings: BackupSettings, data: String, logger: Logger) {
        (self.backups, self.settings, self.data, self.logger) = (backups, settings, data, logger)
        // One wish is as good as many.
        (destroyed, tellDestroyed) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
        last = Mutex(BackupState(made: backups.all().first.flatMap { backups.made($0) }, problem: nil))
    }

    /// When the last backup was made, and what is wrong if anything is.
    var state: BackupState { last.withLock { $0 } }

    /// Has keys kept as they are now: one was destroyed.
    func keyWasDestroyed() { tellDestroyed.yield() }

    func run() async throws {
        // It only ends by being cancelled, with the server.
        try? await cancelWhenGracefulShutdown { [self] in
            try await withThrowingTaskGroup(of: Void.self) { group in
                group.addTask { try await self.makeRegularly() }
                group.addTask { for await _ in self.destroyed { await self.keepKeys() } }
                try await group.waitForAll()
            }
        }
    }

    private func makeRegularly() async throws {
        let period = Self.hours * 3600
        if MapServer.systemTime() / 1000 - (state.made ?? 0) >= period {
            try await Task.sleep(for: Self.patience)
            await make()
        }
        while true {
            // By the clock on the wall: summer time begins and ends between two.
            let minute = PlaceClock.minutes(at: MapServer.systemTime()) % (Self.hours * 60)
            try await Task.sleep(for: .seconds((Self.hours * 60 - minute) * 60))
            await make()
        }
    }

    /// Makes one, on a thread of its own.
    private func make() async {
        let start = ContinuousClock.now
        do {
            let entry = try await NIOThreadPool.singleton.runIfActive { [backups, settings, data] in
                let time = BackupTime.now
                let entry = try backups.make(of: data, at: time)
                try backups.prune(settings.retention, now: time.seconds)
                if let other = settings.copy { try backups.copy(to: other, settings.retention, now: time.seconds) }
                return entry
            }
            try await runCommand(entry)
            last.withLock { $0 = BackupState(made: backups.made(entry), problem: nil) }
            logger.notice("made a backup, \(entry.folder), in \((ContinuousClock.now - start) / .milliseconds(1)) ms")
        } catch {
            let problem = (error as? BackupFault)?.description ?? error.inLog
            last.withLock { $0.problem = problem }
            logger.error("no backup was made, or not all of it: \(problem)")
        }
    }

    private func runCommand(_ entry: Backups.Entry) async throws {
        guard let command = settings.command else { return }
        let result = try await Subprocess.run(
            .path("/bin/sh"), arguments: ["-c", command],
            environment: .inherit.updating([
                "HEREABOUTS_BACKUP": entry.folder, "HEREABOUTS_BACKUPS": backups.root,
            ]), output: .discarded, error: .discarded)
        guard result.terminationStatus.isSuccess else {
            throw BackupFault("the command after the backup ended with \(result.terminationStatus); try it yourself")
        }
    }

    private func keepKeys() async {
        do {
            try await NIOThreadPool.singleton.runIfActive { [backups, data] in
                try backups.keepSecrets(of: data, at: .now)
            }
        } catch {
            let problem = (error as? BackupFault)?.description ?? error.inLog
            logger.error("a key that was destroyed is in the backups until the next one: \(problem)")
        }
    }
}

/// Keys of which somebody hears when one is destroyed.
struct WatchedKeys<Keys: PersonKeyStore>: PersonKeyStore {
    let keys: Keys
    let destroyed: @Sendable () -> Void

    func key(of person: AccountID, for purpose: KeyPurpose, orMake fresh: PersonKey) async throws -> PersonKey {
        try await keys.key(of: person, for: purpose, orMake: fresh)
    }

    func key(of person: AccountID, for purpose: KeyPurpose) async throws -> PersonKey? {
        try await keys.key(of: person, for: purpose)
    }

    func statisticsKey(orMake fresh: PersonKey) async throws -> PersonKey {
        try await keys.statisticsKey(orMake: fresh)
    }

    func destroyKey(of person: AccountID, for purpose: KeyPurpose) async throws {
        try await keys.destroyKey(of: person, for: purpose)
        destroyed()
    }
}

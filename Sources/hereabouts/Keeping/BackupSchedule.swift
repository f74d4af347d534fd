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

/// Makes a backup at 0, 6, 12 and 18 o'clock (UTC), and a second copy of it if configured.
///
/// As soon as a key is destroyed, it replaces the backed-up keys by the current ones. Within a minute it runs the
/// operator's command, which takes backups elsewhere. These run one at a time: later requests wait.
///
/// Of several servers of a place, one makes the backups. Each replaces the keys in its own folder.
///
/// A class because the server shows its state to operators.
final class BackupSchedule: Service, Sendable {
    private enum Job: Sendable {
        case backup(BackupPermission)
        case keys, command
    }

    private let backups: Backups
    private let settings: BackupSettings
    private let data: String
    /// What the other servers of the place know; `nil` if there are none.
    private let shared: SharedBackups?
    private let following: any PlaceFollowing
    private let logger: Logger
    private let jobs: AsyncStream<Job>
    private let queue: AsyncStream<Job>.Continuation
    let current: Mutex<BackupState>
    /// Batches destroyed keys for the copy of the keys, and for the command.
    private let outdated = Mutex(RequestBatch())
    private let destroyed = Mutex(RequestBatch())
    /// How often the keys have waited since they were last copied.
    private let waits = Mutex(0)
    /// A separate thread, so that nothing else waits for a disk.
    private let thread = NIOThreadPool(numberOfThreads: 1)

    private static let period: Int64 = 6 * 3600
    /// In seconds: the delay of the first backup after a start, if one is due, because starting is enough work. Also
    /// the delay before retrying a backup that another process blocked, and before the command after a destroyed key,
    /// because often several keys are destroyed.
    private static let patience: Int64 = 60
    /// The delay before retrying the keys if another process is working on the backups. Also how often it asks what other
    /// servers did.
    static let pause = Duration.seconds(5)
    /// How often the keys wait before operators are told.
    private static let mostWaits = 12

    init(
        _ backups: Backups, _ settings: BackupSettings, data: String, shared: SharedBackups?,
        following: any PlaceFollowing, logger: Logger
    ) throws {
        (self.backups, self.settings, self.data, self.logger) = (backups, settings, data, logger)
        (self.shared, self.following) = (shared, following)
        (jobs, queue) = AsyncStream.makeStream()
        current = Mutex(BackupState(made: shared == nil ? try backups.all().first?.made : nil, problem: nil))
    }

    /// The time of the last backup, and the current problem, if any.
    var state: BackupState { current.withLock { $0 } }

    /// Requests a copy of the current keys, because a key was destroyed.
    func keyWasDestroyed() { if outdated.withLock({ $0.add() }) { queue.yield(.keys) } }

    func run() async throws {
        thread.start()
        // A key may have been destroyed just before the server ended.
        if shared == nil { queue.yield(.keys) }
        // It ends only when it is cancelled, together with the server.
        try? await cancelWhenGracefulShutdown { [self] in
            try await withThrowingTaskGroup(of: Void.self) { group in
                group.addTask { try await self.backUpAlone() }
                if let shared = self.shared { group.addTask { try await self.follow(shared) } }
                group.addTask { for await job in self.jobs { await self.run(job) } }
                try await group.waitForAll()
            }
        }
        try await thread.shutdownGracefully()
    }

    /// Requests backups while no other server of the place does.
    private func backUpAlone() async throws {
        try await following.runAlone(.backups) { [self] in
            let permission = BackupPermission()
            try await withTaskCancellationHandler {
                if let shared { await learnLatest(from: shared) }
                try await queueRegularly(permission)
            } onCancel: {
                permission.revoke()
            }
        }
    }

    private func queueRegularly(_ permission: BackupPermission) async throws {
        var pause = Self.now - (state.made ?? 0) >= Self.period ? Self.patience : Self.period - Self.now % Self.period
        while true {
            try await Task.sleep(for: .seconds(pause))
            queue.yield(.backup(permission))
            pause = Self.period - Self.now % Self.period
        }
    }

    private static var now: Int64 { MapServer.systemTime() / 1000 }

    private func run(_ job: Job) async {
        switch job {
        case .keys: await keepKeys()
        case .backup(let permission): await make(permission)
        case .command: await runCommandForKeys()
        }
    }

    private func queueLater(_ later: Job, after pause: Duration) {
        Task { [queue] in
            try await Task.sleep(for: pause)
            queue.yield(later)
        }
    }

    private func keepKeys() async {
        outdated.withLock { $0.begin() }
        let areKept = await keepKeys(in: "the backups") { [backups, data] in
            try backups.keepSecrets(of: data, at: Self.now)
        }
        guard areKept else { return }
        // If the server ends before that, the next start does it.
        if settings.command != nil, destroyed.withLock({ $0.add() }) {
            queueLater(.command, after: .seconds(Self.patience))
        }
        guard let other = settings.copy else { return }
        await keepKeys(in: "the backups in \(other)") { [backups] in try backups.copySecrets(to: other) }
    }

    /// Copies the current keys to a place; returns whether that succeeded.
    @discardableResult
    private func keepKeys(in place: String, _ body: @escaping @Sendable () throws -> Void) async -> Bool {
        do {
            try await thread.runIfActive(body)
            let waited = waits.withLock { count in
                defer { count = 0 }
                return count
            }
            if waited >= Self.mostWaits {
                current.withLock { $0.problem = nil }
                logger.notice("no destroyed key is in \(place) any more")
            }
            return true
        } catch let fault as BackupFault where fault.isBusy {
            // `hereabouts backup` is making a backup, perhaps with the destroyed key; or the database is away.
            queueLater(.keys, after: Self.pause)
            let count = waits.withLock { count in
                count += 1
                return count
            }
            if count == Self.mostWaits { report("a destroyed key is still in \(place): \(fault.description)") }
        } catch {
            // The next backup may be another server's, in another folder.
            if shared != nil { queueLater(.keys, after: .seconds(Self.patience)) }
            report(
                "a destroyed key is still in \(place) until the next backup: "
                    + ((error as? BackupFault)?.description ?? error.inLog))
        }
        return false
    }

    private func runCommandForKeys() async {
        destroyed.withLock { $0.begin() }
        let all = await trying("the command did not run after a key was destroyed") { [backups] in try backups.all() }
        // Without a backup here, there is none elsewhere either.
        if let newest = all?.first { await runCommand(newest) }
    }

    private func make(_ permission: BackupPermission) async {
        guard !permission.isRevoked else { return }
        let start = ContinuousClock.now
        let made = await trying("no backup was made", again: .backup(permission)) { [backups, data] in
            try backups.make(of: data, at: Self.now) { try permission.check() }
        }
        guard let made else { return }
        current.withLock { $0 = BackupState(made: made.made, problem: nil) }
        if let shared { await tell(of: made, in: shared) }
        logger.notice("made a backup, \(made.folder), in \(Int((ContinuousClock.now - start) / .milliseconds(1))) ms")
        await trying("old backups were not removed") { [backups, settings] in
            try backups.prune(settings.retention, now: Self.now)
        }
        if let other = settings.copy {
            await trying("the backup was not copied") { [backups, settings] in
                try backups.copy(to: other, settings.retention, now: Self.now)
            }
        }
        await runCommand(made)
    }

    /// Runs `body` on the thread. Reports an error to operators and in the log, and requests `again` if another process
    /// was in its way.
    @discardableResult
    private func trying<Result: Sendable>(
        _ failure: String, again: Job? = nil, _ body: @escaping @Sendable () throws -> Result
    ) async -> Result? {
        do {
            return try await thread.runIfActive(body)
        } catch is CancellationError {
            logger.notice("\(failure): this server ends, or another one may do that now")
            return nil
        } catch {
            if let again, (error as? BackupFault)?.isBusy == true { queueLater(again, after: .seconds(Self.patience)) }
            report("\(failure): \((error as? BackupFault)?.description ?? error.inLog)")
            return nil
        }
    }

    func report(_ problem: String) {
        current.withLock { $0.problem = problem }
        logger.error("\(problem)")
    }

    private func runCommand(_ entry: Backups.Entry) async {
        guard let command = settings.command else { return }
        do {
            let result = try await Subprocess.run(
                .path("/bin/sh"), arguments: ["-c", command],
                environment: .inherit.updating([
                    "HEREABOUTS_BACKUP": entry.folder, "HEREABOUTS_BACKUPS": backups.root,
                ]), output: .discarded, error: .discarded)
            guard !result.terminationStatus.isSuccess else { return }
            report("the command after the backup ended with \(result.terminationStatus); try it in a shell")
        } catch {
            report("the command after the backup could not be run: \(error.inLog)")
        }
    }
}

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

/// Makes a backup at midnight, six, noon and six (UTC), and another copy of it where one is wanted; keys are kept as
/// they are now as soon as one was destroyed, and within a minute the command that takes backups elsewhere is run. One
/// after the other: what is wished for meanwhile waits.
///
/// A class because the server tells operators how it went.
final class BackupSchedule: Service, Sendable {
    private enum Wish: Sendable { case backup, keys, command }

    private let backups: Backups
    private let settings: BackupSettings
    private let data: String
    private let logger: Logger
    private let wishes: AsyncStream<Wish>
    private let wish: AsyncStream<Wish>.Continuation
    private let told: Mutex<BackupState>
    /// The keys that the command is to be run for.
    private let destroyed = Mutex(Gathering())
    /// Of its own, so that nobody waits for a disk.
    private let thread = NIOThreadPool(numberOfThreads: 1)

    private static let period: Int64 = 6 * 3600
    /// After a start the first waits so long, if one is due: starting is enough to do. So does one that was in another
    /// process's way, and the command after a key was destroyed: often several are.
    private static let patience: Int64 = 60
    /// When another process works on the backups, keys are tried again after this.
    private static let pause = Duration.seconds(5)

    init(_ backups: Backups, _ settings: BackupSettings, data: String, logger: Logger) throws {
        (self.backups, self.settings, self.data, self.logger) = (backups, settings, data, logger)
        (wishes, wish) = AsyncStream.makeStream()
        told = Mutex(BackupState(made: try backups.all().first?.made, problem: nil))
    }

    /// When the last backup was made, and what is wrong if anything is.
    var state: BackupState { told.withLock { $0 } }

    /// Has keys kept as they are now: one was destroyed.
    func keyWasDestroyed() { wish.yield(.keys) }

    func run() async throws {
        thread.start()
        // One that was destroyed just before the server ended.
        wish.yield(.keys)
        // It only ends by being cancelled, with the server.
        try? await cancelWhenGracefulShutdown { [self] in
            try await withThrowingTaskGroup(of: Void.self) { group in
                group.addTask { try await self.wishRegularly() }
                group.addTask { for await wish in self.wishes { await self.grant(wish) } }
                try await group.waitForAll()
            }
        }
        try await thread.shutdownGracefully()
    }

    private func wishRegularly() async throws {
        var pause = Self.now - (state.made ?? 0) >= Self.period ? Self.patience : Self.period - Self.now % Self.period
        while true {
            try await Task.sleep(for: .seconds(pause))
            wish.yield(.backup)
            pause = Self.period - Self.now % Self.period
        }
    }

    private static var now: Int64 { MapServer.systemTime() / 1000 }

    private func grant(_ wish: Wish) async {
        switch wish {
        case .keys: await keepKeys()
        case .backup: await make()
        case .command: await runCommandForKeys()
        }
    }

    private func wishLater(_ later: Wish, after pause: Duration) {
        Task { [wish] in
            try await Task.sleep(for: pause)
            wish.yield(later)
        }
    }

    private func keepKeys() async {
        let areKept = await keepKeys(in: "the backups") { [backups, data] in
            try backups.keepSecrets(of: data, at: Self.now)
        }
        guard areKept else { return }
        // Where the server ends before, the next start has it done.
        if settings.command != nil, destroyed.withLock({ $0.wish() }) {
            wishLater(.command, after: .seconds(Self.patience))
        }
        guard let other = settings.copy else { return }
        await keepKeys(in: "the backups in \(other)") { [backups] in try backups.copySecrets(to: other) }
    }

    /// Has keys be in some place as they are now, and returns whether they are.
    @discardableResult
    private func keepKeys(in place: String, _ body: @escaping @Sendable () throws -> Void) async -> Bool {
        do {
            try await thread.runIfActive(body)
            return true
        } catch let fault as BackupFault where fault.isBusy {
            // `hereabouts backup` makes one, perhaps with the key.
            wishLater(.keys, after: Self.pause)
        } catch {
            tell(
                "a key that was destroyed is in \(place) until the next one: "
                    + ((error as? BackupFault)?.description ?? error.inLog))
        }
        return false
    }

    private func runCommandForKeys() async {
        destroyed.withLock { $0.begin() }
        let all = await trying("the command was not run after a key was destroyed") { [backups] in try backups.all() }
        // Before the first backup there is nothing elsewhere, either.
        if let newest = all?.first { await runCommand(newest) }
    }

    private func make() async {
        let start = ContinuousClock.now
        let made = await trying("no backup was made", again: .backup) { [backups, data] in
            try backups.make(of: data, at: Self.now)
        }
        guard let made else { return }
        told.withLock { $0 = BackupState(made: made.made, problem: nil) }
        logger.notice("made a backup, \(made.folder), in \(Int((ContinuousClock.now - start) / .milliseconds(1))) ms")
        await trying("older backups stay") { [backups, settings] in
            try backups.prune(settings.retention, now: Self.now)
        }
        if let other = settings.copy {
            await trying("the backup was not copied") { [backups, settings] in
                try backups.copy(to: other, settings.retention, now: Self.now)
            }
        }
        await runCommand(made)
    }

    /// Does something on the thread; what goes wrong is told to operators and in the log, and wished for `again` when
    /// another process was in its way.
    @discardableResult
    private func trying<Result: Sendable>(
        _ failure: String, again: Wish? = nil, _ body: @escaping @Sendable () throws -> Result
    ) async -> Result? {
        do {
            return try await thread.runIfActive(body)
        } catch {
            if let again, (error as? BackupFault)?.isBusy == true { wishLater(again, after: .seconds(Self.patience)) }
            tell("\(failure): \((error as? BackupFault)?.description ?? error.inLog)")
            return nil
        }
    }

    private func tell(_ problem: String) {
        told.withLock { $0.problem = problem }
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
            tell("the command after the backup ended with \(result.terminationStatus); try it in a shell")
        } catch {
            tell("the command after the backup could not be run: \(error.inLog)")
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

    func forgetDestroyed() async { await keys.forgetDestroyed() }
}

import Glibc
import Logging
import Server
import ServiceLifecycle
import UnixSignals

/// Goes on serving for a while after a signal to stop, while `/readyz` says that the server is not ready: so proxies
/// send new requests elsewhere before the server refuses them.
struct Draining: Service {
    let process: ProcessParts
    let seconds: Int
    let logger: Logger

    func run() async {
        guard (try? await gracefulShutdown()) != nil else { return }
        process.beginStopping()
        guard seconds > 0 else { return }
        logger.notice("stopping in \(seconds) s; a second signal stops at once")
        // Only cancellation ends this early.
        try? await Task.sleep(for: .seconds(seconds))
    }
}

/// Ends the process at the second signal to stop, for people who do not want to wait until requests have ended.
///
/// What a client was told is on the disk, so it loses only answers that are under way.
enum Impatience {
    /// Signals that come so soon after the first are the same: `timeout` sends each twice.
    private static let together = Duration.milliseconds(200)

    /// Begins to watch for `signals`, until the task is cancelled.
    static func watch(_ signals: [UnixSignal]) async -> Task<Void, Never> {
        let caught = await UnixSignalsSequence(trapping: signals)
        return Task {
            var first: ContinuousClock.Instant?
            for await signal in caught {
                let now = ContinuousClock.now
                // The status by which shells tell that a signal ended a program.
                if let first, now - first > together { _exit(128 + signal.rawValue) }
                first = first ?? now
            }
        }
    }
}

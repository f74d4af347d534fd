package import struct HereaboutsAPI.Readiness
package import Logging
import ServiceLifecycle
import Synchronization

/// Whether the server can take requests: what it needs was there lately, and nobody has told it to stop.
///
/// It looks at each requirement once a second by itself. So questions cost the stores nothing, however many come, and a
/// store that does not answer holds up neither the question nor the other requirements.
///
/// A class because the routes and the services share it.
package final class ReadinessWatch: Service {
    /// The pause between two looks.
    private static let pause = Duration.seconds(1)
    /// How long one good look counts. A read that fails once, or waits for a moment, takes no server out of service.
    package static let patience = Duration.seconds(5)

    private struct State {
        var isStopping = false
        var lastMet: [Readiness.Reason: ContinuousClock.Instant] = [:]
        /// What the log says is not ready.
        var logged: [Readiness.Reason] = []
    }

    private let requirements: [Requirement]
    private let logger: Logger
    private let state = Mutex(State())

    package init(_ requirements: [Requirement], _ logger: Logger) {
        self.requirements = requirements
        self.logger = logger
    }

    /// Looks at every requirement once.
    package func read() async {
        await withDiscardingTaskGroup { group in
            for requirement in requirements { group.addTask { await self.read(requirement) } }
        }
    }

    package func run() async {
        await cancelWhenGracefulShutdown { [self] in
            await withDiscardingTaskGroup { group in
                for requirement in requirements {
                    group.addTask {
                        while (try? await Task.sleep(for: Self.pause)) != nil {
                            await self.read(requirement)
                            self.logChanges()
                        }
                    }
                }
            }
        }
    }

    private func read(_ requirement: Requirement) async {
        let start = ContinuousClock.now
        // A read that fails does not count; after `patience` the requirement is named.
        guard (try? await requirement.isMet()) == true else { return }
        state.withLock { $0.lastMet[requirement.reason] = start }
    }

    /// Says from now on that the server stops.
    func stop() { state.withLock { $0.isStopping = true } }

    /// Returns what is not ready, in the order of the requirements; nothing when the server can take requests.
    package func reasons(at now: ContinuousClock.Instant = .now) -> [Readiness.Reason] {
        state.withLock { state in (state.isStopping ? [.stopping] : []) + unmet(state, at: now) }
    }

    private func unmet(_ state: State, at now: ContinuousClock.Instant) -> [Readiness.Reason] {
        requirements.map(\.reason).filter { reason in
            state.lastMet[reason].map { now - $0 > Self.patience } ?? true
        }
    }

    private func logChanges() {
        let news: [Readiness.Reason]? = state.withLock { state in
            let now = unmet(state, at: .now)
            guard now != state.logged else { return nil }
            state.logged = now
            return now
        }
        guard let news else { return }
        if news.isEmpty {
            logger.notice("ready again")
        } else {
            let words = news.map(\.rawValue).joined(separator: ", ")
            logger.warning("not ready: \(words); /readyz answers 503 until that is over")
        }
    }
}

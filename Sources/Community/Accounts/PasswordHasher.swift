import Foundation
import Glibc
import Synchronization

/// Digests passwords, few at a time and on threads of its own: each takes tens of megabytes and of milliseconds, which
/// must not be a way to stop the server. (On the system's queues, whose threads are as many as the cores, everything
/// else would wait behind them.)
///
/// A class because it is what waits.
package final class PasswordHasher: Sendable {
    private struct State {
        var waiting: [@Sendable () -> Void] = []
        var threads = 0
    }

    let cost: PasswordHash.Cost
    private let parallelism: Int
    private let maximumWaiting: Int
    private let state = Mutex(State())

    /// Digests `parallelism` passwords at once, by default one core less than there are, while at most `maximumWaiting`
    /// wait.
    package init(cost: PasswordHash.Cost = .standard, parallelism: Int? = nil, maximumWaiting: Int = 64) {
        self.cost = cost
        self.parallelism = parallelism ?? max(1, ProcessInfo.processInfo.activeProcessorCount - 1)
        self.maximumWaiting = maximumWaiting
    }

    /// Digests a new password with a salt of its own; throws `busy` when too many wait.
    func hash(_ password: Password, using generator: inout some RandomNumberGenerator) async throws -> PasswordHash {
        let salt = (0..<16).map { _ in UInt8.random(in: 0...255, using: &generator) }
        return try await run { [cost] in PasswordHash(of: password, salt: salt, cost: cost) }
    }

    /// Whether `password` belongs to `hash`; without a hash it takes as long to say no. Throws `busy` when too many
    /// wait.
    func matches(_ password: Password, _ hash: PasswordHash?) async throws -> Bool {
        try await run { [cost] in
            let other = hash ?? PasswordHash(of: password, salt: [UInt8](repeating: 0, count: 16), cost: cost)
            return hash != nil && other.matches(password)
        }
    }

    private func run<Result: Sendable>(_ work: @escaping @Sendable () -> Result) async throws -> Result {
        try await withCheckedThrowingContinuation { continuation in
            let (wasTaken, needsThread) = state.withLock { state in
                guard state.waiting.count < maximumWaiting else { return (false, false) }
                state.waiting.append { continuation.resume(returning: work()) }
                guard state.threads < parallelism else { return (true, false) }
                state.threads += 1
                return (true, true)
            }
            if !wasTaken { continuation.resume(throwing: CommunityFault.busy) }
            if needsThread { Thread.detachNewThread { self.work() } }
        }
    }

    /// Does what waits, then ends the thread.
    private func work() {
        // Below everything else that the machine does. On Linux this is for the calling thread alone.
        _ = setpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0, 10)
        while true {
            let next = state.withLock { state -> (@Sendable () -> Void)? in
                guard !state.waiting.isEmpty else {
                    state.threads -= 1
                    return nil
                }
                return state.waiting.removeFirst()
            }
            guard let next else { return }
            next()
        }
    }
}

import Fairness
import Foundation

/// Hashes passwords, few at a time, on low-priority threads of its own.
///
/// Each hash takes tens of megabytes and of milliseconds, so unlimited attempts could stop the server. Networks take
/// turns: a network that tries many passwords does not delay the others. The system's queues would not do: they have as
/// many threads as cores, and everything else would wait behind the hashes.
///
/// A class because callers wait in it.
package final class PasswordHasher: Sendable {
    let cost: PasswordHash.Cost
    private let workers: Workers

    /// An upper bound for the time of one hash. It is constant, so that the order of turns does not depend on the
    /// machine's load.
    private static let estimate = Cost(microseconds: 150_000)

    /// Hashes `parallelism` passwords at once, by default one less than the number of cores. At most `maximumWaiting`
    /// wait, at most a quarter of them from one block of addresses.
    package init(cost: PasswordHash.Cost = .standard, parallelism: Int? = nil, maximumWaiting: Int = 64) {
        self.cost = cost
        workers = Workers(
            threads: parallelism ?? max(1, ProcessInfo.processInfo.activeProcessorCount - 1), isLowPriority: true,
            .init(jobs: maximumWaiting, jobsOfBlock: max(1, maximumWaiting / 4), costOfBlock: .max))
    }

    /// Hashes a new password with its own salt; throws `busy` if too many wait, and `tooManyAttempts` if too many of
    /// its network wait.
    func hash(_ password: Password, using generator: inout some RandomNumberGenerator) async throws -> PasswordHash {
        let salt = (0..<16).map { _ in UInt8.random(in: 0...255, using: &generator) }
        return try await run { [cost] in PasswordHash(of: password, salt: salt, cost: cost) }
    }

    /// Returns whether `password` belongs to `hash`. Without a hash it returns false after the same time. Throws the
    /// same faults as `hash`.
    func matches(_ password: Password, _ hash: PasswordHash?) async throws -> Bool {
        try await run { [cost] in
            let other = hash ?? PasswordHash(of: password, salt: [UInt8](repeating: 0, count: 16), cost: cost)
            return hash != nil && other.matches(password)
        }
    }

    private func run<Result: Sendable>(_ work: @escaping @Sendable () -> Result) async throws -> Result {
        do {
            return try await workers.run(costing: Self.estimate, work)
        } catch let refusal as Workers.Refusal {
            guard case .networkLimitReached(let seconds) = refusal else { throw CommunityFault.busy }
            throw CommunityFault.tooManyAttempts(seconds: seconds)
        }
    }
}

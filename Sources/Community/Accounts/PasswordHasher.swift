package import Fairness
import Foundation

/// Digests passwords, few at a time and on threads of its own that give way to everything else: each takes tens of
/// megabytes and of milliseconds, which must not be a way to stop the server. Networks take turns: whoever tries many
/// passwords makes nobody else wait. (On the system's queues, whose threads are as many as the cores, everything else
/// would wait behind them.)
///
/// A class because it is what waits.
package final class PasswordHasher: Sendable {
    let cost: PasswordHash.Cost
    private let workers: Workers

    /// What one digest takes at most, so that whose turn it is does not depend on how busy the machine is.
    private static let estimate = Cost(microseconds: 150_000)

    /// Digests `parallelism` passwords at once, by default one core less than there are, while at most `maximumWaiting`
    /// wait, a quarter of them for one block of addresses.
    package init(cost: PasswordHash.Cost = .standard, parallelism: Int? = nil, maximumWaiting: Int = 64) {
        self.cost = cost
        workers = Workers(
            threads: parallelism ?? max(1, ProcessInfo.processInfo.activeProcessorCount - 1), givesWay: true,
            .init(jobs: maximumWaiting, jobsOfBlock: max(1, maximumWaiting / 4), costOfBlock: .max))
    }

    /// Digests a new password with a salt of its own; throws `busy` when too many wait, and
    /// `tooManyAttempts` when too many of its network do.
    func hash(_ password: Password, using generator: inout some RandomNumberGenerator) async throws -> PasswordHash {
        let salt = (0..<16).map { _ in UInt8.random(in: 0...255, using: &generator) }
        return try await run { [cost] in PasswordHash(of: password, salt: salt, cost: cost) }
    }

    /// Whether `password` belongs to `hash`; without a hash it takes as long to say no. Throws as `hash` does.
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
            guard case .networkHasEnough(let seconds) = refusal else { throw CommunityFault.busy }
            throw CommunityFault.tooManyAttempts(seconds: seconds)
        }
    }
}

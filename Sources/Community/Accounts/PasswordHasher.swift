import Foundation
import Synchronization

/// Digests passwords, a few at a time: each takes tens of megabytes and of milliseconds, which must not be a way to stop the server.
///
/// A class because it is its queue.
package final class PasswordHasher: Sendable {
    private let cost: PasswordHash.Cost
    private let maximumWaiting: Int
    private let waiting = Atomic(0)
    private let queue: OperationQueue

    package init(cost: PasswordHash.Cost = .standard, parallelism: Int = 2, maximumWaiting: Int = 64) {
        self.cost = cost
        self.maximumWaiting = maximumWaiting
        queue = OperationQueue()
        queue.maxConcurrentOperationCount = parallelism
    }

    /// Digests a new password with a salt of its own; throws `busy` when too many wait.
    func hash(_ password: Password, using generator: inout some RandomNumberGenerator) async throws -> PasswordHash {
        let salt = (0..<16).map { _ in UInt8.random(in: 0...255, using: &generator) }
        return try await run { [cost] in PasswordHash(of: password, salt: salt, cost: cost) }
    }

    /// Whether `password` belongs to `hash`; without a hash it takes as long to say no. Throws `busy` when too many wait.
    func matches(_ password: Password, _ hash: PasswordHash?) async throws -> Bool {
        try await run { [cost] in
            let other = hash ?? PasswordHash(of: password, salt: [UInt8](repeating: 0, count: 16), cost: cost)
            return hash != nil && other.matches(password)
        }
    }

    private func run<Result: Sendable>(_ work: @escaping @Sendable () -> Result) async throws -> Result {
        defer { waiting.subtract(1, ordering: .relaxed) }
        guard waiting.add(1, ordering: .relaxed).newValue <= maximumWaiting else { throw CommunityFault.busy }
        return await withCheckedContinuation { continuation in
            queue.addOperation { continuation.resume(returning: work()) }
        }
    }
}

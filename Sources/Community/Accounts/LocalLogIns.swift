package import Fairness
package import Passkeys
import Synchronization

/// The log-ins of the only server of a place, in memory: a server that starts again issues new challenges.
///
/// A class because all requests share it.
package final class LocalLogIns: LogInStore {
    private struct State {
        var used: Set<Challenge> = []
        /// The used challenges, each with its issue, in the order of use.
        var order: [(challenge: Challenge, issue: Timestamp)] = []
        /// Challenges that were issued until this time are used up, as far as the server knows.
        var forgotten: Timestamp = .min

        /// Forgets what has expired, and the oldest if there are too many.
        mutating func forget(at now: Timestamp, beyond most: Int) {
            var count = 0
            while let oldest = order.dropFirst(count).first,
                order.count - count > most || oldest.issue < now - LogInMemory.ofChallenges
            {
                forgotten = max(forgotten, oldest.issue)
                used.remove(oldest.challenge)
                count += 1
            }
            order.removeFirst(count)
        }
    }

    private let key: [UInt8]
    private let most: Int
    private let attempts: RateLimiter
    private let state = Mutex(State())

    /// - Parameters:
    ///   - attemptsPerMinute: The attempts of one network in a minute, of which two minutes' worth may come at once.
    ///   - most: The most used challenges that it knows.
    package convenience init(attemptsPerMinute: Int, most: Int = LogInMemory.mostChallenges) {
        self.init(attempts: RateLimiter(perMinute: attemptsPerMinute), most: most)
    }

    /// - Parameter attempts: The limit of attempts, which other places of the process may share.
    package init(attempts: RateLimiter, most: Int = LogInMemory.mostChallenges) {
        self.attempts = attempts
        var generator = SystemRandomNumberGenerator()
        key = ChallengeSeal.newKey(using: &generator)
        self.most = most
    }

    package func challengeKey() -> [UInt8] { key }

    package func use(
        _ challenge: Challenge, issued issue: Timestamp, sealedWith key: [UInt8], at now: Timestamp
    ) -> Bool {
        state.withLock { state in
            guard key == self.key, issue > state.forgotten, state.used.insert(challenge).inserted else { return false }
            state.order.append((challenge, issue))
            state.forget(at: now, beyond: most)
            return true
        }
    }

    package func takeAttempt(of network: Network, at now: Timestamp) -> Double? { attempts.take(of: network, at: .now) }
}

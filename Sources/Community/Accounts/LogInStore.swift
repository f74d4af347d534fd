package import Fairness
package import Passkeys

/// Keeps for some minutes what all servers of a place must know of log-ins.
///
/// It may lose everything at once, because that does little harm: the key of challenges is lost with the used challenges,
/// so whoever is logging in asks for a new challenge, and no answer works twice.
package protocol LogInStore: Sendable {
    /// Returns the key that seals the challenges of the place, of `ChallengeSeal.keyLength` bytes; makes one if there is
    /// none. Throws `busy` if the store does not answer.
    func challengeKey() async throws -> [UInt8]

    /// Uses up a challenge. Returns false if it was used before, at whatever server, if `key` is no longer the key of
    /// challenges, or if so many challenges were used since `issue` that the store no longer knows all of them.
    /// Throws `busy` if the store does not answer; the challenge may then be used up.
    ///
    /// - Parameters:
    ///   - issue: The time at which it was issued.
    ///   - now: The current time.
    func use(_ challenge: Challenge, issued issue: Timestamp, sealedWith key: [UInt8], at now: Timestamp) async throws
        -> Bool

    /// Takes one attempt to log in or register of `network`, and of its block of addresses. Returns `nil` if both had
    /// one left, at all servers together; otherwise the seconds until they do. Throws `busy` if the store does not
    /// answer: then nobody may log in.
    func takeAttempt(of network: Network, at now: Timestamp) async throws -> Double?
}

/// The limits of what a store of log-ins keeps.
package enum LogInMemory {
    /// The most used challenges that a store knows. Beyond these, challenges expire as early as the oldest one that it
    /// no longer knows was issued.
    package static let mostChallenges = 16_384
    /// For how long a store knows a used challenge. Longer than a challenge is valid, as the clocks of servers differ a
    /// little.
    package static let ofChallenges: Milliseconds = 600_000
}

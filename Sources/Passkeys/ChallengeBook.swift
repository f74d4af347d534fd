/// The open challenges, each with its purpose.
///
/// An answer uses up its challenge, whether or not it is valid. Challenges expire after `lifetime`. Each requester has
/// at most `perRequester`: a new challenge replaces the requester's oldest. In total there are at most `capacity`: a
/// new challenge replaces the oldest of the requester with the most. So a requester with many challenges cannot end
/// those of a requester with few.
package struct ChallengeBook<Requester: Hashable & Sendable, Purpose: Sendable>: Sendable {
    private struct Entry {
        let requester: Requester
        let purpose: Purpose
        let end: ContinuousClock.Instant
    }

    private let capacity: Int
    private let perRequester: Int
    private let lifetime: Duration
    private var entries: [Challenge: Entry] = [:]
    /// The challenges of each requester, oldest first.
    private var waiting: [Requester: [Challenge]] = [:]

    package init(capacity: Int = 4096, perRequester: Int = 64, lifetime: Duration = Challenge.lifetime) {
        precondition(capacity > 0 && perRequester > 0, "a challenge book keeps at least one challenge")
        self.capacity = capacity
        self.perRequester = perRequester
        self.lifetime = lifetime
    }

    /// The number of challenges, including expired ones.
    package var count: Int { entries.count }

    /// - Complexity: O(requesters) when the book is full, else O(`perRequester`).
    package mutating func issue(
        for purpose: Purpose, to requester: Requester, at now: ContinuousClock.Instant,
        using generator: inout some RandomNumberGenerator
    ) -> Challenge {
        if waiting[requester]?.count ?? 0 >= perRequester {
            removeOldest(of: requester)
        } else if entries.count >= capacity {
            removeEnded(at: now)
            if entries.count >= capacity, let most = waiting.max(by: { $0.value.count < $1.value.count }) {
                removeOldest(of: most.key)
            }
        }
        let challenge = Challenge(using: &generator)
        entries[challenge] = Entry(requester: requester, purpose: purpose, end: now + lifetime)
        waiting[requester, default: []].append(challenge)
        return challenge
    }

    /// Returns the purpose of `challenge`, once; `nil` if it is unknown, used, expired or replaced. The caller then
    /// reports `PasskeyError.unknownChallenge`.
    package mutating func take(_ challenge: Challenge, at now: ContinuousClock.Instant) -> Purpose? {
        guard let entry = entries[challenge] else { return nil }
        remove(challenge)
        return now < entry.end ? entry.purpose : nil
    }

    private mutating func removeOldest(of requester: Requester) {
        if let oldest = waiting[requester]?.first { remove(oldest) }
    }

    private mutating func removeEnded(at now: ContinuousClock.Instant) {
        for (challenge, entry) in entries where entry.end <= now { remove(challenge) }
    }

    private mutating func remove(_ challenge: Challenge) {
        guard let requester = entries.removeValue(forKey: challenge)?.requester else { return }
        waiting[requester]?.removeAll { $0 == challenge }
        if waiting[requester]?.isEmpty == true { waiting[requester] = nil }
    }
}

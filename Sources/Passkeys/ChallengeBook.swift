/// The open challenges, each with its purpose.
///
/// An answer uses up its challenge, whether or not it is valid. Challenges expire after `lifetime`. Each asker has at
/// most `ofAsker`: a new challenge replaces the asker's oldest. In total there are at most `capacity`: a new challenge
/// replaces the oldest of the asker with the most. So an asker with many challenges cannot end those of an asker with
/// few.
package struct ChallengeBook<Asker: Hashable & Sendable, Purpose: Sendable>: Sendable {
    private struct Entry {
        let asker: Asker
        let purpose: Purpose
        let end: ContinuousClock.Instant
    }

    private let capacity: Int
    private let ofAsker: Int
    private let lifetime: Duration
    private var entries: [Challenge: Entry] = [:]
    /// The challenges of each asker, oldest first.
    private var waiting: [Asker: [Challenge]] = [:]

    package init(capacity: Int = 4096, ofAsker: Int = 64, lifetime: Duration = Challenge.lifetime) {
        precondition(capacity > 0 && ofAsker > 0, "a challenge book keeps at least one challenge")
        self.capacity = capacity
        self.ofAsker = ofAsker
        self.lifetime = lifetime
    }

    /// The number of challenges, including expired ones.
    package var count: Int { entries.count }

    /// - Complexity: O(askers) when the book is full, else O(`ofAsker`).
    package mutating func issue(
        for purpose: Purpose, to asker: Asker, at now: ContinuousClock.Instant,
        using generator: inout some RandomNumberGenerator
    ) -> Challenge {
        if waiting[asker]?.count ?? 0 >= ofAsker {
            removeOldest(of: asker)
        } else if entries.count >= capacity {
            removeEnded(at: now)
            if entries.count >= capacity, let most = waiting.max(by: { $0.value.count < $1.value.count }) {
                removeOldest(of: most.key)
            }
        }
        let challenge = Challenge(using: &generator)
        entries[challenge] = Entry(asker: asker, purpose: purpose, end: now + lifetime)
        waiting[asker, default: []].append(challenge)
        return challenge
    }

    /// Returns the purpose of `challenge`, once; `nil` if it is unknown, used, expired or replaced. The caller then
    /// reports `PasskeyError.unknownChallenge`.
    package mutating func take(_ challenge: Challenge, at now: ContinuousClock.Instant) -> Purpose? {
        guard let entry = entries[challenge] else { return nil }
        remove(challenge)
        return now < entry.end ? entry.purpose : nil
    }

    private mutating func removeOldest(of asker: Asker) {
        if let oldest = waiting[asker]?.first { remove(oldest) }
    }

    private mutating func removeEnded(at now: ContinuousClock.Instant) {
        for (challenge, entry) in entries where entry.end <= now { remove(challenge) }
    }

    private mutating func remove(_ challenge: Challenge) {
        guard let asker = entries.removeValue(forKey: challenge)?.asker else { return }
        waiting[asker]?.removeAll { $0 == challenge }
        if waiting[asker]?.isEmpty == true { waiting[asker] = nil }
    }
}

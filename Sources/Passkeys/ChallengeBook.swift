/// The challenges that wait for an answer, each with what it was issued for.
///
/// An answer uses its challenge up, right or wrong. Challenges end after `lifetime`. Whoever asks has `ofAsker` of
/// them: one more takes the place of their own oldest. In all there are `capacity`: one more takes the place of the
/// oldest of whoever has most. So nobody who asks for many ends those of somebody who asks for few.
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
    /// The challenges of each asker, the oldest first.
    private var waiting: [Asker: [Challenge]] = [:]

    package init(capacity: Int = 4096, ofAsker: Int = 64, lifetime: Duration = Challenge.lifetime) {
        precondition(capacity > 0 && ofAsker > 0, "a challenge book keeps at least one challenge")
        self.capacity = capacity
        self.ofAsker = ofAsker
        self.lifetime = lifetime
    }

    /// How many challenges are kept, those that have ended included.
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

    /// Returns what `challenge` was issued for, once; `nil` when it is unknown, was used, has ended or gave way to
    /// newer ones: say `PasskeyError.unknownChallenge` then.
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

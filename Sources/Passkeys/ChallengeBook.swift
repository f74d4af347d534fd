/// The challenges that wait for an answer, each with what it was issued for.
///
/// An answer uses its challenge up, right or wrong. Challenges end after `lifetime`, and the newest `capacity` of them
/// are kept. How many one network may ask for is the caller's to limit: who asks for `capacity` of them ends all others.
package struct ChallengeBook<Purpose: Sendable>: Sendable {
    private struct Entry {
        let challenge: Challenge
        let purpose: Purpose
        let end: ContinuousClock.Instant
    }

    private let capacity: Int
    private let lifetime: Duration
    /// A ring: the challenge that was issued as number `n` stands at `n % capacity`, until the next one there.
    private var entries: [Entry?] = []
    private var places: [Challenge: Int] = [:]
    private var issued = 0

    package init(capacity: Int = 4096, lifetime: Duration = Challenge.lifetime) {
        precondition(capacity > 0, "a challenge book keeps at least one challenge")
        self.capacity = capacity
        self.lifetime = lifetime
    }

    /// How many challenges are kept, those that have ended included.
    package var count: Int { places.count }

    package mutating func issue(
        for purpose: Purpose, at now: ContinuousClock.Instant, using generator: inout some RandomNumberGenerator
    ) -> Challenge {
        let challenge = Challenge(using: &generator)
        let entry = Entry(challenge: challenge, purpose: purpose, end: now + lifetime)
        let place = issued % capacity
        issued += 1
        if place == entries.count {
            entries.append(entry)
        } else {
            if let oldest = entries[place] { places[oldest.challenge] = nil }
            entries[place] = entry
        }
        places[challenge] = place
        return challenge
    }

    /// Returns what `challenge` was issued for, once; `nil` when it is unknown, was used, has ended or gave way to newer
    /// ones: say `PasskeyError.unknownChallenge` then.
    package mutating func take(_ challenge: Challenge, at now: ContinuousClock.Instant) -> Purpose? {
        guard let place = places.removeValue(forKey: challenge), let entry = entries[place] else { return nil }
        entries[place] = nil
        return now < entry.end ? entry.purpose : nil
    }
}

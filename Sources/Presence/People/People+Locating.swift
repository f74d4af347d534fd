import Community
import Synchronization

/// Locates people from their recorded positions.
extension People {
    /// The number of positions that determine a location: more than most people's week holds. If a person has more, the
    /// older ones count as unknown.
    package static let mostReplayed = 50_000
    private static let fewReplayed = 1_000
    /// The approximate time to follow one position.
    private static let nanosecondsToFollow = 500
    /// More positions than this are followed in a job.
    private static let followedInPlace = 200

    /// Returns the rule that knows what others could see of a person until now. The caller holds the
    /// person's lock.
    func followed(_ known: KnownPerson, of person: AccountID) async throws -> WhereaboutsRule {
        guard !known.isLocated else { return known.rule }
        if known.needsLocating {
            do { return try await replayed(known, of: person) } catch is DamagedRow {}
        }
        var rule = WhereaboutsRule()
        if let earlier = known.earlier { rule.resume(from: earlier.rule, at: earlier.until) }
        return rule
    }

    /// Locates a person from recorded positions. Meanwhile nobody sees them. When it throws, what hid them before stays
    /// for the next attempt.
    func locate(_ known: KnownPerson, of person: AccountID) async throws {
        var known = known
        known.rule = WhereaboutsRule()
        known.progress = .underWay([])
        state.withLock { [known] in $0.people[person] = known }
        do {
            known.rule = try await replayed(known, of: person)
        } catch {
            known.progress = error is DamagedRow ? .failed : .notBegun
            state.withLock { [known] in $0.people[person] = known }
            throw error
        }
        known.earlier = nil
        state.withLock { [known] state in
            var known = known
            if case .underWay(let pending)? = state.people[person]?.progress {
                for (position, arrival) in pending {
                    known.rule.follow(position, at: arrival, known.sharing, known.noise)
                }
            }
            known.progress = .done
            state.people[person] = known
        }
    }

    /// Locates all known people who are not located yet.
    func locateAll() async throws {
        let people = state.withLock { $0.people.filter { $0.value.needsLocating }.map(\.key) }
        if !people.isEmpty { try await each(of: people) { _ = try await self.located(self.remembered($0), $0) } }
    }

    /// Returns a person and their location.
    func located(_ person: AccountID) async throws -> KnownPerson { try await located(known(person), person) }

    private func located(_ known: KnownPerson, _ person: AccountID) async throws -> KnownPerson {
        guard known.revision > 0, !known.isLocated else { return known }
        return try await personLocks.hold(person) {
            let known = try await knownInTurn(person)
            guard known.revision > 0, !known.isLocated else { return known }
            // Any viewer may ask first, and all viewers use the result.
            try await work.forEverybody { try await locate(known, of: person) }
            return state.withLock { $0.people[person] ?? known }
        }
    }

    /// Follows the recorded positions of the last days: what others may see depends on where the day began.
    private func replayed(_ known: KnownPerson, of person: AccountID) async throws -> WhereaboutsRule {
        let few = try await work.forEverybody {
            let time = now()
            let few = try await positions.newest(
                of: person, in: KnownPerson.followed(at: time), atLeast: Self.fewReplayed)
            return few.isWhole ? try await rule(of: known, few.recorded, isWhole: true, at: time) : nil
        }
        if let few { return few }
        // Long histories take memory, so they run one person at a time.
        return try await work.inTurn(.changes, costing: Self.mostReplayed * Self.nanosecondsToFollow / 1000) {
            try await work.forEverybody {
                let time = now()
                let many = try await positions.newest(
                    of: person, in: KnownPerson.followed(at: time), atLeast: Self.mostReplayed)
                return try await rule(of: known, many.recorded, isWhole: many.isWhole, at: time)
            }
        }
    }

    private func rule(
        of known: KnownPerson, _ recorded: [Positions.Recorded], isWhole: Bool, at time: Timestamp
    ) async throws -> WhereaboutsRule {
        let follow: @Sendable () -> WhereaboutsRule = {
            var known = known
            known.rule = WhereaboutsRule()
            known.replay(recorded, isWhole: isWhole, at: time)
            return known.rule
        }
        guard recorded.count > Self.followedInPlace else { return follow() }
        return try await work.run(costing: recorded.count * Self.nanosecondsToFollow / 1000, follow)
    }
}

package import Community
import Synchronization

extension People {
    /// Returns positions as the server stores them: a person's home area replaces every position in it.
    package func concealed(_ found: [Position], of person: AccountID) async throws -> [Position] {
        try await known(person).concealed(found)
    }

    /// Follows recorded positions of a person. Call `concealed` before, which loads what they share.
    package func follow(_ found: [Position], of person: AccountID) {
        let arrival = now()
        // Others may not see older positions, and a clock that is ahead must not hold a person at a future position.
        let times = KnownPerson.followed(at: arrival)
        let positions = found.filter { times.contains($0.time) }.sorted { $0.time < $1.time }
        for start in stride(from: 0, to: positions.count, by: Self.followedAtOnce) {
            let part = positions[start..<min(start + Self.followedAtOnce, positions.count)]
            state.withLock { $0.people[person]?.follow(part, at: arrival) }
        }
    }

    /// Returns what others can see of a person now.
    package func published(of person: AccountID) async throws -> Published {
        let known = try await located(person)
        return known.published(of: person, in: try await circles.circles(of: person), at: now())
    }

    /// Returns when others first see a person's new stay, by precision; empty if they see it already. Only the person
    /// may know.
    package func due(of person: AccountID) async throws -> [Sharing.Precision: Timestamp] {
        let rule = try await located(person).rule, time = now()
        var due: [Sharing.Precision: Timestamp] = [:]
        for precision in Sharing.Precision.allCases { due[precision] = rule.due(precision, after: time) }
        return due
    }

    /// Returns what others can see of everybody who shares anything.
    package func published() async throws -> [AccountID: Published] {
        try await following.catchUp()
        try await complete()
        try await locateAll()
        let memberships = try await circles.memberships()
        let time = now(), all = state.withLock { $0.people }
        var published: [AccountID: Published] = [:]
        for (person, known) in all {
            let one = known.published(of: person, in: memberships[person] ?? [], at: time)
            if one.friends != nil || one.everybody != nil || !one.circles.isEmpty { published[person] = one }
        }
        return published
    }

    /// Returns everybody whom `viewer` may see; `nil` is a guest. The order reveals nothing.
    package func seen(by viewer: AccountID?) async throws -> [Seen] {
        // Before the ties are read, too.
        try await following.catchUp()
        let ties = try await viewer.asyncMap { try await self.ties(of: $0) } ?? Ties()
        let found = try await published().compactMap { person, published in
            person == viewer ? nil : published.seen(by: ties.to(person))
        }
        return found.sorted { $0.mark < $1.mark }
    }
}

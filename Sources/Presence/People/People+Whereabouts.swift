package import Community
import Synchronization

extension People {
    /// Positions as they are kept: a person's home area replaces every position in it.
    package func concealed(_ found: [Position], of person: AccountID) async throws -> [Position] {
        try await known(person).concealed(found)
    }

    /// Follows positions of a person that were recorded. Call `concealed` before, which loads what they share.
    package func follow(_ found: [Position], of person: AccountID) {
        let arrival = now()
        // Older positions are published to nobody, and a clock that is ahead must not hold a person where they will be.
        let times = KnownPerson.followed(at: arrival)
        let positions = found.filter { times.contains($0.time) }.sorted { $0.time < $1.time }
        for start in stride(from: 0, to: positions.count, by: Self.followedAtOnce) {
            let part = positions[start..<min(start + Self.followedAtOnce, positions.count)]
            state.withLock { $0.people[person]?.follow(part, at: arrival) }
        }
    }

    /// What others can see of a person now.
    package func published(of person: AccountID) async throws -> Published {
        let known = try await madeOut(person)
        return known.published(of: person, in: try await circles.circles(of: person), at: now())
    }

    /// When a new stay of a person is first published, in milliseconds since 1970, by precision; empty when nothing
    /// waits. Only for the person.
    package func due(of person: AccountID) async throws -> [Sharing.Precision: Int64] {
        let rule = try await madeOut(person).rule, time = now()
        var due: [Sharing.Precision: Int64] = [:]
        for precision in Sharing.Precision.allCases { due[precision] = rule.due(precision, after: time) }
        return due
    }

    /// What others can see of everybody who shares anything.
    package func published() async throws -> [AccountID: Published] {
        try await complete()
        try await makeOutAll()
        let memberships = try await circles.memberships()
        let time = now(), all = state.withLock { $0.people }
        var published: [AccountID: Published] = [:]
        for (person, known) in all {
            let one = known.published(of: person, in: memberships[person] ?? [], at: time)
            if one.friends != nil || one.everybody != nil || !one.circles.isEmpty { published[person] = one }
        }
        return published
    }

    /// Everybody whom `viewer` may see; `nil` is a guest. The order reveals nothing.
    package func seen(by viewer: AccountID?) async throws -> [Seen] {
        let ties = try await viewer.asyncMap { try await self.ties(of: $0) } ?? Ties()
        let found = try await published().compactMap { person, published in
            person == viewer ? nil : published.seen(by: ties.to(person))
        }
        return found.sorted { $0.mark < $1.mark }
    }
}

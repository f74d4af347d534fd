package import Community
import Synchronization

extension People {
    /// Positions as they are kept: what lies in a home area becomes that area.
    package func concealed(_ found: [Position], of person: AccountID) async throws -> [Position] {
        let sharing = try await known(person).sharing
        return found.map { position in
            // Where they have named no area, the square that the whole town is in.
            let home = sharing.home(at: position.point) ?? HomeGrid(divided: [:]).cell(of: position.point)
            guard sharing.isAtHome(position.point, at: position.time), let home else { return position }
            // Neither where nor how fast nor which way: several of these must not add up to a place.
            var concealed = Position(time: position.time, point: home.middle)
            concealed.isAtHome = true
            concealed.batteryPercent = position.batteryPercent
            return concealed
        }
    }

    /// Learns where a person is, of positions that were recorded.
    package func follow(_ found: [Position], of person: AccountID) async throws {
        let known = try await known(person)
        guard known.revision > 0 else { return }
        let arrival = now()
        // What is older is told to nobody, and a clock that is ahead must not hold somebody where they will be.
        let times = KnownPerson.followed(at: arrival)
        let positions = found.filter { times.contains($0.time) }.sorted { $0.time < $1.time }
        for start in stride(from: 0, to: positions.count, by: Self.followedAtOnce) {
            let part = positions[start..<min(start + Self.followedAtOnce, positions.count)]
            state.withLock { $0.people[person]?.follow(part, at: arrival) }
        }
    }

    /// What others are told of a person just now.
    package func told(of person: AccountID) async throws -> Told {
        let known = try await madeOut(person)
        return known.told(of: person, in: try await circles.circles(of: person), at: now())
    }

    /// When those are first told where a person is who are told nothing of it yet, in milliseconds since 1970, by how
    /// exactly they are told; nothing where nothing waits to be told. For nobody but the person.
    package func due(of person: AccountID) async throws -> [Sharing.Precision: Int64] {
        let rule = try await madeOut(person).rule, time = now()
        var due: [Sharing.Precision: Int64] = [:]
        for precision in Sharing.Precision.allCases { due[precision] = rule.due(precision, after: time) }
        return due
    }

    /// What others are told of everybody who shares anything.
    package func told() async throws -> [AccountID: Told] {
        try await complete()
        try await makeOutAll()
        let memberships = try await circles.memberships()
        let time = now(), all = state.withLock { $0.people }
        var told: [AccountID: Told] = [:]
        for (person, known) in all {
            let one = known.told(of: person, in: memberships[person] ?? [], at: time)
            if one.friends != nil || one.everybody != nil || !one.circles.isEmpty { told[person] = one }
        }
        return told
    }

    /// Everybody whom `viewer` may see; `nil` is a guest. In no order that tells anything.
    package func seen(by viewer: AccountID?) async throws -> [Seen] {
        let ties = try await viewer.asyncMap { try await self.ties(of: $0) } ?? Ties()
        let found = try await told().compactMap { person, told in
            person == viewer ? nil : told.seen(by: ties.to(person))
        }
        return found.sorted { $0.mark < $1.mark }
    }
}

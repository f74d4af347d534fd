package import Community

/// Groups and links, and whom they and friendship tie together.
extension People {
    /// Lets a group's members, or whoever has a link, know where one is until a time; throws `invalid`.
    package func begin(
        _ kind: Circle.Kind, named name: String = "", _ precision: Sharing.Precision, until ends: Int64,
        by person: AccountID
    ) async throws -> Circle {
        try await circles.begin(kind, named: name, precision, until: ends, by: person) {
            try await ensureFollowed(person)
        }
    }

    /// Joins the group that `invitation` leads to, or changes how exactly one is told in it; throws `notFound` and
    /// `invalid`.
    package func join(
        _ invitation: String, _ precision: Sharing.Precision, by person: AccountID
    ) async throws -> Circle {
        try await circles.join(invitation, precision, by: person) { try await ensureFollowed(person) }
    }

    /// Follows one who has not said yet what they share with others: nothing.
    private func ensureFollowed(_ person: AccountID) async throws {
        guard try await sharing(of: person).revision == 0 else { return }
        do {
            try await share(Sharing(), at: 0, by: person)
        } catch CommunityFault.changedMeanwhile {
            // They have said so meanwhile, and are followed.
        }
    }

    /// What ties a person to others.
    package func ties(of person: AccountID) async throws -> Ties {
        var ties = Ties()
        ties.friends = try await friends.friends(of: person)
        ties.circles = Set(try await circles.circles(of: person).filter { $0.kind == .group }.map(\.id))
        return ties
    }

    /// Everybody whom a person may see by name, whether anything is told of them or not, in the order of ids.
    package func acquaintances(of person: AccountID) async throws -> [AccountID] {
        let members = try await circles.circles(of: person).filter { $0.kind == .group }.flatMap(\.people)
        return try await friends.friends(of: person).union(members).subtracting([person]).sorted()
    }

    /// What those are told who have a link: where its owner is; `nil` when that is not known.
    package func seen(through link: Circle) async throws -> Seen? {
        try await told(of: link.owner).circles[link.id]
    }

    /// `Circle.firstShown`, until then.
    package func expected(through link: Circle) -> Int64? { link.firstShown.flatMap { $0 > now() ? $0 : nil } }
}

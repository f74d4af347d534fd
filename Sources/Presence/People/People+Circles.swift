package import Community

/// Connects people: by groups, links and friendships.
extension People {
    /// Creates a group or a link that shows where a person is until `ends`; throws `invalid`.
    package func begin(
        _ kind: Circle.Kind, named name: String = "", _ precision: Sharing.Precision, until ends: Timestamp,
        by person: AccountID
    ) async throws -> Circle {
        try await circles.begin(kind, named: name, precision, until: ends, by: person) {
            try await ensureFollowed(person)
        }
    }

    /// Joins the group that `invitation` leads to, or changes how exact the person's location is in it; throws
    /// `notFound` and `invalid`.
    package func join(
        _ invitation: String, _ precision: Sharing.Precision, by person: AccountID
    ) async throws -> Circle {
        try await circles.join(invitation, precision, by: person) { try await ensureFollowed(person) }
    }

    /// Begins to follow a person who has not chosen yet what they share: nothing.
    private func ensureFollowed(_ person: AccountID) async throws {
        guard try await sharing(of: person).revision == 0 else { return }
        do {
            try await share(Sharing(), at: 0, by: person)
        } catch CommunityFault.changedMeanwhile {
            // They have chosen meanwhile, and are followed.
        }
    }

    /// Returns a person's friends and groups.
    package func ties(of person: AccountID) async throws -> Ties {
        var ties = Ties()
        ties.friends = try await friends.friends(of: person)
        ties.circles = Set(try await circles.circles(of: person).filter { $0.kind == .group }.map(\.id))
        return ties
    }

    /// Returns everybody whom a person may see by name, whether anything of them is visible or not, in the order of
    /// ids.
    package func acquaintances(of person: AccountID) async throws -> [AccountID] {
        try await following.catchUp()
        let members = try await circles.circles(of: person).filter { $0.kind == .group }.flatMap(\.people)
        return try await friends.friends(of: person).union(members).subtracting([person]).sorted()
    }

    /// Returns what a link shows of its owner; `nil` while it shows nothing.
    package func seen(through link: Circle) async throws -> Seen? {
        try await published(of: link.owner).circles[link.id]
    }

    /// Returns `Circle.firstShown` while it lies in the future.
    package func expected(through link: Circle) -> Timestamp? { link.firstShown.flatMap { $0 > now() ? $0 : nil } }
}

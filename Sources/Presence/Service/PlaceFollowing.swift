package import Community

/// What servers of one place must hear of, because they remember what it was before.
package enum PlaceChange: Hashable, Sendable {
    case posts, guide, imprint, overlay, queues
    /// The account's name or role, or its sessions.
    case account(AccountID)
    /// What a person shares.
    case sharing(AccountID)
    /// A person's positions were removed.
    case positions(AccountID)
    /// A person's devices were removed.
    case devices(AccountID)
    /// A person's friends.
    case friends(AccountID)
    case circle(CircleID)
    /// Anything may have changed.
    case everything
}

/// What the servers of a place say of an atlas that one of them has.
package struct AtlasStanding: Equatable, Sendable {
    /// Whether all are to serve it.
    package let isWanted: Bool
    /// The numbers of the servers that do not have it.
    package let without: [Int]

    package init(isWanted: Bool, without: [Int]) { (self.isWanted, self.without) = (isWanted, without) }
}

/// Follows the changes that other servers of the place commit.
package protocol PlaceFollowing: Sendable {
    /// Returns once the server has taken in everything that was committed before the call, on any server. Throws `busy`
    /// if that can't be done: then nothing may be told that depends on what the server remembers.
    func catchUp() async throws

    /// Calls `take` with each change of any server, in the order of commits, from now on; again if it throws.
    func begin(_ take: @escaping @Sendable (PlaceChange) async throws -> Void)

    /// Says that this server has the atlas with this identity and no newer one. All are to serve it once each of them
    /// has it. Throws `busy` if the other servers cannot be asked.
    func offer(atlas identity: String) async throws -> AtlasStanding
}

/// The only server of its place: nobody else changes anything.
package struct OnlyServer: PlaceFollowing {
    package init() {}

    package func catchUp() {}

    package func begin(_ take: @escaping @Sendable (PlaceChange) async throws -> Void) {}

    package func offer(atlas identity: String) -> AtlasStanding { AtlasStanding(isWanted: true, without: []) }
}

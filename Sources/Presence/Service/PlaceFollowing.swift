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

/// Follows the changes that other servers of the place commit.
package protocol PlaceFollowing: Sendable {
    /// Returns once the server has taken in everything that was committed before the call, on any server. Throws `busy`
    /// if that can't be done: then nothing may be told that depends on what the server remembers.
    func catchUp() async throws

    /// Calls `take` with each change of any server, in the order of commits, from now on; again if it throws.
    func begin(_ take: @escaping @Sendable (PlaceChange) async throws -> Void)
}

/// The only server of its place: nobody else changes anything.
package struct OnlyServer: PlaceFollowing {
    package init() {}

    package func catchUp() {}

    package func begin(_ take: @escaping @Sendable (PlaceChange) async throws -> Void) {}
}

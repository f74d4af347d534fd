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

/// Work for the whole place, which one of its servers does.
package enum PlaceJob: String, Sendable, CaseIterable {
    /// Deletes positions and visits that are older than their owners keep them, and the data of people who left.
    case presence
    /// Removes pictures that nothing refers to any more, where all servers have the same store.
    case pictures
    /// Removes old games of bocce.
    case games
    /// Removes rows by which servers follow each other, once all have taken them in.
    case changes
}

/// Follows the changes that other servers of the place commit, and shares work with them.
package protocol PlaceFollowing: Sendable {
    /// Returns once the server has taken in everything that was committed before the call, on any server. Throws `busy`
    /// if that can't be done: then nothing may be told that depends on what the server remembers.
    func catchUp() async throws

    /// Calls `take` with each change of any server, in the order of commits, from now on; again if it throws.
    func begin(_ take: @escaping @Sendable (PlaceChange) async throws -> Void)

    /// The number of servers of the place that live, this one too; at least 1. It is known at once.
    var liveServers: Int { get }

    /// Runs `body` on one server of the place at a time: waits until this server may, and returns once `body` does.
    ///
    /// If this server may no longer, the task of `body` is cancelled, what it still writes to the place's tables is
    /// refused, and this waits anew. Throws the error of `body`, and `CancellationError`.
    func runAlone(_ job: PlaceJob, _ body: @escaping @Sendable () async throws -> Void) async throws
}

/// The only server of its place: nobody else changes anything.
package struct OnlyServer: PlaceFollowing {
    package let liveServers = 1

    package init() {}

    package func catchUp() {}

    package func begin(_ take: @escaping @Sendable (PlaceChange) async throws -> Void) {}

    package func runAlone(_ job: PlaceJob, _ body: @escaping @Sendable () async throws -> Void) async throws {
        try await body()
    }
}

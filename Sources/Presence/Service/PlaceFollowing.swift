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
    /// A game of bocce.
    case game(GameCode)
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
    /// Makes backups.
    case backups
}

/// Follows the changes that other servers of the place commit, and shares work with them.
package protocol PlaceFollowing: Sendable {
    /// Whether it brings this server's own changes, too.
    var bringsOwnChanges: Bool { get }

    /// Returns once the server has taken in everything that was committed before the call, on any server. Throws `busy`
    /// if that can't be done: then nothing may be told that depends on what the server remembers.
    func catchUp() async throws

    /// Calls `take` with each change of any server, in the order of commits, from now on; again if it throws.
    func begin(_ take: @escaping @Sendable (PlaceChange) async throws -> Void)

    /// Says that this server has the atlas with this identity and no newer one. All are to serve it once each of them
    /// has it. Throws `busy` if the other servers cannot be asked.
    func offer(atlas identity: String) async throws -> AtlasStanding

    /// Claims a subject for `holder`, until `release` or for `PlaceClaim.lifetime`. Returns whether no other holder has
    /// it, at whatever server. Throws `busy` if nobody can tell.
    func claim(_ subject: PlaceClaim, for holder: UInt64) async throws -> Bool

    /// Gives up a claim; does nothing if `holder` does not have it.
    func release(_ subject: PlaceClaim, by holder: UInt64) async

    /// The number of servers of the place that live, this one too; at least 1. It is known at once.
    var liveServers: Int { get }

    /// Runs `body` on one server of the place at a time: waits until this server may, and returns once `body` does.
    ///
    /// If this server may no longer, the task of `body` is cancelled, what it still writes to the place's tables is
    /// refused, and this waits anew. Throws the error of `body`, and `CancellationError`.
    func runAlone(_ job: PlaceJob, _ body: @escaping @Sendable () async throws -> Void) async throws
}

/// What one server at a time may work on, because a rule looks at more than one transaction.
package enum PlaceClaim: Hashable, Sendable {
    /// A name in its folded form, which somebody is about to have.
    case name(String)
    /// The access to an account.
    case access(AccountID)
    /// The groups and links of a person.
    case circles(AccountID)
    /// The members of a group or link.
    case members(CircleID)

    /// For how long a claim holds at most: a server that ends must not keep it.
    package static let lifetime: Milliseconds = 30_000
    /// How long somebody waits for a claim of another.
    fileprivate static let patience = Duration.seconds(10)
}

extension PlaceFollowing {
    /// Runs `body`, for which no other server of the place runs one with the same subject meanwhile. Throws `busy` if
    /// the others take too long.
    package func alone<Result: Sendable>(
        with subject: PlaceClaim, _ body: () async throws -> Result
    ) async throws -> Result {
        let holder = UInt64.random(in: .min ... .max), end = ContinuousClock.now + PlaceClaim.patience
        while try await !claim(subject, for: holder) {
            guard ContinuousClock.now < end else { throw CommunityFault.busy }
            try await Task.sleep(for: .milliseconds(.random(in: 5...50)))
        }
        do {
            let result = try await body()
            await release(subject, by: holder)
            return result
        } catch {
            await release(subject, by: holder)
            throw error
        }
    }
}

/// The only server of its place: nobody else changes anything.
package struct OnlyServer: PlaceFollowing {
    package let liveServers = 1

    package init() {}

    package var bringsOwnChanges: Bool { false }

    package func catchUp() {}

    package func begin(_ take: @escaping @Sendable (PlaceChange) async throws -> Void) {}

    package func offer(atlas identity: String) -> AtlasStanding { AtlasStanding(isWanted: true, without: []) }

    package func claim(_ subject: PlaceClaim, for holder: UInt64) -> Bool { true }

    package func release(_ subject: PlaceClaim, by holder: UInt64) {}

    package func runAlone(_ job: PlaceJob, _ body: @escaping @Sendable () async throws -> Void) async throws {
        try await body()
    }
}

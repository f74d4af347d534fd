package import Community
import Synchronization

/// Manages friendships: two people are friends when both have asked for it.
///
/// A class because all viewers share its memory of friends.
package final class Friends: Sendable {
    private struct State: Sendable {
        /// The friends of people whom a viewer asked about lately.
        var friends = RecentlyUsed<AccountID, Set<AccountID>>(capacity: 20_000)
        /// How many times a friendship changed.
        var changes = 0
    }

    private let store: any FriendStore
    /// The most friends and sent requests of one person.
    private let limit: Int
    private let now: @Sendable () -> Timestamp
    private let state = Mutex(State())

    init(store: some FriendStore, limit: Int, now: @escaping @Sendable () -> Timestamp) {
        self.limit = limit
        self.store = store
        self.now = now
    }

    /// Returns the friends of a person.
    package func friends(of person: AccountID) async throws -> Set<AccountID> {
        let (remembered, changes) = state.withLock { ($0.friends[person], $0.changes) }
        if let remembered { return remembered }
        let friends = Set(try await store.friendships(of: person).filter { $0.state == .mutual }.map(\.other))
        // The result may lack a change that happened meanwhile.
        state.withLock { if $0.changes == changes { $0.friends[person] = friends } }
        return friends
    }

    /// Returns the friendships of a person, and the requests that they sent or received.
    package func friendships(of person: AccountID) async throws -> [Friendship] {
        try await store.friendships(of: person)
    }

    /// Sends a friend request, or accepts the one that `other` sent. Throws `invalid` and `quotaReached`.
    package func ask(_ other: AccountID, of person: AccountID) async throws {
        guard other != person else { throw CommunityFault.invalid(field: "name", reason: "is your own") }
        defer { changed(person, other) }
        try await store.ask(other, of: person, atMost: limit, at: now())
    }

    /// Ends the friendship or the requests between two people.
    package func part(_ person: AccountID, from other: AccountID) async throws {
        defer { changed(person, other) }
        try await store.part(person, from: other)
    }

    /// Removes all friendships and requests of a person.
    func forget(_ person: AccountID) async throws {
        try await store.forgetFriends(of: person)
        dropAll()
    }

    /// Forgets the friends of a person, which another server has changed.
    func drop(_ person: AccountID) {
        state.withLock { state in
            state.changes += 1
            state.friends[person] = nil
            state.friends.remove { $0.contains(person) }
        }
    }

    func dropAll() {
        state.withLock { state in
            state.changes += 1
            state.friends.removeAll()
        }
    }

    private func changed(_ people: AccountID...) {
        state.withLock { state in
            state.changes += 1
            for person in people { state.friends[person] = nil }
        }
    }
}

package import Community
import Synchronization

/// The rules of friends: two are, when both have said so.
///
/// A class because it remembers, for all who look, who is whose.
package final class Friends: Sendable {
    private struct State: Sendable {
        /// Of those who were asked for lately.
        var friends = RecentlyUsed<AccountID, Set<AccountID>>(capacity: 20_000)
        /// How often friendships changed.
        var changes = 0
    }

    private let store: any FriendStore
    /// The most of one person, those asked included.
    private let limit: Int
    /// Milliseconds since 1970.
    private let now: @Sendable () -> Int64
    private let state = Mutex(State())

    init(store: some FriendStore, limit: Int, now: @escaping @Sendable () -> Int64) {
        self.limit = limit
        self.store = store
        self.now = now
    }

    /// Those who are friends of a person.
    package func friends(of person: AccountID) async throws -> Set<AccountID> {
        let (remembered, changes) = state.withLock { ($0.friends[person], $0.changes) }
        if let remembered { return remembered }
        let friends = Set(try await store.friendships(of: person).filter { $0.state == .mutual }.map(\.other))
        // What changed meanwhile may not be in it.
        state.withLock { if $0.changes == changes { $0.friends[person] = friends } }
        return friends
    }

    /// Everybody whom a person has asked to be a friend, or who asked them, or who is one.
    package func friendships(of person: AccountID) async throws -> [Friendship] {
        try await store.friendships(of: person)
    }

    /// Asks somebody to be a friend, or agrees when they have asked; throws `invalid` and
    /// `quotaReached`.
    package func ask(_ other: AccountID, of person: AccountID) async throws {
        guard other != person else { throw CommunityFault.invalid(field: "name", reason: "is your own") }
        defer { changed(person, other) }
        try await store.ask(other, of: person, atMost: limit, at: now())
    }

    /// Ends what is between two people.
    package func part(_ person: AccountID, from other: AccountID) async throws {
        defer { changed(person, other) }
        try await store.part(person, from: other)
    }

    /// Leaves nothing of whom a person knows, and of who knows them.
    func forget(_ person: AccountID) async throws {
        try await store.forgetFriends(of: person)
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

package import Community
import Synchronization

extension MemoryPresenceStore: FriendStore {
    package func friendships(of person: AccountID) -> [Friendship] {
        let (asked, wanted) = state.withLock { state in
            (state.friendRequests[person] ?? [], Set(state.friendRequests.filter { $0.value.contains(person) }.keys))
        }
        return asked.union(wanted).sorted().map { other in
            let isMutual = asked.contains(other) && wanted.contains(other)
            return Friendship(other: other, state: isMutual ? .mutual : asked.contains(other) ? .asked : .wanted)
        }
    }

    package func ask(_ other: AccountID, of person: AccountID, atMost limit: Int, at time: Timestamp) throws {
        try state.withLock { state in
            guard state.friendRequests[person, default: []].subtracting([other]).count < limit else {
                throw Friendship.tooMany(limit)
            }
            state.friendRequests[person, default: []].insert(other)
        }
    }

    package func part(_ person: AccountID, from other: AccountID) {
        state.withLock { state in
            state.friendRequests[person]?.remove(other)
            state.friendRequests[other]?.remove(person)
        }
    }

    package func forgetFriends(of person: AccountID) {
        state.withLock { state in
            state.friendRequests[person] = nil
            for other in Array(state.friendRequests.keys) { state.friendRequests[other]?.remove(person) }
        }
    }
}

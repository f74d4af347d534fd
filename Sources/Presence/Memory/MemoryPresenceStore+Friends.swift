package import Community
import Synchronization

extension MemoryPresenceStore: FriendStore {
    package func friendships(of person: AccountID) -> [Friendship] {
        let (asked, wanted) = state.withLock { state in
            (state.wishes[person] ?? [], Set(state.wishes.filter { $0.value.contains(person) }.keys))
        }
        return asked.union(wanted).sorted().map { other in
            let isMutual = asked.contains(other) && wanted.contains(other)
            return Friendship(other: other, state: isMutual ? .mutual : asked.contains(other) ? .asked : .wanted)
        }
    }

    package func ask(_ other: AccountID, of person: AccountID, atMost limit: Int, at time: Timestamp) throws {
        try state.withLock { state in
            guard state.wishes[person, default: []].subtracting([other]).count < limit else {
                throw Friendship.tooMany(limit)
            }
            state.wishes[person, default: []].insert(other)
        }
    }

    package func part(_ person: AccountID, from other: AccountID) {
        state.withLock { state in
            state.wishes[person]?.remove(other)
            state.wishes[other]?.remove(person)
        }
    }

    package func forgetFriends(of person: AccountID) {
        state.withLock { state in
            state.wishes[person] = nil
            for other in Array(state.wishes.keys) { state.wishes[other]?.remove(person) }
        }
    }
}

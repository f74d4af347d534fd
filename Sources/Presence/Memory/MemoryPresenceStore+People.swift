package import Community
import Synchronization

extension MemoryPresenceStore: PeopleStore {
    package func sharing(of person: AccountID) -> SealedSharing? { state.withLock { $0.sharing[person] } }

    package func setSharing(_ sharing: SealedSharing, of person: AccountID) throws {
        try state.withLock { state in
            let current = state.sharing[person]?.revision ?? 0
            guard current == sharing.revision - 1 else { throw CommunityFault.changedMeanwhile(current: current) }
            state.sharing[person] = sharing
        }
    }

    package func sharers(after person: AccountID?, limit: Int) -> [AccountID] {
        let all = state.withLock { $0.sharing.keys.sorted() }
        return Array(all.filter { candidate in person.map { $0 < candidate } ?? true }.prefix(limit))
    }

    package func friendships(of person: AccountID) -> [Friendship] {
        let (asked, wanted) = state.withLock { state in
            (state.wishes[person] ?? [], Set(state.wishes.filter { $0.value.contains(person) }.keys))
        }
        return asked.union(wanted).sorted().map { other in
            let isMutual = asked.contains(other) && wanted.contains(other)
            return Friendship(other: other, state: isMutual ? .mutual : asked.contains(other) ? .asked : .wanted)
        }
    }

    package func ask(_ other: AccountID, of person: AccountID, at milliseconds: Int64) throws {
        try state.withLock { state in
            guard state.wishes[person, default: []].subtracting([other]).count < Friendship.maximum else {
                throw Friendship.tooMany
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

    package func forgetSharing(of person: AccountID) {
        state.withLock { $0.sharing[person] = nil }
    }

    package func forgetFriends(of person: AccountID) {
        state.withLock { state in
            state.wishes[person] = nil
            for other in Array(state.wishes.keys) { state.wishes[other]?.remove(person) }
        }
    }
}

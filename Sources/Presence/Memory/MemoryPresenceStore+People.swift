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

    package func forgetSharing(of person: AccountID) {
        state.withLock { $0.sharing[person] = nil }
    }
}

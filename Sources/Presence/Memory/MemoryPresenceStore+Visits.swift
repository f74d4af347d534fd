package import Community
import Synchronization

extension MemoryPresenceStore: VisitStore {
    package func visits(of person: AccountID, in days: ClosedRange<Int64>) -> [SealedVisits] {
        state.withLock { $0.visits[person] ?? [:] }.values.filter { days.contains($0.day) }
            .sorted { $0.day < $1.day }
    }

    package func keep(_ rows: [SealedVisits], of person: AccountID) {
        state.withLock { state in for row in rows { state.visits[person, default: [:]][row.day] = row } }
    }

    package func removeVisits(of person: AccountID) { state.withLock { $0.visits[person] = nil } }
}

package import Community
import Synchronization

extension MemoryPresenceStore: CircleStore {
    package func circles() -> [Circle] { state.withLock { $0.circles.values.sorted { $0.id < $1.id } } }

    package func circle(_ id: CircleID) -> Circle? { state.withLock { $0.circles[id] } }

    package func add(_ circle: Circle) { state.withLock { $0.circles[circle.id] = circle } }

    package func setMember(_ person: AccountID, _ precision: Sharing.Precision, of circle: CircleID) throws {
        try state.withLock { state in
            guard state.circles[circle] != nil else { throw CommunityFault.notFound }
            state.circles[circle]?.members[person] = precision
        }
    }

    package func renew(_ circle: CircleID) { state.withLock { $0.circles[circle]?.renewals += 1 } }

    package func removeMember(_ person: AccountID, of circle: CircleID) {
        state.withLock { $0.circles[circle]?.members[person] = nil }
    }

    package func removeCircles(endedBy time: Timestamp) {
        state.withLock { state in state.circles = state.circles.filter { time < $0.value.ends } }
    }

    package func removeCircles(_ ids: [CircleID]) {
        state.withLock { state in for id in ids { state.circles[id] = nil } }
    }
}

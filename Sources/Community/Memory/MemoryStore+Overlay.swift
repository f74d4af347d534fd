import GeoCore
import Synchronization

extension MemoryStore: OverlayStore {
    package func overlay() -> Overlay { state.withLock { $0.overlay } }

    package func setOverlay(
        _ draft: [Overlay.Feature], publishes: Bool, at revision: Int, at time: Timestamp
    ) throws -> Overlay {
        try write { state in
            guard state.overlay.revision == revision else {
                throw CommunityFault.changedMeanwhile(current: state.overlay.revision)
            }
            state.overlay = state.overlay.changing(
                to: draft, publishes: publishes, at: state.clock.reading(at: time))
            return state.overlay
        }
    }
}

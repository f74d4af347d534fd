import GeoCore
package import Gossip
import Synchronization

extension MemoryStore: OverlayStore {
    package func overlay() -> Overlay { state.withLock { $0.overlay } }

    package func setOverlay(
        _ draft: [Overlay.Feature], publishes: Bool, at revision: Int, by editor: AccountID?, at time: Timestamp
    ) throws -> Overlay {
        try write { state in
            guard state.overlay.revision == revision else {
                throw CommunityFault.changedMeanwhile(current: state.overlay.revision)
            }
            state.overlay = state.overlay.changing(
                to: draft, publishes: publishes, at: state.clock.reading(at: time))
            if publishes { state.guideRegisters[Overlay.subject, default: [:]].note(editor) }
            return state.overlay
        }
    }
}

extension MemoryStore: OverlayMergeStore {
    package func mergeOverlay(
        _ features: [Overlay.Feature], _ order: MessageOrder,
        signer: @escaping @Sendable (AccountID?) -> MessageSigner?, at time: Timestamp
    ) throws -> Bool {
        try write { state in
            _ = state.clock.learn(order.time, at: time)
            return state.mergingOverlay { merging, clock in
                merging.tell(signer, at: clock.reading(at: time))
                merging.take(features, order, at: clock.reading(at: time))
            }
        }
    }

    package func takeBackOverlay(
        _ order: MessageOrder, _ other: OverlayChange?, signer: @escaping @Sendable (AccountID?) -> MessageSigner?,
        at time: Timestamp
    ) throws -> Bool {
        try write { state in
            state.mergingOverlay { merging, clock in
                merging.tell(signer, at: clock.reading(at: time))
                merging.takeBack(order, other, at: clock.reading(at: time))
            }
        }
    }

    package func tellOverlay(signer: @escaping @Sendable (AccountID?) -> MessageSigner?, at time: Timestamp) throws {
        try write { state in
            _ = state.mergingOverlay { merging, clock in merging.tell(signer, at: clock.reading(at: time)) }
        }
    }
}

extension MemoryStore.State {
    fileprivate mutating func mergingOverlay(_ body: (inout OverlayMerging, inout HybridClock) -> Void) -> Bool {
        var merging = OverlayMerging(overlay, guideRegisters[Overlay.subject] ?? [:])
        body(&merging, &clock)
        (overlay, guideRegisters[Overlay.subject]) = (merging.overlay, merging.registers)
        if let (draft, signer) = merging.outgoing { send(draft, of: signer, about: Overlay.subject.subject) }
        return merging.hasChanged
    }
}

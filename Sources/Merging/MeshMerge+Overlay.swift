import Community
import GeoCore
import Gossip

extension MeshMerge {
    func mergeOverlay(_ message: Message, _ roster: some MergeRoster) async throws -> Outcome {
        guard let author = message.author, roster.mayWrite(.overlay, author, enteredAt: message.stamp?.time) else {
            return .notAllowed
        }
        guard let features = try? OverlayBody(message).overlay else { return .meaningless }
        let hasChanged = try await store.mergeOverlay(
            features, message.order, signer: signers(of: .overlay, roster), at: now())
        return hasChanged ? .overlay : .nothing
    }

    func takeBackOverlay(
        _ message: Message, _ others: [Message], _ roster: some MergeRoster
    ) async throws -> Outcome {
        let left = others.compactMap { other -> OverlayChange? in
            guard other.kind == .overlay else { return nil }
            return (try? OverlayBody(other).overlay).map { OverlayChange(other.order, $0) }
        }
        let hasChanged = try await store.takeBackOverlay(
            message.order, left.max { $0.order < $1.order }, signer: signers(of: .overlay, roster), at: now())
        return hasChanged ? .overlay : .nothing
    }

    /// Makes a message of the overlay that operators published here, for `outgoing`. To be called after a publication.
    package func tellOverlay(_ roster: some MergeRoster) async throws {
        try await store.tellOverlay(signer: signers(of: .overlay, roster), at: now())
    }
}

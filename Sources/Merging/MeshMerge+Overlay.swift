import Community
import GeoCore
import Gossip

extension MeshMerge {
    func mergeOverlay(_ message: Message, _ roster: some MergeRoster) async throws -> Outcome {
        guard let author = message.author, roster.mayWrite(.overlay, author) else { return .notAllowed }
        guard let features = try? OverlayBody(message).overlay else { return .meaningless }
        let hasChanged = try await store.mergeOverlay(
            features, message.order, signer: signers(of: .overlay, roster), at: now())
        return hasChanged ? .overlay : .nothing
    }

    /// Makes a message of the overlay that operators published here, for `outgoing`. To be called after a publication.
    package func tellOverlay(_ roster: some MergeRoster) async throws {
        try await store.tellOverlay(signer: signers(of: .overlay, roster), at: now())
    }
}

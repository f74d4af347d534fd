extension HereaboutsClient {
    /// Returns what is different at the place for a while.
    public func overlay() async throws -> Overlay { try await answer(OverlayRequest()) }

    /// Returns the overlay as operators work on it; for operators.
    public func overlayDraft() async throws -> OverlayDraft { try await answer(OverlayDraftRequest()) }

    /// Returns which streets features would close, slow or make one-way, and changes nothing; for operators.
    public func overlayPreview(of features: [OverlayFeature]) async throws -> OverlayPreview {
        try await answer(PreviewOverlayRequest(OverlayPreviewFields(features: features)))
    }

    /// Changes the overlay, for operators; throws `changedMeanwhile` when it is not at `revision`.
    public func changeOverlay(revision: Int, _ fields: OverlayFields) async throws -> OverlayDraft {
        try await answer(ChangeOverlayRequest(revision: revision, fields))
    }
}

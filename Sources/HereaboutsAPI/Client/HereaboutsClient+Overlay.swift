extension HereaboutsClient {
    /// Returns the published overlay.
    public func overlay() async throws -> Overlay { try await answer(OverlayRequest()) }

    /// Returns the overlay that operators work on; for operators.
    public func overlayDraft() async throws -> OverlayDraft { try await answer(OverlayDraftRequest()) }

    /// Returns the streets that features would close, slow or make one-way, and changes nothing; for operators.
    public func overlayPreview(of features: [OverlayFeature]) async throws -> OverlayPreview {
        try await answer(PreviewOverlayRequest(OverlayPreviewFields(features: features)))
    }

    /// Changes the overlay, for operators; throws `changedMeanwhile` when it is not at `revision`.
    public func changeOverlay(revision: Int, _ fields: OverlayFields) async throws -> OverlayDraft {
        try await answer(ChangeOverlayRequest(revision: revision, fields))
    }
}

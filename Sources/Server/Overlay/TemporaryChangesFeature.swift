extension Routes {
    /// Adds the overlay of temporary changes; returns what applies it to routes.
    mutating func addOverlayFeature(
        _ parts: ServerParts, wait: @escaping @Sendable (Duration) async throws -> Void
    ) -> LiveOverlay {
        let overlay = LiveOverlay(
            parts.overlays, parts.atlas, parts.workers, feed: parts.feed, parts.logger, wait: wait)
        addOverlay(
            overlay, OverlayEffects(parts.atlas, parts.workers), feed: parts.feed, parts.authentication)
        return overlay
    }
}

extension Routes {
    /// Adds the temporary changes on the map; returns what makes routes heed them.
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

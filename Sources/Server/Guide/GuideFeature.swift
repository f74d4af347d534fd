extension Routes {
    /// Adds the guide and its pictures; returns the guide's cache.
    mutating func addGuideFeature(_ parts: ServerParts, _ gallery: PictureGallery) -> GuideCache {
        let cache = GuideCache(parts.guide, feed: parts.feed, packers: parts.packers, workers: parts.workers)
        addGuide(cache, GuideTransfer(guide: parts.guide, gallery: gallery), parts.authentication)
        addPictures(gallery, cache, parts.imprints, parts.authentication)
        return cache
    }
}

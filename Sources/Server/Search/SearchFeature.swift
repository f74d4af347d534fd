extension Routes {
    /// Adds the search for places and guide entries.
    mutating func addSearchFeature(_ parts: ServerParts, _ guide: GuideCache) {
        addSearch(parts.engines, GuideSearch(guide, on: parts.workers), parts.authentication)
    }
}

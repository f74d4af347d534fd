extension Routes {
    /// Adds routes, tables, trips, round walks and matching; returns the routes for people who avoid crowds.
    mutating func addRoutingFeature(_ parts: ServerParts, _ sources: PresenceSources) -> QuieterStreets {
        let quieter = QuieterStreets(parts.atlas, sources, parts.workers, parts.logger)
        addRoute(parts.engines, quieter, parts.authentication)
        addTables(parts.engines)
        addLoops(parts.engines)
        addTours(parts.engines, parts.authentication)
        return quieter
    }
}

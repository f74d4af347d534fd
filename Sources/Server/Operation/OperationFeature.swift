import Fairness
import HereaboutsAPI

extension Routes {
    /// Adds the routes for operators: health, readiness, metrics, settings, and the OpenAPI document. Add them last,
    /// since the document lists the aliases of all routes. `figures` come with the metrics.
    mutating func addOperationFeature(
        _ parts: ServerParts, _ metrics: Metrics, _ figures: @escaping @Sendable () -> [Figure]
    ) throws {
        addHealth(parts.process.readiness)
        addAbout(parts.atlas, version: parts.version, features: parts.features, parts.settings)
        addCodes()
        addImprint(
            parts.imprints, parts.settings, feed: parts.feed, parts.authentication, lastBackup: parts.lastBackup)
        let description = try OpenAPI.document(
            version: parts.version, server: parts.settings.basePath, aliases: aliases)
        addOperation(
            openAPI: description, metrics: metrics, atlas: parts.atlas, parts.authentication, figures: figures
        ) {
            Metrics.state(
                version: parts.version, connections: parts.process.openConnections.taken,
                listeners: parts.feed.listenerCount,
                backupInSeconds: parts.lastBackup()?.made, nowInMilliseconds: parts.now())
                + Metrics.gauges(of: parts.workers)
        }
    }
}

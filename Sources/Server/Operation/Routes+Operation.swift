import Atlas
import Community
import Fairness
import HTTPTypes
import HereaboutsAPI
import Hummingbird
import NIOCore

extension Routes {
    /// Adds whether the process lives, and whether all its places can take requests.
    mutating func addHealth(_ readiness: JointReadiness) {
        on(HealthRequest.self, isBrief: true) { _, _ in
            Response(
                status: .ok, headers: [.contentType: "text/plain; charset=utf-8", .cacheControl: "no-store"],
                body: .init(byteBuffer: ByteBuffer(string: "ok\n")))
        }
        on(ReadinessRequest.self, isBrief: true) { _, exchange in
            let state = Readiness(readiness.reasons())
            var response = try await exchange.encoded(state, cacheControl: "no-store")
            if !state.isReady { response.status = .serviceUnavailable }
            return response
        }
    }

    /// Adds metrics and the OpenAPI document.
    mutating func addOperation(
        openAPI: [UInt8], metrics: Metrics, atlas: LiveAtlas, _ authentication: Authentication,
        figures: @escaping @Sendable () -> [Figure], state: @escaping @Sendable () -> [Metrics.Gauge]
    ) {
        on(OpenAPIRequest.self) { _, exchange in
            try await exchange.json(openAPI, cacheControl: "no-cache")
        }
        on(MetricsRequest.self) { _, exchange in
            // Metrics reveal when a household's phone reports.
            let isNear = exchange.client.address.map { exchange.settings.metricsFrom.contains($0) } ?? false
            if !isNear { _ = try await authentication.admit(.operators, exchange) }
            let text = metrics.text(
                gauges: state() + Metrics.gauges(of: atlas.current) + ProcessFigures.gauges, figures: figures())
            return Response(
                status: .ok,
                headers: [
                    .contentType: "text/plain; version=0.0.4; charset=utf-8", .cacheControl: "no-store",
                    // Keeps out pages of other sites that are open in a browser on this machine.
                    .contentSecurityPolicy: "default-src 'none'",
                ],
                body: .init(byteBuffer: ByteBuffer(string: text)))
        }
    }
}

extension Metrics {
    /// Returns the figures of the atlas in service and of its tile cache.
    fileprivate static func gauges(of generation: AtlasGeneration) -> [Gauge] {
        let cache = generation.tileCache.figures
        return [
            Gauge(
                name: "hereabouts_atlas_info", help: "The atlas in service.",
                labels: "{identity=\"\(generation.identity)\"}", value: "1"),
            Gauge(
                name: "hereabouts_atlas_bytes", help: "Size of the atlas in service.",
                value: "\(generation.mapped.length)"),
            Gauge(name: "hereabouts_tile_cache_tiles", help: "Tiles in the cache.", value: "\(cache.tiles)"),
            Gauge(
                name: "hereabouts_tile_cache_bytes", help: "Memory of the tiles in the cache.", value: "\(cache.bytes)"),
            Gauge(
                name: "hereabouts_tile_cache_hits_total", help: "Tiles answered from the cache.", kind: "counter",
                value: "\(cache.hits)"),
            Gauge(
                name: "hereabouts_tile_cache_misses_total", help: "Tiles that were not in the cache.", kind: "counter",
                value: "\(cache.misses)"),
        ]
    }

    /// Returns the counts of work that ended early.
    static func gauges(of workers: WorkerPool) -> [Gauge] {
        let ends = workers.ends
        return [
            ("dropped", "Work that had not begun when its client left.", ends.dropped),
            ("stopped", "Work that was stopped because its client had left.", ends.stopped),
            ("overlong", "Work that was stopped because it took longer than one answer may.", ends.overlong),
        ].map { Gauge(name: "hereabouts_work_\($0)_total", help: $1, kind: "counter", value: "\($2)") }
    }

    /// Returns the server's version, its current load, and the time of the last backup. `backup` is in seconds since
    /// 1970.
    static func state(
        version: String, connections: Int, listeners: Int, backupInSeconds backup: Int64?,
        nowInMilliseconds now: Timestamp
    ) -> [Gauge] {
        var gauges = [
            Gauge(
                name: "hereabouts_build_info", help: "The program.", labels: "{version=\"\(version)\"}", value: "1"),
            Gauge(name: "hereabouts_connections_open", help: "Open connections.", value: "\(connections)"),
            Gauge(
                name: "hereabouts_event_listeners", help: "Open event streams.", value: "\(listeners)"),
        ]
        if let backup {
            gauges += [
                Gauge(
                    name: "hereabouts_backup_last_success_timestamp_seconds",
                    help: "When the last backup was made, in seconds since 1970.", value: "\(backup)"),
                Gauge(
                    name: "hereabouts_backup_age_seconds", help: "Seconds since the last backup.",
                    value: "\(max(0, now / 1000 - backup))"),
            ]
        }
        return gauges
    }
}

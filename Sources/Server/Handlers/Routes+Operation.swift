import Atlas
import FoundationEssentials
import HTTPTypes
import HereaboutsAPI
import Hummingbird
import NIOCore

extension Routes {
    /// Adds health, figures and the interface's description.
    mutating func addOperation(openAPI: [UInt8], _ metrics: Metrics, _ atlas: LiveAtlas) {
        on(HealthRequest.self, isBrief: true) { _, _ in
            Response(
                status: .ok, headers: [.contentType: "text/plain; charset=utf-8", .cacheControl: "no-store"],
                body: .init(byteBuffer: ByteBuffer(string: "ok\n")))
        }
        on(OpenAPIRequest.self) { _, exchange in
            exchange.json(openAPI, cacheControl: "no-cache")
        }
        on(MetricsRequest.self) { _, _ in
            let text = metrics.text(gauges: Metrics.gauges(of: atlas.current))
            return Response(
                status: .ok,
                headers: [.contentType: "text/plain; version=0.0.4; charset=utf-8", .cacheControl: "no-store"],
                body: .init(byteBuffer: ByteBuffer(string: text)))
        }
    }
}

extension Metrics {
    /// What is looked up when figures are asked for: the atlas in service, its tile cache, the process's memory.
    fileprivate static func gauges(of generation: AtlasGeneration) -> [Gauge] {
        let cache = generation.tileCache.figures
        var gauges = [
            Gauge(
                name: "hereabouts_atlas_info", help: "The atlas in service.",
                labels: "{identity=\"\(generation.identity)\"}", value: "1"),
            Gauge(name: "hereabouts_atlas_bytes", help: "Its size.", value: "\(generation.mapped.length)"),
            Gauge(name: "hereabouts_tile_cache_tiles", help: "Finished tiles kept.", value: "\(cache.tiles)"),
            Gauge(name: "hereabouts_tile_cache_bytes", help: "Memory of finished tiles.", value: "\(cache.bytes)"),
            Gauge(
                name: "hereabouts_tile_cache_hits_total", help: "Tiles answered from the cache.", kind: "counter",
                value: "\(cache.hits)"),
            Gauge(
                name: "hereabouts_tile_cache_misses_total", help: "Tiles that had to be made.", kind: "counter",
                value: "\(cache.misses)"),
        ]
        for (field, name, help) in [
            ("RssAnon", "hereabouts_memory_private_bytes", "Resident memory of the process's own."),
            ("RssFile", "hereabouts_memory_file_bytes", "Resident memory of mapped files, the atlas's among them."),
        ] {
            if let bytes = residentBytes(field) { gauges.append(Gauge(name: name, help: help, value: "\(bytes)")) }
        }
        return gauges
    }

    /// A figure of `/proc/self/status`, where the system has that.
    private static func residentBytes(_ field: String) -> Int? {
        guard let status = try? String(contentsOf: URL(filePath: "/proc/self/status"), encoding: .utf8) else {
            return nil
        }
        let line = status.split(separator: "\n").first { $0.hasPrefix(field + ":") }
        return line?.split(whereSeparator: \.isWhitespace).dropFirst().first.flatMap { Int($0) }.map { $0 * 1024 }
    }
}

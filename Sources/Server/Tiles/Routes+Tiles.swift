import Atlas
import GeoCore
import HTTPTypes
import HereaboutsAPI
import Hummingbird
import NIOCore
import Tiles

extension Routes {
    /// Adds tiles and their TileJSON.
    mutating func addTiles(_ engines: Engines, version: String, features: [String]) {
        // Many programs recognise tiles only by this extension.
        on(TileRequest.self, isBrief: true, aliases: ["/tiles/{z}/{x}/{y}.pbf"]) { request, exchange in
            let generation = engines.atlas.current
            // Zoom 14 at most, so fourteen bits for each position.
            let key = UInt64(request.z) << 28 | UInt64(request.x) << 14 | UInt64(request.y)
            let id = TileID(zoom: request.z, x: request.x, y: request.y)
            let tile = try await engines.tile(key, id, of: generation.tiles, generation.tileCache, exchange)
            return try exchange.answer(tile, version: request.version, generation, engines.packers)
        }
        on(IndoorTileRequest.self, isBrief: true) { request, exchange in
            let generation = engines.atlas.current
            guard let indoor = generation.indoorTiles else {
                return try exchange.answer(.empty, version: request.version, generation, engines.packers)
            }
            // Beside the keys of the map's tiles.
            let key = 1 << 63 | UInt64(request.z) << 38 | UInt64(request.x) << 19 | UInt64(request.y)
            let id = TileID(zoom: request.z, x: request.x, y: request.y)
            let tile = try await engines.tile(key, id, of: indoor, generation.tileCache, exchange)
            return try exchange.answer(tile, version: request.version, generation, engines.packers)
        }
        addTileJSON(engines, version: version, features: features)
    }

    private mutating func addTileJSON(_ engines: Engines, version: String, features: [String]) {
        on(TileJSONRequest.self, isBrief: true) { _, exchange in
            let generation = engines.atlas.current
            let about = generation.about(version: version, features: features, timeZone: nil)
            let document = TileJSON(
                about: about, bounds: generation.info.tileBounds.sidesInDegrees,
                tiles: exchange.address(of: "/tiles/{z}/{x}/{y}.mvt?v=\(generation.tileVersion)"),
                centerZoom: Double(generation.info.zoomOfWhole), of: generation.tiles)
            return try await exchange.encoded(document, cacheControl: "no-cache")
        }
        on(IndoorTileJSONRequest.self, isBrief: true) { _, exchange in
            let generation = engines.atlas.current
            guard let indoor = generation.indoorTiles else {
                throw ErrorBody(.notFound, "this map has nothing of the inside of buildings")
            }
            let about = generation.about(version: version, features: features, timeZone: nil)
            let document = TileJSON(
                about: about, bounds: generation.info.tileBounds.sidesInDegrees,
                tiles: exchange.address(of: "/tiles/indoor/{z}/{x}/{y}.mvt?v=\(generation.tileVersion)"),
                centerZoom: Double(indoor.family.minimumZoom), of: indoor)
            return try await exchange.encoded(document, cacheControl: "no-cache")
        }
    }
}

extension Routes {
    /// Adds the archive of all tiles; without a cache folder, the server has none.
    mutating func addTileArchive(_ engines: Engines, cacheFolder: String?) {
        let archives = cacheFolder.map { TileArchiveCache(folder: $0) }
        on(TileArchiveRequest.self) { _, exchange in
            guard let archives else { throw ErrorBody(.notFound, "this server keeps no archive of its tiles") }
            try exchange.spendAnswer()
            return exchange.answer(try await archives.file(of: engines.atlas.current, engines.workers))
        }
    }
}

extension Engines {
    /// Returns the tile under `key`, which a worker makes if it is not in the cache.
    fileprivate func tile(
        _ key: UInt64, _ id: TileID?, of source: TileSource, _ cache: TileCache, _ exchange: Exchange
    ) async throws -> FinishedTile {
        if let kept = cache.tile(key) { return kept }
        try exchange.spendAnswer()
        guard let id else { throw ErrorBody(.invalidParameter, "there is no such tile") }
        let tile = try await compute(costing: .tile) { [packers] workspace in
            let bytes = source.tile(id, with: &workspace.tile) ?? []
            guard !bytes.isEmpty else { return FinishedTile.empty }
            return FinishedTile(
                packed: packers.with { $0.pack(bytes) }, plainCount: bytes.count,
                hash: unsafe bytes.withUnsafeBytes { unsafe XXHash64.hash($0) })
        }
        cache.keep(tile, key)
        return tile
    }
}

extension Exchange {
    /// Answers with a finished tile: compressed, decompressed for the few clients that need that, or 204 for an empty
    /// tile. Throws `answerTooLarge` for a tile above the size limit, and what `memory(of:)` throws for a long one.
    fileprivate func answer(
        _ tile: FinishedTile, version: String?, _ generation: AtlasGeneration, _ packers: Pool<Gzip>
    ) throws(ErrorBody) -> Response {
        // An address with the version never changes its content.
        let cacheControl =
            version == generation.tileVersion ? "public, max-age=31536000, immutable" : "no-cache"
        guard !tile.isEmpty else { return Response(status: .noContent, headers: [.cacheControl: cacheControl]) }
        guard tile.plainCount <= settings.answerBytes else {
            throw ErrorBody(
                .answerTooLarge,
                "the tile has \(tile.plainCount) bytes, and the most is \(settings.answerBytes); whoever runs the server "
                    + "can raise answer-bytes")
        }
        let isPacked = codings.gzip, tag = isPacked ? tile.packedTag : tile.plainTag
        if holds(tag) { return .notModified(tag, cacheControl: cacheControl) }
        var headers: HTTPFields = [
            .contentType: "application/vnd.mapbox-vector-tile", .eTag: tag, .cacheControl: cacheControl,
            .vary: "accept-encoding",
        ]
        guard !isPacked else {
            headers[.contentEncoding] = "gzip"
            let packed = try body(of: tile.packed.readableBytes) { tile.packed }
            return Response(status: .ok, headers: headers, body: packed)
        }
        let plain = try body(of: tile.plainCount) { packers.with { $0.unpack(tile.packed, count: tile.plainCount) } }
        return Response(status: .ok, headers: headers, body: plain)
    }
}

extension TileJSON {
    /// Describes the tiles of `source` at `tiles`.
    fileprivate init(about: About, bounds: [Double], tiles: String, centerZoom: Double, of source: TileSource) {
        let deepest = source.family.maximumZoom
        self.init(
            about: about, bounds: bounds, tiles: tiles, zooms: source.family.minimumZoom...deepest,
            centerZoom: centerZoom,
            layers: source.layers.map { layer in
                var fields: [String: String] = [:]
                for field in layer.fields { fields[field.name] = field.type.tileJSONName }
                return VectorLayer(id: layer.name, minzoom: layer.minimumZoom, maxzoom: deepest, fields: fields)
            })
    }
}

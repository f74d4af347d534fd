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
            guard let kept = generation.tileCache.tile(key) else {
                try exchange.spendAnswer()
                let tile = try await engines.finishedTile(request, of: generation)
                generation.tileCache.keep(tile, key)
                return try exchange.answer(tile, request, generation, engines.packers)
            }
            return try exchange.answer(kept, request, generation, engines.packers)
        }
        on(TileJSONRequest.self, isBrief: true) { _, exchange in
            let generation = engines.atlas.current
            let address = exchange.address(of: "/tiles/{z}/{x}/{y}.mvt?v=\(generation.tileVersion)")
            let about = generation.about(version: version, features: features, timeZone: nil)
            let document = TileJSON(
                about: about, bounds: generation.info.tileBounds.sidesInDegrees, tiles: address,
                zooms: 0...TileFormat.maximumZoom, centerZoom: Double(generation.info.zoomOfWhole),
                layers: generation.tiles.layers.map { TileJSON.VectorLayer($0) })
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
    fileprivate func finishedTile(_ request: TileRequest, of generation: AtlasGeneration) async throws -> FinishedTile {
        guard let id = TileID(zoom: request.z, x: request.x, y: request.y) else {
            throw ErrorBody(.invalidParameter, "there is no such tile")
        }
        return try await compute(costing: .tile) { [packers] workspace in
            let bytes = generation.tiles.tile(id, with: &workspace.tile) ?? []
            guard !bytes.isEmpty else { return FinishedTile(packed: ByteBuffer(), plainCount: 0, hash: 0) }
            return FinishedTile(
                packed: packers.with { $0.pack(bytes) }, plainCount: bytes.count,
                hash: unsafe bytes.withUnsafeBytes { unsafe XXHash64.hash($0) })
        }
    }
}

extension Exchange {
    /// Answers with a finished tile: compressed, decompressed for the few clients that need that, or 204 for an empty
    /// tile.
    fileprivate func answer(
        _ tile: FinishedTile, _ request: TileRequest, _ generation: AtlasGeneration, _ packers: Pool<Gzip>
    ) throws -> Response {
        // An address with the version never changes its content.
        let cacheControl =
            request.version == generation.tileVersion ? "public, max-age=31536000, immutable" : "no-cache"
        guard !tile.isEmpty else { return Response(status: .noContent, headers: [.cacheControl: cacheControl]) }
        let isPacked = codings.gzip, tag = isPacked ? tile.packedTag : tile.plainTag
        if holds(tag) { return .notModified(tag, cacheControl: cacheControl) }
        var headers: HTTPFields = [
            .contentType: "application/vnd.mapbox-vector-tile", .eTag: tag, .cacheControl: cacheControl,
            .vary: "accept-encoding",
        ]
        guard !isPacked else {
            headers[.contentEncoding] = "gzip"
            return Response(status: .ok, headers: headers, body: .init(byteBuffer: tile.packed))
        }
        let plain = packers.with { $0.unpack(tile.packed, count: tile.plainCount) }
        return Response(status: .ok, headers: headers, body: .init(byteBuffer: plain))
    }
}

extension TileJSON.VectorLayer {
    fileprivate init(_ layer: TileLayer) {
        var fields: [String: String] = [:]
        for field in layer.fields { fields[field.name] = field.type.tileJSONName }
        self.init(id: layer.name, minzoom: layer.minimumZoom, maxzoom: TileFormat.maximumZoom, fields: fields)
    }
}

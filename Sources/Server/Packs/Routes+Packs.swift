import Fairness
import HTTPTypes
import HereaboutsAPI
import Hummingbird
import NIOCore

extension Routes {
    /// Adds the lists of packs and their objects.
    mutating func addPacks(_ atlas: LiveAtlas, _ workers: WorkerPool) {
        on(PackRequest.self) { request, exchange in
            let generation = atlas.current
            let pack = try await generation.packs.listing(of: generation, workers).pack(request.content)
            return try await exchange.encoded(pack, isList: true, isWhole: true, cacheControl: "no-cache")
        }
        on(PackObjectRequest.self) { request, exchange in
            let generation = atlas.current, tag = "\"\(request.hash)\""
            let source = try await generation.packs.listing(of: generation, workers).source(of: request.hash)
            if exchange.holds(tag) { return .notModified(tag, cacheControl: Exchange.forGood) }
            let object = try await exchange.object(request.hash, source, of: generation)
            let share = try exchange.memory(of: object.readableBytes)
            return Response(
                status: .ok,
                headers: [
                    .contentType: "application/octet-stream", .eTag: tag, .cacheControl: Exchange.forGood,
                ],
                body: ResponseBody(object, on: exchange.eventLoop, holding: share))
        }
    }
}

extension Exchange {
    /// The caching of an address that always has the same content.
    fileprivate static let forGood = "public, max-age=31536000, immutable"

    /// Returns a compressed object, from the cache or made by a worker. Throws as `spendAnswer` and `WorkerPool.run`.
    fileprivate func object(
        _ hash: String, _ source: PackListing.Source, of generation: AtlasGeneration
    ) async throws -> ByteBuffer {
        let packs = generation.packs
        if let object = packs.objects.object(hash) { return object }
        try spendAnswer()
        let object = try await workers.run(costing: .packingPiece) {
            ByteBuffer(bytes: generation.object(source, packs.packers))
        }
        packs.objects.keep(object, hash)
        return object
    }
}

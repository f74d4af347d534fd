import Atlas
import GeoCore
import HTTPTypes
import HereaboutsAPI
import Hummingbird
import NIOCore
import TileArchives

extension Routes {
    /// Adds the pictures behind the style *satellite* and their TileJSON. Without a source, both are not found.
    mutating func addImagery(_ source: (any ImagerySource)?, _ atlas: LiveAtlas) {
        on(PictureTileRequest.self) { request, exchange in
            guard let source, let tile = TileID(zoom: request.z, x: request.x, y: request.y) else {
                throw Self.noImagery
            }
            try exchange.spendAnswer()
            guard source.description.zooms.contains(request.z),
                let picture = try await source.picture(of: tile, exchange.workers)
            else { throw ErrorBody(.notFound, "there is no picture of this square") }
            let isLasting = request.version != nil && request.version == source.version
            return try exchange.answer(picture.bytes, type: picture.format.rawValue, isLasting: isLasting)
        }
        on(PictureTileJSONRequest.self) { _, exchange in
            guard let source else { throw Self.noImagery }
            let query = source.version.map { "?v=\($0)" } ?? ""
            let document = PictureTileJSON(
                name: atlas.current.info.name, attribution: source.description.credit,
                tiles: exchange.address(of: "/tiles/satellite/{z}/{x}/{y}\(query)"),
                zooms: source.description.zooms, bounds: source.description.bounds.sidesInDegrees)
            return try await exchange.encoded(document, cacheControl: "no-cache")
        }
    }

    private static var noImagery: ErrorBody { ErrorBody(.notFound, "this server has no satellite pictures") }
}

extension Exchange {
    /// Answers with a picture. `isLasting` says that its address never has another.
    fileprivate func answer(_ picture: [UInt8], type: String, isLasting: Bool) throws(ErrorBody) -> Response {
        let cacheControl = isLasting ? "public, max-age=31536000, immutable" : "public, max-age=86400"
        let hash = unsafe picture.withUnsafeBytes { unsafe XXHash64.hash($0) }, tag = "\"\(hexadecimal(hash))\""
        if holds(tag) { return .notModified(tag, cacheControl: cacheControl) }
        let isLarge = picture.count > ResponseBody.pieceLength
        return Response(
            status: .ok, headers: [.contentType: type, .eTag: tag, .cacheControl: cacheControl],
            body: ResponseBody(
                ByteBuffer(bytes: picture), on: eventLoop, holding: isLarge ? try memory(of: picture.count) : nil))
    }
}

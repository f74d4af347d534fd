import Atlas
import GeoCore
import HTTPTypes
import HereaboutsAPI
import Hummingbird
import NIOCore

extension Routes {
    /// Adds the parts of a map: the atlas file and styles, and glyphs and icons for programs that need them.
    mutating func addMap(_ atlas: LiveAtlas, styles: StyleSheets?, glyphs: GlyphSets, sprites: Sprites) {
        on(AtlasRequest.self) { _, exchange in atlas.current.file(exchange) }
        on(StyleRequest.self) { request, exchange in
            guard let styles else { throw ErrorBody(.notFound, "this server has no styles: it serves no page") }
            return try await exchange.json(
                styles.json(request.name, origin: exchange.address(of: "")), cacheControl: "no-cache")
        }
        on(GlyphsRequest.self, isBrief: true) { request, exchange in try await glyphs.answer(request, exchange) }
        on(SpriteRequest.self, isBrief: true) { request, exchange in
            try sprites.answer(request.name, "json", exchange)
        }
        on(SpritePictureRequest.self, isBrief: true) { request, exchange in
            try sprites.answer(request.name, "png", exchange)
        }
    }
}

extension AtlasGeneration {
    /// Answers with the atlas file, whole or in part.
    fileprivate func file(_ exchange: Exchange) -> Response {
        let tag = "\"\(identity)\"", cacheControl = "no-cache"
        if exchange.holds(tag) { return .notModified(tag, cacheControl: cacheControl) }
        var headers: HTTPFields = [
            .contentType: "application/octet-stream", .eTag: tag, .cacheControl: cacheControl, .acceptRanges: "bytes",
            .accessControlExposeHeaders: "content-range, etag",
        ]
        // A range of another file than the one whose beginning the client has would be useless.
        let isSameFile = exchange.header(.ifRange).map { $0 == tag } ?? true
        // Only GET has ranges (RFC 9110, 14.2).
        switch isSameFile && exchange.request.method == .get
            ? ByteRange(exchange.header(.range), length: mapped.length) : .whole
        {
        case .whole:
            return Response(status: .ok, headers: headers, body: body(0..<mapped.length, exchange))
        case .part(let range):
            headers[.contentRange] = "bytes \(range.lowerBound)-\(range.upperBound - 1)/\(mapped.length)"
            return Response(status: .partialContent, headers: headers, body: body(range, exchange))
        case .unsatisfiable:
            var refusal = Response(ErrorBody(.rangeNotSatisfiable, "the atlas has \(mapped.length) bytes"))
            refusal.headers[.contentRange] = "bytes */\(mapped.length)"
            return refusal
        }
    }

    private func body(_ range: Range<Int>, _ exchange: Exchange) -> ResponseBody {
        ResponseBody(inPiecesOf: range, on: exchange.eventLoop) { [self] in piece($0) }
    }

    /// Copies a range of the mapping when the client is ready for it.
    private func piece(_ range: Range<Int>) -> ByteBuffer {
        // Inside: ranges are cut to the file's length; the generation holds the mapping.
        unsafe ByteBuffer(bytes: UnsafeRawBufferPointer(rebasing: mapped.bytes[range]))
    }
}

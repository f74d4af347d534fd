import Atlas
import GeoCore
import HereaboutsAPI

extension Routes {
    /// Adds the parts of a map: the atlas file and styles, and glyphs and icons for programs that need them.
    mutating func addMap(_ atlas: LiveAtlas, styles: StyleSheets?, glyphs: GlyphSets, sprites: Sprites) {
        on(AtlasRequest.self) { _, exchange in
            let generation = atlas.current
            return exchange.answer(
                RangedFile(generation.mapped, tag: "\"\(generation.identity)\"", type: "application/octet-stream"))
        }
        on(StyleRequest.self) { request, exchange in
            guard let styles else { throw ErrorBody(.notFound, "this server has no styles: it serves no page") }
            guard let style = styles.json(request.name, origin: exchange.address(of: "")) else {
                throw ErrorBody(.notFound, "this server has no satellite pictures, so it has no such style")
            }
            return try await exchange.json(style, cacheControl: "no-cache")
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

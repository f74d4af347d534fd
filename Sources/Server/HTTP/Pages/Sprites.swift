import HereaboutsAPI
import Hummingbird

/// Serves the icons of the map's styles, as set-up painted them: `vendor/sprites/NAME.json` and `.png` of the page. It
/// reads them at the start.
struct Sprites: Sendable {
    private let files: [String: CachedFile]

    init(webFolder: String?, packers: Pool<Gzip>) {
        var files: [String: CachedFile] = [:]
        for name in SpriteName.allCases {
            for ending in ["json", "png"] {
                let file = "\(name.rawValue).\(ending)"
                guard let bytes = webFolder.flatMap({ PageFile(path: "\($0)/vendor/sprites/\(file)")?.bytes() }) else {
                    continue
                }
                // Compression does not make pictures smaller.
                files[file] = CachedFile(bytes, packedBy: ending == "json" ? packers : nil)
            }
        }
        self.files = files
    }

    /// Answers with one of the two files of a sprite; throws `notFound` when set-up painted none.
    func answer(_ name: SpriteName, _ ending: String, _ exchange: Exchange) throws(ErrorBody) -> Response {
        guard let file = files["\(name.rawValue).\(ending)"] else {
            throw ErrorBody(.notFound, "this server has no icons for map programs; run `make setup` to paint them")
        }
        return exchange.answer(file, type: ending == "json" ? "application/json" : "image/png")
    }
}

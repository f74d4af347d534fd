import Atlas
import HTTPTypes
import HereaboutsAPI
import Hummingbird
import NIOCore

/// The icons of the map's styles, as set-up painted them: `vendor/sprites/NAME.json` and `.png` of the page, read at the start.
struct Sprites: Sendable {
    private struct File: Sendable {
        let plain: ByteBuffer
        /// `nil` for pictures, which packing does not make smaller.
        let packed: ByteBuffer?
        let hash: UInt64
    }

    private static let cacheControl = "public, max-age=86400"

    private let files: [String: File]

    init(webFolder: String?, packers: Pool<Gzip>) {
        var files: [String: File] = [:]
        for name in SpriteName.allCases {
            for ending in ["json", "png"] {
                let file = "\(name.rawValue).\(ending)"
                guard let bytes = webFolder.flatMap({ PageFile(path: "\($0)/vendor/sprites/\(file)")?.bytes() }) else {
                    continue
                }
                files[file] = File(
                    plain: ByteBuffer(bytes: bytes), packed: ending == "json" ? packers.with { $0.pack(bytes) } : nil,
                    hash: unsafe bytes.withUnsafeBytes { unsafe XXHash64.hash($0) })
            }
        }
        self.files = files
    }

    /// Answers with one of the two files of a sprite; throws `notFound` where set-up painted none.
    func answer(_ name: SpriteName, _ ending: String, _ exchange: Exchange) throws(ErrorBody) -> Response {
        guard let file = files["\(name.rawValue).\(ending)"] else {
            throw ErrorBody(.notFound, "this server has no icons for map programs; run `make setup` to paint them")
        }
        let packed = exchange.codings.gzip ? file.packed : nil
        let tag = "\"\(hexadecimal(file.hash))\(packed == nil ? "" : "-gz")\""
        if exchange.holds(tag) { return .notModified(tag, cacheControl: Self.cacheControl) }
        var headers: HTTPFields = [
            .contentType: ending == "json" ? "application/json" : "image/png", .eTag: tag,
            .cacheControl: Self.cacheControl, .vary: "accept-encoding",
        ]
        if packed != nil { headers[.contentEncoding] = "gzip" }
        return Response(status: .ok, headers: headers, body: .init(byteBuffer: packed ?? file.plain))
    }
}

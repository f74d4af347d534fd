import Atlas
import HTTPTypes
import Hummingbird
import NIOCore

/// A file that clients request often, plain and compressed. It changes only when set-up makes it again.
struct CachedFile: Sendable {
    let plain: ByteBuffer
    /// `nil` for files that compression does not shrink.
    let packed: ByteBuffer?
    /// Identifies the content.
    let hash: UInt64

    /// Keeps `bytes`, also compressed if `packers` is not `nil`.
    init(_ bytes: [UInt8], packedBy packers: Pool<Gzip>?) {
        plain = ByteBuffer(bytes: bytes)
        packed = packers?.with { $0.pack(bytes) }
        hash = unsafe bytes.withUnsafeBytes { unsafe XXHash64.hash($0) }
    }

    /// The memory that the file takes in a cache, in bytes.
    var cost: Int { plain.readableBytes + (packed?.readableBytes ?? 0) + 128 }

    /// Set-up makes such files again only rarely.
    fileprivate static let cacheControl = "public, max-age=86400"
}

extension Exchange {
    /// Answers with a cached file, or with 304 when the client has it already.
    func answer(_ file: CachedFile, type: String) -> Response {
        let packed = codings.gzip ? file.packed : nil
        let tag = "\"\(hexadecimal(file.hash))\(packed == nil ? "" : "-gz")\""
        if holds(tag) { return .notModified(tag, cacheControl: CachedFile.cacheControl) }
        var headers: HTTPFields = [
            .contentType: type, .eTag: tag, .cacheControl: CachedFile.cacheControl, .vary: "accept-encoding",
        ]
        if packed != nil { headers[.contentEncoding] = "gzip" }
        return Response(status: .ok, headers: headers, body: .init(byteBuffer: packed ?? file.plain))
    }
}

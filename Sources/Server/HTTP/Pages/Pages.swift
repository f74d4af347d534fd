import Atlas
import HTTPTypes
import HereaboutsAPI
import Hummingbird
import NIOCore
import Synchronization

/// Serves the files of the web page, from one folder and nowhere else.
///
/// Each answer checks the file on disk, so the server serves an edited file at once. It caches compressed content and
/// its tag by the file's stamp. A class because it is that cache.
package final class Pages: Sendable {
    private struct Kept: Sendable {
        let stamp: PageFile.Stamp
        let hash: UInt64
        /// The compressed content; `nil` for types that compression does not shrink.
        let packed: ByteBuffer?
    }

    private let folder: String
    private let cacheBytes: Int
    private let workers: WorkerPool
    private let packers: Pool<Gzip>
    private let kept = Mutex<[String: Kept]>([:])

    init(folder: String, cacheBytes: Int, workers: WorkerPool, packers: Pool<Gzip>) {
        self.folder = folder
        self.cacheBytes = cacheBytes
        self.workers = workers
        self.packers = packers
    }

    /// Returns the file at `path` of the page. Throws `notFound` when there is none, or none that the server may show.
    func answer(_ path: Substring, _ exchange: Exchange) async throws -> Response {
        let policy = Self.policy + (path == Self.embedded ? "*" : "'none'")
        guard let name = Self.fileName(path), let type = MediaType(path: name) else { throw Self.nothing }
        guard let file = PageFile(path: folder + "/" + name) else { throw Self.nothing }
        let stamp = file.stamp
        var known = kept.withLock { $0[name] }
        var plain: [UInt8]?
        if known?.stamp != stamp {
            guard let bytes = file.bytes() else { throw Self.nothing }
            plain = bytes
            known = try await workers.run { [self] in keep(bytes, name: name, stamp: stamp, type: type) }
        }
        guard let known else { throw Self.nothing }
        let packed = exchange.codings.gzip ? known.packed : nil
        let tag = "\"\(hexadecimal(known.hash))\(packed == nil ? "" : "-gz")\""
        if exchange.holds(tag) {
            var response = Response.notModified(tag, cacheControl: Self.cacheControl)
            response.headers[.contentSecurityPolicy] = policy
            return response
        }
        var headers: HTTPFields = [
            .contentType: type.name, .eTag: tag, .cacheControl: Self.cacheControl, .vary: "accept-encoding",
            .contentSecurityPolicy: policy, .referrerPolicy: "no-referrer",
        ]
        if let packed {
            headers[.contentEncoding] = "gzip"
            return Response(status: .ok, headers: headers, body: .init(packed, on: exchange.eventLoop))
        }
        guard let bytes = plain ?? file.bytes() else { throw Self.nothing }
        return Response(status: .ok, headers: headers, body: .init(ByteBuffer(bytes: bytes), on: exchange.eventLoop))
    }

    /// Whether the page has a file at `path`.
    func holds(_ path: Substring) -> Bool {
        guard let name = Self.fileName(path), MediaType(path: name) != nil else { return false }
        return PageFile(path: folder + "/" + name) != nil
    }

    /// Browsers revalidate each time and get 304 unless the file changed: a new release shows at once.
    private static let cacheControl = "no-cache"
    /// The map library starts its worker from a blob, and WebAssembly needs its own source; no other script may run.
    private static let policy =
        "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self' 'unsafe-inline'; "
        + "img-src 'self' data: blob:; worker-src 'self' blob:; connect-src 'self'; object-src 'none'; "
        + "base-uri 'none'; form-action 'self'; frame-ancestors "
    private static let nothing = ErrorBody(.notFound, "there is nothing at this address")

    private func keep(_ bytes: [UInt8], name: String, stamp: PageFile.Stamp, type: MediaType) -> Kept {
        let packed = type.isPackable && bytes.count > 512 ? packers.with { $0.pack(bytes) } : nil
        let entry = Kept(stamp: stamp, hash: unsafe bytes.withUnsafeBytes { unsafe XXHash64.hash($0) }, packed: packed)
        kept.withLock { kept in
            kept[name] = entry
            // A page's files fit. A larger folder is compressed again now and then.
            let total = kept.values.reduce(0) { $0 + ($1.packed?.readableBytes ?? 0) }
            if total > cacheBytes { kept = [name: entry] }
        }
        return entry
    }

    /// Short addresses to say aloud: the page shows the screen of that name.
    private static let screens = ["/privacy", embedded]
    /// The page that other sites may embed: it changes nothing there.
    private static let embedded = "/embed"

    /// Returns the file's name below the folder; `nil` for names that begin with a dot or leave the folder.
    static func fileName(_ path: Substring) -> String? {
        guard let decoded = PercentCoding.decode(path, plusIsSpace: false), decoded.hasPrefix("/") else {
            return nil
        }
        if decoded == "/" || screens.contains(decoded) { return "index.html" }
        // Compares bytes, as the file system does: one character may consist of a slash and what follows it.
        let segments = decoded.utf8.dropFirst().split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
        let isPlain = segments.allSatisfy { segment in
            !segment.isEmpty && segment.first != UInt8(ascii: ".") && !segment.contains(UInt8(ascii: "\\"))
        }
        return isPlain ? String(decoded.dropFirst()) : nil
    }
}

/// Returns sixteen hexadecimal digits.
func hexadecimal(_ value: UInt64) -> String {
    let digits = String(value, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
}

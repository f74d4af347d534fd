import FoundationEssentials
import HTTPTypes
import HereaboutsAPI
import Hummingbird
import NIOCore

/// One request being answered: what handlers may know about it.
struct Exchange: Sendable {
    let request: Request
    let settings: ServerSettings
    let packers: Pool<Gzip>
    let limiter: RateLimiter
    /// The client's address without its port.
    let clientAddress: String?

    /// For answers to what somebody typed or where somebody is: nobody else's business, a shared cache's included.
    static let personal = "no-store"

    /// Takes one computed answer from what the client may have. Throws `tooManyRequests` when nothing is left.
    func spendAnswer() throws(ErrorBody) {
        guard let clientAddress, clientAddress != "127.0.0.1", clientAddress != "::1" else { return }
        guard limiter.allows(clientAddress, at: .now) else {
            throw ErrorBody(.tooManyRequests, "this address asks too much at once; ask again in a second")
        }
    }

    /// Returns an answer of a wire type.
    func encoded(_ value: some Encodable, cacheControl: String) throws -> Response {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return json([UInt8](try encoder.encode(value)), cacheControl: cacheControl)
    }

    /// Returns an answer of JSON, packed when the client takes that and it is worth it: what fits one packet is not.
    func json(_ bytes: [UInt8], cacheControl: String) -> Response {
        let packed = bytes.count > 1200 && acceptsGzip ? packers.with { $0.pack(bytes) } : nil
        var headers: HTTPFields = [
            .contentType: "application/json", .cacheControl: cacheControl, .vary: "accept-encoding",
        ]
        if packed != nil { headers[.contentEncoding] = "gzip" }
        return Response(status: .ok, headers: headers, body: .init(byteBuffer: packed ?? ByteBuffer(bytes: bytes)))
    }

    /// The value of the first header `name`.
    func header(_ name: HTTPField.Name) -> String? { request.headers[name] }

    /// Whether the client takes gzip (RFC 9110 §12.5.3): named, or covered by `*`, with a weight above zero.
    var acceptsGzip: Bool {
        guard let header = header(.acceptEncoding) else { return false }
        return AcceptedCodings(header).gzip
    }

    /// Whether the client holds what `tag` names (RFC 9110 §13.1.2): weak comparison.
    func holds(_ tag: String) -> Bool {
        guard let header = header(.ifNoneMatch) else { return false }
        if header == tag { return true }
        return header.split(separator: ",").contains { candidate in
            let trimmed = candidate.drop { $0 == " " }.prefix { $0 != " " }
            return trimmed == "*" || (trimmed.hasPrefix("W/") ? trimmed.dropFirst(2) : trimmed) == tag
        }
    }

    /// Where the client reaches this server, without a final slash.
    var origin: String {
        if let publicURL = settings.publicURL { return publicURL }
        let name = HTTPField.Name("x-forwarded-host")!, scheme = HTTPField.Name("x-forwarded-proto")!
        let host = [header(name), request.head.authority].compactMap { $0 }.first(where: Self.isAuthority)
        let secure = header(scheme).map { $0 == "https" } ?? (settings.tls != nil)
        return "\(secure ? "https" : "http")://\(host ?? "localhost:\(settings.port)")"
    }

    /// Whether `text` is a host name or address with an optional port: nothing else may get into our answers.
    private static func isAuthority(_ text: String) -> Bool {
        !text.isEmpty && text.utf8.count <= 255
            && text.utf8.allSatisfy { byte in
                byte >= UInt8(ascii: "a") && byte <= UInt8(ascii: "z")
                    || byte >= UInt8(ascii: "A") && byte <= UInt8(ascii: "Z")
                    || byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9") || ".-_:[]".utf8.contains(byte)
            }
    }
}

/// Which content codings an Accept-Encoding header allows.
package struct AcceptedCodings {
    package private(set) var gzip = false

    package init(_ header: String) {
        var named: Bool?, any: Bool?
        for item in header.split(separator: ",") {
            let parts = item.split(separator: ";").map { $0.filter { $0 != " " }.lowercased() }
            guard let coding = parts.first else { continue }
            let weight = parts.dropFirst().first { $0.hasPrefix("q=") }.map { Double($0.dropFirst(2)) ?? 0 } ?? 1
            if coding == "gzip" || coding == "x-gzip" { named = weight > 0 }
            if coding == "*" { any = weight > 0 }
        }
        gzip = named ?? any ?? false
    }
}

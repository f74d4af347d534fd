import FoundationEssentials
import HTTPTypes
import Hummingbird
import NIOCore

extension Exchange {
    /// For answers to what somebody typed or where somebody is: nobody else's business, a shared cache's included.
    static let personal = "no-store"

    /// Returns an answer of a wire type.
    func encoded(_ value: some Encodable, cacheControl: String) throws -> Response {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return json([UInt8](try encoder.encode(value)), cacheControl: cacheControl)
    }

    /// Returns an answer of JSON, packed when the client takes that and it is worth it: what fits one packet is not.
    func json(_ bytes: [UInt8], cacheControl: String) -> Response {
        let packed = bytes.count > 1200 && codings.gzip ? packers.with { $0.pack(bytes) } : nil
        var headers: HTTPFields = [
            .contentType: "application/json", .cacheControl: cacheControl, .vary: "accept-encoding",
        ]
        if packed != nil { headers[.contentEncoding] = "gzip" }
        return Response(status: .ok, headers: headers, body: .init(byteBuffer: packed ?? ByteBuffer(bytes: bytes)))
    }
}

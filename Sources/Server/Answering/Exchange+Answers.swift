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
        let packed = bytes.count > KeptJSON.onePacket && codings.gzip ? packers.with { $0.pack(bytes) } : nil
        return json(packed ?? ByteBuffer(bytes: bytes), isPacked: packed != nil, cacheControl: cacheControl)
    }

    /// Returns an answer that is kept for everybody.
    func json(_ kept: KeptJSON, cacheControl: String) -> Response {
        let packed = codings.gzip ? kept.packed : nil
        return json(packed ?? kept.plain, isPacked: packed != nil, cacheControl: cacheControl)
    }

    private func json(_ bytes: ByteBuffer, isPacked: Bool, cacheControl: String) -> Response {
        var headers: HTTPFields = [
            .contentType: "application/json", .cacheControl: cacheControl, .vary: "accept-encoding",
        ]
        if isPacked { headers[.contentEncoding] = "gzip" }
        return Response(status: .ok, headers: headers, body: .init(byteBuffer: bytes))
    }
}

/// JSON that is asked for again and again, plain and packed.
struct KeptJSON: Sendable {
    let plain: ByteBuffer
    /// `nil` when it is not worth it.
    let packed: ByteBuffer?

    /// What goes into one packet is not packed, in bytes.
    static let onePacket = 1200

    init(_ bytes: [UInt8], _ packers: Pool<Gzip>) {
        plain = ByteBuffer(bytes: bytes)
        packed = bytes.count > Self.onePacket ? packers.with { $0.pack(bytes) } : nil
    }
}

import Fairness
import FoundationEssentials
import HTTPTypes
import HereaboutsAPI
import Hummingbird
import NIOCore

extension Exchange {
    /// Keeps answers to a search or about a position out of every cache, including shared ones.
    static let personal = "no-store"

    /// Returns an answer of a wire type. A worker encodes a list that may be long. `isWhole` lifts the size limit: some
    /// lists are as long as what people store here.
    func encoded(
        _ value: some Encodable & Sendable, isList: Bool = false, isWhole: Bool = false, cacheControl: String
    ) async throws -> Response {
        let bytes = isList ? try await workers.run { try Self.encode(value) } : try Self.encode(value)
        return try await json(bytes, upTo: isWhole ? .max : settings.answerBytes, cacheControl: cacheControl)
    }

    private static func encode(_ value: some Encodable) throws -> [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return [UInt8](try encoder.encode(value))
    }

    /// Returns an answer of JSON. It is compressed when the client accepts that and the answer does not fit one packet.
    /// Throws `answerTooLarge` above the size limit, and `tooManyRequests` while the client's network has not read its
    /// earlier answers.
    func json(_ bytes: [UInt8], cacheControl: String) async throws -> Response {
        try await json(bytes, upTo: settings.answerBytes, cacheControl: cacheControl)
    }

    private func json(_ bytes: [UInt8], upTo limit: Int, cacheControl: String) async throws -> Response {
        guard bytes.count <= limit else { throw ErrorBody(answerLargerThan: limit) }
        let packed = codings.gzip ? try await CachedJSON.packed(bytes, packers, workers) : nil
        let body = packed ?? ByteBuffer(bytes: bytes), isPacked = packed != nil
        guard body.readableBytes > ResponseBody.pieceLength else {
            return json(body, isPacked: isPacked, cacheControl: cacheControl)
        }
        return json(
            ResponseBody(body, on: eventLoop, holding: try memory(of: body.readableBytes)), isPacked, cacheControl)
    }

    /// Returns an answer that is a file of known size. The server sends it in pieces.
    func file(_ bytes: [UInt8], type: String, name: String) throws(ErrorBody) -> Response {
        let isLarge = bytes.count > ResponseBody.pieceLength
        let body = ResponseBody(
            ByteBuffer(bytes: bytes), on: eventLoop, holding: isLarge ? try memory(of: bytes.count) : nil)
        return Response.file(body, type: type, name: name)
    }

    /// Returns a body of `length` bytes. For a long one, memory is reserved before `bytes` are made, and until the client
    /// has read them.
    func body(of length: Int, _ bytes: () -> ByteBuffer) throws(ErrorBody) -> ResponseBody {
        guard length > ResponseBody.pieceLength else { return ResponseBody(byteBuffer: bytes()) }
        let memory = try memory(of: length)
        return ResponseBody(bytes(), on: eventLoop, holding: memory)
    }

    /// Reserves memory for an answer of `length` bytes until the client has read it.
    func memory(of length: Int) throws(ErrorBody) -> SharedBudget.Share {
        do throws(SharedBudget.Fault) {
            return try answerMemory.take(length, for: clientNetwork)
        } catch {
            switch error {
            case .shareTaken:
                throw ErrorBody(.tooManyRequests, "this address has not read its earlier answers; read them first")
            case .full: throw ErrorBody(.unavailable, "other clients are reading large answers; ask again in a second")
            }
        }
    }

    /// Reserves memory for an answer that is made while the client reads it: `length` bytes, or the
    /// most that one block of network addresses may have.
    func memory(upTo length: Int) throws(ErrorBody) -> SharedBudget.Share {
        try memory(of: min(length, answerMemory.maximumPerHolder))
    }

    /// Returns a cached answer.
    func json(_ kept: CachedJSON, cacheControl: String) -> Response {
        let packed = codings.gzip ? kept.packed : nil
        return json(packed ?? kept.plain, isPacked: packed != nil, cacheControl: cacheControl)
    }

    private func json(_ bytes: ByteBuffer, isPacked: Bool, cacheControl: String) -> Response {
        json(ResponseBody(byteBuffer: bytes), isPacked, cacheControl)
    }

    private func json(_ body: ResponseBody, _ isPacked: Bool, _ cacheControl: String) -> Response {
        var headers: HTTPFields = [
            .contentType: "application/json", .cacheControl: cacheControl, .vary: "accept-encoding",
        ]
        if isPacked { headers[.contentEncoding] = "gzip" }
        return Response(status: .ok, headers: headers, body: body)
    }
}

extension ErrorBody {
    /// Says that an answer has more than `limit` bytes.
    init(answerLargerThan limit: Int) {
        self.init(
            .answerTooLarge,
            "the answer has more than \(limit >> 20) MiB; ask for less: fewer points, shorter times, fewer details")
    }
}

/// JSON that clients request often, plain and compressed.
struct CachedJSON: Sendable {
    let plain: ByteBuffer
    /// `nil` when compression is not worth it.
    let packed: ByteBuffer?

    /// A body up to this many bytes fits one packet and stays uncompressed.
    private static let onePacket = 1200
    /// Up to this many bytes the caller's thread compresses, in half a millisecond; a worker compresses more.
    private static let mostAtOnce = 64 << 10

    init(_ bytes: [UInt8], _ packers: Pool<Gzip>, _ workers: WorkerPool) async throws {
        plain = ByteBuffer(bytes: bytes)
        packed = try await Self.packed(bytes, packers, workers)
    }

    /// Compresses on the caller's thread.
    init(packedHere bytes: [UInt8], _ packers: Pool<Gzip>) {
        plain = ByteBuffer(bytes: bytes)
        packed = bytes.count > Self.onePacket ? packers.with { $0.pack(bytes) } : nil
    }

    /// Returns `bytes` compressed; `nil` when they fit one packet.
    fileprivate static func packed(
        _ bytes: [UInt8], _ packers: Pool<Gzip>, _ workers: WorkerPool
    ) async throws -> ByteBuffer? {
        guard bytes.count > onePacket else { return nil }
        guard bytes.count > mostAtOnce else { return packers.with { $0.pack(bytes) } }
        return try await workers.run(costing: .packing(bytes.count)) { packers.with { $0.pack(bytes) } }
    }
}

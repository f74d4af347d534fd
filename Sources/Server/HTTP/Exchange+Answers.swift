import Fairness
import FoundationEssentials
import HTTPTypes
import HereaboutsAPI
import Hummingbird
import NIOCore

extension Exchange {
    /// For answers to what somebody typed or where somebody is: nobody else's business, a shared cache's included.
    static let personal = "no-store"

    /// Returns an answer of a wire type; what holds a list that may be long is written on a thread. Some lists are as
    /// long as what people keep here, and are answered whole.
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

    /// Returns an answer of JSON, packed when the client takes that and it is worth it: what fits one packet is not.
    /// Throws `answerTooLarge` for more than an answer may hold, and `tooManyRequests` when the client's network has not
    /// taken what it asked for before.
    func json(_ bytes: [UInt8], cacheControl: String) async throws -> Response {
        try await json(bytes, upTo: settings.answerBytes, cacheControl: cacheControl)
    }

    private func json(_ bytes: [UInt8], upTo limit: Int, cacheControl: String) async throws -> Response {
        guard bytes.count <= limit else { throw ErrorBody(answerLargerThan: limit) }
        let packed = codings.gzip ? try await KeptJSON.packed(bytes, packers, workers) : nil
        let body = packed ?? ByteBuffer(bytes: bytes), isPacked = packed != nil
        guard body.readableBytes > ResponseBody.pieceLength else {
            return json(body, isPacked: isPacked, cacheControl: cacheControl)
        }
        return json(
            ResponseBody(body, on: eventLoop, holding: try memory(of: body.readableBytes)), isPacked, cacheControl)
    }

    /// Returns an answer that is a file, of a size that is known now, and handed over bit by bit.
    func file(_ bytes: [UInt8], type: String, name: String) throws(ErrorBody) -> Response {
        let isLarge = bytes.count > ResponseBody.pieceLength
        let body = ResponseBody(
            ByteBuffer(bytes: bytes), on: eventLoop, holding: isLarge ? try memory(of: bytes.count) : nil)
        return Response.file(body, type: type, name: name)
    }

    /// Takes the memory that an answer of so many bytes has until the client took it.
    func memory(of length: Int) throws(ErrorBody) -> SharedBudget.Share {
        do throws(SharedBudget.Fault) {
            return try answerMemory.take(length, for: clientNetwork)
        } catch {
            switch error {
            case .shareTaken:
                throw ErrorBody(.tooManyRequests, "answers wait for this address to take them; take those first")
            case .full: throw ErrorBody(.unavailable, "others have large answers under way; ask again in a second")
            }
        }
    }

    /// Takes so much memory for an answer that is made as it is taken, or all that one block of addresses may have.
    func memory(upTo length: Int) throws(ErrorBody) -> SharedBudget.Share {
        try memory(of: min(length, answerMemory.mostForOne))
    }

    /// Returns an answer that is kept for everybody.
    func json(_ kept: KeptJSON, cacheControl: String) -> Response {
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
    /// An answer has more than `limit` bytes.
    init(answerLargerThan limit: Int) {
        self.init(
            .answerTooLarge,
            "the answer has more than \(limit >> 20) MiB; ask for less: fewer points, shorter times, fewer details")
    }
}

/// JSON that is asked for again and again, plain and packed.
struct KeptJSON: Sendable {
    let plain: ByteBuffer
    /// `nil` when it is not worth it.
    let packed: ByteBuffer?

    /// What goes into one packet is not packed, in bytes.
    private static let onePacket = 1200
    /// So much is packed at once, in half a millisecond; more is work for another thread.
    private static let mostAtOnce = 64 << 10

    init(_ bytes: [UInt8], _ packers: Pool<Gzip>, _ workers: WorkerPool) async throws {
        plain = ByteBuffer(bytes: bytes)
        packed = try await Self.packed(bytes, packers, workers)
    }

    /// The same on the thread that makes it.
    init(packedHere bytes: [UInt8], _ packers: Pool<Gzip>) {
        plain = ByteBuffer(bytes: bytes)
        packed = bytes.count > Self.onePacket ? packers.with { $0.pack(bytes) } : nil
    }

    /// Returns `bytes` packed, where it is worth it.
    fileprivate static func packed(
        _ bytes: [UInt8], _ packers: Pool<Gzip>, _ workers: WorkerPool
    ) async throws -> ByteBuffer? {
        guard bytes.count > onePacket else { return nil }
        guard bytes.count > mostAtOnce else { return packers.with { $0.pack(bytes) } }
        return try await workers.run(costing: .packing(bytes.count)) { packers.with { $0.pack(bytes) } }
    }
}

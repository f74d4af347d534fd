import Fairness
import FoundationEssentials
import HTTPTypes
import HereaboutsAPI
import Hummingbird
import NIOCore

extension Exchange {
    /// For answers to what somebody typed or where somebody is: nobody else's business, a shared cache's included.
    static let personal = "no-store"

    /// Returns an answer of a wire type.
    func encoded(_ value: some Encodable, cacheControl: String) throws -> Response {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return try json([UInt8](try encoder.encode(value)), cacheControl: cacheControl)
    }

    /// Returns an answer of JSON, packed when the client takes that and it is worth it: what fits one packet is not.
    /// Throws `answerTooLarge` for more than an answer may hold, and `tooManyRequests` when the client's network has not
    /// taken what it asked for before.
    func json(_ bytes: [UInt8], cacheControl: String) throws(ErrorBody) -> Response {
        guard bytes.count <= settings.answerBytes else { throw ErrorBody(answerLargerThan: settings.answerBytes) }
        let packed = bytes.count > KeptJSON.onePacket && codings.gzip ? packers.with { $0.pack(bytes) } : nil
        let body = packed ?? ByteBuffer(bytes: bytes), isPacked = packed != nil
        guard body.readableBytes > ResponseBody.pieceLength else {
            return json(body, isPacked: isPacked, cacheControl: cacheControl)
        }
        return json(ResponseBody(body, on: eventLoop, holding: try memory(of: body)), isPacked, cacheControl)
    }

    /// The memory that an answer has until the client took it.
    private func memory(of answer: ByteBuffer) throws(ErrorBody) -> Room.Share {
        do throws(Room.Fault) {
            return try answerRoom.take(answer.readableBytes, for: clientNetwork)
        } catch {
            switch error {
            case .shareTaken:
                throw ErrorBody(.tooManyRequests, "answers wait for this address to take them; take those first")
            case .full: throw ErrorBody(.unavailable, "others have large answers under way; ask again in a second")
            }
        }
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
    static let onePacket = 1200

    init(_ bytes: [UInt8], _ packers: Pool<Gzip>) {
        plain = ByteBuffer(bytes: bytes)
        packed = bytes.count > Self.onePacket ? packers.with { $0.pack(bytes) } : nil
    }
}

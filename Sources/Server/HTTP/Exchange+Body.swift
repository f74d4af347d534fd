import FoundationEssentials
import HTTPTypes
import HereaboutsAPI
import Hummingbird
import NIOCore

extension Exchange {
    /// Reads the request's body, a JSON object of at most `length` bytes. Throws naming the member that is missing, has
    /// another type, or is unknown to `shape`; and as `file(upTo:)` does.
    func body<Body: Decodable & Sendable>(_ type: Body.Type, of shape: BodyShape?, upTo length: Int) async throws
        -> Body
    {
        let media = header(.contentType)?.prefix { $0 != ";" && $0 != " " }.lowercased()
        guard media == "application/json" else {
            throw ErrorBody(
                .unsupportedMediaType, "the body must be application/json, but the request names another type")
        }
        return try await reading(try await file(upTo: length)) { bytes in
            do {
                let decoder = JSONDecoder()
                decoder.userInfo[.bodyShape] = shape
                return try decoder.decode(sent: CheckedBody<Body>.self, from: bytes).body
            } catch let error as DecodingError {
                throw ErrorBody(error)
            }
        }
    }

    /// Bodies up to this many bytes are parsed on the event loop: the most expensive JSON takes a microsecond per byte.
    private static let readAtOnce = 2 << 10

    /// Parses `bytes` with `read`: on the event loop when they are few, otherwise on a worker, since they may hold
    /// anything.
    func reading<Result: Sendable>(
        _ bytes: [UInt8], _ read: @escaping @Sendable ([UInt8]) throws -> Result
    ) async throws -> Result {
        guard bytes.count > Self.readAtOnce else { return try read(bytes) }
        return try await workers.run(costing: .reading(bytes.count)) { try read(bytes) }
    }

    /// Reads the request's body of at most `length` bytes, and decompresses it if needed. The limit holds for the bytes
    /// sent and for their content. Memory holds the content once, and the compressed bytes beside it.
    ///
    /// The server reserves the memory before it reads, and frees it after the answer: slow senders must not exhaust it.
    /// Throws `tooManyRequests` when this network has its share, and `unavailable` when others have it all.
    func file(upTo length: Int) async throws -> [UInt8] {
        let isPacked = try isPacked()
        let announced = header(.contentLength).flatMap { Int($0) } ?? length
        let sent = max(0, min(announced, length))
        // The length of a compressed body's content is known only at its end, when both are in memory.
        let content = isPacked ? min(length, Gzip.maximumExpansion * sent) : 0
        if let incoming {
            try incoming.open(taking: max(sent, min(sent + content, incoming.capacity)), for: clientNetwork)
        }
        let bytes = try await received(upTo: length)
        return isPacked ? try await unpacked(bytes, upTo: length) : bytes
    }

    /// Whether the body is compressed with gzip. Throws `unsupportedEncoding` for a coding that this server does not
    /// read (RFC 9110 §15.5.16).
    func isPacked() throws(ErrorBody) -> Bool {
        switch header(.contentEncoding)?.lowercased() {
        case nil, "", "identity": return false
        case "gzip", "x-gzip": return true
        default:
            throw ErrorBody(.unsupportedEncoding, "the server reads plain and gzip bodies, and this is another coding")
        }
    }

    /// Whether the request's head allows a body of more than `length` bytes.
    func mayBring(moreThan length: Int) throws(ErrorBody) -> Bool {
        guard try !isPacked(), let announced = header(.contentLength) else { return true }
        return Int(announced).map { $0 > length } ?? true
    }

    /// The most bytes that the event loop decompresses at once, and their most compressed bytes; a worker decompresses
    /// more.
    private static let mostAtOnce = 256 << 10
    private static let mostPackedAtOnce = 16 << 10

    private func unpacked(_ packed: [UInt8], upTo length: Int) async throws -> [UInt8] {
        do {
            if packed.count <= Self.mostPackedAtOnce {
                do throws(Gzip.Fault) {
                    return try packers.with { (packer) throws(Gzip.Fault) in
                        try packer.unpack(packed, upTo: min(length, Self.mostAtOnce))
                    }
                } catch {
                    guard error == .tooLong, length > Self.mostAtOnce else { throw error }
                }
            }
            return try await workers.run { [packers] in
                try packers.with { (packer) throws(Gzip.Fault) in try packer.unpack(packed, upTo: length) }
            }
        } catch let fault as Gzip.Fault {
            switch fault {
            case .tooLong: throw Self.tooLarge(length)
            case .noGzip: throw ErrorBody(.badRequest, "the body is not valid gzip, although the request says so")
            case .tooManyMembers:
                throw ErrorBody(
                    .badRequest, "the body is more than \(Gzip.mostMembers) gzip files in a row; pack it as one")
            }
        }
    }

    /// Returns the body as it was sent.
    private func received(upTo length: Int) async throws -> [UInt8] {
        var bytes: [UInt8] = []
        // Reserved memory costs nothing until it is written to.
        bytes.reserveCapacity(max(0, min(header(.contentLength).flatMap { Int($0) } ?? length, length)))
        try await read { piece throws(ErrorBody) in
            guard bytes.count + piece.readableBytes <= length else { throw Self.tooLarge(length) }
            bytes.append(contentsOf: piece.readableBytesView)
        }
        return bytes
    }

    private func read(_ take: (ByteBuffer) throws(ErrorBody) -> Void) async throws {
        do {
            for try await piece in request.body { try take(piece) }
        } catch let error as ErrorBody {
            throw error
        } catch {
            throw ErrorBody(.badRequest, "the body ended early, or its chunks are not valid HTTP")
        }
    }

    private static func tooLarge(_ length: Int) -> ErrorBody {
        ErrorBody(.bodyTooLarge, "a body has at most \(length) bytes here")
    }
}

extension ErrorBody {
    /// Names the member at fault, such as `venues[3].works[0].year`. The message does not repeat the member's value.
    init(_ error: DecodingError, of whole: String = "the body") {
        let field = error.path.isEmpty ? nil : error.path.memberName
        switch error {
        case .keyNotFound: self.init(.invalidBody, "\(field ?? "a member") is missing", field: field)
        case .typeMismatch, .valueNotFound:
            self.init(.invalidBody, "\(field ?? whole) has the wrong type", field: field)
        case .dataCorrupted where field != nil:
            self.init(.invalidBody, "\(field ?? whole) has a value that is not allowed", field: field)
        default: self.init(.invalidBody, "\(whole) is not a JSON object")
        }
    }
}

extension DecodingError {
    /// The path of the member at fault, present or missing; empty for the whole body.
    var path: [any CodingKey] {
        switch self {
        case .keyNotFound(let key, let context): context.codingPath + [key]
        case .typeMismatch(_, let context), .valueNotFound(_, let context), .dataCorrupted(let context):
            context.codingPath
        @unknown default: []
        }
    }
}

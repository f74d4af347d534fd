import FoundationEssentials
import HTTPTypes
import HereaboutsAPI
import Hummingbird
import NIOCore

extension Exchange {
    /// Reads the request's body of at most `length` bytes, a JSON object; throws naming the member that is missing, has
    /// another type, or is none of `shape`, and as `file(upTo:)` does.
    func body<Body: Decodable & Sendable>(_ type: Body.Type, of shape: BodyShape?, upTo length: Int) async throws
        -> Body
    {
        let media = header(.contentType)?.prefix { $0 != ";" && $0 != " " }.lowercased()
        guard media == "application/json" else {
            throw ErrorBody(.unsupportedMediaType, "the body is application/json, and the request says another type")
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

    /// What is read of so many bytes is read at once: the dearest JSON takes a microsecond a byte.
    private static let readAtOnce = 2 << 10

    /// Makes of `bytes` what `read` does, at once when they are few, and else on a thread: they may be anything.
    func reading<Result: Sendable>(
        _ bytes: [UInt8], _ read: @escaping @Sendable ([UInt8]) throws -> Result
    ) async throws -> Result {
        guard bytes.count > Self.readAtOnce else { return try read(bytes) }
        return try await workers.run(costing: .reading(bytes.count)) { try read(bytes) }
    }

    /// Reads the request's body of at most `length` bytes, and unpacks it where it was sent packed: what is sent of it
    /// and what it holds have the same limit. In memory it is once, and packed beside that.
    ///
    /// The memory is taken before anything is read, until the request is answered: slow senders must not hold more than
    /// there is. Throws `tooManyRequests` when this network has its share, and `unavailable` when others have it all.
    func file(upTo length: Int) async throws -> [UInt8] {
        let isPacked = try isPacked()
        let announced = header(.contentLength).flatMap { Int($0) } ?? length
        let sent = max(0, min(announced, length))
        // Nobody knows the content of a packed body before its end, when both are in memory.
        let content = isPacked ? min(length, Gzip.mostForOneByte * sent) : 0
        if let incoming {
            try incoming.open(taking: max(sent, min(sent + content, incoming.capacity)), for: clientNetwork)
        }
        let bytes = try await received(upTo: length)
        return isPacked ? try await unpacked(bytes, upTo: length) : bytes
    }

    /// Whether the body was sent as gzip; throws `unsupportedEncoding` for codings that this server does not read (RFC
    /// 9110 §15.5.16).
    func isPacked() throws(ErrorBody) -> Bool {
        switch header(.contentEncoding)?.lowercased() {
        case nil, "", "identity": return false
        case "gzip", "x-gzip": return true
        default:
            throw ErrorBody(.unsupportedEncoding, "a body comes plain or as gzip, and the request names another coding")
        }
    }

    /// Whether the body may hold more than `length` bytes, by what the request's head says.
    func mayBring(moreThan length: Int) throws(ErrorBody) -> Bool {
        guard try !isPacked(), let announced = header(.contentLength) else { return true }
        return Int(announced).map { $0 > length } ?? true
    }

    /// The most bytes that are unpacked at once, on the event loop, and of how many; more is work for another thread.
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
            case .noGzip: throw ErrorBody(.badRequest, "the body is not the gzip that the request says it is")
            case .tooManyMembers:
                throw ErrorBody(
                    .badRequest, "the body is more than \(Gzip.mostMembers) gzip files in a row; pack it as one")
            }
        }
    }

    /// The body as it was sent.
    private func received(upTo length: Int) async throws -> [UInt8] {
        var bytes: [UInt8] = []
        // Room that nothing is written to takes no memory.
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
            throw ErrorBody(.badRequest, "the body ended early, or its pieces are not as HTTP wants them")
        }
    }

    private static func tooLarge(_ length: Int) -> ErrorBody {
        ErrorBody(.bodyTooLarge, "a body has at most \(length) bytes here")
    }
}

extension ErrorBody {
    /// Says what a body lacks, and where, such as `venues[3].works[0].year`. What stands in it is not repeated.
    init(_ error: DecodingError, of whole: String = "the body") {
        let field = error.path.isEmpty ? nil : error.path.memberName
        switch error {
        case .keyNotFound: self.init(.invalidBody, "\(field ?? "a member") is missing", field: field)
        case .typeMismatch, .valueNotFound:
            self.init(.invalidBody, "\(field ?? whole) has another type than it should", field: field)
        case .dataCorrupted where field != nil:
            self.init(.invalidBody, "\(field ?? whole) has a value that is not allowed", field: field)
        default: self.init(.invalidBody, "\(whole) is not a JSON object")
        }
    }
}

extension DecodingError {
    /// The member that is at fault, also one that is missing; empty for the whole.
    var path: [any CodingKey] {
        switch self {
        case .keyNotFound(let key, let context): context.codingPath + [key]
        case .typeMismatch(_, let context), .valueNotFound(_, let context), .dataCorrupted(let context):
            context.codingPath
        @unknown default: []
        }
    }
}

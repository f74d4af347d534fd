import FoundationEssentials
import HTTPTypes
import HereaboutsAPI
import Hummingbird
import NIOCore

extension Exchange {
    /// Reads the request's body of at most `length` bytes, a JSON object; throws naming the member that is missing, has another type,
    /// or is none of `shape`.
    func body<Body: Decodable>(_ type: Body.Type, of shape: BodyShape?, upTo length: Int) async throws -> Body {
        let media = header(.contentType)?.prefix { $0 != ";" && $0 != " " }.lowercased()
        guard media == "application/json" else {
            throw ErrorBody(.unsupportedMediaType, "the body is application/json, and the request says another type")
        }
        let bytes = try await collect(upTo: length)
        do {
            let decoder = JSONDecoder()
            decoder.userInfo[.bodyShape] = shape
            return try decoder.decode(CheckedBody<Body>.self, from: Data(bytes.readableBytesView)).body
        } catch let error as DecodingError {
            throw ErrorBody(error)
        }
    }

    /// Reads the request's body as it is, of at most `length` bytes. It is in memory once, not twice, unless it was sent packed: files are large.
    func file(upTo length: Int) async throws -> [UInt8] {
        guard try !isPacked() else { return [UInt8](try await collect(upTo: length).readableBytesView) }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(min(header(.contentLength).flatMap { Int($0) } ?? 0, length))
        try await read { piece throws(ErrorBody) in
            guard bytes.count + piece.readableBytes <= length else { throw Self.tooLarge(length) }
            bytes.append(contentsOf: piece.readableBytesView)
        }
        return bytes
    }

    /// Whether the body was sent as gzip; throws `unsupportedEncoding` for codings that this server does not read (RFC 9110 §15.5.16).
    private func isPacked() throws(ErrorBody) -> Bool {
        switch header(.contentEncoding)?.lowercased() {
        case nil, "", "identity": return false
        case "gzip", "x-gzip": return true
        default:
            throw ErrorBody(.unsupportedEncoding, "a body comes plain or as gzip, and the request names another coding")
        }
    }

    /// Returns the body unpacked. It has at most `length` bytes, and so has what is sent of it.
    private func collect(upTo length: Int) async throws -> ByteBuffer {
        let isPacked = try isPacked()
        let bytes = try await received(upTo: length)
        guard isPacked else { return bytes }
        do throws(Gzip.Fault) {
            return try packers.with { (packer) throws(Gzip.Fault) in try packer.unpack(bytes, upTo: length) }
        } catch {
            switch error {
            case .tooLong: throw Self.tooLarge(length)
            case .noGzip: throw ErrorBody(.badRequest, "the body is not the gzip that the request says it is")
            }
        }
    }

    private func received(upTo length: Int) async throws -> ByteBuffer {
        var bytes = ByteBuffer()
        try await read { piece throws(ErrorBody) in
            guard bytes.readableBytes + piece.readableBytes <= length else { throw Self.tooLarge(length) }
            bytes.writeImmutableBuffer(piece)
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

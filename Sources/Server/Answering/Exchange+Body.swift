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

    /// Reads the request's body as it is.
    func file(upTo length: Int) async throws -> [UInt8] { [UInt8](try await collect(upTo: length).readableBytesView) }

    private func collect(upTo length: Int) async throws -> ByteBuffer {
        do {
            return try await request.body.collect(upTo: length)
        } catch is HTTPError {
            throw ErrorBody(.bodyTooLarge, "a body has at most \(length) bytes here")
        } catch {
            throw ErrorBody(.badRequest, "the body ended early, or its pieces are not as HTTP wants them")
        }
    }
}

extension ErrorBody {
    /// Says what a body lacks. What stands in it is not repeated.
    init(_ error: DecodingError) {
        func name(_ path: [any CodingKey]) -> String? {
            path.isEmpty ? nil : String(path.map(\.stringValue).joined(separator: ".").prefix(80))
        }
        switch error {
        case .keyNotFound(let key, let context):
            let field = name(context.codingPath + [key])
            self.init(.invalidBody, "\(field ?? "a member") is missing", field: field)
        case .typeMismatch(_, let context), .valueNotFound(_, let context):
            let field = name(context.codingPath)
            self.init(.invalidBody, "\(field ?? "the body") has another type than it should", field: field)
        case .dataCorrupted(let context) where !context.codingPath.isEmpty:
            let field = name(context.codingPath)
            self.init(.invalidBody, "\(field ?? "the body") has a value that is not allowed", field: field)
        default: self.init(.invalidBody, "the body is not a JSON object")
        }
    }
}

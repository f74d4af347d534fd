import GeoCore
import HTTPTypes
import HereaboutsAPI
import Hummingbird
import NIOCore

extension HTTPField.Name {
    static let contentSecurityPolicy = HTTPField.Name("content-security-policy")!
    static let contentTypeOptions = HTTPField.Name("x-content-type-options")!
    static let referrerPolicy = HTTPField.Name("referrer-policy")!
    static let accessControlAllowOrigin = HTTPField.Name("access-control-allow-origin")!
    static let accessControlAllowMethods = HTTPField.Name("access-control-allow-methods")!
    static let accessControlAllowHeaders = HTTPField.Name("access-control-allow-headers")!
    static let accessControlMaxAge = HTTPField.Name("access-control-max-age")!
    static let accessControlExposeHeaders = HTTPField.Name("access-control-expose-headers")!
}

extension ErrorBody {
    /// The error's wire form.
    var json: [UInt8] {
        var writer = JSONWriter(reservingCapacity: 128)
        writer.beginObject()
        writer.key("code")
        writer.value(code.rawValue)
        writer.key("message")
        writer.value(message)
        if let field {
            writer.key("field")
            writer.value(field)
        }
        writer.endObject()
        return writer.bytes
    }
}

extension Response {
    /// The one form of an error, with its stable code.
    init(_ error: ErrorBody) {
        self.init(status: .init(code: error.code.status), json: error.json)
        headers[.cacheControl] = "no-store"
        if error.code == .unavailable || error.code == .tooManyRequests { headers[.retryAfter] = "1" }
    }

    /// JSON that was written by hand.
    init(status: HTTPResponse.Status = .ok, json bytes: [UInt8]) {
        self.init(
            status: status, headers: [.contentType: "application/json"],
            body: .init(byteBuffer: ByteBuffer(bytes: bytes)))
    }

    /// The answer to a client that holds what `tag` names.
    static func notModified(_ tag: String, cacheControl: String) -> Response {
        Response(status: .notModified, headers: [.eTag: tag, .cacheControl: cacheControl, .vary: "accept-encoding"])
    }
}

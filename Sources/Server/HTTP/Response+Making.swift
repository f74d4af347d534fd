import Fairness
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
    /// The error as JSON, with its stable code.
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
    /// Makes the answer for an error: the only form of an error, with its stable code.
    init(_ error: ErrorBody) {
        self.init(status: .init(code: error.code.status), json: error.json)
        headers[.cacheControl] = "no-store"
        let isPassing = error.code == .unavailable || error.code == .tooManyRequests
        if let seconds = error.retryAfter ?? (isPassing ? 1 : nil) { headers[.retryAfter] = "\(seconds)" }
    }

    /// Makes an answer of JSON that a `JSONWriter` wrote.
    init(status: HTTPResponse.Status = .ok, json bytes: [UInt8]) {
        self.init(
            status: status, headers: [.contentType: "application/json"],
            body: .init(byteBuffer: ByteBuffer(bytes: bytes)))
    }

    /// Returns an answer that browsers save as a file named `name`.
    static func file(_ body: ResponseBody, type: String, name: String) -> Response {
        Response(
            status: .ok,
            headers: [
                .contentType: type, .cacheControl: Exchange.personal,
                .contentDisposition: "attachment; filename=\"\(name)\"",
            ], body: body)
    }

    /// Returns the answer to a client whose cache has the content that `tag` names.
    static func notModified(_ tag: String, cacheControl: String) -> Response {
        Response(status: .notModified, headers: [.eTag: tag, .cacheControl: cacheControl, .vary: "accept-encoding"])
    }
}

/// A long answer that is made in pieces.
package protocol PiecewiseBody: Sendable {
    /// Returns the next bytes; `nil` after the last.
    mutating func next() async throws -> [UInt8]?
}

extension ResponseBody {
    /// Bytes handed to the connection at once. A client must read half of them within the stall time.
    static let pieceLength = 64 << 10

    /// Makes a body of the pieces that `piece` returns, as the client reads it.
    ///
    /// Only the connection's event loop knows whether the client reads. A writer must therefore wait there after each
    /// piece. Otherwise it hands over the last piece before the first is sent, and a client that reads nothing fills
    /// the memory.
    init(
        inPiecesOf range: Range<Int>, on eventLoop: any EventLoop,
        _ piece: @escaping @Sendable (Range<Int>) -> ByteBuffer
    ) {
        self.init(contentLength: range.count) { writer in
            var start = range.lowerBound
            while start < range.upperBound {
                let end = min(range.upperBound, start + Self.pieceLength)
                try await writer.write(piece(start..<end))
                try await eventLoop.submit {}.get()
                start = end
            }
            try await writer.finish(nil)
        }
    }

    /// Makes a body of unknown length while the client reads it; `first` comes before `pieces`.
    init(_ first: [UInt8] = [], then pieces: some PiecewiseBody, on eventLoop: any EventLoop) {
        self.init { writer in
            var pieces = pieces, next: [UInt8]? = first
            while let piece = next {
                var rest = ByteBuffer(bytes: piece)
                while rest.readableBytes > 0,
                    let part = rest.readSlice(length: min(rest.readableBytes, Self.pieceLength))
                {
                    try await writer.write(part)
                    try await eventLoop.submit {}.get()
                }
                next = try await pieces.next()
            }
            try await writer.finish(nil)
        }
    }

    /// Makes a body of existing bytes, handed over in pieces when they are many. `share` holds their memory in a budget
    /// until the last piece is handed over.
    init(_ bytes: ByteBuffer, on eventLoop: any EventLoop, holding share: SharedBudget.Share? = nil) {
        guard bytes.readableBytes > Self.pieceLength else {
            self.init(byteBuffer: bytes)
            return
        }
        let start = bytes.readerIndex
        self.init(inPiecesOf: 0..<bytes.readableBytes, on: eventLoop) { range in
            // Inside what can be read.
            withExtendedLifetime(share) {
                bytes.getSlice(at: start + range.lowerBound, length: range.count) ?? ByteBuffer()
            }
        }
    }
}

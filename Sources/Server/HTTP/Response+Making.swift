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
        let isPassing = error.code == .unavailable || error.code == .tooManyRequests
        if let seconds = error.retryAfter ?? (isPassing ? 1 : nil) { headers[.retryAfter] = "\(seconds)" }
    }

    /// JSON that was written by hand.
    init(status: HTTPResponse.Status = .ok, json bytes: [UInt8]) {
        self.init(
            status: status, headers: [.contentType: "application/json"],
            body: .init(byteBuffer: ByteBuffer(bytes: bytes)))
    }

    /// A file that is kept, under a name.
    static func file(_ body: ResponseBody, type: String, name: String) -> Response {
        Response(
            status: .ok,
            headers: [
                .contentType: type, .cacheControl: Exchange.personal,
                .contentDisposition: "attachment; filename=\"\(name)\"",
            ], body: body)
    }

    /// The answer to a client that holds what `tag` names.
    static func notModified(_ tag: String, cacheControl: String) -> Response {
        Response(status: .notModified, headers: [.eTag: tag, .cacheControl: cacheControl, .vary: "accept-encoding"])
    }
}

/// A long answer that is made piece by piece.
package protocol PiecewiseBody: Sendable {
    /// The next bytes; `nil` after the last.
    mutating func next() async throws -> [UInt8]?
}

extension ResponseBody {
    /// Bytes handed to the connection at once. A client has to take half of them while the server is patient.
    static let pieceLength = 64 << 10

    /// A body that `piece` gives bit by bit, as the client takes it.
    ///
    /// Whether it takes it is known on its event loop only: a writer that does not wait there after each piece has
    /// handed over the last before the first is sent, and all of it stays in memory for a client that reads nothing.
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

    /// A body of unknown length, made as the client takes it; `first` stands before what is still to come.
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

    /// A body of bytes that are there, handed over bit by bit when they are many. Their memory is a share of a budget,
    /// which is held until the last is handed over.
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

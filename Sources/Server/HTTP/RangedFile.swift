import Atlas
import HTTPTypes
import HereaboutsAPI
import Hummingbird
import NIOCore

/// A file that the server sends whole or in part, such as the atlas. It must be the server's own copy, since a mapped
/// file may not become shorter.
struct RangedFile: Sendable {
    let mapped: MappedFile
    /// The entity tag, with its quotes: other content has another one.
    let tag: String
    let type: String

    init(_ mapped: MappedFile, tag: String, type: String) {
        self.mapped = mapped
        self.tag = tag
        self.type = type
    }

    /// Copies a range of the mapping.
    fileprivate func piece(_ range: Range<Int>) -> ByteBuffer {
        // Inside: ranges are cut to the file's length; this value holds the mapping.
        unsafe ByteBuffer(bytes: UnsafeRawBufferPointer(rebasing: mapped.bytes[range]))
    }
}

extension Exchange {
    /// Answers with a file, whole or in part (RFC 9110, 14). The server reads it as the client does, in pieces.
    func answer(_ file: RangedFile) -> Response {
        let cacheControl = "no-cache", length = file.mapped.length
        if holds(file.tag) { return .notModified(file.tag, cacheControl: cacheControl) }
        var headers: HTTPFields = [
            .contentType: file.type, .eTag: file.tag, .cacheControl: cacheControl, .acceptRanges: "bytes",
            .accessControlExposeHeaders: "content-range, etag",
        ]
        // A range of another file than the one whose beginning the client has would be useless.
        let isSameFile = header(.ifRange).map { $0 == file.tag } ?? true
        // Only GET has ranges (RFC 9110, 14.2).
        switch isSameFile && request.method == .get ? ByteRange(header(.range), length: length) : .whole {
        case .whole:
            return Response(status: .ok, headers: headers, body: body(0..<length, of: file))
        case .part(let range):
            headers[.contentRange] = "bytes \(range.lowerBound)-\(range.upperBound - 1)/\(length)"
            return Response(status: .partialContent, headers: headers, body: body(range, of: file))
        case .unsatisfiable:
            var refusal = Response(ErrorBody(.rangeNotSatisfiable, "the file has \(length) bytes"))
            refusal.headers[.contentRange] = "bytes */\(length)"
            return refusal
        }
    }

    private func body(_ range: Range<Int>, of file: RangedFile) -> ResponseBody {
        ResponseBody(inPiecesOf: range, on: eventLoop) { file.piece($0) }
    }
}

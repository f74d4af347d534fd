import Buckets
import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import Logging
import NIOCore
import Synchronization

/// A store in this process, on a port of its own. It believes every signature: `scripts/check_s3.py` asks a store that
/// does not.
///
/// A class because tests and requests share its objects.
final class FakeStore: HTTPResponder {
    typealias Context = BasicRequestContext

    struct Object {
        let bytes: [UInt8]
        let stored: Date
    }

    struct State {
        var objects: [String: Object] = [:]
        /// The statuses of the next answers, with a code; then it answers as a store does.
        var failures: [(status: Int, code: String)] = []
        /// `METHOD PATH` of each request.
        var requests: [String] = []
        /// The headers of the last request.
        var lastHeaders: [String: String] = [:]
        /// The body of answers to lists instead of a list.
        var list: String?
    }

    let state = Mutex(State())
    static let bucket = "pictures"
    private static let pageLength = 3

    func respond(to request: Request, context: BasicRequestContext) async throws -> Response {
        let body = try await request.body.collect(upTo: 1 << 20)
        let path = String(request.uri.path.dropFirst("/\(Self.bucket)/".count))
        return state.withLock { state in
            state.requests.append("\(request.method) \(request.uri.path)")
            state.lastHeaders = Dictionary(
                request.headers.map { ($0.name.rawName.lowercased(), $0.value) }, uniquingKeysWith: { $1 })
            guard state.failures.isEmpty else {
                let (status, code) = state.failures.removeFirst()
                return Self.answer(status, code.isEmpty ? "" : "<Error><Code>\(code)</Code></Error>")
            }
            switch (request.method, path) {
            case (.get, ""): return Self.answer(200, state.list ?? Self.list(request.uri.queryParameters, state))
            case (.get, _), (.head, _):
                guard let object = state.objects[path] else {
                    return Self.answer(404, "<Error><Code>NoSuchKey</Code></Error>")
                }
                return Response(status: .ok, body: .init(byteBuffer: ByteBuffer(bytes: object.bytes)))
            case (.put, _):
                if state.objects[path] != nil, request.headers[.ifNoneMatch] == "*" {
                    return Self.answer(412, "<Error><Code>PreconditionFailed</Code></Error>")
                }
                state.objects[path] = Object(bytes: Array(body.readableBytesView), stored: .now)
                return Self.answer(200, "")
            case (.delete, _):
                state.objects[path] = nil
                return Self.answer(204, "")
            default: return Self.answer(405, "")
            }
        }
    }

    private static func list(_ query: some Collection<(key: Substring, value: Substring)>, _ state: State) -> String {
        let query = Dictionary(query.map { (String($0.key), String($0.value)) }, uniquingKeysWith: { $1 })
        let prefix = query["prefix"] ?? "", after = query["continuation-token"].map { String($0.dropFirst(2)) } ?? ""
        let length = min(pageLength, Int(query["max-keys"] ?? "") ?? 1000)
        let keys = state.objects.keys.filter { $0.hasPrefix(prefix) && $0 > after }.sorted()
        let page = keys.prefix(length), isCut = keys.count > page.count
        let contents = page.map { key in
            "<Contents><Key>\(key)</Key><LastModified>"
                + "\(state.objects[key]?.stored.formatted(.iso8601) ?? "")</LastModified><Size>1</Size></Contents>"
        }
        // A token with bytes that a query must escape.
        let next = isCut ? "<NextContinuationToken>+/\(page.last ?? "")</NextContinuationToken>" : ""
        return """
            <?xml version="1.0" encoding="UTF-8"?>
            <ListBucketResult xmlns="http://s3.amazonaws.com/doc/2006-03-01/"><IsTruncated>\(isCut)</IsTruncated>
            \(next)\(contents.joined())</ListBucketResult>
            """
    }

    private static func answer(_ status: Int, _ text: String) -> Response {
        Response(status: .init(code: status), body: .init(byteBuffer: ByteBuffer(string: text)))
    }

    /// Serves while `body` runs, which gets a location in the bucket, with a prefix.
    func serve(_ body: @escaping @Sendable (BucketLocation) async throws -> Void) async throws {
        let application = Application(
            responder: self, configuration: .init(address: .hostname("127.0.0.1", port: 0)),
            logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
        try await application.test(.live) { client in
            guard let port = client.port, let location = Self.location(port: port) else { throw CancellationError() }
            try await body(location)
        }
    }

    static func location(port: Int) -> BucketLocation? {
        BucketLocation("s3://\(bucket)/town/square?endpoint=http://127.0.0.1:\(port)&region=here")
    }
}

extension PictureBucket {
    /// Opens a location with a made-up key, and sends again at once.
    ///
    /// - Parameter lead: How far this machine's clock is before the store's, in seconds.
    init(
        test location: BucketLocation, lead: Double = 0, waits: @escaping @Sendable (Duration) -> Void = { _ in }
    ) throws {
        guard let key = AccessKey(id: "AKID", secret: "the-secret") else { throw CancellationError() }
        self.init(Bucket(location, key, now: { .now }, wait: { waits($0) }), now: { .now + lead })
    }
}

import AsyncHTTPClient
import Foundation
import NIOCore
import NIOHTTP1
import Pictures
import Synchronization

/// A request to a store.
struct BucketRequest: Sendable {
    let method: HTTPMethod
    /// The object's key; empty for the bucket.
    let key: String
    /// How long it may take, in seconds, the answer included.
    let seconds: Int
    var query: [(name: String, value: String)] = []
    var headers: [(name: String, value: String)] = []
    var body: [UInt8] = []
    /// The most bytes of the answer. Errors are short.
    var mostBytes = 64 << 10

    init(_ method: HTTPMethod, _ key: String, seconds: Int) {
        (self.method, self.key, self.seconds) = (method, key, seconds)
    }
}

/// A store's answer.
struct BucketAnswer: Sendable {
    let status: Int
    let date: String?
    let body: [UInt8]

    /// The code of an error, such as `NoSuchKey`; `nil` if the answer names none.
    var code: String? {
        guard status >= 300, let document = AnswerDocument(body), document.root == "Error" else { return nil }
        // The log shows it, so it is a word.
        return document.text("Code").flatMap { code in
            (1...64).contains(code.utf8.count) && code.utf8.allSatisfy(Self.isLetterOrDigit) ? code : nil
        }
    }

    private static func isLetterOrDigit(_ byte: UInt8) -> Bool {
        (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
    }
}

/// Signs requests and sends them, again where that may help.
struct SignedRequests: Sendable {
    let location: BucketLocation
    let signature: RequestSignature
    let now: @Sendable () -> Date
    let wait: @Sendable (Duration) async throws -> Void

    private let contact = Contact()

    /// How often a request is sent at most, and how often if the store does not answer in time.
    private static let mostAttempts = 4, mostSilences = 2
    /// How long a request may take while the store is silent, in seconds.
    private static let shortPatience = 5

    /// The connections to all stores, which stay as long as the process.
    private static let client: HTTPClient = {
        var configuration = HTTPClient.Configuration(
            redirectConfiguration: .disallow, timeout: .init(connect: .seconds(3), read: .seconds(10)),
            connectionPool: .init(idleTimeout: .seconds(30), concurrentHTTP1ConnectionsPerHostSoftLimit: 16))
        configuration.httpVersion = .http1Only
        // This type sends again by itself.
        configuration.connectionPool.retryConnectionEstablishment = false
        return HTTPClient(eventLoopGroup: HTTPClient.defaultEventLoopGroup, configuration: configuration)
    }()

    /// Returns the answer to a request, whatever its status, but for those that mean that the store is busy or failing:
    /// then it sends the request up to three times more. Every request of this module may be sent twice. While the store
    /// is silent, a request is sent once and gets less time, so that those who wait for it do not pile up.
    ///
    /// Throws `RenditionStoreFault`, and `CancellationError`.
    func send(_ request: BucketRequest) async throws -> BucketAnswer {
        let wasSilent = contact.isSilent.withLock { $0 }
        let seconds = wasSilent ? min(request.seconds, Self.shortPatience) : request.seconds
        var attempts = 0, silences = wasSilent ? 1 : 0
        while true {
            attempts += 1
            let fault: RenditionStoreFault
            do {
                let answer = try await within(seconds: seconds) { try await once(request) }
                contact.isSilent.withLock { $0 = false }
                guard Self.isTemporary(answer.status) else { return answer }
                fault = BucketFault.refused(location, answer, request)
            } catch {
                try Task.checkCancellation()
                if BucketFault.isSilence(error) {
                    silences += 1
                    contact.isSilent.withLock { $0 = true }
                }
                fault = BucketFault.unreachable(location, error)
            }
            guard attempts < Self.mostAttempts, silences < Self.mostSilences else { throw fault }
            // 0.2, 0.4 and 0.8 s, a little later each by its key, so that requests that failed together come apart.
            let spread = request.key.utf8.reduce(0) { ($0 &* 31 &+ Int($1)) & 0xFF }
            try await wait(.milliseconds((200 + spread) << (attempts - 1)))
        }
    }

    /// Whether the same request may succeed a moment later.
    private static func isTemporary(_ status: Int) -> Bool { [429, 500, 502, 503, 504].contains(status) }

    private func once(_ request: BucketRequest) async throws -> BucketAnswer {
        let time = RequestSignature.time(now()), path = location.path(of: request.key)
        var headers = request.headers
        headers += [
            ("host", location.authority), ("x-amz-content-sha256", RequestSignature.hash(of: request.body)),
            ("x-amz-date", time),
        ]
        let authorization = signature.authorization(
            request.method.rawValue, path, request.query, headers, at: time)
        let query = request.query.isEmpty ? "" : "?\(RequestSignature.query(request.query))"
        var sent = HTTPClientRequest(
            url: "\(location.isEncrypted ? "https" : "http")://\(location.authority)"
                + RequestSignature.escaped(path, keepingSlashes: true) + query)
        sent.method = request.method
        for (name, value) in headers { sent.headers.add(name: name, value: value) }
        sent.headers.add(name: "authorization", value: authorization)
        if request.method == .PUT { sent.body = .bytes(ByteBuffer(bytes: request.body)) }
        let answer = try await Self.client.execute(sent, timeout: .seconds(Int64(request.seconds)))
        let body = try await answer.body.collect(upTo: request.mostBytes)
        return BucketAnswer(
            status: Int(answer.status.code), date: answer.headers.first(name: "date"),
            body: [UInt8](body.readableBytesView))
    }

    /// Runs `body`, and ends it with `Silence` if it takes longer.
    private func within<Result: Sendable>(
        seconds: Int, _ body: @escaping @Sendable () async throws -> Result
    ) async throws -> Result {
        try await withThrowingTaskGroup(of: Result.self) { group in
            defer { group.cancelAll() }
            group.addTask { try await body() }
            group.addTask {
                try await Task.sleep(for: .seconds(seconds))
                throw Silence()
            }
            guard let result = try await group.next() else { throw Silence() }
            return result
        }
    }
}

/// Whether a store answered lately. A class because all requests to it share it.
private final class Contact: Sendable {
    /// Whether the last request had no answer in time.
    let isSilent = Mutex(false)
}

/// A store did not finish its answer in time.
struct Silence: Error {}

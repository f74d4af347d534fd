import Foundation
import HereaboutsAPI
import HereaboutsDevice
import Hummingbird
import HummingbirdTesting
import Synchronization
import Testing

@Suite struct `URLSession carries the client's requests` {
    @Test func `a request arrives as it was made, and its answer comes back`() async throws {
        let server = Recorder()
        try await server.serving { address in
            let transport = try #require(URLSessionTransport(server: address))
            let answer = try await transport.send(
                TransportRequest(
                    method: "POST", target: "/api/v1/posts?text=a%2Fb&lang=fi", headers: ["authorization": "Bearer x"],
                    body: [UInt8]("{}".utf8)))
            #expect(answer.status == 200)
            #expect(answer.body == [UInt8]("heard".utf8))
        }
        let request = try #require(server.requests.first)
        #expect(request.line == "POST /api/v1/posts?text=a%2Fb&lang=fi")
        #expect(request.token == "Bearer x")
        #expect(request.body == "{}")
    }

    @Test(arguments: ["map", "map/"]) func `a server may have a path of its own`(_ path: String) async throws {
        let server = Recorder()
        try await server.serving { address in
            let transport = try #require(URLSessionTransport(server: address.appending(path: path)))
            _ = try await transport.send(TransportRequest(method: "GET", target: "/api/v1/about"))
        }
        #expect(server.requests.map(\.line) == ["GET /map/api/v1/about"])
    }

    @Test func `a token is sent only to its server`() async throws {
        let other = Recorder()
        try await other.serving { elsewhere in
            let server = Recorder(redirecting: ["/away": "\(elsewhere)/taken", "/old": "/new"])
            try await server.serving { address in
                let transport = try #require(URLSessionTransport(server: address))
                let headers = ["authorization": "Bearer x"]
                let away = try await transport.send(TransportRequest(method: "GET", target: "/away", headers: headers))
                #expect(away.status == 307)
                let new = try await transport.send(TransportRequest(method: "GET", target: "/old", headers: headers))
                #expect(new.status == 200)
            }
            #expect(server.requests.map(\.line) == ["GET /away", "GET /old", "GET /new"])
        }
        #expect(other.requests.isEmpty)
    }

    @Test func `an answer is read only up to its maximum length`() async throws {
        // With its length in front, and in chunks that do not say when they end.
        for isChunked in [false, true] {
            let server = Recorder(answering: 100_000, isChunked: isChunked)
            try await server.serving { address in
                let enough = try #require(URLSessionTransport(server: address, maximumAnswer: 100_000))
                #expect(try await enough.send(TransportRequest(method: "GET", target: "/")).body.count == 100_000)
                let less = try #require(URLSessionTransport(server: address, maximumAnswer: 99_999))
                let fault = await #expect(throws: AnswerTooLong.self) {
                    try await less.send(TransportRequest(method: "GET", target: "/"))
                }
                #expect(fault == AnswerTooLong(maximumAnswer: 99_999))
                #expect(fault?.description.contains("99999 bytes") == true)
            }
        }
    }

    @Test func `an endless answer is abandoned`() async throws {
        let server = Recorder(answering: .max, isChunked: true)
        try await server.serving { address in
            let transport = try #require(URLSessionTransport(server: address, maximumAnswer: 1 << 20))
            await #expect(throws: AnswerTooLong(maximumAnswer: 1 << 20)) {
                try await transport.send(TransportRequest(method: "GET", target: "/"))
            }
        }
    }

    @Test func `simultaneous requests each get their own answer`() async throws {
        let server = Recorder(answering: 5000, isChunked: true)
        try await server.serving { address in
            let transport = try #require(URLSessionTransport(server: address, maximumAnswer: 5000))
            try await withThrowingTaskGroup(of: Int.self) { group in
                for _ in 0..<20 {
                    group.addTask {
                        try await transport.send(TransportRequest(method: "GET", target: "/")).body.count
                    }
                }
                for try await length in group { #expect(length == 5000) }
            }
        }
    }

    @Test func `a cancelled request stops waiting`() async throws {
        let server = Recorder(answering: .max, isChunked: true)
        try await server.serving { address in
            let transport = try #require(URLSessionTransport(server: address, maximumAnswer: .max))
            // Before it begins, and while bytes arrive.
            for isLate in [false, true] {
                let asked = server.requests.count
                let asking = Task { try await transport.send(TransportRequest(method: "GET", target: "/")) }
                while isLate, server.requests.count == asked { await Task.yield() }
                asking.cancel()
                await #expect(throws: CancellationError.self) { _ = try await asking.value }
            }
        }
    }

    @Test func `an address without a host is of no origin, and other ports and schemes are other origins`() throws {
        func origin(_ text: String) throws -> Origin? { Origin(try #require(URL(string: text))) }
        for text in ["/new", "mailto:a@example.org", "https:/new", "data:,a", "ftp://example.org"] {
            #expect(try origin(text) == nil)
        }
        let own = try #require(try origin("https://example.org/map"))
        for text in ["HTTPS://EXAMPLE.org:443/", "https://example.org?a#b"] { #expect(try origin(text) == own) }
        for text in [
            "http://example.org", "https://example.org:8443", "https://www.example.org", "https://example.com",
        ] {
            #expect(try origin(text) != own)
        }
    }

    @Test func `cookies are not kept`() async throws {
        let server = Recorder()
        try await server.serving { address in
            let transport = try #require(URLSessionTransport(server: address))
            for _ in 0..<2 { _ = try await transport.send(TransportRequest(method: "GET", target: "/")) }
        }
        #expect(server.requests.map(\.cookie) == [nil, nil])
    }

    @Test(arguments: [
        "example.org", "ftp://example.org", "https://", "https://me@example.org", "https://example.org/?a",
        "https://example.org/#a",
    ]) func `an address that is not a server's is refused`(_ address: String) throws {
        #expect(try URLSessionTransport(server: #require(URL(string: address))) == nil)
    }
}

/// A server that records its requests.
private final class Recorder: Sendable {
    struct Request: Sendable {
        let line: String
        let token: String?
        let cookie: String?
        let body: String
    }

    private let noted = Mutex<[Request]>([])
    /// Where to send on those who ask for a path.
    private let targets: [String: String]

    /// How many bytes an answer has, if it is more than a word.
    private let length: Int?
    private let isChunked: Bool

    init(redirecting targets: [String: String] = [:], answering length: Int? = nil, isChunked: Bool = false) {
        self.targets = targets
        self.length = length
        self.isChunked = isChunked
    }

    var requests: [Request] { noted.withLock { $0 } }

    func serving(_ body: @escaping @Sendable (_ address: URL) async throws -> Void) async throws {
        try await Application(responder: CallbackResponder(callback: answer)).test(.live) { client in
            let port = try #require(client.port)
            try await body(#require(URL(string: "http://127.0.0.1:\(port)")))
        }
    }

    @Sendable private func answer(_ request: Hummingbird.Request, _ context: BasicRequestContext) async throws
        -> Response
    {
        let body = try await request.body.collect(upTo: 1000)
        noted.withLock {
            $0.append(
                Request(
                    line: "\(request.method) \(request.uri)", token: request.headers[.authorization],
                    cookie: request.headers[.cookie], body: String(buffer: body)))
        }
        if let target = targets[request.uri.path] { return .redirect(to: target, type: .temporary) }
        if let length {
            let body = ResponseBody(contentLength: isChunked ? nil : length) { writer in
                let piece = ByteBuffer(repeating: 0x61, count: 1000)
                for start in stride(from: 0, to: length, by: 1000) where length - start >= 1000 {
                    try await writer.write(piece)
                }
                try await writer.finish(nil)
            }
            return Response(status: .ok, body: body)
        }
        return Response(status: .ok, headers: [.setCookie: "a=b"], body: .init(byteBuffer: .init(string: "heard")))
    }
}

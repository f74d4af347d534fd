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

    @Test func `a token goes nowhere but to its server`() async throws {
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
    ]) func `what is no server's address is refused`(_ address: String) throws {
        #expect(try URLSessionTransport(server: #require(URL(string: address))) == nil)
    }
}

/// A server that notes what it is asked.
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

    init(redirecting targets: [String: String] = [:]) { self.targets = targets }

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
        return Response(status: .ok, headers: [.setCookie: "a=b"], body: .init(byteBuffer: .init(string: "heard")))
    }
}

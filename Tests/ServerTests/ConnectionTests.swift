import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import LocalAuthority
import NIOSSL
import Server
import TestSupport
import Testing

/// The server with a network.
@Suite struct ConnectionTests {
    /// Runs `body`, on a thread of its own, with the port of a live server.
    private func live<Result: Sendable>(
        _ change: (inout ServerSettings) -> Void = { _ in }, _ body: @escaping @Sendable (Int) throws -> Result
    ) async throws -> Result {
        try await Town(change).application.test(.live) { client in
            let port = try #require(client.port)
            return try await RawConnection.onThread { try body(port) }
        }
    }

    @Test(arguments: [
        "/healthz", "/tiles.json", "/api/v1/about", "/api/v1/suggest?q=k",
        "/api/v1/route?from=60.17,24.94&to=60.17,24.945",
        "/route/v1/foot/24.94,60.17;24.945,60.17", "/main.js", "/api/v1/atlas", "/styles/light.json",
    ])
    func `each family answers over a connection`(target: String) async throws {
        let town = try Town()
        try await town.application.test(.live) { client in
            let answer = try await client.execute(uri: target, method: .get)
            #expect(answer.status == .ok)
            #expect(answer.headers[.date] != nil)
            let length = try #require(answer.headers[.contentLength].flatMap { Int($0) })
            #expect(answer.body.readableBytes == length)
        }
    }

    @Test func `one connection takes many requests, also sent ahead`() async throws {
        let text = try await live { port in
            let connection = try RawConnection(port: port)
            let request = "GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n"
            connection.send(request + request + "GET /nowhere HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n")
            return try connection.read()
        }
        let answers = text.components(separatedBy: "HTTP/1.1 ").dropFirst()
        #expect(answers.map { $0.prefix(3) } == ["200", "200", "404"])
    }

    private static let brief = "/api/v1/route?from=60.17,24.936&to=60.171,24.94"
    private static let byWorker = "/table/v1/foot/24.936,60.17;24.94,60.171;24.938,60.1705"
    private static let byFramework = "/api/v1/overlay"

    /// Of which the system does not keep all answers for a connection.
    private static let large: String = {
        let points = (0..<90).map { "24.93\(60 + $0 % 10 * 4),60.170\($0 / 10)" }.joined(separator: ";")
        return "/table/v1/foot/\(points)?annotations=duration,distance"
    }()

    /// The answer on a connection that has sent everything.
    private func answers(to requests: [String]) async throws -> [String] {
        let text = try await live { port in
            let connection = try RawConnection(port: port)
            connection.send(requests.joined())
            connection.finish()
            return try connection.read()
        }
        // The server may find out whether such a client is still there.
        return text.components(separatedBy: "HTTP/1.1 ").dropFirst().filter { !$0.hasPrefix("100") }.map { String($0) }
    }

    private static func request(_ target: String, _ headers: String = "") -> String {
        "GET \(target) HTTP/1.1\r\nHost: a\r\n\(headers)\r\n"
    }

    @Test func `answers leave in the order of requests, also to a client that has closed its side`()
        async throws
    {
        // A request with an immediate answer, one for a worker, one for the framework, and an unknown address.
        let targets = [
            Self.brief, Self.byWorker, Self.byFramework, "/healthz", Self.byWorker, "/nowhere", "/api/v1/about",
        ]
        var order: [String] = []
        for first in targets.indices {
            for step in 1..<targets.count { order.append(targets[(first * step + step) % targets.count]) }
        }
        let town = try Town()
        var truth: [String: String] = [:]
        for target in targets { truth[target] = String(buffer: try await town.get(target).body) }
        let answers = try await answers(to: order.map { Self.request($0) })
        #expect(answers.count == order.count)
        for (target, answer) in zip(order, answers) {
            #expect(answer.hasPrefix(target == "/nowhere" ? "404" : "200"), "\(target)")
            #expect(try answer.hasSuffix(#require(truth[target])))
        }
    }

    @Test func `a request with a body where none belongs is answered, and so is the next`() async throws {
        let body = "Content-Length: 5\r\n"
        let answers = try await answers(to: [
            Self.request(Self.brief), Self.request(Self.brief, body) + "hello", Self.request("/healthz"),
            Self.request("/healthz", "Transfer-Encoding: chunked\r\n") + "3\r\nabc\r\n0\r\n\r\n",
            Self.request(Self.brief),
        ])
        #expect(answers.map { $0.prefix(3) } == Array(repeating: "200", count: 5))
    }

    /// Whether a request keeps its connection open (RFC 9112 §9.3, RFC 9110 §7.6.1 and §7.8).
    struct Persistence: Sendable, CustomTestStringConvertible {
        let version: String
        let headers: [String]
        let stays: Bool
        /// The answer's `Connection` field.
        var answer: String? { stays ? version == "1.0" ? "keep-alive" : nil : "close" }
        var testDescription: String { "HTTP/\(version) \(headers.joined(separator: "; "))" }

        init(_ version: String, _ headers: String..., stays: Bool) {
            self.version = version
            self.headers = headers
            self.stays = stays
        }
    }

    @Test(arguments: [
        Persistence("1.1", stays: true), Persistence("1.1", "Connection: keep-alive", stays: true),
        Persistence("1.1", "Connection: Keep-Alive", stays: true),
        Persistence("1.1", "Connection: TE, keep-alive", stays: true),
        Persistence("1.1", "Connection: close", stays: false), Persistence("1.1", "connection: Close", stays: false),
        Persistence("1.1", "Connection: close, x", stays: false),
        Persistence("1.1", "Connection: x ,CLOSE", stays: false),
        Persistence("1.1", "Connection: x", "Connection: close", stays: false),
        Persistence("1.1", "Connection: closed", stays: true),
        Persistence("1.0", stays: false), Persistence("1.0", "Connection: keep-alive", stays: true),
        Persistence("1.0", "Connection: x, Keep-Alive", stays: true),
        Persistence("1.0", "Connection: close", stays: false),
        Persistence("1.0", "Connection: keep-alive, close", stays: false),
        Persistence("1.0", "Connection: Close", "Connection: Keep-Alive", stays: false),
        Persistence("1.1", "Upgrade: h2c", stays: true),
        // The decoder reads nothing behind these.
        Persistence(
            "1.1", "Connection: Upgrade, HTTP2-Settings", "Upgrade: h2c", "HTTP2-Settings: AAMAAABk", stays: false),
        Persistence("1.1", "Connection: keep-alive, Upgrade", "Upgrade: websocket", stays: false),
        Persistence("1.1", "Connection: x", "Connection: upgrade", "Upgrade: x", stays: false),
    ])
    func `a connection stays as long as the request says, and the answer says so`(persistence: Persistence) async throws
    {
        let texts = try await live { port in
            try [Self.brief, Self.byWorker, Self.byFramework].map { target in
                let connection = try RawConnection(port: port)
                let headers = persistence.headers.map { $0 + "\r\n" }.joined()
                connection.send(
                    "GET \(target) HTTP/\(persistence.version)\r\nHost: a\r\n\(headers)\r\n"
                        + Self.request("/healthz", "Connection: close\r\n"))
                return try connection.read()
            }
        }
        for text in texts {
            let answers = text.components(separatedBy: "HTTP/1.1 ").dropFirst()
            #expect(answers.map { $0.prefix(3) } == Array(repeating: "200", count: persistence.stays ? 2 : 1))
            let head = try #require(answers.first?.components(separatedBy: "\r\n\r\n").first).lowercased()
            let said = head.components(separatedBy: "\r\n").filter { $0.hasPrefix("connection: ") }
            #expect(said == (persistence.answer.map { ["connection: " + $0] } ?? []))
        }
    }

    @Test func `a client that stays after its last answer is disconnected`() async throws {
        let lastRequests = ["1.1\r\nConnection: close", "1.0", "1.1\r\nConnection: upgrade\r\nUpgrade: x"]
        let requests = [Self.brief, Self.byWorker, Self.byFramework].flatMap { target in
            lastRequests.map { "GET \(target) HTTP/\($0)\r\nHost: a\r\n\r\n" }
        }
        try await live({ $0.idleSeconds = 600 }) { port in
            let connections = try requests.map { request in
                let connection = try RawConnection(port: port)
                connection.send(request)
                #expect(try connection.read().hasPrefix("HTTP/1.1 200"))
                return connection
            }
            for connection in connections { #expect(connection.isLetGo()) }
        }
    }

    @Test(arguments: ["close", "upgrade"])
    func `bytes behind the last request are not read, however long its answer takes`(field: String) async throws {
        try await live { port in
            let connection = try RawConnection(port: port)
            connection.send(Self.request("/api/v1/events", "Connection: \(field)\r\nUpgrade: x\r\n"))
            _ = try connection.read { $0.contains("event: ready") }
            // The system keeps some, at most ten megabytes as Linux comes.
            #expect(connection.send(upTo: 64 << 20) < 48 << 20)
        }
    }

    @Test(arguments: ["route", "table", "match", "trip", "nearest"])
    func `a body that is too long for OSRM's services is refused in their form`(service: String) async throws {
        let head = "POST /\(service)/v1/foot HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\n"
        let body = String(repeating: " ", count: 70_000)
        let texts = try await live { port in
            var requests = [head + "Content-Length: 70000\r\n\r\n" + body]
            // Without its length it is known while it is read, which is done where a body is taken.
            if ["route", "table", "match"].contains(service) {
                requests.append(head + "Transfer-Encoding: chunked\r\n\r\n11170\r\n\(body)\r\n0\r\n\r\n")
            }
            return try requests.map { request in
                let connection = try RawConnection(port: port)
                connection.send(request)
                return try connection.read()
            }
        }
        for text in texts {
            #expect(text.hasPrefix("HTTP/1.1 413"))
            #expect(text.hasSuffix(#"{"code":"TooBig","message":"a body has at most 65536 bytes here"}"#))
        }
    }

    @Test(arguments: [(brief, 30), (byWorker, 30), (byFramework, 30), (large, 80)])
    func `a server that is asked to stop sends all answers in full, also to a slow client, and closes`(
        target: String, count: Int
    ) async throws {
        let (beginning, begun) = AsyncStream<Void>.makeStream()
        let reading = try await Town().application.test(.live) { client in
            let port = try #require(client.port)
            let reading = Task {
                defer { begun.finish() }
                return try await RawConnection.onThread {
                    let connection = try RawConnection(port: port)
                    connection.send([String](repeating: Self.request(target), count: count).joined())
                    let first = try connection.read { _ in true }
                    begun.finish()
                    // Until it takes no more connections.
                    for _ in 0..<100_000 {
                        guard (try? RawConnection(port: port)) != nil else { break }
                        usleep(100)
                    }
                    return first + (try connection.read())
                }
            }
            for await _ in beginning {}
            return reading
        }
        let answers = try await reading.value.components(separatedBy: "HTTP/1.1 ").dropFirst()
        #expect(!answers.isEmpty)
        for answer in answers {
            let parts = answer.components(separatedBy: "\r\n\r\n")
            let length = parts[0].components(separatedBy: "\r\n").first {
                $0.lowercased().hasPrefix("content-length: ")
            }
            #expect(answer.hasPrefix("200") && parts.count == 2)
            #expect(try Int(#require(length).dropFirst(16)) == parts[1].utf8.count)
        }
    }

    @Test(arguments: [brief, byWorker, byFramework])
    func `every answer has its date`(target: String) async throws {
        let answer = try #require(try await answers(to: [Self.request(target)]).first)
        let line = try #require(answer.components(separatedBy: "\r\n").first { $0.lowercased().hasPrefix("date: ") })
        let format = DateFormatter()
        format.locale = Locale(identifier: "en_US_POSIX")
        format.dateFormat = "EEE, dd MMM yyyy HH:mm:ss 'GMT'"
        format.timeZone = .gmt
        let date = try #require(format.date(from: String(line.dropFirst(6))))
        #expect(format.string(from: date) == line.dropFirst(6))
        #expect(abs(date.timeIntervalSinceNow) < 60)
    }

    @Test func `ten thousand requests behind one that takes long are answered, each once`() async throws {
        let many = [String](repeating: Self.request("/healthz"), count: 10_000)
        let answers = try await answers(to: [Self.request(Self.byWorker)] + many + [Self.request("/nowhere")])
        #expect(answers.count == 10_002)
        #expect(answers.dropFirst().dropLast().allSatisfy { $0.hasSuffix("\r\n\r\nok\n") })
        #expect(answers.last?.hasPrefix("404") == true)
    }

    @Test func `an error about bytes that are not HTTP comes after the earlier answers`() async throws {
        for before in [Self.brief, Self.byWorker, Self.byFramework] {
            let text = try await live { port in
                let connection = try RawConnection(port: port)
                connection.send(Self.request(before) + "NONSENSE\r\n\r\n")
                return try connection.read()
            }
            let answers = text.components(separatedBy: "HTTP/1.1 ").dropFirst()
            #expect(answers.map { $0.prefix(3) } == ["200", "400"], "\(before)")
        }
    }

    @Test func `a request with more body than it may have is refused before the body`() async throws {
        let text = try await live { port in
            let connection = try RawConnection(port: port)
            connection.send(Self.request(Self.brief, "Content-Length: 9999999\r\nExpect: 100-continue\r\n"))
            return try connection.read()
        }
        #expect(text.hasPrefix("HTTP/1.1 413"))
    }

    @Test func `a client that has sent everything and reads slowly gets the whole answer`() async throws {
        // More than the system keeps for a connection, so that the last answers wait when the end of the requests is
        // known.
        let answers = try await answers(to: [String](repeating: Self.request(Self.large), count: 80))
        #expect(answers.count == 80)
        #expect(answers.allSatisfy { $0.hasPrefix("200") && $0.hasSuffix("}") })
        #expect(answers.reduce(0) { $0 + $1.utf8.count } > 6 << 20)
    }

    @Test func `a client that leaves before its answer does not affect the others`() async throws {
        try await live { port in
            for _ in 0..<20 {
                let connection = try RawConnection(port: port)
                connection.send(Self.request(Self.byWorker) + Self.request(Self.brief))
            }
            let connection = try RawConnection(port: port)
            connection.send(Self.request(Self.byWorker, "Connection: close\r\n"))
            #expect(try connection.read().hasPrefix("HTTP/1.1 200"))
        }
    }

    @Test func `files that are slow to arrive leave no memory for more, until their senders give up`() async throws {
        try await live {
            $0.guests = .post
            $0.uploadMemoryBytes = 16 << 20
        } _: { port in
            func upload(_ length: Int, _ connection: RawConnection, _ field: String = "Connection: close") {
                connection.send(
                    "POST /api/v1/pictures HTTP/1.1\r\nHost: a\r\n\(field)\r\nContent-Length: \(length)\r\n\r\n")
            }
            // The server's answer to a file that is no picture, repeated until it is as expected. Smaller files cost
            // nothing.
            func answer(_ expected: String) throws -> String {
                var last = ""
                for _ in 0..<10_000 where !last.contains(expected) {
                    let connection = try RawConnection(port: port)
                    upload(100_000, connection)
                    connection.send(String(repeating: "a", count: 100_000))
                    last = try connection.read()
                }
                return last
            }
            var slow: RawConnection? = try RawConnection(port: port)
            upload(16 << 20, try #require(slow), "Expect: 100-continue")
            // The server says so once it has the memory.
            #expect(try slow?.read { $0.hasSuffix("\r\n\r\n") }.hasPrefix("HTTP/1.1 100") == true)
            let refusal = try answer("HTTP/1.1 503")
            #expect(
                refusal.contains(#""code":"unavailable""#) && refusal.lowercased().contains("\r\nretry-after: 1\r\n"))
            slow = nil
            #expect(try answer("HTTP/1.1 400").contains(#""code":"invalid_picture""#))
        }
    }

    @Test(arguments: [
        "NONSENSE\r\n\r\n", "GET / HTTP/9.9\r\n\r\n", "GET /\u{1} HTTP/1.1\r\nHost: a\r\n\r\n", "\u{16}\u{3}\u{1}\u{2}",
    ])
    func `a connection that is not HTTP gets an error and closes`(request: String) async throws {
        let text = try await live { port in
            let connection = try RawConnection(port: port)
            connection.send(request)
            return try connection.read()
        }
        let answer = text
        #expect(answer.hasPrefix("HTTP/1.1 400"))
        #expect(answer.hasSuffix(#"{"code":"bad_request","message":"the request is not HTTP/1.1"}"#))
    }

    @Test func `headers beyond the limit get an error, and the connection closes`() async throws {
        let text = try await live { port in
            let connection = try RawConnection(port: port)
            connection.send(
                "GET / HTTP/1.1\r\nHost: a\r\nX-Long: " + String(repeating: "a", count: 64 << 10) + "\r\n\r\n")
            return try connection.read()
        }
        let answer = text
        #expect(answer.hasPrefix("HTTP/1.1 431"))
        #expect(answer.contains(#""code":"headers_too_large""#))
    }

    @Test func `a body without end is cut off`() async throws {
        let wasCut = try await live { port in
            let connection = try RawConnection(port: port)
            connection.send("POST /healthz HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n")
            let chunk = "1000\r\n" + String(repeating: "a", count: 4096) + "\r\n"
            return (0..<100_000).contains { _ in !connection.send(chunk) }
        }
        #expect(wasCut)
    }

    @Test func `a request that does not arrive is cut off`() async throws {
        let text = try await live({ $0.requestSeconds = 5 }) { port in
            let connection = try RawConnection(port: port)
            connection.send("POST /healthz HTTP/1.1\r\nHost: a\r\nContent-Length: 10\r\n\r\nabc")
            return try connection.read()
        }
        #expect(text.hasPrefix("HTTP/1.1 405"))
    }

    @Test func `a request whose headers trickle in is cut off`() async throws {
        let text = try await live({
            $0.requestSeconds = 1
            $0.idleSeconds = 600
        }) { port in
            let connection = try RawConnection(port: port)
            connection.send("GET /healthz HTTP/1.1\r\nHost: a\r\nX-Slow: ")
            return try connection.read()
        }
        #expect(text == "")
    }

    @Test func `a request that begins behind another and trickles in is cut off`() async throws {
        let text = try await live({
            $0.requestSeconds = 1
            $0.idleSeconds = 600
        }) { port in
            let connection = try RawConnection(port: port)
            connection.send("GET /healthz HTTP/1.1\r\nHost: a\r\n\r\nGET /hea")
            let answer = try connection.read { $0.hasSuffix("ok\n") }
            #expect(answer.hasPrefix("HTTP/1.1 200"))
            connection.send("lthz")
            return try connection.read()
        }
        #expect(text == "")
    }

    @Test func `a connection that asks nothing is closed`() async throws {
        let text = try await live({ $0.idleSeconds = 1 }) { port in try RawConnection(port: port).read() }
        #expect(text == "")
    }

    @Test(arguments: [("3", true), ("9999999", false)])
    func `a client that waits with its body may continue, unless it is too long`(length: String, mayGoOn: Bool)
        async throws
    {
        let answers = try await live({ $0.guests = .post }) { port in
            let connection = try RawConnection(port: port)
            let head =
                "POST /api/v1/posts HTTP/1.1\r\nHost: a\r\nConnection: close\r\nContent-Type: application/json\r\n"
            connection.send(head + "Expect: 100-continue\r\nContent-Length: \(length)\r\n\r\n")
            let first = try connection.read { $0.hasSuffix("\r\n\r\n") || $0.hasSuffix("}") }
            connection.send("abc")
            return [first, try connection.read()]
        }
        #expect(answers[0].hasPrefix(mayGoOn ? "HTTP/1.1 100 " : "HTTP/1.1 413 "))
        #expect(!mayGoOn || answers[1].hasPrefix("HTTP/1.1 400 "))
    }

    @Test
    func
        `a body that is too long is refused once announced, even if all of it came, and nothing after it is answered`()
        async throws
    {
        let text = try await live { port in
            let connection = try RawConnection(port: port)
            connection.send("POST /api/v1/session HTTP/1.1\r\nHost: a\r\nContent-Length: 4000000\r\n\r\n")
            connection.send(String(repeating: "a", count: 4_000_000) + "GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n")
            return try connection.read()
        }
        let answers = text.components(separatedBy: "HTTP/1.1 ").dropFirst()
        #expect(answers.map { $0.prefix(3) } == ["413"])
    }

    @Test func `requests of many clients at once are all answered right`() async throws {
        let town = try Town()
        let truth = String(buffer: try await town.get("/api/v1/route?from=60.17,24.936&to=60.171,24.94").body)
        try await town.application.test(.live) { client in
            let port = try #require(client.port)
            try await withThrowingTaskGroup { group in
                for _ in 0..<16 {
                    group.addTask {
                        try await RawConnection.onThread {
                            let connection = try RawConnection(port: port)
                            for _ in 0..<50 {
                                connection.send(
                                    "GET /api/v1/route?from=60.17,24.936&to=60.171,24.94 HTTP/1.1\r\nHost: a\r\n\r\n")
                                let text = try connection.read { $0.hasSuffix(truth) }
                                #expect(text.hasPrefix("HTTP/1.1 200"))
                            }
                        }
                    }
                }
                try await group.waitForAll()
            }
        }
    }

    @Test func `connections are encrypted with a given certificate`() async throws {
        let folder = try Town()
        let certificate = try folder.folder.write("cert.pem", TestIdentity.certificate.utf8)
        let key = try folder.folder.write("key.pem", TestIdentity.key.utf8)
        let town = try Town { $0.tls = .init(certificate: certificate, key: key) }
        try await town.application.test(.live) { client in
            var tls = TLSConfiguration.makeClientConfiguration()
            tls.trustRoots = .certificates(try NIOSSLCertificate.fromPEMBytes(Array(TestIdentity.certificate.utf8)))
            let configuration = TestClient.Configuration(tlsConfiguration: tls, serverName: "localhost")
            try await TestClient.withClient(
                host: "localhost", port: try #require(client.port), configuration: configuration
            ) { client in
                let answer = try await client.execute(.init("/tiles.json", method: .get, authority: "localhost"))
                #expect(answer.status == .ok)
                #expect(String(buffer: try #require(answer.body)).contains("\"tiles\":[\"https://"))
            }
        }
    }

    @Test func `new connections get the certificate that was taken in anew`() async throws {
        let folder = try TemporaryFolder()
        let authority = LocalAuthority(folder: folder.file("tls"))
        _ = try authority.renew(for: ServerNames(hosts: ["localhost"], addresses: []), at: .now)
        let town = try Town { $0.tls = .init(certificate: authority.certificateFile, key: authority.keyFile) }
        let roots = try NIOSSLCertificate.fromPEMFile(authority.authorityFile)
        try await town.application.test(.live) { live in
            let port = try #require(live.port)
            func status(askingFor name: String) async throws -> HTTPResponse.Status {
                var tls = TLSConfiguration.makeClientConfiguration()
                tls.trustRoots = .certificates(roots)
                return try await TestClient.withClient(
                    host: "localhost", port: port, configuration: .init(tlsConfiguration: tls, serverName: name)
                ) { client in try await client.execute(.init("/healthz", method: .get, authority: name)).status }
            }
            await #expect(throws: (any Error).self) { try await status(askingFor: "map.local") }
            #expect(!town.server.process.isTLSOutdated)
            _ = try authority.renew(for: ServerNames(hosts: ["localhost", "map.local"], addresses: []), at: .now)
            #expect(town.server.process.isTLSOutdated)
            try town.server.process.reloadTLS()
            #expect(!town.server.process.isTLSOutdated)
            #expect(try await status(askingFor: "map.local") == .ok)

            // Files that do not belong together change nothing.
            try folder.write("tls/server-key.pem", TestIdentity.key.utf8)
            #expect(throws: (any Error).self) { try town.server.process.reloadTLS() }
            #expect(try await status(askingFor: "map.local") == .ok)
            // It is tried again until they do.
            #expect(town.server.process.isTLSOutdated)
        }
    }

    @Test func `TLS files that cannot be used are named`() throws {
        let fault = #expect(throws: (any Error).self) {
            try Town { $0.tls = .init(certificate: "/nowhere/cert.pem", key: "/nowhere/key.pem") }
        }
        #expect("\(try #require(fault))".contains("/nowhere/cert.pem"))
    }
}

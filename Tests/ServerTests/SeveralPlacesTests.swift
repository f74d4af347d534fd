import Community
import Foundation
import HTTPTypes
import HereaboutsAPI
import Hummingbird
import HummingbirdTesting
import LocalAuthority
import Logging
import NIOCore
import NIOSSL
import Passkeys
import Server
import TestSupport
import Testing

/// Two places behind one listener: what belongs to one is nothing at the other.
@Suite struct SeveralPlacesTests {
    private static let forwardedHost = HTTPField.Name("x-forwarded-host")!
    private static let forwardedFor = HTTPField.Name("x-forwarded-for")!

    private let process: ProcessParts
    private let library: Town, square: Town
    private let application: Application<Front>

    init() throws { try self.init { _ in } }

    private init(certificates: [NamedCertificate] = [], _ change: (inout ServerSettings) -> Void) throws {
        var settings = ServerSettings()
        (settings.host, settings.port, settings.guests) = ("127.0.0.1", 0, .post)
        change(&settings)
        let process = try ProcessParts(
            settings, places: 2, certificates: certificates,
            Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
        self.process = process
        func town(_ name: String) throws -> Town {
            try Town(process: process) {
                let folder = $0.webFolder
                $0 = settings
                ($0.webFolder, $0.hostNames) = (folder, [name])
                // A page's passkeys and cookies go by the address that it knows.
                $0.publicURL = "https://\(name)"
            }
        }
        (library, square) = (try town("library.example"), try town("square.example"))
        application = try MapServer.application(of: [library.server, square.server], process)
    }

    /// Asks through a proxy, at the name of a place.
    private func ask(
        _ name: String, _ method: HTTPRequest.Method = .get, _ target: String, _ body: String = "",
        _ headers: HTTPFields = [:]
    ) async throws -> TestResponse {
        var headers = headers
        if !body.isEmpty { headers[.contentType] = "application/json" }
        return try await send(name, method, target, Array(body.utf8), headers)
    }

    private func send(
        _ name: String, _ method: HTTPRequest.Method, _ target: String, _ body: [UInt8], _ headers: HTTPFields
    ) async throws -> TestResponse {
        var headers = headers
        headers[Self.forwardedHost] = name
        return try await application.test(.router) { [headers] client in
            try await client.execute(uri: target, method: method, headers: headers, body: ByteBuffer(bytes: body))
        }
    }

    private struct Through: Transport {
        let tests: SeveralPlacesTests
        let name: String

        func send(_ request: TransportRequest) async throws -> TransportAnswer {
            var headers: HTTPFields = [:]
            for (name, value) in request.headers { headers[HTTPField.Name(name)!] = value }
            let answer = try await tests.send(
                name, .init(rawValue: request.method)!, request.target, request.body, headers)
            return TransportAnswer(status: answer.status.code, body: [UInt8](answer.body.readableBytesView))
        }
    }

    private func client(_ name: String, token: String? = nil) -> HereaboutsClient {
        token.map { HereaboutsClient(Through(tests: self, name: name), token: $0) }
            ?? HereaboutsClient(Through(tests: self, name: name))
    }

    /// Sends requests as they are, each over a connection of its own; returns the answers.
    private func answers(to requests: [String]) async throws -> [String] {
        try await application.test(.live) { client in
            let port = try #require(client.port)
            return try await RawConnection.onThread {
                try requests.map { request in
                    let connection = try RawConnection(port: port)
                    connection.send(request)
                    return try connection.read { _ in false }
                }
            }
        }
    }

    private func get(_ host: String, _ target: String, _ fields: String = "") -> String {
        "GET \(target) HTTP/1.1\r\nHost: \(host)\r\n\(fields)Connection: close\r\n\r\n"
    }

    @Test func `posts of a place are at its name only`() async throws {
        let post = #"{"message":"Only in the library","name":"Ann"}"#
        #expect(try await ask("library.example", .post, "/api/v1/posts", post).status == .created)
        #expect(
            String(buffer: try await ask("library.example", .get, "/api/v1/posts").body).contains("Only in the library")
        )
        #expect(!String(buffer: try await ask("square.example", .get, "/api/v1/posts").body).contains("Only"))
    }

    @Test func `a request takes the place of its host, over connections that stay open, too`() async throws {
        let post = #"{"message":"Only in the library","name":"Ann"}"#
        #expect(try await ask("library.example", .post, "/api/v1/posts", post).status == .created)
        // Brief answers, answers of the framework, and both again.
        func two(_ first: String, _ second: String, _ target: String) -> String {
            "GET \(target) HTTP/1.1\r\nHost: \(first)\r\n\r\n" + get(second, target)
        }
        let (posts, about) = ("/api/v1/posts", "/healthz")
        let texts = try await answers(to: [
            two("library.example", "square.example", posts), two("square.example:80", "LIBRARY.example.", posts),
            two("library.example", "elsewhere.example", about), two("square.example", "localhost", posts),
        ])
        #expect(texts.map { $0.components(separatedBy: "Only in the library").count - 1 } == [1, 1, 0, 0])
        #expect(texts.map { $0.components(separatedBy: "HTTP/1.1 200").count - 1 } == [2, 2, 2, 1])
        #expect(texts[3].contains("HTTP/1.1 421"))
    }

    @Test(arguments: ["localhost", "127.0.0.1", "10.0.0.1:80", "elsewhere.example", "a.library.example", "[::1]"])
    func `by any other name only the health of the process answers`(name: String) async throws {
        let targets = [
            "/healthz", "/readyz", "/", "/api/v1/about", "/api/v1/posts", "/metrics", "/main.js", "/tiles.json",
        ]
        let statuses = try await answers(to: targets.map { get(name, $0) }).map { $0.dropFirst(9).prefix(3) }
        #expect(statuses == ["200", "200", "421", "421", "421", "421", "421", "421"])
        let refusal = try #require(try await answers(to: [get(name, "/api/v1/about")]).first)
        #expect(refusal.contains("misdirected_request") && refusal.contains("host-name"))
        #expect(!refusal.contains("library") || name.contains("library"))
    }

    @Test func `a forwarded name counts from proxies only, and one name for each request`() async throws {
        let post = #"{"message":"Only in the library","name":"Ann"}"#
        #expect(try await ask("library.example", .post, "/api/v1/posts", post).status == .created)
        for (names, status) in [
            ("library.example", 200), ("library.example, library.example", 200),
            ("library.example,square.example", 421),
            ("square.example, library.example", 421), ("library.example, elsewhere.example", 421),
            ("elsewhere.example", 421), ("localhost", 421), ("a b, library.example", 421),
        ] {
            #expect(try await ask(names, .get, "/api/v1/posts").status.code == status, "\(names)")
        }
        // A request by the name of one place that claims to be for the other.
        let claim = "X-Forwarded-Host: library.example\r\n"
        #expect(try await answers(to: [get("square.example", "/api/v1/posts", claim)])[0].hasPrefix("HTTP/1.1 421"))
        let direct = try Self { $0.proxies = AddressList("off")! }
        #expect(try await direct.ask("library.example", .post, "/api/v1/posts", post).status.code == 421)
        let texts = try await direct.answers(to: [
            get("square.example", "/api/v1/posts", claim), get("localhost", "/api/v1/posts", claim),
        ])
        #expect(texts[0].hasPrefix("HTTP/1.1 200") && texts[1].hasPrefix("HTTP/1.1 421"))
    }

    @Test func `a request without a host gets no place`() async throws {
        let texts = try await answers(to: [
            "GET /api/v1/posts HTTP/1.0\r\n\r\n", "GET /healthz HTTP/1.0\r\n\r\n",
            "GET http://square.example/api/v1/about HTTP/1.1\r\nHost: library.example\r\nConnection: close\r\n\r\n",
        ])
        #expect(texts.map { $0.dropFirst(9).prefix(3) } == ["421", "200", "200"])
    }

    @Test func `a token, a cookie and a device of one place are nobody's at the other`() async throws {
        let token = try await library.token(of: "anna", .operator)
        let anna = client("library.example", token: token), there = client("square.example", token: token)
        #expect(try await anna.me().account?.name == "anna")
        await AccessTests.expect(.notLoggedIn) { _ = try await there.me() }
        let account = try #require(try await library.accounts.account(named: "anna"))
        let page = try await library.accounts.begin(.page, "test", for: account, isConfirmed: true).text
        for name in ["__Host-hereabouts_session", "hereabouts_session"] {
            let cookie: HTTPFields = [.cookie: "\(name)=\(page)"]
            let answer = try await ask("square.example", .get, "/api/v1/me", "", cookie)
            #expect(!String(buffer: answer.body).contains("anna"))
        }
        #expect(
            String(
                buffer: try await ask(
                    "library.example", .get, "/api/v1/me", "", [.cookie: "__Host-hereabouts_session=\(page)"]
                ).body
            )
            .contains("anna"))
        // Operators see the metrics of their own place alone.
        let stranger = HTTPField(name: Self.forwardedFor, value: "203.0.113.7")
        var headers: HTTPFields = [.authorization: "Bearer \(token)"]
        headers.append(stranger)
        #expect(try await ask("library.example", .get, "/metrics", "", headers).status == .ok)
        #expect(try await ask("square.example", .get, "/metrics", "", headers).status == .unauthorized)
        // A device reports to its own place.
        let phone = try await anna.add(NewDevice(kind: .program, name: "phone"))
        let position = ReportedPosition(millisecondsSince1970: library.clock.now(), lat: 60.17021, lon: 24.94019)
        await AccessTests.expect(.notLoggedIn) {
            _ = try await client("square.example", token: phone.token).report([position])
        }
        _ = try await client("library.example", token: phone.token).report([position])
    }

    @Test func `an answer with a passkey of one place opens nothing at the other`() async throws {
        var authenticator = try TestAuthenticator.es256
        (authenticator.origin, authenticator.relyingParty) = ("https://library.example", "library.example")
        let here = client("library.example", token: try await library.token(of: "anna"))
        let options = try await here.passkeyOptions()
        #expect(options.rp.id == "library.example")
        authenticator.userHandle = Base64URL.decode(options.user.id)
        _ = try await here.addPasskey(authenticator.registration(for: options.challenge), label: nil)
        authenticator.signCount += 1
        let challenge = try await client("library.example").logInOptions().challenge
        let assertion = String(
            decoding: try JSONEncoder().encode(authenticator.assertion(for: challenge)), as: UTF8.self)
        let there = try await ask("square.example", .post, "/api/v1/session/passkey", assertion)
        #expect(there.status.code >= 400 && there.headers[.setCookie] == nil)
        let own = try await ask("library.example", .post, "/api/v1/session/passkey", assertion)
        #expect(own.status == .ok && own.headers[.setCookie] != nil)
    }

    @Test func `a post and a picture of one place are unknown at the other`() async throws {
        let anna = client("library.example", token: try await library.token(of: "anna"))
        let picture = try await anna.addPicture(PictureAnswersTests.file)
        let post = try await anna.add(NewPost(message: "", picture: .init(id: picture.id, text: "A dot")))
        for path in ["/api/v1/posts/\(post.id)", "/pictures/\(picture.id)/small"] {
            #expect(try await ask("library.example", .get, path).status == .ok)
            #expect(try await ask("square.example", .get, path).status == .notFound)
        }
        let ben = client("square.example", token: try await square.token(of: "ben"))
        await #expect(throws: ErrorBody.self) {
            _ = try await ben.add(NewPost(message: "", picture: .init(id: picture.id, text: "A dot")))
        }
    }

    @Test func `a network has one allowance at all places together`() async throws {
        // Two at once: four would be two at each place. A slow machine may give one back meanwhile.
        let tests = try Self { $0.logInsPerMinute = 1 }
        let stranger: HTTPFields = [Self.forwardedFor: "203.0.113.7"]
        let body = #"{"name":"anna","password":"wrong horse"}"#
        var statuses: [Int] = []
        for name in ["library.example", "square.example", "library.example", "square.example"] {
            statuses.append(try await tests.ask(name, .post, "/api/v1/session", body, stranger).status.code)
        }
        #expect(statuses[0] == 401 && statuses.contains(429), "\(statuses)")
    }

    @Test func `a client gets the certificate of the place that it names`() async throws {
        let folder = try TemporaryFolder()
        func made(_ name: String) throws -> LocalAuthority {
            let authority = LocalAuthority(folder: folder.file(name))
            _ = try authority.renew(for: ServerNames(hosts: [name], addresses: []), at: .now)
            return authority
        }
        let own = try made("library.example"), usual = try made("square.example")
        func files(_ authority: LocalAuthority) -> ServerSettings.TLSFiles {
            .init(certificate: authority.certificateFile, key: authority.keyFile)
        }
        let tests = try Self(certificates: [.init(names: ["library.example"], files: files(own))]) {
            $0.tls = files(usual)
        }
        try await tests.application.test(.live) { live in
            let port = try #require(live.port)
            func asks(_ name: String, trusting authority: LocalAuthority) async -> Bool {
                var tls = TLSConfiguration.makeClientConfiguration()
                tls.trustRoots = (try? NIOSSLCertificate.fromPEMFile(authority.authorityFile)).map { .certificates($0) }
                let answer = try? await TestClient.withClient(
                    host: "localhost", port: port, configuration: .init(tlsConfiguration: tls, serverName: name)
                ) { client in try await client.execute(.init("/api/v1/about", method: .get, authority: name)).status }
                return answer == .ok
            }
            #expect(await asks("library.example", trusting: own))
            #expect(await asks("square.example", trusting: usual))
            #expect(await !asks("library.example", trusting: usual))
            #expect(await !asks("square.example", trusting: own))
        }
    }

    @Test func `the process is ready when all its places are`() async throws {
        process.beginStopping()
        for name in ["library.example", "square.example", "localhost"] {
            let answer = try await ask(name, .get, "/readyz")
            #expect(answer.status == .serviceUnavailable)
            let text = String(buffer: answer.body)
            #expect(text.components(separatedBy: "stopping").count == 2)
        }
    }
}

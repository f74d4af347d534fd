import HTTPTypes
import Hummingbird
import HummingbirdTesting
import NIOCore
import Server
import TestSupport
import Testing

@Suite struct TrustPagesTests {
    private let town: Town
    private let pages: Application<TrustPages>

    init() throws {
        town = try Town { $0.port = 8443 }
        try town.folder.write("web/trust/index.html", "<!doctype html><title>Trust</title>".utf8)
        pages = town.server.process.trustPages(.init(certificate: "CERTIFICATE", profile: "PROFILE"), at: 0)
    }

    private func get(_ target: String, method: HTTPRequest.Method = .get) async throws -> TestResponse {
        try await pages.test(.router) { client in try await client.execute(uri: target, method: method) }
    }

    @Test func `certificate, profile and page are handed out in the types that phones install`() async throws {
        let certificate = try await get("/authority.pem")
        #expect(certificate.headers[.contentType] == "application/x-x509-ca-cert")
        #expect(String(buffer: certificate.body) == "CERTIFICATE")
        let profile = try await get("/authority.mobileconfig")
        #expect(profile.headers[.contentType] == "application/x-apple-aspen-config")
        #expect(String(buffer: profile.body) == "PROFILE")
        #expect(String(buffer: try await get("/trust").body).contains("<title>Trust"))
    }

    @Test(arguments: ["/", "/index.html", "/main.js", "/api/v1/about", "/healthz", "/.secret.txt"])
    func `nothing else is served without encryption`(target: String) async throws {
        let answer = try await get(target)
        #expect(answer.status == .found && answer.headers[.location] == "/trust")
    }

    @Test func `requests that could change something are refused`() async throws {
        #expect(try await get("/api/v1/posts", method: .post).status == .methodNotAllowed)
        #expect(try await get("/trust/../index.html").status == .notFound)
    }

    @Test func `a name that is not the server's, none and two are refused here, too`() async throws {
        let requests = [
            "Host: evil.example\r\n", "", "Host: a\r\nHost: a\r\n", "Host: a\r\nX-Forwarded-Host: evil.example\r\n",
            "Host: a\r\n",
        ]
        let statuses = try await pages.test(.live) { client in
            let port = try #require(client.port)
            return try await RawConnection.onThread {
                try requests.map { fields in
                    let connection = try RawConnection(port: port)
                    connection.send("GET /authority.pem HTTP/1.1\r\n\(fields)Connection: close\r\n\r\n")
                    return String(try connection.read { _ in false }.dropFirst("HTTP/1.1 ".count).prefix(3))
                }
            }
        }
        #expect(statuses == ["421", "400", "400", "421", "200"])
    }

    @Test func `the way to the map keeps the name and takes the map's port`() async throws {
        try await pages.test(.live) { client in
            let answer = try await client.execute(uri: "/open", method: .get)
            #expect(answer.status == .found && answer.headers[.location] == "https://localhost:8443/")
        }
    }
}

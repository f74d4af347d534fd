import HTTPTypes
import Hummingbird
import HummingbirdTesting
import NIOCore
import Server
import TestSupport
import Testing

@Suite struct TrustDeskTests {
    private let town: Town
    private let desk: Application<TrustDesk>

    init() throws {
        town = try Town { $0.port = 8443 }
        try town.folder.write("web/trust/index.html", "<!doctype html><title>Trust</title>".utf8)
        desk = town.server.trustDesk(.init(certificate: "CERTIFICATE", profile: "PROFILE"), at: 0)
    }

    private func get(_ target: String, method: HTTPRequest.Method = .get) async throws -> TestResponse {
        try await desk.test(.router) { client in try await client.execute(uri: target, method: method) }
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
    func `nothing else is given without encryption`(target: String) async throws {
        let answer = try await get(target)
        #expect(answer.status == .found && answer.headers[.location] == "/trust")
    }

    @Test func `what could change something is refused`() async throws {
        #expect(try await get("/api/v1/posts", method: .post).status == .methodNotAllowed)
        #expect(try await get("/trust/../index.html").status == .notFound)
    }

    @Test func `the way to the map keeps the name and takes the map's port`() async throws {
        try await desk.test(.live) { client in
            let answer = try await client.execute(uri: "/open", method: .get)
            #expect(answer.status == .found && answer.headers[.location] == "https://localhost:8443/")
        }
    }
}

import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import Server
import TestSupport
import Testing

/// Requests whose form could mislead a server or a proxy before it, over a connection.
@Suite struct RequestFormTests {
    /// The bytes that a server sends for `request` until it closes or enough has come.
    private func answer(
        to request: String, until isEnough: @escaping @Sendable (String) -> Bool = { _ in false }
    ) async throws -> String {
        try await answers(to: [request], until: isEnough)[0]
    }

    /// The bytes that one server sends for each request, each over its own connection.
    private func answers(
        to requests: [String], until isEnough: @escaping @Sendable (String) -> Bool = { _ in false }
    ) async throws -> [String] {
        let town = try Town { $0.hostNames = ["a.example.org", "map.example.org"] }
        return try await town.application.test(.live) { client in
            let port = try #require(client.port)
            return try await RawConnection.onThread {
                try requests.map { request in
                    let connection = try RawConnection(port: port)
                    connection.send(request)
                    return try connection.read(until: isEnough)
                }
            }
        }
    }

    private static let twoMeanings = [
        "GET /healthz HTTP/1.1\r\n\r\n", "GET /healthz HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n",
        "GET /healthz HTTP/1.1\r\nHost: a\r\nhost: a\r\n\r\n", "GET /healthz HTTP/1.0\r\nHost: a\r\nHost: a\r\n\r\n",
        "GET /healthz HTTP/1.1\r\nHost:\r\n\r\n", "GET /healthz HTTP/1.1\r\nHost: a b\r\n\r\n",
        "GET /healthz HTTP/1.1\r\nHost: a/b\r\n\r\n", "GET /healthz HTTP/1.1\r\nHost: me@a\r\n\r\n",
        "GET /healthz HTTP/1.1\r\nHost: a:66000\r\n\r\n", "GET /healthz HTTP/1.1\r\nHost: a:b\r\n\r\n",
        "GET /healthz HTTP/1.1\r\nHost: a%41\r\n\r\n", "GET /healthz HTTP/1.1\r\nHost: a'b\r\n\r\n",
        "GET /healthz HTTP/1.1\r\nHost: [::1\r\n\r\n", "GET /healthz HTTP/1.1\r\nHost: []\r\n\r\n",
        "GET * HTTP/1.1\r\nHost: a\r\n\r\n", "GET ftp://a/healthz HTTP/1.1\r\nHost: a\r\n\r\n",
        "GET http:///healthz HTTP/1.1\r\nHost: a\r\n\r\n", "GET http://me@a/healthz HTTP/1.1\r\nHost: a\r\n\r\n",
        "POST /api/v1/address HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: gzip\r\n\r\n",
        "POST /api/v1/address HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked, gzip\r\n\r\n",
        "POST /api/v1/address HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: gzip, chunked\r\n\r\n0\r\n\r\n",
        "POST /api/v1/address HTTP/1.0\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
        "POST /api/v1/address HTTP/1.1\r\nHost: a\r\nContent-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
        "POST /api/v1/address HTTP/1.1\r\nHost: a\r\nContent-Length: 4\r\nContent-Length: 5\r\n\r\nabcde",
        "GET /healthz HTTP/1.1\r\nHost : a\r\n\r\n", "get /healthz HTTP/1.1\r\nHost: a\r\n\r\n",
    ]

    @Test func `an ambiguous request is refused, and nothing behind it is read`() async throws {
        let requests = Self.twoMeanings.map { $0 + "GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n" }
        for (request, text) in zip(requests, try await answers(to: requests)) {
            #expect(text.hasPrefix("HTTP/1.1 400"), "\(request)")
            #expect(text.lowercased().contains("\r\nconnection: close\r\n"), "\(request)")
            #expect(text.components(separatedBy: "HTTP/1.1 ").count == 2, "\(request)")
            #expect(text.contains(#""code":"bad_request""#), "\(request)")
        }
    }

    @Test func `every form of a host is taken`() async throws {
        let hosts = [
            "Host: a", "Host: a:8080", "Host: a.example.org.", "Host: [::1]", "Host: [::1]:8080", "Host: 127.0.0.1:1",
            "hOST:a", "Host: a \t", "Host: my_host", "Host: a:",
        ]
        let requests = hosts.map { "GET /healthz HTTP/1.1\r\n\($0)\r\nConnection: close\r\n\r\n" }
        for (host, text) in zip(hosts, try await answers(to: requests)) {
            #expect(text.hasPrefix("HTTP/1.1 200"), "\(host)")
        }
    }

    @Test(arguments: ["/tiles.json", ""])
    func `of a whole address as target, the host counts`(path: String) async throws {
        let text = try await answer(
            to: "GET HTTP://map.example.org:81\(path) HTTP/1.1\r\nHost: elsewhere.test\r\nConnection: close\r\n\r\n")
        #expect(text.hasPrefix("HTTP/1.1 200"))
        #expect(path.isEmpty || text.contains("http://map.example.org:81/tiles/") && !text.contains("elsewhere.test"))
    }

    @Test func `an invalid host from a proxy gets into no answer`() async throws {
        let field = HTTPField.Name("x-forwarded-host")!, town = try Town()
        for host in ["::::", "a:b", "[::1", "a%41", "me@a", "a b", ""] {
            let answer = try await town.get("/tiles.json", headers: [field: host])
            #expect(String(buffer: answer.body).contains("http://localhost/tiles/"), "\(host)")
        }
    }

    @Test func `the server as a whole lists all methods`() async throws {
        let text = try await answer(to: "OPTIONS * HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n")
        #expect(
            text.hasPrefix("HTTP/1.1 204")
                && text.lowercased().contains("\r\nallow: head, options, get, post, put, patch, delete\r\n"))
    }

    @Test(arguments: ["", "Connection: keep-alive\r\n", "Connection: close\r\n"])
    func `a client of HTTP 1.0 gets a stream without chunks, which ends with the connection`(field: String) async throws
    {
        let text = try await answer(to: "GET /api/v1/events HTTP/1.0\r\n\(field)\r\n") { $0.hasSuffix("}\n\n") }
        let parts = text.components(separatedBy: "\r\n\r\n")
        #expect(text.hasPrefix("HTTP/1.0 200") && parts.count == 2)
        #expect(
            parts[0].lowercased().contains("\r\nconnection: close")
                && !parts[0].lowercased().contains("transfer-encoding"))
        #expect(parts[1].contains(/^retry: [1-4][0-9]{3}\nevent: ready\n/))
    }

    @Test func `an answer to HEAD claims no length that GET has not`() async throws {
        let text = try await answer(
            to: "HEAD /api/v1/events HTTP/1.1\r\nHost: a\r\n\r\nGET /healthz HTTP/1.1\r\nHost: a\r\n\r\n")
        #expect(text.contains(" 200 OK\r\n") && text.hasSuffix("\r\n\r\n"))
        #expect(!text.lowercased().contains("content-length") && !text.lowercased().contains("transfer-encoding"))
    }

    @Test func `a client of HTTP 1.0 gets no interim answer`() async throws {
        let body = #"[{"lat":60.17,"lon":24.94}]"#
        let text = try await answer(
            to:
                "POST /api/v1/address HTTP/1.0\r\nContent-Type: application/json\r\nExpect: 100-continue\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)"
        )
        #expect(text.hasPrefix("HTTP/1.1 200") && text.hasSuffix("]"))
    }

    @Test func `a malformed request behind pending answers is refused, too`() async throws {
        let good = "GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n"
        let text = try await answer(to: good + "GET /healthz HTTP/1.1\r\n\r\n" + good)
        #expect(text.hasPrefix("HTTP/1.1 200"))
        #expect(text.components(separatedBy: "HTTP/1.1 200").count == 2)
    }
}

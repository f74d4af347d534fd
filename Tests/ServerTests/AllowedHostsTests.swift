import Community
import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import NIOCore
import Server
import TestSupport
import Testing

/// Which names a server answers by, and whose word on them counts.
@Suite struct AllowedHostsTests {
    private static let forwardedHost = HTTPField.Name("x-forwarded-host")!
    private static let forwardedFor = HTTPField.Name("x-forwarded-for")!

    /// The statuses of the answers to requests, each over a connection of its own.
    private func statuses(of requests: [String], from town: Town) async throws -> [String] {
        try await town.application.test(.live) { client in
            let port = try #require(client.port)
            return try await RawConnection.onThread {
                try requests.map { request in
                    let connection = try RawConnection(port: port)
                    connection.send(request)
                    return String(try connection.read { _ in false }.dropFirst("HTTP/1.1 ".count).prefix(3))
                }
            }
        }
    }

    private func get(_ host: String, _ fields: String = "", target: String = "/healthz", version: String = "1.1")
        -> String
    {
        "GET \(target) HTTP/\(version)\r\nHost: \(host)\r\n\(fields)Connection: close\r\n\r\n"
    }

    @Test func `a server answers by addresses, by local names and by its own`() async throws {
        let town = try Town {
            $0.publicURL = "https://map.example.org:8443"
            $0.hostNames = ["maps.example.net", "*.example.com"]
        }
        let good = [
            "127.0.0.1", "127.0.0.1:8080", "192.168.1.7", "203.0.113.7:80", "[::1]", "[2001:db8::1]:8080", "localhost",
            "LocalHost:1", "localhost.", "map.localhost", "server", "server:8080", "my_server", "server.local",
            "server.local.",
            "server.internal", "server.home.arpa", "map.example.org", "MAP.example.org:1", "map.example.org.",
            "maps.example.net",
            "a.example.com", "A.EXAMPLE.COM.:80",
        ]
        for (host, status) in zip(good, try await statuses(of: good.map { get($0) }, from: town)) {
            #expect(status == "200", "\(host)")
        }
        let bad = [
            "evil.example", "evil.example:8080", "evil.example.", "localhost.evil.example", "127.0.0.1.evil.example",
            "map.example.org.evil.example", "evilmap.example.org", "example.org", "a.map.example.org", "example.com",
            "a.b.example.com", ".example.com", "evil.home.arpa.example", "server.arpa", "local.example", "1.2.3.256",
            "1.2.3", "server.lan", "[evil.example]", "[evil]", "..", "xn--lcalhost-54a.example",
        ]
        for (host, status) in zip(bad, try await statuses(of: bad.map { get($0) }, from: town)) {
            #expect(status == "421", "\(host)")
        }
    }

    @Test func `when the target is a whole address, its host must be allowed`() async throws {
        let requests = [
            get("localhost", target: "http://evil.example/healthz"),
            get("evil.example", target: "http://localhost/healthz"),
            get("evil.example", version: "1.0"), "GET /healthz HTTP/1.0\r\n\r\n",
            get("localhost", target: "http://evil.example/healthz", version: "1.0"),
        ]
        #expect(try await statuses(of: requests, from: try Town()) == ["421", "200", "421", "200", "421"])
    }

    @Test func `a name that leads elsewhere and then here gets no answer, and registers nobody`() async throws {
        let town = try Town { $0.guests = .post }
        let body = #"{"name":"mallory","password":"correct horse"}"#
        let content =
            "Content-Type: application/json\r\nContent-Length: \(body.utf8.count)\r\nConnection: close\r\n\r\n\(body)"
        let own = "Host: rebound.example:8080\r\nOrigin: http://rebound.example:8080\r\nSec-Fetch-Site: same-origin\r\n"
        let requests = [
            "POST /api/v1/accounts HTTP/1.1\r\n\(own)\(content)", "POST /api/v1/session HTTP/1.1\r\n\(own)\(content)",
            "GET /api/v1/posts HTTP/1.1\r\n\(own)Connection: close\r\n\r\n",
            "GET / HTTP/1.1\r\n\(own)Connection: close\r\n\r\n",
            "OPTIONS /api/v1/posts HTTP/1.1\r\n\(own)Connection: close\r\n\r\n",
            "GET /route/v1/foot/24.94,60.17;24.945,60.17 HTTP/1.1\r\n\(own)Connection: close\r\n\r\n",
            "GET /metrics HTTP/1.1\r\n\(own)Connection: close\r\n\r\n",
            // A page may name any host in a header of its own.
            "GET /metrics HTTP/1.1\r\n\(own)X-Forwarded-Host: localhost\r\nConnection: close\r\n\r\n",
        ]
        #expect(try await statuses(of: requests, from: town) == Array(repeating: "421", count: requests.count))
        await #expect(throws: (any Error).self) {
            try await town.accounts.logIn(name: "mallory", password: "correct horse", kind: .page, label: "")
        }
    }

    @Test func `the answer states the operator's remedy`() async throws {
        let answer = try await Town().get("/healthz", headers: [Self.forwardedHost: "Map.Example.org:81"])
        #expect(answer.status.code == 421)
        let text = String(buffer: answer.body)
        #expect(text.contains(#""code":"misdirected_request""#) && text.contains("--host-name map.example.org"))
        #expect(answer.headers[.cacheControl] == "no-store")
    }

    @Test(arguments: [
        ("evil.example", 421), ("localhost, evil.example", 421), ("evil.example, localhost", 421),
        ("evil.example:80", 421),
        ("localhost", 200), ("map.local , 10.0.0.2", 200), ("a b", 200), ("", 200), (",", 200),
    ])
    func `every host that a named proxy forwards must be allowed`(hosts: String, status: Int)
        async throws
    {
        #expect(try await Town().get("/healthz", headers: [Self.forwardedHost: hosts]).status.code == status)
        var twice = HTTPFields()
        twice.append(HTTPField(name: Self.forwardedHost, value: "localhost"))
        twice.append(HTTPField(name: Self.forwardedHost, value: hosts))
        #expect(try await Town().get("/healthz", headers: twice).status.code == status)
    }

    @Test(arguments: ["off", "10.0.0.2"])
    func `forwarded hosts of other clients are not read`(proxies: String) async throws {
        let town = try Town { $0.proxies = AddressList(proxies) ?? .loopback }
        let answer = try await town.get(
            "/tiles.json", headers: [Self.forwardedHost: "evil.example", HTTPField.Name("x-forwarded-proto")!: "https"])
        #expect(answer.status == .ok && String(buffer: answer.body).contains("http://localhost/tiles/"))
    }

    @Test func `the form of forwarding headers that is not configured is not read`() async throws {
        let answer = try await Town().get(
            "/tiles.json", headers: [HTTPField.Name("forwarded")!: "for=203.0.113.7;host=evil.example;proto=https"])
        #expect(answer.status == .ok && String(buffer: answer.body).contains("http://localhost/tiles/"))
    }

    // MARK: Clients

    /// Whom the server takes for the client behind two proxies, 127.0.0.0/8 and 10.0.0.0/30: figures are for that
    /// address alone.
    @Test(arguments: [
        (["203.0.113.7"], "203.0.113.7"), (["203.0.113.7:4711"], "203.0.113.7"),
        (["[2001:db8::7]:4711"], "2001:db8::7"),
        (["2001:db8::7%eth0"], "2001:db8::7"), (["::ffff:203.0.113.7"], "203.0.113.7"),
        // The client may have written everything before its own address.
        (["198.51.100.9, 203.0.113.7"], "203.0.113.7"), (["127.0.0.1, 203.0.113.7"], "203.0.113.7"),
        // Several proxies, and several fields.
        (["198.51.100.9, 203.0.113.7, 10.0.0.2"], "203.0.113.7"),
        (["203.0.113.7", "10.0.0.2, 127.0.0.1:9"], "203.0.113.7"),
        (["198.51.100.9", "203.0.113.7,[::ffff:10.0.0.1]:1"], "203.0.113.7"),
        (["203.0.113.7", "10.0.0.9"], "10.0.0.9"),
        // Proxies alone.
        (["10.0.0.1, 10.0.0.2"], "10.0.0.1"), ([], "127.0.0.1"), (["127.0.0.1"], "127.0.0.1"),
    ])
    func `the client is the last address that is no proxy's`(fields: [String], client: String) async throws {
        var headers = HTTPFields()
        for field in fields { headers.append(HTTPField(name: Self.forwardedFor, value: field)) }
        for (allowed, status) in [(client, 200), ("192.0.2.200", 401)] {
            let list = try #require(AddressList(allowed.hasPrefix("127") ? "::1,\(allowed)" : allowed))
            let town = try Town {
                $0.proxies = AddressList("127.0.0.0/8,::1,10.0.0.0/30") ?? .loopback
                $0.metricsFrom = list
            }
            #expect(try await town.get("/metrics", headers: headers).status.code == status, "\(allowed)")
        }
    }

    @Test(arguments: [
        "unknown", "_hidden", "", "203.0.113.7,", "203.0.113.7, unknown", "203.0.113.7.9:1", "[", "::1::",
    ])
    func `a client with an unreadable address is unknown, not this machine`(name: String) async throws {
        let town = try Town { $0.metricsFrom = AddressList("0.0.0.0/0,::/0") ?? .loopback }
        #expect(try await town.get("/metrics", headers: [Self.forwardedFor: name]).status == .unauthorized)
    }

    @Test func `a sender that is no named proxy is the client, with any headers`() async throws {
        let town = try Town {
            $0.proxies = AddressList("10.0.0.2") ?? .loopback
            $0.metricsFrom = AddressList("203.0.113.7") ?? .loopback
        }
        #expect(try await town.get("/metrics", headers: [Self.forwardedFor: "203.0.113.7"]).status == .unauthorized)
    }

    @Test func `a long list of proxies is read to its end and no further`() async throws {
        let town = try Town { $0.metricsFrom = AddressList("203.0.113.7") ?? .loopback }
        let list = "203.0.113.7," + String(repeating: "127.0.0.1,", count: 3000) + "::1"
        #expect(try await town.get("/metrics", headers: [Self.forwardedFor: list]).status == .ok)
    }
}

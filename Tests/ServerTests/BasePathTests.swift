import Foundation
import GeoCore
import HTTPTypes
import HereaboutsAPI
import Hummingbird
import HummingbirdTesting
import Server
import TestSupport
import Testing

/// A server whose addresses begin with a path, behind a proxy that passes it on or cuts it off.
@Suite struct BasePathTests {
    private let town: Town

    init() throws {
        town = try Town { settings in
            settings.basePath = "/map"
            settings.guests = .post
            settings.publicURL = "https://example.org"
        }
        try town.folder.write("web/map/rtl.js", "rtl".utf8)
    }

    @Test(arguments: ["/map", ""])
    func `every link names the path, whether the proxy passes it on or cuts it off`(path: String) async throws {
        let tiles = try await town.json(path + "/tiles.json").object
        let address = try #require((tiles["tiles"] as? [String])?.first)
        #expect(address.hasPrefix("https://example.org/map/tiles/{z}/{x}/{y}.mvt?v="))
        let style = try await town.json(path + "/styles/light.json").object
        #expect(style["url"] as? String == "https://example.org/map/tiles.json")
        let description = try await town.json(path + "/openapi.json").object
        #expect(description["servers"] as? [[String: String]] == [["url": "/map"]])
    }

    @Test(arguments: ["/map/", "/map/?a=b", "/map/embed", "/map/privacy", "/map/index.html", "/"])
    func `the page is there`(target: String) async throws {
        let answer = try await town.get(target)
        #expect(answer.status == .ok && String(buffer: answer.body).contains("<title>Town"))
    }

    @Test func `the path alone leads to the page, whose addresses are relative`() async throws {
        let answer = try await town.get("/map?a=b")
        #expect(answer.status == .permanentRedirect && answer.headers[.location] == "/map/?a=b")
    }

    @Test(arguments: [
        ("/map/map/rtl.js", 200), ("/map/rtl.js", 200), ("/map/main.js", 200), ("/main.js", 200), ("/mapmain.js", 404),
        ("/map/nothing.js", 404), ("/map/api/v1/nothing", 404), ("/map//healthz", 404), ("/map/healthz", 200),
        ("/map/tiles/14/\(Town.tile.x)/\(Town.tile.y).mvt", 200), ("/map/route/v1/foot/24.94,60.17;24.945,60.17", 200),
        ("/map/map/healthz", 404), ("/map/../secret.txt", 404),
    ])
    func `answers below the path are those without it`(target: String, status: Int) async throws {
        #expect(try await town.get(target).status.code == status)
    }

    @Test func `a session is of this path alone`() async throws {
        let answer = try await town.send(
            .post, "/map/api/v1/accounts", #"{"name":"Ada","password":"correct horse"}"#,
            headers: [.origin: "https://example.org"])
        #expect(answer.status == .created)
        let cookie = try #require(answer.headers[.setCookie])
        // Browsers take `__Host-` for the path `/` alone.
        #expect(cookie.hasPrefix("__Secure-hereabouts_session=") && cookie.contains("; Path=/map/;"))
        let session = String(cookie.prefix { $0 != ";" })
        let me = try await town.get("/map/api/v1/me", headers: [.cookie: session])
        #expect(String(buffer: me.body).contains("Ada"))
    }

    @Test(arguments: ["/map/", "/"])
    func `the page's own address takes reports and nothing else`(target: String) async throws {
        let answer = try await town.send(.post, target)
        #expect(answer.status == .methodNotAllowed && answer.headers[.allow] == "GET, HEAD, OPTIONS")
    }

    @Test func `apps report to the path itself, as they were given it`() async throws {
        let anna = try await town.client(of: "anna")
        let token = try await anna.add(NewDevice(kind: .traccar, name: "phone")).token
        let query = "id=\(token)&lat=47.1&lon=9.5&timestamp="
        for (second, path) in ["/map", "/map/"].enumerated() {
            #expect(try await town.get("\(path)?\(query)\(1_700_000_000 + 2 * second)").status == .ok)
            #expect(try await town.send(.post, "\(path)?\(query)\(1_700_000_001 + 2 * second)").status == .ok)
        }
        let file = try await anna.myPositions(
            MyPositionsRequest(from: "2023-11-14T00:00:00Z", until: "2023-11-15T00:00:00Z"))
        #expect(try TrackFile(bytes: file).fixes.count == 4)
        #expect(try await town.send(.post, "/map").status == .methodNotAllowed)
    }

    @Test func `requests that are answered briefly are found below the path, too`() async throws {
        try await town.application.test(.live) { client in
            for target in ["/map/tiles.json", "/map/healthz", "/tiles.json"] {
                let answer = try await client.execute(uri: target, method: .get)
                #expect(answer.status == .ok)
            }
        }
    }

    @Test func `a device's settings have it report below the path`() async throws {
        let token = try await town.token(of: "Ada")
        let answer = try await town.send(
            .post, "/map/api/v1/me/devices", #"{"name":"phone","kind":"overland"}"#,
            headers: [.authorization: "Bearer \(token)"])
        #expect(answer.status == .created)
        #expect(String(buffer: answer.body).contains(#""url":"https://example.org/map/overland""#))
    }
}

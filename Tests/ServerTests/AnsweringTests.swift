import Foundation
import GeoCore
import HTTPTypes
import HereaboutsAPI
import Hummingbird
import HummingbirdTesting
import Logging
import NIOCore
import Server
import TestSupport
import Testing

/// The behaviour of every address: methods, limits, errors, headers.
@Suite struct AnsweringTests {
    private let town: Town

    init() throws { town = try Town() }

    /// One good address of each kind of the contract that everybody may read; posts and pictures have none before they
    /// were sent, and the stream of events does not end, and the town has no way round. On a
    /// slow machine a server is not always ready.
    private static let good = [
        "/api/v1/about", "/api/v1/suggest?q=k", "/api/v1/places?q=k", "/api/v1/places/n6",
        "/api/v1/address?lat=60.17&lon=24.94", "/api/v1/route?from=60.17,24.94&to=60.17,24.945",
        "/api/v1/trip?points=60.17,24.94;60.17,24.945", "/api/v1/match?points=60.17,24.94;60.17,24.945",
        "/isochrone?json=\(isochrone)", "/api/v1/table?points=60.17,24.94;60.17,24.945",
        "/api/v1/reach?from=60.17,24.94&minutes=3", "/api/v1/atlas", "/api/v1/pack",
        "/tiles/14/\(Town.tile.x)/\(Town.tile.y).mvt", "/tiles.json", "/styles/streets.json",
        "/fonts/One/0-255.pbf", "/sprites/streets.json", "/sprites/streets.png", "/api/v1/codes?path=/",
        "/openapi.json",
        "/healthz",
        "/route/v1/foot/24.94,60.17;24.945,60.17", "/trip/v1/foot/24.94,60.17;24.945,60.17",
        "/match/v1/foot/24.94,60.17;24.945,60.17", "/nearest/v1/foot/24.94,60.17",
        "/table/v1/foot/24.94,60.17;24.945,60.17", "/api/v1/me",
        "/search?q=k", "/reverse?lat=60.17&lon=24.94", "/lookup?osm_ids=N6", "/status", "/photon/api?q=k",
        "/photon/structured?street=k", "/photon/reverse?lat=60.17&lon=24.94", "/photon/status",
        "/api/v1/posts?limit=3", "/getmaps/", "/api/v1/guide", "/api/v1/imprint", "/api/v1/overlay",
        "/api/v1/people", "/api/v1/busyness", "/api/v1/places/n6/busyness", "/api/v1/queues", "/api/v1/places/n6/queue",
        "/api/v1/people.geojson", "/api/v1/busyness.tsv", "/getpositions/", "/getlines/",
    ]

    private static let isochrone =
        #"{"locations":[{"lat":60.17,"lon":24.94}],"costing":"pedestrian","contours":[{"time":3}]}"#
        .addingPercentEncoding(withAllowedCharacters: .alphanumerics)!

    @Test func `the good addresses cover the contract`() {
        let paths = Self.good.map { $0.prefix { $0 != "?" } }
        let readable = Contract.requests.filter {
            $0.endpoint.method == .get && $0.endpoint.access != .operators && $0.endpoint.access != .users
        }
        for request in readable
        where ![
            "post", "picture", "venue", "events", "guide_history", "export_guide", "loop", "osmand_query", "shared",
            "device_homes", "metrics", "bocce_game", "bocce_game_events",
            "pack_object", "tile_archive", "satellite_tile", "satellite_tilejson", "indoor_tile", "indoor_tilejson",
            "building", "readiness", "mesh", "mesh_nodes", "mesh_rooms", "mesh_lines", "help_pins", "mesh_games",
        ].contains(
            request.endpoint.name)
        {
            #expect(paths.contains { request.endpoint.path.parts(of: $0) != nil }, "\(request.endpoint.name)")
        }
    }

    @Test func `the description lists exactly the paths that are answered`() async throws {
        let description = try await town.json("/openapi.json").object
        let described = try #require(description["paths"] as? [String: [String: Any]])
        #expect(Set(described.keys) == town.server.paths)
        #expect(described.keys.contains("/getpositions/") && described.keys.contains("/pub"))
        let names = described.values.flatMap(\.values).compactMap { ($0 as? [String: Any])?["operationId"] as? String }
        #expect(Set(names).count == names.count && names.count >= Contract.requests.count)
    }

    @Test func `files have the general media type where a client accepts only that`() async throws {
        let target = "/tiles/14/\(Town.tile.x)/\(Town.tile.y).mvt"
        let usual = try await town.get(target, headers: [.accept: "*/*"])
        #expect(usual.headers[.contentType] == "application/vnd.mapbox-vector-tile")
        let plain = try await town.get(target, headers: [.accept: "application/octet-stream"])
        #expect(plain.headers[.contentType] == "application/octet-stream" && plain.body == usual.body)
        let missing = try await town.get("/pictures/x/small", headers: [.accept: "application/octet-stream"])
        #expect(missing.headers[.contentType] == "application/json")
    }

    @Test(arguments: good)
    func `every address answers GET, any site may read it, and nobody guesses its type`(target: String) async throws {
        let answer = try await town.get(target)
        #expect(answer.status == .ok)
        #expect(answer.headers[.contentType] != nil)
        #expect(answer.headers[HTTPField.Name("access-control-allow-origin")!] == "*")
        #expect(answer.headers[HTTPField.Name("x-content-type-options")!] == "nosniff")
    }

    @Test(arguments: good)
    func `HEAD has the headers of GET and no body`(target: String) async throws {
        let get = try await town.get(target), head = try await town.get(target, method: .head)
        #expect(head.status == get.status)
        #expect(head.body.readableBytes == 0)
        #expect(head.headers[.contentType] == get.headers[.contentType])
        #expect(head.headers[.contentLength] == get.headers[.contentLength])
    }

    @Test(arguments: [
        ("/api/v1/posts", "GET, HEAD, POST, OPTIONS"), ("/api/v1/session", "POST, DELETE, OPTIONS"),
        ("/api/v1/imprint", "GET, HEAD, PUT, OPTIONS"), ("/api/v1/match", "GET, HEAD, POST, OPTIONS"),
        ("/isochrone", "GET, HEAD, POST, OPTIONS"), ("/api/v1/address", "GET, HEAD, POST, OPTIONS"),
        ("/postmaps/", "POST, OPTIONS"), ("/route/v1/foot", "POST, OPTIONS"), ("/api/v1/me/password", "PUT, OPTIONS"),
        ("/api/v1/bocce/games/00000000/again", "POST, OPTIONS"),
    ])
    func `OPTIONS lists the methods of addresses that accept changes`(target: String, allowed: String) async throws {
        let options = try await town.get(target, method: .options)
        #expect(options.headers[.allow] == allowed)
        let refused = try await town.get(target, method: .patch)
        #expect(refused.status == .methodNotAllowed && refused.headers[.allow] == allowed)
    }

    @Test(
        arguments: good.filter {
            !["/api/v1/posts", "/api/v1/imprint", "/api/v1/match", "/isochrone", "/api/v1/address", "/api/v1/queues"]
                .contains(
                    $0.prefix { $0 != "?" })
        } + [
            "/", "/nowhere",
        ])
    func `OPTIONS lists the permitted methods, and others are refused`(target: String) async throws {
        let options = try await town.get(target, method: .options)
        #expect(options.status == .noContent)
        #expect(options.headers[HTTPField.Name("access-control-allow-methods")!] == "GET, HEAD, OPTIONS")
        for method in [HTTPRequest.Method.post, .put, .delete, .patch, .trace, .init("BREW")!] {
            let answer = try await town.get(target, method: method)
            #expect(answer.status == .methodNotAllowed)
            #expect(answer.headers[.allow] == "GET, HEAD, OPTIONS")
        }
    }

    @Test(arguments: [
        "/api/v1/nothing", "/api/v2/about", "/api/v1", "/API/v1/about", "/tiles/0/0/0.png", "/styles/streets", "//",
        "/%",
        "/api/v1/about//", "/tiles/0/0/0/0.mvt", "/%2e%2e/secret.txt", "/../secret.txt", "/web/../../secret.txt",
        "/.secret.txt",
        "/notes.docx", "/vendor", "/vendor/", "/vendor/../index.html", "/index.html/", "/index.html%00.js",
        "/%2fetc/passwd",
        "/..%2fsecret.txt", "/..\\secret.txt", "/%5c..%5csecret.txt", "/\u{FFFD}",
    ])
    func `a missing resource has the common form of errors`(target: String) async throws {
        let (status, error) = try await town.json(target)
        #expect(status == 404)
        #expect(error["code"] as? String == "not_found")
        #expect((error["message"] as? String)?.isEmpty == false)
    }

    private struct Refused: Sendable, CustomTestStringConvertible {
        let target: String
        let code: ErrorCode
        var field: String?
        var testDescription: String { target }
    }

    @Test(arguments: [
        Refused(target: "/api/v1/suggest", code: .missingParameter, field: "q"),
        Refused(target: "/api/v1/suggest?q=%00", code: .badRequest),
        Refused(target: "/api/v1/suggest?q=%ff", code: .badRequest),
        Refused(target: "/api/v1/posts/%ff", code: .badRequest, field: "id"),
        Refused(target: "/tiles/%00/2/3.mvt", code: .badRequest, field: "z"),
        Refused(target: "/api/v1/suggest?q=%", code: .badRequest),
        Refused(target: "/api/v1/suggest?q=a&limit=999999999999999999999", code: .invalidParameter, field: "limit"),
        Refused(target: "/api/v1/suggest?q=a&lat=NaN&lon=1", code: .invalidParameter, field: "lat"),
        Refused(target: "/api/v1/suggest?q=a&lat=60", code: .missingParameter, field: "lon"),
        Refused(target: "/api/v1/suggest?q=a&q=b", code: .invalidParameter, field: "q"),
        Refused(target: "/api/v1/suggest?q=a&laguage=fi", code: .unknownParameter, field: "laguage"),
        Refused(target: "/api/v1/suggest?q=a&time=18:00", code: .invalidParameter, field: "time"),
        Refused(target: "/api/v1/places/n6?time=2026-02-30T10:00", code: .invalidParameter, field: "time"),
        Refused(target: "/api/v1/address?lat=1&lon=1&zoom=19", code: .invalidParameter, field: "zoom"),
        Refused(target: "/api/v1/places?q=a&explain=yes", code: .invalidParameter, field: "explain"),
        Refused(target: "/api/v1/address?lat=inf&lon=0", code: .invalidParameter, field: "lat"),
        Refused(target: "/api/v1/address?lat=90.0000001&lon=0", code: .invalidParameter, field: "lat"),
        Refused(target: "/api/v1/route?from=60,24&to=60", code: .invalidParameter, field: "to"),
        Refused(target: "/api/v1/route?from=60,24&to=60,24&profile=rocket", code: .invalidParameter, field: "profile"),
        Refused(target: "/api/v1/route?from=60.17,24.94&to=10,10&alternatives=3", code: .outsideMap, field: "to"),
        Refused(
            target: "/api/v1/route?from=60.17,24.94&to=60.17,24.945&via=10,10&format=gpx", code: .outsideMap,
            field: "via"),
        Refused(target: "/api/v1/trip?points=60.17,24.94", code: .tooFewPoints, field: "points"),
        Refused(target: "/api/v1/trip?points=60.17,24.94;10,10", code: .outsideMap, field: "points"),
        Refused(target: "/api/v1/trip?points=60.17,24.94;NaN,10", code: .invalidParameter, field: "points"),
        Refused(
            target: "/api/v1/trip?points=" + Array(repeating: "1,1", count: 1000).joined(separator: ";"),
            code: .invalidParameter, field: "points"),
        Refused(target: "/api/v1/loop?lat=10&lon=10&minutes=30", code: .outsideMap, field: "lat"),
        Refused(target: "/api/v1/loop?lat=60.17&lon=24.94&minutes=10", code: .noLoop),
        Refused(target: "/api/v1/loop?lat=60.17&lon=24.94&minutes=10&kind=zebra", code: .noLoop, field: "kind"),
        Refused(target: "/api/v1/loop?lat=60.17&lon=24.94", code: .missingParameter, field: "minutes"),
        Refused(
            target: "/api/v1/loop?lat=60.17&lon=24.94&minutes=9&metres=900", code: .invalidParameter, field: "metres"),
        Refused(target: "/api/v1/loop?lat=NaN&lon=24.94&minutes=9", code: .invalidParameter, field: "lat"),
        Refused(
            target: "/api/v1/loop?lat=60.17&lon=24.94&minutes=9&profile=car", code: .invalidParameter, field: "profile"),
        Refused(target: "/api/v1/places?q=cafe&profile=foot", code: .missingParameter, field: "lat"),
        Refused(target: "/api/v1/places?q=cafe&lat=10&lon=10&profile=foot", code: .outsideMap, field: "lat"),
        Refused(target: "/api/v1/match?points=60.17,24.94", code: .tooFewPoints, field: "points"),
        Refused(target: "/api/v1/match?points=10,10;11,11", code: .noMatch, field: "points"),
        Refused(
            target: "/api/v1/match?points=60.17,24.94;60.17,24.945&times=1", code: .invalidParameter, field: "times"),
        Refused(target: "/api/v1/table?points=60.17,24.94&sources=1", code: .invalidParameter, field: "sources"),
        Refused(target: "/api/v1/table?points=60.17,24.94;10,10", code: .outsideMap, field: "points"),
        Refused(target: "/api/v1/table?points=60.17,24.94;NaN,10", code: .invalidParameter, field: "points"),
        Refused(
            target: "/api/v1/table?points=" + Array(repeating: "60.17,24.94", count: 101).joined(separator: ";"),
            code: .tooManyPoints, field: "points"),
        Refused(target: "/api/v1/reach?from=10,10", code: .outsideMap, field: "from"),
        Refused(target: "/api/v1/reach?from=60.17,24.94&minutes=600", code: .invalidParameter, field: "minutes"),
        Refused(target: "/tiles/15/0/0.mvt", code: .invalidParameter, field: "z"),
        Refused(target: "/tiles/1/2/0.mvt", code: .invalidParameter, field: "x"),
        Refused(target: "/tiles/1/0/-1.mvt", code: .invalidParameter, field: "y"),
        Refused(target: "/tiles/a/b/c.mvt", code: .invalidParameter, field: "z"),
        Refused(target: "/styles/night.json", code: .invalidParameter, field: "name"),
        Refused(target: "/api/v1/about?x=1", code: .unknownParameter, field: "x"),
        Refused(target: "/healthz?" + String(repeating: "a", count: 9000), code: .addressTooLong),
        Refused(target: "/" + String(repeating: "a", count: 9000), code: .addressTooLong),
        Refused(target: "/api/v1/suggest?q=" + String(repeating: "a", count: 257), code: .invalidParameter, field: "q"),
    ])
    private func `bad requests name the parameter at fault`(_ example: Refused) async throws {
        let answer = try await town.get(example.target)
        let error = try JSONDecoder().decode(ErrorBody.self, from: Data(answer.body.readableBytesView))
        #expect(error.code == example.code)
        #expect(error.field == example.field)
        #expect(answer.status.code == example.code.status)
        #expect(answer.headers[.cacheControl] == "no-store")
    }

    @Test func `a body that is announced too large is refused`() async throws {
        let answer = try await town.get("/healthz", headers: [.contentLength: "99999999"])
        #expect(answer.status == .contentTooLarge)
        #expect(answer.headers[.connection] == "close")
        #expect(try await town.get("/healthz", headers: [.contentLength: "zebra"]).status == .contentTooLarge)
    }

    @Test func `a client that accepts neither plain nor packed answers gets an error`() async throws {
        let answer = try await town.get("/tiles.json", headers: [.acceptEncoding: "br, identity;q=0"])
        #expect(answer.status == .notAcceptable)
        #expect(String(buffer: answer.body).contains(#""code":"not_acceptable""#))
    }

    @Test func `queries may be made of any text`() async throws {
        var random = SeededGenerator(seed: 7)
        for _ in 0..<200 {
            let bytes = (0..<Int.random(in: 1...40, using: &random)).map { _ in
                UInt8.random(in: 0x20...0xff, using: &random)
            }
            let text = bytes.map { String(format: "%%%02x", $0) }.joined()
            let answer = try await town.get("/api/v1/places?q=\(text)")
            #expect([200, 400].contains(answer.status.code), "\(text)")
        }
    }

    @Test func `figures count by route and status, and name no place`() async throws {
        _ = try await town.get("/api/v1/suggest?q=Kappeli&lat=60.1702&lon=24.9402")
        _ = try await town.get("/tiles/99/0/0.mvt")
        let text = String(buffer: try await town.get("/metrics").body)
        #expect(text.contains(#"hereabouts_requests_total{route="suggest",status="200"} 1"#))
        #expect(text.contains(#"hereabouts_requests_total{route="tile",status="400"} 1"#))
        #expect(text.contains(#"hereabouts_request_seconds_count{route="suggest"} 1"#))
        #expect(text.contains("hereabouts_atlas_info{identity="))
        #expect(!text.contains("60.17") && !text.contains("Kappeli"))
    }

    @Test func `figures describe the process and its connections`() async throws {
        let lines = String(buffer: try await town.get("/metrics").body).split(separator: "\n")
        func value(_ name: String) throws -> Double {
            try #require(
                lines.first { $0.hasPrefix(name + " ") }.flatMap { Double($0.dropFirst(name.count + 1)) }, "\(name)")
        }
        let now = Date().timeIntervalSince1970
        let (start, files) = try (value("process_start_time_seconds"), value("process_open_fds"))
        #expect(start > now - 86_400 && start < now + 2)
        #expect(try value("process_cpu_seconds_total") > 0)
        #expect(try value("process_resident_memory_bytes") > 1e6)
        #expect(try value("process_virtual_memory_bytes") > 1e6)
        #expect(files > 2)
        #expect(try value("process_max_fds") > files)
        #expect(try value("hereabouts_connections_open") == 0)
        #expect(try value("hereabouts_event_listeners") == 0)
        #expect(lines.contains(#"hereabouts_build_info{version="1.2.3"} 1"#))
        // No backup was made here.
        #expect(!lines.contains { $0.hasPrefix("hereabouts_backup_") })
        let announced = lines.filter { $0.hasPrefix("# TYPE ") }.map { $0.split(separator: " ")[2] }
        #expect(Set(announced).count == announced.count)
    }

    @Test func `requests never enter the log`() async throws {
        for target in Self.good + ["/api/v1/suggest?q=Kappeli&lat=60.1702&lon=24.9402&x=1", "/nowhere/Kappeli"] {
            _ = try await town.get(target)
        }
        for line in town.log.lines {
            #expect(!line.contains("60.17") && !line.contains("Kappeli") && !line.contains("q="), "\(line)")
        }
    }

    @Test func `no message can forge a second line of the log`() {
        let logger = Logger(label: "test") { [log = town.log] _ in LineLog(level: .trace) { log.append($0) } }
        logger.notice("one\r\ntwo\u{1b}[2Jthree\u{85}four")
        #expect(town.log.lines.count == 1)
        #expect(town.log.lines[0].hasSuffix("notice one  two [2Jthree four"))
    }

    @Test func `answers about people's places forbid every cache`() async throws {
        for target in [
            "/api/v1/suggest?q=k", "/api/v1/places?q=k", "/api/v1/address?lat=60.17&lon=24.94",
            "/api/v1/route?from=60.17,24.94&to=60.17,24.945", "/route/v1/foot/24.94,60.17;24.945,60.17",
        ] {
            #expect(try await town.get(target).headers[.cacheControl] == "no-store")
        }
    }

    @Test func `addresses in answers are those the client used, and no header can forge them`() async throws {
        let town = try Town { $0.hostNames = ["map.example.org", "a.org", "b.org", "c.org"] }
        func origin(_ headers: HTTPFields) async throws -> String {
            let answer = try await town.get("/tiles.json", headers: headers)
            let tiles = try JSONDecoder().decode(TileJSON.self, from: Data(answer.body.readableBytesView)).tiles
            return String(try #require(tiles.first).prefix(while: { $0 != "{" }))
        }
        let host = HTTPField.Name("x-forwarded-host")!, scheme = HTTPField.Name("x-forwarded-proto")!
        #expect(try await origin([:]) == "http://localhost/tiles/")
        #expect(try await origin([host: "map.example.org", scheme: "https"]) == "https://map.example.org/tiles/")
        #expect(try await origin([host: "a.org/\"><script>", scheme: "gopher"]) == "http://localhost/tiles/")
        // With several proxies, the values of the first.
        #expect(try await origin([host: "a.org, b.org", scheme: "https, http"]) == "https://a.org/tiles/")
        #expect(try await origin([host: "a.org:81 ,b.org", scheme: "http , https"]) == "http://a.org:81/tiles/")
        #expect(try await origin([host: "a b, c.org", scheme: "https, http"]) == "http://localhost/tiles/")
        #expect(try await origin([scheme: "HTTPS"]) == "https://localhost/tiles/")
        let fixed = try Town { $0.publicURL = "https://fixed.example.org" }
        let answer = try await fixed.get("/styles/dark.json", headers: [host: "map.local"])
        #expect(String(buffer: answer.body).contains("https://fixed.example.org/tiles.json"))
    }
}

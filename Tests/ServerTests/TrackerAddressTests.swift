import Community
import Foundation
import GeoCore
import HTTPTypes
import HereaboutsAPI
import HummingbirdTesting
import NIOCore
import Presence
import Server
import TestSupport
import Testing

/// The addresses where apps report, in all forms that people and apps use, and the ways to identify a device.
@Suite struct TrackerAddressTests {
    private let town: Town
    private let anna: HereaboutsClient

    init() async throws {
        town = try Town()
        anna = try await town.client(of: "anna")
    }

    private func count() async throws -> Int {
        let person = try #require(town.community.account(named: "anna"))
        return try await Positions(store: town.presence, keys: town.presence)
            .positions(of: person.id, in: 0...Int64.max).count
    }

    private func token(_ kind: DeviceKind) async throws -> String {
        try await anna.add(NewDevice(kind: kind, name: "phone")).token
    }

    private static func bearer(_ token: String) -> HTTPFields { [.authorization: "Bearer \(token)"] }
    private static func basic(_ token: String) -> HTTPFields {
        [.authorization: "Basic " + Data("jane:\(token)".utf8).base64EncodedString()]
    }

    /// A position of a second of its own, as each app writes it.
    private struct Report {
        let second: Int

        private var seconds: Int { 1_700_000_000 + second }
        private var time: String { WireTime.text(Int64(seconds) * 1000) }

        var query: String { "timestamp=\(seconds)&lat=47.1&lon=9.5&anything=x" }
        var ownTracks: String {
            #"{"_type":"location","lat":47.1,"lon":9.5,"tst":\#(seconds),"tid":"jp","new":{}}"#
        }
        var overland: String {
            #"{"locations":[{"type":"Feature","geometry":{"type":"Point","coordinates":[9.5,47.1]},"#
                + #""properties":{"timestamp":"\#(time)","new":[]}}],"new":1}"#
        }
        func traccar(_ device: String?) -> String {
            let id = device.map { #","device_id":"\#($0)""# } ?? ""
            return #"{"location":{"timestamp":"\#(time)","coords":{"latitude":47.1,"longitude":9.5}}\#(id)}"#
        }
    }

    @Test
    func `OwnTracks' addresses are the same with a slash at their end, as Dawarich has them, and the server's own`()
        async throws
    {
        try await checkAddresses(
            ["/owntracks", "/pub", "/api/v1/owntracks/points"], of: .owntracks, answer: "[]"
        ) { $0.ownTracks }
    }

    @Test func `Overland's addresses are the same in the same ways`() async throws {
        try await checkAddresses(
            ["/overland", "/api/v1/points", "/api/v1/overland/batches"], of: .overland, answer: #"{"result":"ok"}"#
        ) { $0.overland }
    }

    /// Sends a report to each address, with a slash at its end and without, and to the server's own name, with the
    /// token wherever it may be.
    private func checkAddresses(
        _ addresses: [String], of kind: DeviceKind, answer wanted: String, _ body: (Report) -> String
    ) async throws {
        let token = try await token(kind), headers = [Self.bearer(token), Self.basic(token)]
        var ways = headers.map { ("/", $0) }
        for address in addresses.flatMap({ [$0, $0 + "/"] }) {
            ways += headers.map { (address, $0) }
            ways += ["?api_key=\(token)", "?token=\(token)&u=jane"].map { (address + $0, [:]) }
        }
        for (index, (target, headers)) in ways.enumerated() {
            let answer = try await town.send(.post, target, body(Report(second: index)), headers: headers)
            #expect(answer.status == .ok && String(buffer: answer.body) == wanted, "\(target)")
            #expect(try await count() == index + 1, "\(target)")
        }
    }

    @Test func `the OsmAnd protocol comes by query, form and JSON, by GET and POST, also to the server's own name`()
        async throws
    {
        let token = try await token(.traccar), form: HTTPFields = [.contentType: "application/x-www-form-urlencoded"]
        var second = 0
        for path in ["/osmand", "/osmand/", "/"] {
            for id in ["id", "deviceid"] {
                for method in [HTTPRequest.Method.get, .post] {
                    second += 1
                    let target = "\(path)?\(id)=\(token)&\(Report(second: second).query)"
                    #expect(try await town.send(method, target).status == .ok, "\(target)")
                    #expect(try await count() == second, "\(target)")
                }
                second += 1
                let body = "\(id)=\(token)&\(Report(second: second).query)"
                #expect(try await town.send(.post, path, body, headers: form).status == .ok, "\(path)")
                second += 1
                let values = Report(second: second).query
                let target = "\(path)?\(id)=\(token)"
                #expect(try await town.send(.post, target, values, headers: form).status == .ok, "\(target)")
                #expect(try await count() == second, "\(target)")
            }
            second += 1
            let json = Report(second: second).traccar(token)
            #expect(try await town.send(.post, path, json).status == .ok, "\(path)")
            #expect(try await count() == second, "\(path)")
        }
        // A request that is no report gets the page, or nothing.
        let page = try await town.get("/")
        #expect(try await town.get("/?id=node/1").status == page.status)
        for body in ["", " ", "nonsense", "name=x"] {
            let answer = try await town.send(.post, "/", body)
            #expect(answer.status == .methodNotAllowed && answer.headers[.allow] == "GET, HEAD, OPTIONS", "\(body)")
        }
        #expect(try await town.send(.post, "/?id=48241179&lat=1&lon=2").status == .badRequest)
    }

    @Test func `a HEAD records nothing`() async throws {
        let token = try await token(.traccar), page = try await town.send(.head, "/")
        let query = "?id=\(token)&\(Report(second: 1).query)"
        #expect(try await town.send(.head, "/osmand" + query).status == .ok)
        #expect(try await town.send(.head, "/" + query).headers == page.headers)
        #expect(try await count() == 0)
    }

    @Test func `a time is in seconds or their thousandths, whichever app sends it`() async throws {
        let osmAnd = try await token(.traccar), ownTracks = try await token(.owntracks)
        for (second, unit) in [(1, ""), (2, "000"), (3, ".5")] {
            let query = "id=\(osmAnd)&timestamp=\(1_700_000_000 + second)\(unit)&lat=47.1&lon=9.5"
            #expect(try await town.get("/osmand?" + query).status == .ok)
            let body = #"{"_type":"location","lat":47.1,"lon":9.5,"tst":\#(1_700_000_010 + second)\#(unit)}"#
            #expect(try await town.send(.post, "/owntracks", body, headers: Self.bearer(ownTracks)).status == .ok)
            #expect(try await count() == 2 * second, "\(unit)")
        }
    }

    @Test func `a token in a header counts beside an identifier of the app's own`() async throws {
        let token = try await token(.traccar)
        var second = 0
        for headers in [Self.bearer(token), Self.basic(token)] {
            for path in ["/osmand", "/osmand/", "/"] {
                for query in ["id=48241179&", "deviceid=48241179&"] + (path == "/" ? [] : [""]) {
                    for method in [HTTPRequest.Method.get, .post] {
                        second += 1
                        let target = "\(path)?\(query)\(Report(second: second).query)"
                        #expect(try await town.send(method, target, headers: headers).status == .ok, "\(target)")
                    }
                    second += 1
                    let form = query + Report(second: second).query
                    #expect(try await town.send(.post, path, form, headers: headers).status == .ok, "\(path)")
                }
                for device in ["48241179", nil] {
                    second += 1
                    let body = Report(second: second).traccar(device)
                    #expect(try await town.send(.post, path, body, headers: headers).status == .ok, "\(path)")
                }
                #expect(try await count() == second, "\(path)")
            }
        }
        // And the device's own token beside a header for another server.
        for headers in [Self.bearer("proxy"), Self.basic("proxy")] {
            second += 1
            let target = "/osmand?id=\(token)&\(Report(second: second).query)"
            #expect(try await town.get(target, headers: headers).status == .ok)
        }
        #expect(try await count() == second)
        let none = "/osmand?id=48241179&\(Report(second: 0).query)"
        #expect(try await town.get(none, headers: Self.bearer("proxy")).status == .badRequest)
    }

    @Test func `a token works in the query beside the app's own identifier, and in a header without an identifier`()
        async throws
    {
        let token = try await token(.traccar)
        var second = 0
        for query in ["id=1&token=\(token)", "deviceid=1&api_key=\(token)", "token=\(token)", "id=\(token)&token=x"] {
            for path in ["/osmand", "/"] {
                for method in [HTTPRequest.Method.get, .post] {
                    second += 1
                    let target = "\(path)?\(query)&\(Report(second: second).query)"
                    #expect(try await town.send(method, target).status == .ok, "\(target)")
                }
            }
        }
        for headers in [Self.bearer(token), Self.basic(token)] {
            second += 1
            let target = "/?\(Report(second: second).query)"
            #expect(try await town.get(target, headers: headers).headers[.contentType] == "text/plain")
        }
        #expect(try await count() == second)
        // A proxy's password comes with what a browser asks for, too.
        var headers = Self.basic("proxy")
        headers[.accept] = "text/html,*/*"
        let page = try await town.get("/"), answer = try await town.get("/?lat=1&lon=2", headers: headers)
        #expect(answer.status == page.status && answer.body == page.body)
    }

    @Test(arguments: [
        ("/owntracks", true), ("/overland", true), ("/postposition", true), ("/api/v1/positions", false),
        ("/api/v1/me/devices", false),
    ])
    func `a client without access learns how to ask again, and a page's user is never asked`(path: String, isApp: Bool)
        async throws
    {
        let body = path == "/postposition" ? "" : "{}"
        let method: HTTPRequest.Method = path.hasPrefix("/api/v1/me") ? .get : .post
        let answer = try await town.send(method, path, body)
        #expect(answer.status == .unauthorized)
        let basic = #"Basic realm="Hereabouts", charset="UTF-8""#, bearer = #"Bearer realm="Hereabouts""#
        #expect(answer.headers[values: .wwwAuthenticate] == (isApp ? [basic, bearer] : [bearer]))
    }

    @Test(arguments: [
        "/osmand", "/owntracks", "/pub", "/overland", "/api/v1/points", "/api/v1/overland/batches",
        "/api/v1/owntracks/points", "/api/v1/positions", "/postposition",
    ])
    func `an address lists its methods, with a slash at its end and without`(path: String) async throws {
        for target in [path, path + "/"] {
            let options = try await town.send(.options, target)
            #expect(options.status == .noContent && options.headers[.allow]?.contains("POST") == true, "\(target)")
            let wrong = try await town.send(.delete, target)
            #expect(wrong.status == .methodNotAllowed && wrong.headers[.allow]?.contains("POST") == true, "\(target)")
            #expect(try await town.send(.head, target).status.code < 500)
        }
    }

    /// Where the answer is a stream, or figures of the moment.
    private static let changing = ["/api/v1/events", "/metrics"]

    @Test func `every address is the same with a slash at its end and without`() async throws {
        let plain = town.server.paths.filter { !$0.contains("{") && !Self.changing.contains($0) }
        let asked = [
            "/search?q=Kappeli", "/reverse?lat=60.17&lon=24.94&format=jsonv2", "/api/v1/places?q=Kappeli",
            "/styles/light.json",
            "/route/v1/foot/24.94,60.17;24.941,60.17", "/tiles/14/\(Town.tile.x)/\(Town.tile.y).mvt",
            "/fonts/One/0-255.pbf",
        ]
        #expect(plain.count > 60)
        for target in plain.sorted() + asked {
            let path = target.prefix { $0 != "?" }, query = target.dropFirst(path.count)
            // The page is at the slash alone.
            guard path != "/" else { continue }
            let other = (path.hasSuffix("/") ? path.dropLast() : path + "/") + query
            let answers = [try await town.get(target), try await town.get(String(other))]
            #expect(answers[0].status == answers[1].status && answers[0].body == answers[1].body, "\(target)")
            #expect(answers[0].status == .ok || plain.contains(target), "\(target)")
        }
    }
}

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

/// Requests as apps send them, byte for byte as their own text and source have it, and what those apps need for an
/// answer.
@Suite struct TrackerTests {
    private let town: Town
    private let anna: HereaboutsClient

    init() async throws {
        town = try Town()
        anna = try await town.client(of: "anna")
    }

    /// Returns the stored positions of everybody, in order.
    private func kept() async throws -> [Presence.Position] {
        let person = try #require(town.community.account(named: "anna"))
        return try await Positions(store: town.presence, keys: town.presence)
            .positions(of: person.id, in: 0...Int64.max)
    }

    private static func basic(_ name: String, _ password: String) -> HTTPFields {
        [.authorization: "Basic " + Data("\(name):\(password)".utf8).base64EncodedString()]
    }

    /// Lets anna keep visits, and so years-old positions count.
    private func keepEverything() async throws {
        _ = try await anna.changeSharing(revision: 0, SharingFields(keepsVisits: true))
    }

    private func device(_ kind: DeviceKind) async throws -> AddedDevice {
        try await anna.add(NewDevice(kind: kind, name: "phone"))
    }

    // MARK: Connections

    @Test(arguments: [1 << 20, 700])
    func `reports are taken one after another, however long they are and however they are split`(piece: Int)
        async throws
    {
        try await keepEverything()
        let token = try await device(.program).token
        let report = { (times: Range<Int>) in
            let positions = times.map { #"{"time":\#(1_700_000_000_000 + $0 * 1000),"lat":47.1,"lon":9.5}"# }
            return "[\(positions.joined(separator: ","))]"
        }
        let request = { (body: String, token: String) in
            "POST /api/v1/positions HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer \(token)\r\n"
                + "Content-Length: \(body.utf8.count)\r\n\r\n\(body)"
        }
        let many = report(2..<802)
        // The server does not store this much before its end arrives.
        #expect(many.utf8.count > 32 << 10)
        let requests = [
            request(report(0..<1), token), "GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n", request(many, token),
            request(report(0..<3), token), request("[nonsense", token), request(report(900..<901), "none"),
            request(report(900..<901), token),
        ]
        let text = try await town.application.test(.live) { client in
            let port = try #require(client.port)
            return try await RawConnection.onThread {
                let connection = try RawConnection(port: port)
                let bytes = Array(requests.joined().utf8)
                for start in stride(from: 0, to: bytes.count, by: piece) {
                    connection.send(String(decoding: bytes[start..<min(bytes.count, start + piece)], as: UTF8.self))
                }
                connection.finish()
                return try connection.read()
            }
        }
        // The server may find out whether such a client is still there.
        let answers = text.components(separatedBy: "HTTP/1.1 ").dropFirst().filter { !$0.hasPrefix("100") }
        #expect(answers.map { $0.prefix(3) } == ["200", "200", "200", "200", "400", "401", "200"])
        let added = answers.compactMap { $0.firstMatch(of: /"added":(\d+)/)?.1 }
        #expect(added == ["1", "800", "1", "1"])
        #expect(try await kept().count == 803)
    }

    // MARK: OwnTracks

    private static let ownTracks = """
        {"_type":"location","acc":12,"alt":455,"batt":87,"bs":1,"conn":"m","created_at":1700000003,"lat":47.14105,\
        "lon":9.52092,"m":1,"t":"u","tid":"jp","topic":"owntracks/jane/phone","tst":1700000000,"vac":3,"vel":4}
        """

    @Test(arguments: ["/owntracks", "/pub?u=jane&d=phone"])
    func `OwnTracks reports with a password, and gets an empty list`(target: String) async throws {
        let token = try await device(.owntracks).token
        var headers = Self.basic("jane", token)
        headers[HTTPField.Name("X-Limit-U")!] = "jane"
        headers[HTTPField.Name("X-Limit-D")!] = "phone"
        for _ in 0..<3 {
            let answer = try await town.send(.post, target, Self.ownTracks, headers: headers)
            #expect(answer.status == .ok && String(buffer: answer.body) == "[]")
            #expect(answer.headers[.contentType] == "application/json")
        }
        let found = try await kept()
        #expect(found.count == 1)
        #expect(found[0].time == 1_700_000_000_000 && found[0].point.latitudeE7 == 471_410_500)
        #expect(found[0].point.longitudeE7 == 95_209_200 && found[0].accuracyMetres == 12)
        // 4 km/h.
        #expect(found[0].altitudeMetres == 455 && found[0].speed == 1.11 && found[0].batteryPercent == 87)
    }

    @Test(arguments: [
        "", #"{"_type":"transition","wtst":1,"tst":1700000000,"acc":3,"event":"enter","lat":1,"lon":2}"#,
        #"{"_type":"waypoints","waypoints":[]}"#, #"{"_type":"lwt","tst":1700000000}"#,
        #"{"_type":"encrypted","data":"AAAA"}"#, #"{"_type":"something of tomorrow","lat":"x"}"#,
        #"{"_type":"location","lat":0,"lon":0,"tst":1700000000,"tid":"jp"}"#,
        #"{"_type":"location","lat":91,"lon":0,"tst":1700000000,"tid":"jp"}"#,
        #"{"_type":"location","lat":47.1,"lon":9.5,"tst":99999999999,"tid":"jp"}"#,
        #"{"_type":"location","lat":47.1,"lon":9.5,"tid":"jp"}"#,
    ])
    func `other messages of OwnTracks, and impossible positions, do not hold up its queue`(body: String)
        async throws
    {
        let headers = Self.basic("jane", try await device(.owntracks).token)
        let answer = try await town.send(.post, "/owntracks", body, headers: headers)
        #expect(answer.status == .ok && String(buffer: answer.body) == "[]")
        #expect(try await kept().isEmpty)
    }

    @Test func `a password that no device has is refused, and so is a body that is no object of OwnTracks`()
        async throws
    {
        for headers in [Self.basic("jane", "x"), [:], [.authorization: "Basic !"], [.authorization: "Basic"]] {
            #expect(try await town.send(.post, "/owntracks", Self.ownTracks, headers: headers).status == .unauthorized)
        }
        let headers = Self.basic("jane", try await device(.owntracks).token)
        for body in ["{", "[]", "7", #"{"lat":1}"#, #"{"_type":7}"#] {
            #expect(try await town.send(.post, "/owntracks", body, headers: headers).status == .badRequest)
        }
    }

    @Test func `OwnTracks is set up by an address that holds its settings`() async throws {
        let added = try await device(.owntracks)
        let link = try #require(added.setUp.link)
        let encoded = try #require(URLComponents(string: link)?.queryItems?.first { $0.name == "inline" }?.value)
        let json = try #require(Data(base64Encoded: encoded))
        let settings = try #require(try JSONSerialization.jsonObject(with: json) as? [String: Any])
        #expect(settings["_type"] as? String == "configuration" && settings["mode"] as? Int == 3)
        #expect(settings["url"] as? String == added.setUp.url && added.setUp.url.hasSuffix("/owntracks"))
        #expect(settings["username"] as? String == "anna" && settings["password"] as? String == added.token)
    }

    @Test func `OwnTracks gets friends' locations, each under its own label, and not those at home`()
        async throws
    {
        let added = try await device(.owntracks)
        // Long enough ago that its publication is due.
        let now = town.clock.now() - 2_100_000
        var friends: [String: HereaboutsClient] = [:]
        for (index, name) in ["jane", "jack", "ja", "jo"].enumerated() {
            let friend = try await town.client(of: name)
            friends[name] = friend
            _ = try await friend.askFriend("anna")
            _ = try await anna.askFriend(name)
            let phone = HereaboutsClient(
                TownTransport(town: town), token: try await friend.add(NewDevice(kind: .program, name: "phone")).token)
            let lat = 60.1 + Double(index) / 100
            _ = try await phone.report([ReportedPosition(millisecondsSince1970: now, lat: lat, lon: 24.94)])
            _ = try await friend.changeSharing(
                revision: 0, SharingFields(friends: name == "jo" ? .fuzzy : .exact, atHome: name == "ja"))
        }
        // An approximate place that arrives late is visible at the next full step.
        town.clock.advance(by: 300_000)
        let answer = try await town.send(
            .post, "/owntracks", Self.ownTracks, headers: Self.basic("anna", added.token))
        let json = try JSONSerialization.jsonObject(with: Data(answer.body.readableBytesView))
        let objects = try #require(json as? [[String: Any]])
        let places = objects.filter { $0["_type"] as? String == "location" }
        let cards = objects.filter { $0["_type"] as? String == "card" }
        #expect(Set(cards.compactMap { $0["name"] as? String }) == ["jane", "jack", "jo"])
        #expect(Set(places.compactMap { $0["tid"] as? String }).count == 3)
        let jane = try #require(cards.first { $0["name"] as? String == "jane" }?["tid"] as? String)
        let place = try #require(places.first { $0["tid"] as? String == jane })
        #expect(place["lat"] as? Double == 60.1 && place["tst"] as? Int64 == now / 1000 && place["acc"] == nil)
        // An approximate location is drawn as a circle, not as a point.
        let jo = try #require(cards.first { $0["name"] as? String == "jo" }?["tid"] as? String)
        #expect(places.first { $0["tid"] as? String == jo }?["acc"] as? Int == 800)
        // Nobody else gets the label of a person who goes home.
        _ = try await friends["jane"]?.changeSharing(revision: 1, SharingFields(friends: .exact, atHome: true))
        let later = try await town.send(
            .post, "/owntracks", Self.ownTracks, headers: Self.basic("anna", added.token))
        let left = try JSONSerialization.jsonObject(with: Data(later.body.readableBytesView)) as? [[String: Any]]
        let labels = { (list: [[String: Any]]) in
            list.filter { $0["_type"] as? String == "card" }
                .reduce(into: [:]) { $0[$1["name"] as? String] = $1["tid"] as? String }
        }
        #expect(try labels(#require(left)) == labels(objects).filter { $0.key != "jane" })
        // Tokens of other devices are good for reporting alone.
        for kind in DeviceKind.allCases where kind != .owntracks {
            let headers = Self.basic("anna", try await device(kind).token)
            let answer = try await town.send(.post, "/owntracks", Self.ownTracks, headers: headers)
            #expect(answer.status == .ok && String(buffer: answer.body) == "[]")
        }
    }

    @Test func `a clock that is ahead holds nobody at a future position`() async throws {
        let ben = try await town.client(of: "ben")
        _ = try await anna.askFriend("ben")
        _ = try await ben.askFriend("anna")
        _ = try await anna.changeSharing(revision: 0, SharingFields(friends: .exact))
        let phone = HereaboutsClient(TownTransport(town: town), token: try await device(.program).token)
        let now = town.clock.now()
        for (ahead, lat) in [(80_000_000, 60.19), (0, 60.17)] as [(Int64, Double)] {
            _ = try await phone.report([ReportedPosition(millisecondsSince1970: now + ahead, lat: lat, lon: 24.94)])
        }
        #expect(try await ben.people().people.first?.lat == 60.17)
    }

    @Test func `positions beyond a shortened retention are removed at once`() async throws {
        let phone = HereaboutsClient(TownTransport(town: town), token: try await device(.program).token)
        let now = town.clock.now(), day: Int64 = 86_400_000
        _ = try await phone.report(
            [0, 2, 20].map { ReportedPosition(millisecondsSince1970: now - $0 * day, lat: 60.17, lon: 24.94) })
        let state = try await anna.changeSharing(revision: 0, SharingFields(retentionDays: 5))
        #expect(try await kept().count == 2)
        _ = try await anna.changeSharing(revision: state.revision, SharingFields(retentionDays: 0))
        #expect(try await kept().map(\.time) == [now])
    }

    @Test func `a person can keep visits for longer than positions`() async throws {
        let phone = HereaboutsClient(TownTransport(town: town), token: try await device(.program).token)
        let minute: Int64 = 60_000, day = 1440 * minute, now = town.clock.now()
        // Around the end of a day of the clock that days are counted by, a week ago, and just now.
        let begins = [now - now % day - 7 * day - 20 * minute, now - 60 * minute]
        for begin in begins {
            _ = try await phone.report(
                (0...10).map {
                    ReportedPosition(millisecondsSince1970: begin + $0 * 4 * minute, lat: 60.17021, lon: 24.94019)
                })
        }
        func visited() async throws -> [Int64] {
            let from = WireTime.text(now - 20 * day)
            return try await anna.myVisits(MyVisitsRequest(from: from)).visits.compactMap { DateTime.read($0.arrival) }
        }
        #expect(try await visited() == begins)
        let state = try await anna.changeSharing(revision: 0, SharingFields(retentionDays: 30, keepsVisits: true))
        // The cut goes through the first stay.
        let fewer = try await anna.changeSharing(
            revision: state.revision, SharingFields(retentionDays: 7, keepsVisits: true))
        #expect(try await visited() == begins)
        let last = try await anna.changeSharing(
            revision: fewer.revision, SharingFields(retentionDays: 1, keepsVisits: true))
        await town.server.tidyPresence()
        #expect(try await kept().allSatisfy { $0.time >= begins[1] })
        #expect(try await visited() == begins)
        let visit = try await anna.myVisits(MyVisitsRequest(from: WireTime.text(now - 20 * day))).visits.first
        #expect(visit.flatMap { DateTime.read($0.departure) } == begins[0] + 40 * minute)
        _ = try await anna.changeSharing(revision: last.revision, SharingFields(retentionDays: 1))
        #expect(try await visited() == [begins[1]])
    }

    @Test func `nobody registers by a pseudonym, and a name of somebody else keeps nobody from sharing less`()
        async throws
    {
        _ = try await anna.changeSharing(revision: 0, SharingFields(friends: .exact, pseudonym: "Heron"))
        for name in ["heron", "HERON"] {
            await AccessTests.expect(.nameTaken) {
                _ = try await town.guest.register(Credentials(name: name, password: "correct horse"))
            }
        }
        // The operator's command line asks nobody.
        _ = try await town.client(of: "heron")
        let less = try await anna.changeSharing(revision: 1, SharingFields(pseudonym: "Heron", atHome: true))
        #expect(less.fields.atHome && less.fields.friends == .nothing)
        await AccessTests.expect(.nameTaken) {
            _ = try await town.client(of: "ben").changeSharing(revision: 0, SharingFields(pseudonym: "Heron"))
        }
    }

    @Test func `when many people want the same pseudonym at once, one gets it`() async throws {
        var people: [HereaboutsClient] = []
        for number in 0..<8 { people.append(try await town.client(of: "p\(number)")) }
        let taken = await withTaskGroup(of: Bool.self) { [people] group in
            for person in people {
                group.addTask {
                    (try? await person.changeSharing(revision: 0, SharingFields(pseudonym: "Crane"))) != nil
                }
            }
            return await group.reduce(into: 0) { $0 += $1 ? 1 : 0 }
        }
        #expect(taken == 1)
    }

    @Test(arguments: [
        #"[{"time":1700000000000,"lat":47.1,"lon":9.5},{"time":"x","lat":1},7]"#,
        "{\"time\":1700000000000,\"lat\":47.1,\"lon\":9.5}\n{\"time\":17000\n\"lat\":47.2}",
    ])
    func `an unreadable element of a list is refused, and the rest is taken`(body: String) async throws {
        try await keepEverything()
        let token = try await device(.program).token
        let answer = try await town.send(
            .post, "/api/v1/positions", body, headers: [.authorization: "Bearer \(token)"])
        let taken = try JSONDecoder().decode(PositionsTaken.self, from: Data(answer.body.readableBytesView))
        #expect(taken.added == 1 && taken.refused.map(\.index) == [1, 2])
        #expect(try await kept().count == 1)
        // A value that is no number gives nothing.
        #expect(try await town.get("/osmand?id=\(token)&timestamp=1700000001&lat=0x1p5&lon=24.9").status == .ok)
        #expect(try await kept().count == 1)
    }

    @Test func `nobody is seen by the pseudonym of another`() async throws {
        let ben = try await town.client(of: "ben")
        _ = try await anna.changeSharing(revision: 0, SharingFields(pseudonym: "Heron"))
        await AccessTests.expect(.nameTaken) {
            _ = try await ben.changeSharing(revision: 0, SharingFields(pseudonym: "HERON"))
        }
        _ = try await anna.changeSharing(revision: 1, SharingFields(pseudonym: "heron"))
    }

    @Test func `a person who leaves is removed, whichever of their rows is damaged`() async throws {
        let phone = HereaboutsClient(TownTransport(town: town), token: try await device(.program).token)
        let now = town.clock.now()
        _ = try await phone.report([ReportedPosition(millisecondsSince1970: now, lat: 60.17, lon: 24.94)])
        _ = try await anna.changeSharing(revision: 0, SharingFields(statistics: true))
        let person = try #require(town.community.account(named: "anna")).id
        let kept = try #require(town.presence.sharing(of: person))
        try town.presence.setSharing(SealedSharing(revision: 2, key: kept.key, sealed: [1, 2, 3]), of: person)
        try await anna.removeAccount(password: "correct horse")
        #expect(KeyPurpose.allCases.allSatisfy { town.presence.key(of: person, for: $0) == nil })
        #expect(town.presence.devices(of: person).isEmpty && town.presence.sharing(of: person) == nil)
        #expect(town.presence.hours(of: person, in: 0...Int64.max).isEmpty)
    }

    // MARK: OsmAnd protocol

    @Test func `Traccar Client before version 9 sends a query and no body, and speaks in knots`() async throws {
        let token = try await device(.traccar).token
        let target = """
            /osmand?id=\(token)&timestamp=1700000000&lat=47.14105&lon=9.52092&speed=10.0&bearing=90.0&altitude=455.0\
            &accuracy=0.0&batt=87.0&charge=true
            """
        for _ in 0..<2 {
            let answer = try await town.send(.post, target)
            #expect(answer.status == .ok && answer.body.readableBytes == 0)
        }
        let found = try await kept()
        #expect(found.count == 1 && found[0].time == 1_700_000_000_000)
        #expect(found[0].speed == 5.14 && found[0].course == 90 && found[0].accuracyMetres == nil)
        #expect(found[0].altitudeMetres == 455 && found[0].batteryPercent == 87)
    }

    @Test func `the OsmAnd app sends milliseconds, metres a second, and its accuracy as hdop`() async throws {
        let added = try await device(.osmand)
        let values = ["47.14105", "9.52092", "1700000000123", "7.5", "455.0", "10.0", "90.0"]
        var url = added.setUp.url
        for (index, value) in values.enumerated() { url = url.replacingOccurrences(of: "{\(index)}", with: value) }
        let target = String(url[try #require(url.range(of: "/osmand")).lowerBound...])
        #expect(try await town.get(target).status == .ok)
        let found = try await kept()
        #expect(found.count == 1 && found[0].time == 1_700_000_000_123)
        #expect(found[0].speed == 10 && found[0].accuracyMetres == 7.5 && found[0].course == 90)
    }

    @Test func `Traccar Client from version 9 on sends JSON`() async throws {
        let token = try await device(.traccar).token
        let location = """
            {"timestamp":"2026-01-01T12:00:00.000Z","coords":{"latitude":47.14,"longitude":9.52,"accuracy":5,"speed":1.4,\
            "heading":-1,"altitude":455},"is_moving":true,"odometer":0,"event":"motionchange",\
            "battery":{"level":0.87,"is_charging":false},"activity":{"type":"walking"},"extras":{}}
            """
        let answer = try await town.send(.post, "/osmand", #"{"location":\#(location),"device_id":"\#(token)"}"#)
        #expect(answer.status == .ok && answer.body.readableBytes == 0)
        let found = try await kept()
        #expect(found.count == 1 && found[0].time == 1_767_268_800_000)
        #expect(found[0].speed == 1.4 && found[0].course == nil && found[0].batteryPercent == 87)
        // The device's state without a place.
        let state = #"{"location":{"timestamp":"2026-01-01T12:00:00.000Z"},"device_id":"\#(token)"}"#
        #expect(try await town.send(.post, "/osmand", state).status == .ok)
        #expect(try await kept().count == 1)
        let unknown = #"{"location":\#(location),"device_id":"48241179"}"#
        #expect(try await town.send(.post, "/osmand", unknown).status == .notFound)
    }

    @Test(arguments: [
        ("timestamp=1700000000", 1_700_000_000_000), ("timestamp=1700000000000", 1_700_000_000_000),
        ("timestamp=2026-01-01T12:00:00Z", 1_767_268_800_000),
        ("timestamp=2026-01-01%2012:00:00", 1_767_268_800_000),
    ])
    func `times come in four forms, and places in two`(time: String, milliseconds: Int64) async throws {
        let token = try await device(.traccar).token
        let forms = ["lat=47.14105&lon=9.52092", "location=47.14105,9.52092"]
        for place in forms {
            #expect(try await town.send(.post, "/osmand?deviceid=\(token)&\(time)&\(place)&anything=x").status == .ok)
        }
        let form = "id=\(token)&\(time)&\(forms[0])"
        let type: HTTPFields = [.contentType: "application/x-www-form-urlencoded"]
        #expect(try await town.send(.post, "/osmand", form, headers: type).status == .ok)
        let found = try await kept()
        #expect(found.map(\.time) == [milliseconds])
    }

    @Test(arguments: ["-9223372036854775808", "-1", "9223372036854775807", "1e308", "nan", ""])
    func `a time that no clock shows is no position, and no harm`(time: String) async throws {
        let token = try await device(.traccar).token
        #expect(try await town.get("/osmand?id=\(token)&timestamp=\(time)&lat=47.1&lon=9.5").status == .ok)
        #expect(try await kept().allSatisfy { $0.time > 0 })
        #expect(try await town.get("/healthz").status == .ok)
    }

    @Test func `a place that the device itself does not trust is not taken`() async throws {
        let token = try await device(.traccar).token
        for (second, word) in ["false", "0", "FALSE", "true", "1", ""].enumerated() {
            let target = "/osmand?id=\(token)&timestamp=\(1_700_000_000 + second)&lat=47.1&lon=9.5&valid=\(word)"
            #expect(try await town.send(.post, target).status == .ok)
        }
        #expect(try await kept().map { $0.time / 1000 - 1_700_000_000 } == [3, 4, 5])
    }

    @Test func `an unknown identifier gets the answer that Traccar gives`() async throws {
        for target in ["/osmand?id=48241179&lat=1&lon=2", "/osmand?lat=1&lon=2", "/osmand"] {
            #expect(try await town.send(.post, target).status == .badRequest)
            #expect(try await town.get(target).status == .badRequest)
        }
        let added = try await device(.traccar)
        try await anna.removeDevice(added.device.id)
        #expect(try await town.get("/osmand?id=\(added.token)&lat=1&lon=2").status == .badRequest)
    }

    // MARK: Overland and gpsd

    @Test func `Overland sends many at once, and gets the answer without which it sends them again`() async throws {
        let token = try await device(.overland).token
        let body = """
            {"locations":[{"type":"Feature","geometry":{"type":"Point","coordinates":[9.52092,47.14105]},"properties":\
            {"timestamp":"2026-01-01T12:00:00Z","altitude":455,"speed":4,"horizontal_accuracy":30,"motion":["driving"],\
            "battery_state":"charging","battery_level":0.89,"wifi":"","course":-1,"device_id":""}},\
            {"type":"Feature","geometry":{"type":"Point","coordinates":[9.6,47.2]},"properties":\
            {"timestamp":"2026-01-01T12:05:00+0000"}},\
            {"type":"Feature","geometry":null,"properties":{"timestamp":"2026-01-01T12:10:00Z","action":"visit"}}],\
            "current":{}}
            """
        let ways: [(String, HTTPFields)] = [
            ("/overland", [.authorization: "Bearer \(token)"]), ("/overland?token=\(token)", [:]),
            ("/api/v1/points", [.authorization: "Bearer \(token)"]),
        ]
        for (target, headers) in ways {
            let answer = try await town.send(.post, target, body, headers: headers)
            #expect(answer.status == .ok && String(buffer: answer.body) == #"{"result":"ok"}"#)
        }
        let found = try await kept()
        // The app's README writes the zone without a colon.
        let noon = try #require(DateTime.read("2026-01-01T12:00:00Z"))
        #expect(found.map(\.time) == [noon, noon + 300_000])
        #expect(found[0].speed == 4 && found[0].batteryPercent == 89 && found[0].course == nil)
    }

    @Test func `lines of gpsd are a report each, of which those with a fix count, also when one was cut off`()
        async throws
    {
        try await keepEverything()
        let token = try await device(.gpsd).token
        let lines = [
            #"{"class":"VERSION","release":"3.22","rev":"3.22","proto_major":3,"proto_minor":14}"#,
            #"{"class":"DEVICES","devices":[{"class":"DEVICE","path":"/dev/pts/1"}]}"#,
            """
            {"class":"TPV","device":"/dev/pts/1","mode":3,"time":"2005-06-08T10:34:48.283Z","ept":0.005,\
            "lat":46.498293369,"lon":7.567411672,"altMSL":1343.127,"eph":36.0,"epv":32.321,"track":10.3788,"speed":0.091,\
            "climb":-0.085}
            """,
            #"{"class":"TPV","device":"/dev/pts/1","mode":1}"#, #"{"class":"SKY","satellites":[{"PRN":1,"el":2,"#,
            #"{"class":"TPV","mode":2,"time":"2005-06-08T10:34:49.283Z","lat":46.5,"lon":7.6}"#, "",
        ]
        let answer = try await town.send(
            .post, "/api/v1/positions", lines.joined(separator: "\n"), headers: [.authorization: "Bearer \(token)"])
        #expect(answer.status == .ok)
        let found = try await kept()
        #expect(found.map(\.time) == [1_118_226_888_283, 1_118_226_889_283])
        #expect(found[0].accuracyMetres == 36 && found[0].altitudeMetres == 1343 && found[0].course == 10.38)
    }

    // MARK: Our own form

    @Test(arguments: [
        #"{"time":1700000000000,"lat":47.1,"lon":9.5}"#, #"[{"time":"2023-11-14T22:13:20Z","lat":47.1,"lon":9.5}]"#,
        #"{"positions":[{"time":1700000000000,"lat":47.1,"lon":9.5}]}"#,
    ])
    func `a position comes alone, in a list or wrapped`(body: String) async throws {
        try await keepEverything()
        let token = try await device(.program).token
        let answer = try await town.send(
            .post, "/api/v1/positions", body, headers: [.authorization: "Bearer \(token)"])
        #expect(String(buffer: answer.body) == #"{"added":1,"refused":[],"refused_count":0,"repeated":0}"#)
        #expect(try await kept().map(\.time) == [1_700_000_000_000])
    }

    @Test(arguments: [("[", ",", "]"), (#"{"positions":["#, ",", "]}"), ("", "\n", "")])
    func `none of more positions than a request may have is kept, and the error states that number`(
        before: String, between: String, after: String
    ) async throws {
        let token = try await device(.program).token
        let many = Array(repeating: #"{"time":1700000000000,"lat":1,"lon":2}"#, count: 100_001)
        let answer = try await town.send(
            .post, "/api/v1/positions", before + many.joined(separator: between) + after,
            headers: [.authorization: "Bearer \(token)"])
        #expect(answer.status == .badRequest)
        #expect(String(buffer: answer.body).contains("more than 100000 positions"))
        #expect(try await kept().isEmpty)
    }

    @Test func `the answer lists impossible positions by index, and the others are kept`() async throws {
        let added = try await device(.program)
        let phone = HereaboutsClient(TownTransport(town: town), token: added.token)
        let now = town.clock.now()
        let taken = try await phone.report([
            ReportedPosition(millisecondsSince1970: now, lat: 60.17, lon: 24.94),
            ReportedPosition(millisecondsSince1970: now, lat: 0, lon: 0),
            ReportedPosition(millisecondsSince1970: now, lat: 60.17, lon: 24.94),
            ReportedPosition(millisecondsSince1970: now + 90_000_000, lat: 60.17, lon: 24.94),
        ])
        #expect(taken.added == 1 && taken.repeated == 1 && taken.refused.map(\.index) == [1, 3])
        let listed = try #require(try await anna.devices().devices.first)
        #expect(listed.heard != nil && listed.refusal?.contains("ahead") == true)
        for body in ["", "{", "[7]", #"[{"lat":1,"lon":2}]"#, #"{"time":"soon","lat":1,"lon":2}"#, "\u{0}", "1\n2"] {
            let answer = try await town.send(
                .post, "/api/v1/positions", body, headers: [.authorization: "Bearer \(added.token)"])
            #expect(answer.status == .badRequest, "\(body)")
        }
        #expect(try await kept().count == 1)
    }

    @Test func `a device's token reports and does nothing else, and an account's does not report`() async throws {
        let added = try await device(.program)
        let bearer: HTTPFields = [.authorization: "Bearer \(added.token)"]
        for target in ["/api/v1/me", "/api/v1/me/devices", "/api/v1/me/positions", "/api/v1/posts"] {
            #expect(try await town.get(target, headers: bearer).status == .unauthorized)
        }
        let account = try await town.accounts.begin(
            .program, "test", for: try #require(town.community.account(named: "anna")), isConfirmed: true)
        let answer = try await town.send(
            .post, "/api/v1/positions", "[]", headers: [.authorization: "Bearer \(account.text)"])
        #expect(answer.status == .unauthorized)
    }

    @Test func `people can export their own positions as a file, and nobody else's`() async throws {
        let added = try await device(.program)
        let phone = HereaboutsClient(TownTransport(town: town), token: added.token)
        let now = town.clock.now() / 1000 * 1000
        _ = try await phone.report(
            (0..<3).map {
                ReportedPosition(millisecondsSince1970: now - Int64($0) * 1000, lat: 60.17, lon: 24.94, altitude: 7)
            })
        let gpx = try GPXTrack(bytes: try await anna.myPositions(MyPositionsRequest(form: .gpx)))
        #expect(gpx.points.map(\.millisecondsSince1970) == [now - 2000, now - 1000, now])
        let json = try await anna.myPositions()
        #expect(try TrackFile(bytes: json).fixes.count == 3)
        let ben = try await town.client(of: "ben")
        #expect(String(decoding: try await ben.myPositions(), as: UTF8.self).contains(#""features":[]"#))
        await AccessTests.expect(.invalidParameter) {
            _ = try await anna.myPositions(MyPositionsRequest(from: "2020-01-01T00:00:00Z"))
        }
        await AccessTests.expect(.notFound) { try await ben.removeDevice(added.device.id) }
        try await anna.deleteMyPositions()
        #expect(try await kept().isEmpty)
        #expect(
            try await phone.report([ReportedPosition(millisecondsSince1970: now, lat: 60.17, lon: 24.94)]).added == 1)
    }

    @Test(arguments: [(false, 0), (true, 1)])
    func `a file's points beyond the retention are refused and listed, unless visits are kept`(
        keepsVisits: Bool, added: Int
    ) async throws {
        let old = WireTime.text(town.clock.now() - 9 * 86_400_000)
        let fields = SharingFields(retentionDays: 7, keepsVisits: keepsVisits)
        _ = try await anna.changeSharing(revision: 0, fields)
        let point = "<trkpt lat=\"60.17\" lon=\"24.94\"><time>\(old)</time></trkpt>"
        let taken = try await anna.addTrack(
            Array("<gpx version=\"1.1\"><trk><trkseg>\(point)</trkseg></trk></gpx>".utf8))
        #expect(taken.added == added && taken.refused.map(\.index) == (added == 0 ? [0] : []))
        #expect(try await kept().count == added)
    }

    @Test func `the positions of a file become the account's own, once, and come back unchanged`() async throws {
        let now = town.clock.now(), times = (0..<3).map { now - 86_400_000 + $0 * 60_000 }
        let points = times.enumerated().map { index, time in
            // A height is a number, or nobody knows it.
            "<trkpt lat=\"60.170\(index)\" lon=\"24.94\"><ele>\(["12", "unknown", "-3"][index])</ele>"
                + "<time>\(WireTime.text(time))</time></trkpt>"
        }
        let gpx = Array("<gpx version=\"1.1\"><trk><trkseg>\(points.joined())</trkseg></trk></gpx>".utf8)
        #expect(try await anna.addTrack(gpx) == PositionsTaken(added: 3, repeated: 0, refused: []))
        #expect(try await anna.addTrack(gpx) == PositionsTaken(added: 0, repeated: 3, refused: []))
        #expect(try await kept().map(\.time) == times)
        #expect(try await kept().map(\.altitudeMetres) == [12, nil, -3])
        // Files of several tracks may begin with the newest.
        let tracks = points.reversed().map { "<trk><trkseg>\($0)</trkseg></trk>" }.joined()
        let turned = Array("<gpx version=\"1.1\">\(tracks)</gpx>".utf8)
        #expect(try await anna.addTrack(turned) == PositionsTaken(added: 0, repeated: 3, refused: []))
        #expect(try await anna.devices().devices.map(\.kind) == [.files])
        // Every form of an export can be imported again, by another account too.
        let ben = try await town.client(of: "ben")
        for form in PositionForm.allCases {
            let file = try await anna.myPositions(
                MyPositionsRequest(from: WireTime.text(times[0]), until: WireTime.text(now), form: form))
            let heights = try TrackFile(bytes: file).fixes.map(\.altitudeMetres)
            #expect(heights == [12, nil, -3])
            #expect(try await ben.addTrack(file).added == (form == .geojson ? 3 : 0))
        }
        for file in ["", "<gpx/>", "{}", "PK", "<gpx><trk><trkseg><trkpt lat=\"60\" lon=\"24\"/></trkseg></trk></gpx>"]
        {
            await AccessTests.expect(.invalidBody) { _ = try await anna.addTrack(Array(file.utf8)) }
        }
        await AccessTests.expect(.notLoggedIn) { _ = try await town.guest.addTrack(gpx) }
    }

    @Test func `a person who leaves takes devices, positions and their key along`() async throws {
        let added = try await device(.program)
        let phone = HereaboutsClient(TownTransport(town: town), token: added.token)
        _ = try await phone.report([ReportedPosition(millisecondsSince1970: town.clock.now(), lat: 60.17, lon: 24.94)])
        let person = try #require(town.community.account(named: "anna")).id
        try await anna.removeAccount(password: "correct horse")
        #expect(town.presence.devices(of: person).isEmpty)
        #expect(KeyPurpose.allCases.allSatisfy { town.presence.key(of: person, for: $0) == nil })
        #expect(town.presence.hours(of: person, in: 0...Int64.max).isEmpty)
        await AccessTests.expect(.notLoggedIn) { _ = try await phone.report([]) }
    }

    @Test func `no position is ever logged, for any request`() async throws {
        let token = try await device(.program).token
        for body in [#"{"time":1,"lat":47.123456,"lon":9.654321}"#, #"{"time":1,"lat":147.123456,"lon":"9.654321"}"#] {
            for target in [
                "/api/v1/positions", "/osmand?id=\(token)&lat=47.123456&lon=9.654321&timestamp=x", "/overland",
            ] {
                _ = try await town.send(.post, target, body, headers: [.authorization: "Bearer \(token)"])
            }
        }
        #expect(!town.log.lines.contains { $0.contains("123456") || $0.contains("654321") || $0.contains(token) })
    }

    @Test func `positions beyond the retention go, and nothing is left of people who have left`() async throws {
        let added = try await device(.program)
        let phone = HereaboutsClient(TownTransport(town: town), token: added.token)
        let now = town.clock.now(), day: Int64 = 86_400_000
        _ = try await phone.report(
            [0, 2, 20, 40].map {
                ReportedPosition(millisecondsSince1970: now - $0 * day, lat: 60.17, lon: 24.94)
            })
        await town.server.tidyPresence()
        #expect(try await kept().count == 3)
        _ = try await anna.changeSharing(revision: 0, SharingFields(retentionDays: 0))
        await town.server.tidyPresence()
        #expect(try await kept().map(\.time) == [now])
        // As if the server had been stopped in the middle of it.
        let person = try #require(town.community.account(named: "anna")).id
        try town.community.remove(person, at: now)
        await town.server.tidyPresence()
        #expect(town.presence.people(after: nil, limit: 9).isEmpty)
        #expect(KeyPurpose.allCases.allSatisfy { town.presence.key(of: person, for: $0) == nil })
        #expect(town.presence.devices(of: person).isEmpty && town.presence.sharing(of: person) == nil)
    }

    @Test func `a person sees others' view of them, and how near a constant watcher comes`() async throws {
        let phone = HereaboutsClient(TownTransport(town: town), token: try await device(.program).token)
        let now = town.clock.now()
        _ = try await phone.report(
            (1...50).map {
                ReportedPosition(millisecondsSince1970: now - $0 * 60_000, lat: 60.17, lon: 24.94)
            })
        town.clock.advance(by: 300_000)
        let nothing = try await anna.exposure()
        #expect(nothing == ExposureState(friends: nil, everybody: nil, circles: [], guesses: []))
        _ = try await anna.changeSharing(revision: 0, SharingFields(friends: .exact, pseudonym: "Heron"))
        let seen = try await anna.exposure()
        #expect(seen.friends?.lat == 60.17 && seen.friends?.isExact == true && seen.friends?.name == "anna")
        #expect(seen.everybody == (try await town.guest.people().people.first))
        // A watcher with exact precision is right, and no other.
        for guess in seen.guesses {
            #expect(guess.viewer == .friends ? guess.metres == 0 : guess.metres > 0, "\(guess)")
        }
        #expect(seen.guesses.count == 4)
        // And the view of people who are in a group with them, or have a link.
        let ends = WireTime.text(now + 3_600_000)
        _ = try await anna.add(NewGroup(name: "Tour", ends: ends, precision: .fuzzy))
        let link = try await anna.add(NewLink(ends: ends, precision: .exact))
        let exposure = try await anna.exposure(), circles = exposure.circles
        // The most exact of them counts.
        #expect(exposure.guesses.filter { $0.viewer == .circles }.map(\.metres) == [0, 0])
        #expect(Set(circles.map(\.group)) == ["Tour", nil] && circles.allSatisfy { $0.ends == ends })
        let shared = try await town.client(token: #require(link.opener).token).shared()
        #expect(circles.first { $0.group == nil }?.person == shared.person && shared.person?.lat == 60.17)
        #expect(circles.first { $0.group == "Tour" }?.person?.isExact == false)
    }

    // MARK: Visibility

    @Test func `friends and the public see the shared data of a person, and no more`() async throws {
        // The server shows people at home from a full hour on: none may begin between the report and the change.
        town.clock.advance(by: UTCHour.milliseconds - town.clock.now() % UTCHour.milliseconds)
        _ = try await anna.confirm(password: "correct horse")
        let ben = try await town.client(of: "ben")
        let phone = HereaboutsClient(TownTransport(town: town), token: try await device(.program).token)
        let now = town.clock.now()
        _ = try await phone.report([ReportedPosition(millisecondsSince1970: now - 2_100_000, lat: 60.17, lon: 24.94)])
        town.clock.advance(by: 300_000)
        for viewer in [ben, town.guest] { #expect(try await viewer.people().people.isEmpty) }
        #expect(try await anna.askFriend("ben").friends.map(\.state) == [.asked])
        #expect(try await ben.friends().friends.map(\.state) == [.wants])
        #expect(try await ben.askFriend("anna").friends.map(\.state) == [.friend])
        await AccessTests.expect(.notFound) { _ = try await ben.askFriend("nobody") }
        await AccessTests.expect(.invalidBody) { _ = try await ben.askFriend("ben") }
        let exact = try await anna.changeSharing(revision: 0, SharingFields(friends: .exact, pseudonym: "Heron"))
        await AccessTests.expect(.changedMeanwhile) { _ = try await anna.changeSharing(revision: 0, SharingFields()) }
        await AccessTests.expect(.nameTaken) {
            _ = try await anna.changeSharing(revision: exact.revision, SharingFields(pseudonym: "B-e.n"))
        }
        let friend = try #require(try await ben.people().people.first)
        #expect(friend.name == "anna" && friend.isFriend && friend.lat == 60.17 && friend.lon == 24.94)
        let stranger = try #require(try await town.guest.people().people.first)
        #expect(stranger.name == "Heron" && !stranger.isFriend && stranger.lat != 60.17)
        #expect(try await town.guest.people() == town.guest.people())
        // At home: nothing else from the next moment on, and that from the next full hour on.
        let home = try await anna.homeArea(lat: 60.17, lon: 24.94)
        let shares = SharingFields(friends: .exact, pseudonym: "Heron", homes: [home.home])
        let hidden = try await anna.changeSharing(revision: exact.revision, shares)
        #expect(hidden.areas.map(\.area) == [home.area])
        // A phone that asks need not say where in it it is.
        #expect(HomeAreasRequest.zoom == HomeGrid.baseZoom)
        let homes = try await phone.deviceHomes()
        #expect(homes == DeviceHomes(areas: hidden.areas, atHome: false))
        #expect(homes.publishable(lat: 60.1703, lon: 24.9403) == .middle(hidden.areas[0].middle))
        #expect(homes.publishable(lat: hidden.areas[0].around.north + 0.001, lon: 24.94) == .place)
        let switched = DeviceHomes(areas: [], atHome: true)
        #expect(switched.publishable(lat: 60.1703, lon: 24.9403) == .nothing)
        for viewer in [ben, town.guest] { #expect(try await viewer.people().people.isEmpty) }
        town.clock.advance(by: 3_600_000)
        for viewer in [ben, town.guest] {
            let seen = try #require(try await viewer.people().people.first)
            #expect(seen.isAtHome && seen.lat == nil && seen.lon == nil && seen.area == home.area)
            #expect(seen.since.hasSuffix(":00:00.000Z") && seen.last.hasSuffix(":00:00.000Z"))
        }
        _ = try await phone.report([ReportedPosition(millisecondsSince1970: now, lat: 60.1703, lon: 24.9403)])
        #expect(try await kept().last?.isAtHome == true)
        #expect(try await kept().last?.point != PointE7(latitudeE7: 601_703_000, longitudeE7: 249_403_000))
        // An area of the person's own would reveal more than the grid's.
        await AccessTests.expect(.invalidBody) {
            let small = SharingFields.Home(zoom: 20, x: home.home.x << 6, y: home.home.y << 6)
            _ = try await anna.changeSharing(revision: hidden.revision, SharingFields(homes: [small]))
        }
        try await ben.endFriendship(try await ben.friends().friends[0].id)
        #expect(try await ben.people().people.map(\.name) == ["Heron"])
    }
}

import Foundation
import HTTPTypes
import HereaboutsAPI
import HummingbirdTesting
import NIOCore
import Server
import TestSupport
import Testing

/// Files of where people are and how places are used, and the forms of the classic lab clients.
@Suite struct PresenceFilesTests {
    private static let place = (lat: 60.17021, lon: 24.94019)

    /// A member whose device's token the classic clients send as `userId`.
    private func member(_ name: String, in town: Town) async throws -> (client: HereaboutsClient, token: String) {
        let client = try await town.client(of: name)
        return (client, try await client.add(NewDevice(kind: .program, name: "lab")).token)
    }

    /// Returns date and time on the local clock there, as the forms have them.
    private func local(_ milliseconds: Int64) -> (date: String, time: String) {
        let text = WireTime.text(PlaceClock.minutes(at: milliseconds) * 60_000)
        return (String(text.prefix(10)), String(text.dropFirst(11).prefix(5)))
    }

    private func post(_ town: Town, _ path: String, _ values: [(String, String)]) async throws -> TestResponse {
        let form = values.map { "\($0)=\(PercentCoding.encode($1))" }.joined(separator: "&")
        return try await town.send(
            .post, path, form, headers: [.contentType: "application/x-www-form-urlencoded"])
    }

    private func features(_ answer: [UInt8]) throws -> [[String: Any]] {
        let json = try #require(try JSONSerialization.jsonObject(with: Data(answer)) as? [String: Any])
        #expect(json["type"] as? String == "FeatureCollection")
        return try #require(json["features"] as? [[String: Any]])
    }

    @Test func `people are a file of features, without a geometry at home`() async throws {
        let town = try Town()
        let (anna, token) = try await member("anna", in: town)
        let viewer = try await town.client(of: "ben")
        _ = try await anna.askFriend("ben")
        _ = try await viewer.askFriend("anna")
        _ = try await anna.changeSharing(revision: 0, SharingFields(friends: .exact))
        let (date, time) = local(town.clock.now())
        let answer = try await post(
            town, "/postposition/",
            [
                ("userId", token), ("tDate", date), ("tTime", time), ("tLatitude", "60.17021"),
                ("tLongitude", "24.94019"), ("tTimeAtLocation", "15"),
            ])
        #expect(answer.status == .ok && String(buffer: answer.body) == #"{"result":"ok"}"#)
        let feature = try #require(try features(try await viewer.peopleFile()).first)
        let geometry = try #require(feature["geometry"] as? [String: Any])
        #expect(geometry["coordinates"] as? [Double] == [Self.place.lon, Self.place.lat])
        let properties = try #require(feature["properties"] as? [String: Any])
        let times = try ["since", "last"].map { try #require(DateTime.read(properties[$0] as? String ?? "")) }
        #expect(times[1] - times[0] == 15 * 60_000 && properties["name"] as? String == "anna")
        // The classic address gives the same, and a guest sees nothing.
        #expect(try features(Array(try await town.get("/getpositions/").body.readableBytesView)).isEmpty)
        // At home there is nothing to draw.
        _ = try await anna.changeSharing(revision: 1, SharingFields(friends: .exact, atHome: true))
        let home = try #require(try features(try await viewer.peopleFile()).first)
        #expect(home["geometry"] is NSNull)
        #expect((home["properties"] as? [String: Any])?["at_home"] as? Bool == true)
    }

    @Test func `lines have the address of each person, and read as a table`() async throws {
        let town = try Town()
        let (_, token) = try await member("anna", in: town)
        let (date, time) = local(town.clock.now())
        let line = { (address: String, minutes: String) in
            [("userId", token), ("address", address), ("date", date), ("time", time), ("minutes", minutes)]
        }
        // Nobody knows yet that they are there.
        #expect(try await post(town, "/postline/", line("Kappeli", "12")).status == .forbidden)
        _ = try await post(
            town, "/postposition/",
            [
                ("userId", token), ("tDate", date), ("tTime", time), ("tLatitude", "60.17021"),
                ("tLongitude", "24.94019"),
            ])
        #expect(try await post(town, "/postline/", line("Nowhere Inn", "12")).status == .notFound)
        #expect(try await post(town, "/postline/", line("Kappeli", "12")).status == .ok)
        #expect(try await post(town, "/postline/", line("Kappeli", "12")).status == .tooManyRequests)
        let rows = String(decoding: try await town.guest.busynessTable(), as: UTF8.self).split(separator: "\n")
        #expect(rows.count == 2)
        let cells = rows.map { $0.split(separator: "\t", omittingEmptySubsequences: false).map { String($0) } }
        let row = Dictionary(uniqueKeysWithValues: zip(cells[0], cells[1]))
        #expect(row["id"] == "n6" && row["name"] == "Kappeli" && row["wait_minutes"] == "12" && row["level"] == "")
        // An hour may begin meanwhile.
        let hours = [time, local(town.clock.now()).time].map { Int($0.prefix(2)) }
        #expect(hours.contains(row["hour"].flatMap { Int($0) }) && row["wait_reports"] == "1")
    }

    @Test(arguments: [
        ("/postposition/", "tDate", "yesterday"), ("/postposition/", "tTime", "25:00"),
        ("/postposition/", "tLatitude", "north"), ("/postposition/", "tLatitude", ""),
        ("/postline/", "minutes", "soon"), ("/postline/", "date", "2020-01-01"), ("/postline/", "minutes", "481"),
    ])
    func `an impossible form is refused, and changes nothing`(path: String, name: String, value: String) async throws {
        let town = try Town { $0.queues = .anywhere }
        let (anna, token) = try await member("anna", in: town)
        let (date, time) = local(town.clock.now())
        var values = [
            "userId": token, "tDate": date, "tTime": time, "tLatitude": "60.17", "tLongitude": "24.94",
            "date": date, "time": time, "address": "Kappeli", "minutes": "5",
        ]
        values[name] = value
        let wanted =
            path == "/postline/"
            ? ["userId", "date", "time", "address", "minutes"]
            : ["userId", "tDate", "tTime", "tLatitude", "tLongitude"]
        let answer = try await post(town, path, wanted.map { ($0, values[$0] ?? "") })
        #expect(answer.status == .badRequest, "\(String(buffer: answer.body))")
        #expect(try features(try await anna.myPositions()).isEmpty)
        #expect(try await anna.queues().queues.isEmpty)
        // And nothing is taken from a device that nobody has.
        values["userId"] = "hb_x"
        values[name] = ["tDate": date, "tTime": time, "tLatitude": "60.17", "minutes": "5", "date": date][name]
        let stranger = try await post(town, path, wanted.map { ($0, values[$0] ?? "") })
        #expect(stranger.status == .unauthorized)
    }
}

import Foundation
import HTTPTypes
import HereaboutsAPI
import Hummingbird
import HummingbirdTesting
import NIOCore
import Presence
import Server
import TestSupport
import Testing

/// One's own positions as a file that is made as it is taken.
@Suite struct PositionExportTests {
    private static let day = 86_400

    /// The second of each position, from a moment three days ago on: thick and thin days, and days without any.
    static let cases: [[Int]] = [
        [], [0], [day - 1, day, day + 1], Array(stride(from: 0, to: 3 * day, by: 300)), Array(0..<1500),
        [0] + (2 * day..<2 * day + 401),
    ]

    @Test(arguments: cases)
    func `however many there are and on which days, the file has each once, in order`(seconds: [Int]) async throws {
        let town = try Town(), anna = try await town.client(of: "anna")
        let start = (town.clock.now() - 3 * 86_400_000) / 1000 * 1000
        let times = seconds.map { WireTime.text(start + Int64($0) * 1000) }
        if !times.isEmpty {
            let points = times.enumerated().map { index, time in
                "<trkpt lat=\"60.\(100_000 + index)\" lon=\"24.94\"><time>\(time)</time></trkpt>"
            }
            let file = "<gpx version=\"1.1\"><trk><trkseg>\(points.joined())</trkseg></trk></gpx>"
            #expect(try await anna.addTrack(Array(file.utf8)).added == times.count)
        }
        let from = WireTime.text(start), until = WireTime.text(start + 3 * 86_400_000)
        let bytes = try await anna.myPositions(MyPositionsRequest(from: from, until: until, form: .geojson))
        let object = try #require(try JSONSerialization.jsonObject(with: Data(bytes)) as? [String: Any])
        let features = try #require(object["features"] as? [[String: Any]])
        let told = features.map { ($0["properties"] as? [String: Any])?["time"] as? String }
        #expect(object["type"] as? String == "FeatureCollection" && told == times)

        let gpx = try await anna.myPositions(MyPositionsRequest(from: from, until: until, form: .gpx))
        let text = String(decoding: gpx, as: UTF8.self)
        #expect(text.hasPrefix("<?xml ") && text.hasSuffix("</gpx>") && text.count("<trkpt ") == times.count)
        #expect(text.count("<trk>") == text.count("</trk>") && text.count("<trkseg>") == text.count("</trkseg>"))
        if !times.isEmpty {
            let track = try TrackFile(bytes: gpx)
            #expect(track.refused.isEmpty && track.fixes.compactMap(\.time).map { WireTime.text($0) } == times)
        }
    }

    @Test func `a day of very many is read in parts, with as little memory as the setting leaves`() async throws {
        // Half of it is for one block of addresses.
        let town = try Town {
            $0.answerMemoryBytes = 8 << 20
            $0.positionLimits.addedPerDay = 1_000_000
        }
        let token = try await town.token(of: "bert")
        let start = (town.clock.now() - 2 * 86_400_000) / 86_400_000 * 86_400_000
        let bert = town.client(token: token)
        // More than are read at once, and an hour of more than that.
        let times =
            (0..<25_000 as Range<Int64>).map { start + 3_600_000 + $0 * 144 }
            + (0..<2_000).map { start + 3 * 3_600_000 + $0 * 1000 }
        let points = times.map {
            "<trkpt lat=\"60.17\" lon=\"24.94\"><time>\(WireTime.text($0))</time></trkpt>"
        }
        let file = Array("<gpx version=\"1.1\"><trk><trkseg>\(points.joined())</trkseg></trk></gpx>".utf8)
        #expect(try await bert.addTrack(file).added == times.count)
        let span = "from=\(WireTime.text(start))&until=\(WireTime.text(start + 86_399_999))"
        let answer = try await town.get(
            "/api/v1/me/positions?form=gpx&\(span)",
            headers: [.authorization: "Bearer \(token)", HTTPField.Name("X-Forwarded-For")!: "203.0.113.7"])
        #expect(answer.status == .ok)
        let track = try TrackFile(bytes: Array(answer.body.readableBytesView))
        #expect(track.fixes.compactMap(\.time) == times)
    }

    @Test func `over a connection an export comes in pieces, and uses the memory for answers`() async throws {
        let town = try Town { $0.answerMemoryBytes = 12 << 20 }
        let anna = try await town.client(of: "anna"), token = try await town.token(of: "bert")
        let start = (town.clock.now() - 80_000_000) / 1000 * 1000
        let points = (0..<3000).map {
            "<trkpt lat=\"60.17\" lon=\"24.\($0)\"><time>\(WireTime.text(start + Int64($0) * 1000))</time></trkpt>"
        }
        let file = Array("<gpx version=\"1.1\"><trk><trkseg>\(points.joined())</trkseg></trk></gpx>".utf8)
        let bert = town.client(token: token)
        _ = try await (anna.addTrack(file), bert.addTrack(file))
        try await town.application.test(.live) { client in
            // One after the other: each returns its share of memory.
            for _ in 0..<3 {
                let answer = try await client.execute(
                    uri: "/api/v1/me/positions?form=geojson", method: .get, headers: [.authorization: "Bearer \(token)"]
                )
                #expect(answer.status == .ok && answer.headers[.transferEncoding] == "chunked")
                let object = try JSONSerialization.jsonObject(with: Data(answer.body.readableBytesView))
                #expect(((object as? [String: Any])?["features"] as? [Any])?.count == 3000)
            }
        }
    }
}

extension String {
    /// How often a text is in it.
    fileprivate func count(_ part: String) -> Int { components(separatedBy: part).count - 1 }
}

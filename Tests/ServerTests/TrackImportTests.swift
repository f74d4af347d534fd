import Community
import Foundation
import GeoCore
import HTTPTypes
import HereaboutsAPI
import Presence
import Server
import TestSupport
import Testing

/// Files of tracks that people add to their own positions, and what they take out.
@Suite struct TrackImportTests {
    private let town: Town
    private let anna: HereaboutsClient
    /// Yesterday, at a full second.
    private let start: Int64

    init() async throws {
        town = try Town()
        anna = try await town.client(of: "anna")
        start = (town.clock.now() - 86_400_000) / 1000 * 1000
    }

    private func kept() async throws -> [Presence.Position] {
        let person = try #require(try await town.community.account(named: "anna"))
        return try await Positions(store: town.presence, keys: town.presence)
            .positions(of: person.id, in: 0...Int64.max)
    }

    private func time(_ second: Int) -> String { WireTime.text(start + Int64(second) * 1000) }

    private func gpx(_ points: [String]) -> [UInt8] {
        Array("<gpx version=\"1.1\"><trk><trkseg>\(points.joined())</trkseg></trk></gpx>".utf8)
    }

    private func point(_ second: Int, _ time: String? = nil, lat: Double = 60.17) -> String {
        "<trkpt lat=\"\(lat)\" lon=\"24.94\"><time>\(time ?? self.time(second))</time></trkpt>"
    }

    @Test func `one bad point of a file costs that point, and the answer says which and why`() async throws {
        let cases: [(String, String)] = [
            (point(0, "not-a-timestamp"), "time"), (point(0, ""), "time"), (point(0, "2026-02-30T08:00:00Z"), "time"),
            (point(0, "2026-00-10T08:00:00Z"), "time"), ("<trkpt lat=\"60.17\" lon=\"24.94\"/>", "time"),
            (point(0, "0000-01-01T00:00:00Z"), "time"), (point(0, "9999-12-31T23:59:59Z"), "ahead"),
            (point(0, lat: 91), "place"), ("<trkpt lat=\"0\" lon=\"0\"><time>\(time(9))</time></trkpt>", "place"),
            ("<trkpt lat=\"nan\" lon=\"24.94\"><time>\(time(9))</time></trkpt>", "place"),
            ("<trkpt/>", "place"),
        ]
        for (bad, word) in cases {
            let taken = try await anna.addTrack(gpx([point(0), point(1), bad, point(2)]))
            #expect(taken.added + taken.repeated == 3, "\(bad)")
            #expect(taken.refused.map(\.index) == [2], "\(bad)")
            #expect(taken.refused.first?.reason.contains(word) == true, "\(taken.refused)")
            #expect(try await kept().map(\.time) == (0..<3).map { start + $0 * 1000 })
        }
    }

    @Test func `a file without any time is refused, and of one with a few those are taken`() async throws {
        let bare = "<trkpt lat=\"60.17\" lon=\"24.94\"/>"
        await AccessTests.expect(.invalidBody) { _ = try await anna.addTrack(gpx([bare, bare])) }
        let taken = try await anna.addTrack(gpx([bare, bare, point(0), bare]))
        #expect(taken.added == 1 && taken.refused.map(\.index) == [0, 1, 3])
    }

    @Test func `a file that was cut off keeps what came before, and is told to be so`() async throws {
        let whole = gpx((0..<200).map { second in second < 150 ? point(second, "x") : point(second) })
        let taken = try await anna.addTrack(Array(whole.dropLast(30)))
        #expect(taken.added == 49 && taken.refused.count == 100 && taken.refusedCount == 151)
        #expect(taken.refused.last?.index == 199)
        #expect(taken.refused.last?.reason.contains("cut off") == true)
    }

    @Test func `each format is taken for what it is, whatever it is said to be`() async throws {
        let seconds = (0..<3).map { start / 1000 + Int64($0) }
        var fit = FITFile()
        fit.define(0, fields: [(253, 4), (0, 4), (1, 4)])
        for second in seconds {
            fit.add(
                0, [(second - 631_065_600, 4), (FITFile.semicircles(60.17), 4), (FITFile.semicircles(24.94), 4)])
        }
        let features = seconds.map { second in
            #"{"type":"Feature","geometry":{"type":"Point","coordinates":[24.94,60.17]},"properties":{"timestamp":\#(second)}}"#
        }
        let whens = (0..<3).map { "<when>\(time($0))</when><gx:coord>24.94 60.17 0</gx:coord>" }
        let laps = (0..<3).map { second in
            "<Trackpoint><Time>\(time(second))</Time><Position><LatitudeDegrees>60.17</LatitudeDegrees><LongitudeDegrees>24.94</LongitudeDegrees></Position></Trackpoint>"
        }
        let nmea = (0..<3).map { second in
            let text = time(second), two = { (place: Int) in text.dropFirst(place).prefix(2) }
            return "$GPRMC,\(two(11))\(two(14))\(two(17)),A,6010.2000,N,02456.4000,E,,,\(two(8))\(two(5))\(two(2)),,\n"
        }
        let files: [[UInt8]] = [
            fit.finished(),
            Array(#"{"type":"FeatureCollection","features":[\#(features.joined(separator: ","))]}"#.utf8),
            Array("<kml><Placemark><gx:Track>\(whens.joined())</gx:Track></Placemark></kml>".utf8),
            Array(
                "<TrainingCenterDatabase><Activities><Activity><Lap><Track>\(laps.joined())</Track></Lap></Activity></Activities></TrainingCenterDatabase>"
                    .utf8), Array(nmea.joined().utf8), gpx((0..<3).map { point($0) }),
        ]
        for (index, file) in files.enumerated() {
            let taken = try await anna.addTrack(file)
            #expect(taken.added + taken.repeated == 3 && taken.refused.isEmpty, "file \(index)")
            // The same positions by another road are the same positions.
            #expect(try await kept().map(\.time) == seconds.map { $0 * 1000 }, "file \(index)")
        }
    }

    @Test func `what a phone reported is not doubled by a file of it, nor by a file that comes again`() async throws {
        let phone = HereaboutsClient(
            TownTransport(town: town), token: try await anna.add(NewDevice(kind: .program, name: "phone")).token)
        _ = try await phone.report(
            (0..<3).map {
                ReportedPosition(millisecondsSince1970: start + $0 * 1000, lat: 60.17, lon: 24.94, speed: 1)
            })
        let file = gpx((0..<4).map { point($0) })
        #expect(try await anna.addTrack(file).added == 1)
        let files = try #require(try await anna.devices().devices.first { $0.kind == .files })
        try await anna.removeDevice(files.id)
        #expect(try await anna.addTrack(file).added == 0)
        for form in PositionForm.allCases {
            let own = try await anna.myPositions(
                MyPositionsRequest(from: time(-10), until: time(10), form: form))
            #expect(try await anna.addTrack(own) == PositionsTaken(added: 0, repeated: 4, refused: []))
        }
        #expect(try await kept().count == 4)
    }

    @Test func `a report says how many positions were not taken, and names the first hundred`() async throws {
        let device = try await anna.add(NewDevice(kind: .program, name: "phone"))
        let reports = (0..<120).map { index in
            ReportedPosition(millisecondsSince1970: start + Int64(index), lat: index == 0 ? 60.17 : 91, lon: 24.94)
        }
        let taken = try await town.client(token: device.token).report(reports)
        #expect(taken.added == 1 && taken.refusedCount == 119 && taken.refused.map(\.index) == Array(1...100))
    }

    @Test func `each device has a track of its own in what one takes out`() async throws {
        for (index, name) in ["phone", "watch & co"].enumerated() {
            let device = try await anna.add(NewDevice(kind: .program, name: name))
            let client = HereaboutsClient(TownTransport(town: town), token: device.token)
            _ = try await client.report(
                (0..<3).map {
                    ReportedPosition(
                        millisecondsSince1970: start + $0 * 2000 + Int64(index) * 1000, lat: 60.17 + Double(index),
                        lon: 24.94)
                })
        }
        let request = { MyPositionsRequest(from: time(-10), until: time(10), form: $0) }
        let gpx = String(decoding: try await anna.myPositions(request(.gpx)), as: UTF8.self)
        #expect(
            gpx.components(separatedBy: "<trk><name>").dropFirst().map { $0.prefix { $0 != "<" } } == [
                "phone", "watch &amp; co",
            ])
        let track = try TrackFile(bytes: Array(gpx.utf8))
        #expect(track.fixes.map(\.coordinate.latitude) == [60.17, 60.17, 60.17, 61.17, 61.17, 61.17])
        #expect(track.fixes.map(\.beginsSegment) == [true, false, false, true, false, false])
        let json = try JSONSerialization.jsonObject(with: Data(try await anna.myPositions(request(.geojson))))
        let features = try #require((json as? [String: Any])?["features"] as? [[String: Any]])
        let names = features.map { ($0["properties"] as? [String: Any])?["device_name"] as? String }
        #expect(names == ["phone", "watch & co", "phone", "watch & co", "phone", "watch & co"])
    }
}

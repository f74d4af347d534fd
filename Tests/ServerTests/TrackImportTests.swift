import Archives
import Community
import Foundation
import GeoCore
import HTTPTypes
import HereaboutsAPI
import Presence
import Server
import TestSupport
import Testing

/// Files of tracks that people add to their own positions, and that they export.
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
        let person = try #require(town.community.account(named: "anna"))
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

    @Test func `one bad point of a file costs that point, and the answer gives point and reason`() async throws {
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

    @Test func `a truncated file keeps the points before the cut, and the answer says so`() async throws {
        let whole = gpx((0..<200).map { second in second < 150 ? point(second, "x") : point(second) })
        let taken = try await anna.addTrack(Array(whole.dropLast(30)))
        #expect(taken.added == 49 && taken.refused.count == 100 && taken.refusedCount == 151)
        #expect(taken.refused.last?.index == 199)
        #expect(taken.refused.last?.reason.contains("cut off") == true)
    }

    @Test func `the content decides the format, with any media type`() async throws {
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

    @Test func `a track may come in a zip file, such as KMZ`() async throws {
        func zip(_ files: [(String, [UInt8])]) -> [UInt8] {
            ZipWriter.zip(files.map { (name: $0.0, content: $0.1) })
        }
        let kml = Array(
            "<kml><Placemark><TimeStamp><when>\(time(0))</when></TimeStamp><Point><coordinates>24.94,60.17</coordinates></Point></Placemark></kml>"
                .utf8)
        let kmz = zip([("files/a.png", [1]), ("__MACOSX/doc.kml", [2]), ("Doc.KML", kml), ("z.kml", [3])])
        #expect(try await anna.addTrack(kmz).added == 1)
        #expect(try await anna.addTrack(zip([("walk.gpx", gpx([point(0), point(1)]))])).added == 1)
        for bad in [
            zip([("a.png", [1])]), zip([]), zip([("a.gpx", [1])]), Array(kmz.prefix(60)), zip([("a.zip", kmz)]),
        ] {
            await AccessTests.expect(.invalidBody) { _ = try await anna.addTrack(bad) }
        }
        // Much is in little.
        let bomb = zip([("a.gpx", [UInt8](repeating: 0x20, count: AddTrackRequest.maximumLength + 1))])
        if bomb.count <= AddTrackRequest.maximumLength {
            await AccessTests.expect(.invalidBody) { _ = try await anna.addTrack(bomb) }
        }
    }

    @Test func `a phone's reports are not doubled by a file of them, nor by a repeated file`() async throws {
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

    /// Adds a device of anna's that was at places of a latitude at seconds after `start`.
    private func report(_ seconds: [Int64], as name: String, lat: Double) async throws {
        let device = try await anna.add(NewDevice(kind: .program, name: name))
        _ = try await HereaboutsClient(TownTransport(town: town), token: device.token).report(
            seconds.map { ReportedPosition(millisecondsSince1970: start + $0 * 1000, lat: lat, lon: 24.94) })
    }

    @Test(arguments: PositionForm.allCases)
    func `an export becomes the same devices at another account, and no point is lost`(form: PositionForm)
        async throws
    {
        try await report([0, 1, 2], as: "phone", lat: 60.17)
        try await report([0, 1, 2], as: "watch", lat: 60.18)
        try await report([1, 2, 40_000], as: "watch", lat: 60.19)
        let request = MyPositionsRequest(from: time(-10), until: time(50_000), form: form)
        let own = try await anna.myPositions(request)
        let ben = try await town.client(of: "ben")
        #expect(try await ben.addTrack(own) == PositionsTaken(added: 9, repeated: 0, refused: []))
        #expect(try await ben.addTrack(own) == PositionsTaken(added: 0, repeated: 9, refused: []))
        #expect(try await ben.devices().devices.map(\.name).sorted() == ["phone", "watch", "watch 2"])
        let (one, other) = (try TrackFile(bytes: own), try TrackFile(bytes: try await ben.myPositions(request)))
        func positions(_ file: TrackFile) -> [String] {
            file.fixes.map { "\($0.coordinate) \(String(describing: $0.time))" }.sorted()
        }
        #expect(positions(one) == positions(other))
        // At home it says nothing new, and leaves no device.
        #expect(try await anna.addTrack(own) == PositionsTaken(added: 0, repeated: 9, refused: []))
        #expect(try await anna.devices().devices.allSatisfy { $0.kind == .program })
    }

    @Test func `a silence of more than an hour ends a segment, and tracks of one file are of one device`() async throws
    {
        let tracks = [point(0), point(60), point(3660), point(7261, lat: 60.18)].map {
            "<trk><trkseg>\($0)</trkseg></trk>"
        }
        #expect(try await anna.addTrack(Array("<gpx version=\"1.1\">\(tracks.joined())</gpx>".utf8)).added == 4)
        #expect(try await anna.devices().devices.map(\.name) == ["Files"])
        let own = try await anna.myPositions(MyPositionsRequest(from: time(-1), until: time(8000), form: .gpx))
        #expect(try TrackFile(bytes: own).fixes.map(\.beginsSegment) == [true, false, false, true])
    }

    @Test func `tracks of one file that were recorded at the same time do not become one zigzag`() async throws {
        let tracks = [60.17, 60.27].map { lat in
            "<trk><trkseg>\((0..<3).map { point($0, lat: lat) }.joined())</trkseg></trk>"
        }
        let file = Array("<gpx version=\"1.1\">\(tracks.joined())</gpx>".utf8)
        #expect(try await anna.addTrack(file) == PositionsTaken(added: 6, repeated: 0, refused: []))
        #expect(try await anna.devices().devices.map(\.name).sorted() == ["Files", "Files 2"])
        let own = try await anna.myPositions(MyPositionsRequest(from: time(-1), until: time(9), form: .gpx))
        let latitudes = try TrackFile(bytes: own).fixes.map(\.coordinate.latitude)
        #expect(Set(latitudes.prefix(3)).count == 1 && Set(latitudes.suffix(3)).count == 1)
        #expect(latitudes[0] != latitudes[5])
    }

    @Test func `a phone that reported full seconds is not doubled by a file with parts of them`() async throws {
        // Over the end of an hour.
        let hour = start / 3_600_000 * 3600 - start / 1000
        try await report([hour, hour + 1], as: "phone", lat: 60.17)
        let times = [-400, 412, 1999, 2000].map { WireTime.text(start + hour * 1000 + $0) }
        let points = times.map { point(0, $0) } + [point(0, times[1], lat: 60.171)]
        let taken = try await anna.addTrack(gpx(points))
        #expect(taken.repeated == 4 && taken.added == 1)
    }

    @Test
    func `the server's own format refuses seconds in place of milliseconds, and old points`() async throws {
        let device = try await anna.add(NewDevice(kind: .program, name: "phone"))
        let phone = HereaboutsClient(TownTransport(town: town), token: device.token)
        let old = town.clock.now() - 40 * 86_400_000
        let taken = try await phone.report(
            [start / 1000, old, start].map { ReportedPosition(millisecondsSince1970: $0, lat: 60.17, lon: 24.94) })
        #expect(taken.added == 1 && taken.refused.map(\.index) == [0, 1])
        #expect(taken.refused[0].reason.contains("milliseconds"))
        let file = try await anna.addTrack(gpx([point(0, WireTime.text(old)), point(1)]))
        #expect(taken.refused[1].reason == file.refused.first?.reason)
    }

    @Test func `no name of a device breaks a file of its positions`() async throws {
        let scalars = [0xffff, 0xfffe, 0xfdd0].compactMap { Unicode.Scalar(UInt32($0)) }
        for name in scalars.map({ "a\(Character($0))b" }) {
            await AccessTests.expect(.invalidBody) { _ = try await anna.add(NewDevice(kind: .program, name: name)) }
        }
        // One that was named before that.
        let person = try #require(town.community.account(named: "anna")), token = Token(text: "old")
        var generator = SystemRandomNumberGenerator()
        try town.presence.add(
            Device(
                id: DeviceID(at: start, using: &generator), person: person.id, kind: .program,
                name: "a\(Character(scalars[0]))b\(Character(scalars[1]))c\u{fffd}d", token: token.digest,
                created: start), atMost: 20)
        _ = try await town.client(token: token.text).report([
            ReportedPosition(millisecondsSince1970: start, lat: 60.17, lon: 24.94)
        ])
        let file = try await anna.myPositions(MyPositionsRequest(from: time(-1), until: time(1), form: .gpx))
        #expect(String(decoding: file, as: UTF8.self).contains("<name>a b c\u{fffd}d</name>"))
    }

    @Test func `an export has a track of its own for each device`() async throws {
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

    @Test func `a month of two devices of one name is exported and imported as two devices`() async throws {
        let day: Int64 = 86_400_000, now = town.clock.now()
        _ = try await anna.changeSharing(revision: 0, SharingFields(keepsVisits: true))
        for latitude in [60.17, 61.17] {
            let device = try await anna.add(NewDevice(kind: .program, name: "phone"))
            let reported = try await town.client(token: device.token).report(
                (1...30).flatMap { number in
                    (0..<3).map {
                        ReportedPosition(
                            millisecondsSince1970: now - number * day + $0 * 60_000 + Int64(latitude), lat: latitude,
                            lon: 24.94)
                    }
                })
            #expect(reported.added == 90)
        }
        let request = MyPositionsRequest(from: WireTime.text(now - 31 * day), until: WireTime.text(now), form: .gpx)
        let file = String(decoding: try await anna.myPositions(request), as: UTF8.self)
        #expect(file.components(separatedBy: "<trk>").count - 1 >= 60)
        // Files from before ids were written have names alone.
        let old = file.replacing(/<src>[^<]*<\/src>/, with: "")
        #expect(old != file)
        for (name, file) in ["ben": file, "cleo": old] {
            let client = try await town.client(of: name)
            _ = try await client.changeSharing(revision: 0, SharingFields(keepsVisits: true))
            let taken = try await client.addTrack(Array(file.utf8))
            #expect(taken.added == 180 && taken.refusedCount == 0)
            #expect(try await client.devices().devices.map(\.name).sorted() == ["phone", "phone 2"])
            let again = try TrackFile(bytes: try await client.myPositions(request))
            let places = Dictionary(grouping: again.fixes) { again.tracks[$0.track].deviceID }
                .mapValues { Set($0.map(\.coordinate.latitude)) }
            #expect(places.count == 2 && places.values.allSatisfy { $0.count == 1 })
        }
    }

    @Test func `a file of more devices than the quota permits says which points were not read, or changes nothing`()
        async throws
    {
        let town = try Town { $0.accountLimits.devices = 2 }, anna = try await town.client(of: "anna")
        func file(_ names: [String]) -> [UInt8] {
            let tracks = names.enumerated().map { index, name in
                "<trk><name>\(name)</name><src>id \(name)</src><trkseg>"
                    + point(index, lat: 60.0 + Double(index)) + point(index + 10, lat: 60.0 + Double(index))
                    + "</trkseg></trk>"
            }
            return Array("<gpx version=\"1.1\" creator=\"\(TrackFile.creator)\">\(tracks.joined())</gpx>".utf8)
        }
        let taken = try await anna.addTrack(file(["a", "b", "c", "d"]))
        #expect(taken.added == 4 && taken.refused.map(\.index) == [4, 5, 6, 7] && taken.leftOut == nil)
        #expect(taken.refused.allSatisfy { $0.reason.contains("device") })
        #expect(try await anna.devices().devices.map(\.name).sorted() == ["a", "b"])
        // The same again is known, and what has no device at all is refused as a whole.
        #expect(try await anna.addTrack(file(["a", "b", "c"])).repeated == 4)
        await AccessTests.expect(.quotaReached) { _ = try await anna.addTrack(file(["x", "y"])) }
        #expect(try await anna.devices().devices.count == 2)
    }
}

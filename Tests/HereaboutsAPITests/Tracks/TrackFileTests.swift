import Foundation
import GeoCore
import HereaboutsAPI
import TestSupport
import Testing

@Suite struct TrackFileTests {
    private struct Good: Sendable, CustomTestStringConvertible {
        let name: String
        let text: String
        let positions: [[Double]]
        var times: [String]?
        var testDescription: String { name }
    }

    private static let line = #"{"type":"LineString","coordinates":[[24.9,60.1],[24.8,60.2,7.5]]}"#

    @Test(arguments: [
        Good(
            name: "GPX without times",
            text:
                #"<gpx><trk><trkseg><trkpt lat="60.1" lon="24.9"/><trkpt lat="60.2" lon="24.8"/></trkseg></trk></gpx>"#,
            positions: [[60.1, 24.9], [60.2, 24.8]]),
        Good(
            name: "GPX with times",
            text:
                #"\u{feff}<gpx><trk><trkseg><trkpt lat="60.1" lon="24.9"><time>2026-10-01T12:00:00Z</time></trkpt></trkseg><trkseg><trkpt lat="60.2" lon="24.8"><time>2026-10-01T12:00:09Z</time></trkpt></trkseg></trk></gpx>"#,
            positions: [[60.1, 24.9], [60.2, 24.8]], times: ["2026-10-01T12:00:00Z", "2026-10-01T12:00:09Z"]),
        Good(
            name: "GPX with some times",
            text:
                #"<gpx><trk><trkseg><trkpt lat="60.1" lon="24.9"><time>2026-10-01T12:00:00Z</time></trkpt><trkpt lat="60.2" lon="24.8"/></trkseg></trk></gpx>"#,
            positions: [[60.1, 24.9], [60.2, 24.8]]),
        Good(name: "a line", text: " " + line, positions: [[60.1, 24.9], [60.2, 24.8]]),
        Good(
            name: "a feature with times",
            text:
                #"{"type":"Feature","geometry":\#(line),"properties":{"coordTimes":["2026-10-01T12:00:00Z","2026-10-01T12:00:09Z"]}}"#,
            positions: [[60.1, 24.9], [60.2, 24.8]], times: ["2026-10-01T12:00:00Z", "2026-10-01T12:00:09Z"]),
        Good(
            name: "lines in a collection, beside points",
            text:
                #"{"type":"FeatureCollection","features":[{"type":"Feature","geometry":null,"properties":null},{"type":"Feature","geometry":{"type":"Point","coordinates":[1,2]},"properties":{}},{"type":"Feature","geometry":{"type":"MultiLineString","coordinates":[[[24.9,60.1],[24.8,60.2]],[[24.7,60.3]]]},"properties":{"times":[["2026-10-01T12:00:00Z","2026-10-01T12:00:01Z"],["2026-10-01T12:00:02Z"]]}}]}"#,
            positions: [[60.1, 24.9], [60.2, 24.8], [60.3, 24.7]],
            times: ["2026-10-01T12:00:00Z", "2026-10-01T12:00:01Z", "2026-10-01T12:00:02Z"]),
        Good(
            name: "a line with times as togeojson has them",
            text:
                #"{"type":"Feature","properties":{"coordinateProperties":{"times":["2026-10-01T12:00:00.000Z",1790856009000]}},"geometry":\#(line)}"#,
            positions: [[60.1, 24.9], [60.2, 24.8]], times: ["2026-10-01T12:00:00Z", "2026-10-01T12:00:09Z"]),
        Good(
            name: "points with times in numbers and texts of all units",
            text: "{\"type\":\"FeatureCollection\",\"features\":["
                + [
                    "1790856000", "\"1790856001\"", "1790856002000", "\"1790856003000.0\"", "1790856004000000",
                    "1790856005.0", "\"2026-10-01T12:00:06\\u002B00:00\"", "1.790856007e9",
                ].map { time in
                    #"{"type":"Feature","geometry":{"type":"Point","coordinates":[24.9,60.1]},"properties":{"timestamp":\#(time)}}"#
                }.joined(separator: ",") + "]}",
            positions: [[Double]](repeating: [60.1, 24.9], count: 8),
            times: (0..<8).map { "2026-10-01T12:00:0\($0)Z" }),
        Good(
            name: "a sequence of texts",
            text: [0, 1].map { second in
                "\u{1e}"
                    + #"{"type":"Feature","geometry":{"type":"Point","coordinates":[24.9,60.1,3]},"properties":{"time":"2026-10-01T12:00:0\#(second)Z"}}"#
                    + "\n"
            }.joined(),
            positions: [[60.1, 24.9], [60.1, 24.9]], times: ["2026-10-01T12:00:00Z", "2026-10-01T12:00:01Z"]),
        Good(
            name: "places of a timeline",
            text:
                #"{"locations":[{"latitudeE7":601000000,"longitudeE7":249000000,"timestampMs":"1790856000000"},{"latitudeE7":602000000,"longitudeE7":248000000,"accuracy":7,"timestamp":"2026-10-01T12:00:09.000Z"}]}"#,
            positions: [[60.1, 24.9], [60.2, 24.8]], times: ["2026-10-01T12:00:00Z", "2026-10-01T12:00:09Z"]),
        Good(
            name: "lines with empty parts",
            text: #"{"type":"MultiLineString","coordinates":[[],[[24.9,60.1],[24.8,60.2]],[]]}"#,
            positions: [[60.1, 24.9], [60.2, 24.8]]),
        Good(
            name: "points in a collection",
            text:
                #"{"type":"FeatureCollection","features":[{"type":"Feature","geometry":{"type":"Point","coordinates":[24.9,60.1]},"properties":{"timestamp":"2026-10-01T12:00:00Z"}},{"type":"Feature","geometry":{"type":"Point","coordinates":[24.8,60.2]},"properties":{"time":"2026-10-01T12:01:00Z"}}]}"#,
            positions: [[60.1, 24.9], [60.2, 24.8]], times: ["2026-10-01T12:00:00Z", "2026-10-01T12:01:00Z"]),
    ])
    private func `tracks of both forms are read in order, with times when all points have a time`(_ good: Good) throws {
        let text = good.text.replacing(#"\u{feff}"#, with: "\u{feff}")
        let track = try TrackFile(bytes: Array(text.utf8)).trace()
        #expect(track.refused.isEmpty)
        #expect(track.fixes.map { [$0.coordinate.latitude, $0.coordinate.longitude] } == good.positions)
        let times = try good.times?.map { try Date($0, strategy: .iso8601).timeIntervalSince1970 }
        #expect(track.fixes.compactMap(\.seconds) == times ?? [])
    }

    @Test(arguments: [
        "", " ", "track", "[1]", "{}", "{", "<gpx/>", "<kml/>", "<html><body/></html>", "<TrainingCenterDatabase/>",
        #"{"type":"FeatureCollection"}"#, #"{"type":"FeatureCollection","features":[]}"#,
        #"{"type":"Point","coordinates":[]}"#, #"{"type":"Point","coordinates":[24,91]}"#,
        #"{"type":"LineString","coordinates":[[24]]}"#, #"{"type":"LineString","coordinates":[["a","b"]]}"#,
        #"{"type":"LineString","coordinates":[[1e999,1]]}"#, #"{"type":"LineString","coordinates":[24,60]}"#,
        #"{"type":"Polygon","coordinates":[[[1,2],[3,4],[5,6],[1,2]]]}"#, "PK\u{3}\u{4}", "$GPGSV,3,1,11*41\n",
        #"<gpx><trk><trkseg><trkpt lat="91" lon="24.9"/></trkseg></trk></gpx>"#,
    ])
    func `a file that is no track is refused, and the error does not quote it`(text: String) {
        let fault = #expect(throws: TrackFile.Fault.self) { try TrackFile(bytes: Array(text.utf8)) }
        #expect(fault?.reason.contains("24") == false && fault?.reason.isEmpty == false)
    }

    @Test(arguments: [
        (#"[24.9,60.1]"#, #""noon""#, TrackFile.Refusal.Reason.badTime), ("[24.9,60.1]", "null", .noTime),
        ("[24.9,60.1]", "{}", .badTime), ("[24.9,60.1]", "1e30", .badTime), ("[24.9,60.1]", "true", .badTime),
        ("[24.9,90.1]", "1790856001", .place), ("[null,null]", "1790856001", .place), ("[]", "1790856001", .place),
        ("[\"24.9\",\"60.1\"]", "1790856001", .place), ("[[24.9,60.1]]", "1790856001", .place),
    ])
    func `one bad point costs that point, which is named`(
        coordinates: String, time: String, reason: TrackFile.Refusal.Reason
    ) throws {
        let features = (0..<5).map { index in
            let (coordinates, time) = index == 2 ? (coordinates, time) : ("[24.9,60.1]", "\(1_790_856_000 + index)")
            return
                #"{"type":"Feature","geometry":{"type":"Point","coordinates":\#(coordinates)},"properties":{"time":\#(time)}}"#
        }
        let text = #"{"type":"FeatureCollection","features":[\#(features.joined(separator: ","))]}"#
        let trace = try TrackFile(bytes: Array(text.utf8)).trace()
        #expect(trace.fixes.map(\.index) == [0, 1, 3, 4])
        #expect(trace.refused == [TrackFile.Refusal(index: 2, reason: reason)])
    }

    @Test func `decreasing times cost the fewest positions, or the file if they are most`() throws {
        func trace(_ seconds: [Int]) throws -> TrackFile.Trace {
            let places = seconds.map { _ in "[24.9,60.1]" }.joined(separator: ",")
            let times = seconds.map { "\(1_790_856_000 + $0)" }.joined(separator: ",")
            let text =
                #"{"type":"Feature","geometry":{"type":"LineString","coordinates":[\#(places)]},"properties":{"times":[\#(times)]}}"#
            return try TrackFile(bytes: Array(text.utf8)).trace()
        }
        #expect(try trace([0, 1, 900, 2, 3, -900, 3, 4]).fixes.map(\.index) == [0, 1, 3, 4, 6, 7])
        #expect(try trace([0, 1, 900, 2, 3, -900, 3, 4]).refused.map(\.index) == [2, 5])
        #expect(try trace([5, 5, 5]).fixes.count == 3)
        #expect(throws: TrackFile.Fault.self) { try trace([3, 2, 1, 0]) }
        #expect(throws: TrackFile.Fault.self) { try trace([1, 0]) }
    }

    private struct Several: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let text: String
        let latitudes: [Double]
    }

    private static let timed =
        #"{"type":"Feature","geometry":{"type":"Point","coordinates":[24,61]},"properties":{"time":1790856000}}"#
    private static let untimed = #"{"type":"Feature","geometry":\#(line),"properties":{}}"#
    private static let mark = #"<wpt lat="61" lon="24"><time>2026-10-01T12:00:00Z</time></wpt>"#
    private static let course = #"<rte><rtept lat="62" lon="24"/></rte>"#
    private static let walk = #"<trk><trkseg><trkpt lat="63" lon="24"/></trkseg></trk>"#
    private static let bad = "<trk><trkseg><trkpt/></trkseg></trk>"

    @Test(arguments: [
        Several(
            testDescription: "GeoJSON: points with times beside a line without any",
            text: #"{"type":"FeatureCollection","features":[\#(untimed),\#(timed)]}"#, latitudes: [61]),
        Several(
            testDescription: "GeoJSON: a line beside points without times",
            text: #"{"type":"GeometryCollection","geometries":[{"type":"Point","coordinates":[24,61]},\#(line)]}"#,
            latitudes: [60.1, 60.2]),
        Several(
            testDescription: "KML: a placemark with a time beside a line",
            text: "<kml><Placemark><LineString><coordinates>24,60 25,60</coordinates></LineString></Placemark>"
                + "<Placemark><TimeStamp><when>2026-10-01T12:00:00Z</when></TimeStamp>"
                + "<Point><coordinates>24,61</coordinates></Point></Placemark></kml>", latitudes: [61]),
        Several(
            testDescription: "GPX: waypoints beside a track", text: "<gpx>\(mark)\(walk)</gpx>", latitudes: [63]),
        Several(
            testDescription: "GPX: a bad track point beside a route", text: "<gpx>\(mark)\(course)\(bad)</gpx>",
            latitudes: [62]),
        Several(
            testDescription: "GPX: a bad track point beside waypoints", text: "<gpx>\(mark)\(bad)</gpx>",
            latitudes: [61]),
    ])
    private func `of several sources the first with a time counts, or else the first with a position`(file: Several)
        throws
    {
        #expect(try TrackFile(bytes: Array(file.text.utf8)).fixes.map(\.coordinate.latitude) == file.latitudes)
    }

    @Test func `a truncated file keeps the points before the cut, and the result says so`() throws {
        let points = (0..<4).map { index in
            #"{"type":"Feature","geometry":{"type":"Point","coordinates":[24.9,60.1]},"properties":{"time":\#(1_790_856_000 + index)}}"#
        }
        let text = #"{"type":"FeatureCollection","features":[\#(points.joined(separator: ","))]}"#
        var most = 0
        for bytes in Damage.truncations(of: Array(text.utf8)) {
            guard let track = try? TrackFile(bytes: bytes) else {
                #expect(most == 0)
                continue
            }
            #expect(
                track.fixes.count >= most && track.refused.count == 1 && track.refused[0].index == track.fixes.count)
            most = track.fixes.count
        }
        #expect(most == 4)
        // The beginning of a line is one.
        let line = Array(Self.line.utf8.prefix(50))
        #expect(try TrackFile(bytes: line).fixes.map(\.coordinate.latitude) == [60.1])
    }

    /// The lines of a file of GeoJSON: their type, coordinates and times, and what becomes of those.
    private struct Uneven: Sendable, CustomTestStringConvertible {
        var type = "LineString"
        let coordinates: String
        let times: String
        /// The seconds of the positions that are taken, by their index; `nil` for one without a time.
        let seconds: [Int: Int?]
        var refused: [Int] = []
        var testDescription: String { "\(coordinates) at \(times)" }
    }

    @Test(arguments: [
        Uneven(coordinates: "[[1,2],[1,3]]", times: "[0]", seconds: [0: 0, 1: nil]),
        Uneven(coordinates: "[[1,2],[1,3]]", times: "[0,1,2]", seconds: [0: 0, 1: 1], refused: [2]),
        Uneven(coordinates: "[[1,2],[1,3]]", times: "[[0,1]]", seconds: [0: 0, 1: 1]),
        Uneven(coordinates: "[[1,2],null,[1,3]]", times: "[0,1,2]", seconds: [0: 0, 2: 2], refused: [1]),
        Uneven(coordinates: "[[1,2],\"x\",[1,3]]", times: "[0,1,2]", seconds: [0: 0, 2: 2], refused: [1]),
        Uneven(coordinates: "[[1,2],{},[1,3]]", times: "[0,1,2]", seconds: [0: 0, 2: 2], refused: [1]),
        Uneven(coordinates: "[5,true,[1,3]]", times: "[0,1,2]", seconds: [2: 2], refused: [0, 1]),
        Uneven(coordinates: "[[1,2],[null,3]]", times: "[0,1]", seconds: [0: 0], refused: [1]),
        Uneven(coordinates: "[[1,2],[]]", times: "[0,1]", seconds: [0: 0], refused: [1]),
        Uneven(
            type: "MultiLineString", coordinates: "[[[1,2],[1,3]],null,[[1,4]]]", times: "[[0,1],null,[3]]",
            seconds: [0: 0, 1: 1, 3: 3], refused: [2]),
        Uneven(
            type: "MultiLineString", coordinates: "[null,[[1,2],[1,3]]]", times: "[[7],[0,1]]", seconds: [1: 0, 2: 1],
            refused: [0]),
        Uneven(
            type: "MultiLineString", coordinates: "[[[1,2],[1,3]],[[1,4]]]", times: "[[0],[2]]",
            seconds: [0: 0, 1: nil, 2: 2]),
        Uneven(
            type: "MultiLineString", coordinates: "[[[1,2]],[[1,4]]]", times: "[[0,1],[2]]", seconds: [0: 0, 2: 2],
            refused: [1]),
        Uneven(
            type: "MultiLineString", coordinates: "[[[1,2]],[[1,4],[1,5]]]", times: "[0,1,2]",
            seconds: [0: 0, 1: 1, 2: 2]),
    ])
    private func `a bad entry of a line, or a time too many or too few, costs one point`(_ line: Uneven) throws {
        let start = 1_790_856_000
        let times = line.times.replacing(/\d+/) { "\(start + (Int($0.output) ?? 0))" }
        let text =
            #"{"type":"Feature","geometry":{"type":"\#(line.type)","coordinates":\#(line.coordinates)},"#
            + #""properties":{"coordTimes":\#(times)}}"#
        let track = try TrackFile(bytes: Array(text.utf8))
        let seconds = track.fixes.map { ($0.index, $0.seconds.map { Int($0) - start }) }
        #expect(Dictionary(uniqueKeysWithValues: seconds) == line.seconds)
        #expect(track.refused == line.refused.map { TrackFile.Refusal(index: $0, reason: .place) })
    }

    private static func timed(_ second: Int) -> String {
        #"{"type":"Feature","geometry":{"type":"Point","coordinates":[24.9,60.1]},"properties":{"time":\#(1_790_856_000 + second)}}"#
    }

    @Test(arguments: ["{\"type\":\"Fea", "x", "{]}", #"{"type":"Point","coordinates":[1,"#, "{\"a\":\"", "["])
    func `one broken text of a sequence or of lines costs that text`(broken: String) throws {
        for texts in [[Self.timed(0), broken, Self.timed(1)], [broken, Self.timed(0), Self.timed(1)]] {
            let sequence = texts.map { "\u{1e}\($0)\n" }.joined(), lines = texts.joined(separator: "\r\n")
            for text in [sequence, lines] {
                let track = try TrackFile(bytes: Array(text.utf8))
                #expect(track.fixes.compactMap(\.seconds) == [1_790_856_000, 1_790_856_001], "\(text)")
                #expect(track.refused.map(\.reason) == [.brokenText], "\(text)")
            }
        }
        let cut = try TrackFile(bytes: Array("\u{1e}\(Self.timed(0))\n\u{1e}\(broken)".utf8))
        #expect(cut.fixes.count == 1 && cut.refused.map(\.index) == [1])
        guard case .damage = try #require(cut.refused.first).reason else {
            Issue.record("the end of the file is not named")
            return
        }
    }

    @Test(arguments: [
        #"{"type":"Feature","geometry":null,"properties":{}}"#, #"{"type":"Feature","properties":{}}"#,
        #"{"type":"Feature","geometry":7}"#, "7", "null", "\"x\"", "{}", #"{"latitudeE7":"x","timestamp":"y"}"#,
        #"{"latitudeE7":601000000,"timestamp":"2026-10-01T12:00:00Z"}"#,
    ])
    func `an entry that is not a point is named`(entry: String) throws {
        for name in ["features", "locations"] {
            let text = #"{"\#(name)":[\#(Self.timed(0)),\#(entry),\#(Self.timed(1))]}"#
            let track = try TrackFile(bytes: Array(text.utf8))
            #expect(track.fixes.map(\.index) == [0, 2])
            #expect(track.refused == [TrackFile.Refusal(index: 1, reason: .place)])
        }
    }

    @Test func `points of a file of ours are of the device that each names`() throws {
        let points = [("a", "phone"), ("b", "watch"), ("a", "phone")].map { device, name in
            #"{"type":"Feature","geometry":{"type":"Point","coordinates":[24.9,60.1]},"properties":{"time":1790856000,"device":"\#(device)","device_name":"\#(name)"}}"#
        }
        let text = #"{"type":"FeatureCollection","features":[\#(points.joined(separator: ","))]}"#
        let track = try TrackFile(bytes: Array(text.utf8))
        #expect(track.fixes.map { track.tracks[$0.track].device } == ["phone", "watch", "phone"])
    }

    @Test func `no cut and no wrong byte of a file does harm`() {
        let whole = Array(Self.line.utf8)
        for bytes in Damage.truncations(of: whole) { checkTrack(bytes) }
        for index in whole.indices {
            for byte in [0, 0x22, 0x2c, 0x5b, 0x7b, 0x80, 0xff] as [UInt8] {
                var damaged = whole
                damaged[index] = byte
                checkTrack(damaged)
            }
        }
        for piece in [#"{"type":"Feature","geometry":"#, "[", #"{"a":["#, #"{"coordinates":[[["#] {
            let deep = Array((String(repeating: piece, count: 20_000)).utf8)
            #expect(throws: TrackFile.Fault.self) { try TrackFile(bytes: deep) }
        }
    }

    @Test func `more points than are read are refused, however they are written`() {
        let pair = "[1,2],", many = TrackFile.mostPoints + 1
        let line = #"{"type":"LineString","coordinates":["# + String(repeating: pair, count: many) + "[1,2]]}"
        let points = #"{"type":"MultiPoint","coordinates":["# + String(repeating: pair, count: many) + "[1,2]]}"
        for text in [line, points] {
            let fault = #expect(throws: TrackFile.Fault.self) { try TrackFile(bytes: Array(text.utf8)) }
            #expect(fault?.reason.contains("cut the track into pieces") == true)
        }
    }

    @Test func `positions nearer than wanted to the last one kept are left out, the ends never`() throws {
        let east = [0.0, 4, 8, 12, 15, 40, 41].map { $0 / 111_195 }
        let text = "{\"type\":\"LineString\",\"coordinates\":[\(east.map { "[\($0),0]" }.joined(separator: ","))]}"
        let trace = try TrackFile(bytes: Array(text.utf8)).trace(), kept = trace.thinned(toMetres: 10)
        #expect(kept.map(\.index) == [0, 3, 5, 6])
        #expect(kept == [0, 3, 5, 6].map { trace.fixes[$0] })
        #expect(trace.thinned(toMetres: 0).map(\.index) == Array(east.indices))
    }
}

/// Reads a file that may be damaged: it is refused with a reason, or the kept track obeys the rules of any track.
func checkTrack(_ bytes: [UInt8], sourceLocation: SourceLocation = #_sourceLocation) {
    do throws(TrackFile.Fault) {
        let track = try TrackFile(bytes: bytes)
        #expect(track.checkInvariants() == [], sourceLocation: sourceLocation)
    } catch {
        #expect(!error.reason.isEmpty, sourceLocation: sourceLocation)
    }
}

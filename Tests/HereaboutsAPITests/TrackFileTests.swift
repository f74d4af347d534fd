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
            name: "points in a collection",
            text:
                #"{"type":"FeatureCollection","features":[{"type":"Feature","geometry":{"type":"Point","coordinates":[24.9,60.1]},"properties":{"timestamp":"2026-10-01T12:00:00Z"}},{"type":"Feature","geometry":{"type":"Point","coordinates":[24.8,60.2]},"properties":{"time":"2026-10-01T12:01:00Z"}}]}"#,
            positions: [[60.1, 24.9], [60.2, 24.8]], times: ["2026-10-01T12:00:00Z", "2026-10-01T12:01:00Z"]),
    ])
    private func `tracks of both forms are read in order, with times when all have one`(_ good: Good) throws {
        let text = good.text.replacing(#"\u{feff}"#, with: "\u{feff}")
        let track = try TrackFile(bytes: Array(text.utf8))
        #expect(track.fixes.map { [$0.coordinate.latitude, $0.coordinate.longitude] } == good.positions)
        let times = try good.times?.map { try Date($0, strategy: .iso8601).timeIntervalSince1970 }
        #expect(track.fixes.compactMap(\.seconds) == times ?? [])
    }

    @Test(arguments: [
        "", " ", "track", "[1]", "{}", "{", "<gpx/>", "<kml/>", #"{"type":"FeatureCollection"}"#,
        #"{"type":"FeatureCollection","features":[]}"#, #"{"type":"Point","coordinates":[]}"#,
        #"{"type":"Point","coordinates":[24,91]}"#, #"{"type":"LineString","coordinates":[[24]]}"#,
        #"{"type":"LineString","coordinates":[["a","b"]]}"#, #"{"type":"LineString","coordinates":[[1e999,1]]}"#,
        #"{"type":"Polygon","coordinates":[[[1,2],[3,4],[5,6],[1,2]]]}"#,
        #"{"type":"Feature","geometry":{"type":"Point","coordinates":[24,60]},"properties":{"time":"noon"}}"#,
        #"{"type":"Feature","geometry":{"type":"LineString","coordinates":[[1,2],[3,4]]},"properties":{"coordTimes":["2026-10-01T12:00:01Z","2026-10-01T12:00:00Z"]}}"#,
        #"<gpx><trk><trkseg><trkpt lat="91" lon="24.9"/></trkseg></trk></gpx>"#,
    ])
    func `what is no track is refused without telling what it says`(text: String) {
        let fault = #expect(throws: TrackFile.Fault.self) { try TrackFile(bytes: Array(text.utf8)) }
        #expect(fault?.reason.contains("24") == false && fault?.reason.isEmpty == false)
    }

    @Test func `no cut and no wrong byte of a file does harm`() {
        let whole = Array(Self.line.utf8)
        for end in whole.indices { _ = try? TrackFile(bytes: Array(whole[..<end])) }
        for index in whole.indices {
            for byte in [0, 0x22, 0x2c, 0x5b, 0x7b, 0x80, 0xff] as [UInt8] {
                var damaged = whole
                damaged[index] = byte
                _ = try? TrackFile(bytes: damaged)
            }
        }
        let deep = Array((String(repeating: #"{"type":"Feature","geometry":"#, count: 20_000)).utf8)
        #expect(throws: TrackFile.Fault.self) { try TrackFile(bytes: deep) }
    }

    @Test func `positions nearer than wanted to the last one kept are left out, the ends never`() throws {
        let east = [0.0, 4, 8, 12, 15, 40, 41].map { $0 / 111_195 }
        let text = "{\"type\":\"LineString\",\"coordinates\":[\(east.map { "[\($0),0]" }.joined(separator: ","))]}"
        let track = try TrackFile(bytes: Array(text.utf8)), kept = track.thinned(toMetres: 10)
        #expect(kept.positions == [0, 3, 5, 6])
        #expect(kept.fixes == kept.positions.map { track.fixes[$0] })
        #expect(track.thinned(toMetres: 0).positions == Array(east.indices))
    }
}

import Foundation
import GeoCore
import HereaboutsAPI
import TestSupport
import Testing

/// Writes a GPX file of points in one segment, each on a line of its own from line 4 on.
func gpx(_ points: String...) -> [UInt8] {
    let head =
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<gpx version=\"1.1\" xmlns=\"http://www.topografix.com/GPX/1/1\">\n<trk><trkseg>\n"
    return Array((head + points.joined(separator: "\n") + "\n</trkseg></trk></gpx>").utf8)
}

func point(_ latitude: String, _ longitude: String, _ time: String) -> String {
    "<trkpt lat=\"\(latitude)\" lon=\"\(longitude)\"><time>\(time)</time></trkpt>"
}

@Suite(.timeLimit(.minutes(5))) struct GPXTrackTests {
    /// As receivers write it: extensions, elevations, comments, a byte order mark, windows line ends, waypoints and
    /// routes around.
    private static let recorded = """
        \u{feff}<?xml version='1.0' encoding='UTF-8'?>\r
        <!-- made by hand -->
        <gpx version="1.1" creator="A &amp; B" xmlns="http://www.topografix.com/GPX/1/1" xmlns:x="http://example.org/x">
          <metadata><name>Kierros &lt;keskustassa&gt;</name><time>2020-01-01T00:00:00Z</time></metadata>
          <wpt lat="1" lon="1"><time>1999-01-01T00:00:00Z</time></wpt>
          <rte><rtept lat="2" lon="2"/></rte>
          <trk>
            <name>ääni</name>
            <trkseg>
              <trkpt lat="60.1702" lon="24.9415"><ele>4.5</ele><time>2026-10-01T12:00:00Z</time></trkpt>
              <trkpt lon = '24.9415' lat = '60.1712' >
                <time> 2026-10-01T12:01:20.500Z
                </time>
                <extensions><x:time>1999</x:time><time>1998-01-01T00:00:00Z</time><![CDATA[<trkpt lat="9" lon="9">]]></extensions>
              </trkpt>
              <trkpt lat="60.1712" lon="24.9435"><time>2026-10-01T15:02:00+03:00</time></trkpt>
            </trkseg>
            <trkseg>
              <trkpt lat="60.1800" lon="24.9500"><time>2026-10-01T12:30:00</time></trkpt>
              <trkpt lat="60.1801" lon="24.9500"><time>2026-10-01T12:31:40Z</time></trkpt>
            </trkseg>
          </trk>
        </gpx>
        """

    /// Haversine, as published by Sinnott (Sky and Telescope 68, 1984), with the C library and the mean radius of WGS
    /// 84.
    private func metres(_ from: (Double, Double), _ to: (Double, Double)) -> Double {
        let radians = Double.pi / 180
        let a = sin((to.0 - from.0) * radians / 2), b = sin((to.1 - from.1) * radians / 2)
        return 2 * 6_371_008.8 * asin(sqrt(a * a + cos(from.0 * radians) * cos(to.0 * radians) * b * b))
    }

    @Test func `points come with their times and segments, and nothing else of the file does`() throws {
        let track = try GPXTrack(bytes: Array(Self.recorded.utf8))
        let noon = Int64(try Date("2026-10-01T12:00:00Z", strategy: .iso8601).timeIntervalSince1970) * 1000
        #expect(
            track.points.map(\.millisecondsSince1970)
                == [0, 80_500, 120_000, 1_800_000, 1_900_000].map { noon + $0 })
        #expect(track.points.map(\.coordinate.latitude) == [60.1702, 60.1712, 60.1712, 60.18, 60.1801])
        #expect(track.points.map(\.coordinate.longitude) == [24.9415, 24.9415, 24.9435, 24.95, 24.95])
        #expect(track.points.map(\.beginsSegment) == [true, false, false, true, false])
        #expect(track.durationInMilliseconds == 1_900_000)
    }

    @Test func `speeds and courses are those of the way from the point before`() throws {
        let readings = try GPXTrack(bytes: Array(Self.recorded.utf8)).readings
        // A millionth: both sides use doubles, and the longest way is 150 m.
        func isNear(_ value: Double?, _ wanted: Double) -> Bool { abs((value ?? .nan) / wanted - 1) < 1e-6 }
        #expect(readings.count == 5)
        #expect(readings[0].speedInMetresPerSecond == nil)
        #expect(readings[0].courseInDegrees == nil)
        #expect(
            isNear(readings[1].speedInMetresPerSecond, metres((60.1702, 24.9415), (60.1712, 24.9415)) / 80.5))
        #expect(abs((readings[1].courseInDegrees ?? .nan) - 0) < 1e-9)
        #expect(
            isNear(readings[2].speedInMetresPerSecond, metres((60.1712, 24.9415), (60.1712, 24.9435)) / 39.5))
        // East; the great circle has turned by half the meridians' convergence, 0.001° times sin 60°.
        #expect(abs((readings[2].courseInDegrees ?? .nan) - 90.000868) < 1e-5)
        // Nobody knows what was between the segments.
        #expect(readings[3].speedInMetresPerSecond == nil)
        #expect(readings[3].courseInDegrees == nil)
        // 11 m in 100 s is rest: a course would be noise.
        #expect(isNear(readings[4].speedInMetresPerSecond, metres((60.18, 24.95), (60.1801, 24.95)) / 100))
        #expect(readings[4].courseInDegrees == nil)
        #expect(!readings.contains { !$0.isSimulated })
    }

    @Test func `the length of a track is that of its segments`() throws {
        let length = try GPXTrack(bytes: Array(Self.recorded.utf8)).lengthInMetres
        let wanted =
            metres((60.1702, 24.9415), (60.1712, 24.9415)) + metres((60.1712, 24.9415), (60.1712, 24.9435))
            + metres((60.18, 24.95), (60.1801, 24.95))
        #expect(abs(length - wanted) < 1e-3)
        // A degree of the meridian on the sphere of R₁: 2πR/360 = 111 195.08 m.
        let degree = try GPXTrack(
            bytes: gpx(point("0", "0", "2026-01-01T00:00:00Z"), point("1", "0", "2026-01-01T01:00:00Z")))
        #expect(abs(degree.lengthInMetres - 111_195.08) < 0.01)
        #expect(abs((degree.readings[1].speedInMetresPerSecond ?? .nan) - 111_195.08 / 3600) < 1e-5)
    }

    @Test func `of points at one time the last one counts, so that no speed is endless`() throws {
        let time = "2026-01-01T00:00:00Z"
        let readings = try GPXTrack(
            bytes: gpx(
                point("60", "24", time), point("60.001", "24", time), point("60.002", "24", "2026-01-01T00:01:40Z"))
        ).readings
        #expect(readings.map(\.coordinate.latitude) == [60.001, 60.002])
        #expect(abs((readings[1].speedInMetresPerSecond ?? .nan) - 1.1119508) < 1e-6)
    }

    @Test(arguments: [
        "1970-01-01T00:00:00Z", "2000-02-29T23:59:59Z", "1999-12-31T23:59:59Z", "2026-10-01T00:00:00+14:00",
        "2024-03-01T12:34:56-03:30", "1600-01-01T00:00:00Z", "0001-03-01T00:00:00Z", "9999-12-31T23:59:59Z",
    ])
    func `times are those that Foundation reads`(_ text: String) throws {
        let track = try GPXTrack(bytes: gpx(point("0", "0", text)))
        let formatter = ISO8601DateFormatter()
        // Foundation's formatter changes to the Julian calendar before 1582; XML's times do not.
        let days = text.hasPrefix("0001-03-01") ? -719_103.0 : nil
        let wanted = try days.map { $0 * 86_400 } ?? #require(formatter.date(from: text)).timeIntervalSince1970
        #expect(track.points[0].millisecondsSince1970 == Int64(wanted) * 1000)
    }

    @Test(arguments: [
        "", "yesterday", "2026-13-01T00:00:00Z", "2026-00-01T00:00:00Z", "2026-02-29T00:00:00Z", "1900-02-29T00:00:00Z",
        "2026-04-31T00:00:00Z", "2026-01-00T00:00:00Z", "2026-01-01T24:00:00Z", "2026-01-01T00:60:00Z",
        "2026-01-01T00:00:61Z", "2026-01-01T00:00:00.Z", "2026-01-01T00:00:00+14000", "2026-01-01T00:00:00+15:00",
        "2026-01-01T00:00:00+00:60", "2026-01-01T00:00:00Zz", "12026-01-01T00:00:00Z", "-2026-01-01T00:00:00Z",
        "2026-1-1T0:0:0Z", "2026-01-01T00:00:0０Z", "2026-01-01", "T", "1767225600", "&bomb;026-01-01T00:00:00Z",
        "2026-01-01<b/>T00:00:00Z", "2026-01-01T00:00:00Z</time><time>2026-01-01T00:00:00Z",
    ])
    func `an invalid time costs its point, which is named`(_ text: String) throws {
        let good = [("60", "2020-01-01T00:00:00Z"), ("61", "2030-01-01T00:00:00Z")].map { point($0, "0", $1) }
        let track = try GPXTrack(bytes: gpx(good[0], point("0", "0", text), good[1]))
        #expect(track.points.map(\.coordinate.latitude) == [60, 61])
        #expect(track.refused.map(\.index) == [1])
        #expect(track.refused.first?.reason.contains("time") == true)
    }

    @Test(arguments: [
        ("2026-01-01T00:00:00,5Z", 500), ("2026-01-01 00:00:00Z", 0), ("2026-01-01t00:00:00z", 0),
        ("2026-01-01T00:00Z", 0), ("2026-01-01T00:00", 0), ("2026-01-01T02:00:00+02", 0),
        ("2026-01-01T02:00:00+0200", 0), ("2026-01-01T02:00+02:00", 0), ("2025-12-31T23:59:60Z", 0),
        ("2026-01-01T00:00:00", 0), ("&#50;026-01-01T00:00:00&#x5a;", 0), ("<![CDATA[2026-01-01T00:00:00Z]]>", 0),
        ("2026-01-01<!-- x -->T00:00:00Z", 0), ("2026-01-01T00:00:00.000000123Z", 0),
    ])
    func `times are read as receivers and exporters write them`(text: String, milliseconds: Int64) throws {
        let track = try GPXTrack(bytes: gpx(point("0", "0", text)))
        #expect(track.points.map { $0.millisecondsSince1970 - 1_767_225_600_000 } == [milliseconds])
    }

    @Test func `milliseconds count, and further digits are cut off`() throws {
        let times = ["00.1Z", "00.25Z", "00.999999999999999999Z", "60Z"].map { "1970-01-01T00:00:\($0)" }
        let track = try GPXTrack(bytes: gpx(times.map { point("0", "0", $0) }.joined()))
        #expect(track.points.map(\.millisecondsSince1970) == [100, 250, 999, 60_000])
    }

    @Test(arguments: [
        #"lat="60""#, #"lon="24""#, #"lat="90.1" lon="24""#, #"lat="60" lon="180.0001""#, #"lat="nan" lon="24""#,
        #"lat="inf" lon="24""#, #"lat="6e" lon="24""#, #"lat="0x3c" lon="24""#, #"lat="" lon="24""#,
        #"lat="60,5" lon="24""#,
        #"LAT="60" lon="24""#, #"x:lat="60" lon="24""#,
        "lat=\"\(String(repeating: "0", count: 100))60\" lon=\"24\"",
    ])
    func `an invalid coordinate costs its point, and the error does not repeat it`(_ attributes: String) throws {
        let bad = "<trkpt \(attributes)><time>2020-01-01T00:00:00Z</time></trkpt>"
        let track = try GPXTrack(bytes: gpx(point("1", "2", "2020-01-01T00:00:00Z"), bad))
        #expect(track.points.count == 1 && track.refused.map(\.index) == [1])
        #expect(track.refused.first?.reason.contains("24") == false)
        let error = #expect(throws: GPXError.self) { try GPXTrack(bytes: gpx(bad)) }
        #expect(error?.description.contains("place") == true)
    }

    @Test func `points without a time, or with a time out of order, are left out`() throws {
        let times = ["2026-01-01T00:00:00Z", "2026-01-01T00:00:01Z", "2026-01-01T00:00:02Z", "2026-01-01T00:00:03Z"]
        let good = times.map { point("60", "24", $0) }
        for bad in [
            #"<trkpt lat="60" lon="24"/>"#, point("60", "24", "2025-12-31T23:59:59Z"),
            point("60", "24", "9999-12-31T23:59:59Z"), point("60", "24", "0000-01-01T00:00:00Z"),
        ] {
            for place in 0...4 {
                var points = good
                points.insert(bad, at: place)
                let text = gpx(points.joined())
                let track = try GPXTrack(bytes: text)
                // One that is late at the end, or early at the start, is not known to be wrong.
                let isLast =
                    place == 4 && bad.contains("9999") || place == 0 && bad.contains("<time>") && !bad.contains("9999")
                #expect(track.refused.map(\.index) == (isLast ? [] : [place]))
                #expect(track.points.map(\.beginsSegment) == [true] + track.points.dropFirst().map { _ in false })
            }
        }
        #expect(throws: GPXError.self) { try GPXTrack(bytes: gpx(good.reversed().joined())) }
    }

    @Test func `files without a track say so, and those of routes or waypoints with times have one`() throws {
        for text in ["<gpx/>", #"<gpx><trkpt lat="1" lon="1"/><wpt lat="1" lon="1"/></gpx>"#, "<x:gpx/>"] {
            let error = #expect(throws: GPXError.self) { try GPXTrack(bytes: Array(text.utf8)) }
            #expect(error?.description.contains("nothing to replay") == true)
        }
        #expect(throws: GPXError.notGPX) { try GPXTrack(bytes: Array("\n<kml/>".utf8)) }
        let times = ["2026-01-01T00:00:00Z", "2026-01-01T00:00:01Z"]
        let waypoints = times.map { #"<wpt lat="1" lon="2"><time>\#($0)</time></wpt>"# }.joined()
        let route = times.map { #"<rtept lat="3" lon="4"><time>\#($0)</time></rtept>"# }.joined()
        let routed = try GPXTrack(bytes: Array("<gpx>\(waypoints)<rte>\(route)</rte></gpx>".utf8))
        #expect(routed.points.map(\.coordinate.latitude) == [3, 3])
        let marked = try GPXTrack(bytes: Array("<gpx>\(waypoints)</gpx>".utf8))
        #expect(marked.points.map(\.coordinate.latitude) == [1, 1])
    }

    @Test(arguments: [
        #"<g:gpx xmlns:g="http://www.topografix.com/GPX/1/1"><g:trk><g:trkseg>POINT</g:trkseg></g:trk></g:gpx>"#,
        #"<gpx xmlns="u" xmlns:g="u"><g:trk><trkseg>POINT</trkseg></g:trk></gpx>"#,
    ])
    func `names belong to the outermost element's namespace, with any prefix`(text: String) throws {
        let point = #"<g:trkpt lat="1" lon="2"><x:time>1999</x:time><g:time>2026-01-01T00:00:00Z</g:time></g:trkpt>"#
        let track = try GPXTrack(bytes: Array(text.replacing("POINT", with: point).utf8))
        #expect(track.points.count == 1 && track.refused.isEmpty)
    }

    struct Broken: Sendable, CustomTestStringConvertible {
        let xml: String
        let line: Int
        var testDescription: String { String(xml.prefix(60)) }
    }

    @Test(arguments: [
        Broken(xml: "", line: 1), Broken(xml: "\n\n", line: 3), Broken(xml: "no XML", line: 1),
        Broken(xml: "<gpx", line: 1),
        Broken(xml: "<gpx\na=1/>", line: 2), Broken(xml: "<gpx a='1'b='2'/>", line: 1),
        Broken(xml: "<gpx a='1' a='2'/>", line: 1), Broken(xml: "<gpx a='<'/>", line: 1),
        Broken(xml: "<gpx a/>", line: 1),
        Broken(xml: "<gpx a='1/>", line: 1),
        Broken(xml: "<?xml ", line: 1), Broken(xml: "<![CDATA[x]]><gpx/>", line: 1),
        Broken(xml: "\n<!DOCTYPE gpx SYSTEM \"file:///etc/passwd\"><gpx/>", line: 2),
        Broken(xml: "<!DOCTYPE g [<!ENTITY a \"aa\"><!ENTITY b \"&a;&a;\">]><gpx>&b;</gpx>", line: 1),
        Broken(xml: "<gpx \((0..<65).map { "a\($0)=''" }.joined(separator: " "))/>", line: 1),
    ])
    func `a fault at the beginning of a file is reported with its line`(_ broken: Broken) throws {
        let error = #expect(throws: GPXError.self) { try GPXTrack(bytes: Array(broken.xml.utf8)) }
        guard case .badXML(let line, let reason) = error else {
            Issue.record("\(String(describing: error)) is another error")
            return
        }
        #expect(line == broken.line)
        #expect(!reason.isEmpty)
    }

    @Test(arguments: [
        "</gpx>", "<1/>", "< a/>", "<!-- ", "<![CDATA[ ]]", "</trk x>", "<a b/>", "<a b='1' b='2'/>",
        "<!DOCTYPE gpx [<!ENTITY a \"aa\">]>", String(repeating: "<a>", count: 100_000), "",
    ])
    func `a later fault ends the track there, and is reported with its line`(text: String) throws {
        let head = "<gpx><trk><trkseg>\n" + point("60", "24", "2026-01-01T00:00:00Z") + "\n"
        let track = try GPXTrack(bytes: Array((head + text).utf8))
        #expect(track.points.count == 1)
        #expect(track.refused.map(\.index) == [1])
        #expect(track.refused.first?.reason.contains("line 3") == true)
    }

    @Test(arguments: [
        String.Encoding.utf16, .utf16LittleEndian, .utf16BigEndian, .utf32, .utf8, .isoLatin1, .windowsCP1252,
    ])
    func `files in other encodings are read`(encoding: String.Encoding) throws {
        let text = String(Self.recorded.drop { $0 == "\u{feff}" }).replacing("UTF-8", with: "whatever")
        let bytes = try #require(text.data(using: encoding))
        #expect(try GPXTrack(bytes: Array(bytes)) == GPXTrack(bytes: Array(Self.recorded.utf8)))
    }

    @Test func `files and tracks beyond the limits are refused`() {
        let bytes = [UInt8](repeating: 0x20, count: GPXTrack.largestFile + 1)
        #expect(throws: GPXError.tooLarge(bytes: bytes.count, limit: GPXTrack.largestFile)) {
            try GPXTrack(bytes: bytes)
        }
        let short = "<trkpt lat='0' lon='0'><time>2020-01-01T00:00:00</time></trkpt>"
        let points = String(repeating: short, count: GPXTrack.mostPoints) + "\n" + short
        #expect(throws: GPXError.tooManyPoints(limit: GPXTrack.mostPoints)) {
            try GPXTrack(bytes: gpx(points))
        }
    }

    @Test func `a truncated file keeps the points before the cut, and the result says so`() throws {
        // A waypoint before the cut would be the track.
        let text = Self.recorded.replacing("<wpt", with: "<wst").replacing("</wpt", with: "</wst")
        let whole = try GPXTrack(bytes: Array(text.utf8))
        var most = 0
        for bytes in Damage.truncations(of: Array(text.utf8)) {
            do throws(GPXError) {
                let track = try GPXTrack(bytes: bytes)
                #expect(track.points == Array(whole.points.prefix(track.points.count)))
                #expect(track.points.count >= most && track.refused.count == 1)
                most = track.points.count
            } catch {
                #expect(most == 0 && !error.description.isEmpty)
            }
        }
        #expect(most == whole.points.count)
    }

    @Test func `no flipped byte traps, and any track that is still read keeps its promises`() {
        var readable = 0
        for bytes in Damage.flips(of: Array(Self.recorded.utf8)) {
            guard let track = try? GPXTrack(bytes: bytes) else { continue }
            readable += 1
            #expect(!track.points.isEmpty)
            #expect(track.durationInMilliseconds >= 0)
            #expect(track.lengthInMetres.isFinite)
            #expect(track.readings.allSatisfy { $0.speedInMetresPerSecond?.isFinite != false })
        }
        #expect(readable > 0)
    }
}

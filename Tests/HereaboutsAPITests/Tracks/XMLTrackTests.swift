import GeoCore
import HereaboutsAPI
import TestSupport
import Testing

/// KML and TCX.
@Suite struct XMLTrackTests {
    private static let noon: Int64 = 1_790_856_000_000

    private static func kml(_ content: String) -> [UInt8] {
        Array(
            #"<?xml version="1.0"?><kml xmlns="http://www.opengis.net/kml/2.2" xmlns:gx="http://www.google.com/kml/ext/2.2"><Document><name>x</name>\#(content)</Document></kml>"#
                .utf8)
    }

    private static func seconds(_ track: TrackFile) -> [Int64?] {
        track.fixes.map { fix in fix.time.map { ($0 - noon) / 1000 } }
    }

    private static func when(_ second: Int) -> String { "<when>2026-10-01T12:00:0\(second)Z</when>" }

    @Test(arguments: [
        "\(when(0))\(when(1))<gx:coord>24.9 60.1 7</gx:coord><gx:coord>24.8 60.2</gx:coord>",
        "\(when(0))<gx:coord>24.9 60.1 7</gx:coord><gx:angles>1 2 3</gx:angles>\(when(1))<gx:coord> 24.8  60.2 \n</gx:coord>",
        "<gx:coord>24.9 60.1 7</gx:coord><gx:coord>24.8 60.2</gx:coord>\(when(0))\(when(1))",
    ])
    func `a track of KML has its times and places in any order`(content: String) throws {
        for (name, coord) in [("gx:Track", "gx:coord"), ("Track", "coord")] {
            let text = "<Placemark><\(name)>\(content)</\(name)></Placemark>".replacing("gx:coord", with: coord)
            let track = try TrackFile(bytes: Self.kml(text))
            #expect(track.refused.isEmpty && Self.seconds(track) == [0, 1])
            #expect(track.fixes.map(\.coordinate.latitude) == [60.1, 60.2])
            #expect(track.fixes.map(\.coordinate.longitude) == [24.9, 24.8])
            #expect(track.fixes.map(\.altitudeMetres) == [7, nil])
        }
    }

    @Test func `a bad time in a KML track is reported with its point, and a time without a place is fine`() throws {
        let whens = Self.when(0) + "<when>noon</when>" + Self.when(2) + Self.when(3) + Self.when(4)
        let coords = ["24 60", "24 60", "", "24 91", "24 60"].map { "<gx:coord>\($0)</gx:coord>" }.joined()
        let tracks =
            "<gx:MultiTrack><gx:Track>\(whens)\(coords)</gx:Track><gx:Track>\(Self.when(5))<gx:coord>25 61</gx:coord></gx:Track></gx:MultiTrack>"
        let track = try TrackFile(bytes: Self.kml("<Placemark>\(tracks)</Placemark>"))
        #expect(Self.seconds(track) == [0, nil, 4, 5])
        #expect(track.fixes.map(\.timeFault) == [nil, .badTime, nil, nil])
        #expect(track.refused == [TrackFile.Refusal(index: 2, reason: .place)])
        #expect(track.fixes.map(\.beginsSegment) == [true, false, false, true])
    }

    @Test func `KML points with times are a track, and KML lines are a track without times`() throws {
        let marks = (0..<3).map { second in
            let time =
                second == 2
                ? "<TimeSpan><begin>2026-10-01T12:00:02Z</begin></TimeSpan>"
                : "<TimeStamp>\(Self.when(second))</TimeStamp>"
            return
                "<Folder><Placemark>\(time)<LookAt><gx:TimeSpan><begin>1999-01-01T00:00:00Z</begin></gx:TimeSpan></LookAt><Point><coordinates>24.\(second),60.5,3\n</coordinates></Point></Placemark></Folder>"
        }
        let line = "<Placemark><LineString><coordinates>\n1,2 3,4,5\n 6,7 </coordinates></LineString></Placemark>"
        let sight = "<Placemark><Point><coordinates>9,9</coordinates></Point></Placemark>"
        let timed = try TrackFile(bytes: Self.kml(line + sight + marks.joined()))
        #expect(Self.seconds(timed) == [0, 1, 2] && timed.refused.isEmpty)
        #expect(timed.fixes.map(\.coordinate.longitude) == [24, 24.1, 24.2])
        let planned = try TrackFile(bytes: Self.kml(sight + line))
        #expect(planned.fixes.map(\.coordinate.latitude) == [2, 4, 7] && Self.seconds(planned) == [nil, nil, nil])
        #expect(throws: TrackFile.Fault.self) { try TrackFile(bytes: Self.kml(sight)) }
    }

    private static func tcx(_ points: String...) -> [UInt8] {
        Array(
            #"<?xml version="1.0"?><TrainingCenterDatabase xmlns="http://www.garmin.com/xmlschemas/TrainingCenterDatabase/v2" xmlns:ns3="http://www.garmin.com/xmlschemas/ActivityExtension/v2"><Activities><Activity Sport="Running"><Id>2026-10-01T12:00:00Z</Id><Lap StartTime="2026-10-01T12:00:00Z"><Track>\#(points.joined())</Track></Lap></Activity></Activities></TrainingCenterDatabase>"#
                .utf8)
    }

    private static func trackpoint(_ time: String, _ latitude: String, _ longitude: String) -> String {
        "<Trackpoint><Time>\(time)</Time><Position><LatitudeDegrees>\(latitude)</LatitudeDegrees><LongitudeDegrees>\(longitude)</LongitudeDegrees></Position><AltitudeMeters>7.5</AltitudeMeters><Extensions><ns3:TPX><ns3:Speed>1.5</ns3:Speed></ns3:TPX></Extensions></Trackpoint>"
    }

    @Test func `track points of TCX are read, and points without a position are fine`() throws {
        let track = try TrackFile(
            bytes: Self.tcx(
                Self.trackpoint("2026-10-01T12:00:00.000Z", "60.1", "24.9"),
                "<Trackpoint><Time>2026-10-01T12:00:01Z</Time><HeartRateBpm><Value>99</Value></HeartRateBpm></Trackpoint>",
                Self.trackpoint("2026-10-01T12:00:02Z", "60.1", "x"), Self.trackpoint("", "60.2", "24.8"),
                Self.trackpoint("2026-10-01T12:00:04Z", "60.3", "24.7")))
        #expect(Self.seconds(track) == [0, nil, 4])
        #expect(track.fixes.map(\.timeFault) == [nil, .badTime, nil])
        #expect(track.refused == [TrackFile.Refusal(index: 1, reason: .place)])
        #expect(track.fixes[0].altitudeMetres == 7.5 && track.fixes[0].speed == 1.5)
        #expect(track.fixes.map(\.beginsSegment) == [true, false, false])
    }

    @Test func `numbers have exponents, as Java writes them beside Greenwich`() throws {
        let files = [
            Self.tcx(Self.trackpoint("2026-10-01T12:00:00Z", "51.4", "5.0E-4")),
            Self.kml("<Placemark><gx:Track>\(Self.when(0))<gx:coord>5.0E-4 51.4</gx:coord></gx:Track></Placemark>"),
            Array(#"<gpx><wpt lat="51.4" lon="5.0E-4"><ele>1.5e1</ele></wpt></gpx>"#.utf8),
        ]
        for file in files { #expect(try TrackFile(bytes: file).fixes.map(\.coordinate.longitude) == [0.0005]) }
        #expect(try TrackFile(bytes: files[2]).fixes.map(\.altitudeMetres) == [15])
        for number in ["1e", "e5", "1e999", "0x1p4", "nan", "INF", "1e-", "--1"] {
            #expect(Decimal.read(measured: number) == nil, "\(number)")
        }
    }

    @Test func `a vocabulary may be declared on any element, by any prefix`() throws {
        let point = { (prefix: String) in "<\(prefix)trkseg><\(prefix)trkpt lat=\"1\" lon=\"2\"/></\(prefix)trkseg>" }
        let ours = "xmlns:g=\"N\"", other = "xmlns:g=\"other\""
        let good = [
            "<gpx xmlns=\"N\"><g:trk \(ours)>\(point("g:"))</g:trk></gpx>",
            "<gpx xmlns=\"N\"><g:trk \(ours)>\(point("g:"))</g:trk><g:trk \(other)>\(point("g:"))</g:trk></gpx>",
            "<g:gpx \(ours)><trk xmlns=\"N\">\(point(""))</trk></g:gpx>",
            "<g:gpx \(ours)><g:trk>\(point("g:"))</g:trk></g:gpx>",
            "<gpx xmlns=\"N\"><trk xmlns=\"\">\(point(""))</trk></gpx>", "<g:gpx><g:trk>\(point("g:"))</g:trk></g:gpx>",
            "<gpx xmlns=\"N\" \(other)><g:trk \(ours)>\(point("g:"))</g:trk><g:trk>\(point("g:"))</g:trk></gpx>",
        ]
        for text in good { #expect(try TrackFile(bytes: Array(text.utf8)).fixes.count == 1, "\(text)") }
        let bad = "<gpx xmlns=\"N\" \(other)><g:trk>\(point("g:"))</g:trk></gpx>"
        #expect(throws: TrackFile.Fault.self) { try TrackFile(bytes: Array(bad.utf8)) }
        // The time for looking up a prefix grows with the declarations.
        let many = (0..<60).map { "xmlns:a\($0)=\"b\"" }.joined(separator: " ")
        let nested = "<gpx \(many)><trk \(many)>\(point(""))</trk></gpx>"
        #expect(throws: TrackFile.Fault.self) { try TrackFile(bytes: Array(nested.utf8)) }
    }

    @Test func `no cut and no wrong byte does harm, and the points before a cut are kept`() throws {
        let files = [
            Self.kml(
                "<Placemark><gx:Track>\(Self.when(0))<gx:coord>24 60</gx:coord>\(Self.when(1))<gx:coord>24 60</gx:coord></gx:Track></Placemark>"
            ),
            Self.kml(
                "<Placemark><TimeStamp>\(Self.when(0))</TimeStamp><Point><coordinates>24,60</coordinates></Point></Placemark>"
            ),
            Self.tcx(
                Self.trackpoint("2026-10-01T12:00:00Z", "60", "24"), Self.trackpoint("2026-10-01T12:00:01Z", "60", "24")
            ),
        ]
        for file in files {
            let whole = try TrackFile(bytes: file)
            var most = 0
            for bytes in Damage.truncations(of: file) {
                guard let track = try? TrackFile(bytes: bytes) else {
                    #expect(most == 0)
                    continue
                }
                #expect(track.fixes.count >= most)
                most = track.fixes.count
            }
            #expect(most == whole.fixes.count)
            for bytes in Damage.flips(of: file) { checkTrack(bytes) }
        }
    }
}

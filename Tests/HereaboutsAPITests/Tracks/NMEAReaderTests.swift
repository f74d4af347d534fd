import GeoCore
import HereaboutsAPI
import TestSupport
import Testing

@Suite struct NMEAReaderTests {
    /// A sentence with its sum.
    private static func sentence(_ body: String) -> String {
        let sum = body.utf8.reduce(0, ^)
        return "$\(body)*\(sum < 16 ? "0" : "")\(String(sum, radix: 16, uppercase: true))\r\n"
    }

    private static func rmc(_ time: String, _ rest: String = "A,6006.0000,N,02454.0000,W,2.0,123.4,011026,,,A")
        -> String
    {
        sentence("GNRMC,\(time),\(rest)")
    }

    private static func gga(_ time: String, _ metres: String) -> String {
        sentence("GPGGA,\(time),6006.0000,N,02454.0000,W,1,08,0.9,\(metres),M,46.9,M,,")
    }

    @Test func `places, times, speeds and heights of a receiver's log are read`() throws {
        let lines = [
            "# a logger's own line\n", Self.sentence("GPGSV,3,1,11,03,03,111,00"), Self.gga("120000.00", "545.4"),
            Self.rmc("120000.00"), Self.rmc("120001.50"), Self.gga("120001.50", "546"), Self.rmc("120002"),
            "2026-10-01 12:00:03 " + Self.rmc("120003."),
        ]
        let track = try TrackFile(bytes: Array(lines.joined().utf8))
        #expect(track.refused.isEmpty)
        #expect(track.fixes.compactMap(\.time).map { $0 - 1_790_856_000_000 } == [0, 1500, 2000, 3000])
        for fix in track.fixes {
            #expect(abs(fix.coordinate.latitude - 60.1) < 1e-9 && abs(fix.coordinate.longitude + 24.9) < 1e-9)
            #expect(abs((fix.speed ?? 0) - 1.028888) < 1e-5 && fix.course == 123.4)
        }
        #expect(track.fixes.map(\.altitudeMetres) == [545.4, 546, nil, nil])
    }

    @Test func `a known sentence has the sum that its receiver gave it`() throws {
        // The example of gpsd's "NMEA Revealed".
        let text = "$GPRMC,225446,A,4916.45,N,12311.12,W,000.5,054.7,191194,020.3,E*68\n"
        let fix = try #require(try TrackFile(bytes: Array(text.utf8)).fixes.first)
        #expect(abs(fix.coordinate.latitude - 49.274166) < 1e-5 && abs(fix.coordinate.longitude + 123.185333) < 1e-5)
        // 1994-11-19T22:54:46Z.
        #expect(fix.time == 785_285_686_000)
    }

    @Test func `a log without dates has places, and none of them a time`() throws {
        let track = try TrackFile(bytes: Array((Self.gga("120000", "5") + Self.gga("120001", "6")).utf8))
        #expect(track.fixes.map(\.moment) == [.missing, .missing] && track.fixes.map(\.altitudeMetres) == [5, 6])
    }

    private static func zda(_ time: String, _ day: String) -> String { sentence("GPZDA,\(time),\(day),00,00") }

    @Test func `the date of a log without RMC is that of ZDA, also over midnight`() throws {
        let lines = [
            Self.gga("235958", "5"), Self.zda("235958.00", "30,09,2026"), Self.gga("235959", "5"),
            Self.gga("000000.50", "5"), Self.zda("000000", "01,10,2026"), Self.gga("000001", "5"),
        ]
        let track = try TrackFile(bytes: Array(lines.joined().utf8))
        // Midnight.
        #expect(track.fixes.compactMap(\.time).map { $0 - 1_790_812_800_000 } == [-2000, -1000, 500, 1000])
        let bad = try TrackFile(bytes: Array((Self.zda("120000", "01,10,2026") + Self.gga("256161", "5")).utf8))
        #expect(bad.fixes.map(\.moment) == [.unreadable])
        let unknown = Self.zda("", ",,") + Self.gga("120000", "5")
        #expect(try TrackFile(bytes: Array(unknown.utf8)).fixes.map(\.moment) == [.missing])
    }

    @Test func `a log may begin with thousands of bytes of other sentences`() throws {
        let satellites = String(repeating: Self.sentence("GPGSV,3,1,11,03,03,111,00"), count: 500)
        #expect(try TrackFile(bytes: Array((satellites + Self.rmc("120000")).utf8)).fixes.count == 1)
    }

    @Test(arguments: [
        ("$GNRMC,120001,A,6006.0000,N,02454.0000,W,2.0,123.4,011026,,,A*00\r\n", TrackFile.Refusal.Reason.checksum),
        (rmc("120001", "A,6060.0000,N,02454.0000,W,,,011026,,"), .place),
        (rmc("120001", "A,9100.0000,N,02454.0000,W,,,011026,,"), .place),
        (rmc("120001", "A,6006.0000,X,02454.0000,W,,,011026,,"), .place),
        (rmc("120001", "A,,,02454.0000,W,,,011026,,"), .place),
        (rmc("120001", "A,6006.0000,N,02454.0000,W,,,311126,,"), .badTime),
        (rmc("250001"), .badTime), (rmc("", "A,6006.0000,N,02454.0000,W,,,011026,,"), .badTime),
    ])
    func `one bad sentence costs its point`(line: String, reason: TrackFile.Refusal.Reason) throws {
        let text = Self.rmc("120000") + line + Self.rmc("120002") + Self.rmc("120003")
        let trace = try TrackFile(bytes: Array(text.utf8)).trace()
        #expect(trace.fixes.map(\.index) == [0, 2, 3])
        #expect(trace.refused == [TrackFile.Refusal(index: 1, reason: reason)])
    }

    @Test func `sentences of a receiver without a position are no fault`() throws {
        let void = Self.rmc("115959", "V,,,,,,,011026,,,N")
        let track = try TrackFile(bytes: Array((void + Self.rmc("120000") + void).utf8))
        #expect(track.fixes.count == 1 && track.refused.isEmpty)
    }

    @Test func `no cut and no wrong byte does harm`() {
        let log = Array((Self.rmc("120000") + Self.gga("120000", "7") + Self.rmc("120001")).utf8)
        for bytes in Damage.truncations(of: log) { checkTrack(bytes) }
        for bytes in Damage.flips(of: log) { checkTrack(bytes) }
        #expect(throws: TrackFile.Fault.self) {
            try TrackFile(bytes: Array("$GPRMC,".utf8) + [UInt8](repeating: 0x2c, count: 1 << 20))
        }
    }
}

import GeoCore
import Server
import Testing

/// The tests may run in any time zone.
@Suite struct PlaceClockTests {
    /// In minutes ahead of UTC, at noon of 15 January and of 15 July 2026.
    @Test(arguments: [
        ("Europe/Helsinki", 120, 180), ("America/New_York", -300, -240), ("Asia/Kathmandu", 345, 345),
        ("Australia/Lord_Howe", 660, 630), ("UTC", 0, 0),
    ])
    func `a zone with a name is not the process's`(name: String, winter: Int64, summer: Int64) throws {
        let zone = try #require(PlaceZone(named: name))
        #expect(zone.minutes(at: 1_768_478_400_000) == 1_768_478_400 / 60 + winter)
        #expect(zone.minutes(at: 1_784_116_800_000) == 1_784_116_800 / 60 + summer)
    }

    @Test func `a zone with a name knows when its clock changes next`() throws {
        let zone = try #require(PlaceZone(named: "Europe/Helsinki"))
        // Friday, 27 March 2026, 12:00; the clock goes from UTC+2 to UTC+3 on Sunday at 01:00 UTC.
        let noon = try #require(LocalTime(minutes: 29_576_880)), clock = try #require(zone.time(noon).clock)
        #expect(clock.minutes == 120)
        #expect(clock.change == ClockOffset.Change(at: 29_579_100 + 120, minutes: 180))
        #expect(PlaceZone(named: "Europe/Nowhere") == nil)
    }

    @Test func `a time knows how far its clock is ahead of UTC, and when that changes next`() throws {
        for minutes in stride(from: 29_000_000, to: 30_600_000, by: 1_439 * 3 + 7) {
            let time = PlaceClock.time(try #require(LocalTime(minutes: minutes)))
            let clock = try #require(time.clock), moment = Int64(minutes - clock.minutes)
            // Not so in the hour that is left out when clocks are put forward.
            guard PlaceClock.minutes(at: moment * 60_000) == Int64(minutes) else { continue }
            let end = clock.change.map { Int64($0.at - clock.minutes) } ?? moment + 7 * 1440
            for before in [moment, (moment + end) / 2, end - 1] {
                #expect(PlaceClock.minutes(at: before * 60_000) - before == Int64(clock.minutes))
            }
            guard let change = clock.change else { continue }
            #expect(PlaceClock.minutes(at: end * 60_000) - end == Int64(change.minutes))
        }
    }
}

import GeoCore
import Server
import Testing

/// The tests may run in any time zone.
@Suite struct PlaceClockTests {
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

import Server
import Testing

@Suite struct SteadyTimeTests {
    /// A machine whose clock is read now and then.
    private struct Watch {
        private var steady = SteadyTime()

        /// Expects `time` to be gone by after `uptime`, when the machine's clock says `reading`.
        mutating func expect(_ time: Int64, at uptime: Int64, _ reading: Int64) {
            let told = steady.time(reading, uptime: uptime)
            #expect(told == time, "at \(uptime)")
        }
    }

    private static let minute: Int64 = 60_000
    private static let year: Int64 = 365 * 24 * 60 * minute

    @Test func `a steady clock is trusted, and so are small steps`() {
        var watch = Watch()
        for (time, uptime) in [(5_000_000, 0), (5_001_000, 1000), (5_030_000, 2000), (5_020_000, 3000)]
            as [(Int64, Int64)]
        {
            watch.expect(time, at: uptime, time)
        }
        // A night without a reading is none in which the clock was wrong.
        let night = 12 * 60 * Self.minute
        watch.expect(5_020_000 + night, at: 3000 + night, 5_020_000 + night)
    }

    @Test func `a jump ahead is in doubt until it is trusted or taken back`() {
        var steady = SteadyTime()
        func doubts(_ reading: Int64, at uptime: Int64) -> Bool {
            _ = steady.time(reading, uptime: uptime)
            return steady.isDoubting
        }
        #expect(!doubts(0, at: 0) && !doubts(SteadyTime.tolerance, at: 0))
        #expect(doubts(Self.year, at: 1000) && doubts(Self.year + 1000, at: 2000))
        #expect(!doubts(3000, at: 3000))
        #expect(doubts(Self.year, at: 4000))
        #expect(!doubts(Self.year + SteadyTime.patience, at: 4000 + SteadyTime.patience))
    }

    @Test func `one reading from the far future changes nothing`() {
        var watch = Watch()
        watch.expect(5_000_000, at: 0, 5_000_000)
        watch.expect(5_001_000, at: 1000, 5_000_000 + Self.year)
        watch.expect(5_002_000, at: 2000, 5_002_000)
        // Nor do several, if each says something else.
        for number in 1...100 as ClosedRange<Int64> {
            let uptime = 2000 + number * Self.minute
            watch.expect(5_000_000 + uptime, at: uptime, number * Self.year)
        }
    }

    @Test func `a clock that stays ahead is trusted in the end, and a clock set back at once`() {
        var watch = Watch()
        // A machine without a battery does not know the time until it gets it from the network.
        watch.expect(0, at: 0, 0)
        let right = 50 * Self.year
        for uptime in stride(from: 1000, to: SteadyTime.patience, by: 20_000) {
            watch.expect(uptime, at: uptime, right + uptime)
        }
        let later = SteadyTime.patience + 1000
        watch.expect(right + later, at: later, right + later)
        watch.expect(right + later + 5, at: later + 5, right + later + 5)
        watch.expect(7, at: later + 6, 7)
    }
}

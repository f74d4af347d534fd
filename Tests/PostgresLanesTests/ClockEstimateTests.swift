import PostgresLanes
import Testing

struct ClockEstimateTests {
    private let start = ContinuousClock.now

    /// A round trip that begins `sent` after the start and takes `there` and `back`, to a clock that is `ahead`.
    private func sample(_ sent: Duration, there: Duration, back: Duration, ahead: Duration) -> ClockEstimate.Sample {
        ClockEstimate.Sample(
            sent: start + sent, received: start + sent + there + back, time: sent + there + ahead)
    }

    @Test func nothingIsKnownBeforeTheFirstMeasurement() {
        #expect(ClockEstimate().time(at: start) == nil)
    }

    @Test(arguments: 0..<50 as Range<UInt64>)
    func errorIsAtMostHalfOfTheShortestRoundTrip(seed: UInt64) throws {
        var random = Seeded(state: seed), estimate = ClockEstimate(), shortest = Duration.seconds(60)
        let ahead = Duration.seconds(Int.random(in: -5000...1_700_000_000, using: &random))
        for number in 0..<12 {
            let there = Duration.microseconds(Int.random(in: 50...300_000, using: &random))
            let back = Duration.microseconds(Int.random(in: 50...300_000, using: &random))
            estimate.add(sample(.seconds(3 * number), there: there, back: back, ahead: ahead))
            shortest = min(shortest, there + back)
            let later = Duration.seconds(3 * number + 2)
            let error = try #require(estimate.time(at: start + later)) - (later + ahead)
            // An older measurement counts as wrong by a thousandth of its age more.
            #expect(max(error, .zero - error) <= shortest / 2 + .milliseconds(40))
        }
    }

    @Test(arguments: [3600, -3600, 2] as [Int])
    func clockThatWasSetIsBelievedAtOnce(seconds: Int) throws {
        var estimate = ClockEstimate()
        for number in 0..<10 {
            estimate.add(
                sample(.seconds(3 * number), there: .milliseconds(1), back: .milliseconds(1), ahead: .seconds(100)))
        }
        // The first measurement of the new clock says less than the earlier ones did.
        estimate.add(
            sample(
                .seconds(30), there: .milliseconds(400), back: .milliseconds(100), ahead: .seconds(100 + seconds)))
        let time = try #require(estimate.time(at: start + .seconds(31)))
        let error = time - .seconds(131 + seconds)
        #expect(max(error, .zero - error) <= .milliseconds(250))
    }

    @Test func driftingClockIsFollowed() throws {
        var estimate = ClockEstimate()
        // It gains 200 parts per million.
        for number in 0..<1000 {
            let sent = Duration.seconds(3 * number)
            estimate.add(sample(sent, there: .milliseconds(2), back: .milliseconds(2), ahead: sent / 5000))
        }
        let now = Duration.seconds(3000), error = try #require(estimate.time(at: start + now)) - (now + now / 5000)
        #expect(max(error, .zero - error) < .milliseconds(5))
    }
}

/// SplitMix64 (Steele, Lea, Flood, "Fast splittable pseudorandom number generators", 2014).
private struct Seeded: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9e37_79b9_7f4a_7c15
        var bits = state
        bits = (bits ^ (bits >> 30)) &* 0xbf58_476d_1ce4_e5b9
        bits = (bits ^ (bits >> 27)) &* 0x94d0_49bb_1331_11eb
        return bits ^ (bits >> 31)
    }
}

/// What another clock shows, from measurements by round trips.
///
/// An answer's time was taken somewhere between sending and receiving. So the middle is wrong by half the round trip at
/// most, and the shortest round trip says most (Cristian, "Probabilistic clock synchronization", 1989).
package struct ClockEstimate {
    /// One round trip by the own clock, and the other clock's answer.
    package struct Sample {
        /// The middle of the round trip.
        let middle: ContinuousClock.Instant
        /// Half of the round trip.
        let uncertainty: Duration
        /// The other clock's time, since 1970.
        let time: Duration

        package init(sent: ContinuousClock.Instant, received: ContinuousClock.Instant, time: Duration) {
            uncertainty = (received - sent) / 2
            middle = sent + uncertainty
            self.time = time
        }

        func time(at instant: ContinuousClock.Instant) -> Duration { time + (instant - middle) }

        /// How far `time(at:)` may be wrong.
        func uncertainty(at instant: ContinuousClock.Instant) -> Duration {
            let age = instant - middle
            return uncertainty + max(age, .zero - age) / driftPerAge
        }
    }

    /// Clocks drift apart by 1 in so many: NTP bears 500 parts per million (RFC 5905, appendix A) of each of two.
    private static let driftPerAge = 1000
    private static let mostSamples = 16

    private var samples: [Sample] = []

    package init() {}

    /// Adds the newest measurement. If an earlier one contradicts it, the other clock was set, or it is another host's:
    /// the earlier ones are forgotten.
    package mutating func add(_ sample: Sample) {
        if let best = best(at: sample.middle) {
            let difference = best.time(at: sample.middle) - sample.time
            let bound = best.uncertainty(at: sample.middle) + sample.uncertainty
            if difference > bound || difference < .zero - bound { samples = [] }
        }
        samples = samples.suffix(Self.mostSamples - 1) + [sample]
    }

    /// Returns the other clock's time since 1970, or `nil` without a measurement.
    package func time(at instant: ContinuousClock.Instant) -> Duration? { best(at: instant)?.time(at: instant) }

    /// The measurement that says most: that of the shortest round trip, unless it is old.
    private func best(at instant: ContinuousClock.Instant) -> Sample? {
        samples.min { $0.uncertainty(at: instant) < $1.uncertainty(at: instant) }
    }
}

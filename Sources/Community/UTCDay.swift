/// Days of UTC: what one account may do in a day counts by those.
package enum UTCDay {
    package static let milliseconds: Int64 = 86_400_000

    /// Returns the day at `time`, milliseconds since 1970, counted since 1970.
    package static func number(at time: Int64) -> Int64 { time / milliseconds }

    /// Returns when the day at `time` is over; both in milliseconds since 1970.
    package static func end(at time: Int64) -> Int64 { time - time % milliseconds + milliseconds }

    /// Returns the seconds from `time`, milliseconds since 1970, until the day is over, one at least.
    package static func secondsLeft(at time: Int64) -> Int { Int((end(at: time) - time + 999) / 1000) }
}

/// Days of UTC, by which an account's daily quotas count.
package enum UTCDay {
    /// The length of a day, in milliseconds.
    package static let milliseconds: Int64 = 86_400_000

    /// Returns the day at `time`, milliseconds since 1970, counted since 1970.
    package static func number(at time: Int64) -> Int64 { time / milliseconds }

    /// Returns the end of the day at `time`, both in milliseconds since 1970.
    package static func end(at time: Int64) -> Int64 { time - time % milliseconds + milliseconds }

    /// Returns the seconds from `time`, milliseconds since 1970, to the end of its day, at least 1.
    package static func secondsLeft(at time: Int64) -> Int { Int((end(at: time) - time + 999) / 1000) }
}

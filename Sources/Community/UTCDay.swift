/// Days in UTC, which daily limits count by.
package enum UTCDay {
    /// The length of a day.
    package static let milliseconds: Milliseconds = 86_400_000

    /// Returns the number of the day at `time`, counted since 1970.
    package static func number(at time: Timestamp) -> Int64 { time / milliseconds }

    /// Returns when the day at `time` ends.
    package static func end(at time: Timestamp) -> Timestamp { time - time % milliseconds + milliseconds }

    /// Returns the seconds from `time` until the day ends; at least 1.
    package static func secondsLeft(at time: Timestamp) -> Int { Int((end(at: time) - time + 999) / 1000) }
}

/// Hours of UTC, counted since 1970.
package enum UTCHour {
    /// The length of an hour.
    package static let milliseconds: Milliseconds = 3_600_000

    /// Returns the hour at `time`, counted since 1970.
    package static func number(at time: Timestamp) -> Int64 { time / milliseconds }
}

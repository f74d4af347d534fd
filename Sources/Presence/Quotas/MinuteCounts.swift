package import Community

/// Counts the recorded positions in each minute of some hours.
package struct MinuteCounts: Sendable {
    /// By hour and minute. A file may bring any number of positions in one minute.
    private var hours: [Int64: [Int32]] = [:]

    private static let minuteInMilliseconds = UTCHour.milliseconds / 60

    package init() {}

    mutating func begin(_ hour: Int64) { hours[hour] = Array(repeating: 0, count: 60) }

    mutating func forget(_ hour: Int64) { hours[hour] = nil }

    /// Adds `count`, which may be negative, at `time`.
    package mutating func add(_ count: Int32, at time: Timestamp) {
        let hour = UTCHour.number(at: time)
        if hours[hour] == nil { begin(hour) }
        hours[hour]?[Self.minute(of: time)] += count
    }

    /// Returns the number of positions in the minute of `time`.
    func ofMinute(at time: Timestamp) -> Int {
        Int(hours[UTCHour.number(at: time)]?[Self.minute(of: time)] ?? 0)
    }

    /// Returns the number of positions in the hour of `time`.
    func ofHour(at time: Timestamp) -> Int {
        hours[UTCHour.number(at: time)]?.reduce(0) { $0 + Int($1) } ?? 0
    }

    private static func minute(of time: Timestamp) -> Int {
        Int(time % UTCHour.milliseconds / minuteInMilliseconds)
    }
}

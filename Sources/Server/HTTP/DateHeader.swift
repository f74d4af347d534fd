import Glibc
import Synchronization

/// The value of the header `Date` (RFC 9110 §5.6.7), formatted once a second.
///
/// A class because all connections share its cache.
package final class DateHeader: Sendable {
    private let last = Mutex((second: Int.min, text: ""))
    private let clock: @Sendable () -> Int

    /// Takes a clock that returns seconds since 1970, by default the system's.
    // With a null pointer, time(2) writes nowhere.
    package init(clock: @escaping @Sendable () -> Int = { time(nil) }) { self.clock = clock }

    /// The current time in the header's form.
    package var now: String {
        last.withLock { last in
            let second = clock()
            if second != last.second { last = (second, Self.text(second)) }
            return last.text
        }
    }

    /// Returns a second since 1970 in the header's form, for the years 0 to 9999.
    package static func text(_ second: Int) -> String {
        var second: time_t = second, parts = unsafe tm()
        // Inside: both outlive the call.
        unsafe gmtime_r(&second, &parts)
        let (weekday, day, month, year) = unsafe (parts.tm_wday, parts.tm_mday, parts.tm_mon, parts.tm_year)
        let clock = unsafe [parts.tm_hour, parts.tm_min, parts.tm_sec].map { two($0) }.joined(separator: ":")
        return "\(days[Int(weekday)]), \(two(day)) \(months[Int(month)]) \(year + 1900) \(clock) GMT"
    }

    private static func two(_ number: Int32) -> String { number < 10 ? "0\(number)" : "\(number)" }

    private static let days = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]
    private static let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
}

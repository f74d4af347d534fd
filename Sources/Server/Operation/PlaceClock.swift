package import Community
package import GeoCore
import Glibc

/// Provides the local time of the places on the map, in this process's time zone (`TZ`, else the machine's).
package struct PlaceClock: Sendable {
    private let now: @Sendable () -> Timestamp

    package init(_ now: @escaping @Sendable () -> Timestamp) { self.now = now }

    /// The machine's clock.
    package static let machine = PlaceClock(MapServer.systemTime)

    /// The time now; `nil` on a machine whose clock is far off.
    package var time: PlaceTime? { LocalTime(minutes: Int(Self.minutes(at: now()))).map { Self.time($0) } }

    /// Returns the requested time, or the time now.
    package func time(_ asked: LocalTime?) -> PlaceTime? { asked.map { Self.time($0) } ?? time }

    /// Returns a time with its offset from UTC. In the hour that occurs twice when clocks are put back, it is the
    /// second occurrence.
    package static func time(_ local: LocalTime) -> PlaceTime {
        let minutes = Int64(local.minutes), ahead = ahead(at: minutes - ahead(at: minutes))
        let begin = minutes - ahead, end = begin + daysAhead * 1440
        var change: ClockOffset.Change?
        let later = Self.ahead(at: end)
        if later != ahead {
            // No place puts its clock forward and back within a week.
            var low = begin, high = end
            while high - low > 1 {
                let middle = (low + high) / 2
                if Self.ahead(at: middle) == ahead { low = middle } else { high = middle }
            }
            change = ClockOffset.Change(at: Int(high + ahead), minutes: Int(later))
        }
        return PlaceTime(local, clock: ClockOffset(minutes: Int(ahead), change: change))
    }

    /// Opening hours look a week ahead, to the end of its last day.
    private static let daysAhead: Int64 = 9

    /// Returns the minutes ahead of UTC at a time in minutes since 1970.
    private static func ahead(at minutes: Int64) -> Int64 { Self.minutes(at: minutes * 60_000) - minutes }

    /// Returns the local minutes since 1970 at a time.
    package static func minutes(at time: Timestamp) -> Int64 {
        // Plain C values, whose pointers are valid for the call.
        var seconds = time_t(time / 1000), parts = unsafe tm()
        // This fails only for years beyond an Int32.
        guard unsafe localtime_r(&seconds, &parts) != nil else { return Int64(seconds) / 60 }
        // Seconds east of Greenwich, summer time included.
        return unsafe Int64(seconds + parts.tm_gmtoff) / 60
    }
}

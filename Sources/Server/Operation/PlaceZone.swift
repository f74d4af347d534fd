package import Community
import Foundation
package import GeoCore
import Glibc

/// A time zone: the process's (`TZ`, else the machine's), or a named one, when a process serves places of several.
package struct PlaceZone: Sendable, Equatable {
    /// `nil` for the process's.
    private let zone: TimeZone?

    package static let ofProcess = PlaceZone(zone: nil)

    private init(zone: TimeZone?) { self.zone = zone }

    /// Makes the zone with a name such as `Europe/Helsinki`; `nil` if the program knows none of that name.
    package init?(named name: String) {
        guard let zone = TimeZone(identifier: name) else { return nil }
        self.init(zone: zone)
    }

    /// Returns the local minutes since 1970 at a time.
    package func minutes(at time: Timestamp) -> Int64 {
        if let zone {
            let seconds = time / 1000
            return (seconds + Int64(zone.secondsFromGMT(for: Date(timeIntervalSince1970: Double(seconds))))) / 60
        }
        // Plain C values, whose pointers are valid for the call.
        var seconds = time_t(time / 1000), parts = unsafe tm()
        // This fails only for years beyond an Int32.
        guard unsafe localtime_r(&seconds, &parts) != nil else { return Int64(seconds) / 60 }
        // Seconds east of Greenwich, summer time included.
        return unsafe Int64(seconds + parts.tm_gmtoff) / 60
    }

    /// Returns a time with its offset from UTC. In the hour that occurs twice when clocks are put back, it is the
    /// second occurrence.
    package func time(_ local: LocalTime) -> PlaceTime {
        let minutes = Int64(local.minutes), ahead = ahead(at: minutes - ahead(at: minutes))
        let begin = minutes - ahead, end = begin + Self.daysAhead * 1440
        var change: ClockOffset.Change?
        let later = self.ahead(at: end)
        if later != ahead {
            // No place puts its clock forward and back within a week.
            var low = begin, high = end
            while high - low > 1 {
                let middle = (low + high) / 2
                if self.ahead(at: middle) == ahead { low = middle } else { high = middle }
            }
            change = ClockOffset.Change(at: Int(high + ahead), minutes: Int(later))
        }
        return PlaceTime(local, clock: ClockOffset(minutes: Int(ahead), change: change))
    }

    /// Opening hours look a week ahead, to the end of its last day.
    private static let daysAhead: Int64 = 9

    /// Returns the minutes ahead of UTC at a time in minutes since 1970.
    private func ahead(at minutes: Int64) -> Int64 { self.minutes(at: minutes * 60_000) - minutes }
}

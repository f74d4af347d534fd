package import GeoCore
import Glibc

/// The local time of the places on the map: that of this process's time zone (`TZ`, else the machine's).
package struct PlaceClock: Sendable {
    /// Milliseconds since 1970.
    private let now: @Sendable () -> Int64

    package init(_ now: @escaping @Sendable () -> Int64) { self.now = now }

    /// The machine's clock.
    package static let machine = PlaceClock(MapServer.systemTime)

    /// The time now; `nil` on a machine whose clock is far off.
    package var time: LocalTime? { LocalTime(minutes: Int(Self.minutes(at: now()))) }

    /// Minutes since 1970 on that clock, at a time in milliseconds since 1970.
    package static func minutes(at milliseconds: Int64) -> Int64 {
        // Plain C values, whose pointers are good for the call.
        var seconds = time_t(milliseconds / 1000), parts = unsafe tm()
        // Only years beyond those of an Int32 cannot be told.
        guard unsafe localtime_r(&seconds, &parts) != nil else { return Int64(seconds) / 60 }
        // Seconds east of Greenwich, summer time included.
        return unsafe Int64(seconds + parts.tm_gmtoff) / 60
    }
}

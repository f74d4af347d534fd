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
    package var time: LocalTime? {
        // Plain C values, whose pointers are good for the call.
        var seconds = time_t(now() / 1000), parts = unsafe tm()
        guard unsafe localtime_r(&seconds, &parts) != nil else { return nil }
        // Seconds east of Greenwich, summer time included.
        let minutes = unsafe (seconds + parts.tm_gmtoff) / 60
        return LocalTime(minutes: minutes)
    }
}

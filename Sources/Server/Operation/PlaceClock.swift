package import Community
package import GeoCore

/// Provides the local time of the places on the map, in a time zone.
package struct PlaceClock: Sendable {
    private let now: @Sendable () -> Timestamp
    private let zone: PlaceZone

    package init(_ now: @escaping @Sendable () -> Timestamp, in zone: PlaceZone = .ofProcess) {
        (self.now, self.zone) = (now, zone)
    }

    /// The machine's clock.
    package static let machine = PlaceClock(MapServer.systemTime)

    /// The time now; `nil` on a machine whose clock is far off.
    package var time: PlaceTime? { LocalTime(minutes: Int(zone.minutes(at: now()))).map { zone.time($0) } }

    /// Returns the requested time, or the time now.
    package func time(_ asked: LocalTime?) -> PlaceTime? { asked.map { zone.time($0) } ?? time }

    /// Returns a time in the process's zone with its offset from UTC.
    package static func time(_ local: LocalTime) -> PlaceTime { PlaceZone.ofProcess.time(local) }

    /// Returns the local minutes since 1970 at a time, in the process's zone.
    package static func minutes(at time: Timestamp) -> Int64 { PlaceZone.ofProcess.minutes(at: time) }
}

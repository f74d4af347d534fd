package import Community
package import GeoCore

/// Where and when a device was.
package struct Position: Sendable, Hashable {
    /// When the device measured it.
    package var time: Timestamp
    package var point: PointE7
    /// Whether `point` is the middle of the home area instead of the device's own point.
    package var isAtHome = false
    /// The radius, in metres.
    package var accuracyMetres: Double?
    /// In metres above sea level.
    package var altitudeMetres: Double?
    /// Over ground, in m/s.
    package var speed: Double?
    /// The direction of travel over ground, in degrees clockwise from true north.
    package var course: Double?
    /// The charge of the battery, 0 ... 100.
    package var batteryPercent: Double?

    package init(time: Timestamp, point: PointE7) {
        self.time = time
        self.point = point
    }

    /// How far a device's clock may be ahead of the server's.
    package static let maximumLead: Milliseconds = UTCDay.milliseconds
    /// The earliest time of a position: no receiver had one before. A smaller number is a time in seconds.
    package static let earliest: Timestamp = 100_000_000_000
}

extension Position {
    /// Takes the valid values of a report that arrived at `now`. An accuracy of 0 is unknown, and so is any other value
    /// that is impossible or not finite. Throws why the report is no position.
    package init(_ report: PositionReport, now: Timestamp) throws(PositionFault) {
        guard report.isReadable else { throw .unreadable }
        guard let latitude = report.latitude, let longitude = report.longitude else { throw .noPlace }
        guard let coordinate = Coordinate(latitude: latitude, longitude: longitude), latitude != 0 || longitude != 0
        else { throw .impossiblePlace }
        guard let time = report.time, time >= 0 else { throw .noTime }
        guard time <= now + Self.maximumLead else { throw .ahead }
        self.init(time: time, point: PointE7(coordinate))
        accuracyMetres = report.accuracyMetres.flatMap { $0 > 0 && $0.isFinite ? $0 : nil }
        altitudeMetres = report.altitudeMetres.flatMap { $0.isFinite ? $0 : nil }
        speed = report.speed.flatMap { $0 >= 0 && $0.isFinite ? $0 : nil }
        course = report.course.flatMap { $0 >= 0 && $0 <= 360 ? $0 : nil }
        batteryPercent = report.batteryPercent.flatMap { $0 >= 0 && $0 <= 100 ? $0 : nil }
    }
}

/// The values that a device sent, in SI units and degrees, unchecked. `nil` and impossible values are unknown.
package struct PositionReport: Sendable, Equatable {
    package var latitude: Double?
    package var longitude: Double?
    package var time: Timestamp?
    package var accuracyMetres: Double?
    package var altitudeMetres: Double?
    package var speed: Double?
    package var course: Double?
    package var batteryPercent: Double?
    /// `false` for an unreadable element of a list.
    package var isReadable = true

    package init() {}
}

/// The reason why the server refused a position.
package enum PositionFault: Error, Equatable, Sendable {
    /// The report has the device's state but no place.
    case noPlace
    /// The coordinate is not on Earth, or is 0, 0, which devices without a position send.
    case impossiblePlace
    /// The report has no time, or one before 1970.
    case noTime
    /// The time is more than a day ahead of the server's clock.
    case ahead
    /// The time is before any receiver had a position.
    case early
    /// The time is older than what the owner keeps.
    case expired
    /// The position belongs to a device of a file, and the owner's quota permits no more devices.
    case noDevice
    /// The element of the list is unreadable.
    case unreadable
}

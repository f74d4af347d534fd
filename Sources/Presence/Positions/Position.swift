package import GeoCore

/// Where somebody's device was, and when.
package struct Position: Sendable, Hashable {
    /// When the device knew it, in milliseconds since 1970 (UTC).
    package var time: Int64
    package var point: PointE7
    /// Whether `point` is the middle of the home area, and where the device was in it is not known.
    package var isAtHome = false
    /// Radius in metres.
    package var accuracyMetres: Double?
    /// Above sea level.
    package var altitudeMetres: Double?
    /// Over ground, in m/s.
    package var speed: Double?
    /// Direction of travel over ground, in degrees clockwise from true north.
    package var course: Double?
    /// What is left in the battery, 0 ... 100.
    package var batteryPercent: Double?

    package init(time: Int64, point: PointE7) {
        self.time = time
        self.point = point
    }

    /// How far ahead of this machine's clock a device's may be, in milliseconds.
    package static let maximumLead: Int64 = 86_400_000
    /// No receiver had a position before, in milliseconds since 1970: what is earlier are seconds.
    package static let earliest: Int64 = 100_000_000_000
}

extension Position {
    /// Takes what can be from a report that arrived at `now`, milliseconds since 1970. An accuracy of 0 is unknown, and
    /// so is what is negative or not finite where that cannot be.
    package init(_ report: PositionReport, now: Int64) throws(PositionFault) {
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

/// What a device said, in SI units and degrees: nothing of it is checked yet. `nil` and what cannot be is unknown.
package struct PositionReport: Sendable, Equatable {
    package var latitude: Double?
    package var longitude: Double?
    /// Milliseconds since 1970.
    package var time: Int64?
    package var accuracyMetres: Double?
    package var altitudeMetres: Double?
    package var speed: Double?
    package var course: Double?
    package var batteryPercent: Double?
    /// `false` for one of a list of which nothing could be read.
    package var isReadable = true

    package init() {}
}

/// Why a report is no position.
package enum PositionFault: Error, Equatable, Sendable {
    /// It says nothing of a place: the device's state alone.
    case noPlace
    /// A latitude or longitude that is not on Earth, or 0, 0, which devices say that know nothing.
    case impossiblePlace
    /// No time, or one before 1970.
    case noTime
    /// More than a day ahead of the server's clock.
    case ahead
    /// Before any receiver had a position.
    case early
    /// Older than what its owner wants kept.
    case expired
    /// Of a device of a file, whose owner may not have one more.
    case noDevice
    /// One of a list that could not be read.
    case unreadable
}

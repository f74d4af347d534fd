package import GeoCore

/// Where the user stands on a flat map: fixes without their leaps.
package struct SmoothedPosition: Equatable, Sendable {
    /// A fix on the flat map.
    package struct Fix: Equatable, Sendable {
        package let point: PlanePoint
        /// In metres, the radius of the circle in which the device is with 68 % or 95 %, as its platform means it.
        package let accuracy: Double
        /// In metres a second; `nil` when unknown.
        package let speed: Double?
        /// In seconds.
        package let time: Double

        package init(_ point: PlanePoint, accuracy: Double, speed: Double?, time: Double) {
            self.point = point
            self.accuracy = accuracy
            self.speed = speed
            self.time = time
        }
    }

    /// The drawn point reaches each fix within this time, in seconds.
    private static let stride = 1.0
    /// A fix that is worse than the last one by this factor is ignored for `patience` seconds.
    private static let muchWorse = 3.0
    private static let patience = 10.0
    /// Below this speed, in metres a second, a device stands still.
    private static let resting = 0.5

    private var start = PlanePoint(x: 0, y: 0)
    private var end = PlanePoint(x: 0, y: 0)
    private var startTime = 0.0
    private var acceptedTime = 0.0
    /// The accuracy of the last fix that counted, in metres; `nil` before the first one.
    package private(set) var accuracy: Double?

    package init() {}

    package mutating func take(_ fix: Fix) {
        guard let known = accuracy else {
            (start, end, startTime) = (fix.point, fix.point, fix.time)
            (acceptedTime, accuracy) = (fix.time, fix.accuracy)
            return
        }
        if fix.accuracy > Self.muchWorse * known, fix.time - acceptedTime < Self.patience { return }
        (acceptedTime, accuracy) = (fix.time, fix.accuracy)
        let x = fix.point.x - end.x, y = fix.point.y - end.y
        if fix.speed ?? 0 < Self.resting, x * x + y * y < fix.accuracy * fix.accuracy { return }
        start = point(at: fix.time)
        (end, startTime) = (fix.point, fix.time)
    }

    /// Where to draw from at a time in seconds.
    package func point(at time: Double) -> PlanePoint {
        let share = min(1, max(0, (time - startTime) / Self.stride))
        return PlanePoint(x: start.x + share * (end.x - start.x), y: start.y + share * (end.y - start.y))
    }
}

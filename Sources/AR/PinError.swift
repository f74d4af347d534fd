/// How far off a pin may be, and how visible it therefore is.
package enum PinError {
    /// The standard error of the direction to a place, in degrees: the heading's and what the position's accuracy
    /// means at that distance.
    package static func degrees(heading: Double, accuracy: Double, distance: Double) -> Double {
        let aside = Degrees.arcSine(min(1, accuracy / max(distance, 1e-9)))
        return (heading * heading + aside * aside).squareRoot()
    }

    /// Within this distance, in metres, the user is there: a pin would point anywhere.
    package static func nearestDistance(accuracy: Double) -> Double { max(10, accuracy) }
}

/// The visibility of one pin, which neither flickers nor jumps.
package struct Fade: Equatable, Sendable {
    /// A pin is solid up to the first of these errors in degrees, gone beyond the last one, and back below the other.
    private static let solid = 15.0
    private static let back = 20.0
    private static let gone = 25.0
    /// The opacity of a pin that is about to go.
    private static let faintest = 0.25
    /// The time from nothing to solid, in seconds.
    private static let duration = 0.3

    /// 0 ... 1
    package private(set) var opacity = 0.0
    private var isGone = false

    package init() {}

    /// Moves the opacity on, by the pin's error in degrees and the time since the last call in seconds.
    package mutating func advance(error: Double, by time: Double) {
        isGone = isGone ? error >= Self.back : error > Self.gone
        let share = min(1, max(0, (error - Self.solid) / (Self.gone - Self.solid)))
        let target = isGone ? 0 : 1 - (1 - Self.faintest) * share
        let step = max(0, time) / Self.duration
        opacity = opacity < target ? min(target, opacity + step) : max(target, opacity - step)
    }
}

/// Whether the whole view is precise enough to point at things, with hysteresis.
package struct ViewPrecision: Equatable, Sendable {
    package private(set) var isPrecise = false

    package init() {}

    /// - Parameters:
    ///   - accuracy: of the position, in metres.
    ///   - heading: the heading's standard error, in degrees.
    package mutating func update(accuracy: Double, heading: Double) {
        isPrecise = isPrecise ? accuracy <= 20 && heading <= 25 : accuracy <= 10 && heading <= 15
    }
}

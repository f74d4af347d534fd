/// How the device is held, from magnetic north: the fast sensors, smoothed, turned by the offset that a compass taught.
package struct DeviceNorth: Equatable, Sendable {
    /// Sensors that pause longer than this, in seconds, may count from another north afterwards.
    private static let longestGap = 1.0
    /// An absolute attitude tells the offset only beside a relative one of nearly the same moment, in seconds.
    private static let sameMoment = 0.1
    /// After this time without a good sample of an iPhone's compass, any sample counts, in seconds.
    private static let impatience = 3.0

    /// The angles of one orientation event.
    package struct Angles: Equatable, Sendable {
        package let alpha: Double
        package let beta: Double
        package let gamma: Double

        package init(alpha: Double, beta: Double, gamma: Double) {
            self.alpha = alpha
            self.beta = beta
            self.gamma = gamma
        }
    }

    package private(set) var offset = YawOffset()
    private var filter = RotationFilter()
    /// The newest relative attitude without any filter, and the times of it and of the first of its run.
    private var newest: Attitude<UnknownNorth>?
    private var newestTime = 0.0
    private var firstTime = 0.0
    /// The time of the first absolute attitude of a run of them.
    private var firstAbsolute: Double?
    private var lastAbsolute = 0.0
    /// Whether there is no relative attitude: then absolute ones are the fast part, and the offset is 0.
    private var isAbsoluteOnly = false

    package init() {}

    /// How the device is held in the frame of its fast sensors, smoothed; `nil` without sensors.
    package var fast: Attitude<UnknownNorth>? { filter.rotation.map { Attitude(rotation: $0) } }

    /// How the device is held, from magnetic north; `nil` while that is unknown.
    package var attitude: Attitude<MagneticNorth>? {
        guard let fast, let degrees = offset.degrees else { return nil }
        return fast.turned(counterclockwiseByDegrees: degrees)
    }

    /// Forgets it all: the page was hidden, or the sensors stopped.
    package mutating func forget() { self = DeviceNorth() }

    /// Forgets it all when the sensors have been silent for too long.
    package mutating func forgetAfterGap(at time: Double) {
        if newest != nil, time - newestTime > Self.longestGap { forget() }
    }

    /// Takes the angles of a `deviceorientation` event at a time in seconds.
    package mutating func turn(_ angles: Angles, at time: Double) {
        guard let held = Attitude<UnknownNorth>(alpha: angles.alpha, beta: angles.beta, gamma: angles.gamma) else {
            return
        }
        if isAbsoluteOnly { forget() }
        hold(held, at: time)
    }

    /// Takes what an iPhone's compass says in the same event.
    ///
    /// - Parameters:
    ///   - heading: `webkitCompassHeading`, from magnetic north.
    ///   - accuracy: `webkitCompassAccuracy` in degrees; negative when there is no heading.
    package mutating func compass(_ heading: Double, accuracy: Double, _ angles: Angles, at time: Double) {
        guard heading.magnitude <= 720, accuracy >= 0, accuracy <= 360, newestTime == time, let newest else { return }
        if angles.beta > 30, angles.beta < 70, angles.gamma.magnitude < 5 {
            // Top edge, camera and the line between them point nearly the same way: 10° apart at most.
            guard let edge = newest.topEdgeHeading else { return }
            offset.learn(edge.degrees - heading, at: time, trust: .stated(accuracy))
        } else if time - firstTime > Self.impatience, angles.beta > 0, angles.beta < 120 {
            let pointing = angles.beta < 45 ? newest.topEdgeHeading : newest.cameraHeading
            guard let pointing else { return }
            offset.learn(pointing.degrees - heading, at: time, trust: .rough)
        }
    }

    /// Takes the angles of a `deviceorientationabsolute` event, or of another one whose `absolute` is true.
    package mutating func turnAbsolutely(_ angles: Angles, at time: Double) {
        guard let held = Attitude<UnknownNorth>(alpha: angles.alpha, beta: angles.beta, gamma: angles.gamma) else {
            return
        }
        if firstAbsolute == nil || time - lastAbsolute > Self.longestGap { firstAbsolute = time }
        lastAbsolute = time
        if let newest, !isAbsoluteOnly, time - newestTime <= Self.longestGap {
            guard time - newestTime <= Self.sameMoment else { return }
            offset.learn(
                (held.rotation * newest.rotation.inverse).turnAboutUpInDegrees, at: time, trust: .unstated)
        } else if isAbsoluteOnly || time - (firstAbsolute ?? time) >= Self.longestGap {
            if !isAbsoluteOnly { forget() }
            hold(held, at: time)
            isAbsoluteOnly = true
            // Nothing tells how good this is, however long it lasts.
            offset.learn(0, at: time, trust: .stated(15))
        }
    }

    /// Replaces the offset by an observed one, in degrees counter-clockwise from the fast frame to magnetic north.
    package mutating func correct(
        to degrees: Double, by source: YawOffset.Source, error: Double = YawOffset.errorOfCorrection, at time: Double
    ) {
        guard newest != nil else { return }
        offset.correct(to: degrees, by: source, error: error, at: time)
    }

    private mutating func hold(_ held: Attitude<UnknownNorth>, at time: Double) {
        guard time.isFinite else { return }
        forgetAfterGap(at: time)
        if newest == nil { firstTime = time }
        filter.measure(held.rotation, at: time)
        (newest, newestTime) = (held, time)
    }
}

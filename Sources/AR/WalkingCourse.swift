/// Compares the course of a walker with where the camera looks. Who walks for a while and looks ahead shows where true
/// north is.
package struct WalkingCourse: Equatable, Sendable {
    /// Faster than this, in metres a second, people walk.
    private static let walking = 1.0
    /// For this long, in seconds, and in so many fixes.
    private static let needed = 5.0
    private static let neededFixes = 4
    /// The greatest spread of the differences, in degrees.
    private static let greatestSpread = 10.0
    /// Beyond this elevation, in degrees, the camera looks at the ground or the sky.
    private static let steep = 30.0
    /// A longer pause between fixes ends the walk, in seconds.
    private static let longestGap = 3.0

    private var since = 0.0
    private var last = 0.0
    private var count = 0
    private var sine = 0.0
    private var cosine = 0.0

    package init() {}

    /// Takes the course of a fix in degrees from true north, with the camera as it was held at that moment.
    ///
    /// Returns the offset from the fast frame to true north, in degrees counter-clockwise, and its spread, once the
    /// walk is long and straight enough.
    package mutating func take(
        course: Double?, speed: Double?, _ held: Attitude<UnknownNorth>?, at time: Double
    ) -> (degrees: Double, spread: Double)? {
        guard let course, course.isFinite, let speed, speed > Self.walking, let held,
            held.cameraElevationInDegrees.magnitude < Self.steep, let camera = held.cameraHeading
        else {
            self = WalkingCourse()
            return nil
        }
        if count == 0 || time - last > Self.longestGap {
            self = WalkingCourse()
            since = time
        }
        let turn = Degrees.sineAndCosine(Degrees.signed(camera.degrees - Degrees.positive(course)))
        sine += turn.sine
        cosine += turn.cosine
        count += 1
        last = time
        guard time - since >= Self.needed, count >= Self.neededFixes else { return nil }
        let spread = Self.spread(ofMeanLength: (sine * sine + cosine * cosine).squareRoot() / Double(count))
        let mean = Degrees.arcTangent(y: sine, x: cosine)
        self = WalkingCourse()
        return spread < Self.greatestSpread ? (mean, spread) : nil
    }

    /// The standard deviation of angles in degrees from the length of their mean vector, for small ones:
    /// 1 − σ²/2 (Mardia and Jupp, Directional Statistics, 2000, section 2.3).
    private static func spread(ofMeanLength length: Double) -> Double {
        (2 * max(0, 1 - length)).squareRoot() / 0.017453292519943295
    }
}

public import GeoCore

/// Where a device was, and when.
public struct PositionReading: Equatable, Sendable {
    public let coordinate: Coordinate
    /// The radius around `coordinate` that the device is in with a probability of about two thirds. Metres, not
    /// negative.
    public let accuracyInMetres: Double
    /// Over ground; not negative. `nil` while it is unknown.
    public let speedInMetresPerSecond: Double?
    /// The direction of travel in degrees clockwise from *true* north, in `0..<360`. `nil` while it is unknown or the
    /// device rests. Where the device points is another thing: see `HeadingReading`.
    public let courseInDegrees: Double?
    /// When the device was there: UTC, without leap seconds.
    public let millisecondsSince1970: Int64
    /// Whether a developer made it up or replayed it. A program that shows it should say so.
    public internal(set) var isSimulated: Bool

    /// Makes a reading, or `nil` when the accuracy is negative or not finite: so sensors say that they know nothing.
    ///
    /// A speed or course that is negative or not finite becomes `nil`, for the same reason; a course is brought into
    /// `0..<360`.
    public init?(
        coordinate: Coordinate, accuracyInMetres: Double, motion: Motion = Motion(), millisecondsSince1970: Int64,
        isSimulated: Bool = false
    ) {
        guard accuracyInMetres >= 0, accuracyInMetres.isFinite else { return nil }
        self.coordinate = coordinate
        self.accuracyInMetres = accuracyInMetres
        speedInMetresPerSecond = motion.speedInMetresPerSecond.flatMap { $0 >= 0 && $0.isFinite ? $0 : nil }
        courseInDegrees = motion.courseInDegrees.flatMap(direction(inDegrees:))
        self.millisecondsSince1970 = millisecondsSince1970
        self.isSimulated = isSimulated
    }

    /// Makes a reading of a simulation, as exact as a good receiver is outdoors.
    init(simulatedAt coordinate: Coordinate, motion: Motion, millisecondsSince1970: Int64) {
        self.coordinate = coordinate
        accuracyInMetres = 5
        speedInMetresPerSecond = motion.speedInMetresPerSecond
        courseInDegrees = motion.courseInDegrees
        self.millisecondsSince1970 = millisecondsSince1970
        isSimulated = true
    }

    /// How a device moves over ground.
    public struct Motion: Equatable, Sendable {
        /// Metres per second.
        public var speedInMetresPerSecond: Double?
        /// Degrees clockwise from true north.
        public var courseInDegrees: Double?

        public init(speedInMetresPerSecond: Double? = nil, courseInDegrees: Double? = nil) {
            self.speedInMetresPerSecond = speedInMetresPerSecond
            self.courseInDegrees = courseInDegrees
        }
    }
}

/// Brings degrees clockwise from north into `0..<360`; `nil` when they are negative or not finite, which sensors use
/// for "unknown".
func direction(inDegrees degrees: Double) -> Double? {
    guard degrees >= 0, degrees.isFinite else { return nil }
    return degrees.truncatingRemainder(dividingBy: 360)
}

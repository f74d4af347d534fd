/// The heading of a device, and when. The direction of travel is another thing: `PositionReading.courseInDegrees`.
///
/// Magnetic and true north differ by up to 180° near the poles and by some 10° in Helsinki, so they are never given in
/// one field: a reading has one of them, both or, while the device does not know, neither; none is made of the other.
public struct HeadingReading: Equatable, Sendable {
    /// Degrees clockwise from *magnetic* north, in `0..<360`, as posts and `Facing` use it.
    public let magneticInDegrees: Double?
    /// Degrees clockwise from *true* north, in `0..<360`, as maps and bearings use it.
    public let trueInDegrees: Double?
    /// The possible error of the heading to either side. Degrees, not negative; `nil` while it is unknown.
    public let accuracyInDegrees: Double?
    /// When the device pointed there: UTC, without leap seconds.
    public let millisecondsSince1970: Int64
    /// Whether a developer made it up. A program that shows it should say so.
    public internal(set) var isSimulated: Bool

    /// Makes a reading, or `nil` when neither heading is known; readers of a feed learn that from `unknown`.
    ///
    /// A heading that is negative or not finite is unknown, and so is every heading with a negative accuracy: a phone
    /// without a compass says north and −1 (Apple's `CLHeading.headingAccuracy`, WebKit's WebCoreMotionManager.mm).
    /// Headings are brought into `0..<360`.
    public init?(
        magneticInDegrees: Double? = nil, trueInDegrees: Double? = nil, accuracyInDegrees: Double? = nil,
        millisecondsSince1970: Int64, isSimulated: Bool = false
    ) {
        if let accuracyInDegrees, accuracyInDegrees < 0 { return nil }
        self.magneticInDegrees = magneticInDegrees.flatMap(direction(inDegrees:))
        self.trueInDegrees = trueInDegrees.flatMap(direction(inDegrees:))
        guard self.magneticInDegrees != nil || self.trueInDegrees != nil else { return nil }
        self.accuracyInDegrees = accuracyInDegrees.flatMap { $0.isFinite ? $0 : nil }
        self.millisecondsSince1970 = millisecondsSince1970
        self.isSimulated = isSimulated
    }

    private init(unknownSince millisecondsSince1970: Int64) {
        (magneticInDegrees, trueInDegrees, accuracyInDegrees) = (nil, nil, nil)
        self.millisecondsSince1970 = millisecondsSince1970
        isSimulated = false
    }

    /// Returns a reading without a heading, which a source delivers when its compass stops knowing where the device
    /// points: otherwise readers keep the heading before.
    public static func unknown(millisecondsSince1970: Int64) -> HeadingReading {
        HeadingReading(unknownSince: millisecondsSince1970)
    }
}

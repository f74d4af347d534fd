package import GeoCore

/// What somebody's phone knows and tells: it is off by some metres, now and then by many, and sometimes it says
/// nothing.
package struct Phone: Sendable {
    /// Where a phone says that it is.
    package struct Fix: Sendable, Equatable {
        /// Of the day.
        package let second: Int
        package let point: PointE7
        package let accuracyMetres: Double
        package let speed: Double
    }

    /// Whether it lies still while its owner does.
    private let isResting: Bool
    /// When in each interval it reports, in seconds.
    private let phase: Int

    /// Seconds between two reports.
    private static let interval = 300
    /// Standard deviation of the error to each side, in metres: usually, and in few cases.
    private static let usualError = 8.0
    private static let largeError = 60.0
    private static let lost = 0.05
    private static let wrong = 0.02
    /// How often a phone that lies still reports all the same: its owner turns around, or an app wakes up.
    private static let restless = 0.3
    private static let restlessAtHome = 0.1

    init(_ generator: inout SeededGenerator) {
        isResting = generator.happens(0.5)
        phase = generator.index(below: Self.interval)
    }

    /// What it reports from one second of a day until before another; however the day is cut, the same.
    package func fixes(
        of resident: Int, on day: Day, number: Int, in seconds: Range<Int>, seed: UInt64
    ) -> [Fix] {
        let first = (seconds.lowerBound - phase + Self.interval - 1) / Self.interval
        var fixes: [Fix] = [], tick = max(0, first)
        while tick * Self.interval + phase < seconds.upperBound {
            defer { tick += 1 }
            let second = tick * Self.interval + phase
            var generator = SeededGenerator(
                seed: seed, 5, UInt64(resident), UInt64(bitPattern: Int64(number)), UInt64(tick))
            let (point, stay, speed) = day.position(at: second)
            // It has moved since it reported last.
            let hasMoved = stay.map { second - $0.from < Self.interval } ?? true
            let isStill = !hasMoved && (isResting || stay?.spot == nil)
            if isStill, !generator.happens(stay?.spot == nil ? Self.restlessAtHome : Self.restless) { continue }
            if generator.happens(Self.lost) { continue }
            let error = generator.happens(Self.wrong) ? Self.largeError : Self.usualError
            let seen = LocalPlane(around: point).point(
                at: PlanePoint(x: generator.normal(0, error), y: generator.normal(0, error)))
            fixes.append(
                Fix(second: second, point: seen, accuracyMetres: 1.5 * Self.usualError, speed: speed))
        }
        return fixes
    }
}

package import GeoCore

/// A resident's phone: its positions have an error of some metres, sometimes of many, and sometimes it does not report.
package struct Phone: Sendable {
    /// A position as a phone reports it.
    package struct Fix: Sendable, Equatable {
        /// The second of the day.
        package let second: Int
        package let point: PointE7
        package let accuracyMetres: Double
        package let speed: Double
    }

    /// Whether it reports nothing while its owner stays.
    private let isResting: Bool
    /// The offset of its reports in each interval, in seconds.
    private let phase: Int

    /// The interval between two reports, in seconds.
    private static let interval = 300
    /// The standard deviation of the error in each direction, in metres: usually, and in a few cases.
    private static let usualError = 8.0
    private static let largeError = 60.0
    private static let lost = 0.05
    private static let wrong = 0.02
    /// The probability that a resting phone reports anyway: its owner turns around, or an app wakes up.
    private static let restless = 0.3
    private static let restlessAtHome = 0.1

    init(_ generator: inout SeededGenerator) {
        isResting = generator.happens(0.5)
        phase = generator.index(below: Self.interval)
    }

    /// Returns the reports from one second of a day up to, but not including, another. Splitting a day does not change
    /// its reports.
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
            // The phone has moved since its last report.
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

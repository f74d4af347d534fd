import FoundationEssentials
import GeoCore

/// Decides which counts the service may publish, so that nobody learns whether one person is among them.
///
/// Adds Laplace noise (Dwork and others, *Calibrating Noise to Sensitivity in Private Data Analysis*, TCC 2006), drawn
/// once for each place and hour.
package struct ReleaseRule: Sendable {
    /// The privacy budget for all that is published about one person's day: an answer is at most e^ε times as likely
    /// with that person as without.
    package static let epsilon = 1.76
    /// The scale of the noise: a person's day is in at most `Contribution.mostPerDay` counts, which share ε.
    package static let scale = Double(Contribution.mostPerDay) / epsilon
    /// The service publishes an hour only if all weeks together have at least this many people.
    package static let leastContributors = 20.0
    /// The service includes an hour in files of all places only if all weeks together have at least this many people.
    package static let leastInFiles = 100.0
    /// The service publishes the last full hour only if it has at least this many people.
    package static let leastPresent = 10.0
    /// A day of the week needs counts from at least `leastWeeks` weeks; the rule uses the last `mostWeeks`.
    package static let leastWeeks = 4
    package static let mostWeeks = 8
    package static let levels = 5

    private let draw: KeyedDraw

    init(_ key: PersonKey) { draw = KeyedDraw(key, for: "busyness 1") }

    /// Returns the count with its noise, always the same for one place and hour.
    func noisy(_ count: Int, _ place: PlaceKey, _ hour: Int64) -> Double {
        let (uniform, _, _) = draw.three([place.rawValue, hour])
        let centred = uniform - 0.5
        // The inverse of the distribution function; at its edge, that of the next number.
        let noise = -Elementary.logarithm(max(0x1p-53, 1 - 2 * abs(centred))) * Self.scale
        return Double(count) + (centred < 0 ? -noise : noise)
    }

    /// The probability that a place is published although nobody was there, or one person in each week, is at most
    /// this. Without anybody, such an answer could not occur (Korolova and others, *Releasing Search Queries and Clicks
    /// Privately*, WWW 2009).
    package static let delta = 1e-4

    /// Returns the least sum of `weeks` counts that may be published: at least `wanted`, and so high that noise alone
    /// reaches it in any hour of a week with probability δ at most.
    package static func threshold(weeks: Int, atLeast wanted: Double = leastContributors) -> Double {
        let known = thresholds[min(max(weeks, leastWeeks), mostWeeks) - leastWeeks]
        return max(leastContributors, wanted, known + Double(weeks))
    }

    private static let thresholds = (leastWeeks...mostWeeks).map { weeks in
        var (low, high) = (0.0, 1000.0)
        for _ in 0..<60 {
            let middle = (low + high) / 2
            if tail(of: weeks, beyond: middle / scale) > delta / 168 { low = middle } else { high = middle }
        }
        return high
    }

    /// Returns the probability that the sum of `count` independent Laplace numbers of scale 1 exceeds `x`. The sum is
    /// the difference of two Gamma numbers, and the integral over the second is a finite sum.
    package static func tail(of count: Int, beyond x: Double) -> Double {
        func factorial(_ number: Int) -> Double { (1...max(1, number)).reduce(1.0) { $0 * Double($1) } }
        func power(_ base: Double, _ exponent: Int) -> Double {
            (0..<exponent).reduce(1.0) { result, _ in result * base }
        }
        var sum = 0.0
        for i in 0..<count {
            for j in 0...i {
                let ways = factorial(i) / (factorial(j) * factorial(i - j))
                let rest = factorial(count + j - 1) / (factorial(count - 1) * power(2, count + j))
                sum += ways * power(x, i - j) * rest / factorial(i)
            }
        }
        return sum * Elementary.exponential(-x)
    }

    /// Returns the level, 1 ... `levels`, of a number of people against a place's usual maximum: the nearest of equal
    /// steps, never 0.
    static func level(_ people: Double, of most: Double) -> Int {
        min(levels, max(1, Int((Double(levels) * people / most).rounded())))
    }
}

/// How busy a place usually is on each day of the week and in each hour, relative to its own maximum.
package struct BusynessPattern: Sendable, Equatable {
    /// By day of the week, Monday first, and hour: 1 ... 5, or 0 for too few people.
    package let levels: [[Int]]
    /// The least number of weeks behind an hour.
    package let weeks: Int
    /// The number of people in the busiest hour, with noise.
    let most: Double
    /// The mean number of people by day of the week and hour, with noise.
    let usual: [[Double]]
    /// The number of people in all weeks together, with noise.
    private let contributors: [[Double]]

    /// Workdays, and the weekend: the days of a group are alike.
    private static let groups = [0..<5, 5..<7]

    /// Makes the pattern from noisy counts by day of the week and hour, one count for each week. Returns `nil` if the
    /// rule permits no hour. It leaves out hours with fewer than `wanted` people over all weeks.
    init?(_ counts: [[[Double]]], atLeast wanted: Double = ReleaseRule.leastContributors) {
        let sums = counts.map { $0.map { (weeks: $0.count, sum: $0.reduce(0, +)) } }
        let means = sums.map { $0.map { $0.weeks == 0 ? 0 : $0.sum / Double($0.weeks) } }
        weeks = sums.flatMap { $0.map(\.weeks) }.min() ?? 0
        var usual = means
        for days in Self.groups { Self.smooth(&usual, days, weeks: max(1, weeks)) }
        self.usual = usual
        contributors = sums.map { $0.map(\.sum) }
        let isPublished = sums.map {
            $0.map {
                $0.weeks >= ReleaseRule.leastWeeks
                    && $0.sum >= ReleaseRule.threshold(weeks: $0.weeks, atLeast: wanted)
            }
        }
        var most = 0.0
        for (day, hours) in usual.enumerated() {
            for (hour, people) in hours.enumerated() where isPublished[day][hour] { most = max(most, people) }
        }
        guard most > 0 else { return nil }
        levels = zip(usual, isPublished).map { usual, isPublished in
            zip(usual, isPublished).map { $1 ? ReleaseRule.level($0, of: most) : 0 }
        }
        self.most = most
    }

    /// The levels for a file of all places, which anybody may keep and compare: 0 below `ReleaseRule.leastInFiles`.
    package var levelsInFiles: [[Int]] {
        zip(levels, contributors).map { levels, contributors in
            zip(levels, contributors).map { $1 >= ReleaseRule.leastInFiles ? $0 : 0 }
        }
    }

    /// Shrinks each hour towards the product of its day's and its hour's totals: the more noise the rest holds, the
    /// stronger (James and Stein, *Estimation with Quadratic Loss*, 1961).
    ///
    /// Work on noisy counts costs no privacy. Hours of the day that seem empty do not count towards a day's share.
    private static func smooth(_ means: inout [[Double]], _ days: Range<Int>, weeks: Int) {
        defer { for day in days { means[day] = means[day].map { max(0, $0) } } }
        // The variance of a mean's noise.
        let noise = 2 * ReleaseRule.scale * ReleaseRule.scale / Double(weeks)
        let sums = (0..<24).map { hour in days.map { means[$0][hour] }.reduce(0, +) }
        let hours = sums.indices.filter { sums[$0] > 2 * (noise * Double(days.count)).squareRoot() }
        let all = hours.map { sums[$0] }.reduce(0, +)
        let likely = days.map { day in
            let share = max(0, hours.map { means[day][$0] }.reduce(0, +)) / all
            return hours.map { sums[$0] * share }
        }
        let rests = zip(days, likely).map { day, likely in zip(hours, likely).map { means[day][$0] - $1 } }
        let squares = rests.joined().map { $0 * $0 }.reduce(0, +)
        let kept = squares > 0 ? max(0, 1 - noise * Double(hours.count * days.count) / squares) : 0
        for (row, day) in days.enumerated() {
            for (column, hour) in hours.enumerated() {
                means[day][hour] = likely[row][column] + kept * rests[row][column]
            }
        }
    }
}

/// How busy a place was in the last full hour, compared with usual.
package struct BusynessNow: Sendable, Equatable {
    package enum Comparison: Sendable, CaseIterable { case quieter, usual, busier }

    /// Counted since 1970 on the local clock of the map's places.
    package let hour: Int64
    /// 1 ... 5
    package let level: Int
    package let comparison: Comparison

    /// Returns `nil` for too few people.
    init?(_ noisy: Double, at hour: Int64, _ pattern: BusynessPattern) {
        guard noisy >= ReleaseRule.leastPresent else { return nil }
        let (day, hourOfDay) = Busyness.slot(of: hour), usual = pattern.usual[day][hourOfDay]
        self.hour = hour
        level = ReleaseRule.level(noisy, of: pattern.most)
        // A difference of less than 1.5 standard deviations of the noise means nothing.
        let margin = 1.5 * ReleaseRule.scale * 2.0.squareRoot()
        comparison = noisy > usual + margin ? .busier : noisy < usual - margin ? .quieter : .usual
    }
}

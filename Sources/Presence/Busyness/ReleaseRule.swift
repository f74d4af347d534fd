import FoundationEssentials
import GeoCore

/// What may be told of counts, so that nobody learns whether one person is among them: Laplace noise (Dwork and others,
/// *Calibrating Noise to Sensitivity in Private Data Analysis*, TCC 2006), drawn once for each place and hour.
package struct ReleaseRule: Sendable {
    /// What all that is told of one person's day adds up to: answers are at most e^ε times as likely with them as
    /// without.
    package static let epsilon = 1.76
    /// A person and day are in at most `Contribution.mostPerDay` counts, so each may tell that part of ε.
    package static let scale = Double(Contribution.mostPerDay) / epsilon
    /// Hours with fewer, over all weeks together, are told nowhere, …
    package static let leastContributors = 20.0
    /// … those with fewer are in no file of all places, …
    package static let leastInFiles = 100.0
    /// … nor is the last hour with fewer.
    package static let leastPresent = 10.0
    /// Weeks that a day of the week must have been counted in, and the most that are looked at.
    package static let leastWeeks = 4
    package static let mostWeeks = 8
    package static let levels = 5

    private let draw: KeyedDraw

    init(_ key: PersonKey) { draw = KeyedDraw(key, for: "busyness 1") }

    /// What counts as the number of people at a place in an hour, each time the same.
    func noisy(_ count: Int, _ place: PlaceKey, _ hour: Int64) -> Double {
        let (uniform, _, _) = draw.three([place.rawValue, hour])
        let centred = uniform - 0.5
        // The inverse of the distribution's function; at the very edge as the next number to it.
        let noise = -Elementary.logarithm(max(0x1p-53, 1 - 2 * abs(centred))) * Self.scale
        return Double(count) + (centred < 0 ? -noise : noise)
    }

    /// That anything at all is told of a place where nobody was, or one person in each week, is no more likely than
    /// this: such places have answers that those without anybody never have (Korolova and others, *Releasing Search
    /// Queries and Clicks Privately*, WWW 2009).
    package static let delta = 1e-4

    /// The least sum of `weeks` counts that is told: what is wanted, and so much that noise alone reaches it in no hour
    /// of a week, but with probability δ.
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

    /// How likely the sum of `count` independent Laplace numbers of scale 1 is more than `x`: it is the difference of
    /// two Gamma numbers, and the integral over the second is a sum.
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

    /// 1 ... `levels` for a number of people beside the most that a place usually has: the nearest of as many equal
    /// parts of that, but not 0.
    static func level(_ people: Double, of most: Double) -> Int {
        min(levels, max(1, Int((Double(levels) * people / most).rounded())))
    }
}

/// How busy a place is on each day of the week and in each hour, beside itself.
package struct BusynessPattern: Sendable, Equatable {
    /// By day of the week, Monday first, and hour: 1 ... 5, or 0 where too few were there.
    package let levels: [[Int]]
    /// How many weeks this rests on, at least.
    package let weeks: Int
    /// The most that an hour usually has, with noise.
    let most: Double
    /// What hours usually have, with noise.
    let usual: [[Double]]
    /// How many were there in all weeks together, with noise.
    private let contributors: [[Double]]

    /// Days that are much alike.
    private static let groups = [0..<5, 5..<7]

    /// Of the noisy counts of each hour, by day of the week and hour, one for each week; `nil` when nothing may be told
    /// of any hour. Hours of less than `wanted` people over all weeks are not.
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

    /// The levels for a file that anybody may keep beside all other files: 0 where fewer were there than that takes.
    package var levelsInFiles: [[Int]] {
        zip(levels, contributors).map { levels, contributors in
            zip(levels, contributors).map { $1 >= ReleaseRule.leastInFiles ? $0 : 0 }
        }
    }

    /// Draws each hour towards what the hour of the day and the day of the week together make likely, the more so the
    /// more of what is left is noise (James and Stein, *Estimation with Quadratic Loss*, 1961): what was noised may be
    /// worked on as one likes. Hours of the day in which nobody seems to come say nothing of days.
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

/// How busy a place was in the last full hour, beside how it usually is.
package struct BusynessNow: Sendable, Equatable {
    package enum Comparison: Sendable, CaseIterable { case quieter, usual, busier }

    /// Counted since 1970 on the clock of the places on the map.
    package let hour: Int64
    /// 1 ... 5
    package let level: Int
    package let comparison: Comparison

    /// `nil` when too few were there.
    init?(_ noisy: Double, at hour: Int64, _ pattern: BusynessPattern) {
        guard noisy >= ReleaseRule.leastPresent else { return nil }
        let (day, hourOfDay) = Busyness.slot(of: hour), usual = pattern.usual[day][hourOfDay]
        self.hour = hour
        level = ReleaseRule.level(noisy, of: pattern.most)
        // Less than one and a half standard deviations of the noise says nothing.
        let margin = 1.5 * ReleaseRule.scale * 2.0.squareRoot()
        comparison = noisy > usual + margin ? .busier : noisy < usual - margin ? .quieter : .usual
    }
}

import GeoCore

/// A resident's plan for a day: the spots to visit, in order. Before, after, and for items without a spot, the resident
/// is at home.
struct Plan: Sendable {
    struct Item: Sendable, Equatable {
        /// The spot; `nil` for home.
        let spot: Int?
        /// The begin in seconds of the day; a late arrival shortens the stay.
        let begin: Int
        let end: Int
    }

    private(set) var items: [Item] = []
    private let resident: Resident
    private var generator: SeededGenerator

    /// Nobody is out after this minute of the day.
    private static let closing = 23 * 60 + 20.0

    /// Makes the plan of a resident for a day, counted since 1970; the calendar gives its weekday.
    init(_ resident: Resident, day: Int, seed: UInt64) {
        self.resident = resident
        generator = SeededGenerator(seed: seed, 3, UInt64(resident.number), UInt64(bitPattern: Int64(day)))
        let weekday = CivilDay(number: day).weekday
        if weekday >= 5 {
            planWeekend(isSunday: weekday == 6)
        } else {
            switch resident.occupation {
            case .work: planWork()
            case .study: planStudies()
            case .neither: planFreeDay()
            }
            // More people go out on Fridays.
            if generator.happens(weekday == 4 ? 0.5 : 0.2) { add(.evening, at: 20 * 60, 35) }
        }
    }

    private mutating func planWork() {
        let lunch = time(12 * 60 + 10, 20)
        stay(at: resident.job, from: time(8 * 60 + 15, 30), until: lunch - 5)
        if generator.happens(0.6) { add(.meal, from: lunch) }
        if generator.happens(0.3) { add(.coffee, from: last(or: lunch) + 2) }
        stay(at: resident.job, from: last(or: lunch) + 5, until: time(17 * 60, 30))
        if generator.happens(0.35) { add(.errand, from: last(or: lunch) + 10) }
        goHome()
    }

    private mutating func planStudies() {
        var now = time(9 * 60 + 10, 50)
        for block in 0..<3 where block == 0 || generator.happens(0.75) {
            let minutes = max(40, generator.normal(Purpose.study.minutes.mean, Purpose.study.minutes.deviation))
            stay(at: block == 1 ? favourite(.study) : resident.job, from: now, until: now + minutes)
            if block == 0 { now = max(now + minutes + 8, time(12 * 60 + 15, 25)) } else { now += minutes + 10 }
            if generator.happens(block == 0 ? 0.75 : 0.3) { add(block == 0 ? .meal : .coffee, from: now) }
            now = last(or: now) + 8
        }
        if generator.happens(0.3) { add(.leisure, from: now) }
        goHome()
    }

    private mutating func planFreeDay() {
        if generator.happens(0.7) { add(.errand, at: 10 * 60 + 30, 50) }
        if generator.happens(0.5) { add(.coffee, from: last(or: 11 * 60) + 12) }
        if generator.happens(0.4) { add(.meal, from: max(last(or: 12 * 60), time(12 * 60 + 20, 30)) + 8) }
        goHome()
        if generator.happens(0.4) { add(.leisure, at: 15 * 60 + 30, 60) }
        goHome()
    }

    private mutating func planWeekend(isSunday: Bool) {
        if generator.happens(0.5) { add(.coffee, at: 10 * 60 + 30, 50) }
        if !isSunday, generator.happens(0.6) { add(.errand, from: last(or: 11 * 60) + 12) }
        if generator.happens(0.4) { add(.meal, from: max(last(or: 12 * 60 + 30), time(13 * 60, 35)) + 8) }
        goHome()
        if generator.happens(0.5) { add(.leisure, at: 15 * 60 + 30, 60) }
        goHome()
        if generator.happens(isSunday ? 0.15 : 0.5) { add(.evening, at: 20 * 60 + 15, 40) }
    }

    /// Returns a time of day around the usual one, in minutes.
    private mutating func time(_ usual: Double, _ deviation: Double) -> Double {
        usual + resident.lateness + generator.normal(0, deviation)
    }

    /// Returns the minute when the last planned item ends, or `minute` if there is none.
    private func last(or minute: Double) -> Double { items.last.map { Double($0.end) / 60 } ?? minute }

    private mutating func favourite(_ purpose: Purpose) -> Int? {
        let choice = resident.favourites[purpose] ?? []
        return generator.index(weighted: choice.map(\.weight)).map { choice[$0].spot }
    }

    private mutating func add(_ purpose: Purpose, at minute: Double, _ deviation: Double) {
        let begin = max(time(minute, deviation), last(or: 0) + 10)
        add(purpose, from: begin)
    }

    private mutating func add(_ purpose: Purpose, from begin: Double) {
        let (mean, deviation) = purpose.minutes
        stay(at: favourite(purpose), from: begin, until: begin + max(12, generator.normal(mean, deviation)))
    }

    private mutating func stay(at spot: Int?, from begin: Double, until end: Double) {
        guard let spot else { return }
        add(Item(spot: spot, begin: Int(begin * 60), end: Int(min(end, Self.closing) * 60)))
    }

    private mutating func goHome() {
        guard let last = items.last, last.spot != nil else { return }
        add(Item(spot: nil, begin: last.end, end: last.end + 1800))
    }

    /// Adds an item, unless it begins before the last ends or has no duration.
    private mutating func add(_ item: Item) {
        guard item.begin >= items.last?.end ?? 0, item.end > item.begin + 300 || item.spot == nil else { return }
        items.append(item)
    }
}

import GeoCore

/// Whether a place is open.
package enum OpeningState: Equatable, Sendable { case open, closed, unknown }

/// One rule of opening hours: its days, its spans and its state.
struct OpeningRule: Sendable {
    /// The relation of a rule to the rules before it.
    enum Joint {
        /// Replaces the earlier rules on its days.
        case normal
        /// Adds to the earlier rules.
        case additional
    }

    struct YearRange {
        let from: Int
        let to: Int
        let step: Int
    }

    struct WeekRange {
        let from: Int
        let to: Int
        let step: Int
    }

    /// Some weekdays of a month, counted: bits 0 ... 4 from its beginning, bits 8 ... 12 from its end.
    struct CountedWeekday {
        let weekday: Int
        let counts: UInt16
        /// The shift of the rule, in days.
        let offset: Int
    }

    /// Holidays: they follow a country's law and not the calendar.
    struct Holidays {
        /// The offsets from a public holiday in days, 0 for the holiday itself.
        private(set) var publicOffsets: [Int] = []
        var isSchool = false

        var isEmpty: Bool { publicOffsets.isEmpty && !isSchool }

        mutating func add(publicOffset: Int) {
            if !publicOffsets.contains(publicOffset) { publicOffsets.append(publicOffset) }
        }
    }

    let joint: Joint
    var state = OpeningState.open
    var years: [YearRange] = []
    var dates: [DateRange] = []
    var weeks: [WeekRange] = []
    /// A bit for each weekday, Monday first.
    var weekdays: UInt8 = 0
    var countedWeekdays: [CountedWeekday] = []
    var holidays = Holidays()
    /// Whether the rule needs both, a holiday and one of its weekdays, rather than either.
    var holidaysNarrow = false
    /// The spans; empty for whole days.
    var hours: [OpeningSpan] = []
    /// Whether the rule is for all days but follows exceptions. By the specification it cancels them, which authors
    /// rarely intend.
    var isGeneral = false

    init(_ joint: Joint) { self.joint = joint }

    /// Whether the rule closes some whole days.
    var isException: Bool { state == .closed && hours.isEmpty && hasDays }

    var hasWeekdays: Bool { weekdays != 0 || !countedWeekdays.isEmpty }
    var hasDays: Bool {
        hasWeekdays || !years.isEmpty || !dates.isEmpty || !weeks.isEmpty || !holidays.isEmpty
    }

    /// Whether the rule applies to a day; `days` knows the holidays.
    func holds(on day: CivilDay, _ days: borrowing DaysOfHours) -> Bool {
        (years.isEmpty || years.contains { $0.contains(day.year) })
            && (dates.isEmpty || dates.contains { $0.contains(day) })
            && (weeks.isEmpty || weeks.contains { $0.contains(day.week) }) && isOneOfItsDays(day, days)
    }

    /// Returns the rule's state at a minute counted from the beginning of `day`, which is one of its days.
    func state(atMinute minute: Int, of day: CivilDay, _ setting: OpeningSetting) -> OpeningState? {
        if hours.isEmpty { return minute < LocalTime.minutesOfDay ? state : nil }
        var said: OpeningState?
        for hours in hours {
            let span = hours.minutes(on: day, setting)
            guard span.from <= minute, minute < span.to else { continue }
            if said == nil || span.state != .unknown { said = span.state }
        }
        return said
    }

    private func isOneOfItsDays(_ day: CivilDay, _ days: borrowing DaysOfHours) -> Bool {
        guard !holidays.isEmpty else { return !hasWeekdays || isOneOfItsWeekdays(day) }
        let isHoliday = days.isHoliday(day, of: holidays)
        guard hasWeekdays else { return isHoliday }
        return holidaysNarrow ? isHoliday && isOneOfItsWeekdays(day) : isHoliday || isOneOfItsWeekdays(day)
    }

    private func isOneOfItsWeekdays(_ day: CivilDay) -> Bool {
        if weekdays >> UInt8(day.weekday) & 1 != 0 { return true }
        return countedWeekdays.contains { counted in
            let day = counted.offset == 0 ? day : CivilDay(number: day.number - counted.offset)
            guard counted.weekday == day.weekday else { return false }
            let fromEnd = (CivilDay.length(year: day.year, month: day.month) - day.day) / 7
            return counted.counts >> UInt16((day.day - 1) / 7) & 1 != 0
                || counted.counts >> UInt16(8 + fromEnd) & 1 != 0
        }
    }
}

extension OpeningRule.YearRange {
    func contains(_ year: Int) -> Bool { from <= year && year <= to && (year - from) % step == 0 }
}

extension OpeningRule.WeekRange {
    func contains(_ week: Int) -> Bool {
        from <= to ? from <= week && week <= to && (week - from) % step == 0 : week >= from || week <= to
    }
}

/// A range of dates, both ends included, of every year or of one year.
struct DateRange: Sendable {
    /// A date. Month 0 is Easter Sunday, with the day as the offset in days.
    struct Date: Equatable {
        var year: Int?
        let month: Int
        /// The day of the month; with a weekday, its number in the month, counted from the end if negative.
        let day: Int
        var weekday: Int?
        /// The offset in days after that weekday.
        var offset = 0
    }

    let from: Date
    let to: Date
    /// Whether the value names the day of `to`.
    var endsWithDay = false

    func contains(_ day: CivilDay) -> Bool {
        if let first = from.year {
            return from.start(in: first) <= day.number && day.number <= to.end(in: to.year ?? first)
        }
        let turnsYear = to.isBefore(from)
        if from.start(in: day.year) <= day.number, day.number <= to.end(in: turnsYear ? day.year + 1 : day.year) {
            return true
        }
        return turnsYear && from.start(in: day.year - 1) <= day.number && day.number <= to.end(in: day.year)
    }
}

extension DateRange.Date {
    /// Whether the date is before another date in every year; Easter is in spring.
    func isBefore(_ other: DateRange.Date) -> Bool {
        if month == 0, other.month == 0 { return day < other.day }
        return (month == 0 ? 4 : month, usualDay) < (other.month == 0 ? 4 : other.month, other.usualDay)
    }

    /// The typical day of the month.
    private var usualDay: Int { weekday == nil ? day : (day > 0 ? 7 * day - 3 : 35 + 7 * day) + offset }

    /// Returns the first day of the range. 29 February becomes 1 March in other years.
    fileprivate func start(in year: Int) -> Int {
        if let weekday { return number(of: weekday, in: year) }
        return month == 0 ? CivilDay.easter(of: year) + day : CivilDay.number(year: year, month: month, day: day)
    }

    private func number(of weekday: Int, in year: Int) -> Int {
        let isFromEnd = day < 0, last = CivilDay.length(year: year, month: month)
        let edge = CivilDay.number(year: year, month: month, day: isFromEnd ? last : 1)
        let apart = weekday - CivilDay(number: edge).weekday
        let first = isFromEnd ? edge - (7 - apart) % 7 : edge + (apart + 7) % 7
        return first + 7 * (isFromEnd ? day + 1 : day - 1) + offset
    }

    /// Returns the last day of the range. 29 February becomes 28 February in other years.
    fileprivate func end(in year: Int) -> Int {
        guard month > 0, weekday == nil else { return start(in: year) }
        return CivilDay.number(
            year: year, month: month, day: min(day, CivilDay.length(year: year, month: month)))
    }
}

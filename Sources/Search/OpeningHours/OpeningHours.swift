package import GeoCore

/// The opening hours of a place, from the OpenStreetMap tag `opening_hours`
/// (wiki.openstreetmap.org/wiki/Key:opening_hours/specification).
///
/// The parser reads weekdays, also counted ones ("Th[4]"), dates, Easter, years, weeks and holidays. It reads several
/// spans a day, spans past midnight, spans by the sun and spans with an open end. It reads `off`, `unknown`, comments,
/// and rules joined by `;`, `,` and `||`. It rejects a value with anything else (points in time, a rule without hours)
/// as a whole; the place then has no known hours.
///
/// Where the specification leaves room, or its readers differ:
/// - Hours past midnight belong to the day on which they begin: rules for the next day do not change them. If that next
///   day is `off`, they are unknown.
/// - After an open end the state is unknown until midnight, or until 6:00 if the span began at 17:00 or later.
/// - The state is unknown on a day that may be a public holiday, if that makes a difference. Such days are all days
///   outside the years of the place's calendar, and without a calendar the days that are holidays in many countries.
///   Any day may be a school holiday.
/// - Hours for all days after exceptions ("PH off; 10:00-12:00") would cancel the exceptions: on those days these hours
///   are unknown.
/// - The rules on each side of `||` form a group. A group applies where the groups before it are closed.
package struct OpeningHours: Sendable {
    /// The groups of rules between `||`.
    let groups: [[OpeningRule]]
    /// The holidays that any rule names.
    private let holidays: OpeningRule.Holidays
    /// Whether any span begins or ends with the sun.
    private let isOfTheSun: Bool

    /// Values of OpenStreetMap have 255 characters at most, of four bytes at most.
    static var maximumLength: Int { 1020 }
    /// The maximum number of offsets of public holidays in a value. Each doubles the possible states of a doubtful day,
    /// twice.
    private static var mostOffsets: Int { 2 }

    /// Whether any rule is for public holidays.
    package var namesHolidays: Bool { !holidays.publicOffsets.isEmpty }

    /// Parses a value; returns `nil` for a value that the parser does not support.
    package init?(_ text: Span<UInt8>) {
        guard text.count <= Self.maximumLength else { return nil }
        var parser = OpeningHoursParser(text)
        guard let groups = parser.groups() else { return nil }
        self.groups = groups
        var holidays = OpeningRule.Holidays()
        for rule in groups.joined() {
            if rule.holidays.isSchool { holidays.isSchool = true }
            for offset in rule.holidays.publicOffsets { holidays.add(publicOffset: offset) }
        }
        guard holidays.publicOffsets.count <= Self.mostOffsets else { return nil }
        self.holidays = holidays
        isOfTheSun = groups.joined().contains { $0.hours.contains { $0.isOfTheSun } }
    }

    /// Returns whether the place is open at a time.
    package func state(at time: LocalTime, in setting: OpeningSetting = OpeningSetting()) -> OpeningState {
        let day = time.day.number
        return state(at: time, isOfTheSun ? setting.knowingSun(of: day - 1...day + 1) : setting)
    }

    private func state(at time: LocalTime, _ setting: OpeningSetting) -> OpeningState {
        var days = DaysOfHours(time, setting)
        let usual = state(days)
        guard !holidays.isEmpty else { return usual }
        days.doubts = doubts(about: days, in: setting)
        guard !days.doubts.isEmpty else { return usual }
        // Each doubtful day may be a holiday or not: the state is known only if it is the same in all cases.
        for assumed in 1..<(1 << days.doubts.count) {
            days.assumed = assumed
            if state(days) != usual { return .unknown }
        }
        return usual
    }

    /// Returns the next change within seven days after a time, and the state after it; `nil` if the state does not
    /// change.
    package func change(
        after time: LocalTime, in setting: OpeningSetting = OpeningSetting()
    ) -> (time: LocalTime, state: OpeningState)? {
        let today = time.day.number
        let setting = isOfTheSun ? setting.knowingSun(of: today - 1...today + 8) : setting
        let now = state(at: time, setting), midnight = time.minutes - time.minuteOfDay
        var minutes = boundaries(of: time.day, in: setting)
        for day in 0...7 {
            if isOfTheSun, day > 0 {
                minutes = boundaries(of: CivilDay(number: today + day), in: setting)
            }
            for minute in minutes {
                let total = midnight + day * LocalTime.minutesOfDay + minute
                guard total > time.minutes, total <= time.minutes + 7 * LocalTime.minutesOfDay else { continue }
                guard let next = LocalTime(minutes: total) else { return nil }
                let then = state(at: next, setting)
                if then != now { return (next, then) }
            }
        }
        return nil
    }

    /// Returns the minutes of a day at which the state may change, ascending.
    private func boundaries(of day: CivilDay, in setting: OpeningSetting) -> [Int] {
        var isBoundary = [Bool](repeating: false, count: LocalTime.minutesOfDay)
        isBoundary[0] = true
        let dayBefore = CivilDay(number: day.number - 1)
        for rule in groups.joined() {
            for hours in rule.hours {
                for date in hours.isOfTheSun ? [day, dayBefore] : [day] {
                    let span = hours.minutes(on: date, setting)
                    for minute in [span.from, span.to] where minute >= 0 {
                        isBoundary[minute % LocalTime.minutesOfDay] = true
                    }
                }
            }
        }
        return isBoundary.indices.filter { isBoundary[$0] }
    }

    /// Returns the days that are possibly holidays, of those that a rule names.
    private func doubts(about days: DaysOfHours, in setting: OpeningSetting) -> [DaysOfHours.Doubt] {
        var doubts: [DaysOfHours.Doubt] = []
        for day in [days.today.number, days.yesterday.number] {
            if holidays.isSchool { doubts.append(DaysOfHours.Doubt(day: day, isSchool: true)) }
            for offset in holidays.publicOffsets where setting.isPublicHoliday(day - offset) == .perhaps {
                let doubt = DaysOfHours.Doubt(day: day - offset, isSchool: false)
                if !doubts.contains(doubt) { doubts.append(doubt) }
            }
        }
        return doubts
    }

    private func state(_ days: DaysOfHours) -> OpeningState {
        for rules in groups {
            // The state by the rules of this day, and by spans that began on the day before.
            var own: OpeningState?, left: OpeningState?
            // Whether either day is an exception; rules for all days do not apply then.
            var isExcepted = (today: false, yesterday: false)
            for rule in rules {
                if rule.holds(on: days.today, days) {
                    if rule.isException { isExcepted.today = true }
                    if rule.joint == .normal, rule.state != .closed { own = nil }
                    if rule.state == .closed, rule.hours.isEmpty {
                        own = nil
                        if left == .open { left = .unknown }
                    } else if let said = rule.state(atMinute: days.minute, of: days.today, days.setting) {
                        own = rule.isGeneral && isExcepted.today && said == .open ? .unknown : said
                    }
                }
                if rule.holds(on: days.yesterday, days) {
                    if rule.isException { isExcepted.yesterday = true }
                    // A rule for a day replaces what earlier rules say about that day, to the end of its night.
                    if rule.joint == .normal { left = nil }
                    let minute = days.minute + LocalTime.minutesOfDay
                    if let said = rule.state(atMinute: minute, of: days.yesterday, days.setting) {
                        left = rule.isGeneral && isExcepted.yesterday && said == .open ? .unknown : said
                    }
                }
            }
            if let said = own ?? left, said != .closed { return said }
        }
        return .closed
    }
}

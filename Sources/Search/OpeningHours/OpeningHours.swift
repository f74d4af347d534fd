package import GeoCore

/// When a place is open, from the OpenStreetMap tag `opening_hours`
/// (wiki.openstreetmap.org/wiki/Key:opening_hours/specification).
///
/// The reader knows weekdays, counted ones too ("Th[4]"), dates, Easter, years, weeks, holidays, several hours a day,
/// past midnight, by the sun and with an open end, `off`, `unknown`, comments, and rules joined by `;`, `,` and `||`.
/// It refuses a value with anything else (points in time, a rule without hours) as a whole, and claims nothing then.
///
/// Where the specification leaves room, or its readers differ:
/// - Hours past midnight belong to the day they begin on: rules for the next day leave them alone. Where that day is
///   `off`, they are unknown.
/// - After an open end it is unknown until midnight, and until six in the morning if it began at 17:00 or later.
/// - Where a day may be a public holiday, and that would make a difference, it is unknown: so it is on every day
///   outside the years of the place's calendar, and without a calendar on days that are holidays in many countries. Any
///   day may be a school holiday.
/// - Hours for all days behind exceptions ("PH off; 10:00-12:00") would undo these: on their days those hours are
///   unknown.
/// - The rules on each side of `||` belong together, and those behind it hold where those before it are closed.
package struct OpeningHours: Sendable {
    /// Rules between `||`.
    let groups: [[OpeningRule]]
    /// The holidays that some rule names.
    private let holidays: OpeningRule.Holidays
    /// Whether some hours begin or end with the sun.
    private let isOfTheSun: Bool

    /// Values of OpenStreetMap have 255 characters at most, of four bytes at most.
    static var maximumLength: Int { 1020 }
    /// How many offsets of public holidays a value may name: each doubles what a doubtful day may be, twice.
    private static var mostOffsets: Int { 2 }

    /// Whether some rule is for public holidays.
    package var namesHolidays: Bool { !holidays.publicOffsets.isEmpty }

    /// Reads a value; `nil` for one that the reader does not know.
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

    /// Whether the place is open at a time.
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
        // Each of the days may be a holiday or not: the state is known only where it is the same either way.
        for assumed in 1..<(1 << days.doubts.count) {
            days.assumed = assumed
            if state(days) != usual { return .unknown }
        }
        return usual
    }

    /// The first time after another, within seven days, when it is in another state, and that state; `nil` when there
    /// is none.
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

    /// The minutes of a day, in order, at which anything may change.
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

    /// The days that may be holidays which some rule names, and need not.
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
            // The state by this day's rules, and by hours that began on the day before.
            var own: OpeningState?, left: OpeningState?
            // Whether either day is an exception, whatever rules for all days say.
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
                    // A rule for a day replaces what those before it say of that day, to the end of its night.
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

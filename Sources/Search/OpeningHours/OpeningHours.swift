package import GeoCore

/// When a place is open, from the OpenStreetMap tag `opening_hours` (wiki.openstreetmap.org/wiki/Key:opening_hours/specification).
///
/// Read are weekdays, counted ones too ("Th[4]"), dates, Easter, years, weeks, several hours a day, past midnight and with an open end,
/// `off`, `unknown`, comments, and rules joined by `;`, `,` and `||`. Anything else (the sun's times, points in time, a rule without hours)
/// is not understood as a whole: nothing is claimed then.
///
/// Where the specification leaves room, or its readers differ:
/// - Hours past midnight belong to the day they begin on: rules for the next day leave them alone. Where that day is `off`, they are unknown.
/// - After an open end it is unknown until midnight, and until six in the morning if it began at 17:00 or later.
/// - Which days are holidays is not in the map. Rules for public holidays do not hold, but on 1 January and 25 December, where they would make a
///   difference, it is unknown; so it is on every day where school holidays make one.
/// - The rules on each side of `||` belong together, and those behind it hold where those before it are closed.
package struct OpeningHours: Sendable {
    /// Rules between `||`.
    let groups: [[OpeningRule]]
    private let holidays: OpeningRule.Holidays

    /// Values of OpenStreetMap have 255 characters at most, of four bytes at most.
    static var maximumLength: Int { 1020 }

    /// Reads a value; `nil` for one that is not understood.
    package init?(_ text: Span<UInt8>) {
        guard text.count <= Self.maximumLength else { return nil }
        var parser = OpeningHoursParser(text)
        guard let groups = parser.groups() else { return nil }
        self.groups = groups
        var holidays = OpeningRule.Holidays()
        for rule in groups.joined() {
            if rule.holidays.isPublic { holidays.isPublic = true }
            if rule.holidays.isSchool { holidays.isSchool = true }
        }
        self.holidays = holidays
    }

    /// Whether the place is open at a time.
    package func state(at time: LocalTime) -> OpeningState {
        let day = time.day, minute = time.minuteOfDay, dayBefore = CivilDay(number: day.number - 1)
        let usual = state(day, dayBefore, minute, OpeningRule.Holidays(), OpeningRule.Holidays())
        guard !holidays.isEmpty else { return usual }
        let today = doubtful(day), yesterday = doubtful(dayBefore)
        if today.isEmpty, yesterday.isEmpty { return usual }
        return state(day, dayBefore, minute, today, yesterday) == usual ? usual : .unknown
    }

    /// The first time after another, within seven days, when it is in another state, and that state; `nil` when there is none.
    package func change(after time: LocalTime) -> (time: LocalTime, state: OpeningState)? {
        let now = state(at: time), minutes = boundaries(), midnight = time.minutes - time.minuteOfDay
        for day in 0...7 {
            for minute in minutes {
                let total = midnight + day * LocalTime.minutesOfDay + minute
                guard total > time.minutes, total <= time.minutes + 7 * LocalTime.minutesOfDay else { continue }
                guard let next = LocalTime(minutes: total) else { return nil }
                let then = state(at: next)
                if then != now { return (next, then) }
            }
        }
        return nil
    }

    /// The minutes of a day, in order, at which anything may change.
    private func boundaries() -> [Int] {
        var isBoundary = [Bool](repeating: false, count: LocalTime.minutesOfDay)
        isBoundary[0] = true
        for rule in groups.joined() {
            for hours in rule.hours {
                isBoundary[hours.from % LocalTime.minutesOfDay] = true
                isBoundary[hours.to % LocalTime.minutesOfDay] = true
            }
        }
        return isBoundary.indices.filter { isBoundary[$0] }
    }

    /// The holidays that a day may be.
    private func doubtful(_ day: CivilDay) -> OpeningRule.Holidays {
        let isLikely = (day.month, day.day) == (1, 1) || (day.month, day.day) == (12, 25)
        return OpeningRule.Holidays(isPublic: isLikely && holidays.isPublic, isSchool: holidays.isSchool)
    }

    private func state(
        _ day: CivilDay, _ dayBefore: CivilDay, _ minute: Int, _ today: OpeningRule.Holidays,
        _ yesterday: OpeningRule.Holidays
    ) -> OpeningState {
        for rules in groups {
            // What rules of this day say, and what hours say that began on the day before.
            var own: OpeningState?, left: OpeningState?
            for rule in rules {
                if rule.holds(on: day, today) {
                    if rule.joint == .normal, rule.state != .closed { own = nil }
                    if rule.state == .closed, rule.hours.isEmpty {
                        own = nil
                        if left == .open { left = .unknown }
                    } else if let said = rule.state(atMinute: minute) {
                        own = said
                    }
                }
                if rule.holds(on: dayBefore, yesterday) {
                    // A rule for a day replaces what those before it say of that day, to the end of its night.
                    if rule.joint == .normal { left = nil }
                    if let said = rule.state(atMinute: minute + LocalTime.minutesOfDay) { left = said }
                }
            }
            if let said = own ?? left, said != .closed { return said }
        }
        return .closed
    }
}

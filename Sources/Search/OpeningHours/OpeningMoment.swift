import GeoCore

/// The beginning or end of a span: minutes after the beginning of the rule's day, or after a time of the sun.
struct OpeningMoment: Sendable {
    /// `nil` for a time on the clock.
    var event: SunEvent?
    var minutes: Int

    /// Returns the minute, counted from the day's midnight; `nil` for a time of the sun if place or time zone are
    /// unknown.
    func minute(on day: CivilDay, _ setting: OpeningSetting) -> Int? {
        guard let event else { return minutes }
        return setting.minute(of: event, on: day).map { $0 + minutes }
    }

    /// Whether a span that begins at this moment and ends at `end` ends on the next day.
    ///
    /// The answer does not depend on the season: a beer garden that closes at 22:00 after sunset is not open all night
    /// in June.
    func endsNextDay(at end: OpeningMoment) -> Bool {
        switch (event, end.event) {
        case (nil, nil): end.minutes <= minutes
        case (let first?, let last?) where first == last: end.minutes <= minutes
        case (let first?, let last?): first.rawValue > last.rawValue
        case (nil, let last?): last.isMorning && minutes > LocalTime.minutesOfDay / 4
        case (let first?, nil): end.minutes <= LocalTime.minutesOfDay / (first.isMorning ? 4 : 2)
        }
    }
}

/// A span of opening hours, and the state that a rule gives it.
struct OpeningSpan: Sendable {
    let from: OpeningMoment
    let to: OpeningMoment
    /// Whether `to` is a time of the sun on the next day.
    let endsNextDay: Bool
    var state: OpeningState

    /// Makes a span of clock times, in minutes; more than 1440 is on the next day.
    init(from: Int, to: Int, state: OpeningState) {
        self.init(
            from: OpeningMoment(minutes: from), to: OpeningMoment(minutes: to), endsNextDay: false, state: state)
    }

    init(from: OpeningMoment, to: OpeningMoment, endsNextDay: Bool, state: OpeningState) {
        self.from = from
        self.to = to
        self.endsNextDay = endsNextDay
        self.state = state
    }

    var isOfTheSun: Bool { from.event != nil || to.event != nil }

    /// Returns the minutes of a day between which the span lasts, and its state.
    ///
    /// If the sun's times are unknown, it returns the longest possible span with the state unknown.
    func minutes(on day: CivilDay, _ setting: OpeningSetting) -> (from: Int, to: Int, state: OpeningState) {
        guard isOfTheSun else { return (from.minutes, to.minutes, state) }
        let lastDay = endsNextDay ? CivilDay(number: day.number + 1) : day
        let extra = endsNextDay ? LocalTime.minutesOfDay : 0
        guard let first = from.minute(on: day, setting), let last = to.minute(on: lastDay, setting) else {
            let end = to.event == nil ? to.minutes : LocalTime.minutesOfDay + extra / 2
            return (from.event == nil ? from.minutes : 0, end, .unknown)
        }
        return (first, last + extra, state)
    }
}

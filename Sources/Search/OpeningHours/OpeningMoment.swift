import GeoCore

/// An end of opening hours: so many minutes after the beginning of the rule's day, or after one of the sun's times.
struct OpeningMoment: Sendable {
    /// `nil` for a time on the clock.
    var event: SunEvent?
    var minutes: Int

    /// The minute of a day, counted from that day's midnight; `nil` for one of the sun's where place or time zone are
    /// unknown.
    func minute(on day: CivilDay, _ setting: OpeningSetting) -> Int? {
        guard let event else { return minutes }
        return setting.minute(of: event, on: day).map { $0 + minutes }
    }

    /// Whether hours that begin at this moment and end at another end on the day after.
    ///
    /// Which comes first does not depend on the season: a beer garden that closes at 22:00 after sunset is not open all
    /// night in June.
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

/// From a moment up to another, and what a rule says of the time between.
struct OpeningSpan: Sendable {
    let from: OpeningMoment
    let to: OpeningMoment
    /// Whether `to`, one of the sun's times, is that of the day after.
    let endsNextDay: Bool
    var state: OpeningState

    /// Hours of the clock; past 1440 on the day after.
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

    /// The minutes of a day from and up to which it lasts, and its state; the longest that it may last, unknown, where
    /// the sun's times are unknown.
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

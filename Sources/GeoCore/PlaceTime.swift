/// A time on the clock of a place, and how far that clock is ahead of UTC.
package struct PlaceTime: Equatable, Sendable {
    package let local: LocalTime
    /// `nil` where the place's time zone is not known: the sun's times are unknown then.
    package let clock: ClockOffset?

    package init(_ local: LocalTime, clock: ClockOffset? = nil) {
        self.local = local
        self.clock = clock
    }
}

/// How far a clock is ahead of UTC from some time on, for about a week.
package struct ClockOffset: Equatable, Sendable {
    /// When the clock is put forward or back.
    package struct Change: Equatable, Sendable {
        /// In minutes since 1970 on the clock before the change.
        package let at: Int
        /// Minutes ahead of UTC afterwards.
        package let minutes: Int

        package init(at: Int, minutes: Int) {
            self.at = at
            self.minutes = minutes
        }
    }

    /// Minutes ahead of UTC, until a change.
    package let minutes: Int
    /// The first change within the week.
    package let change: Change?

    /// `nil` for a clock that differs from UTC by more than a day: no place has one.
    package init?(minutes: Int, change: Change? = nil) {
        let limit = -LocalTime.minutesOfDay...LocalTime.minutesOfDay
        guard limit.contains(minutes), change.map({ limit.contains($0.minutes) }) ?? true else { return nil }
        self.minutes = minutes
        self.change = change
    }

    /// Returns the minutes ahead of UTC at noon of a day: the clock is changed at night.
    package func minutes(on day: CivilDay) -> Int {
        guard let change, day.number * LocalTime.minutesOfDay + LocalTime.minutesOfDay / 2 >= change.at else {
            return minutes
        }
        return change.minutes
    }
}

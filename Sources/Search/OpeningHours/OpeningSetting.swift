package import GeoCore

/// The circumstances of opening hours: the place's position, its clock and its public holidays.
package struct OpeningSetting: Sendable {
    /// The public holidays; `nil` if the country or its holidays are unknown.
    package var holidays: HolidayCalendar?
    package var place: Coordinate?
    package var clock: ClockOffset?
    /// Precomputed times of the sun for some days: the first of these days, and the minutes by day and event.
    private var sunlit: (firstDay: Int, minutes: [Int])?

    package init(holidays: HolidayCalendar? = nil, place: Coordinate? = nil, clock: ClockOffset? = nil) {
        self.holidays = holidays
        self.place = place
        self.clock = clock
    }

    /// Returns the setting with precomputed times of the sun for some days.
    func knowingSun(of days: ClosedRange<Int>) -> OpeningSetting {
        guard let place, let clock else { return self }
        var setting = self
        let minutes = days.flatMap { day in
            let day = CivilDay(number: day), offset = clock.minutes(on: day)
            return SunEvent.allCases.map { SunTimes.minute(of: $0, on: day, at: place, offset: offset) }
        }
        setting.sunlit = (days.lowerBound, minutes)
        return setting
    }

    /// Returns the minute of an event of the sun, counted from the day's midnight; `nil` if place or time zone are
    /// unknown.
    func minute(of event: SunEvent, on day: CivilDay) -> Int? {
        if let sunlit {
            let index = (day.number - sunlit.firstDay) * SunEvent.allCases.count + event.rawValue
            if sunlit.minutes.indices.contains(index) { return sunlit.minutes[index] }
        }
        guard let place, let clock else { return nil }
        return SunTimes.minute(of: event, on: day, at: place, offset: clock.minutes(on: day))
    }

    /// Returns whether a day, counted from 1 January 1970, is a public holiday.
    func isPublicHoliday(_ day: Int) -> HolidayCalendar.Answer {
        if let holidays { return holidays.isHoliday(day) }
        return HolidayCalendar.isHolidayInManyCountries(CivilDay(number: day)) ? .perhaps : .no
    }
}

/// The public holidays of a country or a part of it, for some years.
package struct HolidayCalendar: Equatable, Sendable {
    package enum Answer: Sendable { case no, perhaps, yes }

    /// A day, counted from 1 January 1970, that is a holiday or may be one: some depend on the sighting of the new
    /// moon.
    package struct Day: Equatable, Sendable {
        package let number: Int
        package let isCertain: Bool

        package init(number: Int, isCertain: Bool) {
            self.number = number
            self.isCertain = isCertain
        }
    }

    /// The days of the years that the calendar covers.
    package let extent: ClosedRange<Int>
    /// Ascending.
    package let days: [Day]

    package init(extent: ClosedRange<Int>, days: [Day]) {
        self.extent = extent
        self.days = days
    }

    /// Returns whether a day is a holiday. Outside the calendar's years, any day may be one.
    package func isHoliday(_ day: Int) -> Answer {
        guard extent.contains(day) else { return .perhaps }
        var low = 0, high = days.count
        while low < high {
            let middle = (low + high) / 2
            if days[middle].number < day { low = middle + 1 } else { high = middle }
        }
        guard low < days.count, days[low].number == day else { return .no }
        return days[low].isCertain ? .yes : .perhaps
    }

    /// Whether a day is a public holiday in a sixth or more of all countries (counted in PyPI `holidays` 0.109, years
    /// 2025 to 2036).
    ///
    /// It serves countries whose holidays are unknown. If every day were doubtful there, no state would be known.
    static func isHolidayInManyCountries(_ day: CivilDay) -> Bool {
        switch (day.month, day.day) {
        case (1, 1), (5, 1), (8, 15), (11, 1), (12, 25), (12, 26): return true
        default: break
        }
        // Good Friday, Easter, Easter Monday, Ascension, Whit Monday.
        return [-2, 0, 1, 39, 50].contains(day.number - CivilDay.easter(of: day.year))
    }
}

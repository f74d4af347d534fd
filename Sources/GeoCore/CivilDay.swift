/// A day of the Gregorian calendar.
package struct CivilDay: Equatable, Sendable {
    /// Days since 1 January 1970.
    package let number: Int
    package let year: Int
    /// 1 ... 12
    package let month: Int
    /// 1 ... 31
    package let day: Int

    /// The day a number of days after 1 January 1970 (Howard Hinnant, chrono-Compatible Low-Level Date Algorithms,
    /// `civil_from_days`).
    package init(number: Int) {
        self.number = number
        let shifted = number + 719_468
        let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
        let dayOfEra = shifted - era * 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let month = (5 * dayOfYear + 2) / 153
        day = dayOfYear - (153 * month + 2) / 5 + 1
        self.month = month < 10 ? month + 3 : month - 9
        year = yearOfEra + era * 400 + (month < 10 ? 0 : 1)
    }

    /// Days from 1 January 1970 to a date, by the same source; a day past the end of its month is one of the next.
    package static func number(year: Int, month: Int, day: Int) -> Int {
        let year = month <= 2 ? year - 1 : year
        let era = (year >= 0 ? year : year - 399) / 400
        let yearOfEra = year - era * 400
        let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
        return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
    }

    /// How many days a month has.
    package static func length(year: Int, month: Int) -> Int {
        let (nextYear, next) = month == 12 ? (year + 1, 1) : (year, month + 1)
        return number(year: nextYear, month: next, day: 1) - number(year: year, month: month, day: 1)
    }

    /// 0 for Monday ... 6 for Sunday. 1 January 1970 was a Thursday.
    package var weekday: Int { ((number + 3) % 7 + 7) % 7 }

    /// The week, 1 ... 53: that of the year its Thursday is in (ISO 8601).
    package var week: Int {
        let thursday = CivilDay(number: number - weekday + 3)
        return (thursday.number - Self.number(year: thursday.year, month: 1, day: 1)) / 7 + 1
    }

    /// Easter Sunday (Meeus, Astronomical Algorithms, chapter 8: the method of Butcher's Ecclesiastical Calendar).
    package static func easter(of year: Int) -> Int {
        let a = year % 19, b = year / 100, c = year % 100
        let g = (8 * b + 13) / 25, h = (19 * a + b - b / 4 - g + 15) % 30
        let l = (32 + 2 * (b % 4) + 2 * (c / 4) - h - c % 4) % 7
        let m = (a + 11 * h + 22 * l) / 451, sum = h + l - 7 * m + 114
        return number(year: year, month: sum / 31, day: sum % 31 + 1)
    }
}

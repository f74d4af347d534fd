import GeoCore

extension OpeningHoursParser {
    /// Everything before the hours.
    mutating func days(of rule: inout OpeningRule) -> Bool {
        while true {
            skipBlanks()
            if isTimeNext { return true }
            if isDigit(peek) {
                guard rule.years.isEmpty, rule.dates.isEmpty, let year = year() else { return false }
                skipBlanks()
                guard isMonth(peekWord) ? dates(of: &rule, in: year) : years(of: &rule, from: year) else {
                    return false
                }
                continue
            }
            if !rule.dates.isEmpty || !rule.years.isEmpty || !rule.weeks.isEmpty, accept(":") { skipBlanks() }
            if isTimeNext { return true }
            let word = peekWord
            if isMonth(word) {
                guard rule.dates.isEmpty, dates(of: &rule, in: nil) else { return false }
            } else if word == "week" {
                guard rule.weeks.isEmpty, weeks(of: &rule) else { return false }
            } else if word.weekday != nil || holiday(word) != nil {
                guard weekdays(of: &rule) else { return false }
            } else {
                return true
            }
        }
    }

    /// "2024", "2024-2026/2", "2024+", after the first number.
    private mutating func years(of rule: inout OpeningRule, from first: Int) -> Bool {
        var from = first
        while true {
            var to = from, step = 1
            if accept("+") {
                to = .max
            } else if accept("-") {
                guard let last = year(), last >= from else { return false }
                to = last
                if accept("/") {
                    guard let every = number(), every > 0 else { return false }
                    step = every
                }
            }
            rule.years.append(OpeningRule.YearRange(from: from, to: to, step: step))
            let start = index
            guard accept(","), let next = year() else {
                index = start
                return true
            }
            from = next
        }
    }

    /// "Jan 01,Dec 24-26,31", "Nov-Feb", "2024 Dec 20-2025 Jan 6", "easter".
    private mutating func dates(of rule: inout OpeningRule, in year: Int?) -> Bool {
        var year = year
        while true {
            guard let range = dateRange(in: year) else { return false }
            rule.dates.append(range)
            if range.endsWithDay { furtherDays(of: range.to, &rule) }
            let start = index
            skipBlanks()
            guard accept(",") else { return true }
            skipBlanks()
            if isDigit(peek), !isTimeNext, let next = self.year() {
                year = next
                skipBlanks()
            }
            if !isMonth(peekWord) {
                index = start
                return true
            }
        }
    }

    /// "31" and "28-30" behind "Dec 24,": days of the month before them.
    private mutating func furtherDays(of date: DateRange.Date, _ rule: inout OpeningRule) {
        while true {
            let start = index
            skipBlanks()
            guard accept(","), let first = dayOfMonth() else { return index = start }
            var last = first
            skipBlanks()
            if accept("-") {
                skipBlanks()
                guard isDigit(peek), let end = dayOfMonth() else { return index = start }
                last = end
            }
            let from = DateRange.Date(year: date.year, month: date.month, day: first)
            let to = DateRange.Date(year: date.year, month: date.month, day: last)
            guard isDate(from), isDate(to), first <= last else { return index = start }
            rule.dates.append(DateRange(from: from, to: to))
        }
    }

    private mutating func dateRange(in year: Int?) -> DateRange? {
        let name = word()
        if name == "easter" {
            guard let days = daysAfter() else { return nil }
            let easter = DateRange.Date(year: year, month: 0, day: days)
            let start = index
            skipBlanks()
            guard accept("-") else {
                index = start
                return DateRange(from: easter, to: easter)
            }
            skipBlanks()
            return end(of: easter).map { DateRange(from: easter, to: $0) }
        }
        guard let month = name.month else { return nil }
        let day = dayOfMonth(), counted = day == nil ? countedDay(of: month, in: year, beginsRange: true) : nil
        let from = counted ?? DateRange.Date(year: year, month: month, day: day ?? 1)
        skipBlanks()
        guard accept("-") else {
            let to = DateRange.Date(year: year, month: month, day: day ?? 31)
            return isDate(from) ? DateRange(from: from, to: to, endsWithDay: day != nil) : nil
        }
        skipBlanks()
        if let day, isDigit(peek) {
            let start = index
            if let last = number(), last >= day, last <= 31, index - start <= 2 {
                let to = DateRange.Date(year: year, month: month, day: last)
                return isDate(from) && isDate(to) ? DateRange(from: from, to: to, endsWithDay: true) : nil
            }
            index = start
        }
        return dateRange(from: from, isWholeMonth: day == nil && counted == nil)
    }

    /// The range from a date to what stands behind its dash, in the same year or another.
    private mutating func dateRange(from: DateRange.Date, isWholeMonth: Bool) -> DateRange? {
        var lastYear = from.year
        if isDigit(peek) {
            guard from.year != nil, let given = year() else { return nil }
            lastYear = given
            skipBlanks()
        }
        if peekWord == "easter" {
            return isWholeMonth ? nil : end(of: from).map { DateRange(from: from, to: $0) }
        }
        guard let month = word().month else { return nil }
        let day = dayOfMonth()
        let counted = day == nil && !isWholeMonth ? countedDay(of: month, in: lastYear, beginsRange: false) : nil
        guard isWholeMonth == (day == nil && counted == nil) else { return nil }
        var to = counted ?? DateRange.Date(year: lastYear, month: month, day: day ?? 31)
        // "2024 Dec 20-Jan 6" ends in the next year.
        if to.year == from.year, let given = from.year, to.isBefore(from) { to.year = given + 1 }
        return isDate(from) && (day == nil || isDate(to)) ? DateRange(from: from, to: to, endsWithDay: day != nil) : nil
    }

    /// "Su[-1]" or "Su[1] +2 days" behind a month. At the beginning of a range only where the end follows: else it is a
    /// weekday of the rule.
    private mutating func countedDay(of month: Int, in year: Int?, beginsRange: Bool) -> DateRange.Date? {
        let start = index
        skipBlanks()
        if let weekday = word().weekday, accept("[") {
            let isFromEnd = accept("-")
            if let count = number(), (1...4).contains(count), accept("]"), let offset = daysAfter() {
                var copy = self
                copy.skipBlanks()
                let hasDash = copy.accept("-")
                copy.skipBlanks()
                if !beginsRange || hasDash && (copy.isMonth(copy.peekWord) || copy.isDigit(copy.peek)) {
                    return DateRange.Date(
                        year: year, month: month, day: isFromEnd ? -count : count, weekday: weekday, offset: offset)
                }
            }
        }
        index = start
        return nil
    }

    /// The date that ends a range one end of which is Easter: "easter +1 day", "Oct 31".
    private mutating func end(of first: DateRange.Date) -> DateRange.Date? {
        let name = word()
        if name == "easter" {
            return daysAfter().map { DateRange.Date(year: first.year, month: 0, day: $0) }
        }
        guard let month = name.month else { return nil }
        if let counted = countedDay(of: month, in: first.year, beginsRange: false) { return counted }
        guard let day = dayOfMonth() else { return nil }
        let date = DateRange.Date(year: first.year, month: month, day: day)
        return isDate(date) ? date : nil
    }

    /// Whether a date is in some year.
    private func isDate(_ date: DateRange.Date) -> Bool {
        date.weekday != nil || date.day >= 1 && date.day <= CivilDay.length(year: 2000, month: date.month)
    }

    /// The day behind a month, unless a time stands there.
    private mutating func dayOfMonth() -> Int? {
        let start = index
        skipBlanks()
        if isDigit(peek), !isTimeNext {
            let digits = index
            if let day = number(), index - digits <= 2, day <= 31 { return day }
        }
        index = start
        return nil
    }

    /// "-2 days" behind Easter, a holiday or a counted weekday; 0 when there is none.
    private mutating func daysAfter() -> Int? {
        let start = index
        skipBlanks()
        let isBefore = accept("-")
        guard isBefore || accept("+") else {
            index = start
            return 0
        }
        skipBlanks()
        // A range follows: "easter-Oct 31".
        guard isDigit(peek) else {
            index = start
            return 0
        }
        guard let count = number(), count <= 100 else { return nil }
        skipBlanks()
        let unit = word()
        guard unit == "day" || unit == "days" else { return nil }
        return isBefore ? -count : count
    }

    /// "week 1-53/2,8"
    private mutating func weeks(of rule: inout OpeningRule) -> Bool {
        _ = word()
        while true {
            skipBlanks()
            guard let from = number(), (1...53).contains(from) else { return false }
            var to = from, step = 1
            if accept("-") {
                guard let last = number(), (1...53).contains(last) else { return false }
                to = last
                if accept("/") {
                    guard let every = number(), every > 0, from <= to else { return false }
                    step = every
                }
            }
            rule.weeks.append(OpeningRule.WeekRange(from: from, to: to, step: step))
            let start = index
            guard accept(",") else { return true }
            skipBlanks()
            if !isDigit(peek) || isTimeNext {
                index = start
                return true
            }
        }
    }

    /// "Mo-Fr,Su", "Th[4]", "Mo-Fr,PH", "PH Mo-Fr"
    private mutating func weekdays(of rule: inout OpeningRule) -> Bool {
        let hadHolidays = !rule.holidays.isEmpty, hadWeekdays = rule.hasWeekdays
        // A second list narrows the first when one names holidays and the other weekdays.
        if hadHolidays && hadWeekdays || rule.holidaysNarrow { return false }
        while true {
            let name = word()
            if let holiday = holiday(name) {
                if hadHolidays { return false }
                switch holiday {
                case .school: rule.holidays.isSchool = true
                case .public:
                    // "PH -1 day"
                    guard let offset = daysAfter() else { return false }
                    rule.holidays.add(publicOffset: offset)
                }
            } else {
                guard !hadWeekdays, let first = name.weekday, weekdays(of: &rule, from: first) else { return false }
            }
            let start = index
            skipBlanks()
            let isListed = accept(",")
            skipBlanks()
            let next = peekWord
            if !isListed || next.weekday == nil && holiday(next) == nil {
                index = start
                break
            }
        }
        if hadHolidays || hadWeekdays {
            guard !rule.holidays.isEmpty, rule.hasWeekdays else { return false }
            rule.holidaysNarrow = true
        }
        return true
    }

    /// What may follow a weekday.
    private mutating func weekdays(of rule: inout OpeningRule, from first: Int) -> Bool {
        if accept("[") {
            guard let counts = counts() else { return false }
            // "Su[-1] -2 days"
            guard let offset = daysAfter() else { return false }
            rule.countedWeekdays.append(OpeningRule.CountedWeekday(weekday: first, counts: counts, offset: offset))
            return true
        }
        var last = first
        let start = index
        skipBlanks()
        if accept("-") {
            skipBlanks()
            guard let day = word().weekday, peek != UInt8(ascii: "[") else { return false }
            last = day
        } else {
            index = start
        }
        var day = first
        rule.weekdays |= 1 << UInt8(day)
        while day != last {
            day = (day + 1) % 7
            rule.weekdays |= 1 << UInt8(day)
        }
        return true
    }

    /// "1,3]", "-1]", "1-2]"
    private mutating func counts() -> UInt16? {
        var counts: UInt16 = 0
        repeat {
            let isFromEnd = accept("-")
            guard let first = number(), (1...5).contains(first) else { return nil }
            var last = first
            if !isFromEnd, accept("-") {
                guard let end = number(), (first...5).contains(end) else { return nil }
                last = end
            }
            for count in first...last { counts |= 1 << UInt16(count - 1 + (isFromEnd ? 8 : 0)) }
        } while accept(",")
        return accept("]") ? counts : nil
    }
}

import GeoCore

extension OpeningHoursParser {
    /// Parses dates: "Jan 01,Dec 24-26,31", "Nov-Feb", "2024 Dec 20-2025 Jan 6", "easter".
    mutating func dates(of rule: inout OpeningRule, in year: Int?) -> Bool {
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

    /// Parses "31" and "28-30" after "Dec 24,": further days of that month.
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

    /// Parses the range from a date to the date after the dash, in the same year or another.
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

    /// Parses "Su[-1]" or "Su[1] +2 days" after a month. At the beginning of a range, the end must follow; otherwise it
    /// is a weekday of the rule.
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

    /// Parses the end of a range if either end is Easter: "easter +1 day", "Oct 31".
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

    /// Whether a date exists in any year.
    private func isDate(_ date: DateRange.Date) -> Bool {
        date.weekday != nil || date.day >= 1 && date.day <= CivilDay.length(year: 2000, month: date.month)
    }

    /// Parses the day after a month, unless a time follows there.
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
}

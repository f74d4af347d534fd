import GeoCore

extension OpeningHoursParser {
    /// Parses everything before the hours.
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

    /// Parses years after their first number: "2024", "2024-2026/2", "2024+".
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

    /// Parses "-2 days" after Easter, a holiday or a counted weekday; returns 0 if there is no offset.
    mutating func daysAfter() -> Int? {
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

    /// Parses "week 1-53/2,8".
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

    /// Parses "Mo-Fr,Su", "Th[4]", "Mo-Fr,PH", "PH Mo-Fr".
    private mutating func weekdays(of rule: inout OpeningRule) -> Bool {
        let hadHolidays = !rule.holidays.isEmpty, hadWeekdays = rule.hasWeekdays
        // A second list narrows the first if one list names holidays and the other names weekdays.
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

    /// Parses the text after a weekday: a range or a count.
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

    /// Parses "1,3]", "-1]", "1-2]".
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

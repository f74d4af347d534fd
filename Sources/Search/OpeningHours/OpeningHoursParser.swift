import GeoCore

/// Reads rules of opening hours. What it does not know makes it give up: `nil`.
struct OpeningHoursParser {
    private let bytes: [UInt8]
    private var index = 0

    /// Takes a text; long dashes are read as hyphens.
    init(_ text: Span<UInt8>) {
        var bytes: [UInt8] = []
        var index = 0
        while index < text.count {
            // U+2013, U+2014
            if index + 2 < text.count, text[index] == 0xe2, text[index + 1] == 0x80,
                text[index + 2] == 0x93 || text[index + 2] == 0x94
            {
                bytes.append(UInt8(ascii: "-"))
                index += 3
            } else {
                bytes.append(text[index])
                index += 1
            }
        }
        self.bytes = bytes
    }

    /// All rules, in groups between `||`.
    mutating func groups() -> [[OpeningRule]]? {
        var groups: [[OpeningRule]] = [], rules: [OpeningRule] = [], joint = OpeningRule.Joint.normal
        while true {
            guard let rule = rule(joint) else { return nil }
            // A rule for all days would undo those before it, which nobody means; so its readers differ.
            if !rules.isEmpty, joint == .normal, !rule.hasDays, rule.state != .closed || rule.hours.isEmpty {
                return nil
            }
            rules.append(rule)
            skipBlanks()
            if accept(";") {
                skipBlanks()
                if isAtEnd { break }
                joint = .normal
            } else if accept(",") {
                joint = .additional
            } else if accept("|") {
                guard accept("|") else { return nil }
                groups.append(rules)
                rules = []
                joint = .normal
            } else {
                break
            }
        }
        return isAtEnd ? groups + [rules] : nil
    }

    private mutating func rule(_ joint: OpeningRule.Joint) -> OpeningRule? {
        var rule = OpeningRule(joint), hasComment = false, isAlways = false
        skipBlanks()
        if peek == UInt8(ascii: "\"") {
            guard comment() else { return nil }
            hasComment = true
            skipBlanks()
            if accept(":") { hasComment = false }
        }
        if !hasComment {
            if acceptAlways() { isAlways = true } else { guard days(of: &rule) else { return nil } }
            skipBlanks()
            if rule.hasDays { _ = accept(":") }
            guard hours(of: &rule) else { return nil }
            skipBlanks()
        }
        let modifier = word()
        var hasModifier = true
        switch modifier {
        case "open": rule.state = .open
        case "off", "closed": rule.state = .closed
        case "unknown": rule.state = .unknown
        case OpeningWord(): hasModifier = false
        default: return nil
        }
        skipBlanks()
        if !hasComment, peek == UInt8(ascii: "\"") {
            guard comment() else { return nil }
            hasComment = true
        }
        // What only a comment explains is open or not, who knows.
        if hasComment, !hasModifier { rule.state = .unknown }
        // Days alone would be open from midnight to midnight: more often the hours are missing.
        guard hasModifier || hasComment || isAlways || !rule.hours.isEmpty else { return nil }
        if rule.state != .open {
            rule.hours = rule.hours.map { OpeningRule.Hours(from: $0.from, to: $0.to, state: rule.state) }
        }
        return rule
    }

    /// A text in quotes.
    private mutating func comment() -> Bool {
        guard accept("\"") else { return false }
        while let byte = peek {
            index += 1
            if byte == UInt8(ascii: "\"") { return true }
        }
        return false
    }

    private mutating func acceptAlways() -> Bool {
        let start = index
        if number() == 24, accept("/"), number() == 7 { return true }
        index = start
        return false
    }
}

// MARK: - Days

extension OpeningHoursParser {
    /// Everything before the hours.
    private mutating func days(of rule: inout OpeningRule) -> Bool {
        while true {
            skipBlanks()
            if isDigit(peek) {
                if isTime { return true }
                guard rule.years.isEmpty, rule.dates.isEmpty, let year = year() else { return false }
                skipBlanks()
                guard isMonth(peekWord) ? dates(of: &rule, in: year) : years(of: &rule, from: year) else {
                    return false
                }
                continue
            }
            if !rule.dates.isEmpty || !rule.years.isEmpty || !rule.weeks.isEmpty, accept(":") { skipBlanks() }
            if isDigit(peek), isTime { return true }
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

    /// "Jan 01,Dec 24-26", "Nov-Feb", "2024 Dec 20-2025 Jan 6", "easter".
    private mutating func dates(of rule: inout OpeningRule, in year: Int?) -> Bool {
        var year = year
        while true {
            guard let range = dateRange(in: year) else { return false }
            rule.dates.append(range)
            let start = index
            skipBlanks()
            guard accept(",") else { return true }
            skipBlanks()
            if isDigit(peek), !isTime, let next = self.year() {
                year = next
                skipBlanks()
            }
            if !isMonth(peekWord) {
                index = start
                return true
            }
        }
    }

    private mutating func dateRange(in year: Int?) -> DateRange? {
        let name = word()
        if name == "easter" {
            guard let days = daysAfter() else { return nil }
            let easter = DateRange.Date(year: year, month: 0, day: days)
            return DateRange(from: easter, to: easter)
        }
        guard let month = name.month else { return nil }
        let day = dayOfMonth()
        let from = DateRange.Date(year: year, month: month, day: day ?? 1)
        var to = DateRange.Date(year: year, month: month, day: day ?? 31)
        skipBlanks()
        guard accept("-") else { return isDate(from) ? DateRange(from: from, to: to) : nil }
        skipBlanks()
        if let day, isDigit(peek) {
            let start = index
            if let last = number(), last >= day, last <= 31, index - start <= 2 {
                to = DateRange.Date(year: year, month: month, day: last)
                return isDate(from) && isDate(to) ? DateRange(from: from, to: to) : nil
            }
            index = start
        }
        var lastYear = year
        if isDigit(peek) {
            guard year != nil, let given = self.year() else { return nil }
            lastYear = given
            skipBlanks()
        }
        guard let last = word().month else { return nil }
        let lastDay = dayOfMonth()
        guard (day == nil) == (lastDay == nil) else { return nil }
        // "2024 Dec 20-Jan 6" ends in the next year.
        if lastYear == year, let given = year, (last, lastDay ?? 31) < (month, day ?? 1) { lastYear = given + 1 }
        to = DateRange.Date(year: lastYear, month: last, day: lastDay ?? 31)
        return isDate(from) && (lastDay == nil || isDate(to)) ? DateRange(from: from, to: to) : nil
    }

    /// Whether a date is in some year.
    private func isDate(_ date: DateRange.Date) -> Bool {
        date.day >= 1 && date.day <= CivilDay.length(year: 2000, month: date.month)
    }

    /// The day behind a month, unless a time stands there.
    private mutating func dayOfMonth() -> Int? {
        let start = index
        skipBlanks()
        if isDigit(peek), !isTime {
            let digits = index
            if let day = number(), index - digits <= 2, day <= 31 { return day }
        }
        index = start
        return nil
    }

    /// "-2 days" behind Easter; 0 when there is none.
    private mutating func daysAfter() -> Int? {
        let start = index
        skipBlanks()
        let isBefore = accept("-")
        guard isBefore || accept("+") else {
            index = start
            return 0
        }
        skipBlanks()
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
            if !isDigit(peek) || isTime {
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
                if holiday.isPublic { rule.holidays.isPublic = true } else { rule.holidays.isSchool = true }
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
            rule.countedWeekdays.append(OpeningRule.CountedWeekday(weekday: first, counts: counts))
            // "Su[1]-…", "Su[-1] -2 days"
            let start = index
            skipBlanks()
            if peek == UInt8(ascii: "-") || peek == UInt8(ascii: "+") { return false }
            index = start
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

// MARK: - Hours

extension OpeningHoursParser {
    /// "08:00-12:00,13:00-17:30", "22:00-02:00", "18:00+"; none at all is fine.
    private mutating func hours(of rule: inout OpeningRule) -> Bool {
        skipBlanks()
        guard isDigit(peek) else { return true }
        while true {
            guard let from = time(), from < LocalTime.minutesOfDay else { return false }
            skipBlanks()
            var end = from
            if accept("-") {
                skipBlanks()
                // "00:00-00:00" is all day; other hours that end as they begin are slips.
                guard let to = time(), to <= 2 * LocalTime.minutesOfDay, to != from || to == 0 else { return false }
                end = to > from ? to : to + LocalTime.minutesOfDay
                rule.hours.append(OpeningRule.Hours(from: from, to: end, state: .open))
            } else if peek != UInt8(ascii: "+") {
                return false
            }
            if accept("+") {
                let to = from < Self.evening ? LocalTime.minutesOfDay : LocalTime.minutesOfDay + Self.morning
                if end < to { rule.hours.append(OpeningRule.Hours(from: end, to: to, state: .unknown)) }
            }
            let start = index
            skipBlanks()
            let isListed = accept(",")
            skipBlanks()
            if !isListed || !isTime {
                index = start
                return true
            }
        }
    }

    /// When an open end is one of the night, and how far that may go.
    private static var evening: Int { 17 * 60 }
    private static var morning: Int { 6 * 60 }

    private mutating func time() -> Int? {
        let start = index
        guard let hour = number(), index - start <= 2, hour <= 48, accept(":") else { return nil }
        let colon = index
        guard let minute = number(), index - colon == 2, minute < 60 else { return nil }
        return hour * 60 + minute
    }

    /// Whether digits, a colon and digits follow: a colon alone may stand behind a date.
    private var isTime: Bool {
        var end = index
        while end < bytes.count, isDigit(bytes[end]) { end += 1 }
        return end > index && end + 1 < bytes.count && bytes[end] == UInt8(ascii: ":") && isDigit(bytes[end + 1])
    }
}

// MARK: - Bytes

extension OpeningHoursParser {
    private var isAtEnd: Bool { index >= bytes.count }
    private var peek: UInt8? { index < bytes.count ? bytes[index] : nil }

    private mutating func skipBlanks() {
        while let byte = peek, byte == 0x20 || byte == 0x09 { index += 1 }
    }

    private mutating func accept(_ character: Unicode.Scalar) -> Bool {
        guard peek == UInt8(ascii: character) else { return false }
        index += 1
        return true
    }

    private func isDigit(_ byte: UInt8?) -> Bool {
        guard let byte else { return false }
        return byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9")
    }

    /// Up to four digits.
    private mutating func number() -> Int? {
        var value = 0
        let start = index
        while let byte = peek, isDigit(byte), index - start < 5 {
            value = value * 10 + Int(byte - UInt8(ascii: "0"))
            index += 1
        }
        return index > start && index - start <= 4 ? value : nil
    }

    private mutating func year() -> Int? {
        let start = index
        guard !isTime, let year = number(), index - start == 4, year >= 1900 else {
            index = start
            return nil
        }
        return year
    }
}

extension OpeningHoursParser {
    private mutating func word() -> OpeningWord {
        var word = OpeningWord()
        while let byte = peek, byte | 0x20 >= UInt8(ascii: "a"), byte | 0x20 <= UInt8(ascii: "z") {
            word.append(byte)
            index += 1
        }
        return word
    }

    private var peekWord: OpeningWord {
        var copy = self
        return copy.word()
    }

    private func isMonth(_ word: OpeningWord) -> Bool { word.month != nil || word == "easter" }

    private func holiday(_ word: OpeningWord) -> OpeningRule.Holidays? {
        word == "ph"
            ? OpeningRule.Holidays(isPublic: true) : word == "sh" ? OpeningRule.Holidays(isSchool: true) : nil
    }
}

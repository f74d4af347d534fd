import GeoCore

extension OpeningHoursParser {
    /// "08:00-12:00,13:00-17:30", "22:00-02:00", "18:00+"; none at all is fine.
    mutating func hours(of rule: inout OpeningRule) -> Bool {
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
    var isTime: Bool {
        var end = index
        while end < bytes.count, isDigit(bytes[end]) { end += 1 }
        return end > index && end + 1 < bytes.count && bytes[end] == UInt8(ascii: ":") && isDigit(bytes[end + 1])
    }
}

/// Times as XML writes them: `xsd:dateTime` (XML Schema Part 2, 3.2.7) of the years 0000 to 9999, and with the zone as
/// ISO 8601's basic form has it (`+0200`), which phones send.
package enum DateTime {
    /// Returns the milliseconds from 1970 on of `2026-10-01T12:00:00Z` and its like, or `nil` for anything else.
    ///
    /// Digits of the second beyond the third are cut off; a leap second counts as the one after it. Without a zone the
    /// time is UTC, as GPX has it.
    package static func read(_ text: String) -> Int64? {
        var digits = Digits(rest: Array(text.utf8)[...])
        guard let year = digits.number(4), digits.mark("-"), let month = digits.number(2), digits.mark("-"),
            let day = digits.number(2), digits.mark("T"), let hour = digits.number(2), digits.mark(":"),
            let minute = digits.number(2), digits.mark(":"), let second = digits.number(2),
            (1...12).contains(month), (1...daysIn(month: month, of: year)).contains(day),
            hour <= 23, minute <= 59, second <= 60,
            let milliseconds = digits.thousandths(), let zone = digits.zone(), digits.rest.isEmpty
        else { return nil }
        let minutes = (daysSince1970(year, month, day) * 24 + hour) * 60 + minute - zone
        return (minutes * 60 + second) * 1000 + milliseconds
    }

    private static func daysIn(month: Int64, of year: Int64) -> Int64 {
        let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
        switch month {
        case 2: return isLeap ? 29 : 28
        case 4, 6, 9, 11: return 30
        default: return 31
        }
    }

    /// Howard Hinnant, "chrono-compatible low-level date algorithms", `days_from_civil`; here for years from 0 on. The
    /// year begins in March, so that the leap day is its last one.
    private static func daysSince1970(_ year: Int64, _ month: Int64, _ day: Int64) -> Int64 {
        let shifted = year + (month <= 2 ? 399 : 400)  // 400 years later, so that nothing is negative.
        let era = shifted / 400, yearOfEra = shifted % 400
        let dayOfYear = (153 * ((month + 9) % 12) + 2) / 5 + day - 1
        let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
        return (era - 1) * 146_097 + dayOfEra - 719_468
    }

    private struct Digits {
        var rest: ArraySlice<UInt8>

        mutating func number(_ count: Int) -> Int64? {
            guard rest.count >= count else { return nil }
            var number: Int64 = 0
            for byte in rest.prefix(count) {
                guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) else { return nil }
                number = number * 10 + Int64(byte - UInt8(ascii: "0"))
            }
            rest = rest.dropFirst(count)
            return number
        }

        mutating func mark(_ mark: Unicode.Scalar) -> Bool {
            guard let byte = rest.first, byte == UInt8(ascii: mark) else { return false }
            rest = rest.dropFirst()
            return true
        }

        /// The part of a second after the point, 0 without one.
        mutating func thousandths() -> Int64? {
            guard mark(".") else { return 0 }
            var value: Int64 = 0, place: Int64 = 100
            guard let first = number(1) else { return nil }
            value = first * place
            while let digit = number(1) {
                place /= 10
                value += digit * place
            }
            return value
        }

        /// How far local time is ahead of UTC, in minutes.
        mutating func zone() -> Int64? {
            if rest.isEmpty || mark("Z") { return 0 }
            let isAhead = mark("+")
            guard isAhead || mark("-"), let hours = number(2) else { return nil }
            _ = mark(":")
            guard let minutes = number(2), minutes <= 59, hours * 60 + minutes <= 14 * 60 else { return nil }
            return isAhead ? hours * 60 + minutes : -(hours * 60 + minutes)
        }
    }
}

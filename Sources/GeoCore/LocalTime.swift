/// A minute on the clock of a place, in any time zone.
public struct LocalTime: Equatable, Comparable, Sendable {
    /// Minutes since 1 January 1970, 00:00 on that clock.
    public let minutes: Int

    /// `nil` for a time outside the years 1970 ... 2199.
    public init?(minutes: Int) {
        guard minutes >= 0, minutes < Self.end else { return nil }
        self.minutes = minutes
    }

    /// Reads `2026-11-23T18:05`, with or without seconds, which are left out (ISO 8601); `nil` for any other text.
    package init?(_ text: Span<UInt8>) {
        guard text.count == 16 || text.count == 19 else { return nil }
        func number(_ start: Int, _ count: Int) -> Int? {
            var number = 0
            for index in start..<start + count {
                guard text[index] >= UInt8(ascii: "0"), text[index] <= UInt8(ascii: "9") else { return nil }
                number = number * 10 + Int(text[index] - UInt8(ascii: "0"))
            }
            return number
        }
        guard let year = number(0, 4), text[4] == UInt8(ascii: "-"), let month = number(5, 2),
            text[7] == UInt8(ascii: "-"), let day = number(8, 2), text[10] == UInt8(ascii: "T"),
            let hour = number(11, 2), text[13] == UInt8(ascii: ":"), let minute = number(14, 2),
            (1970...2199).contains(year), (1...12).contains(month), day >= 1, hour < 24, minute < 60,
            day <= CivilDay.length(year: year, month: month)
        else { return nil }
        if text.count == 19 {
            guard text[16] == UInt8(ascii: ":"), let second = number(17, 2), second < 60 else { return nil }
        }
        minutes = CivilDay.number(year: year, month: month, day: day) * Self.minutesOfDay + hour * 60 + minute
    }

    public static func < (one: LocalTime, other: LocalTime) -> Bool { one.minutes < other.minutes }

    /// `2026-11-23T18:05`
    package func append(to output: inout [UInt8]) {
        let date = day
        func append(_ number: Int, _ digits: Int, after separator: UInt8?) {
            if let separator { output.append(separator) }
            var scale = 1
            for _ in 1..<digits { scale *= 10 }
            while scale > 0 {
                output.append(UInt8(ascii: "0") + UInt8(number / scale % 10))
                scale /= 10
            }
        }
        append(date.year, 4, after: nil)
        append(date.month, 2, after: UInt8(ascii: "-"))
        append(date.day, 2, after: UInt8(ascii: "-"))
        append(minuteOfDay / 60, 2, after: UInt8(ascii: "T"))
        append(minuteOfDay % 60, 2, after: UInt8(ascii: ":"))
    }

    /// The same for text.
    public init?(_ text: String) { self.init(text.utf8Span.span) }

    /// `2026-11-23T18:05`
    public var text: String {
        var bytes: [UInt8] = []
        append(to: &bytes)
        return String(decoding: bytes, as: UTF8.self)
    }

    package var day: CivilDay { CivilDay(number: minutes / Self.minutesOfDay) }
    package var minuteOfDay: Int { minutes % Self.minutesOfDay }

    package static var minutesOfDay: Int { 1440 }
    private static var end: Int { CivilDay.number(year: 2200, month: 1, day: 1) * minutesOfDay }
}

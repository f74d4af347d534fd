import GeoCore

extension OpeningHoursParser {
    /// Parses spans: "08:00-12:00,13:00-17:30", "22:00-02:00", "18:00+", "sunrise-(sunset-01:00)". No span at all is
    /// valid.
    mutating func hours(of rule: inout OpeningRule) -> Bool {
        skipBlanks()
        guard isTimeNext || isDigit(peek) else { return true }
        while true {
            guard let from = moment(), from.event != nil || from.minutes < LocalTime.minutesOfDay else { return false }
            skipBlanks()
            var end = from
            if accept("-") {
                skipBlanks()
                guard let to = moment(), let span = span(from: from, to: to) else { return false }
                rule.hours.append(span)
                end = span.to
            } else if peek != UInt8(ascii: "+") {
                return false
            }
            if accept("+"), let open = openEnd(after: end, from: from) { rule.hours.append(open) }
            let start = index
            skipBlanks()
            let isListed = accept(",")
            skipBlanks()
            if !isListed || !isTimeNext {
                index = start
                return true
            }
        }
    }

    private func span(from: OpeningMoment, to: OpeningMoment) -> OpeningSpan? {
        let endsNextDay = from.endsNextDay(at: to)
        guard to.event == nil else {
            return OpeningSpan(from: from, to: to, endsNextDay: endsNextDay, state: .open)
        }
        // "00:00-00:00" is all day; any other span that ends when it begins is a typing error.
        guard to.minutes <= 2 * LocalTime.minutesOfDay,
            from.event != nil || to.minutes != from.minutes || to.minutes == 0
        else { return nil }
        let end = OpeningMoment(minutes: endsNextDay ? to.minutes + LocalTime.minutesOfDay : to.minutes)
        return OpeningSpan(from: from, to: end, endsNextDay: false, state: .open)
    }

    /// Returns the span after an open end, in which the state is unknown.
    private func openEnd(after end: OpeningMoment, from: OpeningMoment) -> OpeningSpan? {
        let isEvening = from.event.map { !$0.isMorning } ?? (from.minutes >= Self.evening)
        let last = isEvening ? LocalTime.minutesOfDay + Self.morning : LocalTime.minutesOfDay
        if end.event == nil, end.minutes >= last { return nil }
        return OpeningSpan(from: end, to: OpeningMoment(minutes: last), endsNextDay: false, state: .unknown)
    }

    /// From this minute on, an open end extends into the night.
    private static var evening: Int { 17 * 60 }
    private static var morning: Int { 6 * 60 }

    /// Parses a time: "08:00", "8.00 pm", "sunset", "(sunset-01:00)".
    private mutating func moment() -> OpeningMoment? {
        guard accept("(") else {
            if let event = sunEvent(peekWord) {
                _ = word()
                return OpeningMoment(event: event, minutes: 0)
            }
            return time().map { OpeningMoment(minutes: $0) }
        }
        skipBlanks()
        guard let event = sunEvent(word()) else { return nil }
        skipBlanks()
        let isBefore = accept("-")
        guard isBefore || accept("+") else { return nil }
        skipBlanks()
        guard let minutes = time(), minutes < LocalTime.minutesOfDay else { return nil }
        skipBlanks()
        guard accept(")") else { return nil }
        return OpeningMoment(event: event, minutes: isBefore ? -minutes : minutes)
    }

    private func sunEvent(_ word: OpeningWord) -> SunEvent? {
        switch word {
        case "dawn": .dawn
        case "sunrise": .sunrise
        case "sunset": .sunset
        case "dusk": .dusk
        default: nil
        }
    }

    private mutating func time() -> Int? {
        let start = index
        guard let hour = number(), index - start <= 2, hour <= 48 else { return nil }
        // A time without minutes needs "am" or "pm": "9-5" may be two numbers.
        var minute = 0
        if accept(":") || accept(".") {
            let colon = index
            guard let given = number(), index - colon == 2, given < 60 else { return nil }
            minute = given
        } else if !isHalfOfDayNext {
            return nil
        }
        guard isHalfOfDayNext else { return hour * 60 + minute }
        skipBlanks()
        let isAfternoon = word() == "pm"
        guard (1...12).contains(hour) else { return nil }
        return (hour % 12 + (isAfternoon ? 12 : 0)) * 60 + minute
    }

    /// Whether "am" or "pm" follows: the specification lacks them, but people write them.
    private var isHalfOfDayNext: Bool {
        var copy = self
        copy.skipBlanks()
        let word = copy.word()
        return word == "am" || word == "pm"
    }

    /// Whether a span begins here: digits, a colon or dot and digits, or a time of the sun. A colon without digits may
    /// follow a date.
    var isTimeNext: Bool {
        if peek == UInt8(ascii: "(") || sunEvent(peekWord) != nil { return true }
        var copy = self
        while isDigit(copy.peek) { copy.index += 1 }
        guard copy.index > index, copy.index - index <= 2 else { return false }
        if copy.isHalfOfDayNext { return true }
        guard copy.accept(":") || copy.accept(".") else { return false }
        return isDigit(copy.peek)
    }
}

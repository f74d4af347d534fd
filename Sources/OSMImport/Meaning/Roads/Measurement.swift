/// Parses numbers with units as mappers write them.
enum Measurement {
    /// Returns km/h from `50`, `30 mph`, `10 knots` (wiki.openstreetmap.org/wiki/Key:maxspeed); `walk` is 5; `nil` for
    /// other words.
    static func kilometresPerHour(_ value: String?) -> Double? {
        guard let value else { return nil }
        if value == "walk" { return 5 }
        guard let (number, unit) = numberAndUnit(value) else { return nil }
        switch unit {
        case "", "km/h", "kmh", "kph": return number
        case "mph": return number * 1.609344
        case "knots": return number * 1.852
        default: return nil
        }
    }

    /// Returns metres from `2`, `2.5 m`, `6'6"`, `12 ft` (wiki.openstreetmap.org/wiki/Map_features/Units).
    static func metres(_ value: String?) -> Double? {
        guard let value, let (number, unit) = numberAndUnit(value) else { return nil }
        switch unit {
        case "", "m": return number
        case "cm": return number / 100
        case "ft", "'": return number * 0.3048
        default:
            // Feet and inches: 6'6".
            guard unit.hasPrefix("'"), let inches = numberAndUnit(String(unit.dropFirst())), inches.unit == "\"" else {
                return nil
            }
            return number * 0.3048 + inches.number * 0.0254
        }
    }

    /// Returns metric tonnes from `7.5`, `3.5 t`, `1500 kg`, `12 st`, `8000 lbs`
    /// (wiki.openstreetmap.org/wiki/Key:maxweight).
    static func tonnes(_ value: String?) -> Double? {
        guard let value, let (number, unit) = numberAndUnit(value) else { return nil }
        switch unit {
        case "", "t": return number
        case "kg": return number / 1000
        case "st": return number * 0.907_184_74
        case "lt": return number * 1.016_046_908_8
        case "lb", "lbs": return number * 0.000_453_592_37
        default: return nil
        }
    }

    /// Returns percent from `8%`, `-5.5 %` or degrees, `4°` (wiki.openstreetmap.org/wiki/Key:incline); `nil` for `up`
    /// and `down`.
    static func percent(_ value: String?) -> Double? {
        guard let value else { return nil }
        let isDown = value.utf8.first == UInt8(ascii: "-")
        guard let (number, unit) = numberAndUnit(isDown ? String(value.dropFirst()) : value) else { return nil }
        switch unit {
        case "%": return isDown ? -number : number
        // tan 1° = 1.75 %; for small angles, linear is accurate enough.
        case "°": return (isDown ? -number : number) * 1.75
        default: return nil
        }
    }

    /// Returns seconds from `h:mm`, `hh:mm:ss`, minutes, or ISO 8601 such as `PT1H30M`
    /// (wiki.openstreetmap.org/wiki/Key:duration); also from `20 min` and `1h 30m`, which mappers write.
    static func seconds(_ value: String?) -> Double? {
        guard let value else { return nil }
        if value.hasPrefix("P") { return isoSeconds(value.dropFirst()) }
        let parts = value.split(separator: ":", omittingEmptySubsequences: false).map { UInt32($0) }
        let numbers = parts.compactMap { $0.map(Double.init) }
        guard numbers.count == parts.count else { return secondsOfUnits(value) }
        switch numbers.count {
        case 1: return numbers[0] * 60
        case 2: return numbers[0] * 3600 + numbers[1] * 60
        case 3: return numbers[0] * 3600 + numbers[1] * 60 + numbers[2]
        default: return nil
        }
    }

    /// Returns seconds from numbers with a unit of time after each, the longest first; the last may be minutes without
    /// a unit.
    private static func secondsOfUnits(_ value: String) -> Double? {
        var rest = value[...], total = 0.0, longest = Double.infinity
        while let (number, tail) = leadingNumber(rest) {
            let name = tail.prefix { $0.isASCII && $0.isLetter }
            rest = tail.dropFirst(name.count)
            guard let unit = unitOfTime(name) ?? (name.isEmpty && longest == 3600 ? 60 : nil), unit < longest else {
                return nil
            }
            total += number * unit
            longest = unit
        }
        return rest.allSatisfy { $0 == " " } && total > 0 ? total : nil
    }

    private static func unitOfTime(_ name: Substring) -> Double? {
        switch name.lowercased() {
        case "h", "hr", "hrs", "hour", "hours": 3600
        case "m", "min", "mins", "minute", "minutes": 60
        case "s", "sec", "secs", "second", "seconds": 1
        default: nil
        }
    }

    private static func isoSeconds(_ text: Substring) -> Double? {
        var total = 0.0, digits = "", isTime = false
        for character in text {
            if character == "T" {
                isTime = true
            } else if character.isASCII, character.isNumber || character == "." {
                digits.append(character)
            } else {
                guard let number = Double(digits) else { return nil }
                digits = ""
                switch (character, isTime) {
                case ("D", false): total += number * 86_400
                case ("H", true): total += number * 3600
                case ("M", true): total += number * 60
                case ("S", true): total += number
                default: return nil
                }
            }
        }
        return digits.isEmpty && total > 0 ? total : nil
    }

    /// Returns a leading decimal number (point or comma) and the text after it, without surrounding blanks.
    private static func numberAndUnit(_ value: String) -> (number: Double, unit: String)? {
        guard let (number, unit) = leadingNumber(value[...]) else { return nil }
        return (number, String(unit.reversed().drop { $0 == " " }.reversed()))
    }

    /// Returns the same with all text after the number, except for the blanks before it.
    private static func leadingNumber(_ value: Substring) -> (number: Double, rest: Substring)? {
        var digits = ""
        var rest = value.drop { $0 == " " }
        while let first = rest.first, first.isASCII, first.isNumber || first == "." || first == "," {
            digits.append(first == "," ? "." : first)
            rest = rest.dropFirst()
        }
        return Double(digits).map { ($0, rest.drop { $0 == " " }) }
    }
}

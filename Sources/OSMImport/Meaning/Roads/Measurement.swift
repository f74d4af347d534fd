/// Numbers with units as mappers write them.
enum Measurement {
    /// km/h from `50`, `30 mph`, `10 knots` (wiki.openstreetmap.org/wiki/Key:maxspeed); `walk` is 5; `nil` for other words.
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

    /// Metres from `2`, `2.5 m`, `6'6"`, `12 ft` (wiki.openstreetmap.org/wiki/Map_features/Units).
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

    /// Metric tonnes from `7.5`, `3.5 t`, `1500 kg`, `12 st`, `8000 lbs` (wiki.openstreetmap.org/wiki/Key:maxweight).
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

    /// Percent from `8%`, `-5.5 %` or degrees, `4°` (wiki.openstreetmap.org/wiki/Key:incline); `nil` for `up` and `down`.
    static func percent(_ value: String?) -> Double? {
        guard let value else { return nil }
        let isDown = value.utf8.first == UInt8(ascii: "-")
        guard let (number, unit) = numberAndUnit(isDown ? String(value.dropFirst()) : value) else { return nil }
        switch unit {
        case "%": return isDown ? -number : number
        // tan 1° = 1.75 %; small angles, so linear is near enough.
        case "°": return (isDown ? -number : number) * 1.75
        default: return nil
        }
    }

    /// Seconds from `h:mm`, `hh:mm:ss`, minutes, or ISO 8601 such as `PT1H30M` (wiki.openstreetmap.org/wiki/Key:duration).
    static func seconds(_ value: String?) -> Double? {
        guard let value else { return nil }
        if value.hasPrefix("P") { return isoSeconds(value.dropFirst()) }
        let parts = value.split(separator: ":", omittingEmptySubsequences: false).map { UInt32($0) }
        let numbers = parts.compactMap { $0.map(Double.init) }
        guard numbers.count == parts.count else { return nil }
        switch numbers.count {
        case 1: return numbers[0] * 60
        case 2: return numbers[0] * 3600 + numbers[1] * 60
        case 3: return numbers[0] * 3600 + numbers[1] * 60 + numbers[2]
        default: return nil
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

    /// A leading decimal number (point or comma) and what follows it, without blanks around.
    private static func numberAndUnit(_ value: String) -> (number: Double, unit: String)? {
        var digits = ""
        var rest = value.drop { $0 == " " }
        while let first = rest.first, first.isASCII, first.isNumber || first == "." || first == "," {
            digits.append(first == "," ? "." : first)
            rest = rest.dropFirst()
        }
        guard let number = Double(digits) else { return nil }
        let unit = rest.drop { $0 == " " }
        return (number, String(unit.reversed().drop { $0 == " " }.reversed()))
    }
}

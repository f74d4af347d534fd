package import HereaboutsAPI

/// Reads positions in their most frequent form: JSON objects of numbers with the members of our own form, a single one
/// or a list.
///
/// The general decoder reads everything else, including invalid input. It alone took two fifths of the whole work for a
/// hundred positions.
package enum PlainPositions {
    /// Returns the decoder's result; `nil` for any other form, and for more than `maximum` positions.
    package static func read(_ json: Span<UInt8>, atMost maximum: Int) -> [ReportedPosition]? {
        var at = 0, positions: [ReportedPosition] = []
        let isList = passes("[", json, &at)
        repeat {
            guard positions.count < maximum, let position = position(json, &at) else { return nil }
            positions.append(position)
        } while isList && passes(",", json, &at)
        guard !isList || passes("]", json, &at) else { return nil }
        passBlanks(json, &at)
        return at == json.count ? positions : nil
    }

    private static func position(_ json: Span<UInt8>, _ at: inout Int) -> ReportedPosition? {
        var time: Double?, lat: Double?, lon: Double?, accuracy: Double?, altitude: Double?
        var speed: Double?, course: Double?, battery: Double?
        guard passes("{", json, &at) else { return nil }
        repeat {
            guard let name = name(json, &at), passes(":", json, &at), let number = number(json, &at) else { return nil }
            // The decoder decides which of two equal members counts.
            func isFirst(_ member: inout Double?) -> Bool {
                defer { member = number }
                return member == nil
            }
            let isPlain =
                switch name {
                case "time": isFirst(&time)
                case "lat": isFirst(&lat)
                case "lon": isFirst(&lon)
                case "accuracy": isFirst(&accuracy)
                case "altitude": isFirst(&altitude)
                case "speed": isFirst(&speed)
                case "course": isFirst(&course)
                case "battery": isFirst(&battery)
                default: false
                }
            guard isPlain else { return nil }
        } while passes(",", json, &at)
        guard passes("}", json, &at), let lat, let lon, let time = time.flatMap({ Int64(exactly: $0.rounded()) })
        else { return nil }
        return ReportedPosition(
            millisecondsSince1970: time, lat: lat, lon: lon, accuracy: accuracy, altitude: altitude, speed: speed,
            course: course, battery: battery)
    }

    /// Reads a member's name in quotes, in lower-case letters, which need no escape.
    private static func name(_ json: Span<UInt8>, _ at: inout Int) -> String? {
        guard passes("\"", json, &at) else { return nil }
        let start = at
        while at < json.count, (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(json[at]) { at += 1 }
        guard let name = try? UTF8Span(validating: json.extracting(start..<at)), at < json.count,
            json[at] == UInt8(ascii: "\"")
        else { return nil }
        at += 1
        return String(copying: name)
    }

    /// Reads a short number without an exponent, as JSON writes it: without a leading zero.
    private static func number(_ json: Span<UInt8>, _ at: inout Int) -> Double? {
        passBlanks(json, &at)
        let start = at
        while at < json.count, isOfNumber(json[at]) { at += 1 }
        let first = start < at && json[start] == UInt8(ascii: "-") ? start + 1 : start
        if first + 1 < at, json[first] == UInt8(ascii: "0"), json[first + 1] != UInt8(ascii: ".") { return nil }
        return Decimal.short(json.extracting(start..<at))
    }

    private static func isOfNumber(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."): true
        default: false
        }
    }

    /// Skips blanks and `character`; returns whether the character was there.
    private static func passes(_ character: Unicode.Scalar, _ json: Span<UInt8>, _ at: inout Int) -> Bool {
        passBlanks(json, &at)
        guard at < json.count, json[at] == UInt8(ascii: character) else { return false }
        at += 1
        return true
    }

    private static func passBlanks(_ json: Span<UInt8>, _ at: inout Int) {
        while at < json.count {
            switch json[at] {
            case 0x20, 0x09, 0x0a, 0x0d: at += 1
            default: return
            }
        }
    }
}

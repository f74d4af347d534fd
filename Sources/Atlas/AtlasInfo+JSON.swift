import GeoCore

extension AtlasInfo {
    /// Returns the facts about `atlas` as a JSON object, with the server's names.
    ///
    /// `name`, `bounds` (west, south, east, north), `center`, `counts`, `data_timestamp` (ISO 8601 in UTC, or null),
    /// `attribution`, and `atlas` with its `bytes` and `identity`.
    package func json(_ atlas: AtlasView) -> [UInt8] {
        var json = JSONWriter()
        json.beginObject()
        json.key("name")
        json.value(name)
        json.key("bounds")
        json.value(bounds)
        json.key("center")
        json.beginObject()
        json.members(
            of: PointE7(
                latitudeE7: Int32((Int64(bounds.minY) + Int64(bounds.maxY)) / 2),
                longitudeE7: bounds.isOverAntimeridian
                    ? bounds.longitude(eastOfWestSide: bounds.longitudeSpan / 2)
                    : Int32((Int64(bounds.minX) + Int64(bounds.maxX)) / 2)))
        json.endObject()
        json.key("counts")
        json.beginObject()
        for (key, count) in [("nodes" as StaticString, nodes), ("ways", ways), ("relations", relations)] {
            json.key(key)
            json.value(count)
        }
        json.endObject()
        json.key("data_timestamp")
        if let timestamp { json.value(Self.dateAndTime(timestamp)) } else { json.null() }
        json.key("attribution")
        json.value(credit)
        json.key("atlas")
        json.beginObject()
        json.key("bytes")
        json.value(atlas.length)
        json.key("identity")
        json.value(hexadecimal: atlas.identity, digits: 16)
        json.endObject()
        json.endObject()
        return json.bytes
    }

    /// ISO 8601 in UTC, of seconds since 1970; years 1 ... 9999, nearer end beyond.
    ///
    /// Days become dates by eras of 400 years that begin in March (Hinnant, chrono-compatible low-level date
    /// algorithms, howardhinnant.github.io/date_algorithms.html).
    package static func dateAndTime(_ timestamp: Int64) -> String {
        let seconds = min(253_402_300_799, max(-62_135_596_800, timestamp)) + 719_468 * 86_400
        let days = seconds / 86_400, second = seconds % 86_400
        let era = days / 146_097, dayOfEra = days % 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let monthFromMarch = (5 * dayOfYear + 2) / 153
        let day = dayOfYear - (153 * monthFromMarch + 2) / 5 + 1
        let month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
        let year = era * 400 + yearOfEra + (month <= 2 ? 1 : 0)
        func digits(_ number: Int64, _ width: Int) -> String {
            let text = "\(number)"
            return String(repeating: "0", count: max(0, width - text.utf8.count)) + text
        }
        return "\(digits(year, 4))-\(digits(month, 2))-\(digits(day, 2))T"
            + "\(digits(second / 3600, 2)):\(digits(second / 60 % 60, 2)):\(digits(second % 60, 2))Z"
    }
}

import GeoCore

extension JSONWriter {
    /// Writes a report: `avoided` (or null), `accepted` and `unknown`, each an object of obstacles with `count` and,
    /// for stretches, `distance` in metres; leaves out obstacles that do not occur. `text` has the same for users, in a
    /// line for each.
    mutating func report(_ report: WheelchairReport, _ words: Words) {
        beginObject()
        key("avoided")
        if let avoided = report.avoided { amounts(avoided) } else { null() }
        key("accepted")
        amounts(report.accepted)
        key("unknown")
        amounts(report.unknown)
        key("text")
        beginArray()
        for line in words.lines(of: report) { value(line) }
        endArray()
        endObject()
    }

    private mutating func amounts(_ amounts: WheelchairReport.Amounts) {
        beginObject()
        for obstacle in WheelchairReport.Obstacle.allCases where amounts[obstacle].count > 0 {
            key(obstacle.name)
            beginObject()
            key("count")
            value(amounts[obstacle].count)
            if amounts[obstacle].millimetres > 0 {
                key("distance")
                value(Double(amounts[obstacle].millimetres) / 1000, decimals: 1)
            }
            endObject()
        }
        endObject()
    }
}

/// Parses times in the format of the Overpass API.
enum UTCTime {
    /// Returns the seconds since 1970 of `2026-11-21T06:19:00Z`; `nil` if `text` does not have that form.
    static func seconds(iso8601 text: String) -> Int64? {
        let fields = text.split(omittingEmptySubsequences: false) { "-T:Z".contains($0) }
        let numbers = fields.prefix(6).compactMap { Int64($0) }
        guard text.utf8.count == 20, text.hasSuffix("Z"), numbers.count == 6,
            (1970...9999).contains(numbers[0]), (1...12).contains(numbers[1]), (1...31).contains(numbers[2]),
            (0...23).contains(numbers[3]), (0...59).contains(numbers[4]), (0...60).contains(numbers[5])
        else { return nil }
        // Days from civil, with years that begin in March (Howard Hinnant, chrono-Compatible Low-Level Date
        // Algorithms).
        let year = numbers[1] > 2 ? numbers[0] : numbers[0] - 1
        let dayOfYear = (153 * ((numbers[1] + 9) % 12) + 2) / 5 + numbers[2] - 1
        let days = 365 * year + year / 4 - year / 100 + year / 400 + dayOfYear - 719_468
        return days * 86_400 + numbers[3] * 3_600 + numbers[4] * 60 + numbers[5]
    }
}

import Foundation
import GeoCore
package import Search

/// The public holidays of the world's countries and their parts for some years, as set-up writes them (`scripts/holidays_table.py`).
///
/// A line for each, ordered by code: `US-PA 2025 2036 20089 19 28~ …`. Code, first and last year, then days: the first since 1970, the others
/// since the one before; `~` where the day may be a holiday, but need not. `US-PA = US` has the holidays of another line. `US-*` is for
/// a part that is not known: days that are holidays in some parts only are doubtful in it. Lines that begin with `#` are comments.
package struct HolidayFile: Sendable {
    private let path: String
    /// By code, the rest of its line and the line's number.
    private let lines: [String: (text: Substring, number: Int)]

    /// Reads the file at `path`; throws where that cannot be done.
    package init(path: String) throws(ReadError) {
        guard let text = try? String(contentsOfFile: path, encoding: .utf8) else {
            throw ReadError(
                file: path, problem: "the table of holidays cannot be read", remedy: "run `make setup`, or name another"
            )
        }
        self.init(text, path: path)
    }

    package init(_ text: String, path: String) {
        self.path = path
        var lines: [String: (text: Substring, number: Int)] = [:]
        for (number, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
            guard !line.hasPrefix("#"), let blank = line.firstIndex(of: " ") else { continue }
            lines[String(line[..<blank])] = (line[line.index(after: blank)...], number + 1)
        }
        self.lines = lines
    }

    /// The holidays of a country, or of a part of it (ISO 3166-1 alpha-2, ISO 3166-2 with the country); `nil` for one that the file does not
    /// know.
    ///
    /// Throws `ReadError` for a line that is none.
    package func calendar(country: String, subdivision: String?) throws(ReadError) -> HolidayCalendar? {
        let codes = [subdivision, country + "-*", country]
        guard var line = codes.lazy.compactMap({ code in code.flatMap { lines[$0] } }).first else { return nil }
        if line.text.hasPrefix("= ") {
            guard let other = lines[String(line.text.dropFirst(2))] else { throw fault(line.number) }
            line = other
        }
        guard let calendar = Self.calendar(line.text) else { throw fault(line.number) }
        return calendar
    }

    private func fault(_ line: Int) -> ReadError {
        ReadError(
            file: path, place: .line(line), problem: "no holidays of a country",
            remedy: "delete it and run `make setup`")
    }

    private static func calendar(_ text: Substring) -> HolidayCalendar? {
        let words = text.split(separator: " ")
        let years = 1970...2199
        guard words.count >= 2, let first = Int(words[0]), let last = Int(words[1]), first <= last,
            years.contains(first), years.contains(last)
        else { return nil }
        let extent =
            CivilDay.number(
                year: first, month: 1, day: 1)...(CivilDay.number(year: last + 1, month: 1, day: 1) - 1)
        var days: [HolidayCalendar.Day] = [], day = 0
        for word in words.dropFirst(2) {
            let isCertain = !word.hasSuffix("~")
            guard let step = Int(isCertain ? word : word.dropLast()), step > 0, step <= extent.upperBound else {
                return nil
            }
            day += step
            guard extent.contains(day) else { return nil }
            days.append(HolidayCalendar.Day(number: day, isCertain: isCertain))
        }
        return HolidayCalendar(extent: extent, days: days)
    }
}

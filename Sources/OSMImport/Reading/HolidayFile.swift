import Atlas
import GeoCore
import Glibc
package import Search

/// The public holidays of the world's countries and their subdivisions for some years, as set-up writes them
/// (`scripts/holidays_table.py`).
///
/// Each has a line, ordered by code: `US-PA 2025 2036 20089 19 28~ …`. It has the code, first and last year, then days:
/// the first since 1970, the others since the one before; `~` marks days that are only possibly holidays. `US-PA = US`
/// has the holidays of another line. `US-*` is for an unknown subdivision: holidays of only some subdivisions are
/// possible ones. Lines that begin with `#` are comments.
package struct HolidayFile: Sendable {
    private struct Line {
        let number: Int
        let code: String
        let rest: Substring
    }

    /// By code, including lines that refer to another one.
    private let calendars: [String: HolidayCalendar]

    /// Reads the file at `path`; throws if that fails, and for a line that is not a calendar.
    package init(path: String) throws(ReadError) {
        func fault(_ cause: String) -> ReadError {
            ReadError(
                file: path, problem: "the table of holidays cannot be read: \(cause)",
                remedy: "run `make setup`, or name another")
        }
        let file: MappedFile
        do { file = try MappedFile(path: path) } catch {
            // `strerror` gives a static string for the errors of open, fstat and mmap.
            throw fault(unsafe String(cString: strerror(error.errorNumber)))
        }
        guard let text = withExtendedLifetime(file, { unsafe String(validating: file.bytes, as: UTF8.self) }) else {
            throw fault("it is not text in UTF-8")
        }
        try self.init(text, path: path)
    }

    /// Parses a table from `text`; `path` is its name in errors.
    ///
    /// Throws for a line that is not a calendar, that refers to a code without own days, or that repeats a code.
    package init(_ text: String, path: String) throws(ReadError) {
        var calendars: [String: HolidayCalendar] = [:], references: [Line] = []
        func fault(_ line: Int, _ problem: String) -> ReadError {
            ReadError(
                file: path, place: .line(line), problem: problem, remedy: "delete the file and run `make setup`")
        }
        var codes: Set<String> = []
        for line in Self.lines(of: text) {
            guard codes.insert(line.code).inserted else { throw fault(line.number, "\(line.code) comes twice") }
            guard !line.rest.hasPrefix("= ") else {
                references.append(line)
                continue
            }
            guard let calendar = Self.calendar(line.rest) else {
                throw fault(line.number, "no holidays of a country")
            }
            calendars[line.code] = calendar
        }
        let own = calendars
        for line in references {
            guard let calendar = own[String(line.rest.dropFirst(2))] else {
                throw fault(line.number, "\(line.code) refers to a code without holidays")
            }
            calendars[line.code] = calendar
        }
        self.calendars = calendars
    }

    /// Returns the holidays of a country, or of a subdivision (ISO 3166-1 alpha-2, ISO 3166-2 with the country); `nil`
    /// if the file does not have it.
    package func calendar(country: String, subdivision: String?) -> HolidayCalendar? {
        subdivision.flatMap { calendars[$0] } ?? calendars[country + "-*"] ?? calendars[country]
    }

    /// Returns the lines of a table without comments and empty lines. If neither a year nor another code follows, the
    /// whole line is the code.
    private static func lines(of text: String) -> [Line] {
        text.split(separator: "\n", omittingEmptySubsequences: false).enumerated().compactMap { index, line in
            guard !line.isEmpty, !line.hasPrefix("#") else { return nil }
            // A subdivision without a code has a name with blanks, such as `AU-NSW Western`.
            let words = line.split(separator: " ")
            let rest = words.dropFirst().first { $0 == "=" || $0.count == 4 && Int($0) != nil }
            let code = line[..<(rest?.startIndex ?? line.endIndex)]
            return Line(
                number: index + 1, code: String(rest == nil ? code : code.dropLast()), rest: line[code.endIndex...])
        }
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

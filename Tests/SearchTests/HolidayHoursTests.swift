import Atlas
import GeoCore
import OSMImport
import Search
import TestSupport
import Testing

/// A table in which 14 July is a holiday in France, 26 December in one part of it, and 20 March 2026 may be one.
private let table = """
    # made up
    FR 2026 2027 20532~ 116 365
    FR-57 2026 2027 20532~ 116 165 200 165
    FR-06 = FR
    FR-* 2026 2027 20532~ 116 165~ 200 165~
    FR-57 Outskirts 2026 2027 20532~ 116

    """

private func hours(_ text: String) -> OpeningHours? { OpeningHours(text.utf8Span.span) }

private func calendar(_ country: String, _ subdivision: String? = nil) throws -> HolidayCalendar? {
    try HolidayFile(table, path: "holidays.txt").calendar(country: country, subdivision: subdivision)
}

/// A value and its states where 14 July 2026 is a holiday.
struct HolidayExample: Sendable, CustomTestStringConvertible {
    let value: String
    var open: [String] = []
    var closed: [String] = []
    var unknown: [String] = []
    var testDescription: String { value }
}

@Suite struct HolidayHoursTests {
    // 14 July 2026 is a Tuesday.
    private static let examples = [
        HolidayExample(
            value: "Mo-Fr 09:00-17:00; PH off", open: ["2026-07-13T10:00", "2026-07-15T10:00"],
            closed: ["2026-07-14T10:00", "2026-03-20T08:00", "2028-07-14T08:00"],
            unknown: ["2026-03-20T10:00", "2028-07-14T10:00", "2025-07-17T10:00"]),
        HolidayExample(
            value: "Mo-Fr 09:00-17:00; PH 10:00-14:00", open: ["2026-07-14T11:00", "2028-07-13T11:00"],
            closed: ["2026-07-14T15:00", "2026-07-14T09:30"], unknown: ["2028-07-13T15:00"]),
        HolidayExample(
            value: "Mo-Fr,PH 08:00-20:00", open: ["2026-07-14T10:00", "2028-07-14T10:00"],
            closed: ["2026-07-18T10:00"], unknown: ["2028-07-15T10:00"]),
        HolidayExample(
            value: "09:00-17:00; PH,Su off", open: ["2026-07-13T10:00"],
            closed: ["2026-07-14T10:00", "2026-07-12T10:00", "2028-07-16T10:00"]),
        HolidayExample(
            value: "Mo-Fr 09:00-17:00; PH -1 day 09:00-12:00", open: ["2026-07-13T10:00", "2026-07-14T15:00"],
            closed: ["2026-07-13T15:00"]),
        HolidayExample(
            value: "Mo-Fr 09:00-17:00; PH +1 day off", open: ["2026-07-14T10:00", "2026-07-16T10:00"],
            closed: ["2026-07-15T10:00"]),
        HolidayExample(
            value: "Mo-Su 18:00-02:00; PH off", open: ["2026-07-15T20:00"],
            closed: ["2026-07-14T20:00", "2026-07-15T01:00"], unknown: ["2026-07-14T01:00"]),
        HolidayExample(
            value: "PH Tu 10:00-12:00", open: ["2026-07-14T11:00"], closed: ["2027-07-14T11:00", "2026-07-21T11:00"]),
        HolidayExample(
            value: "Mo-Fr 09:00-17:00; SH,PH off", closed: ["2026-07-14T10:00"], unknown: ["2026-07-15T10:00"]),
        HolidayExample(value: "Mo-Fr 09:00-17:00", open: ["2026-07-14T10:00", "2028-07-14T10:00"]),
    ]

    @Test(arguments: examples)
    func `rules for holidays hold on the holidays of the place, and other years are unknown where they matter`(
        example: HolidayExample
    ) throws {
        let read = try #require(hours(example.value))
        let holidays: HolidayCalendar = try #require(try calendar("FR"))
        let setting = OpeningSetting(holidays: holidays)
        for (times, state) in [
            (example.open, OpeningState.open), (example.closed, .closed), (example.unknown, .unknown),
        ] {
            for time in times {
                #expect(read.state(at: try #require(LocalTime(time)), in: setting) == state, "\(time)")
            }
        }
    }

    @Test func `without a calendar only days that are holidays in many countries are doubted`() throws {
        let read = try #require(hours("Mo-Fr 09:00-17:00; PH off"))
        for (time, state) in [
            ("2026-07-14T10:00", OpeningState.open), ("2026-05-01T10:00", .unknown), ("2026-04-06T10:00", .unknown),
            ("2026-05-01T20:00", .closed), ("2026-12-26T10:00", .closed),
        ] { #expect(read.state(at: try #require(LocalTime(time))) == state, "\(time)") }
    }

    @Test func `a known part of a country has its own holidays, an unknown part has some holidays perhaps`()
        throws
    {
        let day = try #require(LocalTime("2026-12-26T00:00")).day.number
        #expect(try calendar("FR", "FR-57")?.isHoliday(day) == .yes)
        #expect(try calendar("FR", "FR-06")?.isHoliday(day) == .no)
        #expect(try calendar("FR", "FR-A1")?.isHoliday(day) == .perhaps)
        #expect(try calendar("FR")?.isHoliday(day) == .perhaps)
        #expect(try calendar("DE") == nil)
    }

    @Test(arguments: ["XX 2026 2027 5", "YY = ZZ", "YY = FR-06", "FR 2026 2027 20532~", "XX", "XX 2026"])
    func `a table with an invalid line is refused, and the error names the line`(line: String) throws {
        let error = try #require(throws: ReadError.self) { try HolidayFile(table + line + "\n", path: "holidays.txt") }
        #expect("\(error)".contains("holidays.txt: line 7") && "\(error)".contains("make setup"))
    }

    @Test func `a table that cannot be read is named with the cause`() throws {
        let folder = try TemporaryFolder()
        try folder.write("latin", [0x46, 0xe9])
        for (file, cause) in [("none", "No such file"), ("latin", "UTF-8")] {
            let error = try #require(throws: ReadError.self) { try HolidayFile(path: folder.file(file)) }
            #expect("\(error)".contains(file) && "\(error)".contains(cause))
        }
    }

    @Test func `an atlas knows the holidays of its places, and says so`() throws {
        let answer = { (time: String) in try self.answer(at: time, with: HolidayFile(table, path: "holidays.txt")) }
        #expect(
            try answer("2026-07-14T10:00").contains(
                #""public_holiday":true,"open":false,"opens_at":"2026-07-15T09:00""#))
        #expect(try answer("2026-07-13T10:00").contains(#""open":true,"open_until":"2026-07-13T17:00""#))
        #expect(!(try answer("2026-07-13T10:00").contains("public_holiday")))
        let unknown = try answer("2028-07-13T10:00")
        #expect(
            !unknown.contains(#""open":"#) && !unknown.contains("open_until") && !unknown.contains("public_holiday"))
        #expect(try self.answer(at: "2026-07-14T10:00", with: nil).contains(#""open":true"#))
    }

    /// The answer about a café in a country whose boundary has the country's code.
    private func answer(at time: String, with holidays: HolidayFile?) throws -> String {
        var map = HandMade()
        for (id, latitude, longitude) in [(Int64(1), 40.0, 0.0), (2, 40, 1), (3, 41, 1), (4, 41, 0)] {
            map.node(id, latitude, longitude)
        }
        map.way(10, [1, 2, 3, 4, 1])
        map.relation(
            20, [HandMade.Member(.way, 10, "outer")],
            [
                "type": "boundary", "boundary": "administrative", "admin_level": "2", "name": "Pays", "ISO3166-1": "FR",
            ])
        map.node(
            30, 40.5, 0.5, ["amenity": "cafe", "name": "Kulma", "opening_hours": "Mo-Fr 09:00-17:00; PH off"])
        var text = StringInterner(), writer = AtlasWriter()
        let data = try map.data()
        try PlaceBuilding.build(data, Areas(data), holidays: holidays, text: &text, into: &writer)
        text.add(to: &writer)
        let memory = AtlasMemory(writer.finish())
        return try withExtendedLifetime(memory) {
            let engine = try SearchEngine(memory.view())
            try engine.check()
            let time = PlaceTime(try #require(LocalTime(time)))
            let bytes = try #require(PlaceRef("n30").flatMap { engine.placeJSON($0, at: time) })
            return String(decoding: bytes, as: UTF8.self)
        }
    }
}

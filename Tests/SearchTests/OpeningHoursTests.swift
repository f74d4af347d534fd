import Foundation
import GeoCore
import Search
import TestSupport
import Testing

private func hours(_ text: String) -> OpeningHours? { OpeningHours(text.utf8Span.span) }

private func time(_ text: String) throws -> LocalTime { try #require(LocalTime(text)) }

extension SeededGenerator {
    fileprivate mutating func index(below end: Int) -> Int { Int.random(in: 0..<end, using: &self) }
}

/// A value, and when it is open and closed. 23 November 2026 is a Monday.
struct HoursExample: Sendable, CustomTestStringConvertible {
    let value: String
    var open: [String] = []
    var closed: [String] = []
    var unknown: [String] = []
    var testDescription: String { value }
}

@Suite struct OpeningHoursTests {
    /// Values that the wiki explains in words (Key:opening_hours, Key:opening_hours/specification), and what the words
    /// say.
    private static let explained = [
        HoursExample(value: "24/7", open: ["2026-11-23T00:00", "2026-12-25T03:00"]),
        HoursExample(
            value: "Mo-Fr 08:00-17:30", open: ["2026-11-23T08:00", "2026-11-27T17:29"],
            closed: ["2026-11-23T07:59", "2026-11-23T17:30", "2026-11-28T12:00"]),
        HoursExample(
            value: "Mo-Fr 08:00-12:00,13:00-17:30; Sa 08:00-12:00; PH off",
            open: ["2026-11-23T13:00", "2026-11-28T11:59"],
            closed: ["2026-11-23T12:30", "2026-11-28T13:00", "2026-11-29T09:00"], unknown: ["2026-12-25T09:00"]),
        HoursExample(
            value: "Mo-Fr 08:00-18:00; Apr 10-15 off; Jun 08:00-14:00; Aug off; Dec 25 off",
            open: ["2026-04-09T09:00", "2026-06-07T13:00"],
            closed: [
                "2026-04-10T09:00", "2026-04-15T09:00", "2026-06-08T15:00", "2026-08-05T09:00", "2026-12-25T09:00",
            ]),
        HoursExample(
            value: "Su-Th 11:00-03:00; Fr-Sa 11:00-05:00",
            open: ["2026-11-23T02:59", "2026-11-28T04:59", "2026-11-29T04:59"],
            closed: ["2026-11-23T03:00", "2026-11-28T05:00", "2026-11-30T04:00"]),
        HoursExample(
            value: "Mo-Su,PH 15:00-03:00; easter -2 days off", open: ["2026-04-02T16:00", "2026-12-25T16:00"],
            closed: ["2026-04-03T16:00"], unknown: ["2026-04-03T01:00"]),
        HoursExample(
            value: #"Mo-Fr 08:00-12:00, We 14:00-18:00; Su 10:00-12:00 || "only after registration""#,
            open: ["2026-11-25T09:00", "2026-11-25T15:00", "2026-11-29T11:00"], unknown: ["2026-11-24T15:00"]),
        HoursExample(
            value: "Th[1,2-3], Fr[2] 10:00-13:00", open: ["2026-11-05T10:00", "2026-11-19T10:00", "2026-11-13T10:00"],
            closed: ["2026-11-26T10:00", "2026-11-06T10:00"]),
        HoursExample(
            value: "Tu-Th,We[-1] 20:00-21:00; We[-1] off", open: ["2026-11-18T20:30"], closed: ["2026-11-25T20:30"]),
        HoursExample(
            value: "Dec 25 off; 10:00-12:00", open: ["2026-12-24T11:00", "2026-12-26T11:00"],
            closed: ["2026-12-24T12:00", "2026-12-25T12:00"], unknown: ["2026-12-25T11:00"]),
        HoursExample(
            value: "PH off; Mo off; 10:00-12:00", open: ["2026-11-24T11:00"], closed: ["2026-11-24T13:00"],
            unknown: ["2026-12-25T11:00", "2026-11-23T11:00"]),
        HoursExample(
            value: "Sa off; 20:00-02:00", open: ["2026-11-26T01:00", "2026-11-28T01:00"],
            closed: ["2026-11-28T12:00"], unknown: ["2026-11-28T21:00", "2026-11-29T01:00"]),
        HoursExample(
            value: "Dec 25 off; 24/7", open: ["2026-12-24T11:00"], unknown: ["2026-12-25T11:00"]),
        HoursExample(
            value: "Mo-Fr 10:00-12:00; 24/7 off", closed: ["2026-11-23T11:00", "2026-11-28T11:00"]),
        HoursExample(
            value: "10:00-12:00; Dec 24-26,31,Jan 01 off", open: ["2026-12-23T11:00", "2026-12-27T11:00"],
            closed: ["2026-12-24T11:00", "2026-12-26T11:00", "2026-12-31T11:00", "2027-01-01T11:00"]),
        HoursExample(
            value: "Sep 07-12,16: 10:00-12:00", open: ["2026-09-07T11:00", "2026-09-16T11:00"],
            closed: ["2026-09-06T11:00", "2026-09-13T11:00", "2026-09-17T11:00", "2026-08-16T11:00"]),
        HoursExample(
            value: "2026 Dec 24, 31 Mo-Sa 10:00-12:00", open: ["2026-12-31T11:00"],
            closed: ["2026-12-25T11:00", "2025-12-31T11:00"]),
        HoursExample(
            value: "May Su[-1]-Sep Su[1] 10:00-12:00",
            open: ["2026-05-31T11:00", "2026-09-06T11:00", "2027-05-30T11:00"],
            closed: ["2026-05-30T11:00", "2026-09-07T11:00", "2027-05-29T11:00"]),
        HoursExample(
            value: "Mar Su[-1]-Oct Su[-1] -1 day 10:00-12:00", open: ["2026-03-29T11:00", "2026-10-24T11:00"],
            closed: ["2026-03-28T11:00", "2026-10-25T11:00"]),
        HoursExample(
            value: "Oct Su[-1]-Mar Su[-1] -1 day: Mo-Fr 10:00-12:00", open: ["2026-11-23T11:00", "2027-03-26T11:00"],
            closed: ["2026-10-23T11:00", "2027-03-29T11:00", "2026-11-28T11:00"]),
        HoursExample(
            value: "Apr 1-Oct Su[-1] 10:00-12:00", open: ["2026-04-01T11:00", "2026-10-25T11:00"],
            closed: ["2026-03-31T11:00", "2026-10-26T11:00"]),
        HoursExample(
            value: "2026 Oct Su[1] +1 day-Feb 3 10:00-12:00", open: ["2026-10-05T11:00", "2027-02-03T11:00"],
            closed: ["2026-10-04T11:00", "2027-02-04T11:00", "2026-02-01T11:00"]),
        HoursExample(
            value: "Nov Su[-1] 10:00-12:00", open: ["2026-11-29T11:00"], closed: ["2026-11-22T11:00"]),
        HoursExample(
            value: "SH,PH Mo-Fr 10:00-19:00", closed: ["2026-11-29T11:00"],
            unknown: ["2026-11-23T11:00", "2026-12-25T11:00"]),
        HoursExample(
            value: "2024-2026/2 week 1-9/2 Mo 08:00-10:00", open: ["2026-01-12T09:00", "2026-02-23T09:00"],
            closed: ["2026-01-05T09:00", "2025-01-13T09:00", "2028-01-10T09:00"]),
        HoursExample(
            value: "Dec 24-Jan 2: 10:00-12:00", open: ["2026-12-31T11:00", "2026-01-02T11:00", "2026-12-24T11:00"],
            closed: ["2026-01-03T11:00", "2026-12-23T11:00"]),
        HoursExample(
            value: "2026 Dec 20-2027 Jan 6 off; Mo-Su 10:00-12:00", open: ["2026-12-21T11:00"]),
        HoursExample(
            value: "10:00-12:00; 2026 Dec 20-2027 Jan 6 off", open: ["2026-12-19T11:00", "2025-12-24T11:00"],
            closed: ["2026-12-20T11:00", "2027-01-06T11:00"]),
        HoursExample(
            value: "Feb 29 10:00-12:00", open: ["2028-02-29T11:00"], closed: ["2027-02-28T11:00", "2027-03-01T11:00"]),
        HoursExample(
            value: "Nov-Feb 10:00-12:00", open: ["2026-02-28T11:00", "2028-02-29T11:00"], closed: ["2026-03-01T11:00"]),
        HoursExample(
            value: "Su 10:00+", closed: ["2026-11-29T09:59", "2026-11-30T00:00"],
            unknown: ["2026-11-29T10:00", "2026-11-29T23:59"]),
        HoursExample(
            value: "Fr 16:00-22:00+", open: ["2026-11-27T21:59"], closed: ["2026-11-28T06:00"],
            unknown: ["2026-11-27T22:00"]),
        HoursExample(value: "Mo-Fr unknown", closed: ["2026-11-28T12:00"], unknown: ["2026-11-23T12:00"]),
        HoursExample(
            value: #"Mo-Sa 10:00-20:00 "by appointment""#, closed: ["2026-11-23T09:00"], unknown: ["2026-11-23T12:00"]),
        HoursExample(value: #"10:00-20:00 open "shop""#, open: ["2026-11-23T12:00"]),
        HoursExample(
            value: "Mo-Fr 09:00-18:00; 12:00-13:00 off", open: ["2026-11-23T11:59"], closed: ["2026-11-23T12:30"]),
        HoursExample(value: "off", closed: ["2026-11-23T12:00"]),
        HoursExample(
            value: "Su[1] +1 day 10:00-12:00; Su[-1] -2 days 14:00-15:00",
            open: ["2026-11-02T11:00", "2026-11-27T14:00"], closed: ["2026-11-01T11:00", "2026-11-29T14:00"]),
        HoursExample(
            value: "10:00-12:00; easter -1 day-easter +1 day off", open: ["2026-04-03T11:00", "2026-04-07T11:00"],
            closed: ["2026-04-04T11:00", "2026-04-06T11:00"]),
        HoursExample(
            value: "easter-Oct 31: 10:00-12:00", open: ["2026-04-05T11:00", "2026-10-31T11:00"],
            closed: ["2026-04-04T11:00", "2026-11-01T11:00"]),
        HoursExample(
            value: "Nov 1-easter 10:00-12:00", open: ["2026-04-05T11:00", "2026-11-01T11:00", "2026-01-01T11:00"],
            closed: ["2026-04-06T11:00", "2026-10-31T11:00"]),
        HoursExample(
            value: "Mo-Fr 9:00 AM - 5:30 pm", open: ["2026-11-23T09:00", "2026-11-23T17:29"],
            closed: ["2026-11-23T08:59", "2026-11-23T17:30"]),
        HoursExample(
            value: "Mo-Su 6am-12am", open: ["2026-11-23T23:59"], closed: ["2026-11-23T05:59", "2026-11-24T00:00"]),
        HoursExample(
            value: "Tu-Th 11.00-23.00; Fr 11.00-01.00", open: ["2026-11-24T11:00", "2026-11-28T00:59"],
            closed: ["2026-11-28T01:00"]),
        HoursExample(
            value: "Mo\u{2013}Fr\u{a0}09:00\u{2009}\u{2212} 17:00\u{ff1b}Sa\u{3000}10\u{ff1a}00\u{ff5e}12\u{ff1a}00",
            open: ["2026-11-23T09:00", "2026-11-28T11:00"], closed: ["2026-11-23T17:00", "2026-11-28T12:00"]),
        HoursExample(
            value: "Monday-Friday 10:00-12:00; Sat 10:00-11:00", open: ["2026-11-25T11:00", "2026-11-28T10:00"]),
    ]

    /// Monaco, an hour ahead of UTC: sunset at 16:56, dusk at 17:29 and sunrise at 7:37 on 23 November 2026.
    private static let bySun = [
        HoursExample(
            value: "sunrise-sunset", open: ["2026-11-23T07:40", "2026-11-23T16:50"],
            closed: ["2026-11-23T07:30", "2026-11-23T17:00"]),
        HoursExample(
            value: "Mo 10:00-(sunset-01:00)", open: ["2026-11-23T15:50"],
            closed: ["2026-11-23T16:00", "2026-11-24T11:00"]),
        HoursExample(
            value: "(sunrise+02:00)-12:00", open: ["2026-11-23T09:40"],
            closed: ["2026-11-23T09:30", "2026-11-23T12:00"]),
        HoursExample(
            value: "Mo dusk-dawn", open: ["2026-11-23T17:35", "2026-11-24T07:00"],
            closed: ["2026-11-23T17:20", "2026-11-24T07:10", "2026-11-23T06:00"]),
        HoursExample(
            value: "Mo sunset-02:00", open: ["2026-11-23T17:00", "2026-11-24T01:59"], closed: ["2026-11-24T02:00"]),
        HoursExample(
            value: "Mo 22:00-sunrise", open: ["2026-11-23T22:00", "2026-11-24T07:30"], closed: ["2026-11-24T07:40"]),
        HoursExample(value: "16:00-sunset+", open: ["2026-11-23T16:30"], unknown: ["2026-11-23T17:00"]),
        // In June the sun sets after that.
        HoursExample(
            value: "sunset-20:00", open: ["2026-11-23T19:59"], closed: ["2026-06-21T19:30", "2026-06-21T22:00"]),
        HoursExample(value: "sunrise-sunset off", closed: ["2026-11-23T12:00"]),
    ]

    @Test(arguments: bySun)
    func `hours by the sun are those of the place`(example: HoursExample) throws {
        let read = try #require(hours(example.value))
        let setting = OpeningSetting(
            place: Coordinate(latitude: 43.735, longitude: 7.42), clock: ClockOffset(minutes: 60))
        for (times, state) in [
            (example.open, OpeningState.open), (example.closed, .closed), (example.unknown, .unknown),
        ] {
            for text in times { #expect(read.state(at: try time(text), in: setting) == state, "\(text)") }
        }
        // Each change that is announced is one, and the first.
        let start = try time("2026-11-23T00:00")
        let now = read.state(at: start, in: setting), change = read.change(after: start, in: setting)
        let walked = (1...7 * 1440).lazy.compactMap { LocalTime(minutes: start.minutes + $0) }
            .first { read.state(at: $0, in: setting) != now }
        #expect(change?.time == walked)
    }

    @Test func `without a known place, hours by the sun are unknown except where the clock decides`() throws {
        let read = try #require(hours("Mo-Fr 10:00-sunset"))
        #expect(read.state(at: try time("2026-11-23T09:59")) == .closed)
        #expect(read.state(at: try time("2026-11-23T10:00")) == .unknown)
        #expect(read.state(at: try time("2026-11-28T12:00")) == .closed)
    }

    @Test func `sunrise and sunset follow winter time on one day and summer time on the next`() throws {
        let read = try #require(hours("sunrise-sunset")), saturday = try time("2026-03-28T12:00")
        let clock = ClockOffset(
            minutes: 60, change: ClockOffset.Change(at: try time("2026-03-29T02:00").minutes, minutes: 120))
        let setting = OpeningSetting(place: Coordinate(latitude: 43.735, longitude: 7.42), clock: clock)
        #expect(read.state(at: try time("2026-03-28T19:00"), in: setting) == .closed)
        #expect(read.state(at: try time("2026-03-29T19:00"), in: setting) == .open)
        let sunset = try #require(read.change(after: saturday, in: setting)?.time)
        let sunrise = try #require(read.change(after: sunset, in: setting)?.time)
        #expect((1128...1136).contains(sunset.minuteOfDay) && (434...442).contains(sunrise.minuteOfDay))
    }

    @Test(arguments: explained)
    func `hours have the meaning that the wiki documents`(example: HoursExample) throws {
        let read = try #require(hours(example.value))
        for text in example.open { #expect(read.state(at: try time(text)) == .open, "\(text)") }
        for text in example.closed { #expect(read.state(at: try time(text)) == .closed, "\(text)") }
        for text in example.unknown { #expect(read.state(at: try time(text)) == .unknown, "\(text)") }
    }

    @Test(arguments: [
        "", " ", ";", "(sunrise)-12:00", "(noon+01:00)-13:00", "sunset", "PH +1 week off", "PH -1 day,PH,PH +1 day off",
        "13:00 pm-14:00", "9-5 pm", "Mo-Fr", "Apr-Oct", "PH", "Mo-Fr 08:00", "10-12",
        "Mo-Mi 10:00-12:00",
        "Mo-Fr 25:00-26:00", "Mo-Fr 10:60-11:00", "Mo-Fr 10:00-49:00", "Mo-Fr 10:00-10:00",
        "Mo-Fr 10:00-12:00 Sa 10:00-11:00",
        "Mo-Fr 08:00-12:00; 13:00-17:00", "Feb 30 off", "Th[6] 10:00-11:00", "Th[0] off", "week 54 off",
        "Jan 1-Feb off",
        "Mo-Fr 10:00-16:00/90", "\"open", "24/7 sometimes", "+358 9 123", "Mo +1 day 10:00-12:00", "10:00-12:00; off",
        "Mo-Fr 10:00-12:00; 24/7", "Mo-Fr 10:00-12:00; Dec 25 off; 10:00-11:00", "PH off; off", "Dec 24,32 off",
        "Dec 26,24-23 off", "May Su[5]-Sep Su[1] 10:00-12:00", "May Su[-1]-Sep 10:00-12:00", "May-Sep Su[1",
    ])
    func `a value that is not understood as a whole gives no hours`(value: String) { #expect(hours(value) == nil) }

    @Test func `the next change is the first minute in another state`() throws {
        var random = SeededGenerator(seed: 11)
        for example in Self.explained {
            let read = try #require(hours(example.value))
            for _ in 0..<6 {
                let start = try #require(LocalTime(minutes: 29_400_000 + random.index(below: 1_000_000)))
                let now = read.state(at: start)
                let walked = (1...7 * 1440).lazy.compactMap { LocalTime(minutes: start.minutes + $0) }
                    .first { read.state(at: $0) != now }
                #expect(read.change(after: start)?.time == walked, "\(example.value) from \(start.text)")
                if let walked { #expect(read.change(after: start)?.state == read.state(at: walked)) }
            }
        }
    }

    /// A week painted minute by minute: each rule empties its days and fills its hours, those past midnight on a sheet
    /// of their own.
    @Test func `made-up weeks are open when a painted week is`() throws {
        var random = SeededGenerator(seed: 5)
        let names = ["Mo", "Tu", "We", "Th", "Fr", "Sa", "Su"], week = 7 * 1440
        for _ in 0..<300 {
            var own = [Bool](repeating: false, count: week), left = own, rules: [String] = []
            for _ in 0...random.index(below: 3) {
                let days = names.indices.filter { _ in random.index(below: 3) == 0 }
                guard !days.isEmpty else { continue }
                var spans: [String] = []
                for day in days {
                    for minute in day * 1440..<(day + 1) * 1440 {
                        own[minute] = false
                        left[(minute + 1440) % week] = false
                    }
                }
                for _ in 0...random.index(below: 2) {
                    let from = 5 * random.index(below: 288), to = (from + 5 + 5 * random.index(below: 286)) % 1440
                    spans.append(String(format: "%02d:%02d-%02d:%02d", from / 60, from % 60, to / 60, to % 60))
                    for day in days {
                        for minute in from..<(to > from ? to : to + 1440) {
                            if minute < 1440 {
                                own[day * 1440 + minute] = true
                            } else {
                                left[(day * 1440 + minute) % week] = true
                            }
                        }
                    }
                }
                rules.append(days.map { names[$0] }.joined(separator: ",") + " " + spans.joined(separator: ","))
            }
            guard !rules.isEmpty else { continue }
            let read = try #require(hours(rules.joined(separator: "; ")))
            for _ in 0..<200 {
                let minute = random.index(below: week)
                let monday = try time("2026-11-23T00:00").minutes
                let state = read.state(at: try #require(LocalTime(minutes: monday + minute)))
                #expect((state == .open) == (own[minute] || left[minute]), "\(rules) at \(minute)")
            }
        }
    }

    @Test func `no bytes trap`() throws {
        var random = SeededGenerator(seed: 3)
        let alphabet = Array("MoTuWeThFrSaSuPHSHJanFebDec0123456789:-,;|+[]/\" ".utf8)
        func ask(_ bytes: [UInt8]) {
            guard let read = OpeningHours(bytes.span), let now = LocalTime(minutes: 29_400_000) else { return }
            _ = read.change(after: now)
        }
        for _ in 0..<20_000 {
            ask((0..<random.index(below: 40)).map { _ in UInt8(random.index(below: 256)) })
            ask((0..<random.index(below: 60)).map { _ in alphabet[random.index(below: alphabet.count)] })
        }
        for example in Self.explained {
            let bytes = Array(example.value.utf8)
            for length in bytes.indices { ask(Array(bytes[..<length])) }
            for _ in 0..<2_000 {
                var changed = bytes
                for _ in 0...random.index(below: 3) {
                    changed[random.index(below: changed.count)] = alphabet[random.index(below: alphabet.count)]
                }
                ask(changed)
            }
        }
        ask([UInt8](repeating: UInt8(ascii: ";"), count: 100_000))
        ask(Array(String(repeating: "Mo 10:00-11:00,", count: 60).utf8))
    }

    @Test func `the calendar is Foundation's`() throws {
        var calendar = Calendar(identifier: .iso8601)
        calendar.timeZone = .gmt
        for minutes in stride(from: 0, to: 120_000_000, by: 1_439 * 37) {
            let time = try #require(LocalTime(minutes: minutes)),
                date = Date(timeIntervalSince1970: Double(minutes) * 60)
            let parts = calendar.dateComponents(
                [.year, .month, .day, .hour, .minute, .weekday, .weekOfYear], from: date)
            let text = String(
                format: "%04d-%02d-%02dT%02d:%02d", parts.year!, parts.month!, parts.day!, parts.hour!, parts.minute!)
            #expect(time.text == text)
            #expect(LocalTime(text) == time && LocalTime(text + ":59") == time)
            let name = ["Su", "Mo", "Tu", "We", "Th", "Fr", "Sa"][parts.weekday! - 1]
            #expect(hours("\(name) 00:00-24:00")?.state(at: time) == .open)
            #expect(hours("week \(parts.weekOfYear!) 00:00-24:00")?.state(at: time) == .open)
        }
    }

    /// United States Census Bureau, Easter Dates from 1600 to 2099.
    @Test(arguments: ["2000-04-23", "2008-03-23", "2024-03-31", "2025-04-20", "2026-04-05", "2038-04-25", "2049-04-18"])
    func `Easter is when it was and will be`(date: String) throws {
        let read = try #require(hours("easter 00:00-24:00"))
        #expect(read.state(at: try time(date + "T12:00")) == .open)
        #expect(
            read.change(after: try time(date + "T12:00"))?.time
                == LocalTime(minutes: try time(date + "T12:00").minutes + 720))
    }

    @Test(arguments: [
        "2026-11-23", "2026-11-23T24:00", "2026-11-23T12:60", "2026-02-29T12:00", "2026-13-01T12:00",
        "1969-12-31T23:59",
        "2200-01-01T00:00", "2026-11-23T12:00Z", "2026-11-23T12:00+01", "2026-11-23 12:00", "２０２６-11-23T12:00", "",
    ])
    func `no other text is a time`(text: String) { #expect(LocalTime(text) == nil) }
}

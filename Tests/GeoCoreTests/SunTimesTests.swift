import GeoCore
import Testing

/// When dawn, sunrise, sunset and dusk are on a day, in minutes after midnight on a clock that is `offset` minutes
/// ahead of UTC.
struct SunDay: Sendable, CustomTestStringConvertible {
    let name: String
    let latitude: Double
    let longitude: Double
    let offset: Int
    let date: String
    let minutes: [Int]
    var testDescription: String { "\(name) \(date)" }

    /// From another theory of the sun's motion: VSOP87 as in PyPI `ephem` 4.2, the height of the sun's middle without
    /// air, found minute by minute from noon.
    static let all = [
        SunDay(
            name: "Monaco", latitude: 43.735, longitude: 7.42, offset: 60, date: "2026-01-15",
            minutes: [449, 481, 1039, 1071]),
        SunDay(
            name: "Monaco", latitude: 43.735, longitude: 7.42, offset: 60, date: "2026-06-21",
            minutes: [252, 288, 1216, 1252]),
        SunDay(
            name: "Monaco", latitude: 43.735, longitude: 7.42, offset: 60, date: "2031-12-21",
            minutes: [448, 481, 1016, 1049]),
        SunDay(
            name: "Helsinki", latitude: 60.17, longitude: 24.94, offset: 120, date: "2026-01-15",
            minutes: [496, 549, 950, 1004]),
        SunDay(
            name: "Helsinki", latitude: 60.17, longitude: 24.94, offset: 120, date: "2026-06-21",
            minutes: [62, 174, 1310, 1422]),
        SunDay(
            name: "Helsinki", latitude: 60.17, longitude: 24.94, offset: 120, date: "2031-12-21",
            minutes: [505, 564, 913, 971]),
        SunDay(
            name: "New York", latitude: 40.75, longitude: -73.98, offset: -300, date: "2026-01-15",
            minutes: [408, 438, 1013, 1043]),
        SunDay(
            name: "New York", latitude: 40.75, longitude: -73.98, offset: -300, date: "2026-06-21",
            minutes: [231, 265, 1171, 1204]),
        SunDay(
            name: "New York", latitude: 40.75, longitude: -73.98, offset: -300, date: "2031-12-21",
            minutes: [405, 436, 991, 1023]),
        SunDay(
            name: "Sydney", latitude: -33.87, longitude: 151.21, offset: 600, date: "2026-01-15",
            minutes: [271, 299, 1149, 1177]),
        SunDay(
            name: "Sydney", latitude: -33.87, longitude: 151.21, offset: 600, date: "2026-06-21",
            minutes: [392, 420, 1014, 1042]),
        SunDay(
            name: "Sydney", latitude: -33.87, longitude: 151.21, offset: 600, date: "2031-12-21",
            minutes: [251, 281, 1145, 1174]),
        SunDay(
            name: "Quito", latitude: -0.18, longitude: -78.47, offset: -300, date: "2026-01-15",
            minutes: [357, 379, 1107, 1129]),
        SunDay(
            name: "Quito", latitude: -0.18, longitude: -78.47, offset: -300, date: "2026-06-21",
            minutes: [350, 372, 1099, 1122]),
        SunDay(
            name: "Quito", latitude: -0.18, longitude: -78.47, offset: -300, date: "2031-12-21",
            minutes: [345, 368, 1096, 1119]),
        SunDay(
            name: "Tromsø", latitude: 69.65, longitude: 18.96, offset: 60, date: "2026-01-15",
            minutes: [537, 690, 738, 891]),
        SunDay(
            name: "Tromsø", latitude: 69.65, longitude: 18.96, offset: 60, date: "2026-03-20",
            minutes: [284, 344, 1081, 1142]),
        SunDay(
            name: "Tromsø", latitude: 69.65, longitude: 18.96, offset: 60, date: "2026-10-05",
            minutes: [315, 375, 1009, 1068]),
        SunDay(
            name: "Kiritimati", latitude: 1.87, longitude: -157.4, offset: 840, date: "2026-01-15",
            minutes: [376, 398, 1120, 1142]),
        SunDay(
            name: "Kiritimati", latitude: 1.87, longitude: -157.4, offset: 840, date: "2026-03-20",
            minutes: [373, 394, 1120, 1141]),
        SunDay(
            name: "Kiritimati", latitude: 1.87, longitude: -157.4, offset: 840, date: "2026-06-21",
            minutes: [362, 384, 1118, 1141]),
        SunDay(
            name: "Kiritimati", latitude: 1.87, longitude: -157.4, offset: 840, date: "2026-10-05",
            minutes: [355, 376, 1101, 1122]),
        SunDay(
            name: "Kiritimati", latitude: 1.87, longitude: -157.4, offset: 840, date: "2031-12-21",
            minutes: [364, 387, 1108, 1130]),
        SunDay(
            name: "Kiritimati", latitude: 1.87, longitude: -157.4, offset: 840, date: "2025-04-30",
            minutes: [360, 381, 1112, 1134]),
        SunDay(
            name: "Ushuaia", latitude: -54.8, longitude: -68.3, offset: -180, date: "2026-03-20",
            minutes: [418, 454, 1186, 1221]),
        SunDay(
            name: "Ushuaia", latitude: -54.8, longitude: -68.3, offset: -180, date: "2026-10-05",
            minutes: [372, 408, 1196, 1233]),
        SunDay(
            name: "Ushuaia", latitude: -54.8, longitude: -68.3, offset: -180, date: "2025-04-30",
            minutes: [494, 533, 1087, 1126]),
    ]
}

@Suite struct SunTimesTests {
    private let events: [SunEvent] = [.dawn, .sunrise, .sunset, .dusk]

    private func minutes(_ day: SunDay) throws -> [Int] {
        let place = try #require(Coordinate(latitude: day.latitude, longitude: day.longitude))
        let date = try #require(LocalTime(day.date + "T00:00")).day
        return events.map { SunTimes.minute(of: $0, on: date, at: place, offset: day.offset) }
    }

    @Test(arguments: SunDay.all)
    func `the sun rises and sets within two minutes of when another theory says`(day: SunDay) throws {
        for (own, other) in zip(try minutes(day), day.minutes) { #expect(abs(own - other) <= 2, "\(own) \(other)") }
    }

    @Test func `where the sun stays up it is day from midnight to midnight, where it stays down there is no day`()
        throws
    {
        func tromso(_ date: String) -> SunDay {
            SunDay(name: "Tromsø", latitude: 69.65, longitude: 18.96, offset: 60, date: date, minutes: [])
        }
        #expect(try minutes(tromso("2026-06-21")) == [0, 0, 1440, 1440])
        let winter = try minutes(tromso("2031-12-21"))
        #expect(winter[1] == winter[2] && (700...720).contains(winter[1]))
        #expect(winter[0] < winter[1] && winter[2] < winter[3])
        for latitude in [90.0, -90] {
            for date in ["2026-06-21", "2026-12-21", "2026-03-20"] {
                let pole = SunDay(name: "", latitude: latitude, longitude: 0, offset: 0, date: date, minutes: [])
                #expect(try minutes(pole).allSatisfy { (0...1440).contains($0) })
            }
        }
    }

    @Test func `a clock change takes effect from the first noon on`() throws {
        let saturday = try #require(LocalTime("2026-03-28T12:00")), change = try #require(LocalTime("2026-03-29T02:00"))
        let clock = try #require(
            ClockOffset(minutes: 60, change: ClockOffset.Change(at: change.minutes, minutes: 120)))
        #expect(clock.minutes(on: saturday.day) == 60)
        #expect(clock.minutes(on: change.day) == 120)
        #expect(ClockOffset(minutes: 2000) == nil)
        #expect(ClockOffset(minutes: 0, change: ClockOffset.Change(at: 0, minutes: -2000)) == nil)
    }
}

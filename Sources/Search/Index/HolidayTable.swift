package import Atlas

/// The public holidays of the countries and parts of countries that an atlas covers.
///
/// ```
/// holidays.towns   UInt16 by locality: 0 if its holidays are unknown, otherwise the index of its calendar plus 1
/// holidays.extents UInt32 × 2 by calendar: its first and last day, in days since 1970
/// holidays.starts  UInt32 by calendar, and one more: where its days begin in holidays.days; ascending
/// holidays.days    UInt32 by calendar, ascending: days since 1970 × 2, plus 1 if the day is only possibly a
///                  holiday
/// ```
package struct HolidayTable: Sendable {
    static var townsID: SectionID { "holidays.towns" }
    static var extentsID: SectionID { "holidays.extents" }
    static var startsID: SectionID { "holidays.starts" }
    static var daysID: SectionID { "holidays.days" }

    private let towns: Packed<UInt16>
    private let extents: Packed<UInt32>
    private let starts: Packed<UInt32>
    private let days: Packed<UInt32>

    init(_ atlas: AtlasView, localityCount: Int) throws(AtlasError) {
        towns = try atlas.packed(Self.townsID, of: UInt16.self)
        extents = try atlas.packed(Self.extentsID, of: UInt32.self)
        starts = try atlas.packed(Self.startsID, of: UInt32.self)
        days = try atlas.packed(Self.daysID, of: UInt32.self)
        guard towns.count == localityCount else {
            throw .invalid(Self.townsID, index: Int64(towns.count), rule: "not one entry for each locality")
        }
        guard starts.count > 0, extents.count == 2 * (starts.count - 1) else {
            throw .invalid(Self.extentsID, index: Int64(extents.count), rule: "not two days for each calendar")
        }
    }

    /// Adds the sections: the calendars, and for each locality the index of its calendar. There are at most 65 535
    /// calendars.
    package static func add(_ calendars: [HolidayCalendar], ofLocalities towns: [Int?], to writer: inout AtlasWriter) {
        var starts: [UInt32] = [0], days: [UInt32] = []
        for calendar in calendars {
            days += calendar.days.map { UInt32($0.number) << 1 | ($0.isCertain ? 0 : 1) }
            starts.append(UInt32(days.count))
        }
        writer.add(townsID, towns.map { $0.map { UInt16($0 + 1) } ?? 0 })
        writer.add(extentsID, calendars.flatMap { [UInt32($0.extent.lowerBound), UInt32($0.extent.upperBound)] })
        writer.add(startsID, starts)
        writer.add(daysID, days)
    }

    /// Returns the calendar of a locality; `nil` where its holidays are unknown.
    func calendar(ofLocality locality: Int) -> HolidayCalendar? {
        guard towns[locality] > 0 else { return nil }
        let calendar = Int(towns[locality]) - 1
        return HolidayCalendar(
            extent: Int(extents[2 * calendar])...Int(extents[2 * calendar + 1]),
            days: (Int(starts[calendar])..<Int(starts[calendar + 1])).map {
                HolidayCalendar.Day(number: Int(days[$0] >> 1), isCertain: days[$0] & 1 == 0)
            })
    }

    /// Verifies that the calendars of localities exist, and that each calendar's days ascend within its extent.
    func check() throws(AtlasError) {
        try starts.checkStarts(Self.startsID, spanning: days.count)
        let count = starts.count - 1
        for locality in towns.indices where Int(towns[locality]) > count {
            throw .invalid(Self.townsID, index: Int64(locality), rule: "no such calendar")
        }
        for calendar in 0..<count {
            let first = extents[2 * calendar], last = extents[2 * calendar + 1]
            guard first <= last, last < 1 << 31 else {
                throw .invalid(Self.extentsID, index: Int64(2 * calendar), rule: "ends before it begins, or never")
            }
            var next = first
            for position in Int(starts[calendar])..<Int(starts[calendar + 1]) {
                let day = days[position] >> 1
                guard day >= next, day <= last else {
                    throw .invalid(Self.daysID, index: Int64(position), rule: "descends, or lies outside its calendar")
                }
                next = day + 1
            }
        }
    }
}

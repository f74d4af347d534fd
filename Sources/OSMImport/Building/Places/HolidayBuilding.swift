import Atlas
import Search

/// Finds the public holidays of each locality: the sections `holidays.*`.
struct HolidayBuilding {
    private let file: HolidayFile?
    private var calendars: [HolidayCalendar] = []
    private var numbers: [CountryRegion: Int?] = [:]

    /// Adds the sections; `regions` by locality, `nil` if unknown. Without a file, holidays are unknown.
    static func add(_ regions: [CountryRegion?], from file: HolidayFile?, to writer: inout AtlasWriter) {
        var building = HolidayBuilding(file: file)
        let towns = regions.map { region in region.flatMap { building.number(of: $0) } }
        HolidayTable.add(building.calendars, ofLocalities: towns, to: &writer)
    }

    private init(file: HolidayFile?) { self.file = file }

    /// Returns the number of a region's calendar. Regions with equal calendars share it.
    private mutating func number(of region: CountryRegion) -> Int? {
        if let known = numbers[region] { return known }
        var number: Int?
        if let calendar = file?.calendar(country: region.country, subdivision: region.subdivision) {
            number = calendars.firstIndex(of: calendar)
            if number == nil, calendars.count < UInt16.max {
                number = calendars.count
                calendars.append(calendar)
            }
        }
        numbers[region] = .some(number)
        return number
    }
}

import Atlas
import Search

/// Finds the public holidays of each locality: the sections `holidays.*`.
struct HolidayBuilding {
    private let file: HolidayFile?
    private var calendars: [HolidayCalendar] = []
    private var numbers: [CountryRegion: Int?] = [:]

    /// Adds the sections; `regions` by locality, `nil` where unknown. Without a file no holidays are known.
    static func add(_ regions: [CountryRegion?], from file: HolidayFile?, to writer: inout AtlasWriter)
        throws(ReadError)
    {
        var building = HolidayBuilding(file: file)
        var towns: [Int?] = []
        for region in regions {
            if let region { towns.append(try building.number(of: region)) } else { towns.append(nil) }
        }
        HolidayTable.add(building.calendars, ofLocalities: towns, to: &writer)
    }

    private init(file: HolidayFile?) { self.file = file }

    /// The number of a region's calendar. Regions of one calendar share it.
    private mutating func number(of region: CountryRegion) throws(ReadError) -> Int? {
        if let known = numbers[region] { return known }
        var number: Int?
        if let calendar = try file?.calendar(country: region.country, subdivision: region.subdivision) {
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

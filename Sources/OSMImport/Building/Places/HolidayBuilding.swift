import Atlas
import Search

/// Finds the public holidays of each locality: the sections `holidays.*`.
struct HolidayBuilding {
    /// A country and a part of it, by their ISO 3166 codes.
    struct Region: Hashable {
        let country: String
        let subdivision: String?
    }

    private let file: HolidayFile?
    private var calendars: [HolidayCalendar] = []
    private var numbers: [Region: Int?] = [:]

    /// Adds the sections; `regions` by locality, `nil` where unknown. Without a file no holidays are known.
    static func add(_ regions: [Region?], from file: HolidayFile?, to writer: inout AtlasWriter) throws(ReadError) {
        var building = HolidayBuilding(file: file)
        var towns: [Int?] = []
        for region in regions {
            if let region { towns.append(try building.number(of: region)) } else { towns.append(nil) }
        }
        HolidayTable.add(building.calendars, ofLocalities: towns, to: &writer)
    }

    private init(file: HolidayFile?) { self.file = file }

    /// The number of a region's calendar. Regions of one calendar share it.
    private mutating func number(of region: Region) throws(ReadError) -> Int? {
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

extension HolidayBuilding.Region {
    /// The codes on the boundaries of the state and the country that a locality names (wiki.openstreetmap.org/wiki/Key:ISO3166-1).
    init?(_ names: LocalityFinder.Names, _ drafts: PlaceDrafts, _ context: PlaceContext) {
        func value(of key: String, _ use: ZoneUse) -> String? {
            guard let draft = names[use].draft else { return nil }
            let pair = context.pairs(drafts.all[draft].tags).first { context.text($0.key) == key }
            return pair.map { context.text($0.value).uppercased() }
        }
        let subdivision = value(of: "ISO3166-2", .state)
        let country = value(of: "ISO3166-1:alpha2", .country) ?? value(of: "ISO3166-1", .country)
        guard let country = country ?? subdivision.map({ String($0.prefix(2)) }) else { return nil }
        self.init(country: country, subdivision: subdivision)
    }
}

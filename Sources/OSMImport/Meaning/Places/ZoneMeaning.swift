import Search

/// Which areas and settlements lend their names to the addresses in and around them.
enum ZoneMeaning {
    /// What an area with these tags says about places inside it
    /// (wiki.openstreetmap.org/wiki/Tag:boundary=administrative).
    ///
    /// Level 8 is the municipality in most countries, 7 where there is none; suburbs and neighbourhoods are below,
    /// counties (5, 6) and states (3, 4) above.
    static func use(key: String, value: String, isAdministrative: Bool, adminLevel: Int) -> ZoneUse? {
        if key == "boundary", value == "postal_code" { return .postcode }
        if key == "place", let use = settlement(value)?.use ?? region(value) { return use }
        guard isAdministrative else { return nil }
        switch adminLevel {
        case 2: return .country
        case 3, 4: return .state
        case 5, 6: return .county
        case 7, 8: return .city
        case 9, 10: return .suburb
        case 11: return .neighbourhood
        default: return nil
        }
    }

    /// What an area's value of `place` says that is larger than a settlement.
    static func region(_ value: String) -> ZoneUse? {
        switch value {
        case "country": .country
        case "state", "province": .state
        case "county": .county
        default: nil
        }
    }

    /// What a settlement's value of `place` says, and how far from its node that holds, in metres.
    static func settlement(_ value: String) -> (use: ZoneUse, radius: Double)? {
        switch value {
        case "city": (.city, cityRadius)
        case "town": (.city, 7_000)
        case "village": (.city, 3_000)
        case "hamlet": (.city, 1_000)
        case "borough", "suburb": (.suburb, suburbRadius)
        case "quarter": (.suburb, 1_200)
        case "neighbourhood": (.neighbourhood, neighbourhoodRadius)
        default: nil
        }
    }

    /// The farthest that any city, suburb and neighbourhood reaches from its node, in metres.
    static let cityRadius = 15_000.0
    static let suburbRadius = 2_500.0
    static let neighbourhoodRadius = 800.0

    /// Whether a place with these tags is an area to live in or to be governed by, rather than a thing to go to.
    static func isArea(key: String, value: String) -> Bool {
        switch key {
        case "boundary":
            value == "administrative" || value == "postal_code" || value == "political" || value == "census"
        case "place": !["island", "islet", "locality", "square", "archipelago", "sea", "ocean", "plot"].contains(value)
        case "landuse": value == "residential"
        default: false
        }
    }
}

import Search

/// The areas and settlements that give their names to the addresses in and around them.
enum ZoneMeaning {
    /// Returns an area's role for the places inside it (wiki.openstreetmap.org/wiki/Tag:boundary=administrative).
    ///
    /// Level 8 is the municipality in most countries, or 7 if there is no 8; suburbs and neighbourhoods are below,
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

    /// Returns the role of an area's value of `place`, if it is larger than a settlement.
    static func region(_ value: String) -> ZoneUse? {
        switch value {
        case "country": .country
        case "state", "province": .state
        case "county": .county
        default: nil
        }
    }

    /// Returns the role of a settlement's value of `place`, and its radius around the node in metres.
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

    /// The largest radius of any city, suburb and neighbourhood around its node, in metres.
    static let cityRadius = 15_000.0
    static let suburbRadius = 2_500.0
    static let neighbourhoodRadius = 800.0

    /// Whether a place with these tags is an inhabited or administrative area, rather than a destination.
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

import Atlas
import Search

/// Writes the parts of an address with Nominatim's labels, or in one line.
enum NominatimAddress {
    /// Returns the parts, from the house to the country.
    static func parts(of place: GeocodedPlace) -> [(label: String, text: [UInt8])] {
        var parts: [(label: String, text: [UInt8])] = []
        func add(_ label: String, _ text: [UInt8]) {
            if !text.isEmpty, !parts.contains(where: { $0.label == label }) { parts.append((label, text)) }
        }
        let address = place.parts
        if place.type != .street { add(label(of: place), address.name) }
        add("house_number", address.houseNumber)
        add("road", address.street)
        add("neighbourhood", address.neighbourhood)
        add("suburb", address.suburb)
        add(settlementLabel(address), address.city)
        add("county", address.county)
        add("state", address.state)
        add("ISO3166-2-lvl\(address.stateLevel)", address.stateCode)
        add("postcode", address.postcode)
        add("country", address.country)
        add("country_code", address.countryCode)
        return parts
    }

    /// Returns the parts in one line with commas, without codes.
    static func line(_ place: GeocodedPlace) -> [UInt8] {
        var line: [UInt8] = [], last: [UInt8] = []
        let address = place.parts
        let name = place.type == .street ? [] : address.name
        for text in [
            name, address.houseNumber, address.street, address.neighbourhood, address.suburb, address.city,
            address.county, address.state, address.postcode, address.country,
        ] where !text.isEmpty && text != last {
            if !line.isEmpty { line += [UInt8(ascii: ","), UInt8(ascii: " ")] }
            line += text
            last = text
        }
        return line
    }

    /// Returns the part of an address that the place is, in Nominatim's words.
    static func label(of place: GeocodedPlace) -> String {
        switch (place.key, place.rank.search) {
        case ("boundary", _) where place.value == "administrative": administrative(place.rank.adminLevel)
        case ("boundary", _) where place.value == "postal_code": "postcode"
        case (_, ..<26): place.value == "yes" ? place.key : place.value
        case (_, 26...27): "road"
        default: place.key
        }
    }

    private static func settlementLabel(_ address: AddressParts) -> String {
        let value = String(decoding: address.settlement, as: UTF8.self)
        return ["town", "village", "hamlet", "municipality", "borough"].contains(value) ? value : "city"
    }

    private static func administrative(_ level: Int?) -> String {
        switch level {
        case 2: "country"
        case 3: "region"
        case 4: "state"
        case 5: "state_district"
        case 6: "county"
        case 7: "municipality"
        case 8: "city"
        case 9: "city_district"
        case 10: "suburb"
        case 11: "neighbourhood"
        case let level? where level >= 12: "city_block"
        default: "administrative"
        }
    }
}

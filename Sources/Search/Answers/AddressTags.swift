package import Atlas

/// The atlas's indices of the tags that add to an address: country codes and states. An answer looks them up once.
package struct AddressTags: Sendable {
    /// Tags of a country for its two-letter code (wiki.openstreetmap.org/wiki/Key:ISO3166-1).
    let countryCodes: [Int]
    /// Tags of an object for the two-letter code of its country.
    let addressCountry: [Int]
    /// Tags of a state for its code, such as `US-PA` (wiki.openstreetmap.org/wiki/Key:ISO3166-2).
    let stateCodes: [Int]
    let adminLevels: [Int]
    /// Tags of an object for its state, as local people write it.
    let addressState: [Int]

    package init(in places: PlaceTable) {
        func indices(_ key: String) -> [Int] { places.keyIndices([UInt8](key.utf8).span) }
        countryCodes = indices("ISO3166-1:alpha2") + indices("ISO3166-1") + indices("country_code")
        addressCountry = indices("addr:country")
        stateCodes = indices("ISO3166-2")
        adminLevels = indices("admin_level")
        addressState = indices("addr:state")
    }
}

extension SearchEngine {
    /// Returns the code of a country, or of the country that a place lies in: ISO 3166-1, two small letters. Empty if
    /// unknown.
    package func countryCode(of place: PlaceID, in locality: Locality, _ tags: AddressTags) -> [UInt8] {
        let own = letters(of: place, tags.countryCodes)
        if !own.isEmpty { return own }
        if let country = locality.country.place {
            let code = letters(of: country, tags.countryCodes)
            if !code.isEmpty { return code }
        }
        return letters(of: place, tags.addressCountry)
    }

    /// Returns the code of the country around a point in two small letters; empty if unknown.
    package func countryCode(of surroundings: Surroundings, _ tags: AddressTags) -> [UInt8] {
        let country = surroundings.locality.country.place.map { letters(of: $0, tags.countryCodes) } ?? []
        if !country.isEmpty { return country }
        for near in [surroundings.house, surroundings.place, surroundings.street] {
            let code = near.map { countryCode(of: $0.place, in: places.locality($0.place), tags) } ?? []
            if !code.isEmpty { return code }
        }
        return []
    }

    /// Returns the level of an administrative area, 1 ... 15; `nil` for anything else.
    package func adminLevel(of place: PlaceID, _ tags: AddressTags) -> Int? {
        guard let value = value(of: place, tags.adminLevels) else { return nil }
        var level = 0
        for byte in value {
            guard byte >= UInt8(ascii: "0"), byte <= UInt8(ascii: "9"), level < 100 else { return nil }
            level = level * 10 + Int(byte - UInt8(ascii: "0"))
        }
        return (1...15).contains(level) ? level : nil
    }

    /// Returns the value of the first of `keys` that the place has.
    func value(of place: PlaceID, _ keys: [Int]) -> [UInt8]? {
        for key in keys {
            guard let value = places.detail(place, key: key) else { continue }
            var bytes: [UInt8] = []
            places.text.append(value, to: &bytes)
            return bytes
        }
        return nil
    }

    /// Returns a country code among the tags in small letters; empty if there is none.
    private func letters(of place: PlaceID, _ keys: [Int]) -> [UInt8] {
        value(of: place, keys).flatMap { CountryCodes.code($0) }.map { $0.map { $0 | 0x20 } } ?? []
    }
}

package import Atlas

/// The atlas's numbers of the tags that say more about an address than names do. An answer looks them up once.
package struct AddressTags: Sendable {
    /// Of a country: its two letters (wiki.openstreetmap.org/wiki/Key:ISO3166-1).
    let countryCodes: [Int]
    /// Of an object: the two letters of the country it lies in.
    let addressCountry: [Int]
    /// Of a state: `US-PA` (wiki.openstreetmap.org/wiki/Key:ISO3166-2).
    let stateCodes: [Int]
    let adminLevels: [Int]
    /// Of an object: the state it lies in, as people there write it.
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
    /// Returns the two small letters of the country that a place is, or that its locality is in (ISO 3166-1); empty
    /// where unknown.
    package func countryCode(of place: PlaceID, in locality: Locality, _ tags: AddressTags) -> [UInt8] {
        let own = letters(of: place, tags.countryCodes)
        if !own.isEmpty { return own }
        if let country = locality.country.place {
            let code = letters(of: country, tags.countryCodes)
            if !code.isEmpty { return code }
        }
        return letters(of: place, tags.addressCountry)
    }

    /// Returns the two small letters of the country around a point; empty where unknown.
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

    /// The value of the first of some details that a place has.
    func value(of place: PlaceID, _ keys: [Int]) -> [UInt8]? {
        for key in keys {
            guard let value = places.detail(place, key: key) else { continue }
            var bytes: [UInt8] = []
            places.text.append(value, to: &bytes)
            return bytes
        }
        return nil
    }

    /// A detail that is a country's code, in small letters; empty for anything else.
    private func letters(of place: PlaceID, _ keys: [Int]) -> [UInt8] {
        value(of: place, keys).flatMap { CountryCodes.code($0) }.map { $0.map { $0 | 0x20 } } ?? []
    }
}

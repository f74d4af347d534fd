package import Atlas
package import GeoCore

/// The name and the address of a place, part by part in one language, for callers who put addresses together
/// themselves. UTF-8; empty where unknown.
package struct AddressParts: Sendable {
    /// The place's own name; empty where it has none.
    package var name: [UInt8] = []
    package var houseNumber: [UInt8] = []
    package var street: [UInt8] = []
    package var neighbourhood: [UInt8] = []
    package var suburb: [UInt8] = []
    package var city: [UInt8] = []
    /// What OpenStreetMap's `place` says of the city: `city`, `town`, `village`.
    package var settlement: [UInt8] = []
    package var county: [UInt8] = []
    package var state: [UInt8] = []
    /// ISO 3166-2, such as `US-PA`, and the administrative level that has such codes there.
    package var stateCode: [UInt8] = []
    package var stateLevel = 4
    package var postcode: [UInt8] = []
    package var country: [UInt8] = []
    /// The area that the country is.
    package var countryPlace: PlaceID?
    /// ISO 3166-1, two small letters.
    package var countryCode: [UInt8] = []
}

extension SearchEngine {
    /// Returns where a hit lies: in one of the localities of a street that passes through several.
    package func locality(of hit: SearchHit) -> Locality {
        guard let locality = hit.locality else { return hit.place.map { places.locality($0) } ?? Locality() }
        return places.locality(at: locality)
    }

    /// Returns where a place lies at `point`.
    ///
    /// A street lies in the areas around the point, and then where its nearest stretch does; everything else lies in
    /// one locality.
    package func locality(of place: PlaceID, at point: PointE7) -> Locality {
        guard places.type(place) == .street else { return places.locality(place) }
        return locality(of: place, at: point, in: reverse.locality(around: point))
    }

    /// Returns where a place lies at `point`, which lies in `areas`.
    func locality(of place: PlaceID, at point: PointE7, in areas: Locality) -> Locality {
        guard places.type(place) == .street else { return places.locality(place) }
        var locality = areas
        let stretch = streets.localityIndex(of: place, at: point).map { places.locality(at: $0) }
        locality.complete(with: stretch ?? places.locality(place))
        return locality
    }

    /// Returns the parts of a place's address, for a street that passes through several localities in `locality`.
    ///
    /// A street is its own street; an area is not in itself.
    package func addressParts(
        of place: PlaceID, in locality: Locality? = nil, _ language: NameLanguage, _ tags: AddressTags
    ) -> AddressParts {
        var parts = AddressParts()
        let locality = locality ?? places.locality(place)
        parts.name = name(places.name(place), of: place, language)
        append(places.houseNumber(place), to: &parts.houseNumber)
        if places.type(place) == .street {
            parts.street = parts.name
        } else if let street = places.street(place) {
            parts.street = name(places.name(street), of: street, language)
        }
        add(locality, language, tags, to: &parts)
        if parts.state.isEmpty { parts.state = value(of: place, tags.addressState) ?? [] }
        parts.countryCode = countryCode(of: place, in: locality, tags)
        return parts
    }

    /// Returns the parts of the address around a point, without house and street.
    package func addressParts(
        of surroundings: Surroundings, _ language: NameLanguage, _ tags: AddressTags
    ) -> AddressParts {
        var parts = AddressParts()
        add(surroundings.locality, language, tags, to: &parts)
        parts.countryCode = countryCode(of: surroundings, tags)
        return parts
    }

    /// Adds the names of a locality.
    private func add(
        _ locality: Locality, _ language: NameLanguage, _ tags: AddressTags, to parts: inout AddressParts
    ) {
        parts.neighbourhood = name(locality.neighbourhood, language)
        parts.suburb = name(locality.suburb, language)
        parts.city = name(locality.city, language)
        parts.county = name(locality.county, language)
        parts.state = name(locality.state, language)
        parts.postcode = name(locality.postcode, language)
        parts.country = name(locality.country, language)
        parts.countryPlace = locality.country.place
        if let city = locality.city.place {
            let kind = places.kind(city), key: [UInt8] = [UInt8]("place".utf8)
            if places.text.equals(places.kindKey(kind), key.span) {
                append(places.kindValue(kind), to: &parts.settlement)
            }
        }
        if let state = locality.state.place {
            parts.stateCode = value(of: state, tags.stateCodes) ?? []
            parts.stateLevel = adminLevel(of: state, tags) ?? 4
        }
    }

    private func name(_ part: LocalityPart, _ language: NameLanguage) -> [UInt8] {
        name(part.name, of: part.place, language)
    }

    private func name(_ local: StringID, of place: PlaceID?, _ language: NameLanguage) -> [UInt8] {
        var bytes: [UInt8] = []
        append(place.flatMap { places.name($0, in: language) } ?? local, to: &bytes)
        return bytes
    }

    private func append(_ text: StringID, to bytes: inout [UInt8]) {
        if !text.isEmpty { places.text.append(text, to: &bytes) }
    }
}

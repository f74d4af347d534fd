package import Atlas
package import GeoCore

/// The name and the address of a place in one language, part by part, for callers that format addresses themselves.
///
/// All texts are UTF-8. An unknown part is empty.
package struct AddressParts: Sendable {
    /// The place's own name; empty if it has none.
    package var name: [UInt8] = []
    package var houseNumber: [UInt8] = []
    package var street: [UInt8] = []
    package var neighbourhood: [UInt8] = []
    package var suburb: [UInt8] = []
    package var city: [UInt8] = []
    /// The OpenStreetMap `place` value of the city: `city`, `town`, `village`.
    package var settlement: [UInt8] = []
    package var county: [UInt8] = []
    package var state: [UInt8] = []
    /// The ISO 3166-2 code, such as `US-PA`, and the administrative level that has such codes in this country.
    package var stateCode: [UInt8] = []
    package var stateLevel = 4
    package var postcode: [UInt8] = []
    package var country: [UInt8] = []
    /// The area of the country.
    package var countryPlace: PlaceID?
    /// The ISO 3166-1 code in two small letters.
    package var countryCode: [UInt8] = []
}

extension SearchEngine {
    /// Returns the locality of a hit. For a street in several localities, that is the locality of the hit.
    package func locality(of hit: SearchHit) -> Locality {
        guard let locality = hit.locality else { return hit.place.map { places.locality($0) } ?? Locality() }
        return places.locality(at: locality)
    }

    /// Returns the locality of a place at `point`.
    ///
    /// For a street, the areas around the point come first, then the locality of its nearest stretch. Any other place
    /// has one locality.
    package func locality(of place: PlaceID, at point: PointE7) -> Locality {
        guard places.type(place) == .street else { return places.locality(place) }
        return locality(of: place, at: point, in: reverse.locality(around: point))
    }

    /// Returns the locality of a place at `point`, given the locality of the `areas` around that point.
    func locality(of place: PlaceID, at point: PointE7, in areas: Locality) -> Locality {
        guard places.type(place) == .street else { return places.locality(place) }
        var locality = areas
        let stretch = streets.localityIndex(of: place, at: point).map { places.locality(at: $0) }
        locality.complete(with: stretch ?? places.locality(place))
        return locality
    }

    /// Returns the parts of a place's address. For a street in several localities, `locality` is the one to use.
    ///
    /// A street counts as its own street; an area does not count as lying in itself.
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

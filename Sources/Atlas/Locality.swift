/// The names of the areas around a place.
package struct Locality: Equatable, Hashable, Sendable {
    package var neighbourhood: LocalityPart
    package var suburb: LocalityPart
    /// The city, town, village or municipality.
    package var city: LocalityPart
    package var postcode: LocalityPart
    package var county: LocalityPart
    package var state: LocalityPart
    package var country: LocalityPart

    /// Names in a stored locality.
    static var width: Int { 7 }

    package init(
        neighbourhood: LocalityPart = .unknown, suburb: LocalityPart = .unknown, city: LocalityPart = .unknown,
        postcode: LocalityPart = .unknown, county: LocalityPart = .unknown, state: LocalityPart = .unknown,
        country: LocalityPart = .unknown
    ) {
        self.neighbourhood = neighbourhood
        self.suburb = suburb
        self.city = city
        self.postcode = postcode
        self.county = county
        self.state = state
        self.country = country
    }

    /// In the order in which they are stored.
    var parts: [LocalityPart] { [neighbourhood, suburb, city, postcode, county, state, country] }
}

/// One name of an area around a place.
package struct LocalityPart: Equatable, Hashable, Sendable {
    /// Empty where unknown.
    package var name: StringID
    /// The area or settlement of that name; `nil` where the atlas holds none.
    package var place: PlaceID?

    package init(_ name: StringID, _ place: PlaceID? = nil) {
        self.name = name
        self.place = place
    }

    package static var unknown: LocalityPart { LocalityPart(.empty) }
    package var isUnknown: Bool { name.isEmpty }
}

/// What a search found, best first.
public struct SearchResults: Codable, Equatable, Sendable {
    /// The text that was searched for.
    public let query: String
    public let results: [SearchResult]
}

/// One thing that a search found.
public struct SearchResult: Codable, Equatable, Sendable {
    public let id: String
    public let type: PlaceType
    public let category: String?
    public let kind: String?
    public let name: String
    /// `false` when the place has no name of its own and `name` says what it is.
    public let named: Bool?
    public let match: [[Int]]?
    public let label: String?
    public let street: String?
    public let crossStreet: String?
    public let houseNumber: String?
    public let neighbourhood: String?
    public let suburb: String?
    public let city: String?
    public let postcode: String?
    public let county: String?
    public let state: String?
    public let country: String?
    /// ISO 3166-1: two small letters.
    public let countryCode: String?
    public let lat: Double
    public let lon: Double
    public let distance: Double?
    public let bearing: Double?
    public let travel: Travel?
    public let partial: Bool?
    /// `true` when the street has not the house number and the position is where it would be.
    public let estimated: Bool?

    /// The quickest way there.
    public struct Travel: Codable, Equatable, Sendable {
        /// Metres.
        public let distance: Double
        /// Seconds.
        public let duration: Double
    }

    enum CodingKeys: String, CodingKey {
        case id, type, category, kind, name, named, match, label, street, neighbourhood, suburb, city, postcode
        case county, state, country
        case lat, lon, distance, bearing, travel, partial, estimated
        case crossStreet = "cross_street"
        case houseNumber = "housenumber"
        case countryCode = "country_code"
    }
}

/// What a found thing is.
public enum PlaceType: String, Codable, Sendable, CaseIterable {
    case place, address, street, area, position
}

extension PlaceType: WireWords {}

extension SearchResults: Annotated {
    package static let notes = ["query": "The text that was searched for.", "results": "Best first."]
}

extension SearchResult: Annotated {
    package static let notes = [
        "id": "OpenStreetMap's type and id (`n12`, `w12`, `r12`), or `geo:lat,lon` for a typed position.",
        "type": "What it is.",
        "category": "The OpenStreetMap key it is known by, such as `amenity`.",
        "kind": "The value of that key, such as `cafe`.",
        "name": "Its name in the language asked for, or what it is.",
        "named": "False when it has no name of its own.",
        "match": "The parts of the name that the text matched: begin and end in UTF-16 units.",
        "label": "Its address in one line.",
        "street": "The street of its address.",
        "cross_street": "The nearest street that crosses that one.",
        "country_code": "ISO 3166-1: two small letters.",
        "lat": "Latitude in degrees.",
        "lon": "Longitude in degrees.",
        "distance": "Metres from the position given.",
        "bearing": "Degrees clockwise from true north, from the position given.",
        "travel": "The quickest way there in metres and seconds, where a profile was given and there is one.",
        "partial": "True when some word of the text has no counterpart here.",
        "estimated": "True when the street has not the house number and the position is where it would be.",
    ]
}

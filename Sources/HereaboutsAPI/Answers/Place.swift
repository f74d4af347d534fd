/// Everything known about one place.
public struct Place: Codable, Equatable, Sendable {
    public let id: String
    public let type: PlaceType
    public let category: String?
    public let kind: String?
    public let name: String
    /// By language tag.
    public let names: [String: String]
    public let label: String?
    public let address: PostalAddress
    public let lat: Double
    public let lon: Double
    /// West, south, east, north, in degrees.
    public let bounds: [Double]
    /// By OpenStreetMap key.
    public let details: [String: String]
}

/// The parts of an address that are known.
public struct PostalAddress: Codable, Equatable, Sendable {
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
    /// Metres to the house, in answers about a coordinate.
    public let distance: Double?

    enum CodingKeys: String, CodingKey {
        case label, street, neighbourhood, suburb, city, postcode, county, state, country, distance
        case crossStreet = "cross_street"
        case houseNumber = "housenumber"
        case countryCode = "country_code"
    }
}

/// What is at a coordinate. Parts that the map does not know near it are missing.
public struct AddressAnswer: Codable, Equatable, Sendable {
    public let lat: Double
    public let lon: Double
    public let address: PostalAddress?
    public let street: NearbyStreet?
    public let place: NearbyPlace?

    /// The nearest street with a name.
    public struct NearbyStreet: Codable, Equatable, Sendable {
        public let id: String
        public let type: PlaceType
        public let category: String?
        public let kind: String?
        public let name: String
        public let distance: Double
        public let crossStreet: String?

        enum CodingKeys: String, CodingKey {
            case id, type, category, kind, name, distance
            case crossStreet = "cross_street"
        }
    }

    /// The nearest named place.
    public struct NearbyPlace: Codable, Equatable, Sendable {
        public let id: String
        public let type: PlaceType
        public let category: String?
        public let kind: String?
        public let name: String
        public let lat: Double
        public let lon: Double
        public let distance: Double
    }
}

extension Place: Annotated {
    package static let notes = [
        "id": "OpenStreetMap's type and id: `n12`, `w12`, `r12`.",
        "type": "What it is.",
        "category": "The OpenStreetMap key it is known by, such as `amenity`.",
        "kind": "The value of that key, such as `cafe`.",
        "name": "Its name in the language asked for, or what it is.",
        "names": "Its names by language tag.",
        "label": "Its address in one line.",
        "address": "The parts of its address that are known.",
        "lat": "Latitude in degrees.",
        "lon": "Longitude in degrees.",
        "bounds": "West, south, east, north, in degrees.",
        "details": "Opening hours, phone and the like, by OpenStreetMap key.",
    ]
}

extension PostalAddress: Annotated {
    package static let notes = [
        "label": "The address in one line.",
        "cross_street": "The nearest street that crosses the address's.",
        "country_code": "ISO 3166-1: two small letters.",
        "distance": "Metres to the house, in answers about a coordinate.",
    ]
}

extension AddressAnswer: Annotated {
    package static let notes = [
        "lat": "Latitude in degrees.",
        "lon": "Longitude in degrees.",
        "address": "The address, with a house number if one is within 50 m.",
        "street": "The nearest street with a name.",
        "place": "The nearest named place; its distance is 0 inside its outline.",
    ]
}

extension AddressAnswer.NearbyStreet: Annotated {
    package static let notes = [
        "distance": "Metres from the coordinate.",
        "cross_street": "The street that crosses it nearest to the coordinate.",
    ]
}

extension AddressAnswer.NearbyPlace: Annotated {
    package static let notes = ["distance": "Metres from the coordinate."]
}

/// Everything known about one place.
public struct Place: Codable, Equatable, Sendable {
    public let id: String
    public let type: PlaceType
    public let category: String?
    public let kind: String?
    /// What the kind is called, by language tag: `en`, `fi`, `de` and `ar`.
    public let kindNames: [String: String]
    public let name: String
    /// By language tag.
    public let names: [String: String]
    public let label: String?
    public let address: PostalAddress
    public let lat: Double
    public let lon: Double
    /// West, south, east, north, in degrees.
    public let bounds: [Double]
    /// Whether it is open at the time asked about; `nil` when nobody knows.
    public let open: Bool?
    /// When it closes, and when it opens, on its own clock without a zone, such as `2026-11-23T18:00`: one of them,
    /// within seven days.
    public let openUntil: String?
    public let opensAt: String?
    /// Whether the day asked about is a public holiday there; `nil` where it is not or that is not known.
    public let publicHoliday: Bool?
    public let phone: String?
    public let website: String?
    /// `yes`, `limited`, `no` or `designated`.
    public let wheelchair: String?
    /// By OpenStreetMap key.
    public let details: [String: String]

    enum CodingKeys: String, CodingKey {
        case id, type, category, kind, name, names, label, address, lat, lon, bounds, open, phone, website, wheelchair
        case details
        case kindNames = "kind_names"
        case openUntil = "open_until"
        case opensAt = "opens_at"
        case publicHoliday = "public_holiday"
    }
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
    public let plusCode: PlusCode
    public let address: PostalAddress?
    public let street: NearbyStreet?
    public let place: NearbyPlace?
    /// The administrative areas around the coordinate, the country first.
    public let areas: [Area]

    enum CodingKeys: String, CodingKey {
        case lat, lon, address, street, place, areas
        case plusCode = "plus_code"
    }

    /// An Open Location Code.
    public struct PlusCode: Codable, Equatable, Sendable {
        public let code: String
        /// Without its first four digits, and the town it is near to; `nil` where none is near enough.
        public let short: String?
    }

    /// An administrative area.
    public struct Area: Codable, Equatable, Sendable {
        /// OpenStreetMap's `admin_level`, 1 to 15.
        public let level: Int
        public let id: String
        public let name: String
    }

    /// The nearest street with a name.
    public struct NearbyStreet: Codable, Equatable, Sendable {
        public let id: String
        public let type: PlaceType
        public let category: String?
        public let kind: String?
        public let name: String
        public let distance: Double
        /// The side of the street the coordinate lies on: `n`, `ne` … `nw`; `nil` on the street and beyond its end.
        public let side: String?
        public let crossStreet: String?

        enum CodingKeys: String, CodingKey {
            case id, type, category, kind, name, distance, side
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
        /// Whether it is open at the time asked about; `nil` when nobody knows.
        public let open: Bool?
        public let phone: String?
        public let website: String?
        /// `yes`, `limited`, `no` or `designated`.
        public let wheelchair: String?
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
        "open": "Whether it is open at the time asked about; missing when that is not known.",
        "open_until":
            "When it closes, on its own clock, such as `2026-11-23T18:00`; missing when that is not within seven days.",
        "opens_at": "When it opens, while it is closed.",
        "public_holiday": "Whether the day asked about is a public holiday there; only for places with opening hours.",
        "phone": "Its telephone number.",
        "website": "Its web address.",
        "wheelchair": "Whether a wheelchair gets in: `yes`, `limited`, `no` or `designated`.",
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
        "plus_code": "The Open Location Code of the coordinate.",
        "areas": "The administrative areas around it, the country first.",
        "address": "The address, with a house number if one is within 50 m.",
        "street": "The nearest street with a name.",
        "place": "The nearest named place; its distance is 0 inside its outline.",
    ]
}

extension AddressAnswer.NearbyStreet: Annotated {
    package static let notes = [
        "distance": "Metres from the coordinate.",
        "side":
            "The side of the street the coordinate lies on: `n`, `ne` … `nw`; missing on the street and beyond its end.",
        "cross_street": "The street that crosses it nearest to the coordinate.",
    ]
}

extension AddressAnswer.NearbyPlace: Annotated {
    package static let notes = [
        "distance": "Metres from the coordinate.",
        "open": "Whether it is open at the time asked about; missing when that is not known.",
        "phone": "Its telephone number.",
        "website": "Its web address.",
        "wheelchair": "Whether a wheelchair gets in: `yes`, `limited`, `no` or `designated`.",
    ]
}

extension AddressAnswer.PlusCode: Annotated {
    package static let notes = [
        "code": "Ten digits: a rectangle of about 14 m.",
        "short":
            "Without the first four digits, and the town that the rest is near to; missing where none is near enough.",
    ]
}

extension AddressAnswer.Area: Annotated {
    package static let notes = [
        "level": "OpenStreetMap's `admin_level`: 2 is a country.",
        "id": "OpenStreetMap's type and id.",
    ]
}

public import GeoCore

/// Asks for one place by its reference.
public struct PlaceRequest: APIRequest {
    public var id: String
    public var language: String?
    public var time: LocalTime?

    public init(id: String, language: String? = nil, time: LocalTime? = nil) {
        self.id = id
        self.language = language
        self.time = time
    }

    package static let endpoint = Endpoint(
        "/api/v1/places/{id}", "place", "Everything known about one place.", answer: .json(Place.self),
        failures: [.notFound])
    package static let blank = PlaceRequest(id: "n1")

    package mutating func visit(_ fields: inout some FieldVisitor) throws(ErrorBody) {
        try fields.required(.text("id", "OpenStreetMap's type and id: `n12`, `w12`, `r12`.", maximumLength: 64), &id)
        try fields.optional(.language, &language)
        try fields.optional(.localTime, &time)
    }
}

/// Everything known about one place.
public struct Place: Codable, Equatable, Sendable {
    public let id: String
    public let type: PlaceType
    public let category: String?
    public let kind: String?
    public let kindNames: [String: String]
    public let name: String
    public let names: [String: String]
    public let label: String?
    public let address: PostalAddress
    public let building: BuildingName?
    public let inside: Bool?
    public let levels: [BuildingLevel]?
    public let lat: Double
    public let lon: Double
    public let bounds: [Double]
    public let open: Bool?
    public let openUntil: String?
    public let opensAt: String?
    public let publicHoliday: Bool?
    public let phone: String?
    public let website: String?
    public let wheelchair: String?
    public let details: [String: String]

    enum CodingKeys: String, CodingKey {
        case id, type, category, kind, name, names, label, address, building, inside, levels, lat, lon, bounds, open,
            phone, website, wheelchair, details
        case kindNames = "kind_names"
        case openUntil = "open_until"
        case opensAt = "opens_at"
        case publicHoliday = "public_holiday"
    }
}

extension Place: Annotated {
    package static let notes = [
        "id": "OpenStreetMap's type and id: `n12`, `w12`, `r12`.",
        "type": "What it is.",
        "category": "The OpenStreetMap key it is known by, such as `amenity`.",
        "kind": "The value of that key, such as `cafe`.",
        "name": "Its name in the requested language, or what it is.",
        "names": "Its names by language tag.",
        "label": "Its address in one line.",
        "address": "The parts of its address that are known.",
        "building": "The building around a room, corridor or area; missing for other places.",
        "inside": "True for a building whose levels and rooms are known (`/api/v1/buildings/{id}`); else missing.",
        "levels": "The levels that a room, corridor or area is on, the lowest first; missing for other places.",
        "lat": "Latitude in degrees.",
        "lon": "Longitude in degrees.",
        "bounds": "West, south, east, north, in degrees.",
        "open": "Whether it is open at the requested time; missing when that is not known.",
        "open_until":
            "When it closes, in local time, such as `2026-11-23T18:00`; missing when that is not within seven days.",
        "opens_at":
            "When it opens, in local time, while it is closed; missing when that is not within seven days.",
        "public_holiday": """
        Whether the requested day is a public holiday there, for places with opening hours; missing when it is \
        not, or when that is not known.
        """,
        "phone": "Its telephone number.",
        "website": "Its web address.",
        "wheelchair": "Whether a wheelchair gets in: `yes`, `limited`, `no` or `designated`.",
        "details": "Opening hours, phone and the like, by OpenStreetMap key.",
        "kind_names": "The kind's name by language tag: `en`, `fi`, `de` and `ar`.",
    ]
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
    public let countryCode: String?
    public let distance: Double?

    enum CodingKeys: String, CodingKey {
        case label, street, neighbourhood, suburb, city, postcode, county, state, country, distance
        case crossStreet = "cross_street"
        case houseNumber = "housenumber"
        case countryCode = "country_code"
    }
}

extension PostalAddress: Annotated {
    package static let notes = [
        "label": "The address in one line.",
        "cross_street": "The nearest street that crosses the address's.",
        "country_code": "ISO 3166-1: two small letters.",
        "distance": "Metres to the house, in answers about a coordinate.",
    ]
}

public import GeoCore

/// Asks for the address, the place and the nearest cross street at a coordinate.
public struct AddressRequest: APIRequest {
    public var at: Coordinate
    public var form: AddressForm

    public init(at: Coordinate, form: AddressForm = AddressForm()) {
        self.at = at
        self.form = form
    }

    package static let endpoint = Endpoint(
        "/api/v1/address", "address", "The address at a coordinate, or what is nearest to it.",
        answer: .json(AddressAnswer.self))
    package static let blank = AddressRequest(at: .placeholder)

    package mutating func visit(_ fields: inout some FieldVisitor) throws(ErrorBody) {
        try fields.requiredPosition(&at)
        try form.visit(&fields)
    }
}

/// Asks for the same at each of many coordinates.
public struct AddressesRequest: BodyRequest {
    package static var maximumLength: Int { 256 << 10 }

    public var body: [Point]
    public var form: AddressForm

    public init(at positions: [Coordinate], form: AddressForm = AddressForm()) {
        body = positions.map { Point(lat: $0.latitude, lon: $0.longitude) }
        self.form = form
    }

    /// A coordinate as it is sent, in degrees.
    public struct Point: Codable, Equatable, Sendable {
        public var lat: Double
        public var lon: Double

        public init(lat: Double, lon: Double) {
            self.lat = lat
            self.lon = lon
        }
    }

    /// The most coordinates of one request.
    package static let maximumPoints = 1000

    package static let endpoint = Endpoint(
        .post, "/api/v1/address", "addresses",
        "The addresses at many coordinates, at most \(maximumPoints), in their order.",
        answer: .json([AddressAnswer].self), failures: [.invalidBody, .tooManyPoints])
    package static let blank = AddressesRequest(at: [])

    package mutating func visit(_ fields: inout some FieldVisitor) throws(ErrorBody) { try form.visit(&fields) }

    /// The coordinates; throws naming the first that is none, or when they are too many.
    package var coordinates: [Coordinate] {
        get throws(ErrorBody) {
            guard body.count <= Self.maximumPoints else {
                throw ErrorBody(.tooManyPoints, "\(body.count) points are more than \(Self.maximumPoints)")
            }
            var coordinates: [Coordinate] = []
            for (index, point) in body.enumerated() {
                guard let coordinate = Coordinate(latitude: point.lat, longitude: point.lon) else {
                    let member = (-90...90).contains(point.lat) ? "lon" : "lat"
                    throw ErrorBody(
                        .invalidBody, "[\(index)].\(member) is not in degrees", field: "[\(index)].\(member)")
                }
                coordinates.append(coordinate)
            }
            return coordinates
        }
    }
}

/// The options of an answer about coordinates.
public struct AddressForm: Sendable, Equatable {
    public var zoom: Int
    public var language: String?
    public var time: LocalTime?

    public init(zoom: Int = 18, language: String? = nil, time: LocalTime? = nil) {
        self.zoom = zoom
        self.language = language
        self.time = time
    }

    fileprivate mutating func visit(_ fields: inout some FieldVisitor) throws(ErrorBody) {
        try fields.defaulted(
            .integer(
                "zoom",
                """
                In how much detail: 3 country, 5 state, 8 county, 10 city, 13 suburb, 14 neighbourhood, 16 street, \
                18 house.
                """,
                in: 0...18), &zoom, standard: 18)
        try fields.optional(.language, &language)
        try fields.optional(.localTime, &time)
    }
}

/// The address, street and place at a coordinate. Parts that the map does not have near it are missing.
public struct AddressAnswer: Codable, Equatable, Sendable {
    public let lat: Double
    public let lon: Double
    public let plusCode: PlusCode
    public let address: PostalAddress?
    public let street: NearbyStreet?
    public let place: NearbyPlace?
    public let areas: [Area]

    enum CodingKeys: String, CodingKey {
        case lat, lon, address, street, place, areas
        case plusCode = "plus_code"
    }

    /// An Open Location Code.
    public struct PlusCode: Codable, Equatable, Sendable {
        public let code: String
        public let short: String?
    }

    /// An administrative area.
    public struct Area: Codable, Equatable, Sendable {
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
        public let open: Bool?
        public let phone: String?
        public let website: String?
        public let wheelchair: String?
    }
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
        "side": """
        The side of the street the coordinate lies on: `n`, `ne` … `nw`; missing on the street and beyond its \
        end.
        """,
        "cross_street": "The street that crosses it nearest to the coordinate.",
    ]
}

extension AddressAnswer.NearbyPlace: Annotated {
    package static let notes = [
        "distance": "Metres from the coordinate.",
        "open": "Whether it is open at the requested time; missing when that is not known.",
        "phone": "Its telephone number.",
        "website": "Its web address.",
        "wheelchair": "Whether a wheelchair gets in: `yes`, `limited`, `no` or `designated`.",
    ]
}

extension AddressAnswer.PlusCode: Annotated {
    package static let notes = [
        "code": "Ten digits: a rectangle of about 14 m.",
        "short": """
        The code without its first four digits, and the town that it is near; missing when no town is near \
        enough.
        """,
    ]
}

extension AddressAnswer.Area: Annotated {
    package static let notes = [
        "level": "OpenStreetMap's `admin_level`, 1 to 15; 2 is a country.",
        "id": "OpenStreetMap's type and id.",
    ]
}

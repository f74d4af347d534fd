public import GeoCore

/// Asks what somebody may be about to type.
public struct SuggestRequest: APIRequest {
    public var text: String
    /// Where the person looks; nearer places come first.
    public var near: Coordinate?
    public var limit: Int
    public var language: String?
    /// The countries to look in, two small letters each; everywhere when empty.
    public var countries: [String]
    /// When it matters what is open; now when `nil`.
    public var time: LocalTime?
    /// Whether to look in the guide too.
    public var guide: Bool

    public init(
        text: String, near: Coordinate? = nil, limit: Int = 8, language: String? = nil, countries: [String] = [],
        time: LocalTime? = nil, guide: Bool = false
    ) {
        self.text = text
        self.near = near
        self.limit = limit
        self.language = language
        self.countries = countries
        self.time = time
        self.guide = guide
    }

    package static let endpoint = Endpoint(
        "/api/v1/suggest", "suggest", "Places that begin like the text, best first, spelling mistakes forgiven.",
        answer: .json(SearchResults.self))
    package static let blank = SuggestRequest(text: "")

    package mutating func visit(_ fields: inout some FieldVisitor) throws(ErrorBody) {
        try fields.required(.query, &text)
        try fields.optionalPosition(&near)
        try fields.defaulted(.integer("limit", "How many answers at most.", in: 1...20), &limit, standard: 8)
        try fields.optional(.language, &language)
        try fields.optionalCountries(&countries)
        try fields.optional(.localTime, &time)
        try fields.optionalGuide(&guide)
    }
}

/// Asks for places by a whole query: a name, an address, a crossing, a kind of place.
public struct PlacesRequest: APIRequest {
    public var text: String
    /// Where the person looks; nearer places come first.
    public var near: Coordinate?
    public var limit: Int
    public var language: String?
    /// The countries to look in, two small letters each; everywhere when empty.
    public var countries: [String]
    /// The way of travel that times and lengths of the way there are wanted for; none when `nil`.
    public var profile: RouteProfile?
    public var order: PlacesOrder
    /// When it matters what is open; now when `nil`.
    public var time: LocalTime?
    /// Whether each answer tells why it stands where it does.
    public var explains: Bool
    /// Whether to look in the guide too.
    public var guide: Bool

    public init(
        text: String, near: Coordinate? = nil, limit: Int = 10, language: String? = nil, countries: [String] = [],
        profile: RouteProfile? = nil, order: PlacesOrder = .best, time: LocalTime? = nil, explains: Bool = false,
        guide: Bool = false
    ) {
        self.text = text
        self.near = near
        self.limit = limit
        self.language = language
        self.countries = countries
        self.profile = profile
        self.order = order
        self.time = time
        self.explains = explains
        self.guide = guide
    }

    package static let endpoint = Endpoint(
        "/api/v1/places", "places", "Places that match the text, best first, spelling mistakes forgiven.",
        answer: .json(SearchResults.self), failures: [.missingParameter, .outsideMap, .noRoadNear])
    package static let blank = PlacesRequest(text: "")

    package mutating func visit(_ fields: inout some FieldVisitor) throws(ErrorBody) {
        try fields.required(.query, &text)
        try fields.optionalPosition(&near)
        try fields.defaulted(.integer("limit", "How many answers at most.", in: 1...50), &limit, standard: 10)
        try fields.optional(.language, &language)
        try fields.optionalCountries(&countries)
        try fields.optional(
            .word("profile", "The way of travel that the way to each place is wanted for, from the position given."),
            &profile)
        try fields.defaulted(
            .word("order", "`time` puts those first, of the fifty best, that take the least time to get to."), &order,
            standard: .best)
        try fields.optional(.localTime, &time)
        var explanation = explains ? Truth.true : .false
        try fields.defaulted(
            .word("explain", "Whether each answer tells why it stands where it does."), &explanation, standard: .false)
        explains = explanation == .true
        try fields.optionalGuide(&guide)
        if near == nil, profile != nil || order == .time {
            throw ErrorBody(.missingParameter, "lat is missing: the way there begins somewhere", field: "lat")
        }
    }
}

/// Which places come first: those that match best, or those that take the least time to get to.
public enum PlacesOrder: String, Sendable, CaseIterable { case best, time }

/// Asks for one place by its reference.
public struct PlaceRequest: APIRequest {
    /// OSM type and id, such as `n1234`, `w1234` or `r1234`.
    public var id: String
    public var language: String?
    /// When it matters whether it is open; now when `nil`.
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

/// Asks what is at a coordinate: the address, the place, the nearest cross street.
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

/// Asks what is at each of many coordinates.
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

/// How coordinates are answered.
public struct AddressForm: Sendable, Equatable {
    /// In how much detail, as Nominatim counts: 3 country, 5 state, 8 county, 10 city, 13 suburb, 14 neighbourhood, 16
    /// street, 18 house.
    public var zoom: Int
    public var language: String?
    /// When it matters whether the place there is open; now when `nil`.
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
                "In how much detail: 3 country, 5 state, 8 county, 10 city, 13 suburb, 14 neighbourhood, 16 street, 18 house.",
                in: 0...18), &zoom, standard: 18)
        try fields.optional(.language, &language)
        try fields.optional(.localTime, &time)
    }
}

extension Parameter where Value == LocalTime {
    static let localTime = Parameter(
        "time",
        "When it matters what is open, on the clock of the place and without a zone, such as `2026-11-23T18:05`; now unless given.",
        schema: .text(pattern: "^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}(:[0-9]{2})?$"),
        read: { (text) throws(ParameterFault) in
            guard let time = LocalTime(text) else {
                throw ParameterFault("is not a date and time without a zone such as 2026-11-23T18:05")
            }
            return time
        },
        print: { $0.text })
}

extension Parameter where Value == String {
    static let query = text("q", "What was typed.", maximumLength: 256)
}

extension Parameter where Value == [String] {
    static let countries = Parameter(
        "countries",
        "The countries to look in: ISO 3166-1 codes of two letters, with commas between; everywhere unless given.",
        schema: .text(pattern: "^[A-Za-z]{2}(,[A-Za-z]{2})*$"),
        read: { (text) throws(ParameterFault) in
            let codes = text.lowercased().split(separator: ",", omittingEmptySubsequences: false).map(String.init)
            let areCodes = codes.allSatisfy { $0.utf8.count == 2 && $0.utf8.allSatisfy { (0x61...0x7a).contains($0) } }
            guard areCodes, codes.count <= 300 else {
                throw ParameterFault("is not a list of two-letter codes such as fi,se")
            }
            return codes
        },
        print: { $0.joined(separator: ",") })
}

extension FieldVisitor {
    /// Whether to look in the guide too.
    fileprivate mutating func optionalGuide(_ guide: inout Bool) throws(ErrorBody) {
        var wish = guide ? Truth.true : .false
        try defaulted(
            .word("guide", "Whether to look in the guide too, for what the person may see of it."), &wish,
            standard: .false)
        guide = wish == .true
    }

    /// The countries to look in, everywhere when empty.
    fileprivate mutating func optionalCountries(_ countries: inout [String]) throws(ErrorBody) {
        var given = countries.isEmpty ? nil : countries
        try optional(.countries, &given)
        countries = given ?? []
    }
}

public import GeoCore

/// Asks what somebody may be about to type.
public struct SuggestRequest: APIRequest {
    public var text: String
    /// Where the person looks; nearer places come first.
    public var near: Coordinate?
    public var limit: Int
    public var language: String?

    public init(text: String, near: Coordinate? = nil, limit: Int = 8, language: String? = nil) {
        self.text = text
        self.near = near
        self.limit = limit
        self.language = language
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
    }
}

/// Asks for places by a whole query: a name, an address, a crossing, a kind of place.
public struct PlacesRequest: APIRequest {
    public var text: String
    /// Where the person looks; nearer places come first.
    public var near: Coordinate?
    public var limit: Int
    public var language: String?
    /// The way of travel that times and lengths of the way there are wanted for; none when `nil`.
    public var profile: RouteProfile?
    public var order: PlacesOrder

    public init(
        text: String, near: Coordinate? = nil, limit: Int = 10, language: String? = nil, profile: RouteProfile? = nil,
        order: PlacesOrder = .best
    ) {
        self.text = text
        self.near = near
        self.limit = limit
        self.language = language
        self.profile = profile
        self.order = order
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
        try fields.optional(
            .word("profile", "The way of travel that the way to each place is wanted for, from the position given."),
            &profile)
        try fields.defaulted(
            .word("order", "`time` puts those first, of the fifty best, that take the least time to get to."), &order,
            standard: .best)
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

    public init(id: String, language: String? = nil) {
        self.id = id
        self.language = language
    }

    package static let endpoint = Endpoint(
        "/api/v1/places/{id}", "place", "Everything known about one place.", answer: .json(Place.self),
        failures: [.notFound])
    package static let blank = PlaceRequest(id: "n1")

    package mutating func visit(_ fields: inout some FieldVisitor) throws(ErrorBody) {
        try fields.required(.text("id", "OpenStreetMap's type and id: `n12`, `w12`, `r12`.", maximumLength: 64), &id)
        try fields.optional(.language, &language)
    }
}

/// Asks what is at a coordinate: the address, the place, the nearest cross street.
public struct AddressRequest: APIRequest {
    public var at: Coordinate
    public var language: String?

    public init(at: Coordinate, language: String? = nil) {
        self.at = at
        self.language = language
    }

    package static let endpoint = Endpoint(
        "/api/v1/address", "address", "The address at a coordinate, or what is nearest to it.",
        answer: .json(AddressAnswer.self))
    package static let blank = AddressRequest(at: .placeholder)

    package mutating func visit(_ fields: inout some FieldVisitor) throws(ErrorBody) {
        try fields.requiredPosition(&at)
        try fields.optional(.language, &language)
    }
}

extension Parameter where Value == String {
    static let query = text("q", "What was typed.", maximumLength: 256)
}

public import GeoCore

/// Asks for places that begin like a text.
public struct SuggestRequest: APIRequest {
    public var text: String
    /// Where the person looks; nearer places come first.
    public var near: Coordinate?
    public var limit: Int
    public var language: String?
    /// The countries to look in, two small letters each; everywhere when empty.
    public var countries: [String]
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
    public var profile: RouteProfile?
    public var order: PlacesOrder
    public var time: LocalTime?
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
            .word("profile", "How you travel. Each place then comes with its route from the given position."),
            &profile)
        try fields.defaulted(
            .word("order", "`time` orders the fifty best by how long it takes to get there."), &order,
            standard: .best)
        try fields.optional(.localTime, &time)
        try fields.truth("explain", "Whether each result explains its rank.", &explains, standard: false)
        try fields.optionalGuide(&guide)
        if near == nil, profile != nil || order == .time {
            throw ErrorBody(.missingParameter, "lat is missing: the way there begins somewhere", field: "lat")
        }
    }
}

/// Which places come first: those that match best, or those that take the least time to get to.
public enum PlacesOrder: String, Sendable, CaseIterable { case best, time }

/// The results of a search, best first.
public struct SearchResults: Codable, Equatable, Sendable {
    public let query: String
    public let results: [SearchResult]
    public let guide: [GuideResult]?
    public let absentKind: AbsentKind?

    /// A kind of place.
    public struct AbsentKind: Codable, Equatable, Sendable {
        public let kind: String
        public let name: String
    }

    enum CodingKeys: String, CodingKey {
        case query, results, guide
        case absentKind = "absent_kind"
    }
}

extension SearchResults: Annotated {
    package static let notes = [
        "query": "The text that was searched for.",
        "results": "Best first.",
        "guide": "The matching pages of the guide, best first, if requested; only those that you may see.",
        "absent_kind": """
        The kind of place that the text names, when the map has none: none of `results` is one. The nearest may \
        lie beyond the map.
        """,
    ]
}

extension SearchResults.AbsentKind: Annotated {
    package static let notes = [
        "kind": "OpenStreetMap's value, such as `hospital`.",
        "name": "The kind's name in the requested language.",
    ]
}

/// A page of the guide that a search found.
public struct GuideResult: Codable, Equatable, Sendable {
    public let id: String
    public let type: GuideResultType
    public let name: String
    public let match: [[Int]]?
    public let artist: String?
    public let venue: Venue?
    public let lat: Double?
    public let lon: Double?
    public let distance: Double?
    public let bearing: Double?
    public let direction: String?
    public let position: Int

    /// Where a work is shown.
    public struct Venue: Codable, Equatable, Sendable {
        public let id: String
        public let name: String
    }
}

extension GuideResult: Annotated {
    package static let notes = [
        "id": "The entry's id in the guide.",
        "type": "What it is: a venue, a work or a tour.",
        "name": "Its name or title.",
        "match": "The parts of the name that the text matched: begin and end in UTF-16 units.",
        "artist": "The artist of a work.",
        "venue": "The venue that shows a work.",
        "lat": "Latitude in degrees, if it has a location.",
        "lon": "Longitude in degrees, if it has a location.",
        "distance": "Metres from the given position.",
        "bearing": "Degrees clockwise from true north, from the given position.",
        "direction":
            "The point of the compass in that direction: `n`, `ne`, `e`, `se`, `s`, `sw`, `w` or `nw`.",
        "position": "How many of `results` come before it.",
    ]
}

extension GuideResult.Venue: Annotated {
    package static let notes = [
        "id": "The venue's id.",
        "name": "The venue's name.",
    ]
}

/// The subject of a page of the guide.
public enum GuideResultType: String, Codable, Sendable, CaseIterable { case venue, work, tour }

extension GuideResultType: WireWords {}

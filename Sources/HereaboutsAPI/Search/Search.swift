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

/// What a search found, best first.
public struct SearchResults: Codable, Equatable, Sendable {
    /// The text that was searched for.
    public let query: String
    public let results: [SearchResult]
    /// What the guide has, where that was asked for.
    public let guide: [GuideResult]?
    /// The kind that the text names and that the map has none of.
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
        "query": "The text that was searched for.", "results": "Best first.",
        "guide": "What the guide has pages for, best first, where that was asked for; only what the person may see.",
        "absent_kind":
            "The kind of place that the text names and that the map has none of: none of `results` is one. The nearest may lie beyond the map.",
    ]
}

extension SearchResults.AbsentKind: Annotated {
    package static let notes = [
        "kind": "OpenStreetMap's value, such as `hospital`.", "name": "What it is called in the language asked for.",
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
    /// `n`, `ne`, `e`, `se`, `s`, `sw`, `w` or `nw`.
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
        "artist": "Who made a work.",
        "venue": "Where a work is shown.",
        "lat": "Latitude in degrees, where it has a place.",
        "lon": "Longitude in degrees, where it has a place.",
        "distance": "Metres from the position given.",
        "bearing": "Degrees clockwise from true north, from the position given.",
        "direction": "The point of the compass in that direction.",
        "position": "How many of `results` go before it.",
    ]
}

extension GuideResult.Venue: Annotated {
    package static let notes = ["id": "The venue's id.", "name": "The venue's name."]
}

/// What a page of the guide is about.
public enum GuideResultType: String, Codable, Sendable, CaseIterable { case venue, work, tour }

extension GuideResultType: WireWords {}

/// One thing that a search found.
public struct SearchResult: Codable, Equatable, Sendable {
    public let id: String
    public let type: PlaceType
    public let category: String?
    public let kind: String?
    public let kindName: String?
    public let name: String
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
    public let countryCode: String?
    public let building: BuildingName?
    public let levels: [BuildingLevel]?
    public let open: Bool?
    public let phone: String?
    public let website: String?
    public let wheelchair: String?
    public let lat: Double
    public let lon: Double
    public let distance: Double?
    public let bearing: Double?
    public let direction: String?
    public let travel: Travel?
    public let partial: Bool?
    public let estimated: Bool?
    public let explanation: Explanation?

    /// Why a result stands where it does.
    public struct Explanation: Codable, Equatable, Sendable {
        public let score: Int
        public let name: String?
        public let words: [Word]
        public let points: Points

        /// A word of the text.
        public struct Word: Codable, Equatable, Sendable {
            public let word: String
            public let quality: Int
        }

        /// The parts of a score.
        public struct Points: Codable, Equatable, Sendable {
            public let words: Int
            public let name: Int
            public let importance: Int
            public let distance: Int
            public let other: Int
        }
    }

    /// The quickest route there.
    public struct Travel: Codable, Equatable, Sendable {
        public let distance: Double
        public let duration: Double
    }

    enum CodingKeys: String, CodingKey {
        case id, type, category, kind, name, named, match, label, street, neighbourhood, suburb, city, postcode
        case county, state, country
        case building, levels, open, phone, website, wheelchair
        case lat, lon, distance, bearing, direction, travel, partial, estimated, explanation
        case crossStreet = "cross_street"
        case houseNumber = "housenumber"
        case countryCode = "country_code"
        case kindName = "kind_name"
    }
}

extension SearchResult: Annotated {
    package static let notes = [
        "id": "OpenStreetMap's type and id (`n12`, `w12`, `r12`), or `geo:lat,lon` for a typed position.",
        "type": "What it is.",
        "category": "The OpenStreetMap key it is known by, such as `amenity`.",
        "kind": "The value of that key, such as `cafe`.",
        "kind_name": "The kind's name in the requested language (`en`, `fi`, `de`, `ar`), or in English.",
        "name": "Its name in the requested language, or what it is.",
        "named": "False when it has no name of its own and `name` says what it is.",
        "match": "The parts of the name that the text matched: begin and end in UTF-16 units.",
        "label": "Its address in one line.",
        "street": "The street of its address.",
        "cross_street": "The nearest street that crosses that one.",
        "country_code": "ISO 3166-1: two small letters.",
        "open": "Whether it is open at the requested time; missing when that is not known.",
        "phone": "Its telephone number.",
        "website": "Its web address.",
        "wheelchair": "Whether a wheelchair gets in: `yes`, `limited`, `no` or `designated`.",
        "building": "The building around a room, corridor or area; missing for other places.",
        "levels": "The levels that a room, corridor or area is on, the lowest first; missing for other places.",
        "lat": "Latitude in degrees.",
        "lon": "Longitude in degrees.",
        "distance": "Metres from the given position.",
        "bearing": "Degrees clockwise from true north, from the given position.",
        "direction":
            "The point of the compass in that direction: `n`, `ne`, `e`, `se`, `s`, `sw`, `w` or `nw`.",
        "travel": "The quickest route there, if a profile was given and there is one.",
        "partial": "True when some word of the text matches nothing here.",
        "estimated": "True when the street does not have the house number; the position is where it would be.",
        "explanation": "Why it ranks where it does, if requested.",
    ]
}

extension SearchResult.Explanation: Annotated {
    package static let notes = [
        "score": "Results are in descending order of this.",
        "name": """
        The words of the name that matches best, folded: small letters without accents. Missing when none \
        matches.
        """,
        "words": "The words of the text, folded.",
        "points": "The parts of the score; they add up to it.",
    ]
}

extension SearchResult.Explanation.Word: Annotated {
    package static let notes = [
        "quality": """
        0: no match. 255: the word itself. Between: a synonym (245), a beginning, an error or two, or a match in \
        kind, street or town.
        """
    ]
}

extension SearchResult.Explanation.Points: Annotated {
    package static let notes = [
        "words": "How well the words match, at most 1000.",
        "name": "How much of the name was typed, and whether it begins so.",
        "importance": "How important the place is, at most 200.",
        "distance": "How near it is, at most 350; at most 1000 to a landmark that the text names.",
        "other": "House numbers, corners and spelling.",
    ]
}

extension SearchResult.Travel: Annotated {
    package static let notes = [
        "distance": "Metres.",
        "duration": "Seconds.",
    ]
}

/// The type of a search result.
public enum PlaceType: String, Codable, Sendable, CaseIterable {
    case place, address, street, area, position
}

extension PlaceType: WireWords {}

/// One thing that a search found.
public struct SearchResult: Codable, Equatable, Sendable {
    public let id: String
    public let type: PlaceType
    public let category: String?
    public let kind: String?
    /// What the kind is called in the language asked for, or in English.
    public let kindName: String?
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
    /// Whether it is open at the time asked about; `nil` when nobody knows.
    public let open: Bool?
    public let phone: String?
    public let website: String?
    /// `yes`, `limited`, `no` or `designated`.
    public let wheelchair: String?
    public let lat: Double
    public let lon: Double
    public let distance: Double?
    public let bearing: Double?
    /// `n`, `ne`, `e`, `se`, `s`, `sw`, `w` or `nw`.
    public let direction: String?
    public let travel: Travel?
    public let partial: Bool?
    /// `true` when the street has not the house number and the position is where it would be.
    public let estimated: Bool?
    public let explanation: Explanation?

    /// Why a result stands where it does.
    public struct Explanation: Codable, Equatable, Sendable {
        /// Results are in the order of this.
        public let score: Int
        /// The words of the name that answers best; `nil` when none does.
        public let name: String?
        public let words: [Word]
        /// They add up to the score.
        public let points: Points

        /// A word of the text.
        public struct Word: Codable, Equatable, Sendable {
            public let word: String
            /// 0 for no counterpart, 255 for the word itself.
            public let quality: Int
        }

        /// What counts.
        public struct Points: Codable, Equatable, Sendable {
            public let words: Int
            public let name: Int
            public let importance: Int
            public let distance: Int
            public let other: Int
        }
    }

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
        case open, phone, website, wheelchair
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
        "kind_name": "What the kind is called in the language asked for (`en`, `fi`, `de`, `ar`), or in English.",
        "name": "Its name in the language asked for, or what it is.",
        "named": "False when it has no name of its own.",
        "match": "The parts of the name that the text matched: begin and end in UTF-16 units.",
        "label": "Its address in one line.",
        "street": "The street of its address.",
        "cross_street": "The nearest street that crosses that one.",
        "country_code": "ISO 3166-1: two small letters.",
        "open": "Whether it is open at the time asked about; missing when that is not known.",
        "phone": "Its telephone number.",
        "website": "Its web address.",
        "wheelchair": "Whether a wheelchair gets in: `yes`, `limited`, `no` or `designated`.",
        "lat": "Latitude in degrees.",
        "lon": "Longitude in degrees.",
        "distance": "Metres from the position given.",
        "bearing": "Degrees clockwise from true north, from the position given.",
        "direction": "The point of the compass in that direction: `n`, `ne`, `e`, `se`, `s`, `sw`, `w` or `nw`.",
        "travel": "The quickest way there in metres and seconds, where a profile was given and there is one.",
        "partial": "True when some word of the text has no counterpart here.",
        "estimated": "True when the street has not the house number and the position is where it would be.",
        "explanation": "Why it stands where it does, where that was asked for.",
    ]
}

extension SearchResult.Explanation: Annotated {
    package static let notes = [
        "score": "Results are in the order of this.",
        "name": "The words of the name that answers best, folded: small letters without accents.",
        "words": "The words of the text, folded.",
        "points": "What counts; they add up to the score.",
    ]
}

extension SearchResult.Explanation.Word: Annotated {
    package static let notes = [
        "quality":
            "0: no counterpart. 255: the word itself. Between: a synonym (245), a beginning, an error or two, or found in kind, street or town."
    ]
}

extension SearchResult.Explanation.Points: Annotated {
    package static let notes = [
        "words": "How well the words fit, at most 1000.",
        "name": "How much of the name was typed, and whether it begins so.",
        "importance": "How important the place is, at most 200.",
        "distance": "How near it is, at most 350; at most 1000 to a landmark that the text names.",
        "other": "House numbers, corners and spelling.",
    ]
}

/// What a found thing is.
public enum PlaceType: String, Codable, Sendable, CaseIterable {
    case place, address, street, area, position
}

extension PlaceType: WireWords {}

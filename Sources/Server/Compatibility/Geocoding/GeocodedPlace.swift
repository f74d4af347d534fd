import Atlas
import GeoCore
import Search

/// The languages and tags for composing answers, looked up once for each request.
struct GeocodingWords: Sendable {
    let language: NameLanguage
    let tags: AddressTags

    init(languages: [String], _ search: SearchEngine) {
        language = NameLanguage(languages, in: search.places)
        tags = AddressTags(in: search.places)
    }
}

/// One answer in the terms that Nominatim and Photon share: an OpenStreetMap object and its address.
struct GeocodedPlace: Sendable {
    let place: PlaceID
    let ref: PlaceRef
    let kind: GeocodedKind
    /// The place's position; for a street, its point nearest to the client.
    let point: PointE7
    var parts: AddressParts
    /// 0 ... 1.
    var importance: Double

    init(
        _ place: PlaceID, at point: PointE7? = nil, in locality: Locality? = nil, _ search: SearchEngine,
        _ words: GeocodingWords
    ) {
        let places = search.places
        self.place = place
        ref = places.ref(place)
        kind = GeocodedKind(of: place, search, words)
        self.point = point ?? places.point(place)
        parts = search.addressParts(of: place, in: locality, words.language, words.tags)
        importance = Double(places.rank(place)) / 255
    }

    /// Makes the answer for a hit of a search; `nil` for a typed position.
    init?(_ hit: SearchHit, _ search: SearchEngine, _ words: GeocodingWords) {
        guard let place = hit.place else { return nil }
        self.init(place, at: hit.point, in: search.locality(of: hit), search, words)
    }

    var type: PlaceType { kind.type }
    var key: String { kind.key }
    var value: String { kind.value }
    var rank: GeocodedRank { kind.rank }

    /// `node`, `way` or `relation`.
    var objectType: String {
        switch ref.kind {
        case .way: "way"
        case .relation: "relation"
        case .node, nil: "node"
        }
    }

    /// Makes the answer for a position. A street's point is the one nearest to the position, and its locality is the
    /// one on that side of the street.
    init(_ place: PlaceID, nearestTo position: Coordinate, _ search: SearchEngine, _ words: GeocodingWords) {
        let point = search.nearestPoint(of: place, to: position), asked = PointE7(position)
        let isBeside = point.map { $0.distance(inMetresTo: asked) <= Self.streetSide } ?? false
        let locality = point.map { search.locality(of: place, at: isBeside ? asked : $0) }
        self.init(place, at: point, in: locality, search, words)
    }

    /// The largest distance, in metres, at which a position is still on one side of a street.
    private static let streetSide = 100.0

    /// Fills missing parts of the address from the surroundings of a point. From another town it takes no part of that
    /// town.
    mutating func complete(with other: AddressParts) {
        func fill(_ part: WritableKeyPath<AddressParts, [UInt8]>) {
            if parts[keyPath: part].isEmpty { parts[keyPath: part] = other[keyPath: part] }
        }
        if parts.city.isEmpty || other.city.isEmpty || parts.city == other.city {
            for part in [\AddressParts.neighbourhood, \.suburb, \.postcode] { fill(part) }
        }
        for part in [\AddressParts.county, \.state, \.stateCode, \.country, \.countryCode] { fill(part) }
        guard parts.city.isEmpty else { return }
        parts.city = other.city
        parts.settlement = other.settlement
    }
}

/// The kind of an answer: its most specific key and value, and the size of such things.
struct GeocodedKind: Sendable {
    let type: PlaceType
    let key: String
    let value: String
    let rank: GeocodedRank

    init(of place: PlaceID, _ search: SearchEngine, _ words: GeocodingWords) {
        let places = search.places, kind = places.kind(place)
        type = places.type(place)
        key = places.text.string(places.kindKey(kind))
        value = places.text.string(places.kindValue(kind))
        rank = GeocodedRank(key, value, type, adminLevel: search.adminLevel(of: place, words.tags))
    }
}

/// The importance of a place in an address, on Nominatim's scale (nominatim.org/release-docs, "Place Ranking").
struct GeocodedRank: Sendable, Equatable {
    /// 4 for a country ... 30 for a house.
    let search: Int
    /// The part of an address that the place is: 4 country, 5–9 state, 10–12 county, 13–16 city, 17–21 suburb, 22–24
    /// neighbourhood, 26–27 street, 30 house or point of interest; 0 for none, such as a lake.
    let address: Int
    let adminLevel: Int?

    init(_ key: String, _ value: String, _ type: PlaceType, adminLevel: Int?) {
        self.adminLevel = adminLevel
        switch (type, key) {
        case (.street, _): search = Self.minorStreets.contains(value) ? 27 : 26
        case (.address, _): search = 30
        case (_, "boundary") where value == "administrative" && adminLevel != nil:
            search = min(25, 2 * (adminLevel ?? 12))
        case (_, "boundary"): search = value == "postal_code" ? 21 : 25
        case (_, "place"): search = Self.settlements[value] ?? 25
        case (.area, _): search = 22
        case (.place, _): search = 30
        }
        switch key {
        case "natural", "waterway": address = 0
        case "place" where ["town", "municipality", "village"].contains(value): address = 16
        default: address = search
        }
    }

    /// Streets without addresses.
    private static let minorStreets: Set<String> = [
        "service", "footway", "path", "cycleway", "track", "steps", "bridleway", "corridor",
    ]
    private static let settlements = [
        "country": 4, "state": 8, "province": 8, "region": 8, "county": 12, "district": 12, "city": 16, "island": 17,
        "town": 18, "municipality": 18, "village": 19, "borough": 18, "suburb": 20, "hamlet": 20, "quarter": 20,
        "neighbourhood": 22, "islet": 20, "farm": 22, "isolated_dwelling": 22, "house": 30,
    ]
}

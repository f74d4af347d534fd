/// The importance of a place, 0 ... 255, which decides between two equal matches.
///
/// Ranks are judgements in the manner of Nominatim's (nominatim.org, "Importance"): settlements by size, then travel
/// destinations, then destinations for walkers, then things on the way.
enum PlaceRank {
    static let address: UInt8 = 5
    private static let unnamedLimit = 40

    /// Returns the rank of an object of this kind.
    static func rank(key: String, value: String, isNamed: Bool, isNotable: Bool, population: Int, adminLevel: Int)
        -> UInt8
    {
        var rank = base(key: key, value: value, adminLevel: adminLevel)
        guard isNamed else { return UInt8(min(unnamedLimit, rank / 3)) }
        if isNotable { rank += 20 }
        if key == "place", population > 0 {
            // A tenfold population adds five: it sorts towns without reaching the next class.
            var rest = population
            while rest >= 10 {
                rank += 5
                rest /= 10
            }
        }
        return UInt8(min(255, rank))
    }

    private static func base(key: String, value: String, adminLevel: Int) -> Int {
        if key == "boundary" {
            return value == "administrative" ? administrative(adminLevel) : value == "postal_code" ? 90 : 130
        }
        guard let values = ranks[key] else { return 60 }
        return values[value] ?? values["*"] ?? 60
    }

    private static func administrative(_ level: Int) -> Int {
        switch level {
        case 2: 235
        case 3, 4: 225
        case 5, 6: 195
        case 7: 190
        case 8: 200
        case 9: 170
        case 10: 160
        default: 120
        }
    }

    /// By key and value; `*` is for the other values of a key.
    private static let ranks: [String: [String: Int]] = [
        "place": [
            "country": 235, "state": 225, "region": 200, "province": 200, "county": 195, "city": 205, "town": 195,
            "municipality": 190, "village": 180, "borough": 175, "suburb": 170, "hamlet": 155, "quarter": 160,
            "neighbourhood": 150, "island": 175, "islet": 120, "square": 150, "isolated_dwelling": 110, "farm": 90,
            "locality": 100, "*": 90,
        ],
        "amenity": [
            "university": 190, "hospital": 175, "college": 165, "townhall": 155, "library": 150, "theatre": 150,
            "arts_centre": 145, "cinema": 145, "marketplace": 145, "courthouse": 130, "bus_station": 160,
            "ferry_terminal": 160, "school": 130, "police": 130, "post_office": 130, "fire_station": 120,
            "restaurant": 120, "cafe": 120, "bar": 115, "pub": 118, "fast_food": 118, "nightclub": 115, "pharmacy": 122,
            "place_of_worship": 120, "bank": 110, "clinic": 115, "doctors": 105, "dentist": 100, "fuel": 105,
            "community_centre": 115, "conference_centre": 130, "kindergarten": 95, "parking": 65, "bicycle_parking": 40,
            "toilets": 80, "drinking_water": 60, "atm": 70, "fountain": 80, "bench": 10, "waste_basket": 5,
            "recycling": 40, "post_box": 40, "shelter": 50, "*": 90,
        ],
        "tourism": [
            "museum": 170, "attraction": 160, "zoo": 170, "theme_park": 170, "aquarium": 165, "gallery": 140,
            "hotel": 140, "hostel": 125, "viewpoint": 120, "artwork": 85, "information": 70, "*": 105,
        ],
        "historic": [
            "castle": 165, "monument": 130, "memorial": 90, "ruins": 105, "archaeological_site": 115, "*": 95,
        ],
        "leisure": [
            "stadium": 165, "park": 140, "nature_reserve": 140, "sports_centre": 130, "golf_course": 125,
            "water_park": 135, "marina": 120, "garden": 105, "ice_rink": 120, "playground": 75, "pitch": 60, "*": 90,
        ],
        "shop": ["mall": 160, "department_store": 150, "supermarket": 135, "books": 110, "bakery": 110, "*": 102],
        "healthcare": ["hospital": 175, "clinic": 115, "*": 100],
        "office": ["government": 105, "*": 80],
        "craft": ["*": 78],
        "club": ["*": 80],
        "emergency": ["*": 60],
        "aeroway": ["aerodrome": 200, "terminal": 155, "gate": 50, "runway": 40, "taxiway": 20, "*": 60],
        "railway": [
            "station": 185, "halt": 165, "tram_stop": 115, "subway_entrance": 95, "rail": 60, "abandoned": 30,
            "disused": 30, "*": 60,
        ],
        "public_transport": ["station": 160, "stop_position": 50, "platform": 70, "*": 60],
        "highway": [
            "motorway": 125, "trunk": 125, "primary": 122, "secondary": 118, "tertiary": 114, "unclassified": 106,
            "residential": 106, "living_street": 106, "pedestrian": 112, "service": 80, "footway": 80, "path": 78,
            "cycleway": 80, "track": 72, "steps": 76, "bridleway": 70, "bus_stop": 75, "motorway_junction": 60,
            "rest_area": 85, "services": 100, "*": 60,
        ],
        "waterway": ["river": 145, "canal": 125, "stream": 85, "waterfall": 110, "dam": 100, "*": 70],
        "natural": [
            "peak": 130, "volcano": 150, "bay": 130, "beach": 130, "water": 115, "cave_entrance": 105, "spring": 80,
            "wood": 85, "ridge": 90, "valley": 100, "glacier": 130, "tree": 40, "*": 85,
        ],
        "man_made": ["lighthouse": 130, "tower": 100, "bridge": 110, "pier": 100, "observatory": 120, "*": 70],
        "landuse": ["residential": 100, "cemetery": 100, "commercial": 90, "industrial": 85, "retail": 100, "*": 75],
        "building": [
            "university": 112, "dormitory": 105, "stadium": 140, "train_station": 150, "church": 118, "cathedral": 150,
            "hospital": 150, "hotel": 120, "public": 110, "*": 88,
        ],
        "route": ["ferry": 100, "*": 70],
        "military": ["*": 80],
        "aerialway": ["*": 80],
        "bridge": ["*": 85],
    ]
}

import Search

/// The kind of an object: the key and value that describe it best, and their consequences.
enum PlaceKind {
    /// Keys of kinds, the most important first.
    static let keys = [
        "amenity", "shop", "tourism", "leisure", "historic", "healthcare", "office", "craft", "emergency", "aeroway",
        "highway", "railway", "place", "boundary", "public_transport", "waterway", "natural", "man_made", "club",
        "military",
        "landuse", "aerialway", "route", "bridge", "barrier", "power", "building", "area:highway", "room", "indoor",
    ]

    /// Values without meaning: other keys precede them.
    static let emptyValues: Set<String> = ["no", "none"]

    /// Keys whose values people type to find a place: "pharmacy", "museum".
    static let searchable: Set<String> = [
        "amenity", "shop", "tourism", "leisure", "historic", "healthcare", "office", "craft", "emergency", "aeroway",
        "railway", "public_transport", "highway", "waterway", "natural", "man_made", "club",
    ]

    /// Whether an unnamed object is worth finding by its kind.
    static func isFindable(key: String, value: String) -> Bool {
        switch key {
        case "amenity": !unremarkableAmenities.contains(value)
        case "shop", "healthcare", "craft": value != "vacant" && value != "yes"
        case "tourism": value != "information" && value != "yes"
        case "leisure": findableLeisure.contains(value)
        case "emergency": ["defibrillator", "phone", "first_aid", "assembly_point", "lifeguard"].contains(value)
        case "highway": ["bus_stop", "elevator", "rest_area", "services"].contains(value)
        case "railway": ["station", "halt", "tram_stop", "subway_entrance"].contains(value)
        case "historic": findableHistory.contains(value)
        case "man_made": ["lighthouse", "observatory", "water_tap"].contains(value)
        default: false
        }
    }

    private static let unremarkableAmenities: Set<String> = [
        "yes", "parking_space", "parking_entrance", "grit_bin", "hunting_stand", "lounger", "letter_box", "table",
        "seat", "bicycle_parking_space", "fixme",
    ]
    private static let findableHistory: Set<String> = [
        "memorial", "monument", "ruins", "castle", "archaeological_site", "wayside_cross", "wayside_shrine",
    ]
    private static let findableLeisure: Set<String> = [
        "playground", "pitch", "sports_centre", "dog_park", "fitness_station", "fitness_centre", "swimming_area",
        "marina",
        "ice_rink", "miniature_golf", "firepit", "sauna", "park", "garden", "nature_reserve", "bowling_alley",
        "stadium",
        "water_park", "slipway", "escape_game", "picnic_table", "bandstand", "bird_hide", "bathing_place",
        "disc_golf_course", "golf_course",
    ]

    /// Returns the words that people type for a kind: its value and other words.
    static func words(key: String, value: String) -> [String] {
        if value == "yes" { return [key] }
        return KindLexicon.standard.searchWords(key: [UInt8](key.utf8), value: [UInt8](value.utf8)).map {
            String(decoding: $0, as: UTF8.self)
        }
    }
}

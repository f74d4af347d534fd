/// The purpose of a visit.
package enum Purpose: CaseIterable, Sendable {
    case work, study, meal, coffee, errand, leisure, evening

    /// Returns the purposes of places of a kind, given by OpenStreetMap's key and value; empty for homes.
    static func all(_ key: String, _ value: String) -> [Purpose] {
        switch (key, value) {
        case ("amenity", "restaurant"): [.meal, .evening]
        case ("amenity", "fast_food"), ("amenity", "food_court"): [.meal]
        case ("amenity", "cafe"), ("amenity", "ice_cream"), ("shop", "bakery"), ("shop", "coffee"): [.coffee]
        case ("amenity", "bar"), ("amenity", "pub"), ("amenity", "biergarten"), ("amenity", "nightclub"),
            ("amenity", "cinema"), ("amenity", "theatre"), ("amenity", "music_venue"):
            [.evening]
        case ("amenity", "library"): [.study, .leisure]
        case ("amenity", "university"), ("amenity", "college"): [.study, .work]
        case ("amenity", "bank"), ("amenity", "post_office"), ("amenity", "pharmacy"): [.errand, .work]
        case ("amenity", "marketplace"): [.errand, .meal]
        case ("amenity", "townhall"), ("amenity", "school"), ("amenity", "hospital"), ("amenity", "clinic"),
            ("amenity", "doctors"), ("amenity", "kindergarten"):
            [.work]
        case ("shop", "supermarket"), ("shop", "mall"), ("shop", "department_store"): [.errand, .work]
        case ("shop", "vacant"), ("office", "vacant"): []
        case ("shop", _): [.errand]
        case ("office", _), ("craft", _): [.work]
        case ("tourism", "museum"), ("tourism", "gallery"), ("tourism", "attraction"), ("tourism", "zoo"): [.leisure]
        case ("leisure", "fitness_centre"), ("leisure", "sports_centre"), ("leisure", "park"), ("leisure", "stadium"):
            [.leisure]
        default: []
        }
    }

    /// The length of a stay in minutes: mean and standard deviation.
    var minutes: (mean: Double, deviation: Double) {
        switch self {
        case .work: (240, 20)
        case .study: (85, 20)
        case .meal: (40, 10)
        case .coffee: (28, 8)
        case .errand: (22, 7)
        case .leisure: (75, 20)
        case .evening: (105, 30)
        }
    }
}

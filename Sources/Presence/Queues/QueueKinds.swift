/// Lists the kinds of places where people stand in line, by OpenStreetMap's key and value as its wiki documents them.
///
/// A place is in the table if it serves visitors one after the other: at a counter or a till, at a door that lets in as
/// many as there is room for, or at an entrance that checks tickets. Other places are not: people work in an office,
/// pray in a cathedral and read in a library without waiting in line. The table also leaves out waiting rooms of
/// doctors and hospitals, where people have appointments and a report would reveal who is ill. It leaves out pumps and
/// car parks, where cars wait.
package enum QueueKinds {
    /// Returns whether people stand in line at places of this kind.
    package static func contains(key: String, value: String) -> Bool {
        switch key {
        case "amenity": amenities.contains(value)
        // Each shop has a till. In these nobody waits at one: customers have an appointment, or there is no shop.
        case "shop": !shopsWithoutQueue.contains(value)
        case "tourism": attractions.contains(value)
        case "leisure": leisure.contains(value)
        case "historic": sights.contains(value)
        case "craft": counters.contains(value)
        case "aeroway": terminals.contains(value)
        default: false
        }
    }

    private static let amenities: Set<String> = [
        // Food and drink: tables and counters.
        "restaurant", "cafe", "fast_food", "food_court", "ice_cream", "canteen", "bar", "pub", "biergarten",
        "nightclub", "marketplace",
        // Shows and events: box offices and doors.
        "cinema", "theatre", "arts_centre", "music_venue", "concert_hall", "planetarium", "casino", "events_venue",
        "exhibition_centre", "conference_centre",
        // Counters.
        "bank", "bureau_de_change", "post_office", "post_depot", "pharmacy", "car_rental", "boat_rental",
        "ferry_terminal",
        // Cabins.
        "toilets", "shower", "public_bath",
    ]
    private static let shopsWithoutQueue: Set<String> = [
        "vacant", "no", "car", "car_repair", "boat", "caravan", "truck", "funeral_directors", "storage_rental",
        "rental", "tattoo", "massage",
    ]
    private static let attractions: Set<String> = [
        "museum", "gallery", "attraction", "aquarium", "zoo", "theme_park",
    ]
    private static let leisure: Set<String> = [
        "water_park", "sauna", "ice_rink", "amusement_arcade", "bowling_alley", "miniature_golf", "escape_game",
        "adult_gaming_centre", "stadium", "swimming_pool", "trampoline_park", "beach_resort",
    ]
    /// Sights with an entrance, mostly. Ruins and monuments are open.
    private static let sights: Set<String> = ["castle", "fort", "palace", "ship"]
    /// These workshops sell what they make.
    private static let counters: Set<String> = ["bakery", "confectionery", "pastry", "brewery", "distillery", "winery"]
    private static let terminals: Set<String> = ["terminal", "aerodrome"]
}

import Atlas
import GeoCore
import Presence
import Search

/// The places on the map that people visit: everything one goes to for a while, and nothing where somebody may live.
struct VisitedPlaces: PlaceFinding {
    let atlas: LiveAtlas

    /// The farthest that a place without an outline may be from where somebody stays, in metres.
    private static let reach = 30.0

    func place(at point: PointE7) -> PlaceKey? {
        let search = atlas.current.search
        let found = search.nearby(
            Coordinate(point), withinMetres: Self.reach, count: 1, where: { search.places.isVisited($0) })
        return found.first.map { PlaceKey(search.places.ref($0.place)) }
    }
}

extension PlaceKey {
    init(_ reference: PlaceRef) { self.init(rawValue: Int64(bitPattern: reference.rawValue)) }

    /// The object on the map.
    var reference: PlaceRef { PlaceRef(rawValue: UInt64(bitPattern: rawValue)) }
}

extension PlaceTable {
    /// Whether a place is one that people visit.
    func isVisited(_ place: PlaceID) -> Bool {
        guard type(place) == .place, isObject(place) else { return false }
        let key = text.string(kindKey(kind(place)))
        return Self.visited.contains(key) && !Self.unvisited.contains(text.string(kindValue(kind(place))))
    }

    private static let visited: Set<String> = [
        "amenity", "shop", "tourism", "leisure", "historic", "healthcare", "office", "craft", "club", "railway",
        "aeroway",
    ]
    /// Where people live, and what nobody goes to for its own sake.
    private static let unvisited: Set<String> = [
        "apartment", "chalet", "dormitory", "student_accommodation", "nursing_home", "retirement_home",
        "social_facility",
        "shelter", "prison", "caravan_site", "camp_site", "camp_pitch", "parking", "parking_space", "parking_entrance",
        "bicycle_parking", "motorcycle_parking", "bench", "waste_basket", "waste_disposal", "recycling",
        "vending_machine",
        "post_box", "letter_box", "telephone", "fountain", "drinking_water", "clock", "charging_station",
        "bicycle_rental", "bicycle_repair_station", "toilets", "hunting_stand", "lounger", "information", "artwork",
        "viewpoint", "memorial", "monument", "wayside_cross", "wayside_shrine", "boundary_stone", "picnic_table",
        "outdoor_seating", "vacant", "yes", "subway_entrance", "tram_stop", "crossing", "level_crossing", "signal",
        "switch", "garden", "nature_reserve",
    ]
}

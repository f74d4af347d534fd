/// Layers `land`, `sites` and `buildings`: the cover of the ground.
enum LandFeatures {
    private static let land = KindTable([
        "amenity": ["grave_yard": 13],
        "leisure": ["golf_course": 11, "park": 11, "garden": 11, "playground": 11, "miniature_golf": 11],
        "landuse": [
            "forest": 7, "grass": 11, "meadow": 11, "orchard": 11, "vineyard": 11, "allotments": 11, "cemetery": 13,
            "village_green": 11, "recreation_ground": 11, "greenhouse_horticulture": 11, "plant_nursery": 11,
            "residential": 10, "industrial": 10, "commercial": 10, "garages": 10, "retail": 10, "railway": 10,
            "landfill": 10, "quarry": 11, "brownfield": 10, "greenfield": 10, "farmyard": 10, "farmland": 10,
        ],
        "wetland": ["swamp": 11, "bog": 11, "string_bog": 11, "wet_meadow": 11, "marsh": 11],
        "natural": [
            "wood": .init("forest", from: 7), "sand": 10, "beach": 10, "heath": 11, "scrub": 11, "grassland": 11,
            "bare_rock": 11, "scree": 11, "shingle": 11,
        ],
    ])

    private static let sites = KindTable([
        "military": ["danger_area": 14],
        "leisure": ["sports_centre": 14],
        "amenity": [
            "university": 14, "college": 14, "school": 14, "hospital": 14, "prison": 14, "parking": 14,
            "bicycle_parking": 14,
        ],
        "landuse": ["construction": 14],
    ])

    /// Smaller areas wait for a deeper zoom.
    private static let smallestSquarePixels = 4.0

    static func addArea(_ object: MapObject, to features: inout FeatureCollector) {
        // Large areas first, so that a park shows on the residential area around it.
        if let kind = land.kind(of: object.tags) {
            let zoom = object.zoom(covering: smallestSquarePixels, from: kind.zoom)
            features.add(.land, from: zoom, order: -object.squareMetres, [.kind(kind.name)])
        }
        if let kind = sites.kind(of: object.tags) {
            features.add(.sites, from: kind.zoom, order: -object.squareMetres, [.kind(kind.name)])
        }
        if let building = object.tags["building"], building != "no" {
            features.add(.buildings, from: 14, [.integer(.dummy, 1)] + BuildingHeight.attributes(of: object.tags))
        }
    }
}

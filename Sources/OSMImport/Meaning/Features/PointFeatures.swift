/// Layers `pois` and `addresses`: things at a point, mapped as node or area.
enum PointFeatures {
    /// The keys and values of the schema's points of interest, and others that a walker's map needs: museums and
    /// galleries, parks and gardens with their names, ice cream.
    private static let interests: [(field: MapField, values: Set<String>)] = [
        (
            .amenity,
            [
                "arts_centre", "atm", "bank", "bar", "bench", "bicycle_rental", "biergarten", "cafe", "car_rental",
                "car_sharing", "car_wash", "cinema", "clinic", "college", "community_centre", "courthouse", "dentist",
                "doctors", "dog_park", "drinking_water", "embassy", "fast_food", "fire_station", "food_court",
                "fountain", "grave_yard", "hospital", "hunting_stand", "ice_cream", "library", "marketplace",
                "nightclub",
                "nursing_home", "pharmacy", "place_of_worship", "playground", "police", "post_box", "post_office",
                "prison", "pub", "public_building", "recycling", "restaurant", "school", "shelter", "telephone",
                "theatre", "toilets", "townhall", "university", "vending_machine", "veterinary", "waste_basket",
            ]
        ),
        (.emergency, ["defibrillator", "fire_hydrant", "phone"]),
        (.highway, ["emergency_access_point"]),
        (
            .historic,
            [
                "archaeological_site", "battlefield", "castle", "fort", "memorial", "monument", "ruins",
                "wayside_cross", "wayside_shrine",
            ]
        ),
        (
            .leisure,
            [
                "garden", "golf_course", "ice_rink", "marina", "nature_reserve", "park", "pitch", "sports_centre",
                "stadium", "swimming_pool", "water_park",
            ]
        ),
        (
            .manMade,
            [
                "lighthouse", "surveillance", "tower", "wastewater_plant", "water_well", "water_works", "watermill",
                "windmill",
            ]
        ),
        (.office, ["diplomatic"]),
        (
            .shop,
            [
                "alcohol", "bakery", "beauty", "beverages", "bicycle", "books", "butcher", "car", "chemist", "clothes",
                "computer", "convenience", "department_store", "doityourself", "dry_cleaning", "florist", "furniture",
                "garden_centre", "general", "gift", "greengrocer", "hairdresser", "hardware", "jewelry", "kiosk",
                "laundry", "mall", "mobile_phone", "newsagent", "optician", "outdoor", "shoes", "sports", "stationery",
                "supermarket", "toys", "travel_agency", "video",
            ]
        ),
        (
            .tourism,
            [
                "artwork", "alpine_hut", "attraction", "bed_and_breakfast", "camp_site", "caravan_site", "chalet",
                "gallery", "guest_house", "hostel", "hotel", "information", "motel", "museum", "picnic_site",
                "theme_park", "viewpoint", "zoo",
            ]
        ),
    ]

    /// Attributes of only some kinds: the field, and the key and values of these kinds.
    private static let details: [(field: MapField, key: String, values: Set<String>)] = [
        (.cuisine, "amenity", ["restaurant", "fast_food", "pub", "bar", "cafe"]),
        (.sport, "leisure", ["pitch", "sports_centre"]),
        (.vending, "amenity", ["vending_machine"]),
        (.information, "tourism", ["information"]),
        (.towerType, "man_made", ["tower"]),
        (.religion, "amenity", ["place_of_worship"]),
        (.denomination, "amenity", ["place_of_worship"]),
    ]

    /// The same for attributes that are true if the tag is `yes` and false otherwise.
    private static let offers: [(field: MapField, amenity: String)] = [
        (.recyclingGlassBottles, "recycling"), (.recyclingPaper, "recycling"), (.recyclingClothes, "recycling"),
        (.recyclingScrapMetal, "recycling"), (.atm, "bank"),
    ]

    /// Adds a point of interest, or else an address.
    static func add(_ object: MapObject, to features: inout FeatureCollector) {
        let tags = object.tags
        var attributes: [MapAttribute] = []
        for (field, values) in interests {
            if let value = tags[field.rawValue], values.contains(value) { attributes.append(.text(field, value)) }
        }
        let isInterest = !attributes.isEmpty
        attributes.append(.houseName, tag: "addr:housename", of: tags)
        attributes.append(.houseNumber, tag: "addr:housenumber", of: tags)
        guard !attributes.isEmpty else { return }
        guard isInterest else { return features.add(.addresses, from: 14, attributes) }
        for (field, key, values) in details where tags[key].map(values.contains) ?? false {
            attributes.append(field, tag: field.rawValue, of: tags)
        }
        if let amenity = tags["amenity"] {
            for (field, asking) in offers where asking == amenity {
                attributes.append(.truth(field, tags[field.rawValue] == "yes"))
            }
        }
        features.add(.pois, from: 14, attributes + object.names)
    }
}

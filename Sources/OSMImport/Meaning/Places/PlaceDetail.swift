/// Selects the tags of a place to keep: facts for its visitors, and its further names.
enum PlaceDetail {
    private static let kept: Set<String> = [
        "alt_name", "official_name", "short_name", "old_name", "loc_name", "int_name", "nat_name", "reg_name",
        "opening_hours", "phone", "mobile", "website", "url", "email", "wheelchair", "cuisine", "brand", "operator",
        "description", "wikipedia", "wikidata", "fee", "internet_access", "takeaway", "delivery", "outdoor_seating",
        "capacity", "level", "ref", "network", "population", "ele", "start_date", "denomination", "religion", "stars",
        "smoking", "charge", "drive_through", "access", "sport", "image", "wikimedia_commons", "toilets",
        "changing_table",
        "artist_name", "artwork_type", "material", "inscription", "architect", "iata", "icao", "dispensing", "covered",
        "healthcare:speciality", "toilets:wheelchair", "shelter", "lit", "surface", "changing_table:location", "layer",
        "addr:housename", "addr:unit", "addr:flats", "addr:floor", "addr:state", "addr:country", "addr:district",
        "admin_level", "ISO3166-1", "ISO3166-1:alpha2", "ISO3166-2", "country_code",
    ]
    private static let keptFamilies = [
        "name:", "contact:", "opening_hours:", "description:", "wheelchair:", "diet:", "payment:", "fuel:", "socket:",
        "recycling:", "alt_name:", "official_name:", "short_name:", "old_name:", "internet_access:",
    ]

    private static let alternates: Set<String> = [
        "alt_name", "official_name", "short_name", "old_name", "loc_name", "int_name", "nat_name", "reg_name", "ref",
        "iata", "addr:housename",
    ]
    private static let alternateFamilies = ["name:", "alt_name:", "official_name:", "short_name:", "old_name:"]
    private static let keywords: Set<String> = ["brand", "operator", "cuisine", "network"]
    /// Words that people type for an offer of a place, by key; in English, Finnish, German and Arabic if they differ.
    private static let offers = [
        "diet:vegan": "vegan vegaani vegaaninen نباتي",
        "diet:vegetarian": "vegetarian kasvis kasvisruoka vegetarisch نباتي",
        "diet:halal": "halal حلال", "diet:kosher": "kosher koscher",
        "diet:gluten_free": "gluten free gluteeniton glutenfrei",
        "diet:lactose_free": "lactose free laktoositon laktosefrei", "internet_access": "wifi wlan internet واي فاي",
        "takeaway": "takeaway takeout noutoruoka", "outdoor_seating": "terrace terassi terrasse",
        "wheelchair": "wheelchair accessible esteetön rollstuhl barrierefrei كرسي متحرك",
        "changing_table": "changing baby lastenhoitopöytä wickeltisch", "drive_through": "drive through",
    ]
    /// `name:etymology:wikidata` and similar keys describe a name and are not names.
    private static let aboutNames = [
        ":etymology", ":pronunciation", ":source", ":signed", ":prefix", ":suffix", "wikidata",
    ]

    static func isKept(_ key: String) -> Bool {
        if kept.contains(key) { return true }
        return keptFamilies.contains { key.hasPrefix($0) } && !aboutNames.contains { key.contains($0) }
    }

    /// Words for the houses of worship of a religion.
    private static let housesOfWorship = [
        "christian": "church churches chapel kirkko kappeli kirche كنيسة",
        "muslim": "mosque mosques moskeija moschee مسجد جامع",
        "jewish": "synagogue synagogues synagoga synagoge كنيس", "buddhist": "temple temples temppeli tempel معبد",
        "hindu": "temple temples temppeli tempel معبد", "sikh": "gurdwara temple",
    ]

    /// Returns the words of an offer, if `value` says that there is one.
    static func offer(_ key: String, _ value: String) -> String? {
        if key == "religion" { return housesOfWorship[value] }
        return ["no", "limited", "unknown"].contains(value) ? nil : offers[key]
    }

    static func naming(_ key: String) -> PlaceKeys.Naming {
        if key == "religion" || offers[key] != nil { return .offer }
        if keywords.contains(key) { return .keyword }
        if alternates.contains(key) { return .alternate }
        guard alternateFamilies.contains(where: { key.hasPrefix($0) }) else { return .none }
        return aboutNames.contains { key.contains($0) } ? .none : .alternate
    }
}

import Atlas

/// Separates a place's tags as Nominatim does: names, and everything else.
enum NominatimTags {
    /// Returns the names of a place, or its other tags in the atlas, by OpenStreetMap key.
    static func tags(
        of place: PlaceID, areNames: Bool, _ places: PlaceTable
    ) -> [(key: [UInt8], value: [UInt8])] {
        var tags: [(key: [UInt8], value: [UInt8])] = []
        func text(_ id: StringID) -> [UInt8] {
            var bytes: [UInt8] = []
            places.text.append(id, to: &bytes)
            return bytes
        }
        if areNames, !places.name(place).isEmpty { tags.append(([UInt8]("name".utf8), text(places.name(place)))) }
        for position in places.detailRange(place) {
            let key = text(places.detailKey(at: position))
            if isName(key) == areNames { tags.append((key, text(places.detail(at: position)))) }
        }
        return tags
    }

    private static func isName(_ key: [UInt8]) -> Bool {
        let key = String(decoding: key.prefix { $0 != UInt8(ascii: ":") }, as: UTF8.self)
        return key == "name" || key.hasSuffix("_name") && key != "artist_name"
            || ["ref", "brand", "operator", "iata", "icao"].contains(key)
    }
}

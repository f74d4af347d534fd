import HereaboutsAPI

/// Which answers Photon's `osm_tag` and `layer` let through.
struct PhotonFilter: Sendable {
    private struct Tag: Sendable {
        /// Any when `nil`.
        var key: String?
        var value: String?

        func matches(_ place: GeocodedKind) -> Bool {
            key ?? place.key == place.key && value ?? place.value == place.value
        }
    }

    private var included: [Tag] = []
    private var excluded: [Tag] = []
    private var layers: Set<GeocodingLayer> = []

    /// Reads the filters; throws for a layer that there is none, and for what is no tag.
    init(_ fields: PhotonFilterFields) throws(Photon.Refusal) {
        for name in fields.layers {
            guard let layer = GeocodingLayer(rawValue: name) else {
                throw Photon.Refusal(
                    "invalid layer; allowed are house, street, locality, district, city, county, state, country, other")
            }
            layers.insert(layer)
        }
        for text in fields.tags {
            // `!key:value` and `:!value` are not wanted.
            let isExcluded = text.hasPrefix("!") || text.hasPrefix(":!")
            let pieces = text.filter { $0 != "!" }.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
            let tag = Tag(
                key: pieces[0].isEmpty ? nil : String(pieces[0]),
                value: pieces.count < 2 || pieces[1].isEmpty ? nil : String(pieces[1]))
            guard tag.key != nil || tag.value != nil else { throw Photon.Refusal("invalid parameter: osm_tag") }
            if isExcluded { excluded.append(tag) } else { included.append(tag) }
        }
    }

    /// Whether everything passes.
    var isEmpty: Bool { included.isEmpty && excluded.isEmpty && layers.isEmpty }

    func wants(_ place: GeocodedKind) -> Bool {
        (included.isEmpty || included.contains { $0.matches(place) }) && !excluded.contains { $0.matches(place) }
            && (layers.isEmpty || layers.contains(GeocodingLayer(place)))
    }
}

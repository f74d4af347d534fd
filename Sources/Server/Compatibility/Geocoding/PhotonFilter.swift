import HereaboutsAPI

/// The conditions of Photon's `osm_tag` and `layer`.
struct PhotonFilter: Sendable {
    private struct Tag: Sendable {
        /// `nil` for any key.
        var key: String?
        var value: String?
        /// Whether it means all values except `value`.
        var isOtherValue = false

        func matches(_ kind: GeocodedKind) -> Bool {
            (key ?? kind.key) == kind.key && ((value ?? kind.value) == kind.value) != isOtherValue
        }
    }

    private var included: [Tag] = []
    private var excluded: [Tag] = []
    private var layers: Set<GeocodingLayer> = []

    /// Reads the filters; throws for an unknown layer and for an invalid tag.
    init(_ fields: PhotonFilterFields) throws(Photon.Refusal) {
        for name in fields.layers {
            guard let layer = GeocodingLayer(rawValue: name) else {
                throw Photon.Refusal(
                    "invalid layer; allowed are house, street, locality, district, city, county, state, country, other")
            }
            layers.insert(layer)
        }
        for text in fields.tags {
            let pieces = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
            func word(_ piece: Substring?) -> String? {
                let word = piece.map { $0.hasPrefix("!") ? $0.dropFirst() : $0 } ?? ""
                return word.isEmpty ? nil : String(word)
            }
            var tag = Tag(key: word(pieces[0]), value: pieces.count > 1 ? word(pieces[1]) : nil)
            // `!key:value` and `:!value` exclude; `key:!value` means the key with any other value.
            let excludesValue = pieces.count > 1 && pieces[1].hasPrefix("!")
            let isExcluded = text.hasPrefix("!") || (tag.key == nil && excludesValue)
            tag.isOtherValue = excludesValue && !isExcluded
            guard tag.key != nil || tag.value != nil else { throw Photon.Refusal("invalid parameter: osm_tag") }
            if isExcluded { excluded.append(tag) } else { included.append(tag) }
        }
    }

    /// Whether it accepts everything.
    var isEmpty: Bool { included.isEmpty && excluded.isEmpty && layers.isEmpty }

    func accepts(_ place: GeocodedKind) -> Bool {
        (included.isEmpty || included.contains { $0.matches(place) }) && !excluded.contains { $0.matches(place) }
            && (layers.isEmpty || layers.contains(GeocodingLayer(place)))
    }
}

import Atlas

/// The streets and numbers of addresses that other tags than `addr:street` and `addr:housenumber` give
/// (`AddressScheme`).
struct AddressSchemes: Sendable {
    /// An index into the extract's strings, followed by `texts`; `PlaceFacts.none` for the tags' own value.
    struct Entry: Sendable {
        let street: UInt32
        let number: UInt32
    }

    /// Texts of streets and numbers that are in no tag, to append to the extract's strings.
    private(set) var texts: [String] = []
    private(set) var entries: [PlaceRef: Entry] = [:]
    /// Objects that such tags number, although no tag says where.
    private(set) var unplaced: Set<PlaceRef> = []

    init(_ data: OSMData) {
        var parts = [AddressScheme.Part?](repeating: nil, count: data.tags.strings.count)
        var orders = [UInt8](repeating: 0, count: parts.count)
        var keys: [String: (part: AddressScheme.Part, order: UInt8)] = [:]
        for part in AddressScheme.Part.allCases {
            for (order, key) in part.keys.enumerated() { keys[key] = (part, UInt8(order)) }
        }
        var isUsed = false
        for (index, string) in data.tags.strings.enumerated() where string.hasPrefix("addr:") {
            guard let key = keys[string] else { continue }
            parts[index] = key.part
            orders[index] = key.order
            isUsed = isUsed || key.part.replacesStreetAddress
        }
        guard isUsed else { return }
        var made: [String: UInt32] = [:]
        func take(_ tags: TagRange, _ kind: PlaceRef.Kind, _ id: Int64) {
            guard let scheme = Self.scheme(tags, parts, orders, data), let ref = PlaceRef(kind, id) else { return }
            func index(_ text: String, unless own: String) -> UInt32 {
                guard text != own, !text.isEmpty else { return PlaceFacts.none }
                if let known = made[text] { return known }
                let index = UInt32(data.tags.strings.count + texts.count)
                made[text] = index
                texts.append(text)
                return index
            }
            let own = scheme[.street].isEmpty ? scheme[.place] : scheme[.street]
            if own.isEmpty, scheme.street.isEmpty { unplaced.insert(ref) }
            let street = index(scheme.street, unless: own), number = index(scheme.number, unless: scheme[.number])
            if street != PlaceFacts.none || number != PlaceFacts.none {
                entries[ref] = Entry(street: street, number: number)
            }
        }
        for (position, node) in data.nodes.tagged.enumerated() {
            take(data.nodes.tags[position], .node, data.nodes.ids[Int(node)])
        }
        for way in 0..<data.ways.count { take(data.ways.tags[way], .way, data.ways.ids[way]) }
        for relation in 0..<data.relations.count {
            take(data.relations.tags[relation], .relation, data.relations.ids[relation])
        }
    }

    /// Returns the scheme of an address with a number and a tag that replaces its street or house number; `nil`
    /// otherwise.
    private static func scheme(
        _ tags: TagRange, _ parts: [AddressScheme.Part?], _ orders: [UInt8], _ data: OSMData
    ) -> AddressScheme? {
        guard data.tags.pairs[tags.indices].contains(where: { parts[Int($0.key)]?.replacesStreetAddress ?? false })
        else { return nil }
        var scheme = AddressScheme(), best = [UInt8](repeating: .max, count: AddressScheme.Part.allCases.count)
        for pair in data.tags.pairs[tags.indices] {
            guard let part = parts[Int(pair.key)], orders[Int(pair.key)] < best[Int(part.rawValue)] else { continue }
            best[Int(part.rawValue)] = orders[Int(pair.key)]
            scheme[part] = data.tags.strings[Int(pair.value)]
        }
        return scheme.number.isEmpty ? nil : scheme
    }
}

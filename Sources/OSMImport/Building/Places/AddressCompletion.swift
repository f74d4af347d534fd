import Atlas

/// Gives addresses the street and the number that their own `addr:street` and `addr:housenumber` do not say: those of a relation, or what
/// stands for them where houses are not numbered along streets (`AddressScheme`).
struct AddressCompletion: Sendable {
    /// Texts of streets and numbers that are in no tag. Indices into the extract's strings go on into these.
    private(set) var texts: [String] = []
    private var schemes: [PlaceRef: (street: UInt32, number: UInt32)] = [:]
    /// Objects that such a scheme numbers and for which nothing says where.
    private var unplaced: Set<PlaceRef> = []
    private var associated: AssociatedStreets?

    init(_ data: OSMData) {
        var parts = [AddressScheme.Part?](repeating: nil, count: data.tags.strings.count)
        var orders = [UInt8](repeating: 0, count: parts.count)
        var keys: [String: (part: AddressScheme.Part, order: UInt8)] = [:]
        for part in AddressScheme.Part.allCases {
            for (order, key) in part.keys.enumerated() { keys[key] = (part, UInt8(order)) }
        }
        var isTelling = false
        for (index, string) in data.tags.strings.enumerated() where string.hasPrefix("addr:") {
            guard let key = keys[string] else { continue }
            parts[index] = key.part
            orders[index] = key.order
            isTelling = isTelling || key.part.isTelling
        }
        guard isTelling else { return }
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
            if street != PlaceFacts.none || number != PlaceFacts.none { schemes[ref] = (street, number) }
        }
        for (position, node) in data.nodes.tagged.enumerated() {
            take(data.nodes.tags[position], .node, data.nodes.ids[Int(node)])
        }
        for way in 0..<data.ways.count { take(data.ways.tags[way], .way, data.ways.ids[way]) }
        for relation in 0..<data.relations.count {
            take(data.relations.tags[relation], .relation, data.relations.ids[relation])
        }
    }

    /// The scheme of an address that has a number and a part that tells more than its street and house number; `nil` for all else.
    private static func scheme(
        _ tags: TagRange, _ parts: [AddressScheme.Part?], _ orders: [UInt8], _ data: OSMData
    ) -> AddressScheme? {
        var isTelling = false
        for pair in data.tags.pairs[tags.indices] where parts[Int(pair.key)]?.isTelling ?? false { isTelling = true }
        guard isTelling else { return nil }
        var scheme = AddressScheme(), best = [UInt8](repeating: .max, count: AddressScheme.Part.allCases.count)
        for pair in data.tags.pairs[tags.indices] {
            guard let part = parts[Int(pair.key)], orders[Int(pair.key)] < best[Int(part.rawValue)] else { continue }
            best[Int(part.rawValue)] = orders[Int(pair.key)]
            scheme[part] = data.tags.strings[Int(pair.value)]
        }
        return scheme.number.isEmpty ? nil : scheme
    }

    /// Also gives addresses the streets of relations, of `data`, which has `texts` among its strings.
    mutating func addRelations(_ data: OSMData, _ context: PlaceContext) {
        associated = AssociatedStreets(data, context)
    }

    /// Whether an object's number may be one of the nearest street: nothing says that its house is numbered otherwise.
    func mayBeOnNearestStreet(_ ref: PlaceRef) -> Bool { !unplaced.contains(ref) }

    /// Completes what an object's tags say.
    func complete(_ facts: inout PlaceFacts, of kind: PlaceRef.Kind, _ id: Int64) {
        associated?.complete(&facts, of: kind, id)
        guard !schemes.isEmpty, let ref = PlaceRef(kind, id), let entry = schemes[ref] else { return }
        if entry.number != PlaceFacts.none { facts.supply(entry.number, as: .houseNumber) }
        if entry.street != PlaceFacts.none, !facts.has(.street), !facts.has(.placeName) {
            facts.supply(entry.street, as: .placeName)
        }
    }
}

import Atlas

/// The streets of addresses that only a relation gives (wiki.openstreetmap.org/wiki/Relation:associatedStreet), or the
/// line between two houses that has their numbers (wiki.openstreetmap.org/wiki/Key:addr:interpolation).
struct AssociatedStreets: Sendable {
    /// By object, the street's name as an index into the extract's strings.
    private var names: [PlaceRef: UInt32] = [:]

    init(_ data: OSMData, _ context: PlaceContext) {
        var facts = PlaceFacts()
        for relation in 0..<data.relations.count where data.relations.tags[relation].count > 0 {
            context.read(&facts, data.relations.tags[relation])
            guard ["associatedStreet", "street"].contains(context.text(facts[.type])) else { continue }
            let members = data.relations.members(of: relation)
            let name = facts.has(.name) ? facts[.name] : Self.name(ofStreetIn: members, data, context)
            guard name != PlaceFacts.none else { continue }
            for member in members where ["house", "address"].contains(data.role(member)) {
                if let ref = PlaceRef(member) { names[ref] = name }
            }
        }
        addInterpolations(data, context)
    }

    private mutating func addInterpolations(_ data: OSMData, _ context: PlaceContext) {
        guard let key = context.index(of: "addr:interpolation") else { return }
        var facts = PlaceFacts()
        for way in 0..<data.ways.count where context.value(key, of: data.ways.tags[way]) != nil {
            context.read(&facts, data.ways.tags[way])
            guard facts.has(.street) else { continue }
            for node in data.ways.refs(of: way) where node != OSMData.missing {
                guard let ref = PlaceRef(.node, data.nodes.ids[Int(node)]), names[ref] == nil else { continue }
                names[ref] = facts[.street]
            }
        }
    }

    private static func name(
        ofStreetIn members: ArraySlice<OSMData.Member>, _ data: OSMData, _ context: PlaceContext
    ) -> UInt32 {
        var facts = PlaceFacts()
        for member in members where member.kind == .way && data.role(member) == "street" {
            guard let way = data.ways.index(of: member.id) else { continue }
            context.read(&facts, data.ways.tags[way])
            if facts.has(.name) { return facts[.name] }
        }
        return PlaceFacts.none
    }

    /// Completes an address without a street by the relation's street.
    func complete(_ facts: inout PlaceFacts, of kind: PlaceRef.Kind, _ id: Int64) {
        guard !names.isEmpty, facts.has(.houseNumber), !facts.has(.street), !facts.has(.placeName) else { return }
        if let ref = PlaceRef(kind, id), let name = names[ref] { facts.supply(name, as: .street) }
    }
}

extension PlaceRef {
    fileprivate init?(_ member: OSMData.Member) {
        switch member.kind {
        case .node: self.init(.node, member.id)
        case .way: self.init(.way, member.id)
        case .relation: self.init(.relation, member.id)
        }
    }
}
